"""Round 1 and another board for the next spins, asked with and without JavaScript: chosen, said and kept."""

import re

import pytest
from playwright.sync_api import expect

from .conftest import DESKTOP, PHONE, Open, answered, ask, enter, fits, score_of, settings, spins_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_a_board_of_round_1_is_asked_about_with_questions_and_round_2(open_page: Open, scripts: bool) -> None:
    page = open_page("/", viewport=PHONE if scripts else DESKTOP, java_script_enabled=scripts)
    settings(page, scripts=scripts)
    expect(page.locator("#round-line")).to_have_text("The last round")
    page.locator("#id_board").select_option(label="September 1984 board, round 1")
    if scripts:
        expect(page.locator("#round-line")).to_have_text("Round 1 · 4 questions, then the February 1985 board")
    page.locator("#round-line").click()
    page.get_by_label("Questions before round 2").fill("9")
    assert fits(page)
    enter(page)
    ask(page)

    expect(page.locator("#id_questions_error")).to_contain_text("Questions go from 0 to 5.")
    page.get_by_label("Questions before round 2").fill("")
    ask(page)

    expect(page).to_have_url(re.compile(r"/p/8000e3,3000,0@1\?board=pyl-1984-09-r1&then=pyl-1985-02-r2&questions=4$"))
    answered(page)
    expect(page.locator("#badge-summary")).to_contain_text("Estimated, assuming average questions")
    expect(page.locator("#rules-used")).to_contain_text("then 4 questions and round 2 on the February 1985 board")
    expect(page.locator("#settings-now")).to_contain_text("round 1 · 4 questions, then the February 1985 board")
    assert fits(page)


def test_an_address_of_before_says_what_it_means_and_leads_to_round_1(open_page: Open) -> None:
    page = open_page("/p/8000e3,3000,0@1?board=pyl-1984-09-r1")
    answered(page)
    expect(page.get_by_text("These spins count as the last of the game")).to_be_visible()
    page.get_by_role("link", name="Ask as round 1").click()
    expect(page).to_have_url(re.compile(r"&then=pyl-1985-02-r2&questions=4$"))
    expect(page.locator("#round-line")).to_have_text("Round 1 · 4 questions, then the February 1985 board")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_the_board_changes_after_the_next_spin(open_page: Open, scripts: bool) -> None:
    page = open_page("/", viewport=PHONE if scripts else DESKTOP, java_script_enabled=scripts)
    score_of(page, "Left").fill("8000")
    spins_of(page, "Left").fill("1")
    score_of(page, "Center").fill("3400")
    score_of(page, "Right").fill("0")
    settings(page, scripts=scripts)
    page.get_by_text("Advanced").click()
    page.get_by_label("Rules", exact=True).select_option("seed")
    page.get_by_label("spins the board is").select_option(label="Composite classic board")
    page.get_by_label("For the next number of").fill("9")
    assert fits(page)
    ask(page)

    expect(page.locator("#id_spins_error")).to_contain_text("Spins go from 0 to 6.")
    expect(page.get_by_label("For the next number of")).to_have_value("9")
    expect(page.get_by_label("spins the board is")).to_have_value("pyl-classic-r2")
    page.get_by_label("For the next number of").fill("1")
    ask(page)

    expect(page).to_have_url(re.compile(r"/p/8000e1,3400,0@1\?now=pyl-classic-r2&spins=1&rules=seed$"))
    answered(page)
    said = "For the next spin on the Composite classic board, then on the February 1985 board"
    expect(page.locator("#rules-used")).to_contain_text(said)
    expect(page.locator(".settings__now")).to_contain_text("Composite classic board for 1 spin, then")
    assert fits(page)

    # The form asks it again as it is.
    score_of(page, "Left").fill("8500")
    ask(page)
    expect(page).to_have_url(re.compile(r"/p/8500e1,3400,0@1\?now=pyl-classic-r2&spins=1&rules=seed$"))
