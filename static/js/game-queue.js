// Entries wait here until the server has them. They are kept in this browser, so that neither a reload nor a lost
// connection loses one, and sent in order, each with an id, so that none counts twice. What they mean is for the
// server to say: the rules are not written again here.

import { Retry } from "./retry.js";

const BATCH = 50;
const TIMEOUT = 15000; // milliseconds
const TWICE = 350; // a second tap sooner than that was not meant
const QUIET = 800; // an entry that arrives sooner is not spoken of

const entry = document.getElementById("entry");
const line = document.getElementById("waiting");
const problem = document.getElementById("problem");
const KEY = `game:${entry.dataset.code}`;

let memory = null; // the queue where the browser keeps nothing
let sending = false;
let late = 0;
let last = -TWICE; // when something was entered
const retry = new Retry(send);

document.addEventListener("game:enter", ({ detail }) => add(detail.event, detail.words));
addEventListener("storage", (event) => { if (event.key === KEY) show(); });
for (const place of [line, problem]) place.addEventListener("click", answer);
if (read().items.length) late = -1;
show();
send();

function add(event, words) {
  const undoes = event.type === "undo" || event.type === "redo";
  if (!undoes && performance.now() - last < TWICE) return;
  last = performance.now();
  const queue = read();
  if (event.type === "undo" && queue.items.length && !queue.items.at(-1).tried) {
    queue.items.pop(); // it has never left this browser
  } else {
    if (!queue.items.length) Object.assign(queue, { version: Number(entry.dataset.version), stopped: null });
    queue.items.push({ id: newId(), event, words, tried: false });
  }
  problem.replaceChildren();
  write(queue);
  send();
}

async function send() {
  retry.cancel();
  const queue = read();
  if (sending || queue.stopped || !queue.items.length) return;
  sending = true;
  // While the site is away, what was entered since does not leave this browser, so that it can be taken back.
  const tried = queue.items.filter((item) => item.tried);
  const batch = (retry.failures && tried.length ? tried : queue.items).slice(0, BATCH);
  for (const item of batch) item.tried = true;
  write(queue);
  try {
    const response = await fetch(entry.dataset.events, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ version: queue.version, events: batch.map(({ id, event }) => ({ ...event, id })) }),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (response.status === 429 || response.status >= 500) throw new Error("later");
    const html = !response.headers.get("Content-Type")?.includes("json");
    if (html && response.ok) throw new Error("a proxy's page");
    received(response, html ? {} : await response.json());
    retry.stop();
  } catch {
    retry.fail();
  }
  sending = false;
  if (!retry.waits) send();
  show();
}

function received(response, data) {
  const queue = read();
  const known = new Set(data.known);
  queue.items = queue.items.filter((item) => !known.has(item.id));
  if (response.status === 409) {
    if (queue.items.length) queue.stopped = { news: data.news, version: data.version };
  } else if (data.refused) {
    const item = queue.items.find(({ id }) => id === data.refused.id);
    queue.items = queue.items.filter((each) => each !== item);
    queue.stopped = { message: `${quoted([item])} was not entered. ${data.refused.message}` };
    queue.version = data.version;
  } else if (response.ok) {
    queue.version = data.version;
  } else {
    queue.stopped = { message: data.message ?? "The server does not take what this page sends. Reload the page; what waits is kept." };
  }
  write(queue);
  if (data.state) document.dispatchEvent(new CustomEvent("game:state", { detail: data }));
}

// Buttons on what is said about the queue.
function answer({ target }) {
  const choice = target.dataset.queue;
  if (!choice) return undefined;
  const queue = read();
  if (choice === "pass") return add({ type: "pass" }, "Pass");
  if (choice === "round") return document.dispatchEvent(new CustomEvent("game:round"));
  if (choice === "send" && queue.stopped?.version) queue.version = queue.stopped.version;
  if (choice === "drop") queue.items = [];
  queue.stopped = null;
  write(queue);
  return send();
}

// Says what waits, and why.
function show() {
  const { items, stopped } = read();
  clearTimeout(late > 0 ? late : 0);
  entry.toggleAttribute("data-waiting", items.length > 0 && (late === -1 || Boolean(stopped)));
  document.dispatchEvent(new CustomEvent("game:queue", { detail: { items, round: begun(items), waits: items.some(({ event }) => event.type === "round") } }));
  if (stopped) {
    const rest = items.length ? `${sentence(items)} ${items.length === 1 ? "It waits." : "They wait."}` : "";
    const what = stopped.news ? `Meanwhile, on another device: ${stopped.news.join(" ")} Yours: ${quoted(items)}.` : `${stopped.message} ${rest}`;
    say(problem, "problem", what, items.length ? (stopped.news
      ? { send: "Enter mine after it", drop: "Drop mine" }
      : { send: items.length === 1 ? "Enter it" : "Enter them", drop: items.length === 1 ? "Drop it" : "Drop them" }) : {});
    line.replaceChildren();
    return;
  }
  if (problem.querySelector("[data-queue]")) problem.replaceChildren();
  if (!items.length) {
    late = 0;
    line.replaceChildren();
  } else if (late === -1) {
    const state = retry.failures ? " Kept here until the site can be reached." : "";
    say(line, "waiting__line", `${items.length === 1 ? "1 entry waits" : `${items.length} entries wait`} to be sent: ${quoted(items)}.${state}`,
      { pass: "Pass to the higher score", ...(begun(items) < 2 ? { round: "Round 2 begins" } : {}) });
  } else {
    late = setTimeout(() => { late = -1; show(); }, QUIET);
  }
}

function say(place, name, text, buttons) {
  if (place.dataset.said === text && place.firstChild) return;
  place.dataset.said = text;
  const box = document.createElement("div");
  box.className = name;
  const words = document.createElement("p");
  words.textContent = text;
  box.append(words);
  for (const [choice, label] of Object.entries(buttons)) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "button", textContent: label });
    button.dataset.queue = choice;
    box.append(button);
  }
  place.replaceChildren(box);
}

// The round that the last of what waits is in.
function begun(items) {
  return items.findLast(({ event }) => event.type === "round")?.event.round ?? Number(entry.dataset.round);
}

function sentence(items) {
  return `${items.length === 1 ? "1 later entry" : `${items.length} later entries`}: ${quoted(items)}.`;
}

function quoted(items) {
  return items.map((item) => `“${item?.words ?? "an entry"}”`).join(", ");
}

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16)); // randomUUID is not available without HTTPS
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function read() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY));
    if (Array.isArray(found?.items)) return found;
  } catch {
    // storage is disabled, or has another value under this key
  }
  return memory ?? { version: Number(entry.dataset.version), items: [], stopped: null };
}

function write(queue) {
  memory = queue;
  try {
    if (queue.items.length || queue.stopped) localStorage.setItem(KEY, JSON.stringify(queue));
    else localStorage.removeItem(KEY);
    memory = null;
  } catch {
    // storage is disabled: what waits lasts as long as the page
  }
  show();
}
