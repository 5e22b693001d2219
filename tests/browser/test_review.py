"""The review of a game in a browser: with and without scripts, on a phone, in light and dark."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import PHONE, Open
from .test_accessibility import LOOKS, clean

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# The first figure is new in each test, so that the site has none of the positions. On GSN round 1 has no odds.
GAME = """[Rules "seed"]
[Left "Ann"]
[Center "Bob"]
[Right "Cy"]
[Show "GSN"]
round 1: 1 0 0
Ann: 500
round 2: {score}e2,3500e2,4000e0
Ann: 1000 pass Cy
Bob: w 750
Cy: 500
"""


def imported(page: Page, score: int) -> None:
    """Import a game of positions that nobody has asked about, which leads to its review."""
    page.get_by_label("The game", exact=True).fill(GAME.format(score=score))
    page.get_by_role("button", name="Import", exact=True).click()
    page.wait_for_url(re.compile(r"/games/[A-Za-z0-9_-]{11,16}/review/$"))


@pytest.mark.journey
@pytest.mark.parametrize("look", LOOKS)
def test_the_review_comes_by_itself_and_is_clean(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page("/games/import/", **look)
    imported(page, 3000 + int(look["viewport"]["width"]))
    expect(page.locator("#review")).to_have_attribute("data-state", "done")
    expect(page.get_by_role("heading", name="wins with")).to_be_visible()
    clean(page)
    for summary in page.locator("#review details > summary:visible").all():
        summary.click()
    clean(page)
    # Arrow keys, the chart and the rows of the table lead through it, the stage in step.
    scrub = page.locator("#scrub")
    last = int(scrub.get_attribute("max") or "")
    ann = page.locator("#podiums [data-seat='0'] .podium__score")
    score = ann.inner_text()
    scrub.focus()
    for _ in range(last):
        page.keyboard.press("ArrowLeft")
    expect(scrub).to_have_attribute("aria-valuetext", "At the start")
    expect(ann).not_to_have_text(score)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#screen")).to_contain_text("Ann presses: $1,000")
    plot = page.locator("#story .chart__plot")
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] - 2, box["y"] + 40)
    expect(scrub).to_have_value(str(last))
    expect(page.locator(".chart__blunder").first).to_be_visible()
    page.locator(".moves").get_by_role("link", name="Ann passes").click()
    expect(page.locator(".moves [aria-current]")).to_contain_text("Ann passes")
    expect(page.get_by_role("heading", name="Mistake", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Retry this call")).to_have_attribute("href", re.compile("^/dilemma/"))
    clean(page)
    # A variation goes on from here, and its review shows the main line beside it.
    page.get_by_role("link", name="One move on").click()
    page.get_by_role("button", name="Branch from here").click()
    page.wait_for_url("**/enter/")
    page.get_by_role("button", name="Whammy", exact=True).click()
    expect(page.locator("#log")).to_contain_text("Whammy")
    page.goto(page.url.replace("/enter/", "/review/"))
    expect(page.get_by_role("heading", name="A variation of Ann, Bob, Cy")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Main line")).to_be_visible()
    expect(page.locator("#review")).to_have_attribute("data-state", "done")
    clean(page)
    page.get_by_role("link", name="Ann, Bob, Cy", exact=True).first.click()
    expect(page.get_by_role("heading", name="Your variations")).to_be_visible()


def test_the_review_without_scripts(open_page: Open) -> None:
    page = open_page("/games/import/", java_script_enabled=False, viewport=PHONE)
    imported(page, 3141)
    # The page renews itself until every event has odds; better figures do not disturb its reader.
    expect(page.locator("#review")).to_have_attribute("data-state", re.compile("refining|done"))
    expect(page.get_by_role("heading", name="Cy wins")).to_be_visible()
    page.locator(".moves").get_by_role("link", name="Bob presses: Whammy").click()
    expect(page.locator("#screen")).to_contain_text("Bob presses: Whammy")
    expect(page.locator("#ring .is-lit")).to_have_count(0)  # the square is not on record
