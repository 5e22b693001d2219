// The light of the show: it moves around a ring for half a second and lands on a square; a Whammy blinks the podium and
// takes the score down to $0. No square is lit twice, and a podium blinks three times in more than a second. Never where
// motion is to be reduced.

import { sound } from "./speaker.js";

export { sound };

const STEPS = 7;
const STEP = 70; // milliseconds; in all about half a second
const DROP = 500;
const BLINKS = 1300; // as long as the animation in show.css

const still = matchMedia("(prefers-reduced-motion: reduce)");

// Moves the light on the drawn squares below this element and resolves when it has landed on the last square of the path.
export async function chase(ring, path) {
  const squares = [...ring.querySelectorAll(".sq")];
  if (still.matches || document.hidden || !path.length || squares.length < STEPS) return;
  const landed = path.map((number) => squares.find((square) => Number(square.dataset.square) === number));
  const before = squares.filter((square) => !landed.includes(square)).sort(() => Math.random() - 0.5).slice(0, STEPS);
  for (const square of [...before, ...landed]) {
    square?.classList.add("is-chased");
    sound("tick");
    await new Promise((resolve) => { setTimeout(resolve, STEP); });
    square?.classList.remove("is-chased");
  }
}

// Blinks a podium and lets its score fall from what it was.
export function whammy(podium, before) {
  sound("whammy");
  const score = podium?.querySelector(".podium__score");
  if (still.matches || document.hidden || !score) return;
  podium.classList.add("podium--hit");
  setTimeout(() => podium.classList.remove("podium--hit"), BLINKS);
  const from = Number(before?.replace(/[$,]/g, ""));
  const to = score.textContent;
  if (!from) return;
  const begun = performance.now();
  const fall = (now) => {
    const left = 1 - (now - begun) / DROP;
    score.textContent = left > 0 ? `$${Math.round(from * left).toLocaleString("en-US")}` : to;
    if (left > 0 && score.isConnected) requestAnimationFrame(fall);
  };
  requestAnimationFrame(fall);
}
