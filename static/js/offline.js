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
