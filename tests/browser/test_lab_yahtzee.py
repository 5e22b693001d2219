"""Yahtzee and Sebastian in a browser: clean for axe, narrow enough for a phone, played by clicks."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import PATIENCE, Open
from .test_accessibility import LOOKS, clean

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NOTES = "open=yahtzee,chance&upper=55&score=125&opp-open=four_kind,yahtzee&opp-upper=55&opp-score=173"


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(
    "path",
    [
        "/lab/yahtzee/value/",
        "/lab/yahtzee/keep/?roll=1,1,3,4,6&rerolls=2",
        f"/lab/yahtzee/category/?{NOTES}&roll=1,1,2,3,3&objective=win",
        "/lab/yahtzee/keep/?roll=1,2&rerolls=x&open=aces",
        "/lab/sebastian/distribution/?policy=random&games=2000",
        "/lab/sebastian/game/?seed=1",
    ],
)
def test_pages_with_everything_unfolded(open_page: Open, path: str, look: dict[str, Any]) -> None:
    page = open_page(path, **look)
    if "=x" not in path:
        expect(page.locator("#lab-answer")).to_have_attribute("data-state", "done", timeout=PATIENCE)
    for summary in page.locator("main details > summary").all():
        if summary.locator("..").get_attribute("open") is None:
            summary.click()
    clean(page)


def test_a_card_is_filled_in_by_clicks(open_page: Open) -> None:
    page = open_page("/lab/yahtzee/category/?open=none&roll=")
    for box in ("Aces", "Chance"):
        page.get_by_role("group", name="Your card").get_by_label(box).check()
    page.get_by_label("Yahtzee box").first.select_option("50")
    for die, face in enumerate("45666", 1):
        page.get_by_label(f"The dice, {die}").select_option(face)
    page.get_by_role("button", name="Solve").click()
    expect(page.locator("#lab-headline")).to_have_text("Chance", timeout=PATIENCE)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("game", ["yahtzee", "sebastian"])
def test_a_turn_is_played_by_clicks(open_page: Open, game: str, look: dict[str, Any]) -> None:
    page = open_page(f"/lab/{game}/?seed=5", **look)
    page.get_by_label("Keep the 1").first.check()
    page.get_by_role("button", name="Roll the others").click()
    expect(page.get_by_role("listitem").filter(has_text="You kept 1. 1 reroll left.")).to_be_visible()
    page.get_by_role("link", name="Show advice").click()
    expect(page.get_by_role("heading", name=re.compile("^Best: "))).to_be_visible(timeout=PATIENCE)
    clean(page)
    page.get_by_role("link", name=re.compile("^Score [0-9]+ in ")).last.click()
    expect(page.get_by_role("heading", name="Turn 2 of 13")).to_be_visible()
    page.get_by_role("link", name="Take back").click()
    expect(page.get_by_role("heading", name="Turn 1 of 13")).to_be_visible()
