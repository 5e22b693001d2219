"""Importing a game and its review: with and without scripts, on a phone, in light and dark."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import DESKTOP, PHONE, Open
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
    page = open_page("/games/import/", reduced_motion="reduce", **look)
    imported(page, 3000 + int(look["viewport"]["width"]))
    expect(page.locator("#review")).to_have_attribute("data-state", "done")
    expect(page.get_by_role("heading", name="wins with")).to_be_visible()
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
    expect(page).to_have_url(re.compile(r"\?move=\d+$"))
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
    page.get_by_role("link", name="Ann, Bob, Cy", exact=True).first.click()
    expect(page.get_by_role("heading", name="Your variations")).to_be_visible()


@pytest.mark.journey
def test_a_review_plays_by_itself_until_it_is_touched(open_page: Open) -> None:
    page = open_page("/rules/", viewport=PHONE)
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.goto("/games/simulated-12/review/")
    result = (page.locator("#review-title").text_content() or "").strip()
    scrub = page.locator("#scrub")
    last = int(scrub.get_attribute("max") or "")
    page.clock.run_for(4000)  # until the result has been read
    page.clock.resume()
    expect(page).to_have_url(re.compile(r"\?move=\d+$"))
    page.get_by_role("button", name="Pause").click()
    expect(scrub).not_to_have_value(str(last))
    expect(page.locator("#screen")).not_to_contain_text(result)
    at = int(scrub.input_value())
    page.get_by_role("link", name="One move on").click()
    expect(scrub).to_have_value(str(at + 1))
    # To the end, and then the result again
    scrub.fill(str(last - 1))
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#review-title")).to_have_text(result)
    expect(page).not_to_have_url(re.compile("move="))


def test_the_review_without_scripts(open_page: Open) -> None:
    page = open_page("/games/import/", java_script_enabled=False, viewport=PHONE)
    imported(page, 3141)
    # The page renews itself until every event has odds; better figures do not disturb its reader.
    expect(page.locator("#review")).to_have_attribute("data-state", re.compile("refining|done"))
    expect(page.get_by_role("heading", name="Cy wins")).to_be_visible()
    page.locator(".moves").get_by_role("link", name="Bob presses: Whammy").click()
    expect(page.locator("#screen")).to_contain_text("Bob presses: Whammy")
    expect(page.locator("#ring .is-lit")).to_have_count(0)  # the square is not on record


HEADERS = '[Left "Ann"]\n[Center "Bob"]\n[Right "Cy"]\n'
PARTIAL = f"{HEADERS}round 2: 2500e3,0e1,4000e1\nBob: 750\nAnn: Whammie 500 trip to Tahiti ($1,001) pass\n"
STOP = "Reading stopped at line 6, column 18; nothing after it in this round was read."


def chosen(page: Page, text: str, button: str) -> None:
    page.get_by_label("The game", exact=True).fill(text)
    page.get_by_role("button", name=button, exact=True).click()


@pytest.mark.journey
@pytest.mark.parametrize(
    "look",
    [{"viewport": PHONE, "java_script_enabled": False}, {"viewport": DESKTOP}],
    ids=["phone, no scripts", "desktop"],
)
def test_what_could_be_read_is_imported_once(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page("/games/import/", **look)
    chosen(page, PARTIAL, "Import")
    expect(page.get_by_text(STOP)).to_be_visible()
    page.get_by_role("button", name="Import what could be read").click()
    expect(page.get_by_text(STOP)).to_be_visible()
    moves = page.locator(".moves")
    expect(moves).to_contain_text("Ann presses: Whammy")
    expect(moves).to_contain_text("Ann presses: $500")
    expect(moves).not_to_contain_text("pass")
    first = page.url
    page.goto("/games/import/")
    page.get_by_label("Private: only you").check()
    chosen(page, PARTIAL, "Import")
    page.get_by_role("button", name="Import what could be read").click()
    again = page.get_by_text("You have this game already")
    expect(again).to_be_visible()
    assert (again.get_by_role("link").get_attribute("href") or "?") in first
    expect(page.get_by_label("The game", exact=True)).to_have_value(PARTIAL)
    expect(page.get_by_label("Private: only you")).to_be_checked()
    page.get_by_role("button", name="Keep both").click()
    page.wait_for_url(re.compile(r"/games/[A-Za-z0-9_-]{11,16}/review/$"))
    assert page.url != first


def test_a_day_of_no_known_board(open_page: Open) -> None:
    page = open_page("/boards/?date=1977-05-01")
    expect(page.locator("#nearest")).to_contain_text("No board of that show is known.")
    page.goto("/games/import/")
    chosen(page, f'[Date "1977-05-01"]\n{HEADERS}round 2: 2500e3,0e1,4000e1\nBob: 750\n', "Check only")
    note = "No board of that show is known. Boards in use: September 1984 and February 1985."
    expect(page.get_by_text(note)).to_be_visible()
