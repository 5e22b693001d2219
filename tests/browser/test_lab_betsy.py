"""Betsy in a browser: clean for axe, narrow enough for a phone, played by clicks, by keys and without JavaScript."""

from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import PATIENCE, PHONE, Open
from .test_accessibility import LOOKS, clean

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(
    "path",
    [
        "/lab/betsy/perft/?depth=4",
        "/lab/betsy/moves/",
        "/lab/betsy/best/?depth=3",
        "/lab/betsy/play/?seconds=0.5",
        "/lab/betsy/match/?games=2&longest=20",
        "/lab/betsy/game/?a=depth:1&b=random&longest=20",
        "/lab/betsy/evaluate/?side=b",
        "/lab/betsy/moves/?board=x",
        "/lab/betsy/solve/?plies=3&bird=q&place=e4",
    ],
)
def test_pages_with_everything_unfolded(open_page: Open, path: str, look: dict[str, Any]) -> None:
    page = open_page(path, **look)
    if "?" in path and "=x" not in path and "place=" not in path:
        expect(page.locator("#lab-answer")).to_have_attribute("data-state", "done", timeout=PATIENCE)
    page.evaluate("document.querySelectorAll('main details').forEach((each) => { each.open = true; })")
    clean(page)


def test_a_board_is_set_up_by_taps_and_solved(open_page: Open) -> None:
    page = open_page("/lab/betsy/solve/?plies=3&place=clear", viewport=PHONE, java_script_enabled=False)
    for bird, square in (("white quetzal", "b1"), ("white kingfisher", "c1"), ("black kingfisher", "a8")):
        page.get_by_role("radio", name=bird).check()
        page.get_by_role("button", name=f"{square}: empty").click()
        expect(page.get_by_role("button", name=f"{square}: {bird}")).to_be_in_viewport()
    page.get_by_role("button", name="Solve").click()
    while page.locator("[data-state=waiting]").count():
        page.reload()
    expect(page.locator("#lab-headline")).to_have_text("Quetzal b1 to b6")


@pytest.mark.parametrize("look", LOOKS)
def test_a_game_is_played_by_clicks(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page("/lab/betsy/?seconds=0.5", **look)
    clean(page)
    page.get_by_role("link", name="white parakeet on e2").click()
    expect(
        page.get_by_role("listitem").filter(has_text="Choose a square for the white parakeet on e2.")
    ).to_be_visible()
    clean(page)
    page.get_by_role("link", name="to e4", exact=True).click()
    expect(page.get_by_role("heading", name="Your turn: White")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("Her judgment")).to_be_visible()
    clean(page)
    page.get_by_role("link", name="Show advice").click()
    expect(page.get_by_role("heading", name="Best: ")).to_be_visible(timeout=PATIENCE)
    for summary in page.locator("main details > summary").all():
        summary.click()
    clean(page)


def test_a_move_is_made_by_keys(open_page: Open) -> None:
    page = open_page("/lab/betsy/?you=both")
    page.get_by_role("link", name="white nighthawk on g1").focus()
    page.keyboard.press("Enter")
    page.get_by_role("link", name="to f3", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Black’s turn")).to_be_visible()
    page.get_by_label("Or type a move").fill("e7e5")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="captures black parakeet on e5")).to_have_count(0)
    page.get_by_role("link", name="white nighthawk on f3").click()
    page.get_by_role("link", name="captures black parakeet on e5").click()
    expect(page.get_by_text("White has birds worth 1 parakeet more")).to_be_visible()


@pytest.mark.parametrize("look", LOOKS)
def test_a_wrong_move_is_put_right_where_it_was_typed(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page("/lab/betsy/?you=both", **look)
    page.get_by_label("Or type a move").fill("e2e9")
    page.get_by_role("button", name="Move", exact=True).click()
    expect(page.get_by_label("Or type a move")).to_have_value("e2e9")
    expect(page.locator("#id_move_error")).to_be_visible()
    clean(page)
    page.get_by_label("Or type a move").fill("e2e4")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Black’s turn")).to_be_visible()


def test_drawings_leave_no_letters_in_the_text(open_page: Open) -> None:
    page = open_page("/lab/betsy/?you=both")
    assert "P\nR" not in page.locator("main").inner_text()
    assert "PRNBQK" not in "".join(page.locator("main").inner_text().split())


def test_a_game_is_played_without_javascript(open_page: Open) -> None:
    page = open_page("/lab/betsy/?seconds=0.5&moves=d2d4", java_script_enabled=False)
    expect(page.get_by_role("heading", name="Your turn: White")).to_be_visible(timeout=PATIENCE)
