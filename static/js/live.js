// Live answers: every change of the podiums is sent in the background. The old answer stays, faded,
// until the new one replaces it, and the address is updated. Without this file the form's button does
// the same.

import * as parts from "./parts.js";
import { Retry } from "./retry.js";

// Milliseconds without a change:
const TYPED_PAUSE_MS = 200; // before a typed number is sent
const STEPPED_PAUSE_MS = 90; // before a stepped number is sent
const FINISH_PAUSE_MS = 600; // before a history entry is complete and the answer is announced
const PARTS = ["settings-now", "mover", "asked", "notices", "odds-0", "odds-1", "odds-2", "acts", "below", "live-status", "answer"]; // of a whole page
const form = document.getElementById("podiums");
const liveRegion = document.getElementById("live");

let retry = new Retry(() => undefined); // of the newest request
let turnId = 0; // incremented by every change; responses of earlier turns are dropped
let visitRequest = new AbortController(); // for other answers' pages
let requestTimer = 0;
let finishTimer = 0;
let isChanging = false; // whether the newest history entry belongs to numbers still being changed
let shownNumbers = readNumbers(copyServedForm()); // the form's state for the answer shown
let requestedNumbers = shownNumbers;
const jobKeys = new Set([getStatusLine().dataset.key]); // of this page's questions; at the next change their jobs stop, unless others view them
let shownUrl = currentUrl();
let visitTurn = -1; // the turn in which another answer's page is fetched; -1 once it is shown
let isLinkFollowed = false; // a link inside the answer was followed: the next answer is shown from its top

form.addEventListener("podiums:change", (event) => handleChange(event.detail?.typed));
window.addEventListener("popstate", () => {
  if (currentUrl() !== shownUrl) visit(location.href); // not for a link within the page
});
document.addEventListener("answer:better", () => {
  if (!isBusy() && readNumbers() === shownNumbers) visit(location.href);
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-live] a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  visit(link.href);
  isLinkFollowed = Boolean(link.closest("#answer, #below"));
});
// The old answer makes no requests while a new one is being computed.
document.addEventListener("part:request", (event) => {
  if (isBusy() && event.detail.verb === "get" && event.target.closest("#answer, #below")) event.preventDefault();
});
document.addEventListener("part:response", (event) => {
  if (isBusy() && event.detail.verb === "get" && event.target.id !== "live-status" && !form.contains(event.target)) event.preventDefault();
});
document.addEventListener("part:shown", ({ target }) => {
  if (target.id === "answer" && "quiet" in target.dataset) markShown();
});

// After going back or reloading, the form may have other numbers than the answer.
window.addEventListener("pageshow", followRestored);
followRestored();

function followRestored() {
  if (form.dataset.answered && readNumbers() !== shownNumbers) handleChange();
}

function handleChange(typed) {
  const currentNumbers = readNumbers();
  if (visitTurn === turnId && currentNumbers === requestedNumbers) return; // opening a podium does not stop the visit
  const ownTurn = beginTurn();
  if (currentNumbers === shownNumbers && requestedNumbers === shownNumbers) {
    clearStatus();
    clearProblems();
    finishChange(ownTurn);
    return;
  }
  if (!("problem" in getStatusLine().dataset)) fadeAnswer("Updating the answer…");
  requestTimer = setTimeout(() => requestAnswer(ownTurn, currentNumbers), typed ? TYPED_PAUSE_MS : STEPPED_PAUSE_MS);
}

function beginTurn() {
  turnId += 1;
  visitRequest.abort();
  visitRequest = new AbortController();
  clearTimeout(requestTimer);
  clearTimeout(finishTimer);
  retry.stop();
  return turnId;
}

// Requests the answer: the response has all parts that change, or a status line that polls for them.
function requestAnswer(ownTurn, currentNumbers, isRepeat = false) {
  retry.stop();
  retry = new Retry(() => send(ownTurn, currentNumbers, isRepeat));
  return send(ownTurn, currentNumbers, isRepeat);
}

async function send(ownTurn, currentNumbers, isRepeat) {
  const body = new URLSearchParams(new FormData(form)); // which Django parses ten times as fast as FormData
  const abandonedKeys = [...jobKeys];
  body.append("left", abandonedKeys.join(" "));
  if (isRepeat) body.append("rest", "");
  if (document.querySelector("#answer.answer")) body.append("kept", "");
  performance.mark("live:ask");
  requestedNumbers = currentNumbers;
  try {
    const fragment = await parts.fetchFragment(form.dataset.liveUrl, { method: "POST", body }); // also of an earlier turn, for its key
    if (fragment) replaceKeys(fragment, abandonedKeys);
    if (ownTurn !== turnId) return;
    retry.stop();
    applyResponse(fragment, ownTurn);
  } catch (error) {
    if (ownTurn !== turnId) return;
    fadeAnswer("This is the previous answer.", "The site cannot be reached; your numbers are kept, and sent once it can be.");
    retry.fail();
  }
}

// Replaces the keys of jobs that the server has stopped by the key of the new question.
function replaceKeys(fragment, abandonedKeys) {
  const key = fragment.getElementById("live-status")?.dataset.key;
  if (!key) return;
  for (const abandonedKey of abandonedKeys) jobKeys.delete(abandonedKey);
  jobKeys.add(key);
}

