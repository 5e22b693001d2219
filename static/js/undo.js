// Undo and redo for the podiums. The states are kept for this tab, so that they and unsent changes
// survive a reload.

const KEY = "podiums";
const MOST = 60;
const REST = 350; // milliseconds; keys typed into one field with shorter pauses are one change

const form = document.getElementById("podiums");
const status = document.getElementById("podiums-status");
const tools = form.querySelector(".undo");
const [back, forth] = tools.querySelectorAll("button");

let timer = 0;
let pending = null; // the last change while it may continue: its field and the resulting state
let typing = null; // the focused text field, whose own undo takes precedence
let kept = read();

start();
form.addEventListener("podiums:change", ({ detail }) => {
  if (pending && detail.field !== pending.field) keep(pending.state);
  pending = { field: detail.field, state: state() };
  clearTimeout(timer);
  timer = setTimeout(record, REST);
});
form.addEventListener("podiums:set", record);
form.addEventListener("input", (event) => {
  typing = event.isTrusted && event.target.matches("input[type=text]") ? event.target : null;
});
form.addEventListener("focusout", () => { typing = null; });
back.addEventListener("click", () => go(-1));
forth.addEventListener("click", () => go(1));
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  const by = key === "z" ? (event.shiftKey ? 1 : -1) : key === "y" ? 1 : 0;
  const foreign = event.target.matches("input, textarea, select") && !form.contains(event.target);
  if (!by || foreign || typing === event.target) return;
  event.preventDefault();
  go(by);
});
window.addEventListener("pagehide", record);

function start() {
  tools.hidden = false;
  const now = state();
  const [visit] = performance.getEntriesByType("navigation");
  const again = ["reload", "back_forward"].includes(visit?.type);
  const last = kept.states[kept.at];
  const unsent = again && kept.path === here() && last && last !== now && !form.querySelector("[aria-invalid]");
  if (unsent) {
    set(last);
    form.dispatchEvent(new CustomEvent("podiums:change", { bubbles: true, detail: {} }));
  } else {
    record();
  }
  show();
}

// Adds the current state; undone states are discarded.
function record() {
  clearTimeout(timer);
  pending = null;
  keep(state());
  write();
}

function keep(now) {
  if (now !== kept.states[kept.at]) {
    kept.states = [...kept.states.slice(0, kept.at + 1), now].slice(-MOST);
    kept.at = kept.states.length - 1;
  }
}

function go(by) {
  record();
  const next = kept.states[kept.at + by];
  if (next === undefined) return;
  kept.at += by;
  set(next);
  write();
  form.dispatchEvent(new CustomEvent("podiums:change", { bubbles: true, detail: {} }));
  status.textContent = `${by < 0 ? "Undone" : "Redone"}: ${form.elements.line.value}`;
}

function state() {
  const data = new FormData(form);
  for (const aside of ["line_was", "typed"]) data.delete(aside);
  return JSON.stringify(Object.fromEntries(data));
}

function set(text) {
  const values = JSON.parse(text);
  for (const element of form.elements) {
    if (!element.name || ["line_was", "typed"].includes(element.name)) continue;
    const value = values[element.name];
    if (element.matches("[type=radio]")) element.checked = element.value === value;
    else if (element.matches("[type=checkbox]")) element.checked = value !== undefined;
    else if (!element.matches("select")) element.value = value ?? "";
    else if ([...element.options].some((option) => option.value === value)) element.value = value;
  }
  form.dispatchEvent(new CustomEvent("podiums:filled", { bubbles: true }));
}

function show() {
  back.setAttribute("aria-disabled", String(kept.at <= 0));
  forth.setAttribute("aria-disabled", String(kept.at >= kept.states.length - 1));
}

function here() {
  return location.pathname + location.search;
}

function read() {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY));
    if (Array.isArray(found?.states) && Number.isInteger(found.at)) return found;
  } catch {
    // storage is disabled, or has another value under this key
  }
  return { states: [], at: -1, path: "" };
}

function write() {
  kept.path = here();
  show();
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // storage is disabled: undo lasts as long as the page
  }
}
