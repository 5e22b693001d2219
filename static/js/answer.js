// The answer page: announces changes to screen readers, keeps the focus in the answer when a better one replaces it, and
// loads play.js at the first press.

const liveRegion = document.getElementById("live");
let announced = "";

announce(false);
document.addEventListener("part:shown", ({ detail }) => {
  announce(true);
  // The pressed button was removed with its card.
  if (detail.focused && document.activeElement === document.body) {
    (document.querySelector("#refining, #halted") ?? document.getElementById("answer")).focus({ preventScroll: true });
  }
});
document.addEventListener("answer:settled", () => announce(true));

// Parts are replaced again and again: only changed text is announced, and nothing while the numbers
// are being changed.
function announce(isSpoken) {
  if (document.querySelector("#answer[data-quiet]")) return;
  const text = document.querySelector("#answer [data-announce]")?.dataset.announce;
  if (text === undefined || text === announced) return;
  if (isSpoken) liveRegion.textContent = text;
  announced = text;
}

document.addEventListener("click", startPlay);
document.addEventListener("part:shown", pressAtOnce);
pressAtOnce();

async function startPlay({ target }) {
  const button = target.closest(".play__start [data-play]");
  if (!button) return;
  document.removeEventListener("click", startPlay);
  const [{ runAction }] = await Promise.all([import("./play.js"), loadStyles(document.getElementById("play").dataset.styles)]);
  runAction(button);
}

// A link from a dilemma presses as soon as there are landings.
function pressAtOnce() {
  const button = location.hash === "#play" && document.getElementById("play-press");
  if (!button) return;
  history.replaceState(null, "", location.pathname + location.search);
  button.click();
}

function loadStyles(href) {
  return new Promise((resolve) => {
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: resolve, onerror: resolve }));
  });
}
