"""What-ifs as a fan uses them: sliders, the map by pointer and by keyboard, without scripts, on a phone."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from .conftest import PATIENCE, PHONE, Open, answered, fits, score_of
from .test_accessibility import LOOKS, RULES, clean

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HERE = "/p/8000e2,3000,0@1?rules=seed"
MAP = "/whatif/map/?position=8000e2,3000,0@1&rules=seed"


def looked_at(page: Page) -> None:
    """Scroll to the card, wait for what it says, and open the numbers."""
    answered(page)
    page.locator("#whatif").scroll_into_view_if_needed()
    page.get_by_text("Change the numbers").click()
    expect(page.locator("[data-slider-answer]")).to_be_visible(timeout=PATIENCE)
    settled(page)


def settled(page: Page) -> None:
    """Wait until nothing more is on its way, so that nothing is replaced under the pointer."""
    expect(page.locator("[data-map]")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#table-stop, #map-stop, #lines-stop")).to_have_count(0, timeout=PATIENCE)


def test_forced_colors_leave_press_and_pass_apart_on_the_map(open_page: Open) -> None:
    page = open_page(HERE, forced_colors="active")
    answered(page)
    page.locator("#whatif").scroll_into_view_if_needed()
    settled(page)
    fills = [
        page.locator(f"#map-legend .cell--{call}").first.evaluate("each => getComputedStyle(each).backgroundColor")
        for call in ("press", "pass")
    ]
    assert fills[0] != fills[1]


def test_without_javascript_the_map_that_does_not_come_takes_no_room(open_page: Open) -> None:
    page = open_page(HERE, viewport=PHONE, java_script_enabled=False)
    body = page.locator("#whatif-body").bounding_box()
    assert body
    assert body["height"] < 120


def test_nothing_is_asked_for_before_the_card_is_looked_at(open_page: Open) -> None:
    page = open_page("/", viewport=PHONE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/whatif/card/" in request.url else None)
    page.goto(HERE)
    answered(page)
    expect(page.locator("#whatif")).to_be_attached()
    assert not asked
    page.locator("#whatif").scroll_into_view_if_needed()
    expect(page.locator("[data-map]")).to_be_visible(timeout=PATIENCE)
    assert asked


@pytest.mark.journey
def test_a_slider_moved_by_the_keyboard_says_the_verdict_and_leads_there(open_page: Open) -> None:
    page = open_page(HERE)
    looked_at(page)
    slider = page.get_by_role("slider", name="Left’s score")
    expect(slider).to_have_attribute("aria-valuetext", "$8,000")
    go = page.get_by_role("link", name="Open this position")
    expect(go).to_be_hidden()
    before = page.locator("[data-sentence]").inner_text()
    slider.focus()
    for _ in range(4):
        slider.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "$9,000")
    expect(page.locator("[data-sentence]")).not_to_have_text(before)
    card, odds = page.locator("[data-slider-answer]").bounding_box(), page.locator("#slider-odds").bounding_box()
    assert card
    assert odds
    assert odds["x"] + odds["width"] <= card["x"] + card["width"]
    expect(go).to_have_attribute("href", "/p/9000e2,3000,0@1?rules=seed")
    for _ in range(4):
        slider.press("ArrowRight")
    mark = page.locator("[data-map] .cell--slider")
    expect(mark).to_have_attribute("data-href", "/p/10000e2,3000,0@1?rules=seed")
    page.get_by_role("button", name="Back to this position").click()
    expect(page.locator("[data-sentence]")).to_have_text(before)
    expect(mark).to_have_count(0)
    expect(go).to_be_hidden()
    slider.press("ArrowRight")
    expect(go).to_have_attribute("href", "/p/8250e2,3000,0@1?rules=seed")
    go.click()
    expect(page).to_have_url(re.compile(r"/p/8250e2,3000,0@1"))
    answered(page)


def test_a_click_on_the_map_goes_there(open_page: Open) -> None:
    page = open_page(HERE)
    looked_at(page)
    cell = page.locator("[data-map] .cell--pass[data-href]").first
    href = cell.get_attribute("data-href")
    assert href
    cell.hover()
    expect(page.locator("[data-map-label]")).to_contain_text("Left wins")
    cell.click()
    expect(page).to_have_url(re.compile(re.escape(href)))
    answered(page)


def test_the_map_is_one_stop_for_the_keyboard_and_walked_by_arrows(open_page: Open) -> None:
    page = open_page(MAP)
    settled(page)
    expect(page.locator("[data-map] a[tabindex='0']")).to_have_count(1)
    own = page.locator("[data-map] a[aria-current]")
    own.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    there = page.locator("[data-map] a:focus")
    href = there.get_attribute("href")
    assert href != own.get_attribute("href")
    expect(page.locator("[data-map-label]")).to_have_text(there.get_attribute("title") or "")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(re.escape(href or "?")))


def test_the_card_follows_the_podiums(open_page: Open) -> None:
    page = open_page(HERE)
    looked_at(page)
    page.get_by_label("Across").select_option(label="Right’s score")
    page.get_by_role("button", name="Draw the map").click()
    expect(page.locator(".map__sides")).to_have_text("Down: Center’s score · across: Right’s score", timeout=PATIENCE)
    score = score_of(page, "Left")
    score.fill("$9,000")
    score.blur()
    expect(page).to_have_url(re.compile("/p/9000e2,"), timeout=PATIENCE)
    page.locator("#whatif").scroll_into_view_if_needed()
    expect(page.get_by_role("slider", name="Left’s score")).to_have_attribute(
        "aria-valuetext", "$9,000", timeout=PATIENCE
    )
    expect(page.locator("[data-map] [aria-current]")).to_have_attribute("data-href", "/p/9000e2,3000,0@1?rules=seed")
    expect(page.locator(".map__sides")).to_have_text("Down: Center’s score · across: Right’s score")


def test_other_numbers_are_drawn_in_the_card_and_filled_in(open_page: Open) -> None:
    page = open_page(HERE)
    looked_at(page)
    page.get_by_label("Down").select_option(label="Left’s earned spins")
    page.get_by_label("Across").select_option(label="Left’s Whammies")
    page.get_by_role("button", name="Draw the map").click()
    expect(page.locator(".map__sides")).to_have_text(
        "Down: Left’s earned spins · across: Left’s Whammies", timeout=PATIENCE
    )
    expect(page.locator("[data-map] .cell--press, [data-map] .cell--pass").first).to_be_visible(timeout=PATIENCE)
    expect(page).to_have_url(re.compile(re.escape(HERE)))
    if page.locator("#map-stop").count():
        page.locator("#map-stop").click()
    settled(page)


def test_spins_and_whammies_are_looked_at_when_somebody_wants_that(open_page: Open) -> None:
    page = open_page("/p/8000e1,3000,0@1?rules=seed")
    looked_at(page)
    page.get_by_role("button", name="Check spins and Whammies").click()
    line = page.locator("#whatif-others dl > div").filter(has_text="Left’s Whammies")
    expect(line.locator("dd")).to_have_text(re.compile("Press|Pass|No number|Too close|Can’t tell"), timeout=PATIENCE)
    if page.locator("#lines-stop").count():
        page.locator("#lines-stop").click()
    settled(page)


def test_without_scripts_the_map_has_a_page_with_links_and_forms(open_page: Open) -> None:
    page = open_page(HERE, java_script_enabled=False)
    answered(page)
    page.get_by_role("link", name="Draw the map").click()
    expect(page.locator("[data-map]")).to_be_visible(timeout=PATIENCE)  # the page looks again by itself
    page.get_by_label("Across").select_option(label="Right’s score")
    page.get_by_role("button", name="Draw the map").click()
    expect(page.locator(".map__sides")).to_have_text("Down: Center’s score · across: Right’s score")
    page.locator("[data-map] a").first.click()
    expect(page).to_have_url(re.compile("/p/8000e2,"))


@pytest.mark.parametrize("look", LOOKS)
def test_card_and_page_are_accessible(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page(HERE, **look)
    looked_at(page)
    found = Axe().run(page, context="#whatif", options=RULES)
    assert found.violations_count == 0, found.generate_report()
    assert fits(page)
    page.goto(MAP)
    settled(page)
    clean(page)
    page.goto("/whatif/map/?position=8000e2,x")
    clean(page)


def test_a_large_map_scrolls_in_itself_on_a_phone(open_page: Open) -> None:
    page = open_page(MAP, viewport=PHONE)
    settled(page)
    assert fits(page)
    assert page.locator(".map__scroll").evaluate("each => each.scrollWidth > each.clientWidth")
    own = page.locator("[data-map] a[aria-current]")
    box = own.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 24
