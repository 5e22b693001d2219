// From the calls that this browser has kept come the streak in the line to share, the marks of the calendar, the
// statistics, and what Home says of today.

import { keep, of, onTime, read, streak, stored, total } from "./kept-calls.js";

const SIGNS = { right: "✓", close: "≈", wrong: "✗" };
const BANDS = [0, 40, 55, 70, 85]; // of the score of a day, for each of its dilemmas

show();
document.addEventListener("part:shown", show);

function show() {
  const calls = stored();
  for (const each of document.querySelectorAll("[data-dilemma]")) keep(calls, each.dataset);
  const sent = document.getElementById("result");
  const shared = /^Press or Pass (\d+) .*/.exec(sent?.value ?? "");
  const days = shared ? streak(calls, Number(shared[1]), onTime) : 0;
  if (days > 1 && !sent.value.includes("🔥")) {
    sent.value = sent.value.replace(shared[0], `${shared[0]} 🔥${days}`);
    const share = document.getElementById("result-share");
    if (share) share.dataset.shareTitle = `${shared[0]} 🔥${days}`;
  }
  for (const day of document.querySelectorAll("[data-day]")) mark(day, of(calls, day.dataset.day));
  for (const each of document.querySelectorAll("[data-played]")) {
    const played = of(calls, each.dataset.played);
    if (!played) continue;
    const score = played.some((call) => call.scored) ? total(played) : "✓";
    const days = streak(calls, Number(each.dataset.played), onTime);
    each.textContent = `Your day: ${score}${days > 1 ? ` · 🔥 ${days}` : ""}`;
  }
  showStatistics(calls);
}

function mark(day, played) {
  if (!played) return;
  const how = ["wrong", "close", "right"].find((each) => played.some((call) => call.how === each));
  if (!how) return;
  day.classList.add(`day--${how}`);
  day.querySelector(".day__mark").textContent = played.length > 1 ? total(played) : SIGNS[how];
}

function showStatistics(calls) {
  const section = document.getElementById("statistics");
  if (!section || !Object.keys(calls).length) return;
  const today = Number(document.getElementById("days").dataset.today);
  const all = Object.values(calls).map(read);
  const rights = all.filter((call) => call.how === "right");
  const numbers = new Set(Object.keys(calls).map((name) => Number.parseInt(name, 10)));
  const scored = [...numbers].map((day) => of(calls, day)).filter((played) => played?.every((call) => call.scored));
  const scores = scored.map((played) => total(played) / played.length);
  const best = scored[scores.indexOf(Math.max(...scores))];
  const figures = {
    streak: streak(calls, today, onTime),
    right: streak(calls, today, (played) => played.every((call) => call.how === "right")),
    calls: `${rights.length} of ${all.length}`,
    best: best ? `${total(best)} of ${100 * best.length}` : "–",
  };
  for (const [name, value] of Object.entries(figures)) section.querySelector(`[data-statistic=${name}]`).textContent = value;
  for (const row of document.querySelectorAll("#by-kind > li")) {
    const own = all.filter((call) => row.dataset.kinds.split(" ").includes(call.kind));
    const right = own.filter((call) => call.how === "right").length;
    const words = row.querySelector("span");
    row.dataset.title ??= words.textContent;
    words.textContent = `${row.dataset.title}: ${right} of ${own.length}`;
    row.querySelector("i").style.setProperty("--part", right / Math.max(own.length, 1));
    row.hidden = !own.length;
  }
  const bands = BANDS.map((from, place) => {
    const below = BANDS[place + 1] ?? Infinity;
    const name = below === Infinity ? `${from} to 100` : `${from} to ${below - 1}`;
    return [name, scores.filter((score) => Math.floor(score) >= from && Math.floor(score) < below).length];
  });
  fill("distribution", bands, Math.max(scores.length, 1));
  section.hidden = false;
}

function fill(id, rows, of) {
  document.getElementById(id).replaceChildren(...rows.map(([name, count]) => {
    const row = document.createElement("li");
    const words = document.createElement("span");
    const bar = document.createElement("i");
    words.textContent = `${name}: ${count}`;
    bar.style.setProperty("--part", count / of);
    row.append(words, bar);
    return row;
  }));
}
