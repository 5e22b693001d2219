"""A dilemma: called and revealed, a streak kept in the browser, asked of friends; with and without scripts."""

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import DESKTOP, PATIENCE, PHONE, Open, answered, fits
from .test_accessibility import LOOKS, clean

pytestmark = [pytest.mark.browser, pytest.mark.slow]

DAY = "/daily/1/"  # there is one, whatever the clock says
QUICK = "/p/8000e1,3300,0@1?rules=seed"  # asked by no other test
SHIFTS = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) if (!shift.hadRecentInput) sum += shift.value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 500);
})"""


def revealed(page: Page) -> None:
    expect(page.locator(".dilemma__verdict")).to_be_visible(timeout=PATIENCE)


@pytest.mark.journey
def test_a_day_is_called_by_keyboard_and_shared_without_its_answer(open_page: Open) -> None:
    page = open_page(DAY, viewport=PHONE, permissions=["clipboard-read", "clipboard-write"])
    assert not re.search(r"\d\s?%", page.locator("main").inner_text())
    clean(page)
    assert page.evaluate(SHIFTS) <= 0.01
    page.get_by_role("button", name="Pass", exact=True).focus()
    page.keyboard.press("Enter")
    revealed(page)
    expect(page.locator(".dilemma__verdict")).to_be_focused()
    expect(page.locator(".called")).to_have_text(re.compile("Right call!|[Cc]lose|Wrong call"))
    expect(page.get_by_text("You passed.")).to_be_visible()
    clean(page)
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(r"Press or Pass 1 [🟩🟨🟥]\nhttp://\S+/daily/1/", copied)
    page.reload()
    expect(page.get_by_text("You passed.")).to_be_visible()  # it is remembered
    page.get_by_role("link", name="Past days").click()
    expect(page.locator('[data-day="1"]')).to_have_class(re.compile("day--(right|close|wrong)"))
    expect(page.locator("#streak")).to_be_visible()
    clean(page)


def test_days_in_a_row_make_a_streak(open_page: Open) -> None:
    page = open_page("/daily/", viewport=PHONE)
    today = int(re.findall(r"/daily/(\d+)/", page.url)[0])
    page.evaluate("today => localStorage.setItem('dilemmas', JSON.stringify({[today - 1]: 'right*'}))", today)
    page.get_by_role("button", name="Press", exact=True).click()
    revealed(page)
    expect(page.locator("#streak")).to_contain_text("Played 2 days in a row")
    assert re.match(rf"Press or Pass {today} 🟩[🟩🟨🟥]\n", page.locator("#result").input_value())


def test_a_close_call_has_a_square_of_its_own(open_page: Open) -> None:
    page = open_page("/daily/", viewport=PHONE)
    today = int(re.findall(r"/daily/(\d+)/", page.url)[0])
    page.evaluate("today => localStorage.setItem('dilemmas', JSON.stringify({[today - 1]: 'close*'}))", today)
    page.get_by_role("button", name="Press", exact=True).click()
    revealed(page)
    assert re.match(rf"Press or Pass {today} 🟨[🟩🟨🟥]\n", page.locator("#result").input_value())
    expect(page.locator(".streak__days")).to_have_attribute("aria-label", re.compile("^The last days: close, "))
    expect(page.locator(".streak__day--close")).to_have_text("≈")


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("path", [DAY, f"{DAY}?show=1", "/daily/days/", "/dilemma/8000e3,3000,0w2@1"])
def test_pages_are_for_everybody(open_page: Open, path: str, look: dict[str, object]) -> None:
    clean(open_page(path, **look))


def test_without_scripts(open_page: Open) -> None:
    page = open_page("/", viewport=DESKTOP, java_script_enabled=False)
    page.get_by_role("button", name="Press", exact=True).click()
    expect(page).to_have_url(re.compile(r"/daily/\d+/$"))
    revealed(page)
    expect(page.get_by_text("You pressed.")).to_be_visible()
    expect(page.locator("#result")).to_have_value(re.compile(r"Press or Pass \d+\nhttp"))


def test_friends_are_asked_about_an_answer(open_page: Open) -> None:
    page = open_page(QUICK)
    answered(page)
    page.get_by_role("link", name="Ask friends").click()
    expect(page.get_by_role("heading", name="What would you do?")).to_be_visible()
    link = page.locator("#result").input_value()
    friend = open_page(link, viewport=PHONE)
    assert not re.search(r"\d\s?%", friend.locator("main").inner_text())
    friend.get_by_role("button", name="Pass", exact=True).click()
    revealed(friend)
    assert fits(friend)
    friend.get_by_role("link", name="See the whole answer").click()
    expect(friend).to_have_url(re.compile(re.escape(QUICK)))
