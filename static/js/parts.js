// Parts of the answer's page that renew themselves, and buttons that replace a part. This is the little of htmx
// that the page uses, in htmx's own terms (attributes, events, headers), as htmx itself weighs 51 kB.

const busy = new WeakSet();
let restsUntil = 0; // the page has asked too often
const inView = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    inView.unobserve(target);
    get(target);
  }
});

begin(document.documentElement);
document.addEventListener("htmx:afterSwap", (event) => begin(event.target));
document.addEventListener("submit", (event) => {
  const form = event.target;
  const verb = ["post", "get"].find((each) => form.hasAttribute(`hx-${each}`));
  if (!verb) return;
  event.preventDefault();
  const url = form.getAttribute(`hx-${verb}`);
  if (verb === "post") request(form, verb, url, { method: "POST", body: new FormData(form) });
  else request(form, verb, `${url}?${new URLSearchParams(new FormData(form))}`, {});
});

// Starts whatever renews itself in a part that is new to the page.
function begin(part) {
  for (const element of [part, ...part.querySelectorAll("[hx-get]")]) {
    if (!element.hasAttribute("hx-trigger")) continue; // a form waits until it is sent
    const [, number, unit] = element.getAttribute("hx-trigger").match(/^every (\d+)(ms|s)$/) ?? [];
    if (number) repeat(element, unit === "s" ? 1000 * number : Number(number));
    else inView.observe(element); // “intersect once”
  }
}

function repeat(element, milliseconds) {
  const timer = setInterval(() => {
    if (!element.isConnected) clearInterval(timer);
    else if (Date.now() > restsUntil) get(element);
  }, milliseconds);
}

function get(element) {
  request(element, "get", element.getAttribute("hx-get"), {});
}

async function request(element, verb, url, options) {
  const detail = { elt: element, target: element, requestConfig: { verb } };
  if (busy.has(element) || !fire(element, "beforeRequest", detail)) return;
  busy.add(element);
  try {
    const response = await fetch(url, { ...options, headers: { "HX-Request": "true", "HX-Current-URL": location.href } });
    const text = await response.text();
    if (response.status === 429) restsUntil = Date.now() + 1000 * (Number(response.headers.get("Retry-After")) || 1);
    const shown = response.ok || response.status === 422; // a form with what is wrong in it
    if (shown && fire(element, "beforeOnLoad", detail)) swap(element, response.headers, text);
  } catch {
    // Offline: what renews itself asks again.
  } finally {
    busy.delete(element);
  }
}

function swap(element, headers, text) {
  const selector = headers.get("HX-Retarget") ?? element.getAttribute("hx-target") ?? "this";
  const target = selector === "this" ? element : document.querySelector(selector);
  const template = document.createElement("template");
  template.innerHTML = text;
  const title = template.content.querySelector("title");
  const part = template.content.querySelector("[id]");
  if (!target?.isConnected || !part) return;
  if (title) document.title = title.textContent;
  for (const sheet of template.content.querySelectorAll("link[rel=stylesheet]")) {
    if (!document.querySelector(`link[href="${sheet.getAttribute("href")}"]`)) document.head.append(sheet);
  }
  const focused = target.contains(document.activeElement) ? document.activeElement.id : "";
  fire(target, "beforeSwap", { elt: element, target, shouldSwap: true });
  for (const fresh of part.querySelectorAll("[hx-preserve]")) {
    const kept = document.getElementById(fresh.id);
    if (kept) fresh.replaceWith(kept);
  }
  target.replaceWith(part);
  if (focused) document.getElementById(focused)?.focus();
  if (element.matches("form")) part.querySelector("[data-focus]")?.focus();
  for (const step of ["afterSwap", "afterSettle"]) fire(part, step, { elt: part, target: part });
}

function fire(element, name, detail) {
  return element.dispatchEvent(new CustomEvent(`htmx:${name}`, { bubbles: true, cancelable: true, detail }));
}
