// Plays on from an answer; the page of each position has its landings.

import { chaseLight, playSound, showWhammy } from "./chase.js";
import * as parts from "./parts.js";

const STEP_MS = 1500;
const RETRY_MS = 500;
const actions = { press: spin, pass: offerPasses, out: playOut, back: restorePodiums, tries: showTries, watch: watchGame };
let game = null; // the question, the position reached (or its promise), the podiums before, spins so far

const query = (name, within = document) => within.querySelector(name);
const getStageClasses = () => query(".stage").classList;
const focusOn = (name) => query(name)?.focus({ preventScroll: true });
const showCount = (text) => { query(".play__count").textContent = text; };
const wait = (time) => new Promise((resolve) => { setTimeout(resolve, time); });
const fetchPart = (address, options = {}) => parts.fetchFragment(address, options).catch(() => null);
const postPart = (address) => fetchPart(address, { method: "POST", body: new FormData() });

document.addEventListener("click", ({ target }) => {
  if (game && target.closest("#podiums summary")) restorePodiums();
  runAction(target.closest("[data-play]"));
});
document.addEventListener("keydown", ({ key }) => { if (key === "Escape" && game) restorePodiums(); });
// During a game a better answer waits; other numbers end the game.
document.addEventListener("part:request", (event) => {
  if (game && event.target.closest("#answer") && !event.target.closest("#tries")) event.preventDefault();
});
document.addEventListener("part:shown", ({ target }) => { if (target.id === "answer") endPlay(); });

export function runAction(button) {
  if (button && !button.closest("[aria-busy=true] > .play__calls")) actions[button.dataset.play]();
}

function setMode(mode) {
  if (!game) {
    const start = JSON.parse(query("#play-data").textContent);
    game = { here: start, at: start, spins: 0, podiums: [...document.querySelectorAll(".stage .podium")].map((podium) => [podium, podium.cloneNode(true)]) };
  }
  query("#screen").dataset.play = mode;
  getStageClasses().toggle("is-playing", mode === "spin");
  if (mode === "spin" && !query("#play").contains(document.activeElement)) focusOn("#play");
  return game;
}

function endPlay() {
  game = null;
  lightSquare();
  getStageClasses().remove("is-playing", "is-stale");
  delete query("#screen").dataset.play;
}

function restorePodiums() {
  for (const [podium, before] of game.podiums) {
    podium.className = before.className;
    for (const name of ["summary", ".podium__odds"]) query(name, podium).replaceChildren(...query(name, before).childNodes);
  }
  endPlay();
  focusOn(".play__start button");
}

async function spin() {
  const thisGame = setMode("spin");
  thisGame.spins += 1;
  clearFrame(`Spin ${thisGame.spins}`);
  const state = await thisGame.at;
  if (game !== thisGame || !state?.slides.length) return;
  const [slide, path] = drawLanding(state, state.squares);
  showCount(`Spin ${thisGame.spins} of ${thisGame.spins - 1 + state.spins}`);
  await chaseLight(query(".stage"), path);
  if (game !== thisGame) return;
  lightSquare(path.at(-1), slide.tone);
  offerWays(slide, slide.ways ?? [slide]);
}

async function offerPasses() {
  const thisGame = game;
  const state = await thisGame.at;
  if (game !== thisGame || !state) return;
  thisGame.spins = 0;
  showCount("");
  offerWays({ say: "Pass to …" }, state.passes);
}

// Draws a landing: its slide and the path of the light. Moves lead to the square with the best result.
function drawLanding(state, squares, before = []) {
  const [number, , slides] = drawWeighted(squares);
  const slide = state.slides[drawWeighted(slides)[0]];
  const path = [...before, number];
  if (!slide.move || path.length > 8) return [slide, path];
  return slide.move.map((to) => drawLanding(state, state.squares.filter(([key]) => key === to), path))
    .reduce((best, other) => (other[0].worth > best[0].worth ? other : best));
}

function drawWeighted(items) {
  let rest = Math.random() * items.reduce((sum, [, weight]) => sum + weight, 0);
  return items.find(([, weight]) => (rest -= weight) < 0) ?? items.at(-1);
}

function offerWays(frame, ways) {
  showFrame(ways.length > 1 ? frame : { ...frame, ...ways[0] });
  if (ways.length < 2) return;
  query("#play").ariaBusy = "true";
  query(".play__ways").append(...ways.map((way) => Object.assign(document.createElement("button"), {
    className: "button", textContent: way.say, onclick: () => showFrame({ ...frame, ...way }),
  })));
  focusOn(".play__ways button");
}

