// The review, move by move: it plays by itself, and draws the chart, until the viewer chooses a move with the slider (arrow
// keys, touch), the chart or a link. The address follows.

import { chaseLight } from "./chase.js";
import { parseFragment, swap } from "./parts.js";

const READ_MS = 4000; // the time to read the result
const MOVE_MS = 1100;
const MISTAKE_MS = 2600;
const ADDRESS_MS = 300; // browsers refuse an address that changes too often

let steps = [];
let shownStep = -1; // the step that is shown; -1 for the result
let resultScreen = null; // the screen with the result of the game
let playTimer = 0; // the timer of the next move
let addressTimer = 0; // the timer of the address

setUpStory();
document.addEventListener("part:shown", setUpStory);
document.addEventListener("click", (event) => {
  const button = event.target.closest("#play");
  if (button?.textContent === "Pause") stopPlay();
  else if (button) playSteps();
  const link = event.target.closest("#review a[href^='?move=']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const by = Number(link.dataset.stepBy ?? 0);
  const number = Number(link.getAttribute("href").slice("?move=".length));
  chooseStep(by ? readSlider() + by : steps.findIndex((step) => step.number === number));
  if (!by) document.getElementById("stage").scrollIntoView({ block: "nearest" });
});
for (const touch of ["pointerdown", "keydown"]) {
  document.addEventListener(touch, ({ target }) => { if (target.closest("#stage, .chart, .moves") && !target.closest("#play")) stopPlay(); });
}

function setUpStory() {
  const scrub = document.getElementById("scrub");
  if (!scrub?.hidden) return;
  steps = JSON.parse(document.getElementById("steps").textContent);
  scrub.hidden = false;
  scrub.addEventListener("input", () => chooseStep(readSlider()));
  const plot = document.querySelector("#story .chart__plot");
  plot?.addEventListener("pointerdown", dragCursor);
  plot?.addEventListener("pointermove", (event) => { if (event.buttons) dragCursor(event); });
  const button = document.getElementById("play");
  if (button) button.hidden = false;
  if (shownStep >= 0) showStep(shownStep);
  else scrub.setAttribute("aria-valuetext", steps[readSlider()].words);
  if (shownStep >= 0 || "chosen" in scrub.dataset) return;
  resultScreen = document.getElementById("screen").cloneNode(true);
  if (button && !matchMedia("(prefers-reduced-motion: reduce)").matches) playTimer = setTimeout(playSteps, READ_MS);
}

// Plays on from the move that is shown, or from the beginning after the last.
function playSteps() {
  stopPlay();
  document.getElementById("play").textContent = "Pause";
  playStep(shownStep < 0 || shownStep === steps.length - 1 ? 0 : shownStep + 1);
}

async function playStep(number) {
  const timer = playTimer = setTimeout(() => {}, MOVE_MS);
  if (document.hidden) { // wait until the page is visible
    playTimer = setTimeout(playStep, MOVE_MS, number);
    return;
  }
  const step = steps[number];
  showBoard(step.round);
  if (step.lit.length) await chaseLight(document.getElementById("ring"), [step.lit[0]]);
  if (playTimer !== timer) return;
  showStep(number);
  const mistake = document.querySelector("#screen .grade--wrong");
  playTimer = setTimeout(number + 1 < steps.length ? playStep : endPlay, mistake ? MISTAKE_MS : MOVE_MS, number + 1);
}

function endPlay() {
  stopPlay();
  if (!resultScreen) return;
  shownStep = -1;
  document.getElementById("screen").replaceWith(resultScreen.cloneNode(true));
  updateAddress();
}

function stopPlay() {
  clearTimeout(playTimer);
  playTimer = 0;
  const button = document.getElementById("play");
  if (button) button.textContent = "Play";
  clipChart(1);
}

function readSlider() {
  return Number(document.getElementById("scrub").value);
}

function dragCursor(event) {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  const gaps = steps.map((step) => Math.abs(step.x - (event.clientX - left) / width));
  chooseStep(gaps.indexOf(Math.min(...gaps)));
}

function chooseStep(number) {
  stopPlay();
  showStep(number);
}

// Shows the lines of the chart up to here.
function clipChart(x) {
  const lines = document.querySelector("#story .chart__plot > svg:has(.chart__line)");
  if (lines) lines.style.clipPath = x < 1 ? `inset(-9px ${100 - 100 * x}% -9px 0)` : "";
}

function updateAddress() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => {
    const address = new URL(location.href);
    if (shownStep < 0) address.searchParams.delete("move");
    else address.searchParams.set("move", steps[shownStep].number);
    history.replaceState(history.state, "", address);
  }, ADDRESS_MS);
}

function showStep(number) {
  shownStep = Math.min(Math.max(number, 0), steps.length - 1);
  const step = steps[shownStep];
  const scrub = document.getElementById("scrub");
  scrub.value = shownStep;
  scrub.setAttribute("aria-valuetext", step.words);
  swap(parseFragment(step.parts));
  showBoard(step.round);
  lightSquare(...step.lit);
  for (const end of ["x1", "x2"]) document.getElementById("story-cursor")?.setAttribute(end, `${100 * step.x}%`);
  clipChart(playTimer ? step.x : 1);
  updateAddress();
  document.querySelector(".moves [aria-current]")?.removeAttribute("aria-current");
  document.getElementById(`event-${step.number}`)?.setAttribute("aria-current", "true");
}

// Shows the board of a round: the ring and the template of the other one exchange their squares.
function showBoard(round) {
  const otherBoard = document.getElementById("other-board");
  if (otherBoard?.dataset.round !== String(round)) return;
  const ring = document.getElementById("ring");
  for (const name of [".ring-art", ".ring-list"]) {
    const [shownPart, otherPart] = [ring.querySelector(name), otherBoard.content.querySelector(name)];
    otherBoard.content.append(shownPart.cloneNode(true));
    shownPart.replaceWith(otherPart);
  }
  Object.assign(otherBoard.dataset, { round: otherBoard.dataset.of, of: otherBoard.dataset.round });
}

// Lights the square of a landing, or none.
function lightSquare(square, tone) {
  for (const litSquare of document.querySelectorAll("#ring .is-lit")) litSquare.classList.remove(...[...litSquare.classList].filter((name) => /lit/.test(name)));
  document.querySelector(`#ring .sq[data-square="${square}"]`)?.classList.add("is-lit", `lit--${tone}`);
}
