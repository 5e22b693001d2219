// The one way in which a part of a page is replaced by a fresh one: each part has an id and takes the place of the part
// with that id. Elements say in attributes what they ask for; scripts that have parts from elsewhere give them to `swap`.
//
// data-part-get, data-part-post  the address; a form sends its fields
// data-part-when  “every 500ms”, “intersect once” or, of a form, “input delay:300ms”; without it a form is submitted
// data-part-ids   the ids of the parts in a response that is a whole page
// data-part-keep  an element that stays where the fresh part has it, too, with the same value
//
// A request has the headers Part-Request and Part-Page, the page's address; Part-Reload in a response reloads the page.

import { Retry } from "./retry.js";

const LOST_MS = 3000;
const begun = new WeakSet(); // what asks by itself
const calls = new WeakMap(); // what ends the request of an element
const failed = new Map(); // elements whose requests did not reach the site, with how each was made
const retry = new Retry(requestAgain);
let restsUntil = 0; // the page has asked too often
let lost = 0; // the timer since a request failed; 0 while the site can be reached
const inView = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    inView.unobserve(target);
    request(target);
  }
});

begin(document.documentElement);
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-part-get], [data-part-post]") || event.target.hasAttribute("data-part-when")) return;
  event.preventDefault();
  request(event.target, { sent: true, by: event.submitter });
});

// Starts what asks by itself in a part.
function begin(part) {
  for (const element of [part, ...part.querySelectorAll("[data-part-when]")]) {
    if (!element.matches("[data-part-when]") || begun.has(element)) continue;
    begun.add(element);
    const [, when, number, unit] = element.getAttribute("data-part-when").match(/^(\w+)\D*(?:(\d+)(ms|s))?$/);
    const pause = unit === "s" ? 1000 * number : Number(number);
    if (when === "every") repeat(element, pause);
    else if (when === "intersect") inView.observe(element);
    else followInput(element, pause);
  }
}

// Retries an element that makes only one request (“intersect once”).
function lookLater(element) {
  if (element.dataset.partWhen?.startsWith("intersect")) setTimeout(() => inView.observe(element), LOST_MS);
}

function repeat(element, pause) {
  const timer = setInterval(() => {
    if (!element.isConnected) clearInterval(timer);
    else if (!document.hidden && Date.now() > restsUntil && !retry.waits && !calls.has(element)) request(element);
  }, pause);
}

function followInput(form, pause) {
  let timer = 0;
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => form.isConnected && request(form), pause);
  });
}

async function request(element, { sent = false, by = null } = {}) {
  const verb = element.hasAttribute("data-part-post") ? "post" : "get";
  if (sent && calls.has(element)) return;
  if (!fire(element, "part:request", { verb })) {
    lookLater(element);
    return;
  }
  failed.delete(element);
  calls.get(element)?.abort();
  const call = new AbortController();
  calls.set(element, call);
  const fields = element.matches("form") ? new FormData(element, by) : null;
  const url = element.getAttribute(`data-part-${verb}`);
  try {
    const content = await (verb === "post" ? ask(url, { method: "POST", body: fields, signal: call.signal })
      : ask(fields ? `${url}?${new URLSearchParams(fields)}` : url, { signal: call.signal }));
    const overtaken = !element.isConnected && (verb === "get" || !sent); // a button has replaced what asked
    if (content && !overtaken && fire(element, "part:response", { verb, content })) {
      swap(content, { names: element.getAttribute("data-part-ids")?.split(" "), sent });
    }
  } catch (error) {
    if (error.name === "AbortError") return;
    failed.set(element, { sent, by });
    lose();
  } finally {
    if (calls.get(element) === call) calls.delete(element);
  }
}

// A form that was sent is sent even if it is gone from the page.
function requestAgain() {
  for (const [element, { sent, by }] of failed) {
    failed.delete(element);
    if (sent || element.isConnected) request(element, { sent, by });
  }
}

// Says that the site cannot be reached once that has lasted.
function lose() {
  retry.fail();
  lost ||= setTimeout(() => say("Lost the connection, trying again…"), LOST_MS);
}

function say(textContent) {
  document.getElementById("lost")?.remove();
  document.body.append(Object.assign(document.createElement("p"), { id: "lost", className: "notice lost", textContent }));
  document.getElementById("lost").setAttribute("role", "status");
}

function find() {
  clearTimeout(lost);
  lost = 0;
  document.getElementById("lost")?.remove();
  retry.stop();
  if (failed.size) retry.now();
}

