// Draws the podiums of a game as they are at one moment.

const SEATS = [0, 1, 2];
const OUT = 4;

export function drawPodiums(section, podiums, seat) {
  for (const each of SEATS) {
    const podium = section.querySelector(`[data-seat="${each}"]`);
    const { score, earned, passed, whammies } = podiums[each];
    const out = whammies >= OUT;
    podium.classList.toggle("seat--up", each === seat);
    podium.classList.toggle("seat--out", out);
    Object.assign(podium.querySelector(".seat__up"), { hidden: each !== seat, textContent: "up" });
    podium.querySelector(".seat__score").textContent = out ? "out" : `$${score.toLocaleString("en-US")}`;
    const spins = podium.querySelector(".seat__spins");
    spins.hidden = out;
    spins.replaceChildren(...[[earned, "earned"], [passed, "passed"]].filter(([count], at) => count || !at).map(([count, what]) => {
      const chip = document.createElement("span");
      chip.className = what === "passed" ? "t-pass" : "";
      chip.textContent = `${count} ${what}`;
      return chip;
    }));
    const dots = podium.querySelector(".dots");
    dots.className = `dots dots--${whammies}`;
    dots.firstElementChild.textContent = `${whammies} Whamm${whammies === 1 ? "y" : "ies"}`;
  }
}
