// Playing on from an answer. The page has the landings of its spin; what follows is read from that of the position reached.

import { chase, sound, whammy } from "./chase.js";
import * as parts from "./parts.js";

const REST = 1500; // milliseconds a step
const AGAIN = 500; // until what is missing is asked again
const acts = { press, pass, out, back, tries, watch };
let game = null; // the question, the position reached (or its promise), the podiums before, spins so far

const find = (name, within = document) => within.querySelector(name);
const stage = () => find(".stage").classList;
const focus = (name) => find(name)?.focus({ preventScroll: true });
const count = (text) => { find(".play__count").textContent = text; };
const rest = (time) => new Promise((resolve) => { setTimeout(resolve, time); });
const ask = (address, options = {}) => parts.ask(address, options).catch(() => null);
const post = (address) => ask(address, { method: "POST", body: new FormData() });

document.addEventListener("click", ({ target }) => {
  if (game && target.closest("#podiums summary")) back();
  act(target.closest("[data-play]"));
});
document.addEventListener("keydown", ({ key }) => { if (key === "Escape" && game) back(); });
// A better answer waits; one to other numbers ends it.
document.addEventListener("part:request", (event) => {
  if (game && event.target.closest("#answer") && !event.target.closest("#tries")) event.preventDefault();
});
document.addEventListener("part:shown", ({ target }) => { if (target.id === "answer") leave(); });

export function act(button) {
  if (button && !button.closest("[aria-busy=true] > .play__calls")) acts[button.dataset.play]();
}

function enter(mode) {
  if (!game) {
    const here = JSON.parse(find("#play-data").textContent);
    game = { here, at: here, spins: 0, podiums: [...document.querySelectorAll(".stage .podium")].map((each) => [each, each.cloneNode(true)]) };
  }
  find("#screen").dataset.play = mode;
  stage().toggle("is-playing", mode === "spin");
  if (mode === "spin" && !find("#play").contains(document.activeElement)) focus("#play");
  return game;
}

function leave() {
  game = null;
  light();
  stage().remove("is-playing", "is-stale", "is-over");
  delete find("#screen").dataset.play;
}

function back() {
  for (const [podium, before] of game.podiums) {
    podium.className = before.className;
    for (const each of ["summary", ".podium__odds"]) find(each, podium).replaceChildren(...find(each, before).childNodes);
  }
  leave();
  focus(".play__start button");
}

async function press() {
  const mine = enter("spin");
  mine.spins += 1;
  begin(`Spin ${mine.spins}`);
  const at = await mine.at;
  if (game !== mine || !at?.slides.length) return;
  const [slide, path] = land(at, at.squares);
  count(`Spin ${mine.spins} of ${mine.spins - 1 + at.spins}`);
  await chase(find(".stage"), path);
  if (game !== mine) return;
  light(path.at(-1), slide.tone);
  choose(slide, slide.ways ?? [slide]);
}

async function pass() {
  const mine = game;
  const at = await mine.at;
  if (game !== mine || !at) return;
  mine.spins = 0;
  count("");
  choose({ say: "Pass to …" }, at.passes);
}

// Where the light stops, or goes on to: the square worth most.
function land(at, among, before = []) {
  const [number, , shown] = draw(among);
  const slide = at.slides[draw(shown)[0]];
  const path = [...before, number];
  if (!slide.move || path.length > 8) return [slide, path];
  return slide.move.map((to) => land(at, at.squares.filter(([each]) => each === to), path))
    .reduce((best, other) => (other[0].worth > best[0].worth ? other : best));
}

function draw(among) {
  let left = Math.random() * among.reduce((sum, [, weight]) => sum + weight, 0);
  return among.find(([, weight]) => (left -= weight) < 0) ?? among.at(-1);
}

function choose(frame, ways) {
  show(ways.length > 1 ? frame : { ...frame, ...ways[0] });
  if (ways.length < 2) return;
  find("#play").ariaBusy = "true";
  find(".play__ways").append(...ways.map((way) => Object.assign(document.createElement("button"), {
    className: "button", textContent: way.say, onclick: () => show({ ...frame, ...way }),
  })));
  focus(".play__ways button");
}

