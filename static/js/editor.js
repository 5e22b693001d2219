// For the editor: squares open and buttons act in place, changed errors are announced, and leaving with unsaved changes
// asks first. The form works without this file.

import { ask, swap } from "./parts.js";
import { Retry, holdPage } from "./retry.js";

const UNREACHED = "The site can’t be reached. What you typed is still here.";
const LEAVES = ["keep", "again"]; // buttons that lead to another page
let sending = false; // the form, and with it the page
let asking = false;
let retry = new Retry(() => undefined); // of the last button

document.addEventListener("part:shown", announce);
document.addEventListener("submit", (event) => {
  if (event.target !== editor()) return;
  const act = event.submitter?.value ?? "save";
  if (LEAVES.includes(act)) {
    holdPage({ event, url: location.href, showWaiting: () => showMessage(UNREACHED) });
    sending = !event.defaultPrevented;
    return;
  }
  event.preventDefault();
  if (!asking) send(act);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && event.target.closest("#part")) editor().querySelector(".ring-list [aria-current]")?.focus();
});
window.addEventListener("popstate", () => send(`go:${place(location)}`, { back: true }));
window.addEventListener("pageshow", () => { sending = false; });
window.addEventListener("beforeunload", (event) => {
  if (!sending && unsaved(editor())) event.preventDefault();
});

// The form: another one after each answer.
function editor() {
  return document.getElementById("editor");
}

// Sends what is typed and does a button's action. The address and the focus follow what is opened.
function send(act, { back = false } = {}) {
  retry.stop();
  retry = new Retry(() => post(act, back));
  retry.now();
}

async function post(act, back) {
  const own = retry;
  const form = editor();
  const fields = new FormData(form);
  fields.set("do", act);
  asking = true;
  try {
    const content = await ask(form.getAttribute("action"), { method: "POST", body: fields });
    own.stop();
    if (!content?.getElementById("editor")) return leave(act); // refused: nothing has changed, so it can be sent again
    swap(content, { names: ["messages", "editor", "record"], sent: /^(go|add|remove)/.test(act) });
    announce();
    const url = `${editor().getAttribute("action")}?part=${editor().elements.part.value}`;
    if (!back && url !== location.pathname + location.search) history.pushState(null, "", url);
  } catch {
    showMessage(UNREACHED);
    if (own === retry) own.fail();
  } finally {
    asking = false;
  }
}

function showMessage(textContent) {
  const message = Object.assign(document.createElement("p"), { className: "notice notice--error", textContent });
  document.getElementById("messages").replaceChildren(message);
  announce();
}

// Sends the form as without this file, for a page that says what is wrong.
function leave(act) {
  editor().append(Object.assign(document.createElement("input"), { type: "hidden", name: "do", value: act }));
  sending = true;
  editor().submit();
}

// The part that an address opens, as buttons name it.
function place({ search }) {
  const part = new URLSearchParams(search).get("part") ?? "1";
  return Number.isNaN(Number(part)) ? part : Number(part) - 1;
}

function announce() {
  say([document.getElementById("messages")?.textContent.trim(), document.getElementById("problems")?.dataset.status]
    .filter(Boolean).join(" "));
}

function say(text) {
  const status = document.getElementById("editor-status");
  if (status.textContent !== text) status.textContent = text;
}

// Whether the form has changes that are not in the draft: typed here, or sent and rejected.
function unsaved(form) {
  return "unsaved" in form.dataset || [...form.elements].some((element) => {
    if (element.matches("select")) {
      const sent = [...element.options].findIndex((option) => option.defaultSelected);
      return element.selectedIndex !== Math.max(sent, 0);
    }
    if (element.matches("[type=checkbox]")) return element.checked !== element.defaultChecked;
    return element.matches("input, textarea") && element.value !== element.defaultValue;
  });
}
