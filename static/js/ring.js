// The ring of an answer: one tab stop, with arrow keys between the squares; a tap on a square shows its slides in the middle.
// Without this script the squares are a list, and “Every outcome” has the links.

let openSquare = 0; // the square whose slides are shown; 0 if the verdict is
let shownPosition = ""; // the position of the ring

setUpRing();
document.addEventListener("part:shown", setUpRing);

function setUpRing() {
  const ring = document.querySelector("#answer .ring-list:not([data-walked])");
  if (!ring) return;
  ring.dataset.walked = "";
  const position = document.getElementById("asked")?.textContent;
  if (position !== shownPosition) openSquare = 0;
  shownPosition = position;
  const tiles = [...ring.children];
  if (!ring.querySelector("template")) return;
  ring.setAttribute("role", "listbox");
  ring.setAttribute("aria-label", "Squares");
  tiles.forEach((tile, index) => {
    tile.setAttribute("role", "option");
    tile.tabIndex = index ? -1 : 0;
    tile.addEventListener("click", () => showSquare(tiles, index + 1 === openSquare ? 0 : index + 1));
  });
  ring.addEventListener("keydown", (event) => handleKey(event, tiles));
  if (openSquare) showSquare(tiles, openSquare);
  else markSelected(tiles);
}

function handleKey(event, tiles) {
  const index = tiles.indexOf(event.target.closest("[role=option]"));
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (step) tiles[(index + step + tiles.length) % tiles.length].focus();
  else if (event.key === "Enter" || event.key === " ") tiles[index].click();
  else if (event.key === "Escape") showSquare(tiles, 0);
  else return;
  event.preventDefault();
}

function showSquare(tiles, number) {
  openSquare = number;
  const detail = document.getElementById("tile");
  const tile = tiles[number - 1];
  detail.replaceChildren(...(tile ? [tile.querySelector("template").content.cloneNode(true)] : []));
  markSelected(tiles);
}

function markSelected(tiles) {
  tiles.forEach((tile, index) => {
    tile.setAttribute("aria-selected", String(index + 1 === openSquare));
    tile.tabIndex = index === Math.max(openSquare - 1, 0) ? 0 : -1;
  });
}
