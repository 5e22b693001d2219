// Live answers: every change of the podiums is sent in the background. The old answer stays, faded,
// until the new one replaces it, and the address is updated. Without this file the form's button does
// the same.

import * as parts from "./parts.js";
import { Retry } from "./retry.js";

// Milliseconds without a change
const TYPED = 200; // before a typed number is sent
const STEPPED = 90; // before a stepped number is sent
const SETTLED = 600; // before a history entry is complete and the answer is announced
const PARTS = ["settings-now", "mover", "asked", "notices", "odds-0", "odds-1", "odds-2", "acts", "below", "live-status", "answer"]; // of a whole page
const form = document.getElementById("podiums");
const liveRegion = document.getElementById("live");

let retry = new Retry(() => undefined); // of the newest request
let turn = 0; // incremented by every change; responses of earlier turns are dropped
let calls = new AbortController(); // for other answers' pages
let timer = 0;
let settling = 0;
let changing = false; // whether the newest history entry belongs to numbers still being changed
let shown = numbers(served()); // the form's state for the answer shown
let asked = shown;
const keys = new Set([status().dataset.key]); // of what the page has asked: at the next change its jobs stop, unless others look
let at = standing();
let visiting = -1; // the turn in which another answer's page is fetched, of which nothing is shown yet
let walking = false; // a link inside the answer was followed: the next answer is shown from its top

form.addEventListener("podiums:change", (event) => changed(event.detail?.typed));
window.addEventListener("popstate", () => {
  if (standing() !== at) visit(location.href); // not for a link within the page
});
document.addEventListener("answer:better", () => {
  if (!busy() && numbers() === shown) visit(location.href);
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-live] a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  visit(link.href);
  walking = Boolean(link.closest("#answer, #below"));
});
// The old answer makes no requests while a new one is being computed.
document.addEventListener("part:request", (event) => {
  if (busy() && event.detail.verb === "get" && event.target.closest("#answer, #below")) event.preventDefault();
});
document.addEventListener("part:response", (event) => {
  if (busy() && event.detail.verb === "get" && event.target.id !== "live-status" && !form.contains(event.target)) event.preventDefault();
});
document.addEventListener("part:shown", ({ target }) => {
  if (target.id === "answer" && "quiet" in target.dataset) arrived();
});

// After going back or reloading, the form may have other numbers than the answer.
window.addEventListener("pageshow", followRestored);
followRestored();

function followRestored() {
  if (form.dataset.answered && numbers() !== shown) changed();
}

function changed(typed) {
  const now = numbers();
  if (visiting === turn && now === asked) return; // a podium that is only looked at stops no visit
  const mine = begin();
  if (now === shown && asked === shown) {
    clearStatus();
    clearProblems();
    settle(mine);
    return;
  }
  if (!("problem" in status().dataset)) fade("Updating the answer…");
  timer = setTimeout(() => ask(mine, now), typed ? TYPED : STEPPED);
}

function begin() {
  turn += 1;
  calls.abort();
  calls = new AbortController();
  clearTimeout(timer);
  clearTimeout(settling);
  retry.stop();
  return turn;
}

// The response has the answer and all that changes with it, or a status line that asks for them until they are there.
function ask(mine, now, rest = false) {
  retry.stop();
  retry = new Retry(() => send(mine, now, rest));
  return send(mine, now, rest);
}

async function send(mine, now, rest) {
  const body = new URLSearchParams(new FormData(form)); // which the site reads in a tenth of the time
  const left = [...keys];
  body.append("left", left.join(" "));
  if (rest) body.append("rest", "");
  if (document.querySelector("#answer.answer")) body.append("kept", "");
  performance.mark("live:ask");
  asked = now;
  try {
    const found = await parts.ask(form.dataset.liveUrl, { method: "POST", body }); // late, too, for its key
    if (found) renew(found, left);
    if (mine !== turn) return;
    retry.stop();
    take(found, mine);
  } catch (error) {
    if (mine !== turn) return;
    fade("This is the previous answer.", "The site cannot be reached; your numbers are kept, and sent once it can be.");
    retry.fail();
  }
}

// What was left has been stopped, and the response names what has been asked.
function renew(found, left) {
  const key = found.getElementById("live-status")?.dataset.key;
  if (!key) return;
  for (const each of left) keys.delete(each);
  keys.add(key);
}

function take(found, mine) {
  const problems = found ? [...found.querySelectorAll("[data-target]")] : [];
  const fresh = found?.getElementById("live-status");
  if (problems.length) {
    // Do not interrupt typing.
    timer = setTimeout(() => mine === turn && showProblems(problems), SETTLED - TYPED);
  } else if (fresh) {
    clearProblems();
    move(fresh.dataset.address);
    if (fresh.dataset.rest) timer = setTimeout(() => ask(mine, asked, true), Number(fresh.dataset.rest));
    parts.swap(found);
  } else {
    fade("This is the previous answer.", "Use “Answer” to try again.");
  }
}

