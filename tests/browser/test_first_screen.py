"""What is seen without scrolling: the whole question, then its verdict; and the odds while numbers change."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.processes import RunningSite

from .conftest import (
    DESKTOP,
    PATIENCE,
    PHONE,
    Open,
    Pause,
    answered,
    ask,
    fits,
    line_of,
    more,
    score_of,
    settings,
    spins_of,
)

pytestmark = [pytest.mark.browser, pytest.mark.slow]

QUICK = "/p/8000e1,3000,0@1?rules=seed"
SIZES = pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])


IN_VIEW = """part => {
  if (!part.isConnected) return null;
  const { left, top, right, bottom } = part.getBoundingClientRect();
  const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  const at = document.elementFromPoint((left + right) / 2, bottom - 2);
  return inside && bottom > top && (part.contains(at) || at.contains(part));
}"""


def in_view(page: Page, part: Locator) -> bool:
    """Whether all of it is inside the window, with nothing over it, as the page opened."""
    assert page.evaluate("window.scrollY") == 0
    while (found := part.evaluate(IN_VIEW)) is None:
        pass  # the page has just put another in its place
    return bool(found)


@SIZES
def test_the_question_and_its_button_are_in_view(open_page: Open, viewport: dict[str, int]) -> None:
    page = open_page("/", viewport=viewport)
    for seat, name in enumerate(("Left", "Center", "Right")):
        for label in (f"{name}, score", f"Earned spins of {name}"):
            assert in_view(page, page.get_by_label(label))
        assert in_view(page, page.locator(".passed > summary").nth(seat))
        assert in_view(page, page.get_by_role("radio", name=f"{name} is up"))
        assert in_view(page, page.get_by_role("group", name=f"Whammies of {name}"))
    assert in_view(page, page.get_by_role("button", name="Press or pass?"))
    assert fits(page)


@SIZES
def test_untouched_podiums_ask_their_example_and_its_verdict_is_in_view(
    open_page: Open, running_site: RunningSite, viewport: dict[str, int]
) -> None:
    page = open_page("/", viewport=viewport)
    expect(page.get_by_text("A blank score is $0")).to_be_visible()
    ask(page)
    expect(page).to_have_url(f"{running_site.url}/p/8000e3,3000,0@1")
    answered(page)
    expect(page.locator("#notices")).to_contain_text("This is an example")
    for part in ("#verdict", ".verdict__text", ".verdict__margin", ".badge > summary"):
        assert in_view(page, page.locator(part).first)
    assert fits(page)


@SIZES
def test_what_waits_is_in_view_and_so_is_the_verdict_that_comes(
    open_page: Open, paused: Pause, viewport: dict[str, int]
) -> None:
    score = 2000 + viewport["width"]  # asked by no other test, and no table has these Whammies
    with paused():
        page = open_page("/", viewport=viewport)
        settings(page)
        if viewport == PHONE:
            page.get_by_text("Advanced").click()
        page.get_by_label("Rules", exact=True).select_option("seed")
        line_of(page).fill(f"8000 1 spin / {score} 3 Whammies / 0 3 Whammies")
        ask(page)
        expect(page.locator("#waiting-title")).to_be_visible()
        assert in_view(page, page.locator("#answer"))
    answered(page)
    assert in_view(page, page.locator(".verdict"))


@pytest.mark.journey
def test_press_and_pass_stay_in_view_and_move_while_a_stepper_is_tapped(open_page: Open) -> None:
    page = open_page(QUICK, viewport=PHONE, has_touch=True)
    answered(page)
    strip = page.locator("#strip")
    expect(strip).to_be_hidden()
    seen = set()
    for _ in range(3):
        before = strip.locator("#strip-odds").inner_text()
        more(page, "Center")
        expect(strip.locator("#strip-odds")).not_to_have_text(before, use_inner_text=True, timeout=PATIENCE)
        assert re.fullmatch(r"Left\s+Press\s+\S.*%\s+Pass\s+\S.*%", strip.locator("#strip-odds").inner_text())
        assert strip.evaluate("strip => strip.getBoundingClientRect().bottom === innerHeight")
        seen.add(strip.locator("#strip-odds").inner_text())
    assert len(seen) == 3
    # The strip says nothing by itself, and covers nothing that has the focus.
    assert page.locator("#strip[aria-live], #strip [aria-live], #strip [role=status]").count() == 0
    line = line_of(page)
    line.focus()
    covered = (
        "line => line.getBoundingClientRect().bottom > document.getElementById('strip').getBoundingClientRect().top"
    )
    assert not line.evaluate(covered)
    page.locator("#share").scroll_into_view_if_needed()
    expect(strip).to_be_hidden()


def test_the_strip_says_what_is_being_worked_on(open_page: Open, paused: Pause) -> None:
    page = open_page(QUICK, viewport=PHONE)
    answered(page)
    with paused():
        spins_of(page, "Right").fill("2")  # no table knows them
        expect(page.locator("#live-status")).to_contain_text("Waiting for")
        expect(page.locator("#strip-odds")).to_be_visible()
    expect(page.locator("#asked")).to_have_text("8000e1,3000,0e2@1", timeout=PATIENCE)
    expect(page.locator("#live-status")).to_be_hidden()


def test_a_row_opens_by_itself_where_its_field_is_wrong(open_page: Open) -> None:
    page = open_page(QUICK, viewport=PHONE)
    answered(page)
    row = page.locator("[data-seat='2'] .row")
    expect(row).to_contain_text("$3,000")
    score_of(page, "Center").fill("8.5k")
    expect(page.locator("#asked")).to_have_text("8000e1,8500,0@1", timeout=PATIENCE)
    score_of(page, "Center").fill("lots")
    row.click()
    expect(score_of(page, "Center")).to_have_attribute("aria-invalid", "true")
    expect(score_of(page, "Center")).to_be_visible()


def test_every_outcome_fits_without_scrolling_sideways(open_page: Open) -> None:
    page = open_page(QUICK, viewport=PHONE)
    answered(page)
    page.locator("#every-outcome summary").click()
    table = page.locator("#outcomes")
    expect(table.get_by_role("columnheader", name="Change")).to_be_visible()
    assert table.evaluate("table => table.scrollWidth <= table.clientWidth")


@pytest.mark.journey
def test_no_page_is_wider_than_the_smallest_phone(open_page: Open) -> None:
    page = open_page("/", viewport={"width": 320, "height": 640})
    for path in ("/", "/games/", "/games/new/", "/account/log-in/", "/boards/", "/lab/pig/", "/daily/days/", "/rules/"):
        page.goto(path)
        assert fits(page), path