// The response as a fragment, null if it has nothing to show.
export async function ask(url, options = {}) {
  const headers = { "Part-Request": "true", "Part-Page": location.href }; // the address may have a trail
  const response = await fetch(url, { ...options, headers });
  find();
  if (response.headers.has("Part-Reload")) location.reload();
  if (response.ok || response.status === 422) return parsed(await response.text()); // the latter says what is wrong in it
  restsUntil = Date.now() + 1000 * (Number(response.headers.get("Retry-After")) || 1);
  if (response.status === 429 && options.method) say(await response.text());
  return null;
}

export function parsed(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  // What is for pages without scripts is text here, too. Folds are filled with it when they are opened (page.js), those
  // that are open on this page at once.
  for (const kept of template.content.querySelectorAll("noscript")) {
    const filled = document.getElementById(kept.parentElement?.id)?.matches("details:not(:has(> noscript))");
    if (filled) kept.replaceWith(...kept.childNodes);
    else kept.textContent = kept.innerHTML;
  }
  return template.content;
}

// Puts these parts of a fragment, by default all at its top, in place of those on the page. After a form was `sent`, what
// a part marks with data-focus gets the focus.
export function swap(content, { names, sent = false } = {}) {
  const title = titleOf(content);
  if (title) document.title = title;
  for (const sheet of content.querySelectorAll("link[rel=stylesheet]")) {
    if (!document.querySelector(`link[href="${sheet.getAttribute("href")}"]`)) document.head.append(sheet);
  }
  const parts = names ? names.map((name) => content.getElementById(name)) : [...content.children].filter(({ id }) => id);
  for (const part of parts) replace(part && document.getElementById(part.id), part, sent);
}

// Not that of a picture.
function titleOf(content) {
  return [...content.children].find(({ localName }) => localName === "title")?.textContent;
}

// A part under a pressed pointer is replaced once that is released: a button that goes meanwhile would not be clicked.
const CLICK_MS = 100; // from the end of a touch to its click
const released = [];
let pressed = null;
document.addEventListener("pointerdown", ({ target }) => { pressed = target; }, true);
document.addEventListener("click", () => { // what the click asks for may be shown at once
  pressed = null;
  setTimeout(putReleased);
}, true);
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => setTimeout(() => {
    pressed = null;
    putReleased();
  }, CLICK_MS), true);
}

function putReleased() {
  for (const put of released.splice(0)) put();
}

// What a reader has unfolded, scrolled or focused in the old part stays so in the fresh one.
export function replace(old, fresh, sent = false) {
  if (!old || !fresh || old.isEqualNode(fresh)) return;
  if (old.contains(pressed)) {
    released.push(() => replace(document.getElementById(fresh.id), fresh, sent));
    return;
  }
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const scrolled = [...old.querySelectorAll("[id]")].filter((each) => each.scrollTop || each.scrollLeft)
    .map(({ id, scrollLeft, scrollTop }) => [id, scrollLeft, scrollTop]);
  for (const details of fresh.querySelectorAll("details[id]")) {
    const before = document.getElementById(details.id);
    if (before && before.dataset.decision === details.dataset.decision) details.open = before.open;
  }
  const named = sent ? fresh.querySelector("[data-focus]") : null;
  for (const each of fresh.querySelectorAll("[data-part-keep]")) {
    const kept = document.getElementById(each.id);
    if (kept?.dataset.partKeep === each.dataset.partKeep) each.replaceWith(kept);
  }
  const part = old.matches("[role=status], [aria-live]") ? old : fresh; // what is announced is a change in what was there
  if (part === old) old.replaceChildren(...fresh.childNodes);
  else old.replaceWith(fresh);
  for (const [id, left, top] of scrolled) document.getElementById(id)?.scrollTo({ left, top, behavior: "instant" });
  if (named) named.focus();
  else if (focused && document.activeElement !== focused) twin(focused, part)?.focus({ preventScroll: true });
  begin(part);
  fire(part, "part:shown", { focused: Boolean(focused) });
}

// The counterpart of an element in the new part: same id, else same name and value, else same href.
function twin(element, part) {
  if (element.isConnected) return element;
  if (element.id) return document.getElementById(element.id);
  const { name, value, href } = element;
  return [...part.querySelectorAll(element.localName)]
    .find((each) => each.name === name && each.value === value && each.href === href);
}

function fire(element, name, detail) {
  return element.dispatchEvent(new CustomEvent(name, { bubbles: true, cancelable: true, detail }));
}
