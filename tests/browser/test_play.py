"""Playing on from an answer: a spin, a pass, a game that plays itself, a hundred of them; and back, as if nothing had been."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.processes import wait_for
from tests.tier import few

from .conftest import DESKTOP, PATIENCE, PHONE, Open, finished, fits
from .test_accessibility import LOOKS, clean, own_score
from .test_answer import COUNT_SHIFTS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TWO = "/p/8000e2,3000,0@1?rules=seed"
# The first square and its first slide: $1,400.
FIRST = "Math.random = () => 0"
CHASED = """window.chased = 0;
new MutationObserver((changes) => {
  for (const { target } of changes) if (target.classList.contains("is-chased")) window.chased += 1;
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["class"] });"""


def score(page: Page, name: str) -> str:
    return page.locator(".stage .podium", has_text=name).locator(".podium__score").inner_text()


def button(page: Page, name: str) -> Any:
    return page.locator("#screen").get_by_role("button", name=name)


def known(page: Page) -> None:
    """Wait until the page knows what can be done next."""
    expect(page.locator("#play")).to_have_attribute("aria-busy", "false", timeout=PATIENCE)


def opened(open_page: Open, path: str, script: str = FIRST, **options: Any) -> Page:
    page = open_page(path, **options)
    page.add_init_script(script)
    page.reload()
    finished(page)
    return page


@pytest.mark.journey
@pytest.mark.parametrize("viewport", few(1, [PHONE, DESKTOP]), ids=["phone", "desktop"])
def test_a_fan_presses_passes_and_goes_back_to_the_question(open_page: Open, viewport: dict[str, int]) -> None:
    page = opened(open_page, TWO, f"{FIRST};\n{COUNT_SHIFTS}\n{CHASED}", viewport=viewport)
    odds = page.locator("#odds-0").inner_text()
    address = page.url
    button(page, "Press and play").click()
    expect(page.locator(".play__say")).to_have_text("$1,400")
    assert page.evaluate("window.chased") == 8
    expect(page.locator('.sq[data-square="1"].is-lit')).to_have_count(1)
    expect(page.locator(".play__count")).to_have_text("Spin 1 of 2")
    expect(page.locator(".play__by")).to_have_text(re.compile(r"Left’s chance \d+(\.\d)?% [+−]\d"))
    expect(page.locator("#live")).to_have_text(re.compile(r"\$1,400\. Left’s chance"))
    assert score(page, "Left") == "$9,400"
    expect(page.locator(".stage .podium").first).to_contain_text("1 spin")
    known(page)
    button(page, "Pass").click()
    expect(page.locator(".play__say")).to_have_text("Left passes one spin to Center", timeout=PATIENCE)
    expect(page.locator(".podium--up")).to_contain_text("Center")
    known(page)
    button(page, "Press").click()
    expect(page.locator(".play__by")).to_have_text(re.compile("Left wins"), timeout=PATIENCE)
    assert score(page, "Center") == "$4,400"
    expect(button(page, "Press")).to_have_count(0)
    expect(page.locator("#odds-0 .odd").first).to_be_hidden()
    assert fits(page)
    button(page, "Back").click()
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.locator("#play-press")).to_be_focused()
    assert (score(page, "Left"), page.locator("#odds-0").inner_text(), page.url) == ("$8,000", odds, address)
    assert page.evaluate("window.shifted") <= 0.02


@pytest.mark.journey
@pytest.mark.parametrize("look", LOOKS)
def test_a_hundred_games_are_dots_beside_the_odds(open_page: Open, look: dict[str, Any]) -> None:
    path = f"/p/8000e2,{own_score(look)},0@1?rules=seed"
    page = opened(open_page, path, f"{FIRST};\n{COUNT_SHIFTS}\n{CHASED}", reduced_motion="reduce", **look)
    page.locator("#play-tries").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="100 games, played out")).to_be_focused(timeout=PATIENCE)
    expect(page.locator("#tries svg")).to_have_count(2)
    clean(page)
    button(page, "100 more").click()
    expect(page.get_by_role("heading", name="200 games, played out")).to_be_visible(timeout=PATIENCE)
    button(page, "Watch one").click()
    expect(page.locator(".play__by")).to_have_text(re.compile("(Left|Center|Right) wins"), timeout=PATIENCE)
    assert page.evaluate("window.chased") == 0
    button(page, "Back").click()
    button(page, "Press and play").click()
    expect(page.locator(".play__say")).to_have_text("$1,400")
    clean(page)
    assert page.evaluate("window.shifted") <= 0.02
    button(page, "Play it out").click()
    expect(page.locator("p.play__count")).to_have_text("Everybody plays their best", timeout=PATIENCE)
    expect(page.locator(".play__by")).to_have_text(re.compile("(Left|Center|Right) wins"), timeout=PATIENCE)
    page.keyboard.press("Escape")
    expect(page.locator("#verdict")).to_be_visible()
    assert score(page, "Left") == "$8,000"


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_the_stage_keeps_its_height(open_page: Open, width: int) -> None:
    page = opened(open_page, TWO, viewport={"width": width, "height": 800}, reduced_motion="reduce")
    height = page.locator(".stage").bounding_box()
    page.locator("#play-tries").click()
    expect(page.locator("#tries svg")).to_have_count(2, timeout=PATIENCE)
    assert page.locator(".stage").bounding_box() == height
    within = page.locator("#tries").evaluate("each => each.scrollHeight <= each.parentElement.clientHeight")
    assert within
    button(page, "Back").click()
    button(page, "Press and play").click()
    expect(page.locator(".play__say")).to_have_text("$1,400")
    assert page.locator(".stage").bounding_box() == height


def test_numbers_that_are_changed_end_the_game(open_page: Open) -> None:
    page = opened(open_page, TWO, reduced_motion="reduce")
    button(page, "Press and play").click()
    expect(page.locator(".play__say")).to_have_text("$1,400")
    page.locator("#podium-2 > summary").click()
    expect(page.locator("#verdict")).to_be_visible()
    assert score(page, "Left") == "$8,000"
    assert page.locator("#podium-2").evaluate("podium => podium.open")


@pytest.mark.journey
def test_without_scripts_the_two_numbers_are_told(open_page: Open) -> None:
    page = open_page("/p/8000e1,3250,0@1?rules=seed", java_script_enabled=False)
    page.reload()
    expect(page.locator("#play-press")).to_be_hidden()
    page.get_by_role("button", name="Play it out 100 times").click()
    said = page.get_by_text(re.compile(r"Left won \d+ by pressing and \d+ by passing"))

    def played() -> int:
        page.wait_for_timeout(500)  # between two looks
        page.reload()
        return said.count()

    wait_for("they were played", played)
    expect(said).to_be_visible()
