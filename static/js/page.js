// On every page: scrolls unfolded parts into view, shows a slider's value, closes popups, and keeps the page for offline use.

// Puts the content of a fold, which is in a <noscript>, into the page when the fold is opened, so that it costs nothing before.
function fillFold(fold) {
  const noscript = fold.querySelector(":scope > noscript");
  if (!noscript) return;
  const template = document.createElement("template");
  template.innerHTML = noscript.textContent;
  noscript.replaceWith(template.content);
  fold.dispatchEvent(new CustomEvent("part:shown", { bubbles: true, detail: {} }));
}

document.addEventListener("toggle", ({ target }) => { if (target.open) fillFold(target); }, true);

// An unfolded part is scrolled into view; if the window is too small, its beginning is.
document.addEventListener("click", (event) => {
  const summary = event.target.closest?.("summary");
  if (!summary) return;
  requestAnimationFrame(() => {
    if (!summary.parentElement.open) return;
    fillFold(summary.parentElement);
    const content = summary.nextElementSibling;
    const fits = summary.offsetHeight + content.offsetHeight < window.innerHeight;
    if (fits) content.scrollIntoView({ block: "nearest" });
    else summary.scrollIntoView({ block: "start" });
  });
});

// The slider of a guess is not sent until it is touched; then its value is sent and shown.
for (const touch of ["input", "click"]) {
  document.addEventListener(touch, ({ target }) => {
    const guess = target.closest?.(".guess");
    if (!guess || target.type !== "range") return;
    guess.classList.remove("guess--open");
    guess.querySelector("[data-guess]").textContent = `${target.value}%`;
    target.name = "guess";
    target.removeAttribute("aria-valuetext");
  });
}

// Popups are closed by Escape, which returns the focus, or by a click elsewhere.
document.addEventListener("click", closeFold);
document.addEventListener("keydown", closeFold);

function closeFold(event) {
  const openFold = document.querySelector(":is(.badge, .more, .overrule, .podium > details)[open]");
  const isWithin = event.type === "click" && openFold?.contains(event.target) && !event.target.closest("[data-event]");
  if (!openFold || isWithin || (event.type === "keydown" && event.key !== "Escape")) return;
  openFold.open = false;
  if (event.type === "keydown") openFold.querySelector("summary").focus();
}

// Lets the service worker cache this page and its files for offline use.
const { worker } = document.body.dataset;
if (worker) keepOffline(worker, "/");

export async function keepOffline(script, scope) {
  if (!navigator.serviceWorker) return; // without HTTPS
  try {
    const { installing, waiting, active } = await navigator.serviceWorker.register(script, { scope });
    const files = [...document.querySelectorAll("link[rel=stylesheet], link[rel=preload], script[src]")];
    const addresses = [location.pathname + location.search, ...files.map((file) => file.href ?? file.src)];
    (active ?? waiting ?? installing).postMessage({ keep: addresses });
  } catch {
    // not allowed in this browser: the page cannot be opened offline
  }
}
