"""The browser of boards: found in time, looked at, compared, with and without JavaScript."""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.tier import few

from .conftest import PHONE, Open, fits
from .test_accessibility import LOOKS, clean

pytestmark = [pytest.mark.browser, pytest.mark.slow]

DIFF = "/boards/diff/?from=pyl-classic-r2&to=pyl-1985-02-r2"
SHIFTS = """window.shifted = 0; new PerformanceObserver((list) => {
  for (const each of list.getEntries()) window.shifted += each.value;
}).observe({ type: "layout-shift", buffered: true });"""


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(
    "path",
    ["/boards/?date=1984-05-31", "/boards/pyl-1985-02-r2/", "/boards/pyl-1983-r2-partial/", DIFF, "/no-such-page/"],
)
def test_axe_finds_nothing(open_page: Open, path: str, look: dict[str, Any]) -> None:
    page = open_page(path, **look)
    clean(page)
    for summary in page.locator("main details > summary:visible").all():
        summary.click()
        clean(page)


@pytest.mark.journey
def test_from_an_episode_to_its_board_and_another_without_javascript(open_page: Open) -> None:
    page = open_page("/boards/", java_script_enabled=False, viewport=PHONE)
    assert fits(page)
    page.get_by_label("My episode’s date").fill("1985-03-01")
    page.get_by_role("button", name="Find its boards").click()
    nearest = page.get_by_role("region", name="March 1, 1985")
    expect(nearest.get_by_text("in use on that date")).to_be_visible()
    nearest.get_by_role("link", name="February 1985 board").click()
    stage = page.get_by_role("region", name="The board")
    expect(stage.get_by_role("listitem")).to_have_count(18)
    expect(stage.locator(".square-12")).to_have_text("Square 12: $500, Whammy, Big Bucks")
    expect(page.get_by_role("row", name="Chance of a Whammy")).to_contain_text("1/6")
    assert fits(page)
    page.get_by_label("With another board").select_option("Composite classic board")
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("heading", name="Compare two boards")).to_be_visible()
    expect(page.get_by_label("To")).to_have_value("pyl-classic-r2")
    expect(page.get_by_role("row", name="Chance of an extra spin").first).to_contain_text("24.1")
    page.get_by_text("squares with the same slides").click()
    assert fits(page)


@pytest.mark.journey
@pytest.mark.parametrize("path", few(1, ["/boards/pyl-1985-02-r2/", "/boards/", "/method/"]))
def test_nothing_moves_when_a_font_is_late(open_page: Open, path: str) -> None:
    page = open_page("/favicon.ico", viewport=PHONE)
    held: list[Route] = []
    page.route("**/*.woff2", lambda route: held.append(route))
    page.add_init_script(SHIFTS)
    page.goto(path, wait_until="commit")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.evaluate("() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))")
    for route in held:
        route.continue_()
    page.wait_for_load_state("load")
    page.evaluate("() => document.fonts.ready")
    page.evaluate("() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))")
    assert page.evaluate("shifted") <= 0.01


def pixel(page: Page, x: float, y: float) -> list[int]:
    """The color (red, green, blue) that the first board's picture has at a place in its own measure."""
    rgba: list[int] = page.locator(".board-card img").first.evaluate(
        """(image, [x, y]) => {
            const canvas = document.createElement("canvas");
            canvas.width = 600;
            canvas.height = 520;
            const pen = canvas.getContext("2d");
            pen.drawImage(image, 0, 0, 600, 520);
            return [...pen.getImageData(x, y, 1, 1).data].slice(0, 3);
        }""",
        [x, y],
    )
    return rgba


@pytest.mark.parametrize(("scheme", "square"), [("light", [247, 249, 253]), ("dark", [20, 28, 56])])
def test_pictures_follow_light_and_dark(open_page: Open, scheme: str, square: list[int]) -> None:
    page = open_page("/boards/", color_scheme=scheme)
    picture = page.get_by_role("img", name="The ring: 9 Whammy").first
    expect(picture).to_have_js_property("complete", True)
    expect(picture).not_to_have_js_property("naturalWidth", 0)
    assert pixel(page, 300, 260) == [13, 21, 56]  # the stage in its middle
    assert pixel(page, 60, 103) == square
