"""Entering a position: each podium opens in place, by thumb, by keyboard or pasted; what is wrong is said at its field."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from benchmarks.taps import ENTERED, enter_position
from tests.processes import RunningSite
from tests.tier import few

from .conftest import (
    DESKTOP,
    PATIENCE,
    PHONE,
    Open,
    answered,
    ask,
    enter,
    fits,
    line_of,
    more,
    podium,
    score_of,
    settings,
    spins_of,
)

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.journey
@pytest.mark.parametrize("offered", few(1, [True, False]), ids=["offered", "typed"])
def test_a_position_needs_fourteen_taps_and_no_button(open_page: Open, offered: bool) -> None:
    page = open_page("/", viewport=PHONE, has_touch=True)
    page.evaluate("window.samePage = true")
    assert enter_position(page, offered=offered) <= 14
    answered(page)
    expect(page.locator("#asked")).to_have_text(ENTERED)
    expect(page.locator("#below")).not_to_contain_text("Watching an episode?")
    assert page.evaluate("window.samePage")
    # “62” is 62 unless the amount is taken.
    score = score_of(page, "Left")
    score.fill("62")
    offer = podium(page, "Left").get_by_role("button", name="$6,200")
    expect(page.locator("#asked")).to_have_text("62e3,3000w1,0w2@1", timeout=PATIENCE)
    offer.click()
    expect(score).to_have_value("6,200")
    expect(page.locator("#asked")).to_have_text("6200e3,3000w1,0w2@1", timeout=PATIENCE)
    while urlsplit(page.url).path != "/":  # one step, or more where the machine is so slow that numbers rest meanwhile
        page.go_back()
    expect(page.get_by_role("button", name="Press or pass?")).to_be_visible()
    expect(page.locator("#below")).to_contain_text("Watching an episode?")
    expect(page.locator("#live-status")).to_be_hidden()
    expect(page.get_by_label("Left, score")).to_have_value("")
    assert fits(page)


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.name || document.activeElement.textContent.trim()"))


@pytest.mark.journey
def test_the_keyboard_is_enough(open_page: Open, running_site: RunningSite) -> None:
    page = open_page("/")
    keys = page.keyboard
    keys.press("Tab")
    assert focused(page) == "Skip to the first score"
    keys.press("Enter")
    assert focused(page) == "seat1_score"
    keys.type("7000")
    keys.press("Shift+ArrowUp")
    for stop in ("Next", "seat1_earned"):
        while focused(page) != stop:
            keys.press("Tab")
    keys.type("2")
    keys.press("ArrowUp")
    podium(page, "Left").get_by_role("button", name="Next").press("Enter")
    assert focused(page) == "seat2_score"
    keys.type("3k")
    keys.press("Enter")
    assert focused(page) == "seat3_score"
    while focused(page) != "seat3_whammies":
        keys.press("Tab")
    keys.press("ArrowRight")
    expect(page).to_have_url(f"{running_site.url}/p/8000e3,3000,0w1@1", timeout=PATIENCE)
    keys.press("Escape")
    expect(page.locator("#podium-3 > summary")).to_be_focused()


def test_a_podium_shows_what_is_typed_and_a_second_tap_takes_a_whammy_off(open_page: Open) -> None:
    page = open_page("/", viewport=PHONE, has_touch=True)
    shown = page.locator(".podium").nth(1)
    expect(shown).to_contain_text("$3,000")  # the example
    score_of(page, "Center").fill("12,500")
    for key in ("4", "3"):
        podium(page, "Center").get_by_role("button", name=f"Center: {key} spins").tap()
    expect(podium(page, "Center").get_by_role("button", name="Center: 3 spins")).to_have_attribute(
        "aria-pressed", "true"
    )
    podium(page, "Center").get_by_text("+ Passed").tap()
    page.get_by_label("Passed spins of Center").fill("1")
    dot = podium(page, "Center").locator(".dot-1")
    dot.tap()
    expect(shown).to_contain_text("12,500")
    expect(shown).to_contain_text("3 + 1 passed")
    expect(shown).to_contain_text("1 Whammy")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Should Center press or pass?")
    dot.tap()
    expect(shown).to_contain_text("0 Whammies")
    expect(page.get_by_label("The position in one line")).to_have_value("0,12500e3p1,0@2")


def test_the_one_with_spins_or_the_rules_say_who_is_up_until_somebody_else_does(open_page: Open) -> None:
    page = open_page("/")
    more(page, "Right")
    expect(podium(page, "Right").get_by_role("radio", name="Right is up")).to_be_checked()
    more(page, "Center")
    settings(page)
    expect(page.get_by_role("radio", name="The rules decide who’s up")).to_be_checked()
    expect(page.locator(".podium--up")).to_have_count(0)
    podium(page, "Left")  # all three have been seen: the answer knows whom the rules choose
    expect(page.locator(".podium--up")).to_contain_text("Center")
    expect(page.locator("#asked")).to_have_text("0,0e1,0e1@2")
    podium(page, "Left").get_by_role("radio", name="Left is up").check()
    more(page, "Right")
    expect(podium(page, "Left").get_by_role("radio", name="Left is up")).to_be_checked()


def test_what_is_wrong_stands_at_its_field_and_nothing_is_lost(open_page: Open) -> None:
    page = open_page("/", viewport=PHONE)
    enter(page, left="lots", held="99")
    score_of(page, "Center").fill("-500")
    ask(page)

    summary = page.get_by_role("alert")
    expect(summary).to_be_focused()
    expect(summary.get_by_role("listitem")).to_have_count(3)
    assert fits(page)
    score = score_of(page, "Left")
    expect(score).to_have_value("lots")
    expect(score).to_have_attribute("aria-invalid", "true")
    expect(score).to_have_accessible_description("▲ “lots” isn’t an amount of money. Type digits, like 8000 or $8,000.")
    expect(score_of(page, "Center")).to_have_value("-500")
    summary.get_by_role("link", name="Left, Earned").click()
    expect(spins_of(page, "Left")).to_be_focused()
    expect(spins_of(page, "Left")).to_have_value("99")

    enter(page, held="1")
    ask(page)
    answered(page)


def test_board_and_rules_are_changed_in_place(open_page: Open, running_site: RunningSite) -> None:
    page = open_page("/")
    settings(page)
    square = page.locator("[data-square='10'] .visually-hidden")
    before = square.text_content()
    page.get_by_label("Board", exact=True).select_option("pyl-classic-r2")
    expect(square).not_to_have_text(before or "")
    page.get_by_text("Advanced").click()
    page.get_by_label("Rules", exact=True).select_option("seed")
    page.get_by_label("A tie for the top").select_option("joint")
    enter(page, held="1")
    expect(page).to_have_url(f"{running_site.url}/p/8000e1,3000,0@1?board=pyl-classic-r2&rules=seed&ties=joint")
    answered(page)
    expect(page.locator(".settings > summary")).to_contain_text("Composite classic board · simplified rules")


PASTE = """([id, text]) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  document.getElementById(id).dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""


