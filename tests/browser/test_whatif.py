"""When the call changes, as a fan uses it: the map by pointer and by keyboard, without scripts, on a phone."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from .conftest import PATIENCE, PHONE, Open, answered, fits
from .test_accessibility import LOOKS, RULES, clean

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HERE = "/p/8000e2,3000,0@1?rules=seed"
MAP = "/whatif/map/?position=8000e2,3000,0@1&rules=seed"


def looked_at(page: Page) -> None:
    """Scroll to the map, and wait until it is drawn."""
    answered(page)
    # In the page itself, as a better answer may replace the card meanwhile.
    page.evaluate("document.querySelector('#whatif').scrollIntoView()")
    settled(page)


def settled(page: Page) -> None:
    """Wait until nothing more is on its way, so that nothing is replaced under the pointer."""
    expect(page.locator("[data-map]")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#table-stop")).to_have_count(0, timeout=PATIENCE)
    expect(page.locator("#whatif-body[data-part-when], #whatif[data-part-when]")).to_have_count(0, timeout=PATIENCE)


def test_forced_colors_leave_press_and_pass_apart_on_the_map(open_page: Open) -> None:
    page = open_page(HERE, forced_colors="active")
    looked_at(page)
    fills = [
        page.locator(f"#map-legend .cell--{call}").first.evaluate("each => getComputedStyle(each).backgroundColor")
        for call in ("press", "pass")
    ]
    assert fills[0] != fills[1]


def test_nothing_is_asked_for_before_the_card_is_looked_at(open_page: Open) -> None:
    page = open_page("/", viewport=PHONE)
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url) if "/whatif/card/" in request.url else None)
    page.goto(HERE)
    answered(page)
    expect(page.locator("#whatif")).to_be_attached()
    assert not urls
    looked_at(page)
    assert urls


@pytest.mark.journey
def test_the_map_is_one_stop_for_the_keyboard_and_leads_to_a_position_in_place(open_page: Open) -> None:
    page = open_page(HERE)
    looked_at(page)
    expect(page.locator("#break-even")).to_contain_text("Left has about $")
    expect(page.locator(".map__frontier")).to_have_count(1)
    expect(page.locator("[data-map] a[tabindex='0']")).to_have_count(1)
    own = page.locator("[data-map] a[aria-current]")
    own.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    there = page.locator("[data-map] a:focus")
    href, title = there.get_attribute("href"), there.get_attribute("title")
    assert href
    assert href != own.get_attribute("href")
    expect(page.locator("[data-map-label]")).to_have_text(title or "")
    expect(page.locator("[data-map-label]")).to_contain_text("Left wins")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(re.escape(href)))
    looked_at(page)
    expect(page.locator("[data-map] a[aria-current]")).to_have_attribute("href", href)


def test_without_scripts_the_map_has_a_page_with_links_and_forms(open_page: Open) -> None:
    page = open_page(HERE, java_script_enabled=False)
    answered(page)
    body = page.locator("#whatif-body").bounding_box()
    assert body
    assert body["height"] < 120, "a map that does not come takes no room"
    page.get_by_role("link", name="Draw the map").click()
    expect(page.locator("[data-map]")).to_be_visible(timeout=PATIENCE)  # the page looks again by itself
    page.get_by_label("Across").select_option(label="Right’s score")
    page.get_by_role("button", name="Draw the map").click()
    expect(page.locator("#map-sides")).to_have_text("Across: Right’s score · down: Center’s score")
    page.locator("[data-map] a").first.click()
    expect(page).to_have_url(re.compile("/p/8000e2,"))


def test_other_scores_and_where_each_changes_the_call_are_on_the_large_map(open_page: Open) -> None:
    page = open_page("/p/8000e1,3000,0@1?rules=seed")
    looked_at(page)
    page.locator("#large-map").click()
    page.get_by_label("Down").select_option(label="Right’s score")
    page.get_by_role("button", name="Draw the map").click()
    expect(page.locator("#map-sides")).to_have_text("Across: Left’s score · down: Right’s score")
    expect(page.locator("[data-map] .cell--press, [data-map] .cell--pass").first).to_be_visible(timeout=PATIENCE)
    line = page.locator("#whatif-evens > div").filter(has_text="Left’s score")
    expect(line.locator("dd")).to_have_text(re.compile("Press .*, pass from .* on"), timeout=PATIENCE)


def test_a_card_goes_when_its_table_turns_out_to_be_too_large(open_page: Open) -> None:
    page = open_page("/p/999999e1,999999,999999@1")
    answered(page)
    expect(page.locator("#whatif-body[hidden]")).to_be_attached(timeout=PATIENCE)
    expect(page.locator("#whatif")).to_be_hidden()
    page.reload()
    answered(page)
    expect(page.locator("#whatif")).to_have_count(0)


@pytest.mark.parametrize("look", LOOKS)
def test_card_and_page_are_accessible_and_fit(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page(HERE, **look)
    looked_at(page)
    results = Axe().run(page, context="#below", options=RULES)
    assert results.violations_count == 0, results.generate_report()
    assert fits(page)
    page.goto(MAP)
    settled(page)
    clean(page)
    assert fits(page)
    box = page.locator("[data-map] a[aria-current]").bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 24
    page.goto("/whatif/map/?position=8000e2,x")
    clean(page)
