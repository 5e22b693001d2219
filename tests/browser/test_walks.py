"""From the home page to a link that is shared, as one walks who has no scripts, or no mouse; and what stands in the way."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.processes import RunningSite

from .conftest import DESKTOP, PATIENCE, PHONE, Open, answered, ask, finished, fits, podium, score_of, spins_of
from .test_plain import look_until_answered

pytestmark = [pytest.mark.browser, pytest.mark.slow]


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
    page.get_by_text("Picture", exact=True).click()
    expect(page.get_by_role("link", name="Card as PNG")).to_be_visible()
    page.get_by_role("link", name="Save", exact=True).click()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page).to_have_url(re.compile(r"/s/[\w-]{11}/$"))
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
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Save", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
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


def test_a_dilemma_of_no_position_says_what_is_wrong(open_page: Open) -> None:
    page = open_page("/dilemma/8000e1,3000@1")
    expect(page.get_by_role("heading", name="This address is not a position")).to_be_visible()
    expect(page.get_by_label("The position in one line")).to_have_value("8000e1,3000@1")
