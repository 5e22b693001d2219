// Retries requests that did not reach the site: after growing pauses, and at once when the browser goes online or its window
// gets the focus. navigator.onLine is ignored, as the site may be on the same machine.

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 8000;
const TIMEOUT_MS = 15000;
const waitingRetries = new Set();
const releasedForms = new WeakSet(); // forms that the browser may send
let heldRetry = null; // tries to send a form

for (const name of ["online", "focus"]) addEventListener(name, tryAll);
document.addEventListener("visibilitychange", () => { if (!document.hidden) tryAll(); });

function tryAll() {
  for (const retry of [...waitingRetries]) retry.now();
}

// An attempt calls `fail` to be made again, and `stop` once it has reached the site.
export class Retry {
  constructor(attempt) {
    this.attempt = attempt;
    this.failures = 0;
  }

  get waits() {
    return waitingRetries.has(this);
  }

  fail() {
    if (this.waits) return;
    waitingRetries.add(this);
    this.timer = setTimeout(() => this.now(), Math.min(FIRST_PAUSE_MS * 2 ** this.failures, MAX_PAUSE_MS));
    this.failures += 1;
  }

  stop() {
    this.cancel();
    this.failures = 0;
  }

  now() {
    this.cancel();
    this.attempt();
  }

  cancel() {
    clearTimeout(this.timer);
    waitingRetries.delete(this);
  }
}

// Calls `send` once `reach` succeeds; `showWaiting` shows that the form waits. Only the last form that was sent is held.
export function hold({ reach, send, showWaiting }) {
  release();
  const retry = new Retry(async () => {
    let response;
    try {
      response = await reach();
    } catch {
      if (heldRetry !== retry) return;
      showWaiting();
      retry.fail();
      return;
    }
    if (heldRetry !== retry) return;
    release();
    send(response);
  });
  heldRetry = retry;
  retry.now();
}

// Drops the form that is held.
export function release() {
  heldRetry?.stop();
  heldRetry = null;
}

// Submits a form once the site answers: an error page of the browser would replace what was typed.
export function holdPage({ event, url, check = () => undefined, showWaiting }) {
  const { target: form, submitter } = event;
  if (releasedForms.has(form)) return;
  event.preventDefault();
  hold({
    reach: async () => {
      check();
      const { status } = await fetch(url, { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (status >= 500) throw new Error("a proxy without its site");
    },
    send: () => {
      if (submitter && submitter.form !== form) return; // a fresh part has other buttons
      releasedForms.add(form);
      form.requestSubmit(submitter);
      releasedForms.delete(form);
    },
    showWaiting,
  });
}
