// The light of the show: it moves around a ring for half a second and lands on a square; a Whammy blinks the podium and
// takes the score down to $0. Never where motion is to be reduced.

const STEPS = 7;
const STEP = 70; // milliseconds; in all about half a second
const DROP = 500;

const still = matchMedia("(prefers-reduced-motion: reduce)");

// Moves the light on the squares below this element and resolves when it has landed on the last square of the path.
export async function chase(ring, path) {
  const squares = [...ring.querySelectorAll("[data-square]")];
  if (still.matches || document.hidden || !path.length || squares.length < 2) return;
  const way = [...Array.from({ length: STEPS }, () => squares[Math.floor(Math.random() * squares.length)]),
    ...path.map((number) => squares.find((square) => Number(square.dataset.square) === number))];
  for (const square of way) {
    square?.classList.add("square--chased");
    await new Promise((resolve) => { setTimeout(resolve, STEP); });
    square?.classList.remove("square--chased");
  }
}

// Blinks a podium and lets its score fall from what it was.
export function whammy(podium, before) {
  const score = podium?.querySelector(".seat__score");
  if (still.matches || document.hidden || !score) return;
  podium.classList.add("seat--hit");
  setTimeout(() => podium.classList.remove("seat--hit"), 2 * DROP);
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
