// The streak of dilemmas, kept in this browser: which days were called, how, and whether on the day itself. Shows it, marks
// the calendar, and writes the line to share, which has no answer in it.

const KEY = "dilemmas"; // by number: “right”, “close” or “wrong”, with an asterisk for one called on its day
const SQUARES = { right: "🟩", close: "🟨", wrong: "🟥" };
const MISSED = "⬜";
const SHOWN = 7; // days in the line to share
const SIGNS = { right: "✓", close: "≈", wrong: "✗" };

show();
document.addEventListener("part:shown", show);

function show() {
  const calls = stored();
  const reveal = document.querySelector("[data-dilemma]");
  if (reveal && reveal.dataset.mark && reveal.dataset.dilemma !== "0" && !calls[reveal.dataset.dilemma]) {
    calls[reveal.dataset.dilemma] = reveal.dataset.mark + ("onTime" in reveal.dataset ? "*" : "");
    store(calls);
  }
  const today = Number((reveal ?? document.getElementById("days"))?.dataset.today);
  const last = calls[today] ? today : today - 1;
  if (today) showStreak(calls, today, Number(reveal?.dataset.dilemma) || last);
  for (const day of document.querySelectorAll("[data-day]")) mark(day, calls[day.dataset.day]);
}

function showStreak(calls, today, last) {
  const line = document.getElementById("streak");
  const squares = recent(calls, last);
  if (!line || !squares.length) return;
  const days = streak(calls, today);
  line.hidden = false;
  line.querySelector("b").textContent = days ? `Played ${days} day${days === 1 ? "" : "s"} in a row` : "Your last days";
  const drawn = line.querySelector("span");
  drawn.setAttribute("aria-label", `The last days: ${squares.map((result) => result ?? "missed").join(", ")}`);
  drawn.replaceChildren(...squares.map((result) => square(result)));
  const field = document.getElementById("result");
  const share = document.getElementById("result-share");
  if (!field || !calls[last]) return;
  const text = `Press or Pass ${last} ${squares.map((result) => SQUARES[result] ?? MISSED).join("")}`;
  field.value = `${text}\n${share.dataset.shareUrl}`;
  share.dataset.shareTitle = text;
}

function square(result) {
  const day = document.createElement("i");
  day.className = `streak__day streak__day--${result ?? "missed"}`;
  day.textContent = SIGNS[result] ?? "";
  return day;
}

// The results of the days up to this one, from the first that was called on.
function recent(calls, last) {
  const numbers = Object.keys(calls).map(Number);
  const first = Math.max(Math.min(...numbers), last - SHOWN + 1);
  const results = [];
  for (let number = first; number <= last; number++) results.push(calls[number]?.replace("*", ""));
  return results;
}

// The days in a row that were called on the day itself, up to today, or to yesterday while today is still to be called.
function streak(calls, today) {
  let number = calls[today] ? today : today - 1;
  let days = 0;
  while (calls[number]?.endsWith("*")) {
    days += 1;
    number -= 1;
  }
  return days;
}

function mark(day, call) {
  const result = call?.replace("*", "");
  if (!SIGNS[result]) return;
  day.classList.add(`day--${result}`);
  day.querySelector(".day__mark").textContent = SIGNS[result];
}

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // nothing can be kept here, or it was damaged
  }
}

function store(calls) {
  try {
    localStorage.setItem(KEY, JSON.stringify(calls));
  } catch {
    // A private window: the streak lasts as long as the page.
  }
}
