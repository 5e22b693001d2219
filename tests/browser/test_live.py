"""The answer follows the podiums and each step further: in place, never blank, with address, history and trail."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.processes import RunningSite, wait_for

from .conftest import (
    DESKTOP,
    PATIENCE,
    PHONE,
    Open,
    Pause,
    answered,
    finished,
    fits,
    line_of,
    more,
    podium,
    score_of,
    spins_of,
)
from .test_accessibility import LOOKS, clean

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# A busy browser would take so long between three clicks of ours that the first one could rest.
IN_A_ROW = "left => { for (const spins of [2, 3, 4]) left.querySelector(`[data-spins='${spins}']`).click(); }"

QUICK = "/p/8000e1,3000,0@1?rules=seed"

# Counts the moments at which no verdict can be seen.
WATCH = """() => {
  window.blanks = 0;
  new MutationObserver(() => { if (!document.querySelector("#verdict")) window.blanks += 1; })
    .observe(document.body, { childList: true, subtree: true });
}"""


def shows(page: Page, site: RunningSite, position: str) -> None:
    """Wait for the answer to this position, address and title included."""
    expect(page).to_have_url(f"{site.url}/p/{position}?rules=seed", timeout=PATIENCE)
    expect(page.locator("#asked")).to_have_text(position, timeout=PATIENCE)
    expect(page).to_have_title(re.compile(rf"^\S.+\. {re.escape(position)} · Press or Pass$"))
    expect(page.locator("#answer")).not_to_have_attribute("aria-busy", "true")


@pytest.mark.parametrize(
    "viewport", [pytest.param(PHONE, id="phone", marks=pytest.mark.journey), pytest.param(DESKTOP, id="desktop")]
)
def test_a_tap_changes_answer_address_and_title_in_place(
    open_page: Open, running_site: RunningSite, viewport: dict[str, int]
) -> None:
    page = open_page(QUICK, viewport=viewport)
    answered(page)
    page.evaluate("window.samePage = true")
    page.evaluate(WATCH)
    more(page, "Center")
    shows(page, running_site, "8000e1,3000e1,0@1")
    expect(spins_of(page, "Center")).to_be_focused()
    expect(page.get_by_label("The position in one line")).to_have_value("8000e1,3000e1,0@1")
    podium(page, "Left").locator(".dot-2").click()
    shows(page, running_site, "8000e1w2,3000e1,0@1")
    score_of(page, "Right").fill("")
    score_of(page, "Right").press_sequentially("1500")
    shows(page, running_site, "8000e1w2,3000e1,1500@1")
    expect(score_of(page, "Right")).to_be_focused()
    assert page.evaluate("window.samePage")
    assert page.evaluate("window.blanks") == 0
    assert fits(page)


def test_the_old_answer_fades_while_the_new_one_is_worked_out(
    open_page: Open, running_site: RunningSite, paused: Pause
) -> None:
    page = open_page(QUICK)
    answered(page)
    said = page.locator("#verdict").inner_text()
    page.evaluate(WATCH)
    with paused():
        spins_of(page, "Right").fill("1")  # no table knows them
        expect(page.locator("#answer")).to_have_attribute("aria-busy", "true")
        expect(page.locator("#live-status")).to_contain_text("Waiting for the solver.")
        expect(page.locator("#live-status")).to_contain_text("This question is next.")
        assert page.locator("#verdict").inner_text() == said
        assert fits(page)
    shows(page, running_site, "8000e1,3000,0e1@1")
    expect(page.locator("#live-status")).to_be_hidden()
    assert page.evaluate("window.blanks") == 0


def test_what_is_wrong_stands_at_its_field_and_the_answer_stays(open_page: Open, running_site: RunningSite) -> None:
    page = open_page(QUICK)
    answered(page)
    said = page.locator("#verdict").inner_text()
    score = score_of(page, "Left")
    score.fill("lots")
    expect(score).to_have_attribute("aria-invalid", "true")
    expect(score).to_have_accessible_description("▲ “lots” isn’t an amount of money. Type digits, like 8000 or $8,000.")
    expect(page.locator("#live-status")).to_contain_text("This answer is for 8000e1,3000,0@1")
    expect(page.locator("#live")).to_contain_text("Left, Score: “lots” isn’t an amount")
    assert page.locator("#verdict").inner_text() == said
    spins_of(page, "Left").fill("0")
    score.fill("8000")
    expect(spins_of(page, "Left")).to_have_accessible_description(re.compile("Give at least one contestant a spin"))
    spins_of(page, "Left").fill("2")
    shows(page, running_site, "8000e2,3000,0@1")
    expect(page.locator("[aria-invalid]")).to_have_count(0)
    expect(page.locator("#podiums .errorlist")).to_have_count(0)


@pytest.mark.journey
def test_back_leads_to_the_numbers_that_rested(open_page: Open, running_site: RunningSite) -> None:
    page = open_page(QUICK)
    answered(page)
    first = page.locator("#verdict").inner_text()
    podium(page, "Left").evaluate(IN_A_ROW)  # one step of the history
    shows(page, running_site, "8000e4,3000,0@1")
    expect(page.locator("#answer")).not_to_have_attribute("data-quiet", "", timeout=PATIENCE)
    podium(page, "Center").get_by_text("+ Passed").click()
    page.get_by_label("Passed spins of Center").press("ArrowUp")
    shows(page, running_site, "8000e4,3000p1,0@1")
    expect(page.locator("#answer")).not_to_have_attribute("data-quiet", "", timeout=PATIENCE)
    page.go_back()
    shows(page, running_site, "8000e4,3000,0@1")
    expect(page.get_by_label("Passed spins of Center")).to_have_value("0")
    page.go_back()
    shows(page, running_site, "8000e1,3000,0@1")
    expect(page.get_by_label("Earned spins of Left")).to_have_value("1")
    assert page.locator("#verdict").inner_text() == first
    page.go_forward()
    shows(page, running_site, "8000e4,3000,0@1")


def test_those_who_listen_are_told_once_when_the_numbers_rest(open_page: Open, running_site: RunningSite) -> None:
    page = open_page(QUICK)
    answered(page)
    page.evaluate(
        """() => {
          window.heard = [];
          const live = document.getElementById("live");
          new MutationObserver(() => window.heard.push(live.textContent)).observe(live, { childList: true });
        }"""
    )
    podium(page, "Left").evaluate(IN_A_ROW)
    shows(page, running_site, "8000e4,3000,0@1")
    expect(page.locator("#live")).to_have_text(re.compile(r"^(Press|Pass|Toss-up|Can’t tell)"), timeout=PATIENCE)
    heard = page.evaluate("window.heard.filter(Boolean)")
    assert len(heard) == 1


@pytest.mark.journey
def test_a_podium_that_is_opened_meanwhile_stops_no_link(open_page: Open) -> None:
    page = open_page("/rules/")
    page.clock.install()
    page.goto(QUICK)
    answered(page)
    held: list[Route] = []
    page.route(re.compile(r"/p/8500e1"), lambda route: held.append(route))
    page.get_by_text("Every outcome").click()
    page.get_by_role("link", name="$500 + one spin").click()
    wait_for("the page was asked for", lambda: page.title() and held)
    score_of(page, "Center").press("End")
    score_of(page, "Center").dispatch_event("input")
    page.clock.run_for(500)  # longer than a change of the podiums waits
    held[0].continue_()
    expect(page.locator("#asked")).to_have_text("8500e1,3000,0@1")
    expect(page.get_by_label("Left, score")).to_have_value("8,500")


def test_an_abandoned_question_is_dropped_and_begun_again_when_somebody_wants_it(
    open_page: Open, running_site: RunningSite
) -> None:
    page = open_page("/p/8000e1,3000,0@1")
    answered(page)
    line = line_of(page)
    line.fill("1000e7,3050,4000e7@1")
    expect(page).to_have_url(f"{running_site.url}/p/1000e7,3050,4000e7@1")
    expect(page.locator("#answer")).to_have_attribute("data-state", "refining", timeout=PATIENCE)
    abandoned_url = page.url
    line.fill("8000e1,3000,0@1")
    expect(page).to_have_title(re.compile("8000e1,3000,0@1"))
    friend = open_page(abandoned_url)
    expect(friend.locator("#answer")).to_have_attribute("data-state", "refining", timeout=PATIENCE)
    expect(friend.locator("#halted")).to_have_count(0)
    friend.locator("#refining").get_by_role("button", name="Stop").click()
    expect(friend.locator("#halted")).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_while_something_is_wrong(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page(QUICK, **look)
    answered(page)
    score_of(page, "Left").fill("lots")
    expect(page.locator("#live-status")).to_contain_text("This answer is for")
    clean(page)


START = "/p/8000e2,3000,0@1?rules=seed"
TRAIL = "trail=8000e2,3000,0@1"


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP])
def test_an_outcome_a_square_and_the_way_back(
    open_page: Open, running_site: RunningSite, viewport: dict[str, int]
) -> None:
    page = open_page(START, viewport=viewport)
    finished(page)
    page.get_by_text("Every outcome").click()
    page.locator("#outcomes").get_by_role("link", name="$750 + one spin", exact=True).click()
    expect(page).to_have_url(f"{running_site.url}/p/8750e2,3000,0@1?rules=seed&{TRAIL}~750s")
    expect(page.locator("#asked")).to_have_text("8750e2,3000,0@1")
    expect(score_of(page, "Left")).to_have_value("8,750")
    finished(page)
    trail = page.get_by_role("navigation", name="The way here")
    expect(trail.locator("[aria-current]")).to_have_text("Left: $750 + one spin")
    expect(trail).to_be_in_viewport()

    page.locator(".ring-list li").filter(has_text="Whammy").first.click()
    square = page.locator("#tile").get_by_role("link", name="Whammy")
    box = square.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 24
    square.click()
    expect(page).to_have_url(f"{running_site.url}/p/0e1w1,3000,0@1?rules=seed&{TRAIL}~750s~w")
    finished(page)
    expect(trail.get_by_role("listitem")).to_have_count(3)
    assert fits(page)

    trail.get_by_role("link", name="Left with $8,000, 2 earned spins").click()
    expect(page).to_have_url(f"{running_site.url}{START}")
    expect(page.locator("#asked")).to_have_text("8000e2,3000,0@1")
    expect(trail).to_have_count(0)
    expect(score_of(page, "Left")).to_have_value("8,000")
    page.go_back()
    expect(trail.get_by_role("listitem")).to_have_count(3)


def test_without_javascript_the_links_are_pages(open_page: Open, running_site: RunningSite) -> None:
    page = open_page(START)
    finished(page)
    plain = open_page(START, java_script_enabled=False)
    plain.get_by_text("Every outcome").click()
    plain.get_by_role("link", name="List them").click()
    plain.locator("#outcomes").get_by_role("link", name="Whammy", exact=True).click()
    expect(plain).to_have_url(f"{running_site.url}/p/0e1w1,3000,0@1?rules=seed&{TRAIL}~w")
    expect(plain.get_by_role("navigation", name="The way here")).to_contain_text("Left: Whammy")
