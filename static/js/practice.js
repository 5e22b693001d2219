// The trend of practice, kept in this browser: the wins in 100 that each call lost.

const KEY = "practice";
const MOST = 100; // calls that are kept
const SHOWN = 20;
const TEN = 10; // calls of an average

show();
document.addEventListener("part:shown", ({ target }) => {
  const lost = target.querySelector("[data-lost]")?.dataset.lost;
  if (lost !== undefined) keep([...stored(), Number(lost)].slice(-MOST));
  show();
});

// A bar is a call; it is as high as what was lost, to 20 wins in 100.
function show() {
  const card = document.getElementById("trend");
  const calls = stored();
  if (!card || !calls.length) return;
  card.querySelector("ol").replaceChildren(...calls.slice(-SHOWN).map((lost) => {
    const bar = document.createElement("li");
    bar.innerHTML = `<i></i><span class="visually-hidden">${lost} in 100</span>`;
    bar.firstChild.style.height = `${Math.min(3 + 5 * lost, 100)}%`;
    return bar;
  }));
  const earlier = calls.slice(0, -TEN).slice(-TEN);
  const before = earlier.length ? ` · the ${earlier.length} before: ${mean(earlier)}` : "";
  card.querySelector("p").textContent = `Last ${Math.min(calls.length, TEN)}: ${mean(calls.slice(-TEN))} in 100 a call${before}`;
  card.hidden = false;
}

function mean(calls) {
  return (calls.reduce((sum, lost) => sum + lost, 0) / calls.length).toFixed(1);
}

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return []; // nothing can be kept here, or it was damaged
  }
}

function keep(calls) {
  try {
    localStorage.setItem(KEY, JSON.stringify(calls));
  } catch {
    // A private window: nothing is kept.
  }
}
