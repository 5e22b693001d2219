// Shows the calls in this browser's storage: the streak in the text to share, the marks of the calendar, the statistics,
// and today's score on the home page.

import { addCall, countStreak, getDayCalls, isOnTime, loadCalls, parseCall, sumScores } from "./dilemma-calls.js";

const SIGNS = { right: "✓", close: "≈", wrong: "✗" };
const BANDS = [0, 40, 55, 70, 85]; // of a day's average score

showCalls();
document.addEventListener("part:shown", showCalls);

function showCalls() {
  const calls = loadCalls();
  for (const element of document.querySelectorAll("[data-dilemma]")) addCall(calls, element.dataset);
  const result = document.getElementById("result");
  const firstLine = /^Press or Pass (\d+) .*/.exec(result?.value ?? "");
  const days = firstLine ? countStreak(calls, Number(firstLine[1]), isOnTime) : 0;
  if (days > 1 && !result.value.includes("🔥")) {
    result.value = result.value.replace(firstLine[0], `${firstLine[0]} 🔥${days}`);
    const share = document.getElementById("result-share");
    if (share) share.dataset.shareTitle = `${firstLine[0]} 🔥${days}`;
  }
  for (const day of document.querySelectorAll("[data-day]")) markDay(day, getDayCalls(calls, day.dataset.day));
  for (const element of document.querySelectorAll("[data-played]")) {
    const dayCalls = getDayCalls(calls, element.dataset.played);
    if (!dayCalls) continue;
    const score = dayCalls.some((call) => call.scored) ? sumScores(dayCalls) : "✓";
    const days = countStreak(calls, Number(element.dataset.played), isOnTime);
    element.textContent = `Your day: ${score}${days > 1 ? ` · 🔥 ${days}` : ""}`;
  }
  showStatistics(calls);
}

function markDay(day, dayCalls) {
  if (!dayCalls) return;
  const dayGrade = ["wrong", "close", "right"].find((grade) => dayCalls.some((call) => call.how === grade));
  if (!dayGrade) return;
  day.classList.add(`day--${dayGrade}`);
  day.querySelector(".day__mark").textContent = dayCalls.length > 1 ? sumScores(dayCalls) : SIGNS[dayGrade];
}

function showStatistics(calls) {
  const section = document.getElementById("statistics");
  if (!section || !Object.keys(calls).length) return;
  const today = Number(document.getElementById("days").dataset.today);
  const allCalls = Object.values(calls).map(parseCall);
  const rightCalls = allCalls.filter((call) => call.how === "right");
  const dayNumbers = new Set(Object.keys(calls).map((name) => Number.parseInt(name, 10)));
  const scoredDays = [...dayNumbers].map((day) => getDayCalls(calls, day)).filter((dayCalls) => dayCalls?.every((call) => call.scored));
  const scores = scoredDays.map((dayCalls) => sumScores(dayCalls) / dayCalls.length);
  const best = scoredDays[scores.indexOf(Math.max(...scores))];
  const figures = {
    streak: countStreak(calls, today, isOnTime),
    right: countStreak(calls, today, (dayCalls) => dayCalls.every((call) => call.how === "right")),
    calls: `${rightCalls.length} of ${allCalls.length}`,
    best: best ? `${sumScores(best)} of ${100 * best.length}` : "–",
  };
  for (const [name, value] of Object.entries(figures)) section.querySelector(`[data-statistic=${name}]`).textContent = value;
  for (const item of document.querySelectorAll("#by-kind > li")) {
    const kindCalls = allCalls.filter((call) => item.dataset.kinds.split(" ").includes(call.kind));
    const rightCount = kindCalls.filter((call) => call.how === "right").length;
    const words = item.querySelector("span");
    item.dataset.title ??= words.textContent;
    words.textContent = `${item.dataset.title}: ${rightCount} of ${kindCalls.length}`;
    item.querySelector("i").style.setProperty("--part", rightCount / Math.max(kindCalls.length, 1));
    item.hidden = !kindCalls.length;
  }
  const bands = BANDS.map((from, index) => {
    const end = BANDS[index + 1] ?? Infinity;
    const name = end === Infinity ? `${from} to 100` : `${from} to ${end - 1}`;
    return [name, scores.filter((score) => Math.floor(score) >= from && Math.floor(score) < end).length];
  });
  fillList("distribution", bands, Math.max(scores.length, 1));
  section.hidden = false;
}

function fillList(id, rows, total) {
  document.getElementById(id).replaceChildren(...rows.map(([name, count]) => {
    const row = document.createElement("li");
    const words = document.createElement("span");
    const bar = document.createElement("i");
    words.textContent = `${name}: ${count}`;
    bar.style.setProperty("--part", count / total);
    row.append(words, bar);
    return row;
  }));
}
