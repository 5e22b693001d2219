"""From the home page to a link that is shared, without scripts or a mouse; without JavaScript everything works, a page at a time."""

import re
import time

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.processes import RunningSite

from .conftest import (
    DESKTOP,
    PATIENCE,
    PHONE,
    Open,
    Pause,
    answered,
    ask,
    enter,
    finished,
    fits,
    heavy,
    podium,
    refining,
    score_of,
    spins_of,
    stop,
)

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def look_until_answered(page: Page, verdict: str = "") -> None:
    """Reload until there is an answer; with `verdict` until it is this one, as first ones may be rough."""
    answer_verdict = page.locator("#verdict").filter(has_text=verdict)
    again = page.get_by_role("link", name="Reload")
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        # A page that is about to be replaced has neither, so nothing is looked for on it.
        expect(answer_verdict.or_(again).first).to_be_visible()
        if answer_verdict.count():
            break
        with page.expect_navigation():
            again.click()
    expect(answer_verdict).to_be_visible()


def test_ask_wait_and_read(open_page: Open) -> None:
    page = open_page("/", java_script_enabled=False, viewport=PHONE)
    enter(page, left="8000")
    podium(page, "Right").locator(".dot-1").click()
    ask(page)
    expect(page).to_have_url(re.compile(r"/p/8000e3,3000,0w1@1$"))
    look_until_answered(page, "Press")
    expect(page.locator("#screen")).to_contain_text(re.compile(r"Press\s+\d+\.\d%\s*Pass\s+\d+\.\d%"))
    expect(page.get_by_role("button", name="Copy link")).to_have_count(0)
    expect(page.get_by_role("link", name="Ask friends")).to_have_attribute("href", "/dilemma/8000e3,3000,0w1@1")
    page.get_by_text("Share", exact=True).click()
    expect(page.get_by_label("Without the answer")).to_have_value(re.compile(r"/dilemma/8000e3,3000,0w1@1$"))
    expect(page.get_by_label("With the answer")).to_have_value(f"{page.url}?board=pyl-1985-02-r2.1")
    expect(page.locator("#odds-0")).to_contain_text("Press")
    page.get_by_text("Every outcome").click()
    page.get_by_role("link", name="List them").click()
    expect(page.get_by_role("rowheader", name="Whammy", exact=True)).to_be_visible()


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


@pytest.mark.journey
def test_without_scripts(open_page: Open) -> None:
    page = open_page("/", viewport=PHONE, java_script_enabled=False)
    page.get_by_text("More").click()
    expect(page.get_by_role("link", name="Saved")).to_be_visible()
    page.get_by_text("More").click()
    expect(page.get_by_label("Passed spins of Center")).to_be_hidden()
    podium(page, "Center").get_by_text("+ Passed").click()
    page.get_by_label("Passed spins of Center").fill("1")
    score_of(page, "Center").fill("$3,000")
    score_of(page, "Left").fill("8000")
    ask(page)
    expect(page).to_have_url(re.compile(r"/p/8000,3000p1,0@2$"))
    look_until_answered(page)
    expect(page.get_by_label("Passed spins of Center")).to_have_value("1")
    page.get_by_role("link", name="Draw the map").click()
    expect(page.locator("[data-map]")).to_be_visible(timeout=PATIENCE)
    page.locator("#back").click()
    page.get_by_text("Share", exact=True).click()
    page.locator("#share-picture-summary").click()
    expect(page.get_by_role("link", name="Card as PNG")).to_be_visible()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page).to_have_url(re.compile(r"/s/[\w-]{11}/$"))
    expect(page.get_by_text("Saved. Add a note with “Edit”.")).to_be_visible()
    expect(page.get_by_label("Link to this saved answer")).to_have_value(re.compile(r"/s/[\w-]{11}/"))
    assert fits(page)


def tab_to(page: Page, name: str, *, most: int = 80) -> None:
    """Press Tab until what has the focus has this name."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if re.fullmatch(
            name, page.evaluate("(document.activeElement.ariaLabel ?? document.activeElement.innerText).trim()")
        ):
            return
    raise AssertionError(f"{name} is not reached")


@pytest.mark.journey
def test_by_keyboard_alone(open_page: Open) -> None:
    page = open_page("/", viewport=DESKTOP)
    score_of(page, "Left").focus()
    page.keyboard.type("8000")
    spins_of(page, "Left").press("ArrowUp")
    podium(page, "Left").get_by_text("+ Passed").press("Enter")
    expect(page.get_by_label("Passed spins of Left")).to_be_focused()
    score_of(page, "Left").press("Enter")
    page.keyboard.type("3400")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/p/8000e1,3400,0@1$"))
    finished(page)
    expect(page.locator("[data-map]")).to_be_visible(timeout=PATIENCE)
    page.locator("#badge-summary").focus()
    tab_to(page, r"(?s)Square 1\b.*")  # the ring is one stop
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#tile h3")).to_contain_text("Square 2")
    tab_to(page, "Share")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Share this answer")).to_be_visible()
    tab_to(page, "Embed")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Code for a blog or forum")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#share-summary")).to_be_focused()
    page.locator("#badge-summary").focus()
    tab_to(page, "Save")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Saved. Add a note")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/s/[\w-]{11}/edit/$"))
    page.get_by_label("Title").press("Enter")
    expect(page).to_have_url(re.compile(r"/s/[\w-]{11}/$"))


@pytest.mark.journey
def test_every_page_is_reached_from_the_header_of_a_phone(open_page: Open) -> None:
    page = open_page("/rules/", viewport=PHONE)
    more = page.locator(".more > summary")
    header = page.locator(".masthead").bounding_box()
    assert header
    assert header["height"] < 60
    more.focus()
    page.keyboard.press("Enter")
    links = page.get_by_role("navigation", name="Site").get_by_role("link")
    expect(links).to_have_text(["Daily", "Games", "Moments", "Boards", "Rules", "Lab", "Saved", "Log in"])
    for link in links.all():
        expect(link).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(links).to_have_count(2)
    expect(more).to_be_focused()
    assert fits(page)


@pytest.mark.journey
def test_a_lost_connection_is_said_and_comes_back(browser: Browser, running_site: RunningSite) -> None:
    context = browser.new_context(base_url=running_site.url)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/p/8000e1,3000,0@1?rules=seed")
    answered(page)
    context.set_offline(True)
    page.get_by_text("Every outcome").click()
    expect(page.get_by_text("Lost the connection, trying again…")).to_be_visible()
    context.set_offline(False)
    expect(page.locator("#outcomes table")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("Lost the connection, trying again…")).to_be_hidden()
    context.close()
