// What-ifs: the card loads when it comes into view, sliders read the table, and arrow keys move on the
// map. Without this script the map has its own page.

import * as parts from "./parts.js";

const OFFLINE_MS = 5000; // after a request that failed
const LOST = "The site cannot be reached. Move a slider to try again.";
const PARTS = ["whatif-job", "whatif-evens", "whatif-map", "whatif-others"];
const FOLD = "whatif-more"; // what is not yet unfolded is kept up to date as a whole
let chosen = ""; // the two scores chosen for the map, kept for the next position
let askAgain = () => {}; // makes the sliders ask again, for a finer table
let markSliders = () => {}; // marks the sliders' scores on the map

const inView = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    inView.unobserve(entry.target);
    load(entry.target);
  }
}, { rootMargin: "200px" });

find();
// What stays from another position no longer asks for it.
document.addEventListener("part:request", (event) => {
  const { shows } = document.getElementById("whatif-body")?.dataset ?? {};
  if (event.target.id === "whatif-job" && shows && shows !== document.getElementById("whatif").dataset.src) event.preventDefault();
});
document.addEventListener("part:response", ({ target, detail: { content } }) => {
  if (target.id === "whatif-job") take(content);
});
document.addEventListener("part:shown", ({ target }) => {
  if (target.id === "whatif-evens") askAgain();
  if (target.closest("#whatif")) equip(document.getElementById("whatif"));
  // The map has what the break-even is known from.
  if (target.id === "break-even" && !target.dataset.partGet && document.getElementById("whatif-map")) {
    load(document.getElementById("whatif"), { names: PARTS });
  }
  find();
});

function find() {
  const card = document.querySelector("#whatif:not([data-seen])");
  if (!card) return;
  card.dataset.seen = "";
  card.addEventListener("submit", submit);
  if ("page" in card.dataset) {
    equip(card);
    return;
  }
  card.dataset.src += chosen;
  const { classList, dataset } = document.getElementById("whatif-body"); // stays while the answer around it is replaced
  if (dataset.shows === card.dataset.src) {
    equip(card);
    return;
  }
  if (dataset.shows) classList.add("whatif--old"); // until the new contents are loaded
  inView.observe(card);
}

// Replaces only these parts if the card is for the same position, so that the sliders stay.
async function load(card, { names } = {}) {
  const found = await parts.ask(card.dataset.src).catch(() => null); // offline
  if (!found) setTimeout(() => card.isConnected && inView.observe(card), OFFLINE_MS);
  if (!found || !card.isConnected) return;
  take(found);
  parts.swap(found, { names });
  const body = document.getElementById("whatif-body");
  if (body) body.dataset.shows = card.dataset.src;
}

// What goes with the parts of a fresh card.
function take(found) {
  const slides = [document, found].map((each) => each.getElementById("whatif-slides"));
  if (slides[0]?.hidden !== slides[1]?.hidden) parts.replace(...slides);
  if (document.querySelector(`#${FOLD}:has(> noscript)`)) parts.swap(found, { names: [FOLD] });
  // A table may have made this position's own answer better than the one above.
  const version = Number(found.querySelector("[data-version]:not(#answer)")?.dataset.version ?? 0);
  const above = document.querySelector("#answer:not([data-state=refining])");
  if (above && version > Number(above.dataset.version)) document.dispatchEvent(new CustomEvent("answer:better"));
}

function equip(card) {
  for (const map of card.querySelectorAll("[data-map]:not([data-walked])")) walk(map);
  const slides = card.querySelector("[data-slides]:not([data-equipped])");
  if (slides) slide(slides);
  markSliders();
}

// The card's forms: a choice of numbers draws another map in place, the others are posted.
async function submit(event) {
  const form = event.target;
  const card = event.currentTarget;
  if ("choose" in form.dataset && "page" in card.dataset) return;
  event.preventDefault();
  const fields = new FormData(form, event.submitter);
  form.querySelector("[type=submit]").disabled = true;
  if ("choose" in form.dataset) {
    const query = new URLSearchParams(fields).toString();
    const pair = [form.elements.row.value, form.elements.column.value];
    // Maps of other numbers are costly, so they are not kept for the next position.
    chosen = pair.every((name) => name.endsWith("s")) ? `&row=${pair[0]}&column=${pair[1]}` : "";
    card.dataset.src = `${card.dataset.card}?${query}`;
  } else {
    await parts.ask(form.action, { method: "POST", body: fields }).catch(() => null);
  }
  await load(card, { names: [...PARTS, "whatif-choose"] }); // with what is wrong with the choice
  if (form.isConnected) form.querySelector("[type=submit]").disabled = false;
}

