// What every page does: unfolds into view, says when it is left, and is kept for when the site cannot be reached.

// What a click on a summary unfolds is scrolled into view; if the window is too small for it, its beginning is.
document.addEventListener("click", (event) => {
  const summary = event.target.closest?.("summary");
  const content = summary?.nextElementSibling;
  if (!content) return;
  requestAnimationFrame(() => {
    if (!summary.parentElement.open) return;
    const fits = summary.offsetHeight + content.offsetHeight < window.innerHeight;
    if (fits) content.scrollIntoView({ block: "nearest" });
    else summary.scrollIntoView({ block: "start" });
  });
});

// A page that is hidden or left says so: the solver then serves those that somebody is looking at. What it waits for goes
// on when it is shown again, as parts.js asks for nothing while a page is hidden.
document.addEventListener("visibilitychange", () => { if (document.hidden) leave(); });
window.addEventListener("pagehide", leave);

function leave() {
  for (const part of document.querySelectorAll("[data-leave]")) {
    const query = part.dataset.src?.split("?")[1];
    navigator.sendBeacon(query ? `${part.dataset.leave}?${query}` : part.dataset.leave);
  }
}

// Has the service worker keep this page with its files, to be opened while the site cannot be reached.
const { worker } = document.body.dataset;
if (worker) keep(worker, "/");

export async function keep(script, scope) {
  if (!navigator.serviceWorker) return; // without HTTPS
  try {
    const { installing, waiting, active } = await navigator.serviceWorker.register(script, { scope });
    const files = [...document.querySelectorAll("link[rel=stylesheet], link[rel=preload], script[src]")];
    const addresses = [location.pathname + location.search, ...files.map((each) => each.href ?? each.src)];
    (active ?? waiting ?? installing).postMessage({ keep: addresses });
  } catch {
    // not allowed in this browser: the page cannot be opened offline
  }
}
