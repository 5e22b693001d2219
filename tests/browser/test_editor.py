"""Fans' own boards: copied, changed, used and shared."""

import re

import pytest
from playwright.sync_api import Browser, Dialog, expect

from tests.processes import RunningSite

from .conftest import DESKTOP, PATIENCE, PHONE, Open, ask, fits, line_of
from .test_accessibility import clean
from .test_walks import look_until_answered

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.journey
def test_a_fan_copies_changes_uses_and_shares_a_board(open_page: Open) -> None:
    page = open_page("/boards/pyl-1985-02-r2/", viewport=PHONE)
    page.get_by_role("button", name="Edit a copy").click()
    clean(page)
    page.locator(".square-4 button").click()
    slide = page.get_by_role("group", name="Slide 3")
    expect(slide.get_by_label("Dollars")).to_have_value("5,000")
    slide.get_by_label("Dollars").fill("$9,000")
    page.get_by_role("button", name="Save board").click()
    expect(page.get_by_text("Saved as revision 2.")).to_be_visible()
    clean(page)
    link = page.get_by_label("Link to this board").input_value()
    page.get_by_role("link", name="Ask about a position").click()
    expect(page.locator(".settings__now")).to_contain_text("(a fan’s board)")

    # Anybody with the link sees it, marked, and uses it; only a copy can be changed.
    friend = open_page(link, java_script_enabled=False)
    expect(friend.get_by_text("Made by a fan, not by the show.")).to_be_visible()
    expect(friend.locator(".square-4")).to_contain_text("$9,000 + one spin")
    expect(friend.get_by_role("link", name="Edit", exact=True)).to_have_count(0)
    friend.get_by_role("link", name="Ask about a position").click()
    line_of(friend).fill("8000e1,3000,0@1")
    ask(friend)
    expect(friend).to_have_url(re.compile(r"board=own-[a-z0-9]{12}"))
    look_until_answered(friend)
    friend.goto(link)
    friend.get_by_role("button", name="Edit a copy").click()
    expect(friend.get_by_role("button", name="Save board")).to_be_visible()


def test_squares_open_in_place_by_keyboard(open_page: Open) -> None:
    page = open_page("/boards/pyl-1985-02-r2/", viewport=DESKTOP)
    page.get_by_role("button", name="Edit a copy").press("Enter")
    door = page.get_by_role("button", name="Square 4", exact=True)
    page.evaluate("window.loadedOnce = true")
    door.press("Enter")
    heading = page.get_by_role("heading", name="Square 4", exact=True)
    expect(heading).to_be_focused()
    expect(page).to_have_url(re.compile(r"\?part=4$"))
    page.keyboard.press("Tab")
    dollars = page.get_by_role("group", name="Slide 3").get_by_label("Dollars")
    dollars.fill("9000")
    dollars.press("Escape")
    expect(door).to_be_focused()
    page.get_by_role("button", name="Square 5", exact=True).press("Enter")  # stores what was typed
    expect(page.get_by_role("heading", name="Square 5", exact=True)).to_be_focused()
    expect(page.locator(".square-4")).to_contain_text("$9,000 + one spin")
    page.go_back()
    expect(heading).to_be_focused()
    expect(page).to_have_url(re.compile(r"\?part=4$"))
    page.get_by_role("button", name="Add slide").press("Enter")
    page.get_by_role("group", name="Slide 4").get_by_role("button", name="Remove").press("Enter")
    expect(page.get_by_role("group", name="Slide 4")).to_have_count(0)
    assert page.evaluate("window.loadedOnce")
    clean(page)
    page.reload()
    expect(heading).to_be_visible()
    page.get_by_role("group", name="Slide 3").get_by_label("Dollars").fill("8000")
    page.get_by_role("button", name="Save board").press("Enter")
    expect(page.get_by_text("Saved as revision 2.")).to_be_visible()
    expect(page.locator(".square-4")).to_contain_text("$8,000 + one spin")


def test_what_is_typed_stays_while_the_site_cannot_be_reached(browser: Browser, running_site: RunningSite) -> None:
    context = browser.new_context(base_url=running_site.url)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/boards/pyl-1985-02-r2/")
    page.get_by_role("button", name="Edit a copy").click()
    dollars = page.get_by_role("group", name="Slide 1").get_by_label("Dollars")
    expect(dollars).to_be_visible()
    page.wait_for_load_state()  # with its scripts
    context.set_offline(True)
    dollars.fill("7000")
    page.get_by_role("button", name="Square 5", exact=True).click()
    expect(page.locator("#messages")).to_have_text("The site can’t be reached. What you typed is still here.")
    expect(dollars).to_have_value("7000")
    context.set_offline(False)
    page.get_by_role("button", name="Square 5", exact=True).click()
    expect(page.locator(".square-1")).to_contain_text("$7,000")
    expect(page.locator("#messages")).to_have_text("")
    context.close()


