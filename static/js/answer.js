// The answer page: announces changes to screen readers, and keeps the focus in the answer when a better one replaces it.

const live = document.getElementById("live");
let announced = "";

announce(false);
document.addEventListener("part:shown", ({ detail }) => {
  announce(true);
  // The pressed button was removed with its card.
  if (detail.focused && document.activeElement === document.body) {
    (document.querySelector("#refining, #halted") ?? document.getElementById("answer")).focus();
  }
});
document.addEventListener("answer:settled", () => announce(true));
document.addEventListener("click", closeBadge);
document.addEventListener("keydown", closeBadge);

// Parts are replaced again and again: only changed text is announced, and nothing while the numbers
// are being changed.
function announce(aloud) {
  if (document.querySelector("#answer[data-quiet]")) return;
  const text = document.querySelector("#answer [data-announce]")?.dataset.announce;
  if (text === undefined || text === announced) return;
  if (aloud) live.textContent = text;
  announced = text;
}

// The badge's explanation overlays the page: Escape or a click elsewhere closes it.
function closeBadge(event) {
  const badge = document.querySelector(".badge[open]");
  if (!badge || (event.type === "keydown" ? event.key !== "Escape" : badge.contains(event.target))) return;
  badge.open = false;
  if (event.type === "keydown") badge.querySelector("summary").focus();
}
