// The ring on which a spin is entered: the square, then what it showed. Direction slides lead on to the squares on offer.
// Also the number pad, for amounts that are not on the board.

import { Retry } from "./retry.js";

const boards = JSON.parse(document.getElementById("boards").textContent);
const entry = document.getElementById("entry");
const ring = document.getElementById("ring");
const step = document.getElementById("step");
const other = document.getElementById("other-board");
const drawings = { [other.dataset.of]: parts(ring), [other.dataset.round]: parts(other.content) }; // by the round

let drawn = other.dataset.of; // the round whose board is shown
let round = 0;
let waits = false; // whether a round has begun of which the server does not know yet
let spin = null; // what is being entered: { square, moves, shown }
let fixing = null; // an earlier event that is being replaced: { number, place in the list, round, words }

for (const item of Object.values(drawings).flatMap(([, list]) => [...list.children])) {
  const button = make("button", "", "");
  button.type = "button";
  button.setAttribute("aria-label", item.textContent.trim());
  item.replaceChildren(button);
}
document.addEventListener("game:queue", ({ detail }) => {
  waits = detail.waits;
  draw(detail.round);
});
document.addEventListener("game:round", () => {
  panel(null, "", [document.getElementById("round-2").content.cloneNode(true), cell("Back", "", leave)], true);
});
document.addEventListener("game:shown", () => draw(present()));
document.addEventListener("game:lit", light);
document.addEventListener("click", (event) => {
  const { target } = event;
  const square = Number(target.closest?.(".ring-list [data-square]")?.dataset.square);
  if (square && spin?.square === square && !step.hidden) leave();
  else if (square) slidesOf(square, { square, moves: [], shown: [] });
  else if (target.closest?.("[data-pad]")) pad({ moves: [], shown: [] });
  else if (target.closest?.("[data-event]") && !step.hidden && !fixing) leave(); // something else was entered
  const link = target.closest?.("[data-fix]");
  if (!link || !boards[link.dataset.round].ring) return;
  event.preventDefault();
  const { fix: number, place, round: played, words } = link.dataset;
  fixing = { number: Number(number), place, round: Number(played), words };
  draw(fixing.round);
  fix();
  ring.scrollIntoView({ block: "nearest" });
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || step.hidden) return;
  if (fixing && !spin) cancel();
  else leave();
});
draw(Number(entry.dataset.round));

function parts(of) {
  return [of.querySelector(".ring-art"), of.querySelector(".ring-list")];
}

// The round whose board the ring has: that of an event to be fixed, or the one that is played.
function present() {
  return fixing?.round ?? (waits ? round : Number(entry.dataset.round));
}

function draw(of) {
  round = of;
  const next = document.getElementById("next");
  const spins = next.dataset.next === "spin";
  const open = round > 0 && (fixing || waits || spins);
  entry.toggleAttribute("data-fixing", Boolean(fixing));
  for (const button of document.querySelectorAll("[data-pad]")) button.hidden = !open;
  if (!open || (drawn !== String(round) && drawings[round])) {
    spin = null;
    step.hidden = true;
  }
  if (drawn !== String(round) && drawings[round]) {
    drawings[drawn].forEach((part, at) => part.replaceWith(drawings[round][at]));
    drawn = String(round);
  }
  for (const button of ring.querySelectorAll(".ring-list button")) button.disabled = !open;
  light();
  next.hidden = Boolean(open) && !spins;
  if (next.hidden && step.hidden) idle();
}

// Lights the square of the last landing, unless the ring has another round's board.
function light() {
  const { lit, tone } = Number(entry.dataset.round) === round ? entry.dataset : {};
  for (const square of ring.querySelectorAll(".sq")) {
    const here = square.dataset.square === lit;
    square.classList.toggle("is-lit", here);
    square.classList.toggle("lit--whammy", here && tone === "whammy");
  }
}

