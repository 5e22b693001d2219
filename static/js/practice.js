// The trend of practice, from this browser's storage: the wins in 100 that each call lost.

const CALLS_KEY = "practice";
const MAX_CALLS = 100; // stored
const SHOWN_CALLS = 20;
const AVERAGED_CALLS = 10; // in an average

showTrend();
document.addEventListener("part:shown", ({ target }) => {
  const lost = target.querySelector("[data-lost]")?.dataset.lost;
  if (lost !== undefined) saveCalls([...loadCalls(), Number(lost)].slice(-MAX_CALLS));
  showTrend();
});

// Draws a bar for each call, as high as its loss, up to 20 wins in 100.
function showTrend() {
  const card = document.getElementById("trend");
  const calls = loadCalls();
  if (!card || !calls.length) return;
  card.querySelector("ol").replaceChildren(...calls.slice(-SHOWN_CALLS).map((lost) => {
    const bar = document.createElement("li");
    bar.innerHTML = `<i></i><span class="visually-hidden">${lost} in 100</span>`;
    bar.firstChild.style.height = `${Math.min(3 + 5 * lost, 100)}%`;
    return bar;
  }));
  const earlierCalls = calls.slice(0, -AVERAGED_CALLS).slice(-AVERAGED_CALLS);
  const earlierText = earlierCalls.length ? ` · the ${earlierCalls.length} before: ${computeMean(earlierCalls)}` : "";
  card.querySelector("p").textContent = `Last ${Math.min(calls.length, AVERAGED_CALLS)}: ${computeMean(calls.slice(-AVERAGED_CALLS))} in 100 a call${earlierText}`;
  card.hidden = false;
}

function computeMean(calls) {
  return (calls.reduce((sum, lost) => sum + lost, 0) / calls.length).toFixed(1);
}

function loadCalls() {
  try {
    return JSON.parse(localStorage.getItem(CALLS_KEY)) ?? [];
  } catch {
    return []; // storage is turned off, or damaged
  }
}

function saveCalls(calls) {
  try {
    localStorage.setItem(CALLS_KEY, JSON.stringify(calls));
  } catch {
    // A private window: the calls are lost.
  }
}
