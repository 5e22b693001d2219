// For the editor: changed errors are announced, and leaving with unsaved changes asks first. The form works without this
// file.

const form = document.getElementById("editor");

if (form) {
  document.addEventListener("part:shown", () => {
    const text = document.getElementById("problems")?.dataset.status ?? "";
    const status = document.getElementById("editor-status");
    if (status.textContent !== text) status.textContent = text;
  });
  let sending = false;
  form.addEventListener("submit", () => { sending = true; });
  window.addEventListener("pageshow", () => { sending = false; });
  window.addEventListener("beforeunload", (event) => {
    if (!sending && unsaved(form)) event.preventDefault();
  });
}

// Whether the form has changes that are not in the draft: typed here, or sent and rejected.
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
      button.textContent = "Press Ctrl+C to copy";
    }
  });
}