function clearFrame(text) {
  enableCalls();
  showCount(text);
  showFrame({ say: "" });
  lightSquare();
}

function showFrame(frame) {
  const { say, tone, won, pods, to } = frame;
  const [, words, by, ways] = query("#play").children;
  words.className = `play__say play__say--${tone} ${say.length > 14 ? "play__say--long" : ""}`;
  words.textContent = say;
  const ending = won && `${won.join(" and ") || "Nobody"} ${won.length > 1 ? "win" : "wins"}`;
  const line = ending ? [ending] : [frame.measure, frame.chance, frame.change];
  [...by.children].forEach((element, index) => { element.textContent = line[index] ?? ""; });
  ways.textContent = "";
  getStageClasses().toggle("is-over", !!won);
  if (say) query("#live").textContent = `${say}. ${by.textContent}`;
  if (!pods) return;
  changePodiums(frame);
  if (!game.itself) reachPosition(won ? "" : to);
}

function changePodiums({ pods, up, who, tone }) {
  document.querySelectorAll(".stage .podium").forEach((podium, seat) => {
    podium.classList.toggle("podium--up", seat === up);
    const change = pods.find(([at]) => at === seat);
    if (!change) return;
    const [, score, spins, dots, whammies] = change;
    const figure = query(".podium__score", podium);
    const before = figure.textContent;
    figure.textContent = score;
    query("[data-row=spins]", podium).textContent = spins;
    query(".spins", podium).innerHTML = "<i></i>".repeat(dots);
    query(".whammies", podium).className = `whammies whammies--${whammies}`;
    podium.classList.toggle("podium--out", score === "Out");
    if (tone === "whammy" && seat === who) showWhammy(podium, before);
  });
}

async function reachPosition(address) {
  const thisGame = game;
  enableCalls();
  getStageClasses().add("is-stale");
  thisGame.at = address ? loadPosition(address) : {};
  const state = await thisGame.at;
  if (game !== thisGame) return;
  state?.odds?.forEach((odds) => query(`#${odds.id}`).replaceWith(odds));
  getStageClasses().toggle("is-stale", !state?.odds);
  enableCalls(state ?? {});
}

async function loadPosition(address) {
  const page = await fetchPart(address);
  if (!page) return null;
  const data = JSON.parse(query("#play-data", page)?.textContent ?? "null");
  if (data?.slides.length || !query("[data-state=waiting], [data-state=refining]", page)) {
    return data && { ...data, odds: page.querySelectorAll(".podium__odds") };
  }
  await wait(RETRY_MS);
  return game && loadPosition(address);
}

// Enables the calls of a state; busy until it is known.
function enableCalls(state) {
  const [pressing, passing] = query(".play__calls").children;
  query("#play").ariaBusy = String(!state);
  query("#play [data-play=out]").hidden = !state?.tries;
  if (!state) return;
  pressing.hidden = !state.slides?.length;
  passing.hidden = !state.passes?.length;
  if (pressing.hidden) focusOn("#play");
}

function lightSquare(number, tone) {
  if (number && tone !== "whammy") playSound("ding");
  query(".sq.is-lit")?.classList.remove("is-lit", "lit--whammy");
  query(`.sq[data-square="${number}"]`)?.classList.add("is-lit", `lit--${tone}`);
}

async function showTries() {
  const part = await postPart(setMode("tries").here.tries);
  if (part) parts.swap(part, { sent: true });
  else if (game) restorePodiums();
}

function watchGame() {
  playFrames(`${setMode("spin").here.tries}any/`);
}

async function playOut() {
  const thisGame = game;
  clearFrame("Everybody plays their best …");
  const state = await thisGame.at;
  let part = await postPart(state.tries);
  for (let url; game === thisGame && (url = part?.firstElementChild.dataset.partGet);) {
    await wait(RETRY_MS);
    part = await fetchPart(url);
  }
  if (game === thisGame) playFrames(`${state.tries}${state.best}/`);
}

async function playFrames(address) {
  const thisGame = game;
  const response = await fetch(address).catch(() => null);
  const frames = response?.ok ? (await response.json()).frames : [];
  if (game !== thisGame) return;
  clearFrame(frames.length ? "Everybody plays their best" : "This could not be played out.");
  enableCalls({});
  thisGame.itself = true;
  getStageClasses().add("is-stale");
  for (const frame of frames) {
    await chaseLight(query(".stage"), frame.path);
    if (game !== thisGame) return;
    lightSquare(frame.path[0], frame.tone);
    showFrame(frame);
    await wait(STEP_MS);
    if (game !== thisGame) return;
  }
}