function begin(text) {
  ready();
  count(text);
  show({ say: "" });
  light();
}

function show(frame) {
  const { say, tone, won, pods, to } = frame;
  const [, words, by, ways] = find("#play").children;
  words.className = `play__say play__say--${tone} ${say.length > 14 ? "play__say--long" : ""}`;
  words.textContent = say;
  const end = won && `${won.join(" and ") || "Nobody"} ${won.length > 1 ? "win" : "wins"}`;
  const line = end ? [end] : [frame.measure, frame.chance, frame.change];
  [...by.children].forEach((each, index) => { each.textContent = line[index] ?? ""; });
  ways.textContent = "";
  stage().toggle("is-over", Boolean(won));
  if (say) find("#live").textContent = `${say}. ${by.textContent}`;
  if (!pods) return;
  move(frame);
  if (!game.itself) follow(won ? "" : to);
}

function move({ pods, up, who, tone }) {
  document.querySelectorAll(".stage .podium").forEach((podium, seat) => {
    podium.classList.toggle("podium--up", seat === up);
    const changed = pods.find(([each]) => each === seat);
    if (!changed) return;
    const [, score, spins, dots, whammies] = changed;
    const shown = find(".podium__score", podium);
    const before = shown.textContent;
    shown.textContent = score;
    find("[data-row=spins]", podium).textContent = spins;
    find(".spins", podium).innerHTML = "<i></i>".repeat(dots);
    find(".whammies", podium).className = `whammies whammies--${whammies}`;
    podium.classList.toggle("podium--out", score === "Out");
    if (tone === "whammy" && seat === who) whammy(podium, before);
  });
}

async function follow(address) {
  const mine = game;
  ready();
  stage().add("is-stale");
  mine.at = address ? load(address) : {};
  const at = await mine.at;
  if (game !== mine) return;
  at?.odds?.forEach((odds) => find(`#${odds.id}`).replaceWith(odds));
  stage().toggle("is-stale", !at?.odds);
  ready(at ?? {});
}

async function load(address) {
  const page = await ask(address);
  if (!page) return null;
  const data = JSON.parse(find("#play-data", page)?.textContent ?? "null");
  if (data?.slides.length || !find("[data-state=waiting], [data-state=refining]", page)) {
    return data && { ...data, odds: page.querySelectorAll(".podium__odds") };
  }
  await rest(AGAIN);
  return game && load(address);
}

// The buttons of a position, idle until it is known.
function ready(at) {
  const [pressing, passing] = find(".play__calls").children;
  find("#play").ariaBusy = String(!at);
  find("#play [data-play=out]").hidden = !at?.tries;
  if (!at) return;
  pressing.hidden = !at.slides?.length;
  passing.hidden = !at.passes?.length;
  if (pressing.hidden) focus("#play");
}

function light(number, tone) {
  if (number && tone !== "whammy") sound("ding");
  find(".sq.is-lit")?.classList.remove("is-lit", "lit--whammy");
  find(`.sq[data-square="${number}"]`)?.classList.add("is-lit", `lit--${tone}`);
}

async function tries() {
  const found = await post(enter("tries").here.tries);
  if (found) parts.swap(found, { sent: true });
  else if (game) back();
}

function watch() {
  play(`${enter("spin").here.tries}any/`);
}

async function out() {
  const mine = game;
  begin("Everybody plays their best …");
  const at = await mine.at;
  let found = await post(at.tries);
  for (let again; game === mine && (again = found?.firstElementChild.dataset.partGet);) {
    await rest(AGAIN);
    found = await ask(again);
  }
  if (game === mine) play(`${at.tries}${at.best}/`);
}

async function play(address) {
  const mine = game;
  const response = await fetch(address).catch(() => null);
  const frames = response?.ok ? (await response.json()).frames : [];
  if (game !== mine) return;
  begin(frames.length ? "Everybody plays their best" : "This could not be played out.");
  ready({});
  mine.itself = true;
  stage().add("is-stale");
  for (const frame of frames) {
    await chase(find(".stage"), frame.path);
    if (game !== mine) return;
    light(frame.path[0], frame.tone);
    show(frame);
    await rest(REST);
    if (game !== mine) return;
  }
}
