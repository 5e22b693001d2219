// Plays on from an answer.

import { chaseLight, playSound, showWhammy } from "./chase.js";
import * as parts from "./parts.js";

const STEP_MS = 1500;
const RETRY_MS = 500;
const actions = { press, pass, out: playOut, back: restore, tries: showTries, watch };
let game = null; // the start, the position reached (or its promise), the podiums before, spins so far

const find = (name, within = document) => within.querySelector(name);
const stage = () => find(".stage").classList;
const focus = (name) => find(name)?.focus({ preventScroll: true });
const count = (text) => { find(".play__count").textContent = text; };
const wait = (time) => new Promise((resolve) => { setTimeout(resolve, time); });
const ask = (address, options = {}) => parts.fetchFragment(address, options).catch(() => null);
const post = (address) => ask(address, { method: "POST", body: new FormData() });

document.addEventListener("click", ({ target }) => {
  if (game && target.closest("#podiums summary")) restore();
  runAction(target.closest("[data-play]"));
});
document.addEventListener("keydown", ({ key }) => { if (key === "Escape" && game) restore(); });
// A better answer waits; changed podiums end the game.
document.addEventListener("part:request", (event) => {
  if (game && event.target.closest("#answer") && !event.target.closest("#tries")) event.preventDefault();
});
document.addEventListener("part:shown", ({ target }) => { if (target.id === "answer") leave(); });

export function runAction(button) {
  if (button && !button.closest("[aria-busy=true] > .play__calls")) actions[button.dataset.play]();
}

function enter(mode) {
  if (!game) {
    const start = JSON.parse(find("#play-data").textContent);
    game = { here: start, at: start, spins: 0, podiums: [...document.querySelectorAll(".stage .podium")].map((podium) => [podium, podium.cloneNode(true)]) };
  }
  find("#screen").dataset.play = mode;
  stage().toggle("is-playing", mode === "spin");
  if (mode === "spin" && !find("#play").contains(document.activeElement)) focus("#play");
  return game;
}

function leave() {
  game = null;
  light();
  stage().remove("is-playing", "is-stale");
  delete find("#screen").dataset.play;
}

function restore() {
  for (const [podium, before] of game.podiums) {
    podium.className = before.className;
    for (const name of ["summary", ".podium__odds"]) find(name, podium).replaceChildren(...find(name, before).childNodes);
  }
  leave();
  focus(".play__start button");
}

async function press() {
  const own = enter("spin");
  own.spins += 1;
  begin(`Spin ${own.spins}`);
  const state = await own.at;
  if (game !== own || !state?.slides.length) return;
  const [slide, path] = land(state, state.squares);
  count(`Spin ${own.spins} of ${own.spins - 1 + state.spins}`);
  await chaseLight(find(".stage"), path);
  if (game !== own) return;
  light(path.at(-1), slide.tone);
  offer(slide, slide.ways ?? [slide]);
}

async function pass() {
  const own = game;
  const state = await own.at;
  if (game !== own || !state) return;
  own.spins = 0;
  count("");
  offer({ say: "Pass to …" }, state.passes);
}

// A move takes the best square.
function land(state, squares, before = []) {
  const [number, , slides] = draw(squares);
  const slide = state.slides[draw(slides)[0]];
  const path = [...before, number];
  if (!slide.move || path.length > 8) return [slide, path];
  return slide.move.map((to) => land(state, state.squares.filter(([key]) => key === to), path))
    .reduce((best, other) => (other[0].worth > best[0].worth ? other : best));
}

function draw(items) {
  let rest = Math.random() * items.reduce((sum, [, weight]) => sum + weight, 0);
  return items.find(([, weight]) => (rest -= weight) < 0) ?? items.at(-1);
}

function offer(frame, ways) {
  show(ways.length > 1 ? frame : { ...frame, ...ways[0] });
  if (ways.length < 2) return;
  find("#play").ariaBusy = "true";
  find(".play__ways").append(...ways.map((way) => Object.assign(document.createElement("button"), {
    className: "button", textContent: way.say, onclick: () => show({ ...frame, ...way }),
  })));
  focus(".play__ways button");
}

