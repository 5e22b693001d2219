// A service worker that keeps the page for entering a game, so that it can be reloaded while the site cannot be reached.
// What was entered meanwhile waits in game-queue.js. Online, everything comes from the site.

const CACHE = "game-entry";
const MOST = 80; // pages and files; those kept longest go first

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("message", (event) => {
  event.waitUntil(Promise.all(event.data.keep.map((url) => fetchAndKeep(url, {}).catch(() => undefined))));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const isFile = ["style", "script", "image"].includes(request.destination);
  if (request.method === "GET" && (request.mode === "navigate" || isFile)) event.respondWith(freshOrKept(request));
});

async function freshOrKept(request) {
  try {
    const response = await fetchAndKeep(request.url, request);
    if (response.status < 502) return response;
    return (await kept(request.url)) ?? response; // a proxy without its server
  } catch (error) {
    const found = await kept(request.url);
    if (found) return found;
    throw error;
  }
}

async function fetchAndKeep(url, request) {
  const response = await fetch(request instanceof Request ? request : url);
  const { origin, pathname, search } = new URL(url, location.href);
  if (origin !== location.origin || search) return response;
  const cache = await caches.open(CACHE);
  if (response.ok) {
    await cache.put(pathname, response.clone());
    const keys = await cache.keys();
    for (const key of keys.slice(0, Math.max(0, keys.length - MOST))) await cache.delete(key);
  } else if (response.status < 500) {
    await cache.delete(pathname); // the game is gone, or no longer one’s own
  }
  return response;
}

async function kept(url) {
  const cache = await caches.open(CACHE);
  return cache.match(new URL(url).pathname);
}
