// The share card: copies links and code, opens the device's share dialog. The buttons that need this file are
// hidden without it.

show();
document.addEventListener("part:shown", show);
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-copy], [data-share-url]");
  if (!button) return;
  if (button.dataset.copy) copy(button);
  else share(button);
});

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
