// The ring on which a spin is entered: the square, then its slide; a direction slide leads on to the squares on offer. Also the
// number pad, for amounts that are not on the board.

import { Retry } from "./retry.js";

const boards = JSON.parse(document.getElementById("boards").textContent);
const entry = document.getElementById("entry");
const ring = document.getElementById("ring");
const step = document.getElementById("step");
const otherBoard = document.getElementById("other-board");
const drawings = { [otherBoard.dataset.of]: getDrawing(ring), [otherBoard.dataset.round]: getDrawing(otherBoard.content) }; // by the round

let drawnRound = otherBoard.dataset.of; // the round whose board is shown
let round = 0;
let roundWaits = false; // whether the beginning of a round is still to be sent
let spin = null; // the landing that is being entered: { square, moves, shown }
let replacement = null; // an earlier event that is being replaced: { number, place in the list, round, words }

for (const item of Object.values(drawings).flatMap(([, list]) => [...list.children])) {
  const button = makeElement("button", "", "");
  button.type = "button";
  button.setAttribute("aria-label", item.textContent.trim());
  item.replaceChildren(button);
}
document.addEventListener("game:queue", ({ detail }) => {
  roundWaits = detail.waits;
  drawBoard(detail.round);
});
document.addEventListener("game:round", () => {
  showPanel(null, "", [document.getElementById("round-2").content.cloneNode(true), makeButton("Back", "", leaveStep)], true);
});
document.addEventListener("game:shown", () => drawBoard(getShownRound()));
document.addEventListener("game:lit", lightSquare);
document.addEventListener("click", (event) => {
  const { target } = event;
  const square = Number(target.closest?.(".ring-list [data-square]")?.dataset.square);
  if (square && spin?.square === square && !step.hidden) leaveStep();
  else if (square) showSlides(square, { square, moves: [], shown: [] });
  else if (target.closest?.("[data-pad]")) showPad({ moves: [], shown: [] });
  else if (target.closest?.("[data-event]") && !step.hidden && !replacement) leaveStep(); // something else was entered
  const link = target.closest?.("[data-fix]");
  if (!link || !boards[link.dataset.round].ring) return;
  event.preventDefault();
  const { fix: number, place, round: played, words } = link.dataset;
  replacement = { number: Number(number), place, round: Number(played), words };
  drawBoard(replacement.round);
  showReplacement();
  ring.scrollIntoView({ block: "nearest" });
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || step.hidden) return;
  if (replacement && !spin) cancelReplacement();
  else leaveStep();
});
drawBoard(Number(entry.dataset.round));

function getDrawing(parent) {
  return [parent.querySelector(".ring-art"), parent.querySelector(".ring-list")];
}

// Returns the round whose board the ring shows: that of the event to be fixed, or the present one.
function getShownRound() {
  return replacement?.round ?? (roundWaits ? round : Number(entry.dataset.round));
}

function drawBoard(newRound) {
  round = newRound;
  const next = document.getElementById("next");
  const isSpin = next.dataset.next === "spin";
  const isOpen = round > 0 && (replacement || roundWaits || isSpin);
  entry.toggleAttribute("data-fixing", Boolean(replacement));
  for (const button of document.querySelectorAll("[data-pad]")) button.hidden = !isOpen;
  if (!isOpen || (drawnRound !== String(round) && drawings[round])) {
    spin = null;
    step.hidden = true;
  }
  if (drawnRound !== String(round) && drawings[round]) {
    drawings[drawnRound].forEach((part, index) => part.replaceWith(drawings[round][index]));
    drawnRound = String(round);
  }
  for (const button of ring.querySelectorAll(".ring-list button")) button.disabled = !isOpen;
  lightSquare();
  next.hidden = Boolean(isOpen) && !isSpin;
  if (next.hidden && step.hidden) showIdle();
}

// Lights the square of the last landing, unless the ring has another round's board.
function lightSquare() {
  const { lit, tone } = Number(entry.dataset.round) === round ? entry.dataset : {};
  for (const square of ring.querySelectorAll(".sq")) {
    const isLit = square.dataset.square === lit;
    square.classList.toggle("is-lit", isLit);
    square.classList.toggle("lit--whammy", isLit && tone === "whammy");
  }
}

// Offers the slides of the square: one tap enters a slide, or leads on.
function showSlides(number, landing) {
  const cells = [];
  for (const slide of getDistinctSlides(number)) {
    if (slide.to.length) cells.push(makeButton(slide.text, slide.tone, () => followSlide(slide, landing)));
    else if (!slide.takes.length) cells.push(makeButton(slide.text, slide.tone, () => showPad(landing)));
    for (const take of slide.takes) cells.push(makeButton(take.words, slide.tone, () => takeSlide(take, landing)));
  }
  const hasChoice = boards[round].squares[number].some((slide) => slide.takes.length > 1);
  const advice = makeElement("div", "step__advice");
  if (hasChoice && !landing.moves.length && !replacement) cells.push(makeButton("Which?", "", () => showAdvice(advice, landing.square, "")));
  showPanel(landing, `Square ${describePath(landing)}`, [makeGroup("step__cells", [...cells, makeButton("Back", "", leaveStep)]), advice]);
}

