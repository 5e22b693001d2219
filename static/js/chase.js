// The light of the show: it moves around a ring for half a second and lands on a square; a Whammy blinks the podium and
// takes the score down to $0. No square is lit twice, and a podium blinks three times in more than a second. With reduced
// motion nothing moves.

import { playSound } from "./speaker.js";

export { playSound };

const STEPS = 7;
const STEP_MS = 70; // milliseconds; in all about half a second
const DROP_MS = 500;
const BLINK_MS = 1300; // as long as the animation in show.css

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

// Moves the light on the drawn squares below this element and resolves when it has landed on the last square of the path.
export async function chaseLight(ring, path) {
  const squares = [...ring.querySelectorAll(".sq")];
  if (reducedMotion.matches || document.hidden || !path.length || squares.length < STEPS) return;
  const landingSquares = path.map((number) => squares.find((square) => Number(square.dataset.square) === number));
  const passedSquares = squares.filter((square) => !landingSquares.includes(square)).sort(() => Math.random() - 0.5).slice(0, STEPS);
  for (const square of [...passedSquares, ...landingSquares]) {
    square?.classList.add("is-chased");
    playSound("tick");
    await new Promise((resolve) => { setTimeout(resolve, STEP_MS); });
    square?.classList.remove("is-chased");
  }
}

// Blinks a podium and counts its score down from the one before.
export function showWhammy(podium, scoreBefore) {
  playSound("whammy");
  const score = podium?.querySelector(".podium__score");
  if (reducedMotion.matches || document.hidden || !score) return;
  podium.classList.add("podium--hit");
  setTimeout(() => podium.classList.remove("podium--hit"), BLINK_MS);
  const startScore = Number(scoreBefore?.replace(/[$,]/g, ""));
  const endText = score.textContent;
  if (!startScore) return;
  const startTime = performance.now();
  const dropScore = (now) => {
    const remaining = 1 - (now - startTime) / DROP_MS;
    score.textContent = remaining > 0 ? `$${Math.round(startScore * remaining).toLocaleString("en-US")}` : endText;
    if (remaining > 0 && score.isConnected) requestAnimationFrame(dropScore);
  };
  requestAnimationFrame(dropScore);
}
