"""What a pasted text was taken for stands beside the box, and beside the answer."""

from playwright.sync_api import expect

from .conftest import PHONE, Open, ask, line_of

WORDS = "taking “up 2” as who is up"


def test_a_guess_stands_beside_the_box_and_beside_the_answer(open_page: Open) -> None:
    page = open_page("/", viewport=PHONE)
    box = line_of(page)
    if not box.is_visible():
        page.get_by_text("in one line").first.click()
    box.fill("3000e1, 2500e1, 0 up 2")
    expect(page.locator("#line-read")).to_contain_text(WORDS)
    ask(page)
    page.wait_for_url("**/p/**")
    expect(page.locator("main")).to_contain_text(WORDS)
