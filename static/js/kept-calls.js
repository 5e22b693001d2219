// The calls of dilemmas, kept in this browser: how each turned out, its score and kind, and whether it was made on its day.

const KEY = "dilemmas"; // by day, and by “day/part” of the days with three: “right*87 danger”, with the asterisk for its day
const PARTS = [1, 2, 3];

export function keep(calls, { dilemma, part, mark: how, score, kind, onTime: inTime }) {
  const name = part && part !== "0" ? `${dilemma}/${part}` : dilemma;
  if (!how || dilemma === "0" || calls[name]) return;
  calls[name] = `${how}${inTime === undefined ? "" : "*"}${score} ${kind}`;
  store(calls);
}

// The calls of a day: one, or three once all have been made; null before.
export function of(calls, day) {
  const found = calls[day] ? [calls[day]] : PARTS.map((part) => calls[`${day}/${part}`]);
  return found.every(Boolean) ? found.map(read) : null;
}

export function read(text) {
  const [, how, star, score, kind] = /^(right|close|wrong)(\*?)(\d*) ?(.*)$/.exec(text) ?? [null, "", "", "", ""];
  return { how, onTime: Boolean(star), scored: score !== "", score: Number(score), kind };
}

export function total(played) {
  return played.reduce((sum, call) => sum + call.score, 0);
}

export function onTime(played) {
  return played.every((call) => call.onTime);
}

// The days in a row that are so, up to this one, or to the one before while this one is still to be called.
export function streak(calls, last, isSo) {
  let day = of(calls, last) ? last : last - 1;
  let days = 0;
  while (isSo(of(calls, day) ?? [{}])) {
    days += 1;
    day -= 1;
  }
  return days;
}

export function stored() {
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
