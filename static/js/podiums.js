// The podiums as a form: each opens to be changed, with keys for spins, the next podium and whole hundreds; a line of
// notation stays in step with the fields. Without this file the form does the same when it is submitted.

import * as parts from "./parts.js";
import { Retry, holdPage } from "./retry.js";

const SEATS = [1, 2, 3];
const MOST_SPINS = 40;
const MOST_DOTS = 5;
const HIGHEST_SCORE = 999999;
const REST = 200; // milliseconds after a key before the line is read
const ORDER_OF_PLAY = ["rules", "option_turn_order"]; // fields that decide who is up where a line does not say it
const AMOUNT = /^\$?\s*[0-9]{0,3}([0-9]*|([,. ][0-9]{3})*|(\.[0-9]{1,3})?\s?k)$/i;

const form = document.getElementById("podiums");
if (form) start(form);

function start(form) {
  const { line, line_was: lineWas, typed, up } = form.elements;
  const read = document.getElementById("line-read");
  const field = (seat, part) => form.elements[`seat${seat}_${part}`];
  const podium = (seat) => document.getElementById(`podium-${seat}`);
  const seatOf = (element) => Number(element.closest("[data-seat]").dataset.seat);
  const seen = new Set();
  let upChosen = Boolean(lineWas.value);
  let asked = 0;
  const drawing = new Retry(draw);
  const reading = new Retry(() => readLine(...lastRead));
  let lastRead = [];

  for (const key of form.querySelectorAll("[data-spins], [data-next]")) key.hidden = false;
  for (const input of form.querySelectorAll("[data-count], [data-money]")) {
    input.addEventListener("focus", () => input.select());
    input.addEventListener("keydown", keys);
  }
  for (const input of form.querySelectorAll("[data-money]")) {
    input.addEventListener("blur", () => {
      const amount = dollars(input.value);
      if (amount !== null && input.value.trim()) input.value = amount.toLocaleString("en-US");
    });
  }
  for (const dot of form.querySelectorAll(".dot input")) dot.addEventListener("pointerdown", untap);
  form.addEventListener("click", clicked);
  form.addEventListener("change", ({ target }) => { if (target.name === "up") upChosen = true; });
  form.addEventListener("paste", pasted);
  form.addEventListener("podiums:set", () => {
    upChosen = true;
    if (!SEATS.some((seat) => field(seat, "score").value)) seen.clear();
    writeLine();
  });
  // Only the answer knows whom the rules have chosen among several.
  document.addEventListener("part:shown", ({ target }) => { if (target.id === "answer" && line.value) writePodiums(); });
  form.addEventListener("submit", (event) => {
    const known = form.dataset.answered === line.value && line.value && !document.querySelector("#answer[aria-busy], #podiums [aria-invalid]");
    if (known) {
      event.preventDefault();
      for (const seat of SEATS) podium(seat).open = false;
      return;
    }
    const showWaiting = () => showReading("You’re offline; your position is kept. It is sent once the site can be reached.");
    holdPage({ event, url: form.dataset.lineUrl, showWaiting });
  });
  form.addEventListener("input", ({ target }) => {
    if (target === line) readLine(line.value, REST);
    else if (target !== lineWas) settle(target, target.matches("input[type=text]"));
  });
  document.querySelector(".skip[href='#id_seat1_score']")?.addEventListener("click", (event) => {
    event.preventDefault();
    event.stopPropagation(); // what opens is closed by a click elsewhere
    open(1);
  });

  // A restored page (back button, reload) may have other values than the server sent. A page with errors keeps what was
  // typed, and one on which nothing is typed its example.
  if (!form.querySelector("[aria-invalid]") && SEATS.some((seat) => field(seat, "score").value)) writeLine();

  // One podium is open at a time, and its score is ready to be typed.
  function open(seat) {
    for (const each of SEATS) podium(each).open = each === seat;
    seen.add(seat);
    field(seat, "score").focus();
    writeLine();
    notify(false);
  }

  function clicked(event) {
    const summary = event.target.closest("summary");
    if (summary?.parentElement.matches("[name=podium]:not([open])")) {
      event.preventDefault();
      open(seatOf(summary));
    } else if (summary?.matches(".passed > summary")) {
      setTimeout(() => summary.parentElement.querySelector("input").focus());
    }
    const key = event.target.closest("button");
    if (!key?.matches("[data-spins], [data-next], [data-offer]")) return;
    const seat = seatOf(key);
    if ("next" in key.dataset) {
      event.stopPropagation(); // what is open is not left, but changed for the next
      open(seat + 1);
    } else if ("spins" in key.dataset) {
      field(seat, "earned").value = key.dataset.spins;
      settle(field(seat, "earned"));
    } else {
      field(seat, "score").value = key.textContent.slice(1);
      field(seat, "score").focus();
      settle(field(seat, "score"));
    }
  }

  // Enter leads to the next podium, and from the last to the answer; the arrows count.
  function keys(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { target } = event;
    const seat = seatOf(target);
    if (event.key === "Enter" && "money" in target.dataset && seat < SEATS.length) {
      event.preventDefault();
      open(seat + 1);
    }
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const money = "money" in target.dataset;
    const now = money ? dollars(target.value) : number(target.value);
    if (now === null) return;
    const next = Math.min(Math.max(now + by * (money ? (event.shiftKey ? 1000 : 250) : 1), 0), money ? HIGHEST_SCORE : MOST_SPINS);
    target.value = money ? next.toLocaleString("en-US") : String(next);
    settle(target);
  }

  // A second tap on the last Whammy removes it.
  function untap(event) {
    const dot = event.target;
    if (!dot.checked || dot.value === "0") return;
    const lower = field(seatOf(dot), "whammies")[Number(dot.value) - 1];
    dot.addEventListener("click", (click) => {
      click.preventDefault();
      setTimeout(() => { lower.checked = true; settle(lower); });
    }, { once: true });
  }

  function settle(changed, byKey = false) {
    if (changed.closest("[data-seat]")) seen.add(seatOf(changed));
    followSpins(changed);
    writeLine();
    notify(byKey);
    if (changed.name === "board" && !form.dataset.answered) draw();
  }

  // Before there is an answer the ring is that of the board alone.
  async function draw() {
    drawing.cancel();
    try {
      const board = form.elements.board.value;
      parts.swap(await parts.ask(`/?${new URLSearchParams({ board })}`), { names: ["answer", "round-line"] });
      drawing.stop();
    } catch {
      drawing.fail();
    }
  }

  // For live answers. The first is asked for once every podium has been seen, and somebody has a spin.
  function notify(byKey) {
    if (!form.dataset.answered && !(SEATS.every((seat) => seen.has(seat)) && holders().length)) return;
    form.dispatchEvent(new CustomEvent("podiums:change", { bubbles: true, detail: { typed: byKey } }));
  }

  function holders() {
    return SEATS.filter((seat) => number(field(seat, "earned").value) || number(field(seat, "passed").value));
  }

  // Until somebody is chosen, the only contestant with spins is up; of several, the rules decide.
  function followSpins({ name = "" }) {
    if (upChosen || !/_(earned|passed)$/.test(name)) return;
    const [only, ...others] = holders();
    if (only) up.value = others.length ? "rules" : String(only);
  }

  function writeLine() {
    const text = notation();
    writePodiums();
    if (text === null) return;
    // Set both, so that the server sees an untouched line and reads the podiums.
    line.value = lineWas.value = text;
    showReading();
  }

  // What the podiums show, in the words of the server.
  function writePodiums() {
    const [only, ...others] = holders();
    const [answered, mover] = (document.getElementById("asked")?.textContent ?? "").split("@");
    const seatUp = Number(up.value) || (!others.length && only) || (answered === notation() && Number(mover));
    for (const seat of SEATS) {
      const [score, earned, passed, whammies] = ["score", "earned", "passed", "whammies"]
        .map((part) => field(seat, part).value.trim() || "0");
      const out = whammies === "4";
      const amount = dollars(score);
      const section = podium(seat).parentElement;
      const spins = passed === "0" ? `${earned === "0" ? "no" : earned} spin${earned === "1" ? "" : "s"}`
        : `${earned === "0" ? "" : `${earned} + `}${passed} passed`;
      const words = {
        score: out ? "Out" : `$${amount === null ? score.replace(/^\$/, "") : amount.toLocaleString("en-US")}`,
        spins: out ? "" : spins,
        whammies: `${whammies} ${whammies === "1" ? "Whammy" : "Whammies"}`,
      };
      for (const part of section.querySelectorAll("[data-row]")) part.textContent = words[part.dataset.row];
      const dots = out ? 0 : Math.min((number(earned) ?? 0) + (number(passed) ?? 0), MOST_DOTS);
      const drawn = section.querySelector(".spins");
      drawn.replaceChildren(...Array.from({ length: dots }, () => document.createElement("i")));
      drawn.classList.toggle("spins--all", passed === "0" && number(earned) <= MOST_DOTS);
      section.querySelector(".whammies").className = `whammies whammies--${whammies}`;
      section.querySelector(".is-example")?.classList.remove("is-example");
      section.classList.toggle("podium--out", out);
      section.classList.toggle("podium--up", seat === seatUp);
      section.querySelector(".podium__up").hidden = seat !== seatUp;
      if (seat === seatUp) {
        const name = section.querySelector(".podium__name > span").textContent;
        for (const said of document.querySelectorAll("#mover, [data-mover]")) said.textContent = name;
      }
      for (const key of section.querySelectorAll("[data-spins]")) key.ariaPressed = String(key.dataset.spins === earned);
      if (passed !== "0") field(seat, "passed").closest("details").open = true;
      offer(seat, score);
    }
  }

  // “62” may mean $6,200.
  function offer(seat, score) {
    const key = podium(seat).querySelector("[data-offer]");
    key.hidden = !/^[1-9][0-9]{0,2}$/.test(score);
    if (!key.hidden) key.textContent = `$${(Number(score) * (score.length === 1 ? 1000 : 100)).toLocaleString("en-US")}`;
  }

  function notation() {
    const parts = SEATS.map((seat) => {
      const score = dollars(field(seat, "score").value);
      const earned = number(field(seat, "earned").value);
      const passed = number(field(seat, "passed").value);
      if (score === null || earned === null || passed === null) return null;
      const counts = [["e", earned], ["p", passed], ["w", Number(field(seat, "whammies").value || 0)]];
      return score + counts.map(([letter, count]) => (count ? letter + count : "")).join("");
    });
    if (parts.includes(null) || !up.value || !(holders().length || SEATS.some((seat) => field(seat, "score").value.trim()))) return null;
    return up.value === "rules" ? parts.join(",") : `${parts.join(",")}@${up.value}`; // the server applies the rules
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
    lastRead = [text, rest];
    reading.cancel();
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
      if (turn === asked) reading.fail(); // submitted before, the line is read by the server
      return;
    }
    if (turn !== asked) return;
    reading.stop();
    if (found.address) {
      location.assign(found.address); // with its board and rules
      return;
    }
    if (!found.line) {
      // Do not interrupt typing.
      setTimeout(() => turn === asked && showReading(found.message, true), rest * 3);
      return;
    }
    fill(found);
    writePodiums();
    // Pasted text is replaced; text being typed is not.
    lineWas.value = line.value = rest ? there : found.line;
    typed.value = found.guesses?.length ? text : ""; // the answer's page says it, too
    if (found.words) showReading(`Read as: ${[found.words, ...found.guesses.map((guess) => `taking ${guess}`)].join("; ")}.`);
    notify(false);
  }

  function fill(found) {
    SEATS.forEach((seat, index) => {
      const numbers = found.podiums[index];
      field(seat, "score").value = numbers.score.toLocaleString("en-US");
      for (const part of ["earned", "passed", "whammies"]) field(seat, part).value = String(numbers[part]);
      seen.add(seat);
    });
    up.value = String(found.up);
    upChosen = true;
  }

  // Shows how the line was read.
  function showReading(text = "", wrong = false) {
    read.textContent = text;
    read.classList.toggle("line-read--wrong", wrong);
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
function dollars(text) {
  const thousands = /^\s*\$?\s*([0-9]{1,3})(?:\.([0-9]{1,3}))?\s?k\s*$/i.exec(text);
  return thousands ? Number(thousands[1] + (thousands[2] ?? "").padEnd(3, "0")) : number(text);
}
