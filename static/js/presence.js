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
