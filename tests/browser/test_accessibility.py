"""axe finds nothing on any page, in light and dark, small and large."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from .conftest import DESKTOP, PHONE, Open, Pause, answered, ask, enter, fits, heavy, refining, stop

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LOOKS = [
    pytest.param({"viewport": PHONE, "color_scheme": "light"}, id="phone-light"),
    pytest.param({"viewport": DESKTOP, "color_scheme": "dark"}, id="desktop-dark"),
]
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


def own_score(look: dict[str, Any]) -> int:
    """What a position needs that nobody has asked about in another look."""
    return 4000 + int(look["viewport"]["width"])


def clean(page: Page) -> None:
    page.wait_for_load_state()  # a page that a click has just begun to load is still empty
    found = Axe().run(page, options=RULES)
    assert found.violations_count == 0, found.generate_report()
    assert fits(page)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/method/",
        "/boards/",
        "/boards/pyl-1985-02-r2/",
        "/nowhere/",
        "/p/8000e3,x@1",
        "/choose/3000e1w2,2500,2000@1?square=9&shows=8:500%2B,10:w",
        "/games/",
        "/games/new/",
        "/games/simulated-12/",
        "/games/import/",
        "/games/season/?of=samples",
    ],
)
def test_pages(open_page: Open, path: str, look: dict[str, Any]) -> None:
    clean(open_page(path, **look))


@pytest.mark.journey
@pytest.mark.parametrize("look", LOOKS)
def test_the_answer_with_everything_unfolded(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page("/p/8000e1,3000w1,0w4@1?rules=seed", **look)
    answered(page)
    clean(page)
    for summary in page.locator("details:not(.badge, .share__way) > summary:visible").all():
        summary.click()
    clean(page)
    page.locator(".badge summary").click()
    clean(page)
    page.locator("#share-summary").click()
    clean(page)


@pytest.mark.parametrize("look", LOOKS)
def test_waiting_and_cancelled(open_page: Open, paused: Pause, look: dict[str, Any]) -> None:
    with paused():
        page = open_page(f"/p/8000e1,{own_score(look)}w3,0w3@1?rules=seed", **look)
        expect(page.get_by_role("heading", name="Waiting for the solver.")).to_be_visible()
        clean(page)
        page.get_by_role("button", name="Stop").click()
        expect(page.get_by_role("heading", name="Stopped.")).to_be_visible()
        clean(page)


@pytest.mark.parametrize("look", LOOKS)
def test_refining_and_stopped(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page(heavy(own_score(look)), **look)
    refining(page)
    clean(page)
    stop(page)
    clean(page)


@pytest.mark.parametrize("look", LOOKS)
def test_messages(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page("/", **look)
    enter(page, left="lots", held="-1")
    ask(page)
    expect(page.get_by_role("alert")).to_be_visible()
    clean(page)
