"""Without JavaScript everything still works, a page at a time."""

import re
import time

import pytest
from playwright.sync_api import Page, expect

from .conftest import PATIENCE, PHONE, Open, Pause, ask, enter, fits, heavy, line_of, podium, refining, score_of, stop

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def look_until_answered(page: Page, verdict: str = "") -> None:
    """Reload until there is an answer; with `verdict` until it is this one, as first ones may be rough."""
    found = page.locator("#verdict").filter(has_text=verdict)
    again = page.get_by_role("link", name="Reload")
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        # A page that is about to be replaced has neither, so nothing is looked for on it.
        expect(found.or_(again).first).to_be_visible()
        if found.count():
            break
        with page.expect_navigation():
            again.click()
    expect(found).to_be_visible()


def test_ask_wait_and_read(open_page: Open) -> None:
    page = open_page("/", java_script_enabled=False, viewport=PHONE)
    enter(page, left="8000")
    podium(page, "Right").locator(".dot-1").click()
    ask(page)
    expect(page).to_have_url(re.compile(r"/p/8000e3,3000,0w1@1$"))
    look_until_answered(page, "Press")
    expect(page.locator("#screen")).to_contain_text(re.compile(r"Press\s+\d+\.\d%\s*Pass\s+\d+\.\d%"))
    expect(page.get_by_role("button", name="Copy link")).to_have_count(0)
    page.get_by_text("Share", exact=True).click()
    expect(page.get_by_label("Without the answer")).to_have_value(re.compile(r"/dilemma/8000e3,3000,0w1@1$"))
    expect(page.get_by_label("With the answer")).to_have_value(f"{page.url}?board=pyl-1985-02-r2.1")
    expect(page.locator("#odds-0")).to_contain_text("Press")
    page.get_by_text("Every outcome").click()
    page.get_by_role("link", name="List them").click()
    expect(page.get_by_role("rowheader", name="Whammy", exact=True)).to_be_visible()


def test_a_podium_beside_the_answer_opens_and_asks_again(open_page: Open) -> None:
    page = open_page("/p/8000e1,3000,0@1?rules=seed", java_script_enabled=False, viewport=PHONE)
    look_until_answered(page)
    expect(page.get_by_label("Center, score")).to_be_hidden()
    score_of(page, "Center").fill("3250")
    podium(page, "Center").get_by_role("button", name="Answer").click()
    expect(page).to_have_url(re.compile(r"/p/8000e1,3250,0@1\?rules=seed$"))


def test_a_line_alone_is_enough(open_page: Open) -> None:
    page = open_page("/", java_script_enabled=False)
    line_of(page).fill("$8,000 1 spin / 3000 / 0")
    page.locator(".paste").get_by_role("button", name="Answer").click()
    expect(page).to_have_url(re.compile(r"/p/8000e1,3000,0@1$"))


def test_cancel_and_try_again(open_page: Open, paused: Pause) -> None:
    with paused():
        page = open_page("/p/8000e1,3500w2,0w1@1?rules=seed", java_script_enabled=False)
        page.get_by_role("button", name="Stop").click()
        expect(page.get_by_role("heading", name="Stopped.")).to_be_visible()
        page.get_by_role("button", name="Try again").click()
    look_until_answered(page)


def test_an_answer_that_is_being_bettered(open_page: Open) -> None:
    page = open_page(heavy(3500), java_script_enabled=False, viewport=PHONE)
    look_until_answered(page, "Press")
    refining(page)
    assert fits(page)
    page.get_by_role("link", name="Reload").click()
    refining(page)
    stop(page)
    expect(page.locator("#verdict")).to_have_text("Press")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


def test_what_is_wrong_is_said(open_page: Open) -> None:
    page = open_page("/", java_script_enabled=False)
    enter(page, left="lots")
    ask(page)
    expect(page.get_by_label("Left, score")).to_be_visible()
    expect(page.locator("#id_seat1_score_error")).to_contain_text("isn’t an amount of money")
    expect(page.get_by_label("Left, score")).to_have_value("lots")
    expect(page.get_by_label("Center, score")).to_have_value("$3,000")
