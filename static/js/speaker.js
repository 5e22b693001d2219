// The speaker button beside the site's name: sound and vibration are off until it is pressed, and the choice is stored.
// sound.js is loaded at the first press.

const SOUND_KEY = "sound";
let player = null; // a promise of the function that plays a sound by its name
const button = Object.assign(document.createElement("button"), { type: "button", className: "speaker", ariaLabel: "Sound" });
button.innerHTML = '<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path fill="currentColor" d="M4 9v6h4l5 4V5L8 9z"/>'
  + '<path class="speaker__on" fill="none" stroke="currentColor" stroke-width="2" d="M16 9a4 4 0 0 1 0 6M18 6a8 8 0 0 1 0 12"/></svg>';
button.addEventListener("click", () => turnSound(button.ariaPressed !== "true"));
document.querySelector(".masthead")?.append(button);
turnSound(isOn());
document.addEventListener("part:shown", ({ target }) => { // a call that is judged
  const mark = target.querySelector("[data-mark]")?.dataset.mark;
  if (mark) playSound(mark === "wrong" ? "whammy" : "ding");
});

// Plays a sound if sounds are on: “tick” of the light, “ding”, “whammy”.
export async function playSound(name) {
  (await player)?.(name);
}

function turnSound(on) {
  button.ariaPressed = String(on);
  player = on ? import("./sound.js").then(({ playTones }) => playTones) : null;
  try {
    localStorage.setItem(SOUND_KEY, on ? "on" : "");
  } catch {
    // The choice lasts as long as the page.
  }
}

function isOn() {
  try {
    return localStorage.getItem(SOUND_KEY) === "on";
  } catch {
    return false; // storage is turned off
  }
}
