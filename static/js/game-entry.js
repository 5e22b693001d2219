// The page for entering a game: turns buttons and forms into entries, which game-queue.js sends, and replaces parts of the page
// after each entry, also one from another device.

import { chaseLight, showWhammy } from "./chase.js";
import { keepOffline } from "./page.js";
import { parseFragment, replace } from "./parts.js";
import { Retry, hold, holdPage, release } from "./retry.js";

// Until the next poll: without odds, while the odds are being refined, otherwise.
const FIRST_PAUSE_MS = 250;
const REFINING_PAUSE_MS = 1000;
const IDLE_PAUSE_MS = 3000;

const entry = document.getElementById("entry");
const STATE_KEY = "game-state"; // the last response, for a reload without a connection
const pollRetry = new Retry(poll);
let pollTimer = 0;
let chaseEnd = Promise.resolve(); // the light may still be moving

restoreState();
keepOffline(entry.dataset.worker, location.pathname);
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button[data-event]");
  if (!button) return;
  event.preventDefault();
  if (button.getAttribute("aria-disabled") !== "true" || entry.hasAttribute("data-waiting")) {
    enterEvent(JSON.parse(button.dataset.event), button.dataset.words);
  }
});
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented) return;
  if ("form" in form.dataset) beginRound(event, form);
  else if ("hints" in form.dataset) postForm(event, form);
  else if (form.id === "call-form") postForm(event, form);
  if (!event.defaultPrevented) holdPage({ event, url: `${entry.dataset.events}?seen=${entry.dataset.seen}`, check: requireEmptyQueue, showWaiting });
});
document.addEventListener("change", sumGains);
document.addEventListener("game:state", ({ detail }) => {
  if (detail.stored) clearTextError();
  showState(detail);
  planPoll();
});
document.addEventListener("part:shown", ({ target, detail }) => {
  if (detail.focused && document.activeElement === document.body) target.querySelector("button, a")?.focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("game:shown")); // also for a part whose replacement had to wait for a pointer
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) poll(); });
planPoll();

document.addEventListener("game:enter", ({ detail: { event } }) => {
  if (event.square) chaseEnd = chaseLight(document.getElementById("ring"), [event.square, ...(event.moves ?? [])]);
});

function enterEvent(event, words) {
  release(); // a form that waits was about the game before this entry
  document.dispatchEvent(new CustomEvent("game:enter", { detail: { event, words } }));
}

// Enters the beginning of a round, or a question before it.
function beginRound(event, form) {
  event.preventDefault();
  const { question } = form.dataset;
  const round = question ? { type: "question", number: Number(question) } : { type: "round", round: Number(form.dataset.round) };
  for (const field of ["spins", "scores", "whammies"].map((name) => form.elements[name]).filter(Boolean)) {
    round[field.name] = parseThree(field.value);
    if (!round[field.name]) return rejectField(field);
  }
  return enterEvent(round, `${question ? `Question ${question}` : `Round ${round.round}`}: ${round.spins.join(", ")} spins`);
}

function rejectField(field) {
  field.setCustomValidity(`Three numbers, from left to right: ${field.placeholder}`);
  field.addEventListener("input", () => field.setCustomValidity(""), { once: true });
  field.reportValidity();
}

// Adds the spins of a question, tapped for each contestant, to the spins that the contestants have.
function sumGains({ target: { form, name } }) {
  if (!name?.startsWith("gain_")) return;
  const gains = new FormData(form);
  form.elements.spins.value = form.dataset.held.split("/").map((spins, seat) => Number(spins) + Number(gains.get(`gain_${seat}`) ?? 0)).join("/");
}

// Parses three numbers like the server (games/three_numbers.py); null for any other text.
function parseThree(text) {
  const plain = text.replace(/[$,](?=\d{3}(?!\d))|\$/g, "").trim();
  const numbers = /^\d{3}$/.test(plain) ? [...plain] : plain ? plain.split(/[\s/,.;-]+/) : ["0", "0", "0"];
  return numbers.length === 3 && numbers.every((number) => /^\d{1,6}$/.test(number)) ? numbers.map(Number) : null;
}

// Other forms lead to a new page, or are about the decision that the server knows: they are sent after the waiting entries.
function requireEmptyQueue() {
  if (entry.hasAttribute("data-waiting")) throw new Error("entries wait");
}

