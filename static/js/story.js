// The review move by move: it plays by itself while the chart is drawn, until somebody touches it; a slider on the stage
// (arrow keys, touch), the chart and every link to a move lead through it, and the address follows.

import { chase } from "./chase.js";
import { parsed, swap } from "./parts.js";

const READ_MS = 4000; // until the result has been read
const MOVE_MS = 1100;
const MISTAKE_MS = 2600;
const ADDRESS_MS = 300; // browsers refuse an address that changes too often

let steps = [];
let at = -1; // the step that is shown; -1 for the result
let result = null; // what the screen says of the whole game
let playing = 0; // the timer of the next move
let named = 0; // the timer of the address

begin();
document.addEventListener("part:shown", begin);
document.addEventListener("click", (event) => {
  const button = event.target.closest("#play");
  if (button?.textContent === "Pause") stop();
  else if (button) play();
  const link = event.target.closest("#review a[href^='?move=']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const by = Number(link.dataset.stepBy ?? 0);
  const number = Number(link.getAttribute("href").slice("?move=".length));
  choose(by ? now() + by : steps.findIndex((step) => step.number === number));
  if (!by) document.getElementById("stage").scrollIntoView({ block: "nearest" });
});
for (const touch of ["pointerdown", "keydown"]) {
  document.addEventListener(touch, ({ target }) => { if (target.closest("#stage, .chart, .moves") && !target.closest("#play")) stop(); });
}

function begin() {
  const scrub = document.getElementById("scrub");
  if (!scrub?.hidden) return;
  steps = JSON.parse(document.getElementById("steps").textContent);
  scrub.hidden = false;
  scrub.addEventListener("input", () => choose(now()));
  const plot = document.querySelector("#story .chart__plot");
  plot?.addEventListener("pointerdown", drag);
  plot?.addEventListener("pointermove", (event) => { if (event.buttons) drag(event); });
  const button = document.getElementById("play");
  if (button) button.hidden = false;
  if (at >= 0) show(at);
  else scrub.setAttribute("aria-valuetext", steps[now()].words);
  if (at >= 0 || "chosen" in scrub.dataset) return;
  result = document.getElementById("screen").cloneNode(true);
  if (button && !matchMedia("(prefers-reduced-motion: reduce)").matches) playing = setTimeout(play, READ_MS);
}

// Plays on from the move that is shown, or from the beginning after the last.
function play() {
  stop();
  document.getElementById("play").textContent = "Pause";
  next(at < 0 || at === steps.length - 1 ? 0 : at + 1);
}

async function next(number) {
  const timer = playing = setTimeout(() => {}, MOVE_MS);
  if (document.hidden) { // it waits until it is seen
    playing = setTimeout(next, MOVE_MS, number);
    return;
  }
  const step = steps[number];
  turn(step.round);
  if (step.lit.length) await chase(document.getElementById("ring"), [step.lit[0]]);
  if (playing !== timer) return;
  show(number);
  const mistake = document.querySelector("#screen .grade--wrong");
  playing = setTimeout(number + 1 < steps.length ? next : end, mistake ? MISTAKE_MS : MOVE_MS, number + 1);
}

function end() {
  stop();
  if (!result) return;
  at = -1;
  document.getElementById("screen").replaceWith(result.cloneNode(true));
  follow();
}

function stop() {
  clearTimeout(playing);
  playing = 0;
  const button = document.getElementById("play");
  if (button) button.textContent = "Play";
  draw(1);
}

function now() {
  return Number(document.getElementById("scrub").value);
}

function drag(event) {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  const gaps = steps.map((step) => Math.abs(step.x - (event.clientX - left) / width));
  choose(gaps.indexOf(Math.min(...gaps)));
}

function choose(number) {
  stop();
  show(number);
}

// Shows the lines of the chart up to here.
function draw(x) {
  const lines = document.querySelector("#story .chart__plot > svg:has(.chart__line)");
  if (lines) lines.style.clipPath = x < 1 ? `inset(-9px ${100 - 100 * x}% -9px 0)` : "";
}

function follow() {
  clearTimeout(named);
  named = setTimeout(() => {
    const address = new URL(location.href);
    if (at < 0) address.searchParams.delete("move");
    else address.searchParams.set("move", steps[at].number);
    history.replaceState(history.state, "", address);
  }, ADDRESS_MS);
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
  draw(playing ? step.x : 1);
  follow();
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
