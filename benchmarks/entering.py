"""The time to enter a spin on a phone and to see its odds: `python -m benchmarks.entering`.

A new site, a game that begins in round 2, and spins entered on the ring with the odds shown. Prints the taps of each
spin, and the seconds from the last tap until the page shows the spin, and until it shows the new odds.
TREE and CHROMIUM as for `benchmarks.taps`.
"""

from __future__ import annotations

import os
import shutil
import statistics
import time

from playwright.sync_api import Page, expect, sync_playwright

from .taps import PHONE, run_new_site

BEGINNING = "round 2: 4500e5,12000e4w1,8250e4w2"
# Square and slide; nobody passes.
SPINS = (
    (1, "$1,400"),
    (2, "$500"),
    (8, "$500 + one spin"),
    (13, "$1,500"),
    (3, "Whammy"),
    (17, "$600"),
    (16, "$750 + one spin"),
    (5, "$750"),
    (14, "Whammy"),
    (11, "$1,500"),
)
PATIENCE = 60_000  # milliseconds


def enter_spin(page: Page, square: int, slide: str) -> tuple[int, float, float]:
    """Enter a spin; return the taps, and the seconds until the spin and then its odds are shown."""
    before = page.locator("#log li").count()
    page.locator(f".ring-list [data-square='{square}'] button").tap()
    page.locator("#step").get_by_role("button", name=slide, exact=True).tap()
    tapped = time.monotonic()
    expect(page.locator("#log li")).to_have_count(before + 1, timeout=PATIENCE)
    shown = time.monotonic() - tapped
    expect(page.locator("#odds b")).to_be_visible(timeout=PATIENCE)
    return 2, shown, time.monotonic() - tapped


def main() -> None:
    with sync_playwright() as playwright, run_new_site() as site:
        path = os.environ.get("CHROMIUM") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport=PHONE, base_url=site, has_touch=True)
        page.goto("/games/new/")
        page.get_by_role("button", name="Begin").tap()
        page.get_by_label("In the game notation").fill(BEGINNING)
        page.get_by_role("button", name="Enter", exact=True).tap()
        expect(page.locator("#odds b")).to_be_visible(timeout=PATIENCE)
        print("spin                      taps  entered    odds   (seconds)")
        rows = []
        for square, slide in SPINS:
            taps, shown, odds = enter_spin(page, square, slide)
            rows.append((shown, odds))
            print(f"{square:2}: {slide:22} {taps:3} {shown:8.2f} {odds:7.2f}", flush=True)
        medians = [statistics.median(column) for column in zip(*rows, strict=True)]
        worst = [max(column) for column in zip(*rows, strict=True)]
        print(f"{'median':30} {medians[0]:8.2f} {medians[1]:7.2f}\n{'slowest':30} {worst[0]:8.2f} {worst[1]:7.2f}")
        browser.close()


if __name__ == "__main__":
    main()