// What the square showed: one tap enters it, or leads on.
function slidesOf(number, of) {
  const cells = [];
  for (const slide of distinct(number)) {
    if (slide.to.length) cells.push(cell(slide.text, slide.tone, () => follow(slide, of)));
    else if (!slide.takes.length) cells.push(cell(slide.text, slide.tone, () => pad(of)));
    for (const take of slide.takes) cells.push(cell(take.words, slide.tone, () => taken(take, of)));
  }
  const either = boards[round].squares[number].some((slide) => slide.takes.length > 1);
  const advice = make("div", "step__advice");
  if (either && !of.moves.length && !fixing) cells.push(cell("Which?", "", () => advise(advice, of.square, "")));
  panel(of, `Square ${way(of)}`, [group("step__cells", [...cells, cell("Back", "", leave)]), advice]);
}

// The slides of a square; of equal ones, one.
function distinct(number) {
  const slides = boards[round].squares[number];
  return slides.filter((slide, at) => slides.findIndex((each) => each.text === slide.text) === at);
}

function follow(slide, of) {
  if (slide.to.length > 1) offer(slide, of);
  else slidesOf(slide.to[0], { ...of, moves: [...of.moves, slide.to[0]] });
}

// Squares on offer: what each of them shows, then which was taken.
function offer(slide, of) {
  const seen = new Map(of.shown.map((each) => [each.square, each]));
  const says = new Map(of.says); // the same in the notation
  const chosen = new Map();
  const take = make("div", "row");
  const advice = make("div", "step__advice");
  const fields = slide.to.map((target) => {
    const field = make("fieldset", "step__offer");
    const cells = distinct(target).filter(({ shows }) => shows).map((option) => {
      const button = cell(option.text, option.tone, () => {
        for (const each of cells) each.setAttribute("aria-pressed", String(each === button));
        chosen.set(target, option);
        seen.set(target, { square: target, ...option.shows });
        says.set(target, option.says);
        offerTakes();
      });
      button.setAttribute("aria-pressed", "false");
      return button;
    });
    field.append(make("legend", "", `What does square ${target} show?`), ...cells);
    return field;
  });
  function offerTakes() {
    const shown = [...seen.values()];
    take.replaceChildren(...slide.to.flatMap((target) => {
      const option = chosen.get(target);
      const next = { ...of, moves: [...of.moves, target], shown, says };
      if (!option) return [];
      if (option.to.length) return [cell(`Took ${target}: ${option.text}`, option.tone, () => follow(option, next))];
      return option.takes.map((each) => cell(`Took ${target}: ${each.words}`, option.tone, () => taken(each, next)));
    }));
    advice.replaceChildren();
    which.disabled = chosen.size < slide.to.length;
  }
  const which = cell("Which to take?", "", () => {
    advise(advice, of.square, [...says].map(([square, word]) => `${square}:${word}`).join(","));
  });
  which.disabled = true;
  const last = group("row", [...(fixing ? [] : [which]), cell("Back", "", leave)]);
  panel({ ...of, says }, `Square ${of.square}: ${slide.text}`, [...fields, take, advice, last], true);
}

