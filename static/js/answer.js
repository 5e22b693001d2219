// The answer page: says aloud what has changed, keeps what the reader has opened when a better
// answer takes the place of the last, and keeps the focus near.

const live = document.getElementById("live");
let said = "";
let focusWas = null;
let kept = null;

refresh(false);
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.requestConfig.verb === "get") event.target.addEventListener("htmx:beforeOnLoad", dropIfGone);
});
document.addEventListener("htmx:beforeSwap", () => {
  focusWas = document.activeElement?.closest("#answer");
  kept = reading();
});
document.addEventListener("htmx:afterSwap", resume);
document.addEventListener("htmx:afterSettle", () => refresh(true));
document.addEventListener("answer:settled", () => announce(true));
document.addEventListener("click", closeBadge);
document.addEventListener("keydown", closeBadge);

function refresh(aloud) {
  announce(aloud);
  // The button that was pressed is gone with the card it stood on.
  if (focusWas && document.activeElement === document.body) {
    (document.querySelector("#refining, #halted") ?? document.getElementById("answer")).focus();
  }
  focusWas = null;
}

// What a look brings is no news any more when a button has replaced the one who looked.
function dropIfGone(event) {
  if (!event.target.isConnected) event.preventDefault();
}

// What is replaced is replaced again and again; only news is worth saying, and nothing as long as the
// numbers are being changed.
function announce(aloud) {
  if (document.querySelector("#answer[data-quiet]")) return;
  const text = document.querySelector("#answer [data-announce]")?.dataset.announce;
  if (text === undefined || text === said) return;
  if (aloud) live.textContent = text;
  said = text;
}

// What the reader has opened and how far he has scrolled in it.
function reading() {
  return {
    open: [...document.querySelectorAll("#answer details[open]")].map((each) => each.id),
    top: document.getElementById("outcomes-scroll")?.scrollTop ?? 0,
  };
}

function resume() {
  for (const id of kept?.open ?? []) {
    const details = document.getElementById(id);
    if (details) details.open = true;
  }
  const table = document.getElementById("outcomes-scroll");
  if (table && kept) table.scrollTop = kept.top;
  kept = null;
}

// The badge's explanation lies over the page: Escape or a click elsewhere puts it away.
function closeBadge(event) {
  const badge = document.querySelector(".badge[open]");
  if (!badge || (event.type === "keydown" ? event.key !== "Escape" : badge.contains(event.target))) return;
  badge.open = false;
  if (event.type === "keydown") badge.querySelector("summary").focus();
}
