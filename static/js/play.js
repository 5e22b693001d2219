// Playing on from an answer. The page has the landings of its spin; what follows is read from that of the position reached.

import { chaseLight, playSound, showWhammy } from "./chase.js";
import * as parts from "./parts.js";

const STEP_MS = 1500; // milliseconds a step
const RETRY_MS = 500; // until a missing answer is requested again
const actions = { press: pressSpin, pass: passSpins, out: playOut, back: goBack, tries: showTries, watch: watchGame };
let game = null; // the question, the position reached (or its promise), the podiums before, spins so far

const select = (name, within = document) => within.querySelector(name);
const stage = () => select(".stage").classList;
const focus = (name) => select(name)?.focus({ preventScroll: true });
const showCount = (text) => { select(".play__count").textContent = text; };
const pause = (time) => new Promise((resolve) => { setTimeout(resolve, time); });
const fetchPart = (address, options = {}) => parts.fetchFragment(address, options).catch(() => null);
const postPart = (address) => fetchPart(address, { method: "POST", body: new FormData() });

document.addEventListener("click", ({ target }) => {
  if (game && target.closest("#podiums summary")) goBack();
  runAction(target.closest("[data-play]"));
});
document.addEventListener("keydown", ({ key }) => { if (key === "Escape" && game) goBack(); });
// A better answer waits; one to other numbers ends it.
document.addEventListener("part:request", (event) => {
  if (game && event.target.closest("#answer") && !event.target.closest("#tries")) event.preventDefault();
});
document.addEventListener("part:shown", ({ target }) => { if (target.id === "answer") leaveMode(); });

export function runAction(button) {
  if (button && !button.closest("[aria-busy=true] > .play__calls")) actions[button.dataset.play]();
}

function enterMode(mode) {
  if (!game) {
    const start = JSON.parse(select("#play-data").textContent);
    game = { here: start, at: start, spins: 0, podiums: [...document.querySelectorAll(".stage .podium")].map((podium) => [podium, podium.cloneNode(true)]) };
  }
  select("#screen").dataset.play = mode;
  stage().toggle("is-playing", mode === "spin");
  if (mode === "spin" && !select("#play").contains(document.activeElement)) focus("#play");
  return game;
}

function leaveMode() {
  game = null;
  lightSquare();
  stage().remove("is-playing", "is-stale", "is-over");
  delete select("#screen").dataset.play;
}

function goBack() {
  for (const [podium, before] of game.podiums) {
    podium.className = before.className;
    for (const name of ["summary", ".podium__odds"]) select(name, podium).replaceChildren(...select(name, before).childNodes);
  }
  leaveMode();
  focus(".play__start button");
}

async function pressSpin() {
  const ownGame = enterMode("spin");
  ownGame.spins += 1;
  showTitle(`Spin ${ownGame.spins}`);
  const position = await ownGame.at;
  if (game !== ownGame || !position?.slides.length) return;
  const [slide, path] = landLight(position, position.squares);
  showCount(`Spin ${ownGame.spins} of ${ownGame.spins - 1 + position.spins}`);
  await chaseLight(select(".stage"), path);
  if (game !== ownGame) return;
  lightSquare(path.at(-1), slide.tone);
  offerWays(slide, slide.ways ?? [slide]);
}

async function passSpins() {
  const ownGame = game;
  const position = await ownGame.at;
  if (game !== ownGame || !position) return;
  ownGame.spins = 0;
  showCount("");
  offerWays({ say: "Pass to …" }, position.passes);
}

// Where the light stops, or goes on to: the square worth most.
function landLight(position, squares, earlierPath = []) {
  const [number, , slideWeights] = drawWeighted(squares);
  const slide = position.slides[drawWeighted(slideWeights)[0]];
  const path = [...earlierPath, number];
  if (!slide.move || path.length > 8) return [slide, path];
  return slide.move.map((to) => landLight(position, position.squares.filter(([candidate]) => candidate === to), path))
    .reduce((best, other) => (other[0].worth > best[0].worth ? other : best));
}

function drawWeighted(weightedItems) {
  let remaining = Math.random() * weightedItems.reduce((sum, [, weight]) => sum + weight, 0);
  return weightedItems.find(([, weight]) => (remaining -= weight) < 0) ?? weightedItems.at(-1);
}

function offerWays(frame, ways) {
  showFrame(ways.length > 1 ? frame : { ...frame, ...ways[0] });
  if (ways.length < 2) return;
  select("#play").ariaBusy = "true";
  select(".play__ways").append(...ways.map((way) => Object.assign(document.createElement("button"), {
    className: "button", textContent: way.say, onclick: () => showFrame({ ...frame, ...way }),
  })));
  focus(".play__ways button");
}

