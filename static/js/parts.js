// Replaces parts of the page: a fresh part takes the place of the part with its id. Attributes of an element say what it
// requests; scripts that get parts elsewhere call `swap`.
//
// data-part-get, data-part-post  the URL; a form sends its fields
// data-part-when  “every 500ms”, “intersect once” or, of a form, “input delay:300ms”; without it a form is submitted
// data-part-ids   the ids of the parts in a response that is a whole page
// data-part-keep  an element that stays if the fresh part has it with the same value
//
// A request has the headers Part-Request and Part-Page, the page's address; Part-Reload in a response reloads the page.

import { Retry } from "./retry.js";

const LOST_MS = 3000;
const startedElements = new WeakSet(); // whose requests have started
const requests = new WeakMap(); // the AbortController of an element's request
const failedRequests = new Map(); // elements whose requests did not reach the site, and the options of each request
const retry = new Retry(requestAgain);
let pausedUntil = 0; // after too many requests
let lostTimer = 0; // the timer since a request failed; 0 while the site can be reached
const viewObserver = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    viewObserver.unobserve(target);
    request(target);
  }
});

startRequests(document.documentElement);
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-part-get], [data-part-post]") || event.target.hasAttribute("data-part-when")) return;
  event.preventDefault();
  request(event.target, { sent: true, by: event.submitter });
});

// Starts the requests of a part that need no user action.
function startRequests(part) {
  for (const element of [part, ...part.querySelectorAll("[data-part-when]")]) {
    if (!element.matches("[data-part-when]") || startedElements.has(element)) continue;
    startedElements.add(element);
    const [, when, number, unit] = element.getAttribute("data-part-when").match(/^(\w+)\D*(?:(\d+)(ms|s))?$/);
    const pause = unit === "s" ? 1000 * number : Number(number);
    if (when === "every") repeat(element, pause);
    else if (when === "intersect") viewObserver.observe(element);
    else followInput(element, pause);
  }
}

// Retries an element that makes only one request (“intersect once”).
function observeLater(element) {
  if (element.dataset.partWhen?.startsWith("intersect")) setTimeout(() => viewObserver.observe(element), LOST_MS);
}

function repeat(element, pause) {
  const timer = setInterval(() => {
    if (!element.isConnected) clearInterval(timer);
    else if (!document.hidden && Date.now() > pausedUntil && !retry.waits && !requests.has(element)) request(element);
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
  if (sent && requests.has(element)) return;
  if (!dispatch(element, "part:request", { verb })) {
    observeLater(element);
    return;
  }
  failedRequests.delete(element);
  requests.get(element)?.abort();
  const aborter = new AbortController();
  requests.set(element, aborter);
  const fields = element.matches("form") ? new FormData(element, by) : null;
  const url = element.getAttribute(`data-part-${verb}`);
  try {
    const content = await (verb === "post" ? fetchFragment(url, { method: "POST", body: fields, signal: aborter.signal })
      : fetchFragment(fields ? `${url}?${new URLSearchParams(fields)}` : url, { signal: aborter.signal }));
    const isOvertaken = !element.isConnected && (verb === "get" || !sent); // a button has replaced the element
    if (content && !isOvertaken && dispatch(element, "part:response", { verb, content })) {
      swap(content, { names: element.getAttribute("data-part-ids")?.split(" "), sent });
    }
  } catch (error) {
    if (error.name === "AbortError") return;
    failedRequests.set(element, { sent, by });
    markUnreachable();
  } finally {
    if (requests.get(element) === aborter) requests.delete(element);
  }
}

// Repeats failed requests; that of a sent form even if the form is gone from the page.
function requestAgain() {
  for (const [element, { sent, by }] of failedRequests) {
    failedRequests.delete(element);
    if (sent || element.isConnected) request(element, { sent, by });
  }
}

// Shows that the site cannot be reached, once this has lasted for LOST_MS.
function markUnreachable() {
  retry.fail();
  lostTimer ||= setTimeout(() => showNotice("Lost the connection, trying again…"), LOST_MS);
}

function showNotice(textContent) {
  document.getElementById("lost")?.remove();
  document.body.append(Object.assign(document.createElement("p"), { id: "lost", className: "notice lost", textContent }));
  document.getElementById("lost").setAttribute("role", "status");
}

function markReachable() {
  clearTimeout(lostTimer);
  lostTimer = 0;
  document.getElementById("lost")?.remove();
  retry.stop();
  if (failedRequests.size) retry.now();
}

// Returns the response as a fragment; null if it has nothing to show.
export async function fetchFragment(url, options = {}) {
  const headers = { "Part-Request": "true", "Part-Page": location.href }; // the address may have a trail
  const response = await fetch(url, { ...options, headers });
  markReachable();
  if (response.headers.has("Part-Reload")) location.reload();
  if (response.ok || response.status === 422) return parseFragment(await response.text()); // 422: a form with its errors
  pausedUntil = Date.now() + 1000 * (Number(response.headers.get("Retry-After")) || 1);
  if (response.status === 429 && options.method) showNotice(await response.text());
  return null;
}

export function parseFragment(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  // A <noscript> becomes text, as in a page with scripts. page.js fills folds with it when they are opened; folds that are open
  // on this page are filled here.
  for (const noscript of template.content.querySelectorAll("noscript")) {
    const isFilled = document.getElementById(noscript.parentElement?.id)?.matches("details:not(:has(> noscript))");
    if (isFilled) noscript.replaceWith(...noscript.childNodes);
    else noscript.textContent = noscript.innerHTML;
  }
  return template.content;
}

// Replaces the parts of the page by those of a fragment: the named ones, or all at its top. After a form was `sent`, the
// element with data-focus gets the focus.
export function swap(content, { names, sent = false } = {}) {
  const title = findTitle(content);
  if (title) document.title = title;
  for (const sheet of content.querySelectorAll("link[rel=stylesheet]")) {
    if (!document.querySelector(`link[href="${sheet.getAttribute("href")}"]`)) document.head.append(sheet);
  }
  const parts = names ? names.map((name) => content.getElementById(name)) : [...content.children].filter(({ id }) => id);
  for (const part of parts) replace(part && document.getElementById(part.id), part, sent);
}

// Returns the fragment's page title, not that of a picture.
function findTitle(content) {
  return [...content.children].find(({ localName }) => localName === "title")?.textContent;
}

// A part under a pressed pointer is replaced after the release: a button that is replaced before gets no click. A part with an
// open dialog is replaced once that is closed.
const CLICK_MS = 100; // from the end of a touch to its click
const deferredReplacements = [];
let pressedElement = null;
document.addEventListener("pointerdown", ({ target }) => { pressedElement = target; }, true);
document.addEventListener("click", () => { // the part that the click requests may be shown at once
  pressedElement = null;
  setTimeout(replaceDeferred);
}, true);
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => setTimeout(() => {
    pressedElement = null;
    replaceDeferred();
  }, CLICK_MS), true);
}

