"""Take the pictures in docs/screenshots, phone and desktop, light and dark, and a spin as ten frames: `make screenshots`.

The pictures are of a running site (SITE, by default the one that `make run` starts), in the system's
Chromium (CHROMIUM). `make screenshots ONLY=answer` takes the pictures whose names begin so.
"""

from __future__ import annotations

import os
import shutil
import sys
from base64 import b64encode
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "screenshots"
SITE = os.environ.get("SITE") or "http://127.0.0.1:8000"
SIZES = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1280, "height": 900}}
SCHEMES = ("light", "dark")
POSITION = "8000e3,3000w1,0w2@1"
SHORT = "/p/8000e1,3000,0@1"
PAGES = {
    "home": "/",
    "daily": "/daily/",
    "boards": "/boards/",
    "answer": f"/p/{POSITION}",
    "saved": SHORT,
    "list": SHORT,
    "compare": f"/saved/compare/?a={SHORT}&b=/p/8000e2,3000,0@1",
    "games": "/games/",
    "entry": "/games/new/",
    "follow": "/games/new/",
    "review": "/games/simulated-12/review/",
    "season": "/games/season/?of=samples",
}
# A game as a fan would have entered it so far.
GAME = ("round 2: 3 2 4", "2. 12>4:3000+ 750 2000", "1. 4:5000+ 750", "1. w")
PATIENCE = 60_000  # milliseconds
FIGURES = 4_000  # milliseconds until the odds of a position are good enough to show
FRAMES = 10  # of a spin, from the press until its slide and the new odds are shown
FRAME_TIME = 120  # milliseconds between frames


def wait_for_answer(page: Page) -> None:
    """Wait until the answer is complete, with the cards that load when they are in view."""
    expect(page.locator("#verdict")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#answer")).not_to_have_attribute("data-state", "refining", timeout=PATIENCE)
    for card in page.locator("#below > section").all():
        card.scroll_into_view_if_needed()
    expect(page.locator("#answer progress")).to_have_count(0, timeout=PATIENCE)
    page.wait_for_load_state("networkidle")
    page.evaluate("window.scrollTo(0, 0)")


def save(page: Page) -> None:
    """Save the answer as a fan would."""
    expect(page.locator("#answer")).to_have_attribute("data-state", "done", timeout=PATIENCE)
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("link", name="Saved. Add a note").click()
    page.get_by_label("Title").fill("The last spin, five thousand ahead")
    page.get_by_label("Note").fill("Everybody in the room said press.")
    page.get_by_role("button", name="Save changes").click()


def enter(page: Page, *, is_followed: bool) -> None:
    """Enter the first spins of a game, and open it as a follower if ``is_followed``."""
    for name, seat in (("Ann", "Left"), ("Bob", "Center"), ("Cy", "Right")):
        page.get_by_label(seat, exact=True).fill(name)
    page.get_by_role("button", name="Begin").click()
    for line in GAME:
        page.get_by_label("In the game notation").fill(line)
        page.get_by_role("button", name="Enter", exact=True).click()
        expect(page.get_by_label("In the game notation")).to_have_value("", timeout=PATIENCE)
    if is_followed:
        page.goto(page.url.removesuffix("enter/"))
    page.wait_for_timeout(FIGURES)


def wait_for_review(page: Page) -> None:
    """Wait until every event has its odds, though the costliest calls are refined for minutes."""
    expect(page.locator("#review progress[value]")).to_have_count(0, timeout=PATIENCE)
    page.wait_for_load_state("networkidle")


def take(browser: Browser, name: str, path: str, size: str, scheme: str) -> None:
    context = browser.new_context(
        base_url=SITE,
        viewport=SIZES[size],  # type: ignore[arg-type]
        color_scheme=scheme,  # type: ignore[arg-type]
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(path)
    if name in ("saved", "list"):
        save(page)
    if name == "list":
        page.goto("/saved/")
    if name in ("answer", "saved"):
        wait_for_answer(page)
    if name in ("entry", "follow"):
        enter(page, is_followed=name == "follow")
    if name == "review":
        wait_for_review(page)
    if name == "compare":
        expect(page.get_by_role("heading", name="Side by side")).to_be_visible(timeout=PATIENCE)
    picture = FOLDER / f"{name}-{size}-{scheme}.png"
    page.screenshot(path=picture, full_page=True)
    sys.stdout.write(f"{picture.relative_to(FOLDER.parent.parent)}\n")
    context.close()


def take_film(browser: Browser, size: str) -> None:
    """Take one picture with all frames of the stage during a spin."""
    context = browser.new_context(base_url=SITE, viewport=SIZES[size])  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(SHORT)
    wait_for_answer(page)
    stage = page.locator(".stage")
    page.locator("#screen").get_by_role("button", name="Press and play").click()
    frames = []
    for _ in range(FRAMES):
        frames.append(b64encode(stage.screenshot(type="jpeg", quality=80)).decode())
        page.wait_for_timeout(FRAME_TIME)
    page.set_viewport_size({"width": 1280, "height": 900})
    images = "".join(f'<img style="width:19.4%;margin:.3%" src="data:image/jpeg;base64,{frame}">' for frame in frames)
    page.goto("about:blank")
    page.set_content(f'<body style="margin:0">{images}')
    page.locator("body").screenshot(path=FOLDER / f"spin-{size}.png")
    context.close()


def main() -> None:
    only = os.environ.get("ONLY", "")
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        for name, path in PAGES.items():
            for size in SIZES:
                for scheme in SCHEMES:
                    if name.startswith(only):
                        take(browser, name, path, size, scheme)
        if "spin".startswith(only):
            for size in SIZES:
                take_film(browser, size)
        browser.close()


if __name__ == "__main__":
    main()
