// The answer page: says aloud what has changed, and copies the link.

const live = document.getElementById("live");
let said = "";

refresh(false);
document.addEventListener("htmx:afterSettle", () => refresh(true));

function refresh(aloud) {
  announce(aloud);
  for (const button of document.querySelectorAll("[data-copy]")) {
    if (!button.hidden) continue;
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  }
}

// The waiting card is replaced again and again; only news is worth saying.
function announce(aloud) {
  const text = document.querySelector("#answer [data-announce]")?.dataset.announce ?? "";
  if (aloud && text !== said) live.textContent = text;
  said = text;
}

async function copy(button) {
  const link = document.getElementById(button.dataset.copy);
  link.select();
  let copied = false;
  try {
    await navigator.clipboard.writeText(link.value);
    copied = true;
  } catch {
    copied = document.execCommand("copy"); // no permission, or a page without HTTPS
  }
  const text = copied ? "Link copied" : "Press Ctrl+C to copy";
  button.textContent = text;
  live.textContent = text;
  setTimeout(() => { button.textContent = "Copy link"; }, 2500);
}
