// While entries wait for the site, the podiums show the server's last state with the entries applied, by the plain rules of
// the show, up to the first entry whose effect the page cannot know. The server's next state replaces them.

const SEATS = [0, 1, 2];
const OUT_WHAMMIES = 4;

const entry = document.getElementById("entry");
let items = [];

document.addEventListener("game:queue", ({ detail }) => {
  items = detail.items;
  showPodiums();
});
document.addEventListener("game:shown", showPodiums);

function showPodiums() {
  const section = document.getElementById("podiums");
  const serverState = JSON.parse(section.dataset.state || "null");
  const isWaiting = entry.hasAttribute("data-waiting");
  if (!serverState || (!isWaiting && !section.hasAttribute("data-follows"))) return;
  let state = serverState;
  for (const { event } of isWaiting ? items : []) {
    const next = applyEvent(state, event);
    if (!next) break;
    state = next;
  }
  section.toggleAttribute("data-follows", isWaiting);
  drawPodiums(section, state);
}

// Returns the state after an event; null if the page cannot know it.
function applyEvent(state, event) {
  const podiums = state.podiums.map((podium) => ({ ...podium }));
  if (event.type === "round") {
    if (event.scores) return null;
    SEATS.forEach((seat) => Object.assign(podiums[seat], { earned: event.spins[seat], passed: 0 }));
    return endTurn({ ...state, podiums, round: event.round }, 2);
  }
  if (event.type === "question") {
    SEATS.forEach((seat) => Object.assign(podiums[seat], { earned: event.spins[seat] }));
    return { ...state, podiums, seat: null };
  }
  if (event.type === "up") return { ...state, seat: event.seat - 1 };
  const { seat } = state;
  if (seat === null) return null;
  const mover = podiums[seat];
  if (event.type === "spin") return applySpin({ ...state, podiums }, mover, event.came);
  return event.type === "pass" && !mover.passed ? applyPass({ ...state, podiums }, mover, event.to) : null;
}

function applySpin(state, mover, came) {
  if (mover.passed) mover.passed -= 1;
  else mover.earned -= 1;
  if (came.kind === "whammy") {
    Object.assign(mover, { score: 0, earned: mover.earned + mover.passed, passed: 0, whammies: mover.whammies + 1 });
    if (mover.whammies === OUT_WHAMMIES) mover.earned = 0;
  } else if (came.kind === "whammy_off") {
    mover.whammies -= 1;
  } else if (came.amount !== undefined) {
    mover.score += came.amount;
    if (came.spin) mover.earned += 1;
  } else {
    return null; // a prize of unknown value, a double
  }
  return mover.earned + mover.passed ? state : endTurn(state, state.seat);
}

function applyPass(state, mover, chosenSeat) {
  const others = SEATS.filter((seat) => seat !== state.seat && state.podiums[seat].whammies < OUT_WHAMMIES);
  const top = Math.max(...others.map((seat) => state.podiums[seat].score));
  const leaders = others.filter((seat) => state.podiums[seat].score === top);
  const to = chosenSeat ? chosenSeat - 1 : leaders[0];
  if (!chosenSeat && leaders.length !== 1) return null;
  state.podiums[to].passed += mover.earned;
  mover.earned = 0;
  return endTurn(state, state.seat, to);
}

// Chooses who is up after the turn of `from`, which may have passed `to` a seat: the lowest score, unless the rules differ.
function endTurn(state, from, to) {
  const spins = (seat) => state.podiums[seat].earned + state.podiums[seat].passed;
  const holders = SEATS.filter(spins);
  const byScore = (seat) => [state.podiums[seat].score, spins(seat), seat];
  const rank = {
    seat: (seat) => [seat],
    cyclic: (seat) => [(seat - from + 2) % 3],
    receiver: (seat) => {
      const { score, earned, passed } = state.podiums[seat];
      const isLaterLap = state.podiums[to]?.earned === 0; // in the first lap, contestants who were not up yet come first
      return [isLaterLap ? passed > 0 : earned === 0, isLaterLap && seat !== to, score, earned, seat];
    },
  }[state.order] ?? byScore;
  holders.sort((a, b) => compare(rank(a), rank(b)));
  return { ...state, seat: holders[0] ?? null };
}

function compare(one, other) {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at < 0 ? 0 : one[at] - other[at];
}

// Draws the podiums like stage/_podium.html.
function drawPodiums(section, { podiums, seat: mover, round }) {
  for (const seat of SEATS) {
    const podium = section.querySelector(`[data-seat="${seat}"]`);
    const { score, earned, passed, whammies } = podiums[seat];
    const isOut = whammies >= OUT_WHAMMIES;
    podium.classList.toggle("podium--up", seat === mover);
    podium.classList.toggle("podium--out", isOut);
    Object.assign(podium.querySelector(".podium__up"), { hidden: seat !== mover, textContent: "up" });
    podium.querySelector(".podium__score").textContent = isOut ? "Out" : `$${score.toLocaleString("en-US")}`;
    const words = passed ? `${earned ? `${earned} + ` : ""}${passed} passed` : formatCount(earned, "spin");
    podium.querySelector(".podium__spins")?.replaceChildren(isOut ? "" : words);
    const lamps = podium.querySelector(".whammies");
    lamps.className = `whammies whammies--${whammies}`;
    lamps.firstElementChild.textContent = `${whammies} Whamm${whammies === 1 ? "y" : "ies"}`;
  }
  const [title, detail] = document.querySelectorAll("#prompt h2, #prompt > p");
  const name = section.querySelector(`[data-seat="${mover}"] .podium__name > span`)?.textContent;
  title.textContent = mover === null ? `Round ${round} is over` : `${name} is up`;
  if (mover === null) detail.textContent = "";
  else if (podiums[mover].passed) detail.textContent = `Must play ${formatCount(podiums[mover].passed, "passed spin")}.`;
  else detail.textContent = `${formatCount(podiums[mover].earned, "spin")}: press or pass?`;
}

function formatCount(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
