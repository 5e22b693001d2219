// The page on which a game is entered: buttons and forms become entries (game-queue.js sends them), and the parts that
// change come from the server, after each entry and when another device has entered something.

import { chase, whammy } from "./chase.js";
import { keep } from "./page.js";
import { parsed, replace } from "./parts.js";
import { Retry, hold, holdPage, release } from "./retry.js";

// Milliseconds until the page looks again: while there are no odds yet, while they are being refined, otherwise.
const FIRST = 250;
const QUICK = 1000;
const CALM = 3000;

const entry = document.getElementById("entry");
const STATE = "game-state"; // what the server said last, for a page that is reloaded without it
const looking = new Retry(look);
let timer = 0;
let chasing = Promise.resolve(); // the light may still be moving

recall();
keep(entry.dataset.worker, location.pathname);
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button[data-event]");
  if (!button) return;
  event.preventDefault();
  if (button.getAttribute("aria-disabled") !== "true" || entry.hasAttribute("data-waiting")) {
    enter(JSON.parse(button.dataset.event), button.dataset.words);
  }
});
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented) return;
  if ("form" in form.dataset) begin(event, form);
  else if ("hints" in form.dataset) post(event, form);
  else if (form.id === "call-form") post(event, form);
  if (!event.defaultPrevented) holdPage({ event, url: `${entry.dataset.events}?seen=${entry.dataset.seen}`, check, showWaiting });
});
document.addEventListener("change", gain);
document.addEventListener("game:state", ({ detail }) => {
  if (detail.stored) settle();
  swap(detail);
  plan();
});
document.addEventListener("part:shown", ({ target, detail }) => {
  if (detail.focused && document.activeElement === document.body) target.querySelector("button, a")?.focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("game:shown")); // also where it had to wait for a pointer
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
plan();

document.addEventListener("game:enter", ({ detail: { event } }) => {
  if (event.square) chasing = chase(document.getElementById("ring"), [event.square, ...(event.moves ?? [])]);
});

function enter(event, words) {
  release(); // it was about the game before this
  document.dispatchEvent(new CustomEvent("game:enter", { detail: { event, words } }));
}

// A round begins, or a question before it was answered.
function begin(event, form) {
  event.preventDefault();
  const { question } = form.dataset;
  const round = question ? { type: "question", number: Number(question) } : { type: "round", round: Number(form.dataset.round) };
  for (const field of ["spins", "scores", "whammies"].map((name) => form.elements[name]).filter(Boolean)) {
    round[field.name] = three(field.value);
    if (!round[field.name]) return refuse(field);
  }
  return enter(round, `${question ? `Question ${question}` : `Round ${round.round}`}: ${round.spins.join(", ")} spins`);
}

function refuse(field) {
  field.setCustomValidity(`Three numbers, from left to right: ${field.placeholder}`);
  field.addEventListener("input", () => field.setCustomValidity(""), { once: true });
  field.reportValidity();
}

// What a question brought, tapped for each contestant, as the spins that the podiums then show.
function gain({ target: { form, name } }) {
  if (!name?.startsWith("gain_")) return;
  const gains = new FormData(form);
  form.elements.spins.value = form.dataset.held.split("/").map((held, seat) => Number(held) + Number(gains.get(`gain_${seat}`) ?? 0)).join("/");
}

// Three numbers, as the server reads them (games/three.py); null if they are not.
function three(text) {
  const plain = text.replace(/[$,](?=\d{3}(?!\d))|\$/g, "").trim();
  const found = /^\d{3}$/.test(plain) ? [...plain] : plain ? plain.split(/[\s/,.;-]+/) : ["0", "0", "0"];
  return found.length === 3 && found.every((each) => /^\d{1,6}$/.test(each)) ? found.map(Number) : null;
}

// Other forms lead to a new page, or are about the decision that the site knows of: both need the site, and come after the
// entries that wait.
function check() {
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
function settle() {
  const error = document.getElementById("text_error");
  if (!error) return;
  error.remove();
  const field = document.getElementById("text");
  field.removeAttribute("aria-invalid");
  field.setAttribute("aria-describedby", "text_help");
  history.replaceState(null, "", location.href);
}

// A form about what is shown: the parts that change follow.
function post(event, form) {
  event.preventDefault();
  // Not form.action, which may be a button of that name.
  const url = form.getAttribute("action");
  const body = new FormData(form, event.submitter);
  const reach = async () => {
    if (form.id === "call-form") check();
    const response = await fetch(url, { method: "POST", body });
    return response.status === 409 ? (await response.json()).message : "";
  };
  hold({ reach, send: posted, showWaiting });
}

function posted(refusal) {
  document.querySelector("#problem > [data-held]")?.remove();
  const error = document.getElementById("call-error");
  if (refusal && error) {
    Object.assign(error, { textContent: refusal, hidden: false });
    return;
  }
  entry.dataset.seen = "";
  look();
}

function plan() {
  clearTimeout(timer);
  const odds = document.querySelector("#odds[data-active]");
  timer = setTimeout(look, !odds ? CALM : odds.querySelector("b") ? QUICK : FIRST);
}

async function look() {
  clearTimeout(timer);
  looking.cancel();
  if (!document.hidden) {
    try {
      const response = await fetch(`${entry.dataset.events}?seen=${entry.dataset.seen}`, { signal: AbortSignal.timeout(8000) });
      if (response.status === 200) swap(await response.json());
      looking.stop();
    } catch {
      looking.fail();
      return;
    }
  }
  plan();
}

function swap(data) {
  if (data.version < Number(entry.dataset.version)) return; // an answer that was overtaken by a later one
  const changed = data.version > Number(entry.dataset.version);
  const hit = changed && data.landing?.whammy && data.landing.number === data.version ? `#podiums [data-seat="${data.landing.seat}"]` : "";
  const before = hit && document.querySelector(`${hit} .podium__score`).textContent;
  Object.assign(entry.dataset, { version: data.version, seen: data.seen, round: data.round });
  for (const field of document.querySelectorAll("input[name=version]")) field.value = data.version;
  for (const fresh of [...parsed(data.state).children]) {
    const old = document.getElementById(fresh.id);
    if (same(old) !== same(fresh)) replace(old, fresh);
  }
  if (changed) {
    const last = document.querySelector("#log li span")?.textContent ?? "";
    document.getElementById("announce").textContent = `${last} ${document.querySelector("#prompt h2").textContent}.`;
  }
  if (hit) whammy(document.querySelector(hit), before);
  document.dispatchEvent(new CustomEvent("game:shown"));
  chasing.then(() => {
    Object.assign(entry.dataset, { lit: data.landing?.path.at(-1) ?? "", tone: data.landing?.tone ?? "" });
    document.dispatchEvent(new CustomEvent("game:lit"));
  });
  try {
    localStorage.setItem(STATE, JSON.stringify({ ...data, code: entry.dataset.code }));
  } catch {
    // storage is disabled
  }
}

// The page may be older than what was seen last, where the service worker had to bring it.
function recall() {
  try {
    const last = JSON.parse(localStorage.getItem(STATE));
    if (last?.code === entry.dataset.code && last.version > Number(entry.dataset.version)) swap(last);
  } catch {
    // storage is disabled
  }
}

// A part as text, without what differs each time it is sent.
function same(part) {
  return part.outerHTML.replace(/ name="id" value="[^"]*"/g, "").replace(/ hidden=""/g, "");
}