// The server's advice, which it betters while it is on show. It is about the game as the server has it.
async function advise(place, square, shows, retry = new Retry(() => { if (place.isConnected) advise(place, square, shows, retry); })) {
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

// One of the things that a slide brings; a prize has a value of its own.
function taken(take, of) {
  if (take.came.kind === "prize" && take.came.amount === undefined) pad(of, take.came);
  else finish(take.came, take.words, of);
}

function pad(of, won = null) {
  const form = document.getElementById("pad").content.firstElementChild.cloneNode(true);
  const { amount: input, plus, prize, unknown, back } = form.elements;
  const isOn = (button) => button.getAttribute("aria-pressed") === "true";
  const offers = form.querySelector(".pad__prizes");
  const choose = (button, on) => {
    button.setAttribute("aria-pressed", String(on));
    unknown.hidden = offers.hidden = !isOn(prize);
  };
  const earns = () => isOn(plus) || input.value.includes("+");
  const win = (amount) => finish({ kind: "prize", ...(amount ? { amount } : {}), ...(earns() ? { spin: true } : {}) },
    `Prize${amount ? `, ${dollars(amount)}` : ""}${earns() ? " + one spin" : ""}`, of);
  form.querySelector("label").textContent = of.square ? `Square ${way(of)}, in dollars` : "In dollars";
  for (const amount of JSON.parse(document.getElementById("next").dataset.prizes)) offers.append(cell(dollars(amount), "prize", () => win(amount)));
  choose(prize, Boolean(won));
  choose(plus, Boolean(won?.spin));
  form.addEventListener("click", ({ target }) => {
    const { key } = target.dataset;
    if (key === "⌫") input.value = input.value.slice(0, -1);
    else if (key && input.value.length + key.length <= 6) input.value += key;
    else if (target === plus || target === prize) choose(target, !isOn(target));
    else if (target === unknown) win();
    else if (target === back) leave();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const amount = Number(input.value.replace(/\D/g, ""));
    if (isOn(prize)) win(amount);
    else if (amount) finish({ kind: "money", amount, ...(earns() ? { spin: true } : {}) }, `${dollars(amount)}${earns() ? " + one spin" : ""}`, of);
    else input.focus();
  });
  panel(of, "", [form], true);
  input.focus({ preventScroll: true });
}

function finish(came, words, of) {
  const event = { type: "spin", came };
  if (of.square) event.square = of.square;
  if (of.moves.length) event.moves = of.moves;
  if (of.shown.length) event.shown = of.shown;
  const where = of.square ? ` on square ${of.moves.at(-1) ?? of.square}` : "";
  if (fixing) return void replaceBy(event, words + where);
  leave();
  document.dispatchEvent(new CustomEvent("game:enter", { detail: { event, words: words + where } }));
}

// Shows a step on the screen in the middle of the ring, or over the whole ring.
function panel(of, title, content, wide = false) {
  spin = of;
  mark();
  step.replaceChildren(...(title ? [make("h3", "", title)] : []), ...content);
  step.classList.toggle("step--wide", wide);
  step.setAttribute("aria-label", title || "Amount");
  step.hidden = false;
  step.querySelector("button")?.focus({ preventScroll: true });
}

function leave() {
  const from = spin?.square;
  spin = null;
  mark();
  step.hidden = true;
  step.classList.remove("step--wide");
  draw(round);
  if (fixing) fix();
  ring.querySelector(`.ring-list [data-square="${from}"] button`)?.focus({ preventScroll: true });
}

// What the screen has while an earlier event is to be replaced: tap the square that really came.
function fix() {
  const own = { moves: [], shown: [] };
  const by = make("a", "", "Set scores by hand");
  by.href = `?fix=${fixing.number}#fix`;
  panel(null, `Fix event ${fixing.place}: ${fixing.words} Tap what really came.`, [
    group("step__cells", [
      cell("Whammy", "whammy", () => finish({ kind: "whammy" }, "Whammy", own)),
      cell("Amount", "", () => pad(own)),
      cell("Pass", "pass", () => replaceBy({ type: "pass" }, "Pass")),
      cell("Cancel", "", cancel),
    ]),
    by,
  ]);
}

function cancel() {
  const number = fixing?.number;
  fixing = null;
  leave();
  draw(present());
  document.querySelector(`[data-fix="${number}"]`)?.focus();
}

function replaceBy(event, words) {
  const { number } = fixing;
  cancel();
  const detail = { event: { type: "replacement", of: number, event }, words: `Event ${number}: ${words}` };
  document.dispatchEvent(new CustomEvent("game:enter", { detail }));
}

// What the screen has while the server has not yet said who is up in a round that has begun.
function idle() {
  panel(null, "What came?", [group("step__cells", [
    cell("Whammy", "whammy", () => finish({ kind: "whammy" }, "Whammy", { moves: [], shown: [] })),
    cell("Amount", "", () => pad({ moves: [], shown: [] })),
  ])]);
}

function mark() {
  for (const item of ring.querySelectorAll(".ring-list li")) {
    item.firstElementChild.setAttribute("aria-pressed", String(Number(item.dataset.square) === spin?.square));
  }
}

function way(of) {
  return [of.square, ...of.moves].join(" → ");
}

function cell(text, tone, act) {
  const button = make("button", tone ? `t-${tone}` : "", text);
  button.type = "button";
  button.addEventListener("click", act);
  return button;
}

function group(name, cells) {
  const box = make("div", name);
  box.append(...cells);
  return box;
}

function make(tag, name = "", text = "") {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text) element.textContent = text;
  return element;
}

function dollars(amount) {
  return `$${amount.toLocaleString("en-US")}`;
}
