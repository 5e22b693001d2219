"""From the gallery to an answer and back; opponents chosen one by one; best play beside."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.processes import wait_for

from .conftest import DESKTOP, PATIENCE, PHONE, Open, answered, ask, finished, fits, score_of, settings, spins_of
from .test_accessibility import LOOKS, clean

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("path", ["/moments/", "/rules/"])
def test_pages_are_for_everybody(open_page: Open, path: str, look: dict[str, object]) -> None:
    page = open_page(path, **look)
    for fold in page.locator(".calls summary, .moment__fold summary").all()[:3]:
        fold.click()
    clean(page)


@pytest.mark.parametrize("look", LOOKS)
def test_an_answer_with_a_story_and_best_play_beside_is_for_everybody(open_page: Open, look: dict[str, object]) -> None:
    page = open_page("/p/11500e1,12000,3000w2@1?rules=seed&opponents=cautious", **look)
    answered(page)
    expect(page.get_by_role("region", name="Against best play").get_by_text("Left wins")).to_be_visible(
        timeout=PATIENCE
    )
    settings(page)
    expect(page.get_by_label("Center as an opponent")).to_have_value("cautious")
    clean(page)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_from_home_to_a_moment_s_answer_and_back(open_page: Open, scripts: bool) -> None:
    page = open_page("/", viewport=PHONE, java_script_enabled=scripts)
    page.get_by_role("link", name="All moments").click()
    page.get_by_role("link", name="Puzzles").click()
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="One spin, $500 behind"))
    expect(card.get_by_text("Press is right: ").first).to_be_hidden()
    card.locator("summary", has_text="Pass").click()
    expect(card.get_by_text("Wrong call")).to_be_visible()
    card.locator("summary", has_text="Press").click()
    expect(card.get_by_text("Right call!")).to_be_visible()
    expect(card.get_by_text("Wrong call")).to_be_hidden()
    assert fits(page)
    card.get_by_role("link", name="See the whole answer").click()
    expect(page).to_have_url(re.compile(r"/p/11500e1,12000,3000w2@1$"))
    expect(page.get_by_label("Left, score")).to_have_value("11,500")
    expect(page.get_by_text("after a pass Center must spin")).to_be_visible()
    answered(page)
    page.get_by_role("link", name="One spin, $500 behind").click()
    expect(page).to_have_url(re.compile(r"/moments/\?kind=teaching#c-spin-battle$"))
    assert fits(page)


def test_alone_against_the_house_one_stops_or_presses(open_page: Open) -> None:
    page = open_page("/moments/?kind=teaching#c-house")
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Alone: how far to press?"))
    card.locator(".calls summary", has_text="Press").click()
    card.get_by_role("link", name="See the whole answer").click()
    finished(page)
    expect(page.locator("#verdict")).to_have_text("Press")
    expect(page.locator("#verdict")).to_have_attribute("data-announce", re.compile(r"stopping keeps \$8,500"))


@pytest.mark.parametrize(
    "scripts", [pytest.param(True, id="scripts", marks=pytest.mark.journey), pytest.param(False, id="no-scripts")]
)
def test_opponents_are_chosen_one_by_one(open_page: Open, scripts: bool) -> None:
    page = open_page("/", viewport=PHONE if scripts else DESKTOP, java_script_enabled=scripts)
    score_of(page, "Left").fill("8000")
    spins_of(page, "Left").fill("1")
    score_of(page, "Center").fill("3200")
    score_of(page, "Right").fill("0")
    settings(page, scripts=scripts)
    page.get_by_text("Advanced").click()
    page.get_by_label("Rules", exact=True).select_option("seed")
    page.get_by_label("Center as an opponent").select_option("aggressive")
    page.get_by_label("Right as an opponent").select_option("lead")
    ask(page)
    expect(page.get_by_role("link", name="Right passes with a lead above")).to_be_visible()  # the summary's way to it
    expect(page.get_by_label("Center as an opponent")).to_have_value("aggressive")
    page.get_by_label("Right passes with a lead above").fill("$2,500")
    ask(page)
    expect(page).to_have_url(re.compile(r"opponents=optimal%2Faggressive%2F2500$"))
    answered(page)
    beside(page, scripts=scripts)


def beside(page: Page, *, scripts: bool = True) -> None:
    """Wait for the answer against best play, by reloading the page where scripts do not."""
    card = page.get_by_role("region", name="Against best play")
    verdict = card.get_by_text(re.compile("Left wins .* by pressing"))
    if not scripts:
        wait_for("the answer is there", lambda: page.reload() is not None and verdict.is_visible())
    expect(verdict).to_be_visible(timeout=PATIENCE)
