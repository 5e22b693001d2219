// The end of a day: its score counts up, the next dilemmas are counted down to, and the last 14 days are listed.

import { of, onTime, stored, streak, total } from "./kept-calls.js";

const DAYS = 14;
const UP_MS = 900; // of the score
const score = document.querySelector("[data-count]");
const run = document.querySelector("[data-streak]");
const next = document.querySelector("[data-until]");
const calls = stored();
const today = Number(run.dataset.streak);

countUp();
showStreak();
showFortnight();
if (next) {
  countDown();
  setInterval(countDown, 1000);
}

function countUp() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden) return;
  const text = score.textContent;
  const begun = performance.now();
  const step = (now) => {
    const part = Math.min(Math.max((now - begun) / UP_MS, 0), 1);
    score.textContent = part < 1 ? Math.round(Number(text) * (1 - (1 - part) ** 3)) : text;
    if (part < 1) requestAnimationFrame(step);
  };
  step(begun);
}

function showStreak() {
  const days = streak(calls, today, onTime);
  run.textContent = `🔥 ${days} days`;
  run.hidden = days < 2;
}

function countDown() {
  const left = Math.max(Math.round(Number(next.dataset.until) - Date.now() / 1000), 0);
  const [hours, ...rest] = [left / 3600, (left / 60) % 60, left % 60].map(Math.floor);
  next.textContent = left ? `Next in ${[hours, ...rest.map((each) => String(each).padStart(2, "0"))].join(":")}` : "New ones are here";
}

// A bar is as high as the day’s share of what could be scored.
function showFortnight() {
  const card = document.getElementById("fortnight");
  const days = Array.from({ length: DAYS }, (_, place) => today - DAYS + 1 + place).map((day) => [day, of(calls, day)]);
  card.querySelector("ol").replaceChildren(...days.map(([day, played]) => {
    const bar = document.createElement("li");
    const said = played ? `${total(played)} of ${100 * played.length}` : "not played";
    bar.innerHTML = `<i></i><span class="visually-hidden">Day ${day}: ${said}</span>`;
    bar.title = `Day ${day}: ${said}`;
    if (played) bar.firstChild.style.height = `${total(played) / played.length}%`;
    return bar;
  }));
  const all = [...new Set(Object.keys(calls).map((name) => Number.parseInt(name, 10)))].map((day) => of(calls, day)).filter(Boolean);
  const scores = all.filter((played) => played.length > 1).map(total);
  if (!scores.length) return;
  const mean = Math.round(scores.reduce((sum, each) => sum + each, 0) / scores.length);
  card.querySelector("p").textContent = `Average ${mean} · best ${Math.max(...scores)} · ${all.length} ${all.length > 1 ? "days" : "day"} played`;
  card.hidden = false;
}
