// The strip that stays in view while the podiums are changed. It is no live region: what has changed is
// announced once, when the numbers rest (live.js, answer.js).

const strip = document.getElementById("strip");
const odds = document.getElementById("strip-odds");
const work = document.getElementById("strip-work");

follow();
document.addEventListener("part:shown", follow);
window.visualViewport?.addEventListener("resize", lift);
window.visualViewport?.addEventListener("scroll", lift);

// Out of the way while the podiums are out of sight.
new IntersectionObserver(([form]) => strip.classList.toggle("strip--away", !form.isIntersecting))
  .observe(document.getElementById("podiums"));

function follow() {
  const figures = document.getElementById("answer").dataset.strip;
  odds.hidden = !figures;
  if (figures) show(JSON.parse(figures));
  work.textContent = document.querySelector("#waiting-title, #refining-title")?.textContent ?? "";
  work.hidden = !work.textContent;
}

function show({ who, bars }) {
  odds.querySelector("[data-who]").textContent = who;
  for (const part of odds.querySelectorAll("[data-action]")) {
    const bar = bars.find(({ action }) => action === part.dataset.action);
    part.hidden = !bar;
    if (!bar) continue;
    part.querySelector("[data-label]").textContent = bar.label;
    part.querySelector("[data-text]").textContent = bar.text;
    part.querySelector("[data-bar]").setAttribute("width", bar.share);
  }
}

// Above the on-screen keyboard.
function lift() {
  const { height, offsetTop } = window.visualViewport;
  strip.style.bottom = `${Math.max(0, window.innerHeight - height - offsetTop)}px`;
}