// --- The map ------------------------------------------------------------------------------------

function walk(map) {
  map.dataset.walked = "";
  const links = [...map.querySelectorAll("a, [data-href]")];
  const label = map.closest(".whatif").querySelector("[data-map-label]");
  const focused = links.find((each) => each === document.activeElement);
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
  map.addEventListener("click", (event) => {
    const { href } = event.target.closest("[data-href]")?.dataset ?? {};
    if (href) open(href, event.ctrlKey || event.metaKey ? "_blank" : "_self");
  });
  map.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.target.closest("[data-href]")?.click();
    const by = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    let cell = event.target.closest("td");
    do {
      const row = map.rows[cell.parentElement.rowIndex + by[0]];
      cell = row && row.cells[cell.cellIndex + by[1]];
    } while (cell && cell.tagName === "TD" && !place(cell));
    if (cell) place(cell)?.focus();
  });
}

// What is walked to in a cell of the map: its link, or the cell itself.
function place(cell) {
  return "href" in cell.dataset ? cell : cell.querySelector("a");
}

// --- The sliders --------------------------------------------------------------------------------

function slide(slides) {
  slides.dataset.equipped = "";
  const inputs = [...slides.querySelectorAll("input[type=range]")];
  const output = slides.querySelector("[data-slider-answer]");
  let busy = false;
  let wanted = false;
  for (const input of inputs) {
    input.addEventListener("input", () => { showValue(input); mark(); ask(); });
    showValue(input);
  }
  slides.addEventListener("click", ({ target }) => {
    if (target.id !== "slider-back") return;
    for (const input of inputs) {
      input.value = input.dataset.own;
      showValue(input);
    }
    mark();
    ask();
  });
  askAgain = ask;
  markSliders = mark;
  ask();

  // The cell nearest to the sliders, unless they stand as this position does or beyond the map.
  function mark() {
    const map = slides.closest(".whatif")?.querySelector("[data-map]");
    if (!map) return;
    for (const cell of map.querySelectorAll(".cell--slider")) cell.classList.remove("cell--slider");
    const moved = inputs.some((input) => score(input) !== input.dataset.own);
    const row = nearest(map, "row");
    const column = nearest(map, "column");
    const cell = moved && row && column && row.parentElement.cells[column.cellIndex];
    if (cell && !cell.classList.contains("cell--own")) cell.classList.add("cell--slider");
    const legend = slides.closest(".whatif").querySelector("[data-slider-legend]");
    legend.hidden = !map.querySelector(".cell--slider");
  }

  // The head on this side of the map for the slider's score; this position's own where no slider moves the number.
  function nearest(map, side) {
    const heads = [...map.querySelectorAll(side === "row" ? "tbody th" : "thead th")];
    const input = document.getElementById(`slide-${map.dataset[side]}`);
    if (!input) return heads.find((head) => head.classList.contains("map__here"));
    const away = (head) => Math.abs(head.dataset.value - score(input));
    const best = heads.reduce((one, other) => (away(other) < away(one) ? other : one));
    const step = heads.length > 1 ? heads[1].dataset.value - heads[0].dataset.value : 0;
    return away(best) <= step ? best : null;
  }

  function showValue(input) {
    const text = dollars(input);
    input.setAttribute("aria-valuetext", text);
    document.getElementById(input.dataset.output).textContent = text;
  }

  async function ask() {
    if (busy) {
      wanted = true;
      return;
    }
    busy = true;
    do {
      wanted = false;
      output.classList.add("slider-answer--old");
      parts.swap(inputs.some((input) => score(input) !== input.dataset.own) ? await answer() : own());
      output.hidden = false;
    } while (wanted);
    busy = false;
    output.classList.remove("slider-answer--old");
  }

  async function answer() {
    const [podiums, up] = slides.dataset.position.split("@");
    const changed = podiums.split(",");
    for (const input of inputs) {
      const seat = Number(input.dataset.seat);
      changed[seat] = changed[seat].replace(/^[0-9]+/, score(input));
    }
    return await parts.ask(`${slides.dataset.slides}${changed.join(",")}@${up}${slides.dataset.query}`).catch(() => null) ?? lost();
  }

  // What is shown while the sliders stand as this position does.
  function own() {
    return slides.querySelector("template").content.cloneNode(true);
  }

  function lost() {
    const found = own();
    found.querySelector("[data-sentence]").textContent = LOST;
    return found;
  }
}

// A score between the slider's steps stays exact until the slider is moved.
function score(input) {
  return input.value === input.dataset.rounded ? input.dataset.own : input.value;
}

function dollars(input) {
  return `$${Number(score(input)).toLocaleString("en-US")}`;
}
