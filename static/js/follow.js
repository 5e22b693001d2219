// Keeps the page of a game up to date with what its stream sends, as far behind as the viewer wants to be.

import { watchCalls } from "./calls.js";
import { chase, whammy } from "./chase.js";
import { parsed, swap } from "./parts.js";

const LOST_AFTER = 6000; // milliseconds without a connection until the page says so
const AGAIN_AFTER = 4000; // after an error that the browser does not get over by itself

const page = document.getElementById("follow");
const live = document.getElementById("live");
const status = document.getElementById("follow-status");
const delay = 1000 * Number(page.dataset.delay);
const calls = watchCalls(page);

const later = []; // messages that are not to be seen yet: { kind, version, due, facts, html }
let seen = page.dataset.version;
let shown = Number(page.dataset.version);
let source = null;
let lost = 0;
let timer = 0;
let showing = Promise.resolve(); // the light may still be moving

open();
document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
addEventListener("offline", lose); // a stream may take minutes to notice
addEventListener("online", () => { close(); open(); });

function open() {
  if (source || document.hidden) return;
  source = new EventSource(`${page.dataset.stream}?seen=${seen}&delay=${delay / 1000}`);
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

function close() {
  source?.close();
  source = null;
}

// The game may have gone on: the figures on the page are grey from then on.
function lose() {
  lost ||= setTimeout(() => {
    status.hidden = false;
    page.toggleAttribute("data-lost", true);
  }, LOST_AFTER);
}

function connected() {
  clearTimeout(lost);
  lost = 0;
  status.hidden = true;
  page.removeAttribute("data-lost");
}

// The first line of a message is the age of the event in seconds, the second what scripts need, the rest HTML.
function take({ type, data, lastEventId }) {
  const [age, facts, ...html] = data.split("\n");
  const message = { kind: type, facts: JSON.parse(facts), html: html.join("\n") };
  message.due = performance.now() + Math.max(delay - (type === "game" ? 1000 * age : 0), 0);
  seen = lastEventId;
  const same = later.findIndex(({ kind, facts: { version } }) => kind === type && version === message.facts.version);
  if (same >= 0 && type === "game") later.splice(same, 1, { ...message, due: later[same].due });
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

async function show({ kind, facts, html }) {
  const fresh = facts.version > shown ? facts.landing : null;
  if (fresh) await chase(document.getElementById("now"), fresh.path);
  const before = fresh?.whammy ? podium(fresh.seat).querySelector(".seat__score").textContent : "";
  swap(parsed(html));
  if (kind === "room") {
    calls.room();
    return;
  }
  if (fresh?.whammy) whammy(podium(fresh.seat), before);
  page.toggleAttribute("data-over", facts.over);
  calls.decision(facts);
  if (facts.version !== shown) live.textContent = facts.news;
  shown = facts.version;
}

function podium(seat) {
  return document.querySelector(`#podiums [data-seat="${seat}"]`);
}
