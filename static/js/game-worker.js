// A service worker that caches pages, so that they can be reloaded while the site cannot be reached: the page for entering a
// game, whose entries wait in game-queue.js, or with the whole site as its scope the home page and answers. Online, everything
// comes from the site.

const COVERS_SITE = new URL(self.registration.scope).pathname === "/";
const PAGE = /^\/(?:p\/.*)?$/; // the home page and answers
const CACHE = "game-entry";
const MAX_FILES = 80; // pages and files; the oldest are deleted first

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("message", (event) => {
  event.waitUntil(Promise.all(event.data.keep.map((url) => fetchAndStore(url, {}).catch(() => undefined))));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const isFile = ["style", "script", "image", "font"].includes(request.destination);
  const isPage = request.mode === "navigate" && (!COVERS_SITE || PAGE.test(new URL(request.url).pathname));
  if (request.method !== "GET") return;
  if (isPage || isFile) event.respondWith(fetchOrReadCache(request));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(buildOfflinePage));
});

async function fetchOrReadCache(request) {
  try {
    const response = await fetchAndStore(request.url, request);
    if (response.status < 502) return response;
    return (await readCache(request.url)) ?? response; // a proxy without its server
  } catch (error) {
    const response = await readCache(request.url);
    if (response) return response;
    if (request.mode === "navigate") return buildOfflinePage();
    throw error;
  }
}

// Returns a page in place of one that can neither be loaded nor is cached, with the cached style sheets.
async function buildOfflinePage() {
  const files = (await (await caches.open(CACHE)).keys()).map(({ url }) => url).filter((url) => url.endsWith(".css"));
  const sheets = files.map((url) => `<link rel="stylesheet" href="${url}">`).join("");
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1"><title>You’re offline · Press or Pass</title>${sheets}</head>
    <body><main id="main"><h1>You’re offline</h1>
    <p>This page is not kept on your device. <a href="/">The home page</a> and the answers you have opened are.</p>
    <p><a class="button" href="">Try again</a></p></main></body></html>`;
  return new Response(html, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

async function fetchAndStore(url, request) {
  const response = await fetch(request instanceof Request ? request : url);
  const name = getCacheName(url);
  if (!name) return response;
  const cache = await caches.open(CACHE);
  if (response.ok) {
    await cache.put(name, response.clone());
    const keys = await cache.keys();
    for (const key of keys.slice(0, Math.max(0, keys.length - MAX_FILES))) await cache.delete(key);
  } else if (response.status < 500) {
    await cache.delete(name); // the game is gone, or no longer one’s own
  }
  return response;
}

async function readCache(url) {
  const cache = await caches.open(CACHE);
  const name = getCacheName(url);
  return name && cache.match(name);
}

// Returns the cache key of a URL; "" if it is not cached. The query of an answer is part of its question.
function getCacheName(url) {
  const { origin, pathname, search } = new URL(url, location.href);
  if (origin !== location.origin) return "";
  return pathname.startsWith("/p/") ? pathname + search : search ? "" : pathname;
}
