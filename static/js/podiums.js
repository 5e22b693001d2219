// The podiums made quicker to use: steppers, arrow keys, tapping Whammies, and the one-line text
// kept in step both ways. Without this file the form does the same, one press of a button later.

const SEATS = [1, 2, 3];
const MOST_SPINS = 40;
const HIGHEST_SCORE = 999999;
const SETTLED = 500; // after a field was left, in milliseconds, before something is said of it
const REST = 200; // after a key, in milliseconds, before the line is read
const AMOUNT = /^\$?\s*[0-9]{0,3}([0-9]*|([,. ][0-9]{3})*)$/;

const form = document.getElementById("podiums");
if (form) start(form);

function start(form) {
  const line = form.elements.line;
  const lineWas = form.elements.line_was;
  const read = document.getElementById("line-read");
  const field = (seat, part) => form.elements[`seat${seat}_${part}`];
  let upChosen = Boolean(lineWas.value);
  let asked = 0;

  for (const button of form.querySelectorAll("[data-step]")) {
    button.hidden = false;
    button.addEventListener("click", () => step(button.parentElement.querySelector("input"), Number(button.dataset.step)));
  }
  for (const input of form.querySelectorAll("[data-count], [data-money]")) {
    input.addEventListener("focus", () => input.select());
    input.addEventListener("keydown", arrows);
  }
  for (const input of form.querySelectorAll("[data-money]")) {
    input.addEventListener("blur", () => {
      const amount = number(input.value);
      if (amount !== null && input.value.trim()) input.value = amount.toLocaleString("en-US");
      // With an answer the server tells. A button that is being clicked must not move meanwhile.
      if (!form.dataset.answered) setTimeout(() => mind(input, number(input.value) === null), SETTLED);
    });
  }
  for (const dot of form.querySelectorAll(".dot input")) dot.addEventListener("pointerdown", untap);
  for (const radio of form.querySelectorAll("input[name=up]")) {
    radio.addEventListener("change", () => { upChosen = true; });
  }
  form.addEventListener("podiums:filled", () => {
    upChosen = true;
    follow();
  });
  form.addEventListener("podiums:set", () => {
    upChosen = true;
    follow();
  });
  form.addEventListener("paste", pasted);
  form.addEventListener("input", (event) => {
    if (event.target === line) {
      readLine(line.value, REST);
    } else if (event.target !== lineWas) {
      settle(event.target, event.target.matches("input[type=text]"));
    }
  });

  // The list of moments lies over the page: Escape or a click elsewhere puts it away.
  const loader = form.querySelector(".loader");
  document.addEventListener("click", (event) => { if (!loader.contains(event.target)) loader.open = false; });
  loader.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !loader.open) return;
    loader.open = false;
    loader.querySelector("summary").focus();
  });

  // A restored page (back button, reload) may hold other values than the server sent; one with
  // messages holds what was typed, which stays.
  if (!form.querySelector("[aria-invalid]") && SEATS.some((seat) => field(seat, "score").value)) writeLine();

  function arrows(event) {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step(event.target, "money" in event.target.dataset ? by * (event.shiftKey ? 1000 : 250) : by);
  }

  function step(input, by) {
    const money = "money" in input.dataset;
    const now = number(input.value);
    if (now === null) return;
    const next = Math.min(Math.max(now + by, 0), money ? HIGHEST_SCORE : MOST_SPINS);
    input.value = money ? next.toLocaleString("en-US") : String(next);
    settle(input);
  }

  // A second tap on the last Whammy takes it off again.
  function untap(event) {
    const dot = event.target;
    if (!dot.checked || dot.value === "0") return;
    const lower = field(Number(dot.name[4]), "whammies")[Number(dot.value) - 1];
    dot.addEventListener("click", (click) => {
      click.preventDefault();
      setTimeout(() => { lower.checked = true; settle(lower); });
    }, { once: true });
  }

  function settle(changed, typed = false) {
    followSpins(changed);
    writeLine();
    tell(typed, changed.name);
  }

  // For the answer that follows, and for what can be undone.
  function tell(typed, field = line.name) {
    form.dispatchEvent(new CustomEvent("podiums:change", { bubbles: true, detail: { typed, field } }));
  }

  // Until somebody says who is up, it is the only one who holds spins.
  function followSpins(changed) {
    if (upChosen || !/_(earned|passed)$/.test(changed.name || "")) return;
    const holders = SEATS.filter((seat) => number(field(seat, "earned").value) || number(field(seat, "passed").value));
    if (holders.length === 1) form.elements.up.value = String(holders[0]);
  }

  // Something else has filled the fields: the line with them, unless it says what they cannot.
  function follow() {
    const text = notation();
    if (text !== null && !line.value.trim()) line.value = text;
    if (text === line.value) lineWas.value = text;
    told();
    form.classList.toggle("ask--stale", Boolean(form.dataset.answered) && text !== form.dataset.answered);
  }

  function writeLine() {
    const text = notation();
    form.classList.toggle("ask--stale", Boolean(form.dataset.answered) && text !== form.dataset.answered);
    if (text === null) return;
    // Both fields, so that the server sees a line nobody typed and goes by the podiums.
    line.value = lineWas.value = text;
    told();
  }

  function notation() {
    const parts = SEATS.map((seat) => {
      const score = number(field(seat, "score").value);
      const earned = number(field(seat, "earned").value);
      const passed = number(field(seat, "passed").value);
      if (score === null || earned === null || passed === null || !field(seat, "score").value.trim()) return null;
      const whammies = Number(field(seat, "whammies").value || 0);
      const counts = [["e", earned], ["p", passed], ["w", whammies]];
      return score + counts.map(([letter, count]) => (count ? letter + count : "")).join("");
    });
    const up = form.elements.up.value;
    if (parts.includes(null) || !up) return null;
    return up === "rules" ? parts.join(",") : `${parts.join(",")}@${up}`; // the server knows the rules
  }

  // A whole position may be pasted anywhere; an amount into its own field is left to the browser.
  function pasted(event) {
    const text = event.clipboardData.getData("text/plain");
    const position = event.target === line ? /[\n\t]|\/p\//.test(text) : !AMOUNT.test(text.trim());
    if (!position || !event.target.matches("input")) return;
    event.preventDefault();
    line.value = text.trim().replace(/\s*[\n\r]+\s*/g, " / ").replace(/\t/g, " ");
    readLine(text, 0);
  }

  // The server reads typed lines: its reading is the forgiving one, and the one that counts.
  async function readLine(text, rest) {
    const turn = ++asked;
    const there = line.value;
    told();
    await new Promise((resolve) => { setTimeout(resolve, rest); });
    if (turn !== asked || !text.trim()) return;
    let found;
    try {
      const response = await fetch(`${form.dataset.lineUrl}?text=${encodeURIComponent(text)}`);
      found = await response.json();
    } catch {
      return; // offline for a moment: the server reads the line when the form is sent
    }
    if (turn !== asked) return;
    if (!found.line) {
      // Somebody in the middle of typing is not interrupted.
      setTimeout(() => turn === asked && told(found.message, true), rest * 3);
      return;
    }
    fill(found);
    // What was pasted has done its part; what is being typed stays as it is.
    lineWas.value = line.value = rest ? there : found.line;
    if (found.words) told(`Read as: ${[found.words, ...found.guesses.map((guess) => `taking ${guess}`)].join("; ")}.`);
    form.classList.toggle("ask--stale", Boolean(form.dataset.answered) && found.line !== form.dataset.answered);
    tell(false);
  }

  function fill(found) {
    SEATS.forEach((seat, index) => {
      const podium = found.podiums[index];
      field(seat, "score").value = podium.score.toLocaleString("en-US");
      field(seat, "earned").value = podium.earned;
      field(seat, "passed").value = podium.passed;
      field(seat, "whammies").value = String(podium.whammies);
    });
    form.elements.up.value = String(found.up);
    upChosen = true;
    for (const [name, value] of Object.entries(found.settings ?? {})) {
      const element = form.elements[name];
      if (!element) continue;
      if (element.matches("[type=checkbox]")) {
        element.checked = Boolean(value);
        continue;
      }
      const known = !element.options || [...element.options].some((option) => option.value === value);
      if (!known) element.add(new Option(found.boards?.[name] ?? value, value));
      element.value = value;
    }
    if (found.settings_line) form.querySelector(".settings__now").textContent = found.settings_line;
  }

  // What is wrong with an amount, in the server's words.
  function mind(input, wrong) {
    const id = `${input.id}_read`;
    const old = document.getElementById(id);
    if (old) {
      old.remove();
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
    }
    if (!wrong || input.hasAttribute("aria-invalid")) return;
    const cents = /^\s*\$?\s*[0-9][0-9, ]*\.[0-9]{1,2}\s*$/.test(input.value);
    const list = Object.assign(document.createElement("ul"), { className: "errorlist", id });
    list.append(Object.assign(document.createElement("li"), {
      textContent: cents ? "Use whole dollars, without cents." : "Type whole dollars from 0 to 999,999, like 8000 or $8,000.",
    }));
    input.closest(".score").after(list);
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", id);
  }

  // What became of the line, beside it.
  function told(text = "", wrong = false) {
    read.textContent = text;
    read.classList.toggle("line__read--wrong", wrong);
    for (const [name, value] of [["aria-invalid", "true"], ["aria-describedby", read.id]]) {
      if (wrong) line.setAttribute(name, value);
      else line.removeAttribute(name);
    }
  }
}

// Digits as people type them; null for anything the server should have a word about.
function number(text) {
  const digits = text.trim().replace(/^\$/, "").replace(/[,\s]/g, "");
  if (digits === "") return 0;
  return /^[0-9]{1,6}$/.test(digits) ? Number(digits) : null;
}
