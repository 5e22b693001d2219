"""Saving an answer, finding it again, changing it, running it again, comparing; with and without JavaScript."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import PATIENCE, PHONE, Open, Pause, answered, finished, fits, go_to
from .test_accessibility import LOOKS, clean, own_score

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEED = "?rules=seed"


def save(page: Page, position: str, title: str, **typed: str) -> str:
    """Save the answer to a position as a fan would; the address it has then."""
    page.goto(position)
    answered(page)
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("link", name=re.compile("Add a note|^Edit$")).click()
    page.get_by_label("Title").fill(title)
    for label, text in typed.items():
        page.get_by_label(label).fill(text)
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    return page.url


@pytest.mark.journey
@pytest.mark.parametrize("look", LOOKS)
def test_from_the_answer_to_the_list_and_back(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page(f"/p/8000e1,3100,0@1{SEED}", **look)
    finished(page)
    page.get_by_role("button", name="Save", exact=True).click()
    note = page.get_by_role("link", name="Saved. Add a note")
    expect(note).to_be_focused()
    note.click()
    expect(page.get_by_label("Title")).to_have_value("Left: press or pass with $8,000 and 1 spin")
    page.get_by_label("Title").fill("")
    page.get_by_label("Note").fill("The last spin of the game.")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_text("Enter a title")).to_be_visible()
    expect(page.get_by_label("Note")).to_have_value("The last spin of the game.")
    clean(page)
    page.get_by_label("Title").fill("The last spin")
    page.get_by_role("button", name="Save changes").click()
    expect(page).to_have_url(re.compile(r"/s/[\w-]{11}/$"))
    expect(page.get_by_text("The last spin of the game.")).to_be_visible()
    expect(page.locator("#verdict")).to_have_text("Pass")
    clean(page)
    save(page, f"/p/8000e1,3200,0@1{SEED}", "Another spin")

    go_to(page, "Saved")
    clean(page)
    page.get_by_label("Search title").fill("last")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("listitem").filter(has=page.get_by_role("heading"))).to_have_count(1)
    page.get_by_role("link", name="The last spin").click()
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("Title").fill("The very last spin")
    page.get_by_label("Public").check()
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("heading", name="The very last spin")).to_be_visible()
    page.goto("/saved/public/")
    page.get_by_role("link", name="The very last spin").first.click()
    page.get_by_role("link", name="Delete").click()
    clean(page)
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("“The very last spin” has been deleted.")).to_be_visible()


@pytest.mark.parametrize("look", LOOKS)
def test_two_side_by_side(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page("/saved/", **look)
    expect(page.get_by_text("Nothing saved yet.")).to_be_visible()
    clean(page)
    save(page, f"/p/8000e1,3300,0@1{SEED}", "Ahead")
    save(page, f"/p/4000e1,3300,5000@1{SEED}", "Behind")
    page.goto("/saved/")
    for title in ("Ahead", "Behind"):
        page.get_by_label(f"Compare {title}").check()
    page.get_by_role("button", name="Compare selected").click()
    expect(page.get_by_role("columnheader", name="B: Ahead")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("^Left \\$4,000"))).to_contain_text("$8,000")
    expect(page.get_by_text(re.compile(r"^\w+ in (both|A, \w+ in B): \w+’s chance (rises|falls) from"))).to_be_visible()
    expect(page.locator(".screen")).to_have_count(2)
    bars = page.locator(".screen .bar")
    expect(bars).to_have_count(4)
    press, passing = (bars.nth(index).bounding_box() for index in (0, 1))
    assert press
    assert passing
    assert (press["x"], press["width"]) == (passing["x"], passing["width"]), "on one scale"
    assert 0 <= passing["y"] - press["y"] - press["height"] < press["height"], "press stands above pass"
    assert fits(page)
    page.get_by_text("Odds of every choice").click()
    expect(page.get_by_role("table").last.get_by_role("rowheader", name="Pass")).to_have_count(3)
    clean(page)
    page.get_by_label("B", exact=True).fill(f"/p/4000e1,3300,4900@1{SEED}")
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.get_by_text(re.compile("in both: |in A, "))).to_be_visible(timeout=PATIENCE)
    page.get_by_label("B", exact=True).fill("nonsense")
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.get_by_text("This is neither the link of a saved answer")).to_be_visible()
    expect(page.get_by_label("B", exact=True)).to_have_value("nonsense")
    clean(page)


@pytest.mark.parametrize("look", LOOKS)
def test_running_again_on_a_newer_board(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page("/", **look)
    board = own_board(page)
    here = save(page, f"/p/8000e1,3400,0@1?board={board}&rules=seed", "On a board of my own")
    change(page, board)
    page.goto(here)
    expect(page.get_by_role("heading", name="This answer is out of date")).to_be_visible()
    clean(page)
    page.get_by_role("button", name="Run again").click()
    page.get_by_role("button", name="Keep the new answer", exact=True).wait_for(timeout=PATIENCE)
    expect(page.locator(".screen .bar")).to_have_count(4)
    clean(page)
    page.get_by_role("button", name="Keep the new answer", exact=True).click()
    expect(page.get_by_text("Saved as version 2.")).to_be_visible()
    clean(page)
    page.get_by_role("link", name="Version 1").click()
    expect(page.get_by_text("This is an earlier version.")).to_be_visible()
    expect(page.locator("#verdict")).to_be_visible()
    clean(page)


@pytest.mark.parametrize("look", LOOKS)
def test_saved_before_there_is_an_answer(open_page: Open, paused: Pause, look: dict[str, Any]) -> None:
    with paused():
        page = open_page(f"/p/8000e1,{own_score(look)}w3,300w3@1{SEED}", **look)
        page.get_by_role("link", name="Save without waiting").click()
        expect(page.get_by_text("the answer is added when it is ready")).to_be_visible()
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_role("heading", name="Solving…")).to_be_visible()
        clean(page)
    expect(page.locator("#verdict")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("heading", name="What this answer is based on")).to_be_visible()


def test_without_javascript(open_page: Open) -> None:
    page = open_page("/", java_script_enabled=False, viewport=PHONE)
    save(page, f"/p/8000e1,3500,100@1{SEED}", "Plainly saved", Note="No script was used.")
    page.get_by_text("Share", exact=True).click()
    page.locator("#share-picture-summary").click()
    picture = page.get_by_role("img", name=re.compile(r"^(Press|Pass)\. Left wins"))
    expect(picture).to_be_visible()
    expect(picture).not_to_have_js_property("naturalWidth", 0)
    assert fits(page)
    save(page, f"/p/8000e1,3500,200@1{SEED}", "Plainly saved as well")
    page.goto("/saved/?q=plainly")
    for box in page.get_by_role("checkbox").all():
        box.check()
    page.get_by_role("button", name="Compare selected").click()
    expect(page.get_by_role("heading", name="Side by side")).to_be_visible()
    assert fits(page)


def own_board(page: Page) -> str:
    """Copy the board of the show; the reference of the copy."""
    page.goto("/boards/pyl-1985-02-r2/")
    page.get_by_role("button", name="Edit a copy").click()
    page.wait_for_url("**/boards/own/*/edit/")
    return f"own-{page.url.split('/')[-3]}"


def change(page: Page, board: str) -> None:
    """Make a revision of one's own board: a slide of the first square is worth more."""
    page.goto(f"/boards/own/{board.removeprefix('own-')}/edit/")
    page.locator(".ring .square-4").click()
    slide = page.get_by_role("group", name="Slide 3")
    expect(slide.get_by_label("Dollars")).to_have_value("5,000")
    slide.get_by_label("Dollars").fill("$9,000")
    page.get_by_role("button", name="Save board").click()
    expect(page.get_by_text("Saved as revision 2.")).to_be_visible()