function begin(text) {
  enable();
  count(text);
  show({ say: "" });
  light();
}

function show(frame) {
  const { say, tone, won, pods, to } = frame;
  const [, words, by, ways] = find("#play").children;
  words.className = `play__say play__say--${tone} ${say.length > 14 ? "play__say--long" : ""}`;
  words.textContent = say;
  const ending = won && `${won.join(" and ") || "Nobody"} ${won.length > 1 ? "win" : "wins"}`;
  const line = ending ? [ending] : [frame.measure, frame.chance, frame.change];
  [...by.children].forEach((element, index) => { element.textContent = line[index] ?? ""; });
  ways.textContent = "";
  stage().toggle("is-over", !!won);
  if (say) find("#live").textContent = `${say}. ${by.textContent}`;
  if (!pods) return;
  update(frame);
  if (!game.itself) follow(won ? "" : to);
}

function update({ pods, up, who, tone }) {
  document.querySelectorAll(".stage .podium").forEach((podium, seat) => {
    podium.classList.toggle("podium--up", seat === up);
    const change = pods.find(([at]) => at === seat);
    if (!change) return;
    const [, score, spins, dots, whammies] = change;
    const figure = find(".podium__score", podium);
    const before = figure.textContent;
    figure.textContent = score;
    find("[data-row=spins]", podium).textContent = spins;
    find(".spins", podium).innerHTML = "<i></i>".repeat(dots);
    find(".whammies", podium).className = `whammies whammies--${whammies}`;
    podium.classList.toggle("podium--out", score === "Out");
    if (tone === "whammy" && seat === who) showWhammy(podium, before);
  });
}

async function follow(address) {
  const own = game;
  enable();
  stage().add("is-stale");
  own.at = address ? load(address) : {};
  const state = await own.at;
  if (game !== own) return;
  state?.odds?.forEach((odds) => find(`#${odds.id}`).replaceWith(odds));
  stage().toggle("is-stale", !state?.odds);
  enable(state ?? {});
}

async function load(address) {
  const page = await ask(address);
  if (!page) return null;
  const data = JSON.parse(find("#play-data", page)?.textContent ?? "null");
  if (data?.slides.length || !find("[data-state=waiting], [data-state=refining]", page)) {
    return data && { ...data, odds: page.querySelectorAll(".podium__odds") };
  }
  await wait(RETRY_MS);
  return game && load(address);
}

// Busy at first.
function enable(state) {
  const [pressing, passing] = find(".play__calls").children;
  find("#play").ariaBusy = String(!state);
  find("#play [data-play=out]").hidden = !state?.tries;
  if (!state) return;
  pressing.hidden = !state.slides?.length;
  passing.hidden = !state.passes?.length;
  if (pressing.hidden) focus("#play");
}

function light(number, tone) {
  if (number && tone !== "whammy") playSound("ding");
  find(".sq.is-lit")?.classList.remove("is-lit", "lit--whammy");
  find(`.sq[data-square="${number}"]`)?.classList.add("is-lit", `lit--${tone}`);
}

async function showTries() {
  const part = await post(enter("tries").here.tries);
  if (part) parts.swap(part, { sent: true });
  else if (game) restore();
}

function watch() {
  play(`${enter("spin").here.tries}any/`);
}

async function playOut() {
  const own = game;
  begin("Everybody plays their best …");
  const state = await own.at;
  let part = await post(state.tries);
  for (let url; game === own && (url = part?.firstElementChild.dataset.partGet);) {
    await wait(RETRY_MS);
    part = await ask(url);
  }
  if (game === own) play(`${state.tries}${state.best}/`);
}

async function play(address) {
  const own = game;
  const response = await fetch(address).catch(() => null);
  const frames = response?.ok ? (await response.json()).frames : [];
  if (game !== own) return;
  begin(frames.length ? "Everybody plays their best" : "This could not be played out.");
  enable({});
  own.itself = true;
  stage().add("is-stale");
  for (const frame of frames) {
    await chaseLight(find(".stage"), frame.path);
    if (game !== own) return;
    light(frame.path[0], frame.tone);
    show(frame);
    await wait(STEP_MS);
    if (game !== own) return;
  }
}