function applyResponse(fragment, ownTurn) {
  const problems = fragment ? [...fragment.querySelectorAll("[data-target]")] : [];
  const fresh = fragment?.getElementById("live-status");
  if (problems.length) {
    // Do not interrupt typing.
    requestTimer = setTimeout(() => ownTurn === turnId && showProblems(problems), FINISH_PAUSE_MS - TYPED_PAUSE_MS);
  } else if (fresh) {
    clearProblems();
    updateHistory(fresh.dataset.address);
    if (fresh.dataset.rest) requestTimer = setTimeout(() => requestAnswer(ownTurn, requestedNumbers, true), Number(fresh.dataset.rest));
    parts.swap(fragment);
  } else {
    fadeAnswer("This is the previous answer.", "Use “Answer” to try again.");
  }
}

function markShown() {
  form.dataset.answered = document.getElementById("asked").textContent;
  shownNumbers = requestedNumbers;
  performance.mark("live:shown");
  if (isLinkFollowed) document.querySelector(".staged").scrollIntoView();
  isLinkFollowed = false;
  finishChange(turnId);
}

// One history entry for a series of changes, so that “back” returns to the start of the series.
function updateHistory(address) {
  const url = new URL(address, location.href).href;
  if (url === location.href) return;
  if (isChanging) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  isChanging = true;
  shownUrl = currentUrl();
}

function currentUrl() {
  return location.pathname + location.search;
}

function finishChange(ownTurn) {
  clearTimeout(finishTimer);
  finishTimer = setTimeout(() => {
    if (ownTurn !== turnId) return;
    isChanging = false;
    const answer = document.getElementById("answer");
    if (!("quiet" in answer.dataset)) return;
    delete answer.dataset.quiet;
    answer.dispatchEvent(new CustomEvent("answer:settled", { bubbles: true }));
  }, FINISH_PAUSE_MS);
}

// Shows another answer, from the history or a link: fetches its page and takes over its parts.
async function visit(address) {
  const ownTurn = beginTurn();
  visitTurn = ownTurn;
  isChanging = false;
  shownUrl = currentUrl();
  fadeAnswer("Loading…");
  try {
    const response = await fetch(address, { signal: visitRequest.signal });
    const fragment = parts.parseFragment(await response.text());
    if (ownTurn !== turnId) return;
    const answer = fragment.getElementById("answer");
    const fetchedForm = fragment.getElementById("podiums");
    if (!answer || !fetchedForm) {
      location.assign(address);
      return;
    }
    if (response.redirected) history.replaceState(null, "", response.url);
    visitTurn = -1;
    fillForm(fetchedForm);
    clearProblems();
    if (answer.dataset.state === "waiting" && document.querySelector("#answer.answer")) {
      await requestAnswer(ownTurn, readNumbers()); // keep the old answer until there is a new one
      return;
    }
    requestedNumbers = readNumbers();
    replaceKeys(fragment, jobKeys);
    answer.dataset.quiet = "";
    parts.swap(fragment, { names: PARTS });
  } catch (error) {
    if (error.name !== "AbortError" && ownTurn === turnId) location.assign(address);
  }
}

// Copies the values of another page's form; the fields of board and rules are its own, fetched anew if they are open here.
function fillForm(fetchedForm) {
  parts.replace(document.getElementById("settings-fields"), fetchedForm.querySelector("#settings-fields"));
  for (const element of fetchedForm.elements) {
    if (!element.name) continue;
    const ownFields = [...form.elements].filter((field) => field.name === element.name);
    if (element.matches("[type=radio], [type=checkbox]")) {
      for (const field of ownFields) if (field.value === element.value) field.checked = element.checked;
    } else if (ownFields[0]) {
      ownFields[0].value = element.value;
    }
  }
  form.dispatchEvent(new CustomEvent("podiums:set", { bubbles: true }));
}

// Returns a copy of the form with the server's values, not the browser's restored ones.
function copyServedForm() {
  const copy = form.cloneNode(true);
  copy.reset();
  return copy;
}

// Returns the form's values as text. Blank fields are left out, as board and rules have more fields once they are opened.
function readNumbers(source = form) {
  const data = new FormData(source);
  for (const name of ["line", "line_was", "typed"]) data.delete(name);
  return JSON.stringify([...data].filter(([, value]) => value).sort());
}

// --- The old answer, faded ---------------------------------------------------------------------

function isBusy() {
  return document.getElementById("answer").getAttribute("aria-busy") === "true";
}

function fadeAnswer(title, detail) {
  document.getElementById("answer").setAttribute("aria-busy", "true");
  showStatus(title, detail);
}

function getStatusLine() {
  return document.getElementById("live-status");
}

// Replaces the status line, and so ends its polling.
function showStatus(title, detail = "") {
  const line = Object.assign(document.createElement("p"), { id: "live-status", className: "stage__status", hidden: !title });
  line.append(Object.assign(document.createElement("b"), { textContent: title }), ` ${detail}`);
  getStatusLine().replaceWith(line);
}

function clearStatus() {
  document.getElementById("answer").removeAttribute("aria-busy");
  showStatus("");
}

// --- Errors beside their fields ----------------------------------------------------------------

function showProblems(problems) {
  clearProblems();
  for (const list of problems) {
    const field = document.getElementById(list.dataset.target) ?? form;
    placeProblems(field, list);
    if (field === form) continue;
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", list.id);
    for (let drawer = field.closest("details"); drawer; drawer = drawer.parentElement.closest("details")) {
      if (!drawer.name || !form.querySelector("[name=podium][open]")) drawer.open = true; // the user may be typing in another one
    }
  }
  document.getElementById("answer").removeAttribute("aria-busy");
  showStatus("This answer is for", form.dataset.answered);
  getStatusLine().dataset.problem = "";
  liveRegion.textContent = problems.map(({ dataset: { where }, textContent }) => (where ? `${where}: ${textContent}` : textContent))
    .join(" ");
}

function placeProblems(field, list) {
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
