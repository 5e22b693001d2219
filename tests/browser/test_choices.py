"""On a choice square: the squares that show are entered, and the page says which to take."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.processes import RunningSite

from .conftest import PHONE, Open, finished, fits, heavy, refining, stop
from .test_accessibility import RULES

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.journey
def test_beside_an_answer_that_changes_meanwhile(open_page: Open) -> None:
    page = open_page(heavy(3610), viewport=PHONE)
    refining(page)
    page.get_by_text("Choice squares").click()
    page.get_by_text("Square 9: Move One Space").click()
    form = page.locator(".choose__square[open]")
    form.get_by_label("Square 8 shows").select_option("Another amount + one spin")
    form.get_by_label("Dollars on square 8").fill("$20,000")
    form.get_by_role("button", name="Which one?").click()
    expect(page.get_by_text("Choose what square 10 shows.")).to_be_visible()
    expect(form.get_by_label("Square 10 shows")).to_be_focused()
    form.get_by_label("Square 10 shows").select_option("Whammy")
    stop(page)  # puts another answer in the place of the one around the form
    expect(form.get_by_label("Dollars on square 8")).to_have_value("$20,000")
    expect(form.get_by_label("Square 10 shows")).to_have_value("w")
    form.get_by_role("button", name="Which one?").click()
    title = page.locator("#choice-title")
    expect(title).to_have_text("Take square 8: $20,000 + one spin.")
    expect(title).to_be_in_viewport()
    expect(page.locator(".choice__takes li")).to_have_count(2)
    assert fits(page)
    results = Axe().run(page, options=RULES)
    assert results.violations_count == 0, results.generate_report()


def test_without_javascript(open_page: Open, running_site: RunningSite) -> None:
    page = open_page("/p/1000p1w3,2900,0@1", viewport=PHONE)
    finished(page)
    plain = open_page("/p/1000p1w3,2900,0@1", viewport=PHONE, java_script_enabled=False)
    plain.get_by_text("Choice squares").click()
    plain.get_by_role("link", name="Say what the squares show").click()
    plain.get_by_text("Square 6: Pick a Corner").click()
    form = plain.locator(".choose__square[open]")
    form.get_by_label("Square 1 shows").select_option("$1,750")
    form.get_by_label("Square 10 shows").select_option("Another amount")
    form.get_by_label("Square 15 shows").select_option("$2,000 or lose a Whammy")
    form.get_by_role("button", name="Which one?").click()
    expect(plain.get_by_text("Type the amount in dollars.")).to_be_visible()
    expect(form.get_by_label("Square 15 shows")).to_have_value("2000/-w")
    form.get_by_label("Dollars on square 10").fill("1k")
    form.get_by_role("button", name="Which one?").click()
    expect(plain).to_have_url(f"{running_site.url}/choose/1000p1w3,2900,0@1?square=6&shows=1:1750,10:1000,15:2000/-w")
    expect(plain.locator("#choice-title")).to_have_text("Take square 15: $2,000.")
    expect(plain.locator(".choice__takes li")).to_have_count(4)
    assert fits(plain)
