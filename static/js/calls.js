// Calling a decision before its odds are seen: sends the call, then shows the odds. A viewer who opens the odds first can no
// longer call that decision.

import { Retry } from "./retry.js";

const AT_ONCE_KEY = "odds-at-once"; // in localStorage: the odds are always shown
const LOOKED_KEY = "odds-looked-at"; // in localStorage: the game's address and the decision whose odds were opened before a call

export function watchCalls(page) {
  const section = document.getElementById("call");
  const form = document.getElementById("call-form");
  const noDecision = document.getElementById("call-none");
  const callLine = document.getElementById("call-made");
  const problem = document.getElementById("call-error");
  const atOnceBox = document.getElementById("at-once");
  const calledActions = new Map(); // by decision
  let current = parseDecision(page.querySelector("#hint")?.dataset.decision);
  let retry = new Retry(() => undefined); // of the last call
  let isAlone = callLine.dataset.alone === "true";

  if (current && !callLine.hidden) calledActions.set(current, callLine.dataset.action);
  atOnceBox.checked = readStorage(AT_ONCE_KEY) === "1";
  atOnceBox.addEventListener("change", () => {
    writeStorage(AT_ONCE_KEY, atOnceBox.checked ? "1" : "");
    update();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(event.submitter.value);
  });
  // This event does not bubble.
  page.addEventListener("toggle", ({ target }) => {
    if (target.id !== "hint" || !target.open || atOnceBox.checked || calledActions.has(current)) return;
    writeStorage(LOOKED_KEY, `${location.pathname}#${current}`);
    update();
  }, true);
  update();

  function update() {
    const hasLooked = readStorage(LOOKED_KEY) === `${location.pathname}#${current}`;
    const action = calledActions.get(current);
    section.hidden = atOnceBox.checked || page.hasAttribute("data-over");
    noDecision.hidden = Boolean(current);
    form.hidden = !current || Boolean(action) || hasLooked;
    callLine.hidden = !current || (!action && !hasLooked);
    if (action) callLine.textContent = `You called it: ${action === "pass" && isAlone ? "stop" : action}.`;
    else if (hasLooked) callLine.textContent = "You have looked at the odds, so you cannot call this one.";
    form.elements.number.value = current ?? "";
    form.querySelector("[value=pass]").textContent = isAlone ? "Stop" : "Pass";
    const hint = page.querySelector("#hint");
    if (hint && (action || atOnceBox.checked)) hint.open = true;
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
    const ownRetry = retry;
    problem.hidden = true;
    setBusy(true);
    try {
      const response = await fetch(form.getAttribute("action"), { method: "POST", body: data });
      const answer = await response.json();
      ownRetry.stop();
      if (response.ok) {
        calledActions.set(number, answer.action);
        page.dataset.caller = answer.caller;
      } else {
        showProblem(answer.message);
      }
    } catch {
      showProblem("Your call has not been sent yet: the site cannot be reached. It is sent once it can be.");
      if (ownRetry === retry) ownRetry.fail();
    }
    setBusy(false);
    update();
  }

  function setBusy(isBusy) {
    for (const button of form.querySelectorAll("button")) button.disabled = isBusy;
  }

  function showProblem(text) {
    problem.textContent = text;
    problem.hidden = false;
  }

  function markOwnRow() {
    for (const row of page.querySelectorAll("[data-caller]")) {
      row.classList.toggle("table__marked", row.dataset.caller === page.dataset.caller);
    }
  }

  function showDecision(gameData) {
    const next = parseDecision(gameData.decision);
    if (next !== current) problem.hidden = true;
    current = next;
    isAlone = "alone" in gameData;
    update();
  }

  return { decision: showDecision, room: markOwnRow };
}

function parseDecision(text) {
  return text ? Number(text) : null;
}

function readStorage(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // storage is turned off
  }
}

function writeStorage(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // The choice lasts as long as the page.
  }
}