function arrived() {
  form.dataset.answered = document.getElementById("asked").textContent;
  shown = asked;
  performance.mark("live:shown");
  if (walking) document.querySelector(".staged").scrollIntoView();
  walking = false;
  settle(turn);
}

// One history entry for a series of changes, so that “back” returns to the start of the series.
function move(address) {
  const here = new URL(address, location.href).href;
  if (here === location.href) return;
  if (changing) history.replaceState(null, "", here);
  else history.pushState(null, "", here);
  changing = true;
  at = standing();
}

function standing() {
  return location.pathname + location.search;
}

function settle(mine) {
  clearTimeout(settling);
  settling = setTimeout(() => {
    if (mine !== turn) return;
    changing = false;
    const answer = document.getElementById("answer");
    if (!("quiet" in answer.dataset)) return;
    delete answer.dataset.quiet;
    answer.dispatchEvent(new CustomEvent("answer:settled", { bubbles: true }));
  }, SETTLED);
}

// Another answer, from the history or a link: fetches its page and takes over its content.
async function visit(address) {
  const mine = begin();
  visiting = mine;
  changing = false;
  at = standing();
  fade("Loading…");
  try {
    const response = await fetch(address, { signal: calls.signal });
    const found = parts.parsed(await response.text());
    if (mine !== turn) return;
    const part = found.getElementById("answer");
    const theirs = found.getElementById("podiums");
    if (!part || !theirs) {
      location.assign(address);
      return;
    }
    if (response.redirected) history.replaceState(null, "", response.url);
    visiting = -1;
    fill(theirs);
    clearProblems();
    if (part.dataset.state === "waiting" && document.querySelector("#answer.answer")) {
      await ask(mine, numbers()); // keep the old answer until there is a new one
      return;
    }
    asked = numbers();
    renew(found, keys);
    part.dataset.quiet = "";
    parts.swap(found, { names: PARTS });
  } catch (error) {
    if (error.name !== "AbortError" && mine === turn) location.assign(address);
  }
}

// Copies the values of another page's form; the fields of board and rules are its own, fetched anew if they are open here.
function fill(theirs) {
  parts.replace(document.getElementById("settings-fields"), theirs.querySelector("#settings-fields"));
  for (const element of theirs.elements) {
    if (!element.name) continue;
    const same = [...form.elements].filter((own) => own.name === element.name);
    if (element.matches("[type=radio], [type=checkbox]")) {
      for (const own of same) if (own.value === element.value) own.checked = element.checked;
    } else if (same[0]) {
      same[0].value = element.value;
    }
  }
  form.dispatchEvent(new CustomEvent("podiums:set", { bubbles: true }));
}

// The form as sent by the server, without restored values.
function served() {
  const copy = form.cloneNode(true);
  copy.reset();
  return copy;
}

// Blank fields count as missing ones: board and rules have more fields once they are opened.
function numbers(of = form) {
  const data = new FormData(of);
  for (const aside of ["line", "line_was", "typed"]) data.delete(aside);
  return JSON.stringify([...data].filter(([, value]) => value).sort());
}

// --- The old answer, faded ---------------------------------------------------------------------

function busy() {
  return document.getElementById("answer").getAttribute("aria-busy") === "true";
}

function fade(title, detail) {
  document.getElementById("answer").setAttribute("aria-busy", "true");
  showStatus(title, detail);
}

function status() {
  return document.getElementById("live-status");
}

// A new line in place of one that may be asking for an answer: it stops.
function showStatus(title, detail = "") {
  const line = Object.assign(document.createElement("p"), { id: "live-status", className: "stage__status", hidden: !title });
  line.append(Object.assign(document.createElement("b"), { textContent: title }), ` ${detail}`);
  status().replaceWith(line);
}

function clearStatus() {
  document.getElementById("answer").removeAttribute("aria-busy");
  showStatus("");
}

// --- Errors beside their fields ----------------------------------------------------------------

function showProblems(found) {
  clearProblems();
  for (const list of found) {
    const field = document.getElementById(list.dataset.target) ?? form;
    place(field, list);
    if (field === form) continue;
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", list.id);
    for (let drawer = field.closest("details"); drawer; drawer = drawer.parentElement.closest("details")) {
      if (!drawer.name || !form.querySelector("[name=podium][open]")) drawer.open = true; // another may be being changed
    }
  }
  document.getElementById("answer").removeAttribute("aria-busy");
  showStatus("This answer is for", form.dataset.answered);
  status().dataset.problem = "";
  liveRegion.textContent = found.map(({ dataset: { where }, textContent }) => (where ? `${where}: ${textContent}` : textContent))
    .join(" ");
}

function place(field, list) {
  if (field === form || field.name === "up") form.querySelector(".podiums").after(list);
  else if (field.matches("[type=radio]")) field.closest("fieldset").append(list);
  else (field.closest(".score, .count, .change__line") ?? field).after(list);
}

function clearProblems() {
  for (const list of form.querySelectorAll("[data-target]")) {
    const field = document.getElementById(list.dataset.target);
    field?.removeAttribute("aria-invalid");
    field?.removeAttribute("aria-describedby");
    list.remove();
  }
}
