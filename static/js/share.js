// The share sheet: a dialog, which copies links and code and opens the device's own. The buttons that need this file are
// hidden without it, and what the sheet offers is below its button.

show();
document.addEventListener("part:shown", show);
document.addEventListener("toggle", ({ target }) => { if (target.matches(".share__way[open]")) open(target); }, true);
document.addEventListener("close", ({ target }) => { if (target.matches(".sheet")) target.parentElement.open = false; }, true);
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-copy], [data-share-url]");
  if (!button) return;
  if (button.dataset.copy) copy(button);
  else share(button);
});

// The sheet of a fresh answer takes the place of one that was open.
function open(way) {
  const sheet = way.querySelector(".sheet");
  if (sheet.matches(":modal")) return;
  sheet.open = false;
  sheet.setAttribute("closedby", "any"); // by a click beside it; not where it is no dialog
  sheet.showModal();
  sheet.querySelector(".button--main").focus();
}

function show() {
  for (const button of document.querySelectorAll(".share [hidden]")) {
    button.hidden = "shareUrl" in button.dataset && !navigator.share;
  }
}

async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  let copied = false;
  try {
    await navigator.clipboard.writeText(field.value);
    copied = true;
  } catch {
    copied = document.execCommand("copy"); // no permission, or a page without HTTPS
  }
  report(button, copied ? button.dataset.copied : "Press Ctrl+C to copy");
}

// Shows the text on the button for a while, and announces it.
function report(button, text) {
  button.dataset.called ??= button.textContent;
  button.textContent = text;
  document.getElementById("share-status").textContent = text;
  setTimeout(() => { button.textContent = button.dataset.called; }, 2500);
}

async function share(button) {
  try {
    await navigator.share({ title: button.dataset.shareTitle, url: button.dataset.shareUrl });
  } catch (error) {
    if (error.name !== "AbortError") report(button, "Copy the link instead"); // the dialog was closed on purpose
  }
}
