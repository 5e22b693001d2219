// The ring on which a spin is entered: the square, then what it showed. Direction slides lead on to the squares on offer.
// Also the number pad, for amounts that are not on the board.

const boards = JSON.parse(document.getElementById("boards").textContent);
const entry = document.getElementById("entry");
const ring = document.getElementById("ring");
const places = ring.querySelector(".board__squares");
const step = document.getElementById("step");

let drawn = 0; // the round whose board is shown
let round = 0;
let waits = false; // whether a round has begun of which the server does not know yet
let spin = null; // what is being entered: { square, moves, shown }
let fixing = null; // an earlier event that is being replaced: { number, place in the list, round, words }

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
  if (target.closest?.("[data-pad]")) pad({ moves: [], shown: [] });
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

// The round whose board the ring has: that of an event to be fixed, or the one that is played.
function present() {
  return fixing?.round ?? (waits ? round : Number(entry.dataset.round));
}

function draw(of) {
  round = of;
  const next = document.getElementById("next");
  entry.toggleAttribute("data-fixing", Boolean(fixing));
  const open = round > 0 && (fixing || waits || next.dataset.next === "spin");
  const board = boards[round];
  ring.classList.toggle("board--ring", open);
  ring.classList.toggle("board--loose", open && !board.ring);
  places.hidden = !open;
  for (const button of document.querySelectorAll("[data-pad]")) button.hidden = !open;
  if (!open) {
    spin = null;
    step.hidden = true;
    next.hidden = false;
    return;
  }
  if (drawn !== round) {
    drawn = round;
    spin = null;
    step.hidden = true;
    places.replaceChildren(...Object.entries(board.squares).map(([number, slides]) => place(Number(number), slides)));
  }
  light();
  next.hidden = !step.hidden || next.dataset.next !== "spin";
  if (next.hidden && step.hidden) idle();
}

// Lights the square of the last landing, unless the ring has another round's board.
function light() {
  const { lit, tone } = Number(entry.dataset.round) === round ? entry.dataset : {};
  for (const button of places.children) {
    button.classList.toggle("square--lit", button.dataset.square === lit);
    button.classList.toggle("lit--whammy", button.dataset.square === lit && tone === "whammy");
  }
}

function place(number, slides) {
  const button = make("button", `place square square--slides square-${number}`);
  button.type = "button";
  button.setAttribute("aria-label", `Square ${number}: ${slides.map((slide) => slide.text).join(", ")}`);
  button.append(make("b", "square__number", String(number)), ...slides.map((slide) => make("span", `sign sign--${slide.tone}`, slide.brief)));
  button.dataset.square = number;
  button.addEventListener("click", () => {
    if (spin?.square === number && !step.hidden) leave();
    else slidesOf(number, { square: number, moves: [], shown: [] });
  });
  return button;
}

