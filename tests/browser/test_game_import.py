"""Importing a game without scripts: where reading stopped, a game that one has already, and a day of no known board."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import DESKTOP, PHONE, Open

HEADERS = '[Left "Ann"]\n[Center "Bob"]\n[Right "Cy"]\n'
PARTIAL = f"{HEADERS}round 2: 2500e3,0e1,4000e1\nBob: 750\nAnn: Whammie 500 trip to Tahiti ($1,001) pass\n"
STOP = "Reading stopped at line 6, column 18; nothing after it in this round was read."

pytestmark = [pytest.mark.browser, pytest.mark.slow]


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