// Returns the slides of a square without duplicates.
function getDistinctSlides(number) {
  const slides = boards[round].squares[number];
  return slides.filter((slide, index) => slides.findIndex((other) => other.text === slide.text) === index);
}

function followSlide(slide, landing) {
  if (slide.to.length > 1) offerSquares(slide, landing);
  else showSlides(slide.to[0], { ...landing, moves: [...landing.moves, slide.to[0]] });
}

// Asks for the slide on each square on offer, then for the one that was taken.
function offerSquares(slide, landing) {
  const shownSlides = new Map(landing.shown.map((offered) => [offered.square, offered]));
  const notations = new Map(landing.says); // of the same slides
  const chosenSlides = new Map();
  const takeRow = makeElement("div", "row");
  const advice = makeElement("div", "step__advice");
  const fields = slide.to.map((target) => {
    const field = makeElement("fieldset", "step__offer");
    const cells = getDistinctSlides(target).filter(({ shows }) => shows).map((option) => {
      const button = makeButton(option.text, option.tone, () => {
        for (const other of cells) other.setAttribute("aria-pressed", String(other === button));
        chosenSlides.set(target, option);
        shownSlides.set(target, { square: target, ...option.shows });
        notations.set(target, option.says);
        offerTakes();
      });
      button.setAttribute("aria-pressed", "false");
      return button;
    });
    field.append(makeElement("legend", "", `What does square ${target} show?`), ...cells);
    return field;
  });
  function offerTakes() {
    const shown = [...shownSlides.values()];
    takeRow.replaceChildren(...slide.to.flatMap((target) => {
      const option = chosenSlides.get(target);
      const next = { ...landing, moves: [...landing.moves, target], shown, says: notations };
      if (!option) return [];
      if (option.to.length) return [makeButton(`Took ${target}: ${option.text}`, option.tone, () => followSlide(option, next))];
      return option.takes.map((offered) => makeButton(`Took ${target}: ${offered.words}`, option.tone, () => takeSlide(offered, next)));
    }));
    advice.replaceChildren();
    adviceButton.disabled = chosenSlides.size < slide.to.length;
  }
  const adviceButton = makeButton("Which to take?", "", () => {
    showAdvice(advice, landing.square, [...notations].map(([square, word]) => `${square}:${word}`).join(","));
  });
  adviceButton.disabled = true;
  const last = makeGroup("row", [...(replacement ? [] : [adviceButton]), makeButton("Back", "", leaveStep)]);
  showPanel({ ...landing, says: notations }, `Square ${landing.square}: ${slide.text}`, [...fields, takeRow, advice, last], true);
}

// Shows the server's advice on the game as the server knows it, and updates the advice while it is refined.
async function showAdvice(place, square, shows, retry = new Retry(() => { if (place.isConnected) showAdvice(place, square, shows, retry); })) {
  if (entry.hasAttribute("data-waiting")) {
    place.textContent = "Send the waiting entries first.";
    return;
  }
  try {
    const response = await fetch(`${entry.dataset.advice}?${new URLSearchParams({ square, shows })}`);
    if (!place.isConnected || !response.ok) return;
    const template = document.createElement("template");
    template.innerHTML = await response.text();
    place.replaceChildren(template.content);
  } catch {
    place.textContent = "No connection right now. Trying again…";
    retry.fail();
    return;
  }
  retry.stop();
  if (place.querySelector("[data-active]")) setTimeout(() => retry.now(), 1000);
}

// Enters one of a slide's effects; the value of a prize is typed.
function takeSlide(take, landing) {
  if (take.came.kind === "prize" && take.came.amount === undefined) showPad(landing, take.came);
  else enterSpin(take.came, take.words, landing);
}

