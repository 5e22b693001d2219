// The dilemma calls in this browser's storage: the grade of each, its score and kind, and whether it was made on its day.

const CALLS_KEY = "dilemmas"; // by day, or by “day/part” on days with three: “right*87 danger”; the asterisk says that it was made on its day
const PARTS = [1, 2, 3];

export function addCall(calls, { dilemma, part, mark: grade, score, kind, onTime: madeOnDay }) {
  const name = part && part !== "0" ? `${dilemma}/${part}` : dilemma;
  if (!grade || dilemma === "0" || calls[name]) return;
  calls[name] = `${grade}${madeOnDay === undefined ? "" : "*"}${score} ${kind}`;
  saveCalls(calls);
}

// Returns the one or three calls of a day; null until all are made.
export function getDayCalls(calls, day) {
  const texts = calls[day] ? [calls[day]] : PARTS.map((part) => calls[`${day}/${part}`]);
  return texts.every(Boolean) ? texts.map(parseCall) : null;
}

export function parseCall(text) {
  const [, grade, star, score, kind] = /^(right|close|wrong)(\*?)(\d*) ?(.*)$/.exec(text) ?? [null, "", "", "", ""];
  return { how: grade, onTime: Boolean(star), scored: score !== "", score: Number(score), kind };
}

export function sumScores(dayCalls) {
  return dayCalls.reduce((sum, call) => sum + call.score, 0);
}

export function isOnTime(dayCalls) {
  return dayCalls.every((call) => call.onTime);
}

// Counts the days in a row that qualify, up to `last`, or up to the day before if `last` is not called yet.
export function countStreak(calls, last, qualifies) {
  let day = getDayCalls(calls, last) ? last : last - 1;
  let days = 0;
  while (qualifies(getDayCalls(calls, day) ?? [{}])) {
    days += 1;
    day -= 1;
  }
  return days;
}

export function loadCalls() {
  try {
    return JSON.parse(localStorage.getItem(CALLS_KEY)) ?? {};
  } catch {
    return {}; // storage is turned off, or damaged
  }
}

function saveCalls(calls) {
  try {
    localStorage.setItem(CALLS_KEY, JSON.stringify(calls));
  } catch {
    // A private window: the streak lasts as long as the page.
  }
}
