// The ring of an answer: one stop for the keyboard, walked by arrows; a square that is tapped shows its slides in the middle.
// Without this script its squares are a list, and “Every outcome” has the links.

let opened = 0; // the square whose slides are shown; 0 if the verdict is
let asked = ""; // the position whose ring it is

find();
document.addEventListener("part:shown", find);

function find() {
  const ring = document.querySelector("#answer .ring-list:not([data-walked])");
  if (!ring) return;
  ring.dataset.walked = "";
  const here = document.getElementById("asked")?.textContent;
  if (here !== asked) opened = 0;
  asked = here;
  const tiles = [...ring.children];
  if (!ring.querySelector("template")) return;
  ring.setAttribute("role", "listbox");
  ring.setAttribute("aria-label", "Squares");
  tiles.forEach((tile, index) => {
    tile.setAttribute("role", "option");
    tile.tabIndex = index ? -1 : 0;
    tile.addEventListener("click", () => show(tiles, index + 1 === opened ? 0 : index + 1));
  });
  ring.addEventListener("keydown", (event) => walk(event, tiles));
  if (opened) show(tiles, opened);
  else select(tiles);
}

function walk(event, tiles) {
  const at = tiles.indexOf(event.target.closest("[role=option]"));
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (by) tiles[(at + by + tiles.length) % tiles.length].focus();
  else if (event.key === "Enter" || event.key === " ") tiles[at].click();
  else if (event.key === "Escape") show(tiles, 0);
  else return;
  event.preventDefault();
}

function show(tiles, number) {
  opened = number;
  const detail = document.getElementById("tile");
  const tile = tiles[number - 1];
  detail.replaceChildren(...(tile ? [tile.querySelector("template").content.cloneNode(true)] : []));
  select(tiles);
}

function select(tiles) {
  tiles.forEach((tile, index) => {
    tile.setAttribute("aria-selected", String(index + 1 === opened));
    tile.tabIndex = index === Math.max(opened - 1, 0) ? 0 : -1;
  });
}
