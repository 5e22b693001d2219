// Shortcuts for the podiums: steppers, arrow keys, tapping Whammies, and a text line that stays in sync
// with the fields. Without this file the form does the same when it is submitted.

const SEATS = [1, 2, 3];
const MOST_SPINS = 40;
const HIGHEST_SCORE = 999999;
const SETTLED = 500; // milliseconds after leaving a field before it is checked
const REST = 200; // milliseconds after a key before the line is read
const ORDER_OF_PLAY = ["rules", "option_turn_order"]; // fields that decide who is up where a line does not say it
const AMOUNT = /^\$?\s*[0-9]{0,3}([0-9]*|([,. ][0-9]{3})*|(\.[0-9]{1,3})?\s?k)$/i;

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
      const amount = dollars(input.value);
      if (amount !== null && input.value.trim()) input.value = amount.toLocaleString("en-US");
      // On an answer page the server checks it. The delay keeps a button from moving while it is clicked.
      if (!form.dataset.answered) setTimeout(() => showAmountError(input, dollars(input.value) === null), SETTLED);
    });
  }
  for (const passed of form.querySelectorAll(".passed > summary")) {
    passed.addEventListener("click", () => setTimeout(() => passed.parentElement.querySelector("input").focus()));
  }
  for (const dot of form.querySelectorAll(".dot input")) dot.addEventListener("pointerdown", untap);
  for (const radio of form.querySelectorAll("input[name=up]")) {
    radio.addEventListener("change", () => { upChosen = true; });
  }
  form.addEventListener("podiums:set", () => {
    upChosen = true;
    follow();
  });
  form.addEventListener("submit", (event) => {
    if (navigator.onLine) return;
    event.preventDefault();
    showReading("You’re offline; your position is kept. Try again once you’re connected.");
  });
  form.addEventListener("paste", pasted);
  form.addEventListener("input", (event) => {
    if (event.target === line) {
      readLine(line.value, REST);
    } else if (event.target !== lineWas) {
      settle(event.target, event.target.matches("input[type=text]"));
    }
  });

  // A restored page (back button, reload) may have other values than the server sent. A page with
  // errors keeps what was typed.
  if (!form.querySelector("[aria-invalid]") && SEATS.some((seat) => field(seat, "score").value)) writeLine();

  function arrows(event) {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step(event.target, "money" in event.target.dataset ? by * (event.shiftKey ? 1000 : 250) : by);
  }

  function step(input, by) {
    const money = "money" in input.dataset;
    const now = money ? dollars(input.value) : number(input.value);
    if (now === null) return;
    const next = Math.min(Math.max(now + by, 0), money ? HIGHEST_SCORE : MOST_SPINS);
    input.value = money ? next.toLocaleString("en-US") : String(next);
    settle(input);
  }

  // A second tap on the last Whammy removes it.
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
    notifyChange(typed, changed.name);
  }

  // For live answers.
  function notifyChange(typed, field = line.name) {
    form.dispatchEvent(new CustomEvent("podiums:change", { bubbles: true, detail: { typed, field } }));
  }

  // Until somebody is chosen, the only contestant with spins is up; of several, the rules decide.
  function followSpins(changed) {
    if (upChosen || !/_(earned|passed)$/.test(changed.name || "")) return;
    const holders = SEATS.filter((seat) => number(field(seat, "earned").value) || number(field(seat, "passed").value));
    if (holders.length) form.elements.up.value = holders.length === 1 ? String(holders[0]) : "rules";
  }

  // Another script has filled the fields: update the line, unless it has what the fields cannot show.
  function follow() {
    const text = notation();
    writeRows();
    if (text !== null && !line.value.trim()) line.value = text;
    if (text === line.value) lineWas.value = text;
    showReading();
    form.classList.toggle("ask--stale", Boolean(form.dataset.answered) && text !== form.dataset.answered);
  }

  function writeLine() {
    const text = notation();
    writeRows();
    form.classList.toggle("ask--stale", Boolean(form.dataset.answered) && text !== form.dataset.answered);
    if (text === null) return;
    // Set both, so that the server sees an untouched line and reads the podiums.
    line.value = lineWas.value = text;
    showReading();
  }

  // The rows that podiums fold to, in the words of the server; passed spins show where there are any, and what is blank is
  // $0 as soon as something is typed.
  function writeRows() {
    const blank = SEATS.every((seat) => !field(seat, "score").value.trim());
    for (const seat of SEATS) {
      const text = (part) => field(seat, part).value.trim() || "0";
      const spins = ["earned", "passed"].filter((part) => text(part) !== "0").map((part) => `${text(part)} ${part}`);
      const words = {
        score: shownScore(text("score")),
        spins: text("whammies") === "4" ? "out" : spins.join(", ") || "no spins",
        whammies: `${text("whammies")} ${text("whammies") === "1" ? "Whammy" : "Whammies"}`,
      };
      for (const part of form.querySelectorAll(`[data-seat="${seat}"] [data-row]`)) part.textContent = words[part.dataset.row];
      if (text("passed") !== "0") field(seat, "passed").closest("details").open = true;
      field(seat, "score").placeholder = blank ? field(seat, "score").dataset.example : "0";
    }
  }

  function notation() {
    const parts = SEATS.map((seat) => {
      const score = dollars(field(seat, "score").value);
      const earned = number(field(seat, "earned").value);
      const passed = number(field(seat, "passed").value);
      if (score === null || earned === null || passed === null) return null;
      const whammies = Number(field(seat, "whammies").value || 0);
      const counts = [["e", earned], ["p", passed], ["w", whammies]];
      return score + counts.map(([letter, count]) => (count ? letter + count : "")).join("");
    });
    const up = form.elements.up.value;
    if (parts.includes(null) || !up || !SEATS.some((seat) => field(seat, "score").value.trim())) return null;
    return up === "rules" ? parts.join(",") : `${parts.join(",")}@${up}`; // the server applies the rules
  }

  // A position can be pasted into any field; an amount pasted into its field is left to the browser.
  function pasted(event) {
    const text = event.clipboardData.getData("text/plain");
    const position = event.target === line ? /[\n\t]|\/p\//.test(text) : !AMOUNT.test(text.trim());
    if (!position || !event.target.matches("input")) return;
    event.preventDefault();
    line.value = text.trim().replace(/\s*[\n\r]+\s*/g, " / ").replace(/\t/g, " ");
    readLine(text, 0);
  }

  // The server reads typed lines, with its forgiving reader.
  async function readLine(text, rest) {
    const turn = ++asked;
    const there = line.value;
    showReading();
    await new Promise((resolve) => { setTimeout(resolve, rest); });
    if (turn !== asked || !text.trim()) return;
    let found;
    try {
      const asked = new URLSearchParams({ text });
      for (const name of ORDER_OF_PLAY) asked.set(name, form.elements[name]?.value ?? "");
      const response = await fetch(`${form.dataset.lineUrl}?${asked}`);
      found = await response.json();
    } catch {
      return; // offline: the server reads the line when the form is submitted
    }
    if (turn !== asked) return;
    if (!found.line) {
      // Do not interrupt typing.
      setTimeout(() => turn === asked && showReading(found.message, true), rest * 3);
      return;
    }
    fill(found);
    writeRows();
    // Pasted text is replaced; text being typed is not.
    lineWas.value = line.value = rest ? there : found.line;
    form.elements.typed.value = found.guesses?.length ? text : ""; // the answer's page says it, too
    if (found.words) showReading(`Read as: ${[found.words, ...found.guesses.map((guess) => `taking ${guess}`)].join("; ")}.`);
    form.classList.toggle("ask--stale", Boolean(form.dataset.answered) && found.line !== form.dataset.answered);
    notifyChange(false);
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

  // Shows an error for an amount, with the server's wording.
  function showAmountError(input, wrong) {
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

  // Shows how the line was read.
  function showReading(text = "", wrong = false) {
    read.textContent = text;
    read.classList.toggle("line__read--wrong", wrong);
    for (const [name, value] of [["aria-invalid", "true"], ["aria-describedby", read.id]]) {
      if (wrong) line.setAttribute(name, value);
      else line.removeAttribute(name);
    }
  }
}

// Digits with $, commas and spaces; null for anything the server should check.
function number(text) {
  const digits = text.trim().replace(/^\$/, "").replace(/[,\s]/g, "");
  if (digits === "") return 0;
  return /^[0-9]{1,6}$/.test(digits) ? Number(digits) : null;
}

// Dollars, also as thousands like 8.5k.
// “$9,000” for whatever way of typing it; as typed if it is no amount.
function shownScore(text) {
  const amount = dollars(text);
  return `$${amount === null ? text.replace(/^\$/, "") : amount.toLocaleString("en-US")}`;
}

function dollars(text) {
  const thousands = /^\s*\$?\s*([0-9]{1,3})(?:\.([0-9]{1,3}))?\s?k\s*$/i.exec(text);
  return thousands ? Number(thousands[1] + (thousands[2] ?? "").padEnd(3, "0")) : number(text);
}
