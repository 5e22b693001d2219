// Entries wait here until the server has them. They are stored in this browser, so that neither a reload nor a lost connection
// loses one, and sent in order, each with an id, so that none counts twice. Only the server applies the rules.

import { Retry } from "./retry.js";

const BATCH_SIZE = 50;
const TIMEOUT_MS = 15000; // milliseconds
const DOUBLE_TAP_MS = 350; // a second tap within this time is ignored
const QUIET_MS = 800; // only an entry that waits longer is shown as waiting

const entry = document.getElementById("entry");
const line = document.getElementById("waiting");
const problem = document.getElementById("problem");
const QUEUE_KEY = `game:${entry.dataset.code}`;

let memoryQueue = null; // the queue if the browser stores nothing
let isSending = false;
let lateTimer = 0;
let lastEntryTime = -DOUBLE_TAP_MS;
const retry = new Retry(sendEntries);

document.addEventListener("game:enter", ({ detail }) => addEntry(detail.event, detail.words));
addEventListener("storage", (event) => { if (event.key === QUEUE_KEY) showQueue(); });
for (const place of [line, problem]) place.addEventListener("click", handleChoice);
if (readQueue().items.length) lateTimer = -1;
showQueue();
sendEntries();

function addEntry(event, words) {
  const undoes = event.type === "undo" || event.type === "redo";
  if (!undoes && performance.now() - lastEntryTime < DOUBLE_TAP_MS) return;
  lastEntryTime = performance.now();
  const queue = readQueue();
  if (event.type === "undo" && queue.items.length && !queue.items.at(-1).tried) {
    queue.items.pop(); // it has never left this browser
  } else {
    if (!queue.items.length) Object.assign(queue, { version: Number(entry.dataset.version), stopped: null });
    queue.items.push({ id: createId(), event, words, tried: false });
  }
  problem.replaceChildren();
  writeQueue(queue);
  sendEntries();
}

async function sendEntries() {
  retry.cancel();
  const queue = readQueue();
  if (isSending || queue.stopped || !queue.items.length) return;
  isSending = true;
  // While the site is away, newer entries are not sent, so that they can be undone.
  const sentItems = queue.items.filter((item) => item.tried);
  const batch = (retry.failures && sentItems.length ? sentItems : queue.items).slice(0, BATCH_SIZE);
  for (const item of batch) item.tried = true;
  writeQueue(queue);
  try {
    const response = await fetch(entry.dataset.events, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ version: queue.version, events: batch.map(({ id, event }) => ({ ...event, id })) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status === 429 || response.status >= 500) throw new Error("later");
    const html = !response.headers.get("Content-Type")?.includes("json");
    if (html && response.ok) throw new Error("a proxy's page");
    applyResponse(response, html ? {} : await response.json());
    retry.stop();
  } catch {
    retry.fail();
  }
  isSending = false;
  if (!retry.waits) sendEntries();
  showQueue();
}

function applyResponse(response, data) {
  const queue = readQueue();
  const knownIds = new Set(data.known);
  queue.items = queue.items.filter((item) => !knownIds.has(item.id));
  if (response.status === 409) {
    if (queue.items.length) queue.stopped = { news: data.news, version: data.version };
  } else if (data.refused) {
    const item = queue.items.find(({ id }) => id === data.refused.id);
    queue.items = queue.items.filter((other) => other !== item);
    queue.stopped = { message: `${quoteEntries([item])} was not entered. ${data.refused.message}` };
    queue.version = data.version;
  } else if (response.ok) {
    queue.version = data.version;
  } else {
    queue.stopped = { message: data.message ?? "The server does not accept this page’s entries. Reload the page; waiting entries are kept." };
  }
  writeQueue(queue);
  if (data.state) document.dispatchEvent(new CustomEvent("game:state", { detail: data }));
}

// Handles the buttons of the messages about the queue.
function handleChoice({ target }) {
  const choice = target.dataset.queue;
  if (!choice) return undefined;
  const queue = readQueue();
  if (choice === "pass") return addEntry({ type: "pass" }, "Pass");
  if (choice === "round") return document.dispatchEvent(new CustomEvent("game:round"));
  if (choice === "send" && queue.stopped?.version) queue.version = queue.stopped.version;
  if (choice === "drop") queue.items = [];
  queue.stopped = null;
  writeQueue(queue);
  return sendEntries();
}

// Shows the waiting entries, and the reason why they wait.
function showQueue() {
  const { items, stopped } = readQueue();
  clearTimeout(lateTimer > 0 ? lateTimer : 0);
  entry.toggleAttribute("data-waiting", items.length > 0 && (lateTimer === -1 || Boolean(stopped)));
  document.dispatchEvent(new CustomEvent("game:queue", { detail: { items, round: getLastRound(items), waits: items.some(({ event }) => event.type === "round") } }));
  if (stopped) {
    const waitingText = items.length ? `${describeEntries(items)} ${items.length === 1 ? "It waits." : "They wait."}` : "";
    const text = stopped.news ? `Meanwhile, on another device: ${stopped.news.join(" ")} Yours: ${quoteEntries(items)}.` : `${stopped.message} ${waitingText}`;
    showMessage(problem, "problem", text, items.length ? (stopped.news
      ? { send: "Enter mine after it", drop: "Drop mine" }
      : { send: items.length === 1 ? "Enter it" : "Enter them", drop: items.length === 1 ? "Drop it" : "Drop them" }) : {});
    line.replaceChildren();
    return;
  }
  if (problem.querySelector("[data-queue]")) problem.replaceChildren();
  if (!items.length) {
    lateTimer = 0;
    line.replaceChildren();
  } else if (lateTimer === -1) {
    const state = retry.failures ? " Kept here until the site can be reached." : "";
    showMessage(line, "waiting__line", `${items.length === 1 ? "1 entry waits" : `${items.length} entries wait`} to be sent: ${quoteEntries(items)}.${state}`,
      { pass: "Pass to the higher score", ...(getLastRound(items) < 2 ? { round: "Round 2 begins" } : {}) });
  } else {
    lateTimer = setTimeout(() => { lateTimer = -1; showQueue(); }, QUIET_MS);
  }
}

function showMessage(place, name, text, buttons) {
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

// The round of the last waiting entry.
function getLastRound(items) {
  return items.findLast(({ event }) => event.type === "round")?.event.round ?? Number(entry.dataset.round);
}

function describeEntries(items) {
  return `${items.length === 1 ? "1 later entry" : `${items.length} later entries`}: ${quoteEntries(items)}.`;
}

function quoteEntries(items) {
  return items.map((item) => `“${item?.words ?? "an entry"}”`).join(", ");
}

function createId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16)); // randomUUID is not available without HTTPS
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function readQueue() {
  try {
    const queue = JSON.parse(localStorage.getItem(QUEUE_KEY));
    if (Array.isArray(queue?.items)) return queue;
  } catch {
    // storage is disabled, or has another value under this key
  }
  return memoryQueue ?? { version: Number(entry.dataset.version), items: [], stopped: null };
}

function writeQueue(queue) {
  memoryQueue = queue;
  try {
    if (queue.items.length || queue.stopped) localStorage.setItem(QUEUE_KEY, JSON.stringify(queue));
    else localStorage.removeItem(QUEUE_KEY);
    memoryQueue = null;
  } catch {
    // storage is disabled: the queue lasts as long as the page
  }
  showQueue();
}
