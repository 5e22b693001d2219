"""A whole game is entered on a phone: with mistakes, a server that dies, a lost connection and a second device."""

import re
import shutil
import signal
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.load.followers import Host
from tests.processes import RunningSite, started_site, wait_for

from .conftest import PATIENCE, PHONE, Open
from .test_accessibility import clean

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ROUND_1 = {"type": "round", "round": 1, "spins": [0, 2, 3]}
DOUBLE_TAP_MS = 350  # by the page's clock: what is tapped twice in that time counts once
ROUND_2 = {"type": "round", "round": 2, "spins": [1, 3, 2], "scores": [9000, 2000, 5000], "whammies": [0, 0, 0]}


class Mortal:
    """A site that can be killed, and started again at the same address with the same data."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder, self.stack = folder, stack
        self.site: RunningSite = stack.enter_context(started_site(folder))
        self.url = self.site.url

    def leave(self, _: BrowserContext) -> None:
        """Kill all of its processes."""
        processes = self.site.processes()
        self.site.stop(signal.SIGKILL)
        for process in processes:
            with suppress(psutil.NoSuchProcess):
                process.kill()

    def come_back(self) -> None:
        self.site.log.unlink()
        self.site = self.stack.enter_context(started_site(self.folder, PORT=str(urlsplit(self.url).port)))
        assert self.site.url == self.url


class Shared:
    """The site of all tests, of which only the connection is lost."""

    def __init__(self, site: RunningSite) -> None:
        self.url = site.url

    def leave(self, phone: BrowserContext) -> None:
        phone.set_offline(True)

    def come_back(self) -> None:
        """Nothing is to be done: the phone goes online again."""


@pytest.fixture(params=[pytest.param("lost", marks=pytest.mark.journey), "killed"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Mortal | Shared]:
    """A site that the phone loses: its connection only, or the server dies."""
    if request.param == "lost":
        yield Shared(request.getfixturevalue("running_site"))
        return
    with ExitStack() as stack:
        yield Mortal(shutil.copytree(request.getfixturevalue("prepared_data"), tmp_path / "data"), stack)


@pytest.fixture
def contexts(browser: Browser, site: Mortal | Shared) -> Iterator[list[BrowserContext]]:
    """A phone that enters the game, a phone that enters it too, and somebody who follows it."""
    made = [browser.new_context(base_url=site.url, viewport=PHONE, has_touch=True) for _ in range(3)]  # type: ignore[arg-type]
    for context in made:
        context.set_default_timeout(PATIENCE)
    yield made
    for context in made:
        context.close()


def prompt(page: Page, text: str) -> None:
    expect(page.locator("#prompt h2")).to_have_text(text)


def seat(page: Page, name: str, text: str) -> None:
    expect(page.locator(".podium").filter(has_text=name)).to_contain_text(text)


def rested(page: Page) -> None:
    """Wait until a tap is no second one of the last entry."""
    end = page.evaluate("performance.now()") + DOUBLE_TAP_MS
    page.wait_for_function("end => performance.now() > end", arg=end)


def spin(page: Page, square: int, slide: str) -> None:
    """Two taps."""
    rested(page)
    page.locator(f".ring-list [data-square='{square}'] button").tap()
    page.locator("#step").get_by_role("button", name=slide, exact=True).tap()


def logged(page: Page, *texts: str) -> None:
    """The last events, the newest first."""
    for at, text in enumerate(texts):
        expect(page.locator("#log li > span").nth(at)).to_have_text(text)


def begin_round(page: Page, number: int, *spins: int) -> None:
    form = page.locator(f"#next [data-form][data-round='{number}']:not([data-held])")
    if number == 2:
        page.get_by_text("All spins at once").tap()
    form.get_by_label("Spins of").fill("/".join(map(str, spins)))
    form.get_by_role("button", name=f"Begin round {number}").tap()


@pytest.mark.journey
def test_what_is_said_of_a_position_does_not_outlive_it(open_page: Open, running_site: RunningSite) -> None:
    """While entries wait, the odds before them are gone and the page says so, and nothing moves for that; a call waits."""
    host = Host(running_site.url)
    page = open_page(host.link, viewport=PHONE, has_touch=True)
    odds, before = page.locator("#odds"), page.locator(".odds-now__before")
    host.enter(ROUND_2)
    expect(odds.locator("a b")).to_be_visible()
    expect(before).to_be_hidden()
    said, top = odds.inner_text(), page.locator("#next").evaluate("next => next.offsetTop")
    page.context.set_offline(True)
    page.get_by_role("button", name="Whammy", exact=True).tap()
    expect(before).to_be_visible()
    expect(odds.locator("a b")).to_be_hidden()
    assert page.locator("#next").evaluate("next => next.offsetTop") == top
    page.context.set_offline(False)
    expect(page.locator("#waiting")).to_be_empty()
    expect(odds).not_to_have_text(said)
    expect(before).to_be_hidden()
    page.get_by_role("button", name="Call it first").tap()
    expect(page.locator("#call-form")).to_be_visible()
    page.context.set_offline(True)
    spin(page, 3, "$2,000")
    expect(page.locator("#waiting")).to_contain_text("1 entry waits")
    expect(page.locator("#call-form")).to_be_hidden()
    page.context.set_offline(False)
    expect(page.locator("#waiting")).to_be_empty()
    page.locator("#call-form").get_by_role("button", name="Press", exact=True).tap()
    expect(page.locator("#odds")).to_contain_text(re.compile("Exact|Estimated|Bounded"))


def test_what_is_no_three_spins_is_said_at_its_field(open_page: Open, running_site: RunningSite) -> None:
    page = open_page(Host(running_site.url).link, viewport=PHONE, has_touch=True)
    begin_round(page, 1, 3, 2)
    field = page.locator("#next [data-round='1']").get_by_label("Spins of")
    assert field.evaluate("(each) => each.validationMessage") == "Three numbers, from left to right: 4/3/5"
    begin_round(page, 1, 0, 0, 0)
    expect(page.locator("#problem")).to_contain_text("Enter at least one spin.")
    begin_round(page, 1, 3, 2, 4)
    prompt(page, "Bob is up")


@pytest.mark.journey
def test_a_new_game_is_at_its_first_spin_in_eight_taps(open_page: Open) -> None:
    page = open_page("/games/", viewport=PHONE, has_touch=True)
    taps = 0
    for target in (page.get_by_role("link", name="Follow a game"), page.get_by_label("Spins earned in round 1")):
        target.tap()
        taps += 1
    for key in "4/3/5":
        page.keyboard.press(key)
        taps += 1
    page.get_by_role("button", name="Begin").tap()
    prompt(page, "Center is up")
    expect(page.locator(".ring-list button").first).to_be_enabled()
    assert taps + 1 <= 8
    clean(page)


def test_the_board_comes_though_a_finger_rests_where_it_goes(open_page: Open, running_site: RunningSite) -> None:
    """A part that waits for a pressed pointer brings its board with it, once the pointer is released."""
    host = Host(running_site.url)
    page = open_page(host.link)
    page.locator("#next [name=spins]").first.hover()
    page.mouse.down()
    host.enter(ROUND_1)
    prompt(page, "Bob is up")
    square = page.locator(".ring-list button").first
    expect(square).to_be_disabled()
    page.mouse.up()
    expect(square).to_be_enabled()


def test_who_is_up_leaves_the_amount_pad_free(open_page: Open, running_site: RunningSite) -> None:
    host = Host(running_site.url)
    page = open_page(host.link, viewport=PHONE, has_touch=True)
    host.enter(ROUND_2)
    who = page.get_by_text("Who is up", exact=True)
    who.tap()
    expect(page.locator(".overrule__list")).to_be_visible()
    page.get_by_role("button", name="$ Amount").tap()
    expect(page.locator(".overrule__list")).to_be_hidden()
    page.locator(".pad").get_by_role("button", name="0", exact=True).tap()
    expect(page.locator("#pad-amount")).to_have_value("0")
    page.context.set_offline(True)
    who.tap()
    page.get_by_role("button", name="Cy is up").tap()
    expect(page.locator(".overrule__list")).to_be_hidden()


def test_a_long_name_stays_in_its_button(open_page: Open) -> None:
    page = open_page("/games/new/", viewport={"width": 320, "height": 640})
    page.get_by_label("Left", exact=True).fill("Wolfeschlegelsteinhausenbergerdorff")
    page.get_by_role("button", name="Begin").click()
    page.get_by_label("In the game notation").fill("round 2: 5000e1,3000e1,5000e1 up 2")
    page.get_by_role("button", name="Enter", exact=True).click()
    button = page.locator(".prompt__pass").get_by_role("button", name="Pass to Wolfe")
    expect(button).to_be_visible()
    assert button.evaluate("button => button.scrollWidth <= button.clientWidth")


def test_a_whole_game(site: Mortal | Shared, contexts: list[BrowserContext]) -> None:
    page, second, follower = (context.new_page() for context in contexts)
    trouble: list[str] = []
    for tab in (page, second, follower):
        tab.on("pageerror", lambda error: trouble.append(str(error)))
    page.goto("/games/new/")
    for label, name in (("Left", "Ann"), ("Center", "Bob"), ("Right", "Cy")):
        page.get_by_label(label, exact=True).fill(name)
    page.get_by_label("Hide the odds").check()
    page.get_by_role("button", name="Begin").tap()
    page.wait_for_url("**/enter/")
    follower.goto(page.url.removesuffix("enter/"))

    # Round 1: what is needed is on the screen at once, and a mistake is undone.
    begin_round(page, 1, 1, 2, 3)
    prompt(page, "Ann is up")
    clean(page)
    undo = page.get_by_role("button", name=re.compile("Undo"))
    expect(undo).to_be_in_viewport(ratio=1)  # no scrolling
    sides = page.locator(".ring-list button").evaluate_all(
        "places => places.map(place => place.getBoundingClientRect()).map(box => Math.min(box.width, box.height))"
    )
    assert len(sides) == 18
    assert min(sides) >= 44
    # A prize’s value is typed.
    spin(page, 2, "Prize")
    for key in "1250":
        page.locator(".pad").get_by_role("button", name=key, exact=True).tap()
    page.locator(".pad").get_by_role("button", name="Enter").tap()
    seat(page, "Ann", "$1,250")
    prompt(page, "Bob is up")
    rested(page)
    page.get_by_role("button", name="Whammy", exact=True).evaluate(
        "each => { each.click(); each.click(); }"
    )  # counts once
    seat(page, "Bob", "1 Whammy")
    logged(page, "Bob presses: Whammy.", "Ann presses: a prize worth $1,250, on square 2.")
    undo.tap()
    seat(page, "Bob", "0 Whammies")
    page.get_by_role("button", name=re.compile("Redo")).tap()
    seat(page, "Bob", "1 Whammy")
    undo.tap()
    spin(page, 9, "$550")
    seat(page, "Bob", "$550")
    expect(page.locator(".sq.is-lit")).to_have_attribute("data-square", "9")
    expect(follower.locator("main")).to_contain_text("Bob presses: $550")
    rested(page)
    page.get_by_role("button", name="Pass to Ann 1 spin").tap()
    logged(page, "Bob passes 1 spin to Ann.", "Bob presses: $550, on square 9.")
    # The server is gone. Entries wait, with the connection gone, too; the last one is taken back.
    prompt(page, "Cy is up")
    wait_for("the page was kept", lambda: page.evaluate("caches.match(location.pathname).then(Boolean)"))
    site.leave(contexts[0])
    rested(page)
    page.get_by_role("button", name="Whammy", exact=True).tap()
    spin(page, 2, "$750")
    expect(page.locator("#waiting")).to_contain_text("2 entries wait to be sent: “Whammy”, “$750 on square 2”.")
    seat(page, "Cy", "$750")  # the podiums follow
    seat(page, "Cy", "1 Whammy")
    page.reload()
    prompt(page, "Cy is up")
    seat(page, "Cy", "$750")
    expect(page.locator("#waiting")).to_contain_text("2 entries wait to be sent: “Whammy”, “$750 on square 2”.")
    contexts[0].set_offline(True)
    spin(page, 2, "$500")
    expect(page.locator("#waiting")).to_contain_text("3 entries")
    prompt(page, "Ann is up")
    page.get_by_label("In the game notation").fill("750+")
    page.get_by_role("button", name="Enter", exact=True).tap()
    expect(page.locator("#problem")).to_contain_text("This needs a connection")
    undo.tap()
    expect(page.locator("#waiting")).to_contain_text("2 entries")
    prompt(page, "Cy is up")
    spin(page, 2, "$750")
    rested(page)
    page.get_by_role("button", name="Pass to the higher score").tap()
    spin(page, 3, "$400")
    expect(page.locator("#waiting")).to_contain_text("5 entries")
    site.come_back()
    contexts[0].set_offline(False)
    # What cannot be is refused with the reason, and the rest stays.
    expect(page.locator("#problem")).to_contain_text(
        "“Pass” was not entered. Ann holds a passed spin, which must be played before a pass. "
        "1 later entry: “$400 on square 3”."
    )
    page.get_by_role("button", name="Enter it").tap()
    logged(
        page,
        "Ann must spin: $400, on square 3.",
        "Cy presses: $750, on square 2.",
        "Cy presses: $750, on square 2.",
        "Cy presses: Whammy.",
        "Bob passes 1 spin to Ann.",
    )
    expect(page.locator("#waiting")).to_be_empty()
    prompt(page, "Round 1 is over")

    # The follower’s page has found the server again, too.
    expect(follower.locator("main")).to_contain_text("Ann must spin: $400")
    # Questions, tapped for each contestant; the one of another game is taken back.
    expect(page.locator("#prompt > p")).to_have_text("Question 1 of 4.")
    for name, gain in (("Ann", "0"), ("Bob", "+1"), ("Cy", "+3")):
        page.get_by_role("group", name=name).get_by_role("radio", name=gain, exact=True).tap()
    expect(page.get_by_label("Spins after question 1")).to_have_value("0/1/3")
    clean(page)
    page.get_by_role("button", name="Enter question 1").tap()
    expect(page.locator("#prompt > p")).to_have_text("Question 2 of 4.")
    seat(page, "Cy", "3 spins")
    undo.tap()
    expect(page.locator("#prompt > p")).to_have_text("Question 1 of 4.")
    rested(page)
    # Round 2, with the odds shown when they are asked for.
    begin_round(page, 2, 0, 1, 2)
    prompt(page, "Bob is up")
    page.get_by_role("button", name="Show the odds").first.tap()
    expect(page.locator("#odds")).to_contain_text(re.compile("Exact|Estimated|Bounded"))
    # Two links: followers cannot enter by theirs. A second device goes on by the scorekeeper’s, while the first is
    # offline: its entry is not mixed in unseen.
    second.goto(page.get_by_label("They see the game live").input_value())
    expect(second.get_by_role("heading", name="Share with followers")).to_be_visible()
    expect(second.get_by_role("link", name="Enter spins")).to_have_count(0)
    second.get_by_text("QR code").tap()
    expect(second.locator(".share__code")).to_be_visible()
    page.get_by_text("Scorekeeper’s link", exact=True).tap()
    second.goto(page.get_by_label("Anyone with it can edit this game.").input_value())
    prompt(second, "Bob is up")
    contexts[0].set_offline(True)
    spin(page, 3, "$2,000")
    expect(page.locator("#waiting")).to_contain_text("1 entry waits")
    spin(second, 1, "$1,400")
    prompt(second, "Cy is up")
    contexts[0].set_offline(False)
    expect(page.locator("#problem")).to_contain_text(
        "Meanwhile, on another device: Bob presses: $1,400, on square 1. Yours: “$2,000 on square 3”."
    )
    page.get_by_role("button", name="Drop mine").tap()
    prompt(page, "Cy is up")
    expect(page.locator("#problem")).to_be_empty()
    # A choice square: what the squares show, which to take, and what was taken.
    spin(page, 9, "Move One Space")
    offer = page.locator("#step")
    offer.get_by_role("group", name="What does square 8 show?").get_by_role("button").first.tap()
    offer.get_by_role("group", name="What does square 10 show?").get_by_role("button").first.tap()
    offer.get_by_role("button", name="Which to take?").tap()
    expect(offer.locator(".advice")).to_contain_text("Cy")
    offer.get_by_role("button", name=re.compile("^Took 8")).tap()
    expect(page.locator("#log li > span").first).to_contain_text("from square 9 to square 8")

    # The last event is corrected by tapping it above the pad; prizes offer the values of the game.
    page.locator("#last-event").get_by_role("link").tap()
    expect(page.locator("#step")).to_contain_text("Tap what really came.")
    page.get_by_role("button", name="Amount", exact=True).tap()
    page.get_by_role("button", name="Prize", exact=True).tap()
    expect(page.get_by_role("group", name="Prizes of this game").get_by_role("button")).to_have_text("$1,250")
    for name in ("Back", "Cancel"):
        page.locator("#step").get_by_role("button", name=name).tap()
    # A wrong spin is replaced on the ring, and what came after stays.
    wrong = page.locator("#log li").filter(has_text="Bob presses: $1,400")
    wrong.get_by_role("link").tap()
    expect(page.locator("#step")).to_contain_text(
        f"Fix event {wrong.get_attribute('value')}: Bob presses: $1,400, on square 1. Tap what really came."
    )
    clean(page)
    spin(page, 3, "$2,000")
    seat(page, "Bob", "$2,550")
    fixed = page.locator("#log li").filter(has_text="Bob presses: $2,000, on square 3.")
    expect(fixed).to_contain_text("fixed")
    expect(follower.locator("#story")).to_contain_text("Bob presses: $2,000, on square 3.")
    # Scores can be set by hand, too.
    fixed.get_by_role("link").tap()
    page.get_by_role("link", name="Set scores by hand").tap()
    page.get_by_text("Set scores by hand", exact=True).tap()
    page.locator("#fix").get_by_label("Score").nth(1).fill("1900")
    page.get_by_role("button", name="Set scores", exact=True).tap()
    seat(page, "Bob", "$1,900")
    expect(page.locator("#log li > span").filter(has_text="Corrected: Bob has $1,900.")).to_be_visible()

    while page.locator("#prompt h2").inner_text() == "Cy is up":
        entered = page.locator("#log li").count()
        rested(page)
        page.get_by_role("button", name="Whammy", exact=True).tap()
        expect(page.locator("#log li")).to_have_count(entered + 1)
    prompt(page, "Bob wins with $1,900")
    expect(page.get_by_text("Game over.")).to_be_visible()
    page.get_by_role("link", name="See the review").tap()
    page.wait_for_url("**/review/")
    expect(page.locator("main")).to_contain_text("Bob presses: $2,000")
    expect(follower.locator("main")).to_contain_text("Corrected: Bob has $1,900.")
    assert not trouble
