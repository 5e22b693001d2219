// Keeps the page of a game, or its overlay, up to date with what its stream sends.

import { watchCalls } from "./calls.js";
import { chase, whammy } from "./chase.js";
import { parsed, swap } from "./parts.js";

const LOST_AFTER = 6000; // milliseconds without a connection until the page says so
const AGAIN_AFTER = 4000; // after an error that the browser does not get over by itself

const page = document.getElementById("follow");
const live = document.getElementById("live");
const status = document.getElementById("follow-status");
const calls = document.getElementById("call") && watchCalls(page);
const stream = new URL(page.dataset.stream, location.href);

let seen = page.dataset.version;
let shown = Number(page.dataset.version);
let source = null;
let lost = 0;
let showing = Promise.resolve(); // the light may still be moving

open();
document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
for (const name of ["offline", "online"]) addEventListener(name, reopen); // a stream may take minutes to notice
addEventListener("focus", () => { if (source?.readyState !== EventSource.OPEN) reopen(); });

function open() {
  if (source || document.hidden) return;
  stream.searchParams.set("from", seen);
  source = new EventSource(stream);
  source.addEventListener("game", take);
  source.addEventListener("room", take);
  source.addEventListener("open", connected);
  source.addEventListener("error", () => {
    lose();
    if (source.readyState !== EventSource.CLOSED) return; // it tries again by itself
    close();
    setTimeout(open, AGAIN_AFTER * (1 + Math.random()));
  });
}

function reopen() {
  close();
  open();
}

function close() {
  source?.close();
  source = null;
}

// The game may have gone on: the figures on the page are grey from then on.
function lose() {
  lost ||= setTimeout(() => {
    status?.removeAttribute("hidden");
    page.toggleAttribute("data-lost", true);
  }, LOST_AFTER);
}

function connected() {
  clearTimeout(lost);
  lost = 0;
  status?.setAttribute("hidden", "");
  page.removeAttribute("data-lost");
}

// The lines of a message are HTML; #now has what scripts need.
function take({ type, data, lastEventId }) {
  const content = parsed(data);
  seen = lastEventId;
  showing = showing.then(() => show(type, content));
}

async function show(kind, content) {
  if (kind === "room") {
    swap(content);
    calls?.room();
    return;
  }
  const now = content.getElementById("now").dataset;
  const version = Number(now.version);
  const fresh = version > shown && "seat" in now;
  const hit = fresh && "whammy" in now;
  if (fresh) await chase(document.getElementById("now"), now.path.split(",").filter(Boolean).map(Number));
  const before = hit ? podium(now.seat).querySelector(".podium__score").textContent : "";
  swap(content);
  if (hit) whammy(podium(now.seat), before);
  page.toggleAttribute("data-over", "over" in now);
  calls?.decision(now);
  if (version !== shown) live.textContent = now.news;
  shown = version;
}

function podium(seat) {
  return document.querySelector(`#podiums [data-seat="${seat}"]`);
}
