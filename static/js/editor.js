// The editor made quicker: a square of the ring opens when it is clicked, what has become right or
// wrong is said aloud, what is unfolded stays so, and leaving with something unsaved asks first.
// Without this file the form does the same.

const form = document.getElementById("editor");
let unfolded = null;

if (form) {
  document.addEventListener("htmx:beforeSwap", () => {
    unfolded = document.getElementById("warnings")?.open ?? null;
  });
  document.addEventListener("htmx:afterSwap", () => {
    const warnings = document.getElementById("warnings");
    if (warnings && unfolded !== null) warnings.open = unfolded;
    const text = document.getElementById("live")?.dataset.said ?? "";
    const said = document.getElementById("said");
    if (said.textContent !== text) said.textContent = text;
  });
  form.classList.add("editor--quick");
  form.addEventListener("click", (event) => {
    const number = /\bsquare-(\d+)/.exec(event.target.closest(".ring .square")?.className)?.[1];
    if (number) form.querySelector(`.tab[data-number="${number}"]`)?.click();
  });
  let sending = false;
  form.addEventListener("submit", () => { sending = true; });
  window.addEventListener("pageshow", () => { sending = false; });
  window.addEventListener("beforeunload", (event) => {
    if (!sending && unsaved(form)) event.preventDefault();
  });
}

// Whether the form holds anything that the draft does not: typed here, or sent and not taken.
function unsaved(form) {
  return "unsaved" in form.dataset || [...form.elements].some((element) => {
    if (element.matches("select")) {
      const sent = [...element.options].findIndex((option) => option.defaultSelected);
      return element.selectedIndex !== Math.max(sent, 0);
    }
    if (element.matches("[type=checkbox]")) return element.checked !== element.defaultChecked;
    return element.matches("input, textarea") && element.value !== element.defaultValue;
  });
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const link = document.getElementById(button.dataset.copy);
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Select and copy it";
    }
  });
}
