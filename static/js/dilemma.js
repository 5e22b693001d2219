// The calls of dilemmas, kept in this browser: how each turned out, its score and kind, and whether it was made on its day.
// From them come the streak in the line to share, the marks of the calendar, the statistics, and what Home says of today.

const KEY = "dilemmas"; // by day, and by “day/part” of the days with three: “right*87 danger”, with the asterisk for its day
const PARTS = [1, 2, 3];
const SIGNS = { right: "✓", close: "≈", wrong: "✗" };
const BANDS = [0, 100, 150, 200, 250];

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
    document.getElementById("result-share").dataset.shareTitle = `${shared[0]} 🔥${days}`;
  }
  for (const day of document.querySelectorAll("[data-day]")) mark(day, of(calls, day.dataset.day));
  for (const each of document.querySelectorAll("[data-played]")) {
    const played = of(calls, each.dataset.played);
    if (played) each.textContent = `Day ${each.dataset.played} ✓ ${played.some((call) => call.scored) ? total(played) : ""}`.trim();
  }
  showStatistics(calls);
}

function keep(calls, { dilemma, part, mark: how, score, kind, onTime: inTime }) {
  const name = part && part !== "0" ? `${dilemma}/${part}` : dilemma;
  if (!how || dilemma === "0" || calls[name]) return;
  calls[name] = `${how}${inTime === undefined ? "" : "*"}${score} ${kind}`;
  store(calls);
}

// The calls of a day: one, or three once all have been made; null before.
function of(calls, day) {
  const found = calls[day] ? [calls[day]] : PARTS.map((part) => calls[`${day}/${part}`]);
  return found.every(Boolean) ? found.map(read) : null;
}

function read(text) {
  const [, how, star, score, kind] = /^(right|close|wrong)(\*?)(\d*) ?(.*)$/.exec(text) ?? [null, "", "", "", ""];
  return { how, onTime: Boolean(star), scored: score !== "", score: Number(score), kind };
}

function total(played) {
  return played.reduce((sum, call) => sum + call.score, 0);
}

function onTime(played) {
  return played.every((call) => call.onTime);
}

// The days in a row that are so, up to this one, or to the one before while this one is still to be called.
function streak(calls, last, isSo) {
  let day = of(calls, last) ? last : last - 1;
  let days = 0;
  while (isSo(of(calls, day) ?? [{}])) {
    days += 1;
    day -= 1;
  }
  return days;
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
  const scores = [...numbers].map((day) => of(calls, day)).filter((played) => played?.length > 1).map(total);
  const figures = {
    streak: streak(calls, today, onTime),
    right: streak(calls, today, (played) => played.every((call) => call.how === "right")),
    calls: `${rights.length} of ${all.length}`,
    best: scores.length ? Math.max(...scores) : "–",
  };
  for (const [name, value] of Object.entries(figures)) section.querySelector(`[data-statistic=${name}]`).textContent = value;
  const kinds = Map.groupBy(all.filter((call) => call.kind), (call) => call.kind.replace("-", " "));
  fill("by-kind", [...kinds].sort().map(([kind, found]) => [kind, found.filter((call) => call.how === "right").length, found.length]));
  const bands = BANDS.map((from, place) => {
    const below = BANDS[place + 1] ?? Infinity;
    const name = below === Infinity ? `${from} and more` : `${from} to ${below - 1}`;
    return [name, scores.filter((score) => score >= from && score < below).length, Math.max(scores.length, 1)];
  });
  fill("distribution", bands);
  section.hidden = false;
}

function fill(id, rows) {
  document.getElementById(id).replaceChildren(...rows.map(([name, count, of]) => {
    const row = document.createElement("li");
    const words = document.createElement("span");
    const bar = document.createElement("meter");
    words.textContent = id === "by-kind" ? `${name}: ${count} of ${of}` : `${name}: ${count}`;
    Object.assign(bar, { max: of, value: count });
    bar.setAttribute("aria-hidden", "true");
    row.append(words, bar);
    return row;
  }));
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