function showWaiting() {
  const words = document.createElement("p");
  words.className = "problem";
  words.dataset.held = "";
  words.textContent = "This needs a connection. What you typed stays, and is sent once the site can be reached.";
  document.getElementById("problem").replaceChildren(words);
}

// Clear the text line’s error once another event is entered, so that a reload does not send it again.
function clearTextError() {
  const error = document.getElementById("text_error");
  if (!error) return;
  error.remove();
  const field = document.getElementById("text");
  field.removeAttribute("aria-invalid");
  field.setAttribute("aria-describedby", "text_help");
  history.replaceState(null, "", location.href);
}

// Sends a form without leaving the page, then fetches the parts that changed.
function postForm(event, form) {
  event.preventDefault();
  // Not form.action, which may be a button of that name.
  const url = form.getAttribute("action");
  const body = new FormData(form, event.submitter);
  const reach = async () => {
    if (form.id === "call-form") requireEmptyQueue();
    const response = await fetch(url, { method: "POST", body });
    return response.status === 409 ? (await response.json()).message : "";
  };
  hold({ reach, send: showRefusal, showWaiting });
}

function showRefusal(refusal) {
  document.querySelector("#problem > [data-held]")?.remove();
  const error = document.getElementById("call-error");
  if (refusal && error) {
    Object.assign(error, { textContent: refusal, hidden: false });
    return;
  }
  entry.dataset.seen = "";
  poll();
}

function planPoll() {
  clearTimeout(pollTimer);
  const odds = document.querySelector("#odds[data-active]");
  pollTimer = setTimeout(poll, !odds ? IDLE_PAUSE_MS : odds.querySelector("b") ? REFINING_PAUSE_MS : FIRST_PAUSE_MS);
}

async function poll() {
  clearTimeout(pollTimer);
  pollRetry.cancel();
  if (!document.hidden) {
    try {
      const response = await fetch(`${entry.dataset.events}?seen=${entry.dataset.seen}`, { signal: AbortSignal.timeout(8000) });
      if (response.status === 200) showState(await response.json());
      pollRetry.stop();
    } catch {
      pollRetry.fail();
      return;
    }
  }
  planPoll();
}

function showState(data) {
  if (data.version < Number(entry.dataset.version)) return; // a later response came first
  const isNew = data.version > Number(entry.dataset.version);
  const hitPodium = isNew && data.landing?.whammy && data.landing.number === data.version ? `#podiums [data-seat="${data.landing.seat}"]` : "";
  const scoreBefore = hitPodium && document.querySelector(`${hitPodium} .podium__score`).textContent;
  Object.assign(entry.dataset, { version: data.version, seen: data.seen, round: data.round });
  for (const field of document.querySelectorAll("input[name=version]")) field.value = data.version;
  for (const part of [...parseFragment(data.state).children]) {
    const old = document.getElementById(part.id);
    if (toComparableHtml(old) !== toComparableHtml(part)) replace(old, part);
  }
  if (isNew) {
    const last = document.querySelector("#log li span")?.textContent ?? "";
    document.getElementById("announce").textContent = `${last} ${document.querySelector("#prompt h2").textContent}.`;
  }
  if (hitPodium) showWhammy(document.querySelector(hitPodium), scoreBefore);
  document.dispatchEvent(new CustomEvent("game:shown"));
  chaseEnd.then(() => {
    Object.assign(entry.dataset, { lit: data.landing?.path.at(-1) ?? "", tone: data.landing?.tone ?? "" });
    document.dispatchEvent(new CustomEvent("game:lit"));
  });
  try {
    localStorage.setItem(STATE_KEY, JSON.stringify({ ...data, code: entry.dataset.code }));
  } catch {
    // storage is disabled
  }
}

// Shows the last stored state if it is newer than the page, which the service worker may have kept.
function restoreState() {
  try {
    const last = JSON.parse(localStorage.getItem(STATE_KEY));
    if (last?.code === entry.dataset.code && last.version > Number(entry.dataset.version)) showState(last);
  } catch {
    // storage is disabled
  }
}

// The HTML of a part without the attributes that differ in each response.
function toComparableHtml(part) {
  return part.outerHTML.replace(/ name="id" value="[^"]*"/g, "").replace(/ hidden=""/g, "");
}
