// The answer page: announces changes to screen readers, and keeps focus and open details when a
// better answer replaces the current one.

const live = document.getElementById("live");
let announced = "";
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
  // The pressed button was removed with its card.
  if (focusWas && document.activeElement === document.body) {
    (document.querySelector("#refining, #halted") ?? document.getElementById("answer")).focus();
  }
  focusWas = null;
}

// A response is dropped if a button has replaced the element that asked for it.
function dropIfGone(event) {
  if (!event.target.isConnected) event.preventDefault();
}

// Parts are replaced again and again: only changed text is announced, and nothing while the numbers
// are being changed.
function announce(aloud) {
  if (document.querySelector("#answer[data-quiet]")) return;
  const text = document.querySelector("#answer [data-announce]")?.dataset.announce;
  if (text === undefined || text === announced) return;
  if (aloud) live.textContent = text;
  announced = text;
}

// Which details are open, the scroll position of the table, and the forms of choice squares with what is chosen there.
function reading() {
  const choose = document.querySelector("#answer .choose");
  return {
    open: [...document.querySelectorAll("#answer details[open]")].map((each) => each.id),
    top: document.getElementById("outcomes-scroll")?.scrollTop ?? 0,
    choose,
    focus: choose?.contains(document.activeElement) ? document.activeElement : null,
  };
}

function resume() {
  const fresh = kept?.choose && document.getElementById(kept.choose.id); // of the same position
  if (fresh && fresh !== kept.choose) {
    fresh.replaceWith(kept.choose);
    kept.focus?.focus({ preventScroll: true });
  }
  for (const id of kept?.open ?? []) {
    const details = document.getElementById(id);
    if (details) details.open = true;
  }
  const table = document.getElementById("outcomes-scroll");
  if (table && kept) table.scrollTop = kept.top;
  kept = null;
}

// The badge's explanation overlays the page: Escape or a click elsewhere closes it.
function closeBadge(event) {
  const badge = document.querySelector(".badge[open]");
  if (!badge || (event.type === "keydown" ? event.key !== "Escape" : badge.contains(event.target))) return;
  badge.open = false;
  if (event.type === "keydown") badge.querySelector("summary").focus();
}