function showTitle(text) {
  updateButtons();
  showCount(text);
  showFrame({ say: "" });
  lightSquare();
}

function showFrame(frame) {
  const { say, tone, won, pods, to } = frame;
  const [, words, measures, ways] = select("#play").children;
  words.className = `play__say play__say--${tone} ${say.length > 14 ? "play__say--long" : ""}`;
  words.textContent = say;
  const ending = won && `${won.join(" and ") || "Nobody"} ${won.length > 1 ? "win" : "wins"}`;
  const line = ending ? [ending] : [frame.measure, frame.chance, frame.change];
  [...measures.children].forEach((element, index) => { element.textContent = line[index] ?? ""; });
  ways.textContent = "";
  stage().toggle("is-over", Boolean(won));
  if (say) select("#live").textContent = `${say}. ${measures.textContent}`;
  if (!pods) return;
  movePodiums(frame);
  if (!game.itself) followPosition(won ? "" : to);
}

function movePodiums({ pods, up, who, tone }) {
  document.querySelectorAll(".stage .podium").forEach((podium, seat) => {
    podium.classList.toggle("podium--up", seat === up);
    const change = pods.find(([changedSeat]) => changedSeat === seat);
    if (!change) return;
    const [, score, spins, dots, whammies] = change;
    const scoreElement = select(".podium__score", podium);
    const scoreBefore = scoreElement.textContent;
    scoreElement.textContent = score;
    select("[data-row=spins]", podium).textContent = spins;
    select(".spins", podium).innerHTML = "<i></i>".repeat(dots);
    select(".whammies", podium).className = `whammies whammies--${whammies}`;
    podium.classList.toggle("podium--out", score === "Out");
    if (tone === "whammy" && seat === who) showWhammy(podium, scoreBefore);
  });
}

async function followPosition(address) {
  const ownGame = game;
  updateButtons();
  stage().add("is-stale");
  ownGame.at = address ? loadPosition(address) : {};
  const position = await ownGame.at;
  if (game !== ownGame) return;
  position?.odds?.forEach((odds) => select(`#${odds.id}`).replaceWith(odds));
  stage().toggle("is-stale", !position?.odds);
  updateButtons(position ?? {});
}

async function loadPosition(address) {
  const page = await fetchPart(address);
  if (!page) return null;
  const data = JSON.parse(select("#play-data", page)?.textContent ?? "null");
  if (data?.slides.length || !select("[data-state=waiting], [data-state=refining]", page)) {
    return data && { ...data, odds: page.querySelectorAll(".podium__odds") };
  }
  await pause(RETRY_MS);
  return game && loadPosition(address);
}

// The buttons of a position, idle until it is known.
function updateButtons(position) {
  const [pressing, passing] = select(".play__calls").children;
  select("#play").ariaBusy = String(!position);
  select("#play [data-play=out]").hidden = !position?.tries;
  if (!position) return;
  pressing.hidden = !position.slides?.length;
  passing.hidden = !position.passes?.length;
  if (pressing.hidden) focus("#play");
}

function lightSquare(number, tone) {
  if (number && tone !== "whammy") playSound("ding");
  select(".sq.is-lit")?.classList.remove("is-lit", "lit--whammy");
  select(`.sq[data-square="${number}"]`)?.classList.add("is-lit", `lit--${tone}`);
}

async function showTries() {
  const fragment = await postPart(enterMode("tries").here.tries);
  if (fragment) parts.swap(fragment, { sent: true });
  else if (game) goBack();
}

function watchGame() {
  playGame(`${enterMode("spin").here.tries}any/`);
}

async function playOut() {
  const ownGame = game;
  showTitle("Everybody plays their best …");
  const position = await ownGame.at;
  let fragment = await postPart(position.tries);
  for (let pollUrl; game === ownGame && (pollUrl = fragment?.firstElementChild.dataset.partGet);) {
    await pause(RETRY_MS);
    fragment = await fetchPart(pollUrl);
  }
  if (game === ownGame) playGame(`${position.tries}${position.best}/`);
}

async function playGame(address) {
  const ownGame = game;
  const response = await fetch(address).catch(() => null);
  const frames = response?.ok ? (await response.json()).frames : [];
  if (game !== ownGame) return;
  showTitle(frames.length ? "Everybody plays their best" : "This could not be played out.");
  updateButtons({});
  ownGame.itself = true;
  stage().add("is-stale");
  for (const frame of frames) {
    await chaseLight(select(".stage"), frame.path);
    if (game !== ownGame) return;
    lightSquare(frame.path[0], frame.tone);
    showFrame(frame);
    await pause(STEP_MS);
    if (game !== ownGame) return;
  }
}