@pytest.mark.journey
@pytest.mark.parametrize("where", few(1, [lambda page: score_of(page, "Left"), line_of]), ids=["score", "line"])
def test_a_whole_position_may_be_pasted_and_how_it_was_read_is_said(
    open_page: Open, where: Callable[[Page], Locator]
) -> None:
    page = open_page("/", viewport=PHONE)
    field = where(page)
    page.evaluate(PASTE, [field.get_attribute("id"), "Left: $8,000 (3)\nCentre: $3,000 W\nRight: out"])
    expect(page.get_by_label("The position in one line")).to_have_value("8000e3,3000w1,0w4@1")
    expect(page.locator("#line-read")).to_have_text(
        "Read as: Left $8,000, 3 earned spins, up · Center $3,000, 1 Whammy · Right out; "
        "taking the 3 in brackets as earned spins."
    )
    expect(page.locator("#asked")).to_have_text("8000e3,3000w1,0w4@1", timeout=PATIENCE)
    assert fits(page)
    more(page, "Center")
    expect(page.locator("#line-read")).to_be_empty()


def test_an_address_brings_board_and_rules(open_page: Open, running_site: RunningSite) -> None:
    page = open_page("/")
    line_of(page)
    address = f"{running_site.url}/p/8000e1,3000,0@1?board=pyl-classic-r2&rules=seed&ties=joint"
    page.evaluate(PASTE, ["id_line", f"Look at {address} !"])
    expect(page).to_have_url(address)
    expect(page.locator(".settings > summary")).to_contain_text("Composite classic board")


def test_a_line_is_read_as_it_is_typed_and_what_is_not_understood_stays(open_page: Open) -> None:
    page = open_page("/")
    line = line_of(page)
    line.fill("8000 bananas / 3000 / 0")
    expect(line).to_have_accessible_description("▲ “bananas” is not understood. Write it like “8000 3 spins 1 Whammy”.")
    page.get_by_role("button", name="Press or pass?").click()
    expect(page.locator("#id_line_error")).to_contain_text("“bananas” is not understood")
    expect(line).to_have_value("8000 bananas / 3000 / 0")
    line.fill("8000 3 spins / 3000 2 spins / 0")
    expect(page.locator("#line-read")).to_contain_text(
        "Center $3,000, 2 earned spins, up"
    )  # the lower score plays first
    page.locator("[name=option_turn_order]").evaluate("(each) => { each.value = 'seat'; }")
    line.fill("8000 4 spins / 3000 2 spins / 0")
    expect(page.locator("#line-read")).to_contain_text("Left $8,000, 4 earned spins, up")


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_targets_are_large_enough_and_nothing_moves(open_page: Open, viewport: dict[str, int]) -> None:
    page = open_page("/", viewport=viewport)
    page.evaluate(
        """() => {
          window.shifted = 0;
          new PerformanceObserver((list) => { for (const each of list.getEntries()) window.shifted += each.value; })
            .observe({ type: "layout-shift", buffered: true });
        }"""
    )
    for name in ("Left", "Center", "Right"):
        editor = podium(page, name)
        for target in editor.locator("button:visible, .dot, .up, input[type=text]:visible, summary:visible").all():
            box = target.bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= 24
        assert fits(page)
    assert page.evaluate("window.shifted") <= 0.01


def test_forced_colors_leave_a_border_to_the_keys_and_to_the_score_in_focus(open_page: Open) -> None:
    page = open_page("/", forced_colors="active")
    unseen = ("0px", "none", "rgba(0, 0, 0, 0)")
    score = score_of(page, "Left")
    for part, side in ((page.get_by_role("button", name="Press or pass?"), "border"), (score, "outline")):
        drawn = part.evaluate(
            """(each, side) => {
              const style = getComputedStyle(each);
              return ["Width", "Style", "Color"].map((what) => style[side === "border" ? `borderTop${what}` : `outline${what}`]);
            }""",
            side,
        )
        assert not set(drawn) & set(unseen), side
