// The board editor: opens squares and runs buttons in place, announces changed errors, and asks before unsaved changes are
// left. The form works without this file.

import { fetchFragment, swap } from "./parts.js";
import { Retry, holdPage } from "./retry.js";

const UNREACHED = "The site can’t be reached. What you typed is still here.";
const LEAVING_ACTIONS = ["keep", "again"]; // buttons that lead to another page
let isLeaving = false; // whether the page is left by sending the form
let isRequesting = false;
let retry = new Retry(() => undefined); // of the last button

document.addEventListener("part:shown", announce);
document.addEventListener("submit", (event) => {
  if (event.target !== getEditor()) return;
  const action = event.submitter?.value ?? "save";
  if (LEAVING_ACTIONS.includes(action)) {
    holdPage({ event, url: location.href, showWaiting: () => showMessage(UNREACHED) });
    isLeaving = !event.defaultPrevented;
    return;
  }
  event.preventDefault();
  if (!isRequesting) sendAction(action);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && event.target.closest("#part")) getEditor().querySelector(".ring-list [aria-current]")?.focus();
});
window.addEventListener("popstate", () => sendAction(`go:${getPart(location)}`, { back: true }));
window.addEventListener("pageshow", () => { isLeaving = false; });
window.addEventListener("beforeunload", (event) => {
  if (!isLeaving && hasUnsavedChanges(getEditor())) event.preventDefault();
});

// Returns the form, which each response replaces.
function getEditor() {
  return document.getElementById("editor");
}

// Sends the form with a button's action; the address and the focus follow the square that is opened.
function sendAction(action, { back = false } = {}) {
  retry.stop();
  retry = new Retry(() => postAction(action, back));
  retry.now();
}

async function postAction(action, back) {
  const ownRetry = retry;
  const form = getEditor();
  const fields = new FormData(form);
  fields.set("do", action);
  isRequesting = true;
  try {
    const content = await fetchFragment(form.getAttribute("action"), { method: "POST", body: fields });
    ownRetry.stop();
    if (!content?.getElementById("editor")) return submitForm(action); // refused: nothing has changed, so the form can be sent again
    swap(content, { names: ["messages", "editor", "record"], sent: /^(go|add|remove)/.test(action) });
    announce();
    const url = `${getEditor().getAttribute("action")}?part=${getEditor().elements.part.value}`;
    if (!back && url !== location.pathname + location.search) history.pushState(null, "", url);
  } catch {
    showMessage(UNREACHED);
    if (ownRetry === retry) ownRetry.fail();
  } finally {
    isRequesting = false;
  }
}

function showMessage(textContent) {
  const message = Object.assign(document.createElement("p"), { className: "notice notice--error", textContent });
  document.getElementById("messages").replaceChildren(message);
  announce();
}

// Submits the form as without this file, to get the page with the error.
function submitForm(action) {
  getEditor().append(Object.assign(document.createElement("input"), { type: "hidden", name: "do", value: action }));
  isLeaving = true;
  getEditor().submit();
}

// Returns the part that a URL opens, as the buttons name it.
function getPart({ search }) {
  const part = new URLSearchParams(search).get("part") ?? "1";
  return Number.isNaN(Number(part)) ? part : Number(part) - 1;
}

function announce() {
  setStatus([document.getElementById("messages")?.textContent.trim(), document.getElementById("problems")?.dataset.status]
    .filter(Boolean).join(" "));
}

function setStatus(text) {
  const status = document.getElementById("editor-status");
  if (status.textContent !== text) status.textContent = text;
}

// Whether the form has changes that are not in the draft: typed here, or sent and rejected.
function hasUnsavedChanges(form) {
  return "unsaved" in form.dataset || [...form.elements].some((element) => {
    if (element.matches("select")) {
      const defaultIndex = [...element.options].findIndex((option) => option.defaultSelected);
      return element.selectedIndex !== Math.max(defaultIndex, 0);
    }
    if (element.matches("[type=checkbox]")) return element.checked !== element.defaultChecked;
    return element.matches("input, textarea") && element.value !== element.defaultValue;
  });
}
