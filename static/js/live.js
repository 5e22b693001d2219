// Live answers: every change of the podiums is sent in the background. The old answer stays, faded,
// until the new one replaces it, and the address is updated. Without this file the form's button does
// the same.

import { parsed, swap, titleOf } from "./parts.js";

// Milliseconds without a change
const TYPED = 200; // before a typed number is sent
const STEPPED = 90; // before a stepped number is sent
const SETTLED = 600; // before a history entry is complete and the answer is announced
const form = document.getElementById("podiums");
const liveStatus = document.getElementById("live-status");
const liveRegion = document.getElementById("live");
const strip = document.getElementById("strip");
const page = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

let turn = 0; // incremented by every change; responses of earlier turns are dropped
let calls = new AbortController();
let timer = 0;
let settling = 0;
let changing = false; // whether the newest history entry belongs to numbers still being changed
let shown = numbers(served()); // the form's state for the answer shown
let asked = shown;
let at = standing();
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
  walking = Boolean(link.closest("#answer"));
});
// The old answer makes no requests while a new one is being computed.
document.addEventListener("part:request", (event) => {
  if (busy() && event.detail.verb === "get" && event.target.closest("#answer")) event.preventDefault();
});
document.addEventListener("part:response", (event) => {
  if (busy() && event.detail.verb === "get") event.preventDefault();
});

fillStrip();
document.addEventListener("part:shown", fillStrip);
window.visualViewport?.addEventListener("resize", liftStrip);
window.visualViewport?.addEventListener("scroll", liftStrip);
// Out of the way while the podiums are out of sight.
new IntersectionObserver(([podiums]) => strip.classList.toggle("strip--away", !podiums.isIntersecting)).observe(form);

// After going back or reloading, the form may have other numbers than the answer.
window.addEventListener("pageshow", () => { if (numbers() !== shown) changed(); });
if (numbers() !== shown) changed();

function changed(typed) {
  const mine = begin();
  const now = numbers();
  if (now === shown && asked === shown) {
    clearStatus();
    clearProblems();
    settle(mine);
    return;
  }
  if (!liveStatus.dataset.problem) fade("Updating the answer…");
  timer = setTimeout(() => ask(mine, now), typed ? TYPED : STEPPED);
}

function begin() {
  turn += 1;
  calls.abort();
  calls = new AbortController();
  clearTimeout(timer);
  clearTimeout(settling);
  return turn;
}

async function ask(mine, now, rest = false) {
  const body = new FormData(form);
  body.append("page", page);
  body.append("turn", mine);
  if (rest) body.append("rest", "");
  performance.mark("live:ask");
  asked = now;
  const reply = await call(form.dataset.liveUrl, { method: "POST", body }, mine);
  if (!reply || reply.overtaken) return;
  if (reply.problems) {
    // Do not interrupt typing.
    timer = setTimeout(() => mine === turn && problems(reply.problems), SETTLED - TYPED);
    return;
  }
  clearProblems();
  move(reply.address);
  if (reply.settings) form.querySelector(".settings__now").textContent = reply.settings;
  await follow(reply, mine, now);
}

// Long polling: each request waits on the server until something changes.
async function follow(reply, mine, now) {
  while (reply?.waiting && (!reply.part || document.querySelector("#answer.answer"))) {
    const hint = shown === now ? showStatus : fade; // the answer from a table is already for these numbers
    hint(reply.waiting.title, [reply.waiting.detail, reply.waiting.percent && `${reply.waiting.percent}%`]);
    await Promise.all([visible(), pause(reply.look_in)]);
    if (mine !== turn) return;
    reply = await call(`${reply.look}?page=${page}&turn=${mine}`, {}, mine);
  }
  if (!reply) return;
  put(parsed(`<div id="notices">${reply.around}</div>${reply.part}`));
  name(reply.title, reply.line);
  shown = now;
  clearStatus();
  performance.mark("live:shown");
  settle(mine);
  if (reply.ask_in) timer = setTimeout(() => ask(mine, now, true), reply.ask_in);
}

function pause(milliseconds = 0) {
  return new Promise((resume) => { setTimeout(resume, milliseconds); });
}

function visible() {
  if (!document.hidden) return null;
  return new Promise((resolve) => { document.addEventListener("visibilitychange", resolve, { once: true }); });
}

async function call(url, options, mine) {
  try {
    const headers = { "Part-Page": location.href }; // it may have a trail
    const response = await fetch(url, { ...options, headers, signal: calls.signal });
    const reply = await response.json();
    if (mine !== turn) return null;
    if (!reply.trouble) return reply;
    if (response.status === 429 && !options.method) return again(response, url, options, mine);
    fade("This is the previous answer.", [reply.trouble]);
  } catch (error) {
    if (error.name === "AbortError" || mine !== turn) return null;
    fade("This is the previous answer.", ["The site cannot be reached. Use “Press or pass?” to try again."]);
  }
  return null;
}