// What the square showed: one tap enters it, or leads on.
function slidesOf(number, of) {
  const way = [of.square, ...of.moves].join(" → ");
  const cells = [];
  for (const slide of distinct(number)) {
    if (slide.to.length) cells.push(cell(slide.text, slide.tone, () => follow(slide, of)));
    else if (!slide.takes.length) cells.push(cell(slide.text, slide.tone, () => pad(of)));
    for (const take of slide.takes) cells.push(cell(take.words, slide.tone, () => taken(take, of)));
  }
  const either = boards[round].squares[number].some((slide) => slide.takes.length > 1);
  const place = make("div", "step__advice");
  if (either && !of.moves.length && !fixing) cells.push(cell("Which?", "", () => advise(place, of.square, "")));
  cells.push(cell("Back", "", leave));
  panel(of, `Square ${way}`, [group("step__slides", cells), place]);
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
  const take = make("div", "step__take");
  const advice = make("div", "step__advice");
  const fields = slide.to.map((target) => {
    const field = make("fieldset", "step__offer");
    field.append(make("legend", "", `What does square ${target} show?`));
    for (const option of distinct(target)) {
      if (!option.shows) continue;
      const button = cell(option.text, option.tone, () => {
        for (const other of field.querySelectorAll("button")) other.setAttribute("aria-pressed", String(other === button));
        chosen.set(target, option);
        seen.set(target, { square: target, ...option.shows });
        says.set(target, option.says);
        offerTakes();
      });
      button.setAttribute("aria-pressed", "false");
      field.append(button);
    }
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
  const last = group("step__take", [...(fixing ? [] : [which]), cell("Back", "", leave)]);
  panel({ ...of, says }, `Square ${of.square}: ${slide.text}`, [...fields, take, advice, last], true);
}

// The server's advice, which it betters while it is on show. It is about the game as the server has it.
async function advise(place, square, shows) {
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
    place.textContent = "No connection right now.";
    return;
  }
  if (place.querySelector("[data-active]")) setTimeout(() => { if (place.isConnected) advise(place, square, shows); }, 1000);
}

// One of the things that a slide brings; a prize has a value of its own.
function taken(take, of) {
  if (take.came.kind === "prize" && take.came.amount === undefined) pad(of, "prize");
  else finish(take.came, take.words, of);
}

function pad(of, kind = "money") {
  const form = make("form", "pad");
  form.noValidate = true;
  const shown = make("div", "pad__shown");
  const label = make("label", "", of.square ? `Square ${[of.square, ...of.moves].join(" → ")}, in dollars` : "In dollars");
  const input = make("input");
  Object.assign(input, { id: "pad-amount", type: "text", inputMode: "none", autocomplete: "off", maxLength: 7 });
  label.htmlFor = input.id;
  shown.append(label, input);
  const plus = cell("+ one spin", "spin", () => toggle(plus, prize));
  const prize = cell("Prize", "prize", () => toggle(prize, plus));
  for (const button of [plus, prize]) button.setAttribute("aria-pressed", "false");
  if (kind === "prize") prize.setAttribute("aria-pressed", "true");
  for (const button of [plus, prize]) button.classList.add("pad__wide");
  const press = (key) => cell(key, "", () => { if (input.value.length + key.length <= 6) input.value += key; });
  const rub = cell("⌫", "", () => { input.value = input.value.slice(0, -1); });
  rub.setAttribute("aria-label", "Delete the last digit");
  const back = cell("Back", "", leave);
  const done = make("button", "pad__enter pad__wide", "Enter");
  const unknown = cell("Value not known", "", () => finish({ kind: "prize" }, "Prize", of));
  unknown.classList.add("pad__wide");
  const open = kind === "prize" ? [unknown, back] : [plus, prize, back];
  if (kind !== "prize") back.classList.add("pad__wide");
  form.append(shown, press("1"), press("2"), press("3"), rub, press("4"), press("5"), press("6"), press("00"),
    press("7"), press("8"), press("9"), press("0"), ...open, done);
  if (kind === "prize") done.classList.remove("pad__wide");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const amount = Number(input.value.replace(/\D/g, ""));
    const spins = plus.getAttribute("aria-pressed") === "true" || input.value.includes("+");
    if (prize.getAttribute("aria-pressed") === "true") {
      finish(amount ? { kind: "prize", amount } : { kind: "prize" }, amount ? `Prize, ${dollars(amount)}` : "Prize", of);
    } else if (amount) {
      const came = { kind: "money", amount, ...(spins ? { spin: true } : {}) };
      finish(came, `${dollars(amount)}${spins ? " + one spin" : ""}`, of);
    } else {
      input.focus();
    }
  });
  panel(of, "", [form], true);
  input.focus({ preventScroll: true });
}

function toggle(button, other) {
  other.setAttribute("aria-pressed", "false");
  button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
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

function panel(of, title, content, wide = false) {
  spin = of;
  mark();
  step.replaceChildren(...(title ? [make("h3", "", title)] : []), ...content);
  step.classList.toggle("step--wide", wide);
  step.setAttribute("aria-label", title || "Amount");
  step.hidden = false;
  document.getElementById("next").hidden = true;
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
  places.querySelector(`[data-square="${from}"]`)?.focus({ preventScroll: true });
}

// What the middle of the ring has while an earlier event is to be replaced: tap the square that really came.
function fix() {
  const own = { moves: [], shown: [] };
  const by = make("a", "", "Set scores by hand");
  by.href = `?fix=${fixing.number}#fix`;
  panel(null, `Fix event ${fixing.place}: ${fixing.words} Tap what really came.`, [
    group("step__slides", [
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

// What the middle of the ring has while the server has not yet said what is likely.
function idle() {
  panel(null, "What came?", [
    cell("Whammy", "whammy", () => finish({ kind: "whammy" }, "Whammy", { moves: [], shown: [] })),
    cell("Amount", "", () => pad({ moves: [], shown: [] })),
  ]);
}

function mark() {
  for (const button of places.children) button.setAttribute("aria-pressed", String(Number(button.dataset.square) === spin?.square));
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
