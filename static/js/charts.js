// Charts: the page starts with a still picture from the server. When it comes into view, the same spec
// is drawn here as an interactive chart. If anything fails, the picture stays.

const dark = window.matchMedia("(prefers-color-scheme: dark)");
let libraries;
let lastStage = null;

drawCharts();
// The old chart stays visible until the chart of a better answer is drawn.
document.addEventListener("htmx:beforeSwap", () => {
  lastStage = document.querySelector("[data-chart][data-drawn] .chart__stage");
});
document.addEventListener("htmx:afterSwap", () => {
  const chart = document.querySelector("[data-chart]:not([data-seen])");
  if (chart && lastStage) {
    const picture = chart.querySelector("picture");
    if (picture) picture.hidden = true;
    lastStage.classList.add("chart__stage--old");
    chart.append(lastStage);
  }
  lastStage = null;
});
document.addEventListener("htmx:afterSettle", drawCharts);

function drawCharts() {
  for (const chart of document.querySelectorAll("[data-chart]:not([data-seen])")) {
    chart.dataset.seen = "";
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      draw(chart);
      dark.addEventListener("change", () => chart.isConnected && draw(chart));
    }, { rootMargin: "200px" });
    observer.observe(chart);
  }
}

async function draw(chart) {
  try {
    const spec = specOf(chart);
    libraries ??= load(chart.dataset);
    const interpreter = await libraries;
    const stage = document.createElement("div");
    stage.className = "chart__stage chart__stage--next";
    stage.setAttribute("role", "group");
    chart.prepend(stage);
    await window.vegaEmbed(stage, await spec, {
      mode: "vega-lite",
      renderer: "svg",
      actions: false,
      // A strict Content-Security-Policy allows neither eval nor style elements.
      ast: true,
      expr: interpreter,
      defaultStyle: false,
      tooltip: false,
    });
    for (const child of chart.querySelectorAll("picture, .chart__stage")) if (child !== stage) child.remove();
    stage.classList.remove("chart__stage--next");
    chart.dataset.drawn = "";
  } catch (error) {
    console.warn("The chart stays a picture:", error);
    const picture = chart.querySelector("picture");
    for (const stage of chart.querySelectorAll(picture ? ".chart__stage" : ".chart__stage--next")) stage.remove();
    if (picture) picture.hidden = false;
  }
}

// A live answer includes its specs.
function specOf(chart) {
  const brought = chart.querySelector(dark.matches ? "#odds-dark" : "#odds-light");
  if (brought) return JSON.parse(brought.textContent);
  return fetch(dark.matches ? chart.dataset.specDark : chart.dataset.specLight).then((r) => r.json());
}

async function load(urls) {
  await script(urls.vega);
  await script(urls.vegaLite);
  await script(urls.vegaEmbed);
  const { expressionInterpreter } = await import(urls.vegaInterpreter);
  return expressionInterpreter;
}

function script(url) {
  return new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.src = url;
    element.addEventListener("load", resolve);
    element.addEventListener("error", () => reject(new Error(`${url} did not load`)));
    document.head.append(element);
  });
}
