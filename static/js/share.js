// The share sheet: a dialog that copies links and code, and opens the device's own share dialog. Without this file the sheet
// unfolds below its button, and the buttons that need this file are hidden.

showButtons();
document.addEventListener("part:shown", showButtons);
document.addEventListener("toggle", ({ target }) => { if (target.matches(".share__way[open]")) openSheet(target); }, true);
document.addEventListener("close", ({ target }) => { if (target.matches(".sheet")) closeSheet(target.parentElement); }, true);
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-copy], [data-copy-text], [data-share-url], [data-send], [data-share-picture]");
  if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (button.dataset.send) event.preventDefault(); // without scripts the link leads to the page to be sent
  if (button.dataset.sharePicture) sharePicture(button, event);
  else if (button.dataset.copy || button.dataset.copyText) copyText(button);
  else shareLink(button);
});

function openSheet(way) {
  const sheet = way.querySelector(".sheet");
  if (sheet.matches(":modal")) return;
  sheet.open = false;
  sheet.setAttribute("closedby", "any"); // by a click beside the dialog; only here, as without scripts it is none
  sheet.showModal();
  sheet.querySelector(".button--main").focus();
}

// The browser returns the focus to the element that had it before the dialog, perhaps within the sheet. This runs later than
// the key that closed the dialog: a focus that has moved on by then stays.
function closeSheet(way) {
  way.open = false;
  if (document.activeElement === document.body || way.contains(document.activeElement)) {
    way.querySelector("summary").focus({ preventScroll: true });
  }
}

function showButtons() {
  for (const button of document.querySelectorAll(":is(.share, .acts) [hidden]")) {
    button.hidden = "shareUrl" in button.dataset && !navigator.share;
  }
}

async function copyText(button) {
  const field = document.getElementById(button.dataset.copy) ?? createField(button.dataset.copyText ?? button.dataset.send);
  field.select();
  let isCopied = false;
  try {
    await navigator.clipboard.writeText(field.value);
    isCopied = true;
  } catch {
    isCopied = document.execCommand("copy"); // no permission, or a page without HTTPS
  }
  if (!field.id) field.remove();
  showReport(button, isCopied ? button.dataset.copied ?? "Link copied" : field.id ? "Press Ctrl+C to copy" : "Not copied");
}

// Returns a field to copy a text from that is in no field of the page.
function createField(value) {
  const field = Object.assign(document.createElement("textarea"), { value, className: "visually-hidden" });
  document.body.append(field);
  return field;
}

// Shows the text on the button for a while, and announces it.
function showReport(button, text) {
  button.dataset.called ??= button.textContent;
  button.textContent = text;
  document.getElementById(button.closest(".acts") ? "live" : "share-status").textContent = text;
  setTimeout(() => { button.textContent = button.dataset.called; }, 2500);
}

async function shareLink(button) {
  const { shareTitle: title, shareUrl, send: url = shareUrl } = button.dataset;
  if (!navigator.share) return copyText(button);
  try {
    await navigator.share({ title, url });
  } catch (error) {
    if (error.name !== "AbortError") showReport(button, "Copy the link instead"); // the dialog was closed on purpose
  }
}

// Shares the picture of a link with the text beside it; if pictures cannot be shared, the link opens.
async function sharePicture(link, event) {
  const picture = (parts) => [new File(parts, link.dataset.sharePicture, { type: "image/png" })];
  if (!navigator.canShare?.({ files: picture([]) })) return;
  event.preventDefault();
  try {
    const response = await fetch(link.href);
    await navigator.share({ files: picture([await response.blob()]), text: document.getElementById("result").value });
  } catch (error) {
    if (error.name !== "AbortError") location.assign(link.href);
  }
}
