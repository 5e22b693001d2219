// The end of a day: counts the score up and the time to the next dilemmas down, and draws the last 14 days.

import { countStreak, getDayCalls, isOnTime, loadCalls, sumScores } from "./dilemma-calls.js";

const DAYS = 14;
const COUNT_UP_MS = 900; // of the score
const score = document.querySelector("[data-count]");
const streakLine = document.querySelector("[data-streak]");
const countdown = document.querySelector("[data-until]");
const calls = loadCalls();
const today = Number(streakLine.dataset.streak);

countUp();
showStreak();
showFortnight();
if (countdown) {
  countDown();
  setInterval(countDown, 1000);
}

function countUp() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden) return;
  const text = score.textContent;
  const startTime = performance.now();
  const step = (now) => {
    const progress = Math.min(Math.max((now - startTime) / COUNT_UP_MS, 0), 1);
    score.textContent = progress < 1 ? Math.round(Number(text) * (1 - (1 - progress) ** 3)) : text;
    if (progress < 1) requestAnimationFrame(step);
  };
  step(startTime);
}

function showStreak() {
  const days = countStreak(calls, today, isOnTime);
  streakLine.textContent = `🔥 ${days} days`;
  streakLine.hidden = days < 2;
}

function countDown() {
  const remainingSeconds = Math.max(Math.round(Number(countdown.dataset.until) - Date.now() / 1000), 0);
  const [hours, ...rest] = [remainingSeconds / 3600, (remainingSeconds / 60) % 60, remainingSeconds % 60].map(Math.floor);
  countdown.textContent = remainingSeconds ? `Next in ${[hours, ...rest.map((number) => String(number).padStart(2, "0"))].join(":")}` : "New ones are here";
}

// Draws a bar for each day, as high as its share of the possible score.
function showFortnight() {
  const card = document.getElementById("fortnight");
  const days = Array.from({ length: DAYS }, (_, index) => today - DAYS + 1 + index).map((day) => [day, getDayCalls(calls, day)]);
  card.querySelector("ol").replaceChildren(...days.map(([day, dayCalls]) => {
    const bar = document.createElement("li");
    const text = dayCalls ? `${sumScores(dayCalls)} of ${100 * dayCalls.length}` : "not played";
    bar.innerHTML = `<i></i><span class="visually-hidden">Day ${day}: ${text}</span>`;
    bar.title = `Day ${day}: ${text}`;
    if (dayCalls) bar.firstChild.style.height = `${sumScores(dayCalls) / dayCalls.length}%`;
    return bar;
  }));
  const playedDays = [...new Set(Object.keys(calls).map((name) => Number.parseInt(name, 10)))].map((day) => getDayCalls(calls, day)).filter(Boolean);
  const scores = playedDays.filter((dayCalls) => dayCalls.length > 1).map(sumScores);
  if (!scores.length) return;
  const mean = Math.round(scores.reduce((sum, dayScore) => sum + dayScore, 0) / scores.length);
  card.querySelector("p").textContent = `Average ${mean} · best ${Math.max(...scores)} · ${playedDays.length} ${playedDays.length > 1 ? "days" : "day"} played`;
  card.hidden = false;
}