function showPad(landing, prizeSlide = null) {
  const form = document.getElementById("pad").content.firstElementChild.cloneNode(true);
  const { amount: input, plus, prize, unknown, back } = form.elements;
  const isOn = (button) => button.getAttribute("aria-pressed") === "true";
  const offers = form.querySelector(".pad__prizes");
  const setPressed = (button, isPressed) => {
    button.setAttribute("aria-pressed", String(isPressed));
    unknown.hidden = offers.hidden = !isOn(prize);
  };
  const earnsSpin = () => isOn(plus) || input.value.includes("+");
  const enterPrize = (amount) => enterSpin({ kind: "prize", ...(amount ? { amount } : {}), ...(earnsSpin() ? { spin: true } : {}) },
    `Prize${amount ? `, ${formatDollars(amount)}` : ""}${earnsSpin() ? " + one spin" : ""}`, landing);
  form.querySelector("label").textContent = landing.square ? `Square ${describePath(landing)}, in dollars` : "In dollars";
  for (const amount of JSON.parse(document.getElementById("next").dataset.prizes)) offers.append(makeButton(formatDollars(amount), "prize", () => enterPrize(amount)));
  setPressed(prize, Boolean(prizeSlide));
  setPressed(plus, Boolean(prizeSlide?.spin));
  form.addEventListener("click", ({ target }) => {
    const { key } = target.dataset;
    if (key === "⌫") input.value = input.value.slice(0, -1);
    else if (key && input.value.length + key.length <= 6) input.value += key;
    else if (target === plus || target === prize) setPressed(target, !isOn(target));
    else if (target === unknown) enterPrize();
    else if (target === back) leaveStep();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const amount = Number(input.value.replace(/\D/g, ""));
    if (isOn(prize)) enterPrize(amount);
    else if (amount) enterSpin({ kind: "money", amount, ...(earnsSpin() ? { spin: true } : {}) }, `${formatDollars(amount)}${earnsSpin() ? " + one spin" : ""}`, landing);
    else input.focus();
  });
  showPanel(landing, "", [form], true);
  input.focus({ preventScroll: true });
}

function enterSpin(came, words, landing) {
  const event = { type: "spin", came };
  if (landing.square) event.square = landing.square;
  if (landing.moves.length) event.moves = landing.moves;
  if (landing.shown.length) event.shown = landing.shown;
  const placeText = landing.square ? ` on square ${landing.moves.at(-1) ?? landing.square}` : "";
  if (replacement) return void replaceEvent(event, words + placeText);
  leaveStep();
  document.dispatchEvent(new CustomEvent("game:enter", { detail: { event, words: words + placeText } }));
}

// Shows a step on the screen in the middle of the ring, or over the whole ring.
function showPanel(landing, title, content, isWide = false) {
  spin = landing;
  markSquare();
  step.replaceChildren(...(title ? [makeElement("h3", "", title)] : []), ...content);
  step.classList.toggle("step--wide", isWide);
  step.setAttribute("aria-label", title || "Amount");
  step.hidden = false;
  step.querySelector("button")?.focus({ preventScroll: true });
}

function leaveStep() {
  const square = spin?.square;
  spin = null;
  markSquare();
  step.hidden = true;
  step.classList.remove("step--wide");
  drawBoard(round);
  if (replacement) showReplacement();
  ring.querySelector(`.ring-list [data-square="${square}"] button`)?.focus({ preventScroll: true });
}

// Asks for the spin that replaces an earlier event.
function showReplacement() {
  const landing = { moves: [], shown: [] };
  const link = makeElement("a", "", "Set scores by hand");
  link.href = `?fix=${replacement.number}#fix`;
  showPanel(null, `Fix event ${replacement.place}: ${replacement.words} Tap what really came.`, [
    makeGroup("step__cells", [
      makeButton("Whammy", "whammy", () => enterSpin({ kind: "whammy" }, "Whammy", landing)),
      makeButton("Amount", "", () => showPad(landing)),
      makeButton("Pass", "pass", () => replaceEvent({ type: "pass" }, "Pass")),
      makeButton("Cancel", "", cancelReplacement),
    ]),
    link,
  ]);
}

function cancelReplacement() {
  const number = replacement?.number;
  replacement = null;
  leaveStep();
  drawBoard(getShownRound());
  document.querySelector(`[data-fix="${number}"]`)?.focus();
}

function replaceEvent(event, words) {
  const { number } = replacement;
  cancelReplacement();
  const detail = { event: { type: "replacement", of: number, event }, words: `Event ${number}: ${words}` };
  document.dispatchEvent(new CustomEvent("game:enter", { detail }));
}

// The step of a round that has begun, until the server says who is up.
function showIdle() {
  showPanel(null, "What came?", [makeGroup("step__cells", [
    makeButton("Whammy", "whammy", () => enterSpin({ kind: "whammy" }, "Whammy", { moves: [], shown: [] })),
    makeButton("Amount", "", () => showPad({ moves: [], shown: [] })),
  ])]);
}

function markSquare() {
  for (const item of ring.querySelectorAll(".ring-list li")) {
    item.firstElementChild.setAttribute("aria-pressed", String(Number(item.dataset.square) === spin?.square));
  }
}

function describePath(landing) {
  return [landing.square, ...landing.moves].join(" → ");
}

function makeButton(text, tone, act) {
  const button = makeElement("button", tone ? `t-${tone}` : "", text);
  button.type = "button";
  button.addEventListener("click", act);
  return button;
}

function makeGroup(name, cells) {
  const box = makeElement("div", name);
  box.append(...cells);
  return box;
}

function makeElement(tag, name = "", text = "") {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text) element.textContent = text;
  return element;
}

function formatDollars(amount) {
  return `$${amount.toLocaleString("en-US")}`;
}
