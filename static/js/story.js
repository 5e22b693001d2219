// The review as a story: a slider under the chart (arrow keys, touch) leads through the events, with podiums, ring and chances
// in step; so does dragging along the chart.

import { drawPodiums, light } from "./show.js";

let steps = [];
let at = -1; // the step that the reader has chosen, -1 for the last

begin();
document.addEventListener("part:shown", begin);

function begin() {
  const scrub = document.getElementById("scrub");
  if (!scrub || scrub.dataset.begun) return;
  scrub.dataset.begun = "1";
  steps = JSON.parse(document.getElementById("story-steps").textContent);
  scrub.hidden = false;
  for (const button of document.querySelectorAll("[data-step-by]")) {
    button.hidden = false;
    button.addEventListener("click", () => show(now() + Number(button.dataset.stepBy)));
  }
  scrub.addEventListener("input", () => show(Number(scrub.value)));
  const plot = document.querySelector("#story .chart__plot");
  plot.addEventListener("pointerdown", drag);
  plot.addEventListener("pointermove", (event) => { if (event.buttons) drag(event); });
  plot.addEventListener("click", (event) => event.preventDefault());
  show(at < 0 ? steps.length - 1 : at);
}

function now() {
  return Number(document.getElementById("scrub").value);
}

function drag(event) {
  const { left, width } = document.querySelector("#story .chart__plot").getBoundingClientRect();
  const x = (event.clientX - left) / width;
  const gaps = steps.map((step) => Math.abs(step.x - x));
  show(gaps.indexOf(Math.min(...gaps)));
}

function show(number) {
  const chosen = Math.min(Math.max(number, 0), steps.length - 1);
  const step = steps[chosen];
  at = chosen === steps.length - 1 ? -1 : chosen;
  const scrub = document.getElementById("scrub");
  scrub.value = chosen;
  const verdict = step.verdicts.map(([, sentence]) => sentence).join(" ");
  scrub.setAttribute("aria-valuetext", `${step.text} ${verdict}`.trim());
  document.getElementById("story-text").textContent = step.text;
  const line = document.getElementById("story-verdict");
  line.textContent = verdict;
  line.className = `small call--${step.verdicts[0]?.[0] ?? "none"}`;
  const cursor = document.getElementById("story-cursor");
  for (const end of ["x1", "x2"]) cursor.setAttribute(end, `${100 * step.x}%`);
  drawPodiums(document.getElementById("podiums"), step.podiums, step.seat);
  light(document.getElementById("story"), step.landing);
  document.querySelectorAll("#story .chances__bar rect").forEach((rect, seat) => {
    rect.setAttribute("x", `${100 * step.bar[seat][0]}%`);
    rect.setAttribute("width", `${100 * step.bar[seat][1]}%`);
  });
  document.querySelectorAll("#story .chances__texts > span").forEach((text, seat) => {
    text.lastChild.textContent = step.bar[seat][2];
  });
  const branch = document.getElementById("story-branch");
  branch.value = step.branch;
  branch.disabled = !step.branch;
}
