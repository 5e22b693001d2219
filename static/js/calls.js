// Calling a decision before its odds are seen: sends the call, and shows the odds of what has been called. After such a look
// one can no longer call that decision.

import { Retry } from "./retry.js";

const AT_ONCE = "odds-at-once"; // in the browser's storage: the odds are always shown
const LOOKED = "odds-looked-at"; // the decision whose odds were looked at, with the game's address

export function watchCalls(page) {
  const section = document.getElementById("call");
  const form = document.getElementById("call-form");
  const none = document.getElementById("call-none");
  const made = document.getElementById("call-made");
  const problem = document.getElementById("call-error");
  const choice = document.getElementById("at-once");
  const called = new Map(); // by decision
  let current = decisionOf(page.querySelector("#hint")?.dataset.decision);
  let retry = new Retry(() => undefined); // of the last call
  let alone = made.dataset.alone === "true";

  if (current && !made.hidden) called.set(current, made.dataset.action);
  choice.checked = stored(AT_ONCE) === "1";
  choice.addEventListener("change", () => {
    store(AT_ONCE, choice.checked ? "1" : "");
    update();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(event.submitter.value);
  });
  // This event does not bubble.
  page.addEventListener("toggle", ({ target }) => {
    if (target.id !== "hint" || !target.open || choice.checked || called.has(current)) return;
    store(LOOKED, `${location.pathname}#${current}`);
    update();
  }, true);
  update();

  function update() {
    const looked = stored(LOOKED) === `${location.pathname}#${current}`;
    const action = called.get(current);
    section.hidden = choice.checked || page.hasAttribute("data-over");
    none.hidden = Boolean(current);
    form.hidden = !current || Boolean(action) || looked;
    made.hidden = !current || (!action && !looked);
    if (action) made.textContent = `You called it: ${action === "pass" && alone ? "stop" : action}.`;
    else if (looked) made.textContent = "You have looked at the odds, so you cannot call this one.";
    form.elements.number.value = current ?? "";
    form.querySelector("[value=pass]").textContent = alone ? "Stop" : "Pass";
    const hint = page.querySelector("#hint");
    if (hint && (action || choice.checked)) hint.open = true;
  }

  function send(action) {
    const number = current;
    const data = new FormData(form);
    data.set("action", action);
    retry.stop();
    retry = new Retry(() => post(number, data));
    retry.now();
  }

  async function post(number, data) {
    const own = retry;
    problem.hidden = true;
    busy(true);
    try {
      const response = await fetch(form.getAttribute("action"), { method: "POST", body: data });
      const answer = await response.json();
      own.stop();
      if (response.ok) {
        called.set(number, answer.action);
        page.dataset.caller = answer.caller;
      } else {
        say(answer.message);
      }
    } catch {
      say("Your call has not been sent yet: the site cannot be reached. It is sent once it can be.");
      if (own === retry) own.fail();
    }
    busy(false);
    update();
  }

  function busy(is) {
    for (const button of form.querySelectorAll("button")) button.disabled = is;
  }

  function say(text) {
    problem.textContent = text;
    problem.hidden = false;
  }

  function room() {
    for (const row of page.querySelectorAll("[data-caller]")) {
      row.classList.toggle("table__marked", row.dataset.caller === page.dataset.caller);
    }
  }

  function decision(now) {
    const next = decisionOf(now.decision);
    if (next !== current) problem.hidden = true;
    current = next;
    alone = "alone" in now;
    update();
  }

  return { decision, room };
}

function decisionOf(text) {
  return text ? Number(text) : null;
}

function stored(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // storage is turned off
  }
}

function store(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // It holds until the page is left.
  }
}
