"""The browser of boards: found by era, looked at, compared, with and without JavaScript."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import DESKTOP, PHONE, Open, fits
from .test_accessibility import clean

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LOOKS = [
    pytest.param({"viewport": viewport, "color_scheme": scheme}, id=f"{name}-{scheme}")
    for name, viewport in (("phone", PHONE), ("desktop", DESKTOP))
    for scheme in ("light", "dark")
]
DIFF = "/boards/diff/?from=pyl-classic-r2&to=pyl-1985-02-r2"


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(
    "path",
    [
        "/boards/",
        "/boards/?era=abc&round=bonus",
        "/boards/pyl-1985-02-r2/",
        "/boards/pyl-1983-r2-partial/",
        DIFF,
        "/boards/diff/?from=nope&to=",
    ],
)
def test_axe_finds_nothing(open_page: Open, path: str, look: dict[str, Any]) -> None:
    page = open_page(path, **look)
    clean(page)
    for summary in page.locator("details > summary:visible").all():
        summary.click()
        clean(page)


def test_from_an_era_to_the_difference_of_two_boards_without_javascript(open_page: Open) -> None:
    page = open_page("/boards/", java_script_enabled=False, viewport=PHONE)
    page.get_by_role("link", name="Press Your Luck on CBS").click()
    page.get_by_role("link", name="Round 2 2").click()
    expect(page.locator(".board-card")).to_have_count(2)
    expect(page.get_by_text("21 of 54 slides known")).to_be_visible()
    page.get_by_role("link", name="February 1985 board").click()
    expect(page.get_by_role("row", name="Chance of a Whammy")).to_contain_text("1/6")
    page.get_by_label("With another board").select_option("Composite classic board")
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("heading", name="Compare two boards")).to_be_visible()
    expect(page.get_by_label("To")).to_have_value("pyl-classic-r2")
    expect(page.get_by_role("row", name="Chance of an extra spin").first).to_contain_text("24.1")
    page.get_by_text("squares with the same slides").click()
    assert fits(page)


def test_by_keyboard_alone(open_page: Open) -> None:
    page = open_page("/boards/diff/")
    page.get_by_label("From").focus()
    page.keyboard.type("Composite")
    page.keyboard.press("Tab")
    page.keyboard.type("February 1985")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Figures")).to_be_visible()
    expect(page.get_by_label("From")).to_have_value("pyl-classic-r2")
    expect(page.get_by_label("To")).to_have_value("pyl-1985-02-r2")


def pixel(page: Page, x: float, y: float) -> list[int]:
    """The colour (red, green, blue) that the first board's picture has at a place in its own measure."""
    found: list[int] = page.locator(".board-card img").first.evaluate(
        """(image, [x, y]) => {
            const canvas = document.createElement("canvas");
            canvas.width = 240;
            canvas.height = 200;
            const pen = canvas.getContext("2d");
            pen.drawImage(image, 0, 0, 240, 200);
            return [...pen.getImageData(x, y, 1, 1).data].slice(0, 3);
        }""",
        [x, y],
    )
    return found


@pytest.mark.parametrize(("scheme", "ground"), [("light", [255, 255, 255]), ("dark", [19, 26, 46])])
def test_pictures_follow_light_and_dark(open_page: Open, scheme: str, ground: list[int]) -> None:
    page = open_page("/boards/?era=composite", color_scheme=scheme)
    picture = page.get_by_role("img", name="The ring: 9 Whammy")
    expect(picture).to_have_js_property("complete", True)
    expect(picture).not_to_have_js_property("naturalWidth", 0)
    assert pixel(page, 120, 46) == ground


def test_a_picture_on_its_own_has_its_colours(open_page: Open) -> None:
    page = open_page("/boards/pyl-1985-02-r2/1/ring.svg", color_scheme="dark")
    assert page.title() == "February 1985 board"
    expect(page.locator("rect.whammy").first).to_have_css("fill", "rgb(255, 75, 79)")
