"""Pig and Hog in a browser: clean for axe, narrow enough for a phone, played by clicks."""

import re
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
        "/lab/pig/solitaire/",
        "/lab/pig/iterate/?goal=50",
        "/lab/pig/policy/?own=30&opp=40&turn-total=20",
        "/lab/pig/surface/?goal=x",
        "/lab/hog/dice/",
        "/lab/hog/contest/?goal=50",
        "/lab/hog/contest/?policies=x,always:12",
    ],
)
def test_pages_with_everything_unfolded(open_page: Open, path: str, look: dict[str, Any]) -> None:
    page = open_page(path, **look)
    if "=x" not in path:
        expect(page.locator("#lab-answer")).to_have_attribute("data-state", "done", timeout=PATIENCE)
    for summary in page.locator("main details > summary").all():
        summary.click()
    clean(page)


@pytest.mark.parametrize("look", LOOKS)
def test_pig_is_played_by_clicks(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page("/lab/pig/?you=90&them=50&total=5&seed=3", **look)
    page.get_by_role("link", name="Show advice").click()
    expect(page.get_by_role("heading", name=re.compile("^Best: "))).to_be_visible(timeout=PATIENCE)
    clean(page)
    page.get_by_role("link", name="Hold 5").click()
    expect(page.get_by_role("listitem").filter(has_text="You hold: 95 points banked.")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("listitem").filter(has_text=re.compile("They (hold|bust)"))).to_be_visible()
    clean(page)


@pytest.mark.parametrize("look", LOOKS)
def test_wrong_rules_are_told_beside_their_field(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page("/lab/pig/?seed=3", **look)
    page.get_by_text("New game with other settings").click()
    page.get_by_label("Points to win", exact=True).fill("1oo")
    page.get_by_role("button", name="Start a new game").click()
    expect(page.get_by_label("Points to win", exact=True)).to_have_value("1oo")
    expect(page.locator("#id_goal_error")).to_be_visible()
    clean(page)


@pytest.mark.parametrize("look", LOOKS)
def test_hog_is_played_by_clicks(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page("/lab/hog/?goal=30&seed=3&advice=1", **look)
    page.get_by_role("link", name="4 dice").click()
    expect(page.get_by_role("listitem").filter(has_text=re.compile("You roll 4 dice"))).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("listitem").filter(has_text=re.compile("They (roll|take)"))).to_be_visible()
    clean(page)


@pytest.mark.journey
def test_a_question_is_asked_with_a_select_and_a_slider(open_page: Open) -> None:
    page = open_page("/lab/pig/duel/", viewport=PHONE)
    expect(page.get_by_label("Holds at", exact=True).first).not_to_be_visible()
    page.get_by_label("Player A", exact=True).select_option("hold")
    slider = page.get_by_label("Holds at, slider").first
    for _ in range(5):
        slider.press("ArrowRight")
    expect(page.get_by_label("Holds at", exact=True).first).to_have_value("25")
    clean(page)
    page.get_by_role("button", name="Solve").click()
    expect(page.locator("#lab-headline")).to_have_text("50.9%", timeout=PATIENCE)


def test_what_is_typed_while_an_answer_is_worked_out_stays(open_page: Open) -> None:
    page = open_page("/lab/pig/duel/?goal=1000&sides=20")
    expect(page.locator("#lab-answer[data-state='waiting']")).to_be_visible()
    page.get_by_label("Player A", exact=True).select_option("hold")
    expect(page.locator("#lab-headline")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_label("Player A", exact=True)).to_have_value("hold")


def test_a_question_is_asked_without_scripts(open_page: Open) -> None:
    page = open_page("/lab/hog/duel/", viewport=PHONE, java_script_enabled=False)
    page.get_by_label("Player B", exact=True).select_option("bacon")
    page.get_by_label("Bacon worth at least", exact=True).last.fill("8")
    page.get_by_label("Dice", exact=True).last.fill("50")
    page.get_by_label("the average of both").check()
    page.get_by_role("button", name="Solve").click()
    while page.locator("[data-state=waiting]").count():
        page.reload()
    expect(page.get_by_text("Player B must roll from 0 to 10 dice, not 50.").last).to_be_visible()
    expect(page.get_by_label("Dice", exact=True).last).to_have_value("50")
    page.get_by_label("Dice", exact=True).last.fill("5")
    page.get_by_role("button", name="Solve").click()
    while page.locator("[data-state=waiting]").count():
        page.reload()
    expect(page.locator("#lab-headline")).to_be_visible()
    expect(page.get_by_label("the average of both")).to_be_checked()


@pytest.mark.parametrize("look", LOOKS)
def test_a_finished_game_is_reviewed_and_stepped_through(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page("/lab/pig/?goal=19&seed=6&against=hold:9&moves=rrrrh", **look)  # 6, 4, 3, 6
    expect(page.get_by_role("heading", name=re.compile("^Your choices cost"))).to_be_visible(timeout=PATIENCE)
    for summary in page.locator("main details > summary").all():
        summary.click()
    clean(page)
    page.get_by_role("link", name="Step through the game").click()
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_text("Choice 2 of 5")).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("^Best: "))).to_be_visible(timeout=PATIENCE)
    clean(page)
