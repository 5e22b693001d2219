"""How soon the answer page shows other numbers, in a browser on a running site: `python -m benchmarks.live_answers`.

Every position is new to the site. Measured is the time from the page's question (the rest after a key
is over then) to the new verdict in the page. SITE names the site, CHROMIUM the browser, COUNT how
many positions of each kind.
"""

from __future__ import annotations

import os
import random
import shutil
import statistics

from playwright.sync_api import Page, sync_playwright

SITE = os.environ.get("SITE") or "http://127.0.0.1:8000"
COUNT = int(os.environ.get("COUNT") or 15)
PATIENCE = 60_000
REST_MS = 1500  # between two positions, as a reader would
ASKED = """line => {
  performance.clearMarks();
  const field = document.getElementById("id_line");
  field.value = line;
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}"""
SHOWN = """line => document.getElementById("asked").textContent === line
  && performance.getEntriesByName("live:shown").length > 0"""
TOOK = """() => performance.getEntriesByName("live:shown")[0].startTime
  - performance.getEntriesByName("live:ask")[0].startTime"""


def draw_score(draw: random.Random) -> int:
    """Draw a score: an odd amount, which nobody has asked about."""
    return draw.randrange(0, 20_000, 50) + 1


def draw_one_holder(draw: random.Random) -> str:
    """Draw a position in which one contestant holds one to four spins."""
    return f"{draw_score(draw)}e{draw.randint(1, 4)},{draw_score(draw)},{draw_score(draw)}@1"


def draw_two_holders(draw: random.Random) -> str:
    """Draw a position in which two contestants hold two to four spins together."""
    mine = draw.randint(1, 3)
    return f"{draw_score(draw)}e{mine},{draw_score(draw)}e{draw.randint(1, 4 - mine)},{draw_score(draw)}@1"


def draw_heavy(draw: random.Random) -> str:
    """Draw a position of another kind: many spins, three holders."""
    kinds = ("{0}e{3},{1}e{4},{2}@1", "{0}e{3},{1}e{4},{2}e{5}@1", "{0}e{3},{1},{2}@1", "{0}e{3}p2,{1}e{4}w2,{2}e{5}@1")
    scores = [draw_score(draw) for _ in range(3)]
    return draw.choice(kinds).format(*scores, draw.randint(5, 10), draw.randint(2, 6), draw.randint(1, 5))


def measure_position(page: Page, line: str) -> float:
    """Return the milliseconds until the answer to this position was seen."""
    page.evaluate(ASKED, line)
    page.wait_for_function(SHOWN, arg=line, timeout=PATIENCE)
    return float(page.evaluate(TOOK))


def main() -> None:
    """Print median, nine tenths and worst of each kind."""
    draw = random.Random()
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        path = os.environ.get("CHROMIUM") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        page = browser.new_page()
        page.goto(f"{SITE}/p/8000e1,3000,0@1")
        page.wait_for_selector("#verdict", timeout=PATIENCE)
        for kind in (draw_one_holder, draw_two_holders, draw_heavy):
            times = []
            for number in range(COUNT + 2):
                milliseconds = measure_position(page, kind(draw))
                if number >= 2:  # the first are for warming up
                    times.append(milliseconds)
                page.wait_for_timeout(REST_MS)
            times.sort()
            middle, late = statistics.median(times), times[int(len(times) * 0.9)]
            print(f"{kind.__name__}: median {middle:.0f} ms, 90% {late:.0f} ms, worst {times[-1]:.0f} ms, n={COUNT}")
        browser.close()


if __name__ == "__main__":
    main()
