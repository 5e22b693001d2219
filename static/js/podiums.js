// The podiums as a form: each opens to be changed, with keys for spins, the next podium and whole hundreds; a line of
// notation is kept in step with the fields. Without this file the server does the same when the form is submitted.

import * as parts from "./parts.js";
import { Retry, holdPage } from "./retry.js";

const SEATS = [1, 2, 3];
const MAX_SPINS = 40;
const MAX_DOTS = 5;
const MAX_SCORE = 999999;
const TYPING_PAUSE_MS = 200; // from a key until the line is read
const ORDER_OF_PLAY = ["rules", "option_turn_order"]; // fields that decide who is up if the line does not say so
const AMOUNT = /^\$?\s*[0-9]{0,3}([0-9]*|([,. ][0-9]{3})*|(\.[0-9]{1,3})?\s?k)$/i;

const form = document.getElementById("podiums");
if (form) startForm(form);

function startForm(form) {
  const { line, line_was: lineWas, typed: typedField, up } = form.elements;
  const readingLine = document.getElementById("line-read");
  const field = (seat, part) => form.elements[`seat${seat}_${part}`];
  const podium = (seat) => document.getElementById(`podium-${seat}`);
  const seatOf = (element) => Number(element.closest("[data-seat]").dataset.seat);
  const seenSeats = new Set();
  let isUpChosen = Boolean(lineWas.value);
  let newestReading = 0;
  const drawing = new Retry(drawRing);
  const reading = new Retry(() => readLine(...lastRead));
  let lastRead = [];

  for (const key of form.querySelectorAll("[data-spins], [data-next]")) key.hidden = false;
  for (const input of form.querySelectorAll("[data-count], [data-money]")) {
    input.addEventListener("focus", () => input.select());
    input.addEventListener("keydown", handleKey);
  }
  for (const input of form.querySelectorAll("[data-money]")) {
    input.addEventListener("blur", () => {
      const amount = parseDollars(input.value);
      if (amount !== null && input.value.trim()) input.value = amount.toLocaleString("en-US");
    });
  }
  for (const dot of form.querySelectorAll(".dot input")) dot.addEventListener("pointerdown", removeWhammy);
  form.addEventListener("click", handleClick);
  form.addEventListener("change", ({ target }) => { if (target.name === "up") isUpChosen = true; });
  form.addEventListener("paste", handlePaste);
  form.addEventListener("podiums:set", () => {
    isUpChosen = true;
    if (!SEATS.some((seat) => field(seat, "score").value)) seenSeats.clear();
    writeLine();
  });
  // Only the answer says whom the rules choose among several contestants with spins.
  document.addEventListener("part:shown", ({ target }) => { if (target.id === "answer" && line.value) writePodiums(); });
  form.addEventListener("submit", (event) => {
    const isAnswered = form.dataset.answered === line.value && line.value && !document.querySelector("#answer[aria-busy], #podiums [aria-invalid]");
    if (isAnswered) {
      event.preventDefault();
      for (const seat of SEATS) podium(seat).open = false;
      return;
    }
    const showWaiting = () => showReading("You’re offline; your position is kept. It is sent once the site can be reached.");
    holdPage({ event, url: form.dataset.lineUrl, showWaiting });
  });
  form.addEventListener("input", ({ target }) => {
    if (target === line) readLine(line.value, TYPING_PAUSE_MS);
    else if (target !== lineWas) handleEdit(target, target.matches("input[type=text]"));
  });
  document.querySelector(".skip[href='#id_seat1_score']")?.addEventListener("click", (event) => {
    event.preventDefault();
    event.stopPropagation(); // a click elsewhere would close it
    openPodium(1);
  });

  // A restored page (back button, reload) may have other values than the server sent. A page with errors keeps the typed line,
  // and a page without scores its example.
  if (!form.querySelector("[aria-invalid]") && SEATS.some((seat) => field(seat, "score").value)) writeLine();

  // Opens a podium, closes the others, and focuses the score.
  function openPodium(seat) {
    for (const other of SEATS) podium(other).open = other === seat;
    seenSeats.add(seat);
    field(seat, "score").focus();
    writeLine();
    announceChange(false);
  }

  function handleClick(event) {
    const summary = event.target.closest("summary");
    if (summary?.parentElement.matches("[name=podium]:not([open])")) {
      event.preventDefault();
      openPodium(seatOf(summary));
    } else if (summary?.matches(".passed > summary")) {
      setTimeout(() => summary.parentElement.querySelector("input").focus());
    }
    const key = event.target.closest("button");
    if (!key?.matches("[data-spins], [data-next], [data-offer]")) return;
    const seat = seatOf(key);
    if ("next" in key.dataset) {
      event.stopPropagation(); // the open podium is not left, but changed for the next
      openPodium(seat + 1);
    } else if ("spins" in key.dataset) {
      field(seat, "earned").value = key.dataset.spins;
      handleEdit(field(seat, "earned"));
    } else {
      field(seat, "score").value = key.textContent.slice(1);
      field(seat, "score").focus();
      handleEdit(field(seat, "score"));
    }
  }

  // Enter leads to the next podium, and from the last to the answer; the arrows count.
  function handleKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { target } = event;
    const seat = seatOf(target);
    if (event.key === "Enter" && "money" in target.dataset && seat < SEATS.length) {
      event.preventDefault();
      openPodium(seat + 1);
    }
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const isMoney = "money" in target.dataset;
    const value = isMoney ? parseDollars(target.value) : parseNumber(target.value);
    if (value === null) return;
    const next = Math.min(Math.max(value + step * (isMoney ? (event.shiftKey ? 1000 : 250) : 1), 0), isMoney ? MAX_SCORE : MAX_SPINS);
    target.value = isMoney ? next.toLocaleString("en-US") : String(next);
    handleEdit(target);
  }

  // A second tap on the last Whammy removes it.
  function removeWhammy(event) {
    const dot = event.target;
    if (!dot.checked || dot.value === "0") return;
    const lower = field(seatOf(dot), "whammies")[Number(dot.value) - 1];
    dot.addEventListener("click", (click) => {
      click.preventDefault();
      setTimeout(() => { lower.checked = true; handleEdit(lower); });
    }, { once: true });
  }

  function handleEdit(input, byKey = false) {
    if (input.closest("[data-seat]")) seenSeats.add(seatOf(input));
    followSpins(input);
    writeLine();
    announceChange(byKey);
    if (input.name === "board" && !form.dataset.answered) drawRing();
  }

  // Draws the ring of the chosen board while there is no answer.
  async function drawRing() {
    drawing.cancel();
    try {
      const board = form.elements.board.value;
      parts.swap(await parts.fetchFragment(`/?${new URLSearchParams({ board })}`), { names: ["answer", "round-line"] });
      drawing.stop();
    } catch {
      drawing.fail();
    }
  }

  // Tells live.js of a change. The first answer is requested once every podium was opened and a contestant has a spin.
  function announceChange(byKey) {
    if (!form.dataset.answered && !(SEATS.every((seat) => seenSeats.has(seat)) && seatsWithSpins().length)) return;
    form.dispatchEvent(new CustomEvent("podiums:change", { bubbles: true, detail: { typed: byKey } }));
  }

  function seatsWithSpins() {
    return SEATS.filter((seat) => parseNumber(field(seat, "earned").value) || parseNumber(field(seat, "passed").value));
  }

  // Until the user chooses who is up, it is the only contestant with spins; of several, the rules decide.
  function followSpins({ name = "" }) {
    if (isUpChosen || !/_(earned|passed)$/.test(name)) return;
    const [holder, ...others] = seatsWithSpins();
    if (holder) up.value = others.length ? "rules" : String(holder);
  }

  function writeLine() {
    const text = buildNotation();
    writePodiums();
    if (text === null) return;
    // Set both, so that the server sees an untouched line and reads the podiums.
    line.value = lineWas.value = text;
    showReading();
  }

  // Writes the podiums in the words of the server.
  function writePodiums() {
    const [holder, ...others] = seatsWithSpins();
    const [answeredLine, mover] = (document.getElementById("asked")?.textContent ?? "").split("@");
    const seatUp = Number(up.value) || (!others.length && holder) || (answeredLine === buildNotation() && Number(mover));
    for (const seat of SEATS) {
      const [score, earned, passed, whammies] = ["score", "earned", "passed", "whammies"]
        .map((part) => field(seat, part).value.trim() || "0");
      const isOut = whammies === "4";
      const amount = parseDollars(score);
      const section = podium(seat).parentElement;
      const spins = passed === "0" ? `${earned === "0" ? "no" : earned} spin${earned === "1" ? "" : "s"}`
        : `${earned === "0" ? "" : `${earned} + `}${passed} passed`;
      const words = {
        score: isOut ? "Out" : `$${amount === null ? score.replace(/^\$/, "") : amount.toLocaleString("en-US")}`,
        spins: isOut ? "" : spins,
        whammies: `${whammies} ${whammies === "1" ? "Whammy" : "Whammies"}`,
      };
      for (const part of section.querySelectorAll("[data-row]")) part.textContent = words[part.dataset.row];
      const dots = isOut ? 0 : Math.min((parseNumber(earned) ?? 0) + (parseNumber(passed) ?? 0), MAX_DOTS);
      const spinDots = section.querySelector(".spins");
      spinDots.replaceChildren(...Array.from({ length: dots }, () => document.createElement("i")));
      spinDots.classList.toggle("spins--all", passed === "0" && parseNumber(earned) <= MAX_DOTS);
      section.querySelector(".whammies").className = `whammies whammies--${whammies}`;
      section.querySelector(".is-example")?.classList.remove("is-example");
      section.classList.toggle("podium--out", isOut);
      section.classList.toggle("podium--up", seat === seatUp);
      section.querySelector(".podium__up").hidden = seat !== seatUp;
      if (seat === seatUp) {
        const name = section.querySelector(".podium__name > span").textContent;
        for (const element of document.querySelectorAll("#mover, [data-mover]")) element.textContent = name;
      }
      for (const key of section.querySelectorAll("[data-spins]")) key.ariaPressed = String(key.dataset.spins === earned);
      if (passed !== "0") field(seat, "passed").closest("details").open = true;
      offerHundreds(seat, score);
    }
  }

  // Offers whole hundreds: “62” may mean $6,200.
  function offerHundreds(seat, score) {
    const key = podium(seat).querySelector("[data-offer]");
    key.hidden = !/^[1-9][0-9]{0,2}$/.test(score);
    if (!key.hidden) key.textContent = `$${(Number(score) * (score.length === 1 ? 1000 : 100)).toLocaleString("en-US")}`;
  }

  function buildNotation() {
    const parts = SEATS.map((seat) => {
      const score = parseDollars(field(seat, "score").value);
      const earned = parseNumber(field(seat, "earned").value);
      const passed = parseNumber(field(seat, "passed").value);
      if (score === null || earned === null || passed === null) return null;
      const counts = [["e", earned], ["p", passed], ["w", Number(field(seat, "whammies").value || 0)]];
      return score + counts.map(([letter, count]) => (count ? letter + count : "")).join("");
    });
    if (parts.includes(null) || !up.value || !(seatsWithSpins().length || SEATS.some((seat) => field(seat, "score").value.trim()))) return null;
    return up.value === "rules" ? parts.join(",") : `${parts.join(",")}@${up.value}`; // the server applies the rules
  }

  // A position can be pasted into any field; an amount pasted into its field is left to the browser.
  function handlePaste(event) {
    const text = event.clipboardData.getData("text/plain");
    const isPosition = event.target === line ? /[\n\t]|\/p\//.test(text) : !AMOUNT.test(text.trim());
    if (!isPosition || !event.target.matches("input")) return;
    event.preventDefault();
    line.value = text.trim().replace(/\s*[\n\r]+\s*/g, " / ").replace(/\t/g, " ");
    readLine(text, 0);
  }

  // The server reads typed lines, with its forgiving reader.
  async function readLine(text, pauseMs) {
    const readingId = ++newestReading;
    const typedLine = line.value;
    lastRead = [text, pauseMs];
    reading.cancel();
    showReading();
    await new Promise((resolve) => { setTimeout(resolve, pauseMs); });
    if (readingId !== newestReading || !text.trim()) return;
    let result;
    try {
      const query = new URLSearchParams({ text });
      for (const name of ORDER_OF_PLAY) query.set(name, form.elements[name]?.value ?? "");
      const response = await fetch(`${form.dataset.lineUrl}?${query}`);
      result = await response.json();
    } catch {
      if (readingId === newestReading) reading.fail(); // submitted before, the line is read by the server
      return;
    }
    if (readingId !== newestReading) return;
    reading.stop();
    if (result.address) {
      location.assign(result.address); // with its board and rules
      return;
    }
    if (!result.line) {
      // Do not interrupt typing.
      setTimeout(() => readingId === newestReading && showReading(result.message, true), pauseMs * 3);
      return;
    }
    fillPodiums(result);
    writePodiums();
    // Pasted text is replaced; text being typed is not.
    lineWas.value = line.value = pauseMs ? typedLine : result.line;
    typedField.value = result.guesses?.length ? text : ""; // the answer's page says it, too
    if (result.words) showReading(`Read as: ${[result.words, ...result.guesses.map((guess) => `taking ${guess}`)].join("; ")}.`);
    announceChange(false);
  }

  function fillPodiums(result) {
    SEATS.forEach((seat, index) => {
      const numbers = result.podiums[index];
      field(seat, "score").value = numbers.score.toLocaleString("en-US");
      for (const part of ["earned", "passed", "whammies"]) field(seat, part).value = String(numbers[part]);
      seenSeats.add(seat);
    });
    up.value = String(result.up);
    isUpChosen = true;
  }

  // Shows how the line was read.
  function showReading(text = "", isWrong = false) {
    readingLine.textContent = text;
    readingLine.classList.toggle("line-read--wrong", isWrong);
    for (const [name, value] of [["aria-invalid", "true"], ["aria-describedby", readingLine.id]]) {
      if (isWrong) line.setAttribute(name, value);
      else line.removeAttribute(name);
    }
  }
}

// Parses digits with $, commas and spaces; null for anything that the server should check.
function parseNumber(text) {
  const digits = text.trim().replace(/^\$/, "").replace(/[,\s]/g, "");
  if (digits === "") return 0;
  return /^[0-9]{1,6}$/.test(digits) ? Number(digits) : null;
}

// Parses dollars, also as thousands like 8.5k.
function parseDollars(text) {
  const thousands = /^\s*\$?\s*([0-9]{1,3})(?:\.([0-9]{1,3}))?\s?k\s*$/i.exec(text);
  return thousands ? Number(thousands[1] + (thousands[2] ?? "").padEnd(3, "0")) : parseNumber(text);
}
