"""The taps to enter a position, and the time until “Press or pass?” is answered, in a browser: `python -m benchmarks.taps`.

First the taps and keys from the first page to the answer of `ENTERED`, typed in full and with the amounts that the form
offers. Then, for each position, a new site with an empty data folder is started from this checkout or from TREE: the
position is its first question (cold), the same with other scores the second (warm). Printed are the seconds from the tap
to the first figure, to a clear verdict, and to the end. ONLY names positions by their first letters, CHROMIUM the
browser, LIMIT the most seconds for each.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Error, Page, ViewportSize, sync_playwright

TREE = Path(os.environ.get("TREE") or Path(__file__).resolve().parent.parent)
LIMIT = float(os.environ.get("LIMIT") or 90)
PHONE: ViewportSize = {"width": 360, "height": 740}
START_SECONDS = 120
LOOK_SECONDS = 0.02
# A name, the position, and one with other numbers that the same site is asked next.
POSITIONS = (
    ("the last spin", "8000e1,3000,0@1", "8250e1,3100,0@1"),
    ("one holder, three spins", "8000e3,3000,0@1", "8250e3,3100,0@1"),
    ("one holder, six spins", "8000e6,3000,0@1", "8250e6,3100,0@1"),
    ("two holders", "2000e3,3500e2,0@1", "2250e3,3600e2,0@1"),
    ("three holders", "0e2,2000e2,3500e2@1", "250e2,2100e2,3500e2@1"),
    ("Larson’s pass", "102851e4w1,4080e2,4608e3@1", "102601e4w1,4080e2,4608e3@1"),
)
ENTERED = "8000e3,3000w1,0w2@1"
SEEN = """() => {
  const answer = document.getElementById("answer");
  const verdict = document.getElementById("verdict");
  const card = verdict?.closest("section") ?? verdict?.parentElement;
  return [answer?.dataset.state ?? "", verdict?.textContent.trim() ?? "", card?.textContent ?? ""];
}"""
CALLED = ("Press", "Pass", "Stop", "Either", "Forced", "Won")
UNDER_WAY = ("", "waiting", "refining")


@dataclass
class AnswerTimes:
    """Seconds from the tap; none where the limit came first."""

    figure: float | None = None
    called: float | None = None
    end: float | None = None


def enter_position(page: Page, *, offered: bool) -> int:
    """Enter `ENTERED` on the first page, and return the number of taps and keys until it is answered without a button."""
    count = 0

    def tap(where: str) -> None:
        nonlocal count
        page.locator(where).click()
        count += 1

    def score(seat: int, amount: str) -> None:
        nonlocal count
        keys = amount[0] if offered else amount
        page.keyboard.type(keys)
        count += len(keys)
        if offered:
            tap(f"[data-seat='{seat}'] [data-offer]")

    tap("#podium-1 > summary")
    score(1, "8000")
    tap("[data-seat='1'] [data-spins='3']")
    tap("[data-seat='1'] [data-next]")
    score(2, "3000")
    tap("[data-seat='2'] .dot-1")
    tap("[data-seat='2'] [data-next]")
    tap("[data-seat='3'] .dot-2")
    page.wait_for_url(f"**/p/{ENTERED}")
    return count


def ask_position(browser: Browser, site: str, position: str) -> AnswerTimes:
    """Enter a position on the first page, tap, and watch."""
    page = browser.new_page(viewport=PHONE, base_url=site)
    page.goto("/")
    page.evaluate("line => { document.getElementById('id_line').value = line; }", position)
    page.evaluate("() => setTimeout(() => document.getElementById('podiums').requestSubmit(), 0)")
    took = watch_answer(page)
    page.close()
    return took


def watch_answer(page: Page) -> AnswerTimes:
    """Watch the page; return each event with its time."""
    tapped, took = time.monotonic(), AnswerTimes()
    while took.end is None and (now := time.monotonic() - tapped) < LIMIT:
        try:
            state, verdict, card = page.evaluate(SEEN)
        except Error:  # the page is just being replaced
            continue
        if took.figure is None and ("%" in card or "$" in card):
            took.figure = now
        # A verdict that is replaced later was none.
        if not verdict.startswith(CALLED):
            took.called = None
        elif took.called is None:
            took.called = now
        if state not in UNDER_WAY:
            took.end = now
        time.sleep(LOOK_SECONDS)
    return took


@contextmanager
def run_new_site() -> Iterator[str]:
    """Run a site with an empty data folder, as `make run` starts it, and yield its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    python = TREE / ".venv" / "bin" / "python"
    with tempfile.TemporaryDirectory() as folder:
        program = subprocess.Popen(
            [python if python.exists() else sys.executable, "-m", "tools.run"],
            cwd=TREE,
            env={**os.environ, "PORT": str(port), "DATA_DIR": folder},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            site = f"http://127.0.0.1:{port}"
            wait_for(site)
            yield site
        finally:
            program.terminate()
            program.wait(timeout=60)


def wait_for(site: str) -> None:
    """Wait until the site answers."""
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            urllib.request.urlopen(f"{site}/health", timeout=5).close()
            return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def main() -> None:
    only = os.environ.get("ONLY", "")
    heading = f"{'':26} {'cold: figure  called     end':30} {'warm: figure  called     end':30}"
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        path = os.environ.get("CHROMIUM") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        with run_new_site() as site:
            for offered in (False, True):
                page = browser.new_page(viewport=PHONE, base_url=site)
                page.goto("/")
                count = enter_position(page, offered=offered)
                print(f"{ENTERED}: {count} taps and keys{', with the amounts offered' if offered else ''}", flush=True)
                page.close()
        print(heading)
        for name, *positions in POSITIONS:
            if not name.startswith(only):
                continue
            with run_new_site() as site:
                rows = [ask_position(browser, site, position) for position in positions]
            print(f"{name:26} {'  '.join(describe_events(took) for took in rows)}", flush=True)
        browser.close()


def describe_events(took: AnswerTimes) -> str:
    """Return three columns of seconds."""
    counts = (took.figure, took.called, took.end)
    return " " * 4 + "".join("     –  " if seconds is None else f"{seconds:7.2f} " for seconds in counts)


if __name__ == "__main__":
    main()
