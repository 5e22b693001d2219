// Keeps the page or the overlay of a game up to date with its stream.

import { watchCalls } from "./calls.js";
import { chaseLight, showWhammy } from "./chase.js";
import { parseFragment, swap } from "./parts.js";

const LOST_MS = 6000; // without a connection, until the page says so
const RECONNECT_MS = 4000; // after an error from which the browser does not reconnect

const page = document.getElementById("follow");
const live = document.getElementById("live");
const status = document.getElementById("follow-status");
const calls = document.getElementById("call") && watchCalls(page);
const stream = new URL(page.dataset.stream, location.href);

let clientVersion = page.dataset.version;
let shownVersion = Number(page.dataset.version);
let source = null;
let lostTimer = 0;
let lastShown = Promise.resolve(); // the light may still be moving

openStream();
document.addEventListener("visibilitychange", () => (document.hidden ? closeStream() : openStream()));
for (const name of ["offline", "online"]) addEventListener(name, reopenStream); // a stream may take minutes to notice
addEventListener("focus", () => { if (source?.readyState !== EventSource.OPEN) reopenStream(); });

function openStream() {
  if (source || document.hidden) return;
  stream.searchParams.set("from", clientVersion);
  source = new EventSource(stream);
  source.addEventListener("game", applyMessage);
  source.addEventListener("room", applyMessage);
  source.addEventListener("open", markConnected);
  source.addEventListener("error", () => {
    markLost();
    if (source.readyState !== EventSource.CLOSED) return; // it tries again by itself
    closeStream();
    setTimeout(openStream, RECONNECT_MS * (1 + Math.random()));
  });
}

function reopenStream() {
  closeStream();
  openStream();
}

function closeStream() {
  source?.close();
  source = null;
}

// Grays the figures out, as the game may have gone on.
function markLost() {
  lostTimer ||= setTimeout(() => {
    status?.removeAttribute("hidden");
    page.toggleAttribute("data-lost", true);
  }, LOST_MS);
}

function markConnected() {
  clearTimeout(lostTimer);
  lostTimer = 0;
  status?.setAttribute("hidden", "");
  page.removeAttribute("data-lost");
}

// A message is HTML; the attributes of #now have the data for scripts.
function applyMessage({ type, data, lastEventId }) {
  const content = parseFragment(data);
  clientVersion = lastEventId;
  lastShown = lastShown.then(() => showMessage(type, content));
}

async function showMessage(kind, content) {
  if (kind === "room") {
    swap(content);
    calls?.room();
    return;
  }
  const gameData = content.getElementById("now").dataset;
  const version = Number(gameData.version);
  const isLanding = version > shownVersion && "seat" in gameData;
  const isWhammy = isLanding && "whammy" in gameData;
  if (isLanding) await chaseLight(document.getElementById("now"), gameData.path.split(",").filter(Boolean).map(Number));
  const scoreBefore = isWhammy ? getPodium(gameData.seat).querySelector(".podium__score").textContent : "";
  swap(content);
  if (isWhammy) showWhammy(getPodium(gameData.seat), scoreBefore);
  page.toggleAttribute("data-over", "over" in gameData);
  calls?.decision(gameData);
  if (version !== shownVersion) live.textContent = gameData.news;
  shownVersion = version;
}

function getPodium(seat) {
  return document.querySelector(`#podiums [data-seat="${seat}"]`);
}
