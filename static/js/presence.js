// A page that is hidden asks for nothing, and one that is hidden or left says so: the solver then serves those that
// somebody is looking at. What it waits for goes on when it is shown again. A page that has asked too often rests.

let restsUntil = 0;

document.addEventListener("htmx:beforeRequest", (event) => {
  const polls = event.detail.elt.getAttribute("hx-trigger")?.startsWith("every");
  if (polls && (document.hidden || Date.now() < restsUntil)) event.preventDefault();
});
document.addEventListener("htmx:responseError", ({ detail: { xhr } }) => {
  if (xhr.status === 429) restsUntil = Date.now() + 1000 * (Number(xhr.getResponseHeader("Retry-After")) || 1);
});
document.addEventListener("visibilitychange", () => { if (document.hidden) leave(); });
window.addEventListener("pagehide", leave);

function leave() {
  for (const part of document.querySelectorAll("[data-leave]")) {
    const query = part.dataset.src?.split("?")[1];
    navigator.sendBeacon(query ? `${part.dataset.leave}?${query}` : part.dataset.leave);
  }
}
