// The what-if map: one tab stop, with arrow keys between the cells; below it is the title of the cell under the pointer.
// Without this script the cells are ordinary links.

setUpMaps();
document.addEventListener("part:shown", setUpMaps);

function setUpMaps() {
  for (const map of document.querySelectorAll("[data-map]:not([data-walked])")) setUpMap(map);
  // The map's table may have improved the answer above.
  const version = Number(document.querySelector("#whatif-body[data-version]")?.dataset.version ?? 0);
  const answer = document.querySelector("#answer:not([data-state=refining])");
  if (answer && version > Number(answer.dataset.version)) document.dispatchEvent(new CustomEvent("answer:better"));
}

function setUpMap(map) {
  map.dataset.walked = "";
  const links = [...map.querySelectorAll("a")];
  const label = map.closest(".whatif").querySelector("[data-map-label]");
  const focused = links.find((link) => link === document.activeElement);
  const first = focused ?? map.querySelector("[aria-current]") ?? links[0];
  const side = map.closest(".map__scroll");
  if (first) side.scrollLeft = first.closest("td").offsetLeft - side.clientWidth / 2;
  if (focused) label.textContent = focused.title;
  for (const link of links) {
    link.tabIndex = link === first ? 0 : -1;
    link.addEventListener("pointerenter", () => { label.textContent = link.title; });
    link.addEventListener("focus", () => {
      label.textContent = link.title;
      for (const other of links) other.tabIndex = other === link ? 0 : -1;
    });
  }
  map.addEventListener("keydown", (event) => {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const cell = event.target.closest("td");
    map.rows[cell.parentElement.rowIndex + step[0]]?.cells[cell.cellIndex + step[1]]?.querySelector("a")?.focus();
  });
}
