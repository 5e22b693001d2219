// The review move by move: a slider on the stage (arrow keys, touch), the chart and every link to a move lead through it.

import { parsed, swap } from "./parts.js";

let steps = [];
let at = -1; // the step that the reader has chosen; -1 for the result

begin();
document.addEventListener("part:shown", begin);
document.addEventListener("click", (event) => {
  const link = event.target.closest("#review a[href^='?move=']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const by = Number(link.dataset.stepBy ?? 0);
  const number = Number(link.getAttribute("href").slice("?move=".length));
  show(by ? now() + by : steps.findIndex((step) => step.number === number));
  if (!by) document.getElementById("stage").scrollIntoView({ block: "nearest" });
});

function begin() {
  const scrub = document.getElementById("scrub");
  if (!scrub?.hidden) return;
  steps = JSON.parse(document.getElementById("steps").textContent);
  scrub.hidden = false;
  scrub.addEventListener("input", () => show(now()));
  const plot = document.querySelector("#story .chart__plot");
  plot?.addEventListener("pointerdown", drag);
  plot?.addEventListener("pointermove", (event) => { if (event.buttons) drag(event); });
  if (at >= 0) show(at);
  else scrub.setAttribute("aria-valuetext", steps[now()].words);
}

function now() {
  return Number(document.getElementById("scrub").value);
}

function drag(event) {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  const gaps = steps.map((step) => Math.abs(step.x - (event.clientX - left) / width));
  show(gaps.indexOf(Math.min(...gaps)));
}

function show(number) {
  at = Math.min(Math.max(number, 0), steps.length - 1);
  const step = steps[at];
  const scrub = document.getElementById("scrub");
  scrub.value = at;
  scrub.setAttribute("aria-valuetext", step.words);
  swap(parsed(step.parts));
  turn(step.round);
  light(...step.lit);
  for (const end of ["x1", "x2"]) document.getElementById("story-cursor")?.setAttribute(end, `${100 * step.x}%`);
  document.querySelector(".moves [aria-current]")?.removeAttribute("aria-current");
  document.getElementById(`event-${step.number}`)?.setAttribute("aria-current", "true");
}

// Shows the board of a round: the ring and the template of the other one exchange their squares.
function turn(round) {
  const other = document.getElementById("other-board");
  if (other?.dataset.round !== String(round)) return;
  const ring = document.getElementById("ring");
  for (const name of [".ring-art", ".ring-list"]) {
    const [shown, kept] = [ring.querySelector(name), other.content.querySelector(name)];
    other.content.append(shown.cloneNode(true));
    shown.replaceWith(kept);
  }
  Object.assign(other.dataset, { round: other.dataset.of, of: other.dataset.round });
}

// Lights the square of a landing, or none.
function light(square, tone) {
  for (const lit of document.querySelectorAll("#ring .is-lit")) lit.classList.remove(...[...lit.classList].filter((name) => /lit/.test(name)));
  document.querySelector(`#ring .sq[data-square="${square}"]`)?.classList.add("is-lit", `lit--${tone}`);
}
