"""Nobody asks the browser whether it is online: everything is tried, and what did not reach the site is sent later."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, Request, expect

from tests.load.followers import Host
from tests.processes import RunningSite, wait_for
from tests.tier import few

from .conftest import Open, answered, ask, enter, line_of, more
from .test_following import MONEY, ROUND_2

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# A machine without a network, whose site answers nevertheless.
CLAIMS_OFFLINE = """
Object.defineProperty(Navigator.prototype, "onLine", { get: () => false });
addEventListener("load", () => dispatchEvent(new Event("offline")));
"""
EVERYTHING = re.compile(".*")
WATCHED_SECONDS = 6
MAX_TRIES = 20  # of one address in that time, by several parts of a page; without pauses there would be hundreds


@dataclass
class Case:
    """Something a visitor does: where, the act, what is seen once the site has it, and what the page says before."""

    name: str
    path: str
    act: Callable[[Page], object]
    arrives: Callable[[Page], object]
    waits: str = ""
    follows: bool = False  # a game in which Bob is up
    prepare: Callable[[Page], object] = lambda page: None


def tap(name: str, *, within: str = "main") -> Callable[[Page], object]:
    return lambda page: page.locator(within).get_by_role("button", name=name, exact=True).first.click()


def shows(selector: str, text: str) -> Callable[[Page], object]:
    return lambda page: expect(page.locator(selector).first).to_contain_text(text)


def call(page: Page) -> None:
    page.get_by_label("Your name").fill("Mo")
    tap("Pass")(page)


def in_notation(page: Page) -> None:
    page.get_by_label("In the game notation").fill("750+")
    tap("Enter", within=".words")(page)


def set_money(page: Page) -> None:
    page.get_by_role("group", name="Slide 1").get_by_label("Dollars").fill("7000")
    tap("Square 5")(page)


CASES = [
    Case(
        "a number",
        "/p/8000e1,3400,0@1?rules=seed",
        lambda page: more(page, "Center"),
        shows("#asked", "8000e1,3400e1,0@1"),
        "your numbers are kept",
        prepare=answered,
    ),
    Case(
        "a tapped entry",
        "enter",
        tap("Whammy"),
        shows("#log li", "Bob presses: Whammy."),
        "1 entry waits",
        follows=True,
    ),
    Case("a call", "", call, shows("#call-made", "You called it: pass."), "It is sent once it can be", follows=True),
    Case("a position", "/", lambda page: (enter(page), ask(page)), answered, "your position is kept"),
    Case(
        "a vote on a dilemma",
        "/dilemma/8000e1,3500,0@1",
        tap("Pass"),
        lambda page: expect(page.locator("h1.screen__word")).to_be_visible(),
        "Lost the connection",
    ),
    Case(
        "a square of a board",
        "/boards/pyl-1985-02-r2/",
        set_money,
        shows(".square-1", "$7,000"),
        "What you typed is still here",
        prepare=lambda page: (tap("Edit a copy")(page), expect(page.locator("#editor")).to_be_visible()),
    ),
    Case(
        "a line of text",
        "/",
        lambda page: line_of(page).press_sequentially("8100e1 3000 0"),
        lambda page: expect(page.get_by_label("Left, score")).to_have_value("8,100"),
    ),
    Case(
        "an entry in notation",
        "enter",
        in_notation,
        shows("#log li", "Bob presses: $750"),
        "needs a connection",
        follows=True,
    ),
    Case(
        "hints",
        "enter",
        tap("Call it first"),
        lambda page: expect(page.locator("#call-form")).to_be_visible(),
        "needs a connection",
        follows=True,
    ),
    Case(
        "a fold",
        "/p/8000e1,3000,0@1?rules=seed",
        lambda page: page.get_by_text("Every outcome").click(),
        lambda page: expect(page.locator("#outcomes table")).to_be_visible(),
        "Lost the connection",
        prepare=answered,
    ),
]


@pytest.fixture(params=few(3, CASES), ids=[case.name for case in CASES])
def case(request: pytest.FixtureRequest) -> Case:
    own_case: Case = request.param
    return own_case


def start(case: Case, site: RunningSite, open_page: Open, script: str = "") -> Page:
    path = case.path
    host = Host(site.url) if case.follows else None
    if host:
        host.enter(ROUND_2)
        path = f"/games/{host.code}/"
    page = open_page("/health" if script else path, service_workers="block")
    if script:
        page.add_init_script(script)
        page.goto(path)
    if host and case.path == "enter":
        page.goto(host.link)
    case.prepare(page)
    return page


@pytest.mark.journey
def test_a_browser_that_claims_to_be_offline_changes_nothing(
    case: Case, open_page: Open, running_site: RunningSite
) -> None:
    page = start(case, running_site, open_page, CLAIMS_OFFLINE)
    assert not page.evaluate("navigator.onLine")
    case.act(page)
    case.arrives(page)
    assert not case.waits or case.waits not in page.locator("body").inner_text()


def test_what_did_not_reach_the_site_is_kept_and_sent_by_itself(
    case: Case, open_page: Open, running_site: RunningSite
) -> None:
    """Nothing says that the connection is back, and the page does not ask without end."""
    page = start(case, running_site, open_page)
    requests: list[Request] = []
    page.route(EVERYTHING, lambda route: (requests.append(route.request), route.abort("internetdisconnected")))
    case.act(page)
    if case.waits:
        expect(page.locator("body")).to_contain_text(case.waits)

    def counts() -> list[int]:
        page.title()  # hands over what was asked meanwhile
        urls = [request.url for request in requests]
        return [urls.count(url) for url in urls]

    wait_for("it was tried again", lambda: max(counts(), default=0) >= 2)
    since = page.evaluate("performance.now()")
    wait_for("it was watched", lambda: page.evaluate("performance.now()") - since > 1000 * WATCHED_SECONDS)
    assert max(counts()) <= MAX_TRIES
    page.unroute(EVERYTHING)
    case.arrives(page)


@pytest.mark.parametrize("event", ["focus", "online"])
def test_looking_at_the_page_sends_at_once_what_waits(open_page: Open, running_site: RunningSite, event: str) -> None:
    host = Host(running_site.url)
    page = open_page(host.link, service_workers="block")
    page.clock.install()
    page.goto(host.link)
    host.enter(ROUND_2)
    page.clock.fast_forward(5000)
    shows("#prompt h2", "Bob is up")(page)
    page.route(EVERYTHING, lambda route: route.abort("internetdisconnected"))
    tap("Whammy")(page)
    page.clock.run_for(2000)
    shows("#waiting", "1 entry waits")(page)
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 60)
    page.unroute(EVERYTHING)
    page.evaluate("name => dispatchEvent(new Event(name))", event)
    shows("#log li", "Bob presses: Whammy.")(page)


@pytest.mark.journey
def test_a_follower_whose_browser_claims_to_be_offline_is_not_told_so(
    open_page: Open, running_site: RunningSite
) -> None:
    host = Host(running_site.url)
    page = open_page("/health")
    page.clock.install()
    page.add_init_script(CLAIMS_OFFLINE)
    page.goto(f"/games/{host.code}/")
    page.clock.run_for(1000 * (WATCHED_SECONDS + 1))  # longer than a lost stream goes unsaid
    expect(page.locator("#follow-status")).to_be_hidden()
    for event, up in ((ROUND_2, "Bob"), (MONEY, "Cy")):
        host.enter(event)
        expect(page.locator("#now-title")).to_have_text(f"{up} is up")


def test_a_later_entry_takes_the_place_of_a_form_that_waits(open_page: Open, running_site: RunningSite) -> None:
    host = Host(running_site.url)
    host.enter(ROUND_2)
    page = open_page("/health", service_workers="block")
    page.clock.install()
    page.goto(host.link)
    page.route(EVERYTHING, lambda route: route.abort("internetdisconnected"))
    in_notation(page)
    shows("#problem", "needs a connection")(page)
    tap("Whammy")(page)
    page.unroute(EVERYTHING)
    shows("#log li", "Bob presses: Whammy.")(page)
    page.clock.run_for(3000)
    shows("#log li", "Bob presses: Whammy.")(page)
    expect(page.locator("#text")).to_have_value("750+")
