"""Following a game: events arrive by themselves, calls are made before the odds are seen, and nothing comes too early."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.load.followers import Host
from tests.processes import RunningSite
from tests.tier import few

from .conftest import DESKTOP, PHONE, Open, fits
from .test_accessibility import clean

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TABLET = {"width": 820, "height": 1180}
ROUND_2 = {"type": "round", "round": 2, "spins": [1, 1, 1], "scores": [9000, 2000, 5000], "whammies": [0, 0, 0]}
MONEY = {"type": "spin", "square": 5, "came": {"kind": "money", "amount": 750}}
WHAMMY = {"type": "spin", "came": {"kind": "whammy"}}
ROUND_1 = {"type": "round", "round": 1, "spins": [1, 0, 0]}


def watch_what_moves(page: Page) -> None:
    """Add up the layout shifts of a page from now on."""
    page.evaluate(
        """() => {
            window.moved = 0;
            new PerformanceObserver((list) => {
                for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.moved += entry.value;
            }).observe({ type: "layout-shift" });
        }"""
    )


def end_of_the_stage(page: Page) -> float:
    end: float = page.evaluate("document.getElementById('now').getBoundingClientRect().bottom + scrollY")
    return end


@pytest.mark.journey
def test_followers_see_what_is_entered_and_call_it_first(open_page: Open, running_site: RunningSite) -> None:
    host = Host(running_site.url)
    address = f"/games/{host.code}/"
    phone = open_page(address, viewport=PHONE, color_scheme="dark")
    desk = open_page(address, viewport=DESKTOP)
    watch_what_moves(desk)
    expect(phone.locator("#now-title")).to_have_text("Not started yet")

    host.enter(ROUND_2)
    expect(phone.locator("#now-title")).to_have_text("Bob is up")
    expect(phone.locator("#live")).to_have_text(re.compile(r"^Round 2: .+ Bob is up\.$"))
    chances = phone.locator(".chances__bar")
    expect(chances).to_have_attribute("aria-label", re.compile(r"^Chance to win: Ann \d.+, Bob \d.+, Cy \d.+%$"))

    expect(phone.locator(".call-verdict")).to_be_hidden()
    phone.get_by_label("Your name").fill("Mo")
    phone.get_by_role("button", name="Pass", exact=True).click()
    expect(phone.get_by_text("You called it: pass.")).to_be_visible()
    expect(phone.locator(".call-verdict")).to_be_visible()  # what has been called is shown

    host.enter(MONEY)
    expect(phone.locator("#now-title")).to_have_text("Cy is up")
    expect(phone.locator(".sq.is-lit")).to_have_attribute("data-square", "5")
    expect(phone.locator("#podiums [data-seat='1'] .podium__score")).to_have_text("$2,750")
    own = phone.get_by_role("row", name=re.compile(r"^Mo 1 \d .* wins? in 100"))
    expect(own).to_be_visible()
    expect(own).to_have_class("table__marked")
    expect(phone.locator(".call-verdict")).to_be_hidden()

    phone.get_by_text("Show both choices", exact=True).click()
    expect(phone.get_by_text("You have looked at the odds, so you cannot call this one.")).to_be_visible()
    expect(phone.get_by_role("button", name="Pass", exact=True)).to_be_hidden()
    expect(phone.get_by_text("Odds as a table")).to_be_visible()
    clean(phone)

    host.enter(WHAMMY)
    expect(phone.locator("#now-title")).to_have_text("Ann is up")
    # It falls there while the podium blinks.
    expect(phone.locator("#podiums [data-seat='2'] .podium__score")).to_have_text("$0")
    host.enter({"type": "pass"})
    expect(desk.locator("#story li")).to_have_count(4)
    assert desk.evaluate("window.moved") <= 0.01


def test_without_scripts_it_says_what_is_missing(open_page: Open, running_site: RunningSite) -> None:
    host = Host(running_site.url)
    page = open_page(f"/games/{host.code}/", java_script_enabled=False)
    expect(page.locator("noscript > p")).to_contain_text("Following a game needs JavaScript")
    expect(page.locator("noscript > p")).to_be_visible()
    expect(page.get_by_role("heading", name="Call it first")).to_be_hidden()


def test_nothing_moves_through_round_1_and_into_round_2(open_page: Open, running_site: RunningSite) -> None:
    host = Host(running_site.url)
    pages = [open_page(f"/games/{host.code}/", viewport=viewport) for viewport in (PHONE, TABLET, DESKTOP)]
    for page in pages:
        watch_what_moves(page)
    round_event = {"type": "round", "round": 1, "spins": [1, 9, 0]}
    money = {"type": "spin", "came": {"kind": "money", "amount": 500}}
    for count, event in enumerate((round_event, *[money] * 10, {"type": "round", "round": 2, "spins": [1, 1, 1]}), 1):
        host.enter(event)
        for page in pages:
            expect(page.locator("#story li")).to_have_count(count)
    for page in pages:
        expect(page.locator(".chances__bar")).to_be_visible()
    tops = [end_of_the_stage(page) for page in pages]
    host.enter(money)
    for page, top in zip(pages, tops, strict=True):
        expect(page.get_by_role("heading", name="Odds so far")).to_be_visible()
        assert page.evaluate("window.moved") <= 0.01
        assert end_of_the_stage(page) == top


def test_a_call_moves_nothing_below_it(open_page: Open, running_site: RunningSite) -> None:
    host = Host(running_site.url)
    host.enter(ROUND_2)
    page = open_page(f"/games/{host.code}/", viewport=PHONE)
    expect(page.locator(".chances__bar")).to_be_visible()
    before = end_of_the_stage(page)
    page.get_by_role("button", name="Pass", exact=True).click()
    expect(page.get_by_text("You called it: pass.")).to_be_visible()
    assert end_of_the_stage(page) == before
    host.enter(WHAMMY)
    expect(page.locator("#now-title")).to_have_text("Cy is up")
    expect(page.locator(".call-verdict")).to_be_hidden()
    expect(page.get_by_role("row", name=re.compile("^Guest 1 "))).to_be_visible()
    assert end_of_the_stage(page) == before


@pytest.mark.journey
@pytest.mark.parametrize(("width", "most"), few(1, [(360, 620), (390, 660)]))
def test_the_stage_is_one_phone_screen(open_page: Open, running_site: RunningSite, width: int, most: int) -> None:
    """Header and stage, for those who follow and for who enters; round 1 has no empty cards, and nothing moves."""
    host = Host(running_site.url)
    viewport = {"width": width, "height": 664}
    pages = [open_page(address, viewport=viewport) for address in (f"/games/{host.code}/", host.link)]
    watch_what_moves(pages[0])
    for event in (ROUND_1, WHAMMY, ROUND_1 | {"round": 2, "spins": [1, 1, 1]}, MONEY):
        host.enter(event)
        for page in pages:
            expect(page.locator("#log li, #story li")).to_have_count(host.version)
            bottom = page.locator(".stage").evaluate("stage => stage.getBoundingClientRect().bottom + scrollY")
            assert bottom <= most
            assert fits(page)
            assert page.locator(".card:visible:not(:has(p, li, a, button))").count() == 0
    assert pages[0].evaluate("window.moved") <= 0.01


@pytest.mark.journey
def test_an_overlay_follows_in_the_size_of_its_source(open_page: Open, running_site: RunningSite) -> None:
    host = Host(running_site.url)
    address = f"/games/{host.code}/overlay/"
    pages = [open_page(address, viewport={"width": 960 * size, "height": 288 * size}) for size in (1, 2)]
    host.enter(ROUND_2)
    host.enter(MONEY)
    sizes = []
    for page in pages:
        score = page.locator("#podiums [data-seat='1'] .podium__score")
        expect(score).to_have_text("$2,750")
        expect(page.locator(".chances__bar")).to_be_in_viewport(ratio=1)
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
        sizes.append(score.evaluate("each => parseFloat(getComputedStyle(each).fontSize)"))
    assert sizes[1] == pytest.approx(2 * sizes[0], rel=1e-5)  # six digits are told


def test_a_finished_game_has_its_winner_and_asks_for_no_call(open_page: Open, running_site: RunningSite) -> None:
    host = Host(running_site.url)
    host.enter(ROUND_2 | {"spins": [1, 0, 0]})
    watched = open_page(f"/games/{host.code}/")
    expect(watched.get_by_role("heading", name="Call it first")).to_be_visible()
    host.enter(WHAMMY)
    for page in (watched, open_page(f"/games/{host.code}/")):
        expect(page.locator(".podium--up")).to_contain_text("Cy won")
        expect(page.get_by_role("heading", name="Call it first")).to_be_hidden()
        expect(page.get_by_role("heading", name="The room")).to_be_visible()
