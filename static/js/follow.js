// Keeps the page of a game, or its overlay, up to date with what its stream sends, as far behind as the viewer wants to be.

import { watchCalls } from "./calls.js";
import { chase, whammy } from "./chase.js";
import { parsed, swap } from "./parts.js";

const LOST_AFTER = 6000; // milliseconds without a connection until the page says so
const AGAIN_AFTER = 4000; // after an error that the browser does not get over by itself

const page = document.getElementById("follow");
const live = document.getElementById("live");
const status = document.getElementById("follow-status");
const delay = 1000 * Number(page.dataset.delay);
const calls = document.getElementById("call") && watchCalls(page);
const stream = new URL(page.dataset.stream, location.href);
stream.searchParams.set("delay", page.dataset.delay);

const later = []; // messages that are not to be seen yet: { kind, version, due, content }
let seen = page.dataset.version;
let shown = Number(page.dataset.version);
let source = null;
let lost = 0;
let timer = 0;
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

// The first line of a message is the age of the event in seconds, the rest HTML; #now has what scripts need.
function take({ type, data, lastEventId }) {
  const [age, ...html] = data.split("\n");
  const content = parsed(html.join("\n"));
  const message = { kind: type, content, version: Number(content.getElementById("now")?.dataset.version) };
  message.due = performance.now() + Math.max(delay - (type === "game" ? 1000 * age : 0), 0);
  seen = lastEventId;
  const same = later.findIndex(({ kind, version }) => kind === type && version === message.version);
  if (same >= 0) later.splice(same, 1, { ...message, due: later[same].due });
  else later.push(message);
  showDue();
}

function showDue() {
  clearTimeout(timer);
  const now = performance.now();
  for (const kind of ["game", "room"]) {
    const due = later.filter((message) => message.kind === kind && message.due <= now);
    for (const message of due) later.splice(later.indexOf(message), 1);
    if (due.length) showing = showing.then(() => show(due.at(-1)));
  }
  const next = Math.min(...later.map((message) => message.due));
  if (later.length) timer = setTimeout(showDue, next - now);
}

async function show({ kind, version, content }) {
  if (kind === "room") {
    swap(content);
    calls?.room();
    return;
  }
  const now = content.getElementById("now").dataset;
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