def test_leaving_with_something_unsaved_asks_first(open_page: Open) -> None:
    page = open_page("/boards/pyl-classic-r2/")
    page.get_by_role("button", name="Edit a copy").click()
    dollars = page.get_by_role("group", name="Slide 1").get_by_label("Dollars")
    messages: list[str] = []
    stay = [True]

    def answer(dialog: Dialog) -> None:
        messages.append(dialog.type)
        dialog.dismiss() if stay[0] else dialog.accept()

    page.on("dialog", answer)
    dollars.fill("777")
    crumb = page.get_by_role("link", name="Boards", exact=True).first
    with page.expect_event("dialog"):
        crumb.click(no_wait_after=True)
    expect(dollars).to_have_value("777")
    assert messages == ["beforeunload"]
    # What is sent is no loss, and once it is stored there is nothing to ask.
    page.get_by_role("button", name="Square 2", exact=True).click()
    expect(page.get_by_role("heading", name="Square 2", exact=True)).to_be_visible()
    page.get_by_role("button", name="Square 1", exact=True).click()
    expect(dollars).to_have_value("777")
    page.get_by_role("link", name="Your boards").click()
    expect(page.get_by_role("heading", name="Your boards", exact=True)).to_be_visible()
    page.get_by_role("link", name="Edit").click()
    dollars.fill("778")
    stay[0] = False
    page.get_by_role("link", name="Your boards").click()
    expect(page.get_by_role("heading", name="Your boards", exact=True)).to_be_visible()
    assert messages == ["beforeunload"] * 2


def test_without_javascript_the_editor_does_the_same(open_page: Open) -> None:
    page = open_page("/boards/pyl-classic-r2/", java_script_enabled=False, viewport=PHONE)
    page.get_by_role("button", name="Edit a copy").click()
    first = page.get_by_role("group", name="Slide 1")
    first.get_by_label("Dollars").fill("lots")
    page.get_by_role("button", name="Preview").click()
    expect(first.get_by_text("isn’t an amount of money")).to_be_visible()
    expect(first.get_by_label("Dollars")).to_have_value("lots")
    first.get_by_label("Kind").select_option(label="Whammy")
    page.get_by_role("button", name="Add slide").click()
    expect(page.get_by_role("group", name="Slide 4")).to_be_visible()
    page.get_by_role("group", name="Slide 4").get_by_role("button", name="Remove").click()
    expect(page.get_by_role("group", name="Slide 4")).to_have_count(0)
    expect(page.locator("#figures table")).to_contain_text("18.5%")
    assert fits(page)
    page.get_by_label("Number").press("Enter")  # keeps, and makes no revision
    expect(page.get_by_text("Draft saved. Use “Save board” to apply it.")).to_be_visible()
    page.get_by_role("button", name="Save board").click()
    expect(page.get_by_text("Saved as revision 2.")).to_be_visible()


def test_squares_are_pasted_without_javascript(open_page: Open) -> None:
    page = open_page("/boards/pyl-1985-02-r2/", java_script_enabled=False, viewport=PHONE)
    page.get_by_role("button", name="Edit a copy").click()
    page.get_by_role("button", name="As text").click()
    lines = page.get_by_label("One line for each square")
    expect(lines).to_have_value(re.compile(r"^1: \$1,400 / \$1,750 / \$2,250\n"))
    lines.fill("Square\tSlide 1\tSlide 2\n4\t9000+\tw\n12. $500, lots, Big Bucks → 4")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#problems")).to_contain_text("“lots” isn’t an amount of money.")
    expect(page.locator(".square-4")).to_contain_text("$9,000 + one spin")
    assert fits(page)


def test_while_lines_are_typed_the_ring_and_the_messages_follow(open_page: Open) -> None:
    page = open_page("/boards/pyl-1985-02-r2/", viewport=DESKTOP)
    page.get_by_role("button", name="Edit a copy").click()
    page.get_by_role("button", name="Square 12", exact=True).press("Enter")
    expect(page.get_by_role("heading", name="Square 12", exact=True)).to_be_in_viewport()
    page.get_by_role("button", name="As text").press("Enter")
    lines = page.get_by_label("One line for each square")
    text = lines.input_value()
    lines.fill(text.replace("12: $500", "12: $5x0"))
    message = page.locator("#problems").get_by_text("“$5x0” isn’t an amount of money")
    expect(message).to_be_visible()
    clean(page)
    lines.fill(text.replace("12: $500", "12: $5,000"))
    expect(message).to_have_count(0)
    expect(page.locator(".square-12")).to_contain_text("$5,000")
    page.get_by_role("button", name="Save board").click()
    expect(page.get_by_text("Saved as revision 2.")).to_be_visible()


def test_a_file_that_is_no_board_is_refused_where_it_was_given(open_page: Open) -> None:
    page = open_page("/boards/own/")
    text = '{"id": "x", "name": "<img src=x>", "squares": [{"slides": [{"kind": "<script>alert(1)</script>"}]}]}'
    page.get_by_text("Import a board from a file").click()
    page.get_by_label("Or paste it").fill(text)
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("the kind must be one of")).to_be_visible()
    expect(page.get_by_label("Or paste it")).to_have_value(text)
    page.set_input_files("input[type=file]", {"name": "b.json", "mimeType": "text/plain", "buffer": b"[" * 10_000})
    page.get_by_label("Or paste it").fill("")
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("nested more than")).to_be_visible()
    clean(page)
