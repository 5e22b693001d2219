"""Each game of the lab opens on play: the first move is in view on a phone and can be made at once."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import PATIENCE, PHONE, Open
from .test_accessibility import LOOKS, clean

pytestmark = [pytest.mark.browser, pytest.mark.slow]
# Role and name of what makes the first move, and what the page says afterwards.
FIRST_MOVES = {
    "pig": ("link", "Roll", "in hand|bust"),
    "hog": ("link", "4 dice", "You roll 4 dice"),
    "tree": ("link", "Look at the high branch, 0.75", "It splits again|End point"),
    "yahtzee": ("button", "Roll the others", "1 reroll left"),
    "sebastian": ("button", "Roll the others", "1 reroll left"),
    "betsy": ("link", "white parakeet on e2", "Choose a square"),
}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("game", FIRST_MOVES)
def test_a_game_opens_on_play(open_page: Open, game: str, look: dict[str, Any]) -> None:
    role, name, said = FIRST_MOVES[game]
    page = open_page(f"/lab/{game}/", **look)
    move = page.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]
    expect(move).to_be_in_viewport(ratio=1)
    for summary in page.locator("main details > summary").all():
        summary.click()
    clean(page)
    move.click()
    expect(page.locator("main")).to_contain_text(re.compile(said), timeout=PATIENCE)


def test_the_lab_s_first_page(open_page: Open) -> None:
    page = open_page("/lab/", viewport=PHONE)
    clean(page)
    page.get_by_role("link", name="Hog").click()
    expect(page.get_by_role("heading", name="Hog", exact=True)).to_be_visible()