document.addEventListener("close", () => setTimeout(replaceDeferred), true); // after the dialog has returned the focus

function replaceDeferred() {
  for (const replaceNow of deferredReplacements.splice(0)) replaceNow();
}

// Replaces a part; unfolded, scrolled and focused elements stay so in the new one.
export function replace(old, fresh, sent = false) {
  if (!old || !fresh || old.isEqualNode(fresh)) return;
  if (old.contains(pressedElement) || old.querySelector("dialog:modal")) {
    deferredReplacements.push(() => replace(document.getElementById(fresh.id), fresh, sent));
    return;
  }
  const focusedElement = old.contains(document.activeElement) ? document.activeElement : null;
  const scrollPositions = [...old.querySelectorAll("[id]")].filter((element) => element.scrollTop || element.scrollLeft)
    .map(({ id, scrollLeft, scrollTop }) => [id, scrollLeft, scrollTop]);
  for (const details of fresh.querySelectorAll("details[id]")) {
    const before = document.getElementById(details.id);
    if (before && before.dataset.decision === details.dataset.decision) details.open = before.open;
  }
  const focusTarget = sent ? fresh.querySelector("[data-focus]") : null;
  for (const element of fresh.querySelectorAll("[data-part-keep]")) {
    const keptElement = document.getElementById(element.id);
    if (keptElement?.dataset.partKeep === element.dataset.partKeep) element.replaceWith(keptElement);
  }
  const part = old.matches("[role=status], [aria-live]") ? old : fresh; // screen readers announce changes within an element, not a new one
  if (part === old) old.replaceChildren(...fresh.childNodes);
  else old.replaceWith(fresh);
  for (const [id, left, top] of scrollPositions) document.getElementById(id)?.scrollTo({ left, top, behavior: "instant" });
  if (focusTarget) focusTarget.focus();
  else if (focusedElement && document.activeElement !== focusedElement) findCounterpart(focusedElement, part)?.focus({ preventScroll: true });
  startRequests(part);
  dispatch(part, "part:shown", { focused: Boolean(focusedElement) });
}

// The counterpart of an element in the new part: same id, else same name and value, else same href.
function findCounterpart(element, part) {
  if (element.isConnected) return element;
  if (element.id) return document.getElementById(element.id);
  const { name, value, href } = element;
  return [...part.querySelectorAll(element.localName)]
    .find((other) => other.name === name && other.value === value && other.href === href);
}

function dispatch(element, name, detail) {
  return element.dispatchEvent(new CustomEvent(name, { bubbles: true, cancelable: true, detail }));
}