// A page that has asked too often for what it waits for asks again when it may.
async function again(response, url, options, mine) {
  const seconds = Number(response.headers.get("Retry-After")) || 1;
  await pause(1000 * seconds);
  return mine === turn ? call(url, options, mine) : null;
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

function put(content) {
  content.getElementById("answer").dataset.quiet = "";
  swap(content, { names: ["notices", "answer"] });
  if (walking) document.getElementById("notices").scrollIntoView();
  walking = false;
}

function name(title, line) {
  document.title = title;
  document.getElementById("asked").textContent = line;
  form.dataset.answered = line;
  form.classList.remove("ask--stale");
}

// Another answer, from the history or a link: fetches its page and takes over its content.
async function visit(address) {
  const mine = begin();
  changing = false;
  at = standing();
  fade("Loading…");
  try {
    const response = await fetch(address, { signal: calls.signal });
    const found = parsed(await response.text());
    if (mine !== turn) return;
    const part = found.getElementById("answer");
    const theirs = found.getElementById("podiums");
    if (!part || !theirs) {
      location.assign(address);
      return;
    }
    if (response.redirected) history.replaceState(null, "", response.url);
    take(theirs);
    clearProblems();
    if (part.dataset.state === "waiting" && document.querySelector("#answer.answer")) {
      await ask(mine, numbers()); // keep the old answer until there is a new one
      return;
    }
    put(found);
    name(titleOf(found), theirs.dataset.answered);
    shown = asked = numbers();
    clearStatus();
    settle(mine);
  } catch (error) {
    if (error.name !== "AbortError" && mine === turn) location.assign(address);
  }
}

// Copies the values of another page's form.
function take(theirs) {
  for (const element of theirs.elements) {
    if (!element.name) continue;
    const same = [...form.elements].filter((own) => own.name === element.name);
    if (element.matches("[type=radio], [type=checkbox]")) {
      for (const own of same) if (own.value === element.value) own.checked = element.checked;
    } else if (element.matches("select")) {
      same[0].replaceChildren(...[...element.children].map((option) => document.importNode(option, true)));
      same[0].value = element.value;
    } else if (same[0]) {
      same[0].value = element.value;
    }
  }
  form.querySelector(".settings__now").textContent = theirs.querySelector(".settings__now").textContent;
  form.dispatchEvent(new CustomEvent("podiums:set", { bubbles: true }));
}

// The form as sent by the server, without restored values.
function served() {
  const copy = form.cloneNode(true);
  copy.reset();
  return copy;
}

function numbers(of = form) {
  const data = new FormData(of);
  for (const aside of ["line", "line_was", "typed"]) data.delete(aside);
  return JSON.stringify([...data]);
}

// --- The old answer, faded ---------------------------------------------------------------------

function busy() {
  return document.getElementById("answer").getAttribute("aria-busy") === "true";
}

function fade(title, details = []) {
  const answer = document.getElementById("answer");
  answer.setAttribute("aria-busy", "true");
  delete liveStatus.dataset.problem;
  showStatus(title, details);
}

function showStatus(title, details = []) {
  const [bold, rest] = liveStatus.children;
  bold.textContent = title;
  rest.textContent = details.filter(Boolean).join(" · ");
  liveStatus.hidden = false;
}

function clearStatus() {
  document.getElementById("answer").removeAttribute("aria-busy");
  delete liveStatus.dataset.problem;
  liveStatus.hidden = true;
}

// --- Errors beside their fields ----------------------------------------------------------------

function problems(found) {
  clearProblems();
  for (const { target, message } of found) {
    const field = document.getElementById(target) ?? form;
    const list = document.createElement("ul");
    list.className = "errorlist";
    list.id = `${field.name || "form"}_live_error`;
    list.dataset.liveError = "";
    list.append(Object.assign(document.createElement("li"), { textContent: message }));
    place(field, list);
    if (field === form) continue;
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", list.id);
    field.dataset.liveInvalid = "";
    for (let drawer = field.closest("details"); drawer; drawer = drawer.parentElement.closest("details")) drawer.open = true;
  }
  document.getElementById("answer").removeAttribute("aria-busy");
  liveStatus.dataset.problem = "";
  showStatus("This answer is for", [form.dataset.answered]);
  liveRegion.textContent = found.map(({ where, message }) => (where ? `${where}: ${message}` : message)).join(" ");
}

function place(field, list) {
  if (field === form || field.name === "up") form.querySelector(".podiums").before(list);
  else if (field.matches("[type=radio]")) field.closest("fieldset").append(list);
  else (field.closest(".score, .stepper, .change__line") ?? field).after(list);
}

function clearProblems() {
  for (const list of form.querySelectorAll("[data-live-error]")) list.remove();
  for (const field of form.querySelectorAll("[data-live-invalid]")) {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
    delete field.dataset.liveInvalid;
  }
}

// --- The strip that stays in view while the podiums are changed ----------------------------------
// It is no live region: what has changed is announced once, when the numbers rest.

function fillStrip() {
  const figures = document.getElementById("answer").dataset.strip;
  const odds = document.getElementById("strip-odds");
  const work = document.getElementById("strip-work");
  odds.hidden = !figures;
  if (figures) fillOdds(odds, JSON.parse(figures));
  work.textContent = document.querySelector("#waiting-title, #refining-title")?.textContent ?? "";
  work.hidden = !work.textContent;
}

function fillOdds(odds, { who, bars }) {
  odds.querySelector("[data-who]").textContent = who;
  for (const part of odds.querySelectorAll("[data-action]")) {
    const bar = bars.find(({ action }) => action === part.dataset.action);
    part.hidden = !bar;
    if (!bar) continue;
    part.querySelector("[data-label]").textContent = bar.label;
    part.querySelector("[data-text]").textContent = bar.text;
    part.querySelector("[data-bar]").setAttribute("width", bar.share);
  }
}

// Above the on-screen keyboard.
function liftStrip() {
  const { height, offsetTop } = window.visualViewport;
  strip.style.bottom = `${Math.max(0, window.innerHeight - height - offsetTop)}px`;
}
