"""Entering a position: podiums and line in step, by keyboard alone, and what is wrong beside its field."""

import pytest
from playwright.sync_api import Page, expect

from tests.processes import RunningSite

from .conftest import PHONE, Open, answered, ask, enter, fits, line_of, more, score_of, settings, spins_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_line_and_podiums_are_kept_in_step(open_page: Open) -> None:
    page = open_page("/")
    line = line_of(page)
    enter(page)
    expect(line).to_have_value("8000e3,3000,0@1")
    more(page, "Left")
    page.locator("[data-seat='3'] .dot-2").click()
    expect(line).to_have_value("8000e4,3000,0w2@1")

    line.fill("2,5")
    line.fill("$12,500 2 whammies / 4000 5 spins up / 0 out")
    expect(page.get_by_label("Left, score")).to_have_value("12,500")
    expect(page.get_by_label("Earned spins of Center")).to_have_value("5")
    expect(page.get_by_role("radio", name="Center is up")).to_be_checked()
    expect(page.locator("[data-seat='1'] input[value='2'][name$=whammies]")).to_be_checked()
    expect(page.locator("[data-seat='3'] input[value='4']")).to_be_checked()


def test_a_whammy_is_a_tap_and_a_second_tap_takes_it_off(open_page: Open) -> None:
    page = open_page("/", viewport=PHONE, has_touch=True)
    dot = page.locator("[data-seat='2'] .dot-1")
    dot.tap()
    expect(dot.locator("input")).to_be_checked()
    dot.tap()
    expect(page.locator("[data-seat='2'] .dot-0 input")).to_be_checked()


def test_the_one_with_spins_or_the_rules_say_who_is_up_until_somebody_else_does(open_page: Open) -> None:
    page = open_page("/")
    more(page, "Right")
    expect(page.get_by_role("radio", name="Right is up")).to_be_checked()
    more(page, "Center")
    expect(page.get_by_role("radio", name="The rules decide who’s up")).to_be_checked()
    page.get_by_role("radio", name="Left is up").check()
    more(page, "Right")
    expect(page.get_by_role("radio", name="Left is up")).to_be_checked()


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.name || document.activeElement.textContent.trim()"))


def test_the_keyboard_is_enough(open_page: Open, running_site: RunningSite) -> None:
    page = open_page("/")
    for _ in range(20):
        page.keyboard.press("Tab")
        if focused(page) == "seat1_score":
            break
    keys = page.keyboard
    spoken = {
        "seat1_score": "8000",
        "seat1_earned": "2",
        "Passed spins of Left": "",
        "seat1_whammies": "",
        "seat2_score": "3000",
        "seat2_earned": "0",
        "Passed spins of Center": "",
        "seat2_whammies": "",
        "seat3_score": "0",
        "seat3_earned": "0",
        "Passed spins of Right": "",
        "seat3_whammies": "",
    }
    for name, value in spoken.items():
        if name != "seat1_score":
            keys.press("Tab")
        if focused(page) == "up":  # a radio group of several fieldsets may be met again
            keys.press("Tab")
        assert focused(page) == name
        if value:
            keys.type(value)
        if name == "seat1_earned":
            keys.press("ArrowUp")
        if name == "seat2_whammies":
            keys.press("ArrowRight")
    keys.press("Tab")
    assert focused(page) == "Press or pass?"
    keys.press("Enter")
    expect(page).to_have_url(f"{running_site.url}/p/8000e3,3000w1,0@1")


def test_what_is_wrong_stands_at_its_field_and_nothing_is_lost(open_page: Open) -> None:
    page = open_page("/", viewport=PHONE)
    enter(page, left="lots")
    score_of(page, "Center").fill("-500")
    spins_of(page, "Left").fill("99")
    ask(page)

    summary = page.get_by_role("alert")
    expect(summary).to_be_focused()
    expect(summary.get_by_role("listitem")).to_have_count(3)
    assert fits(page)
    score = score_of(page, "Left")
    expect(score).to_have_value("lots")
    expect(score).to_have_attribute("aria-invalid", "true")
    expect(score).to_have_accessible_description("▲ “lots” isn’t an amount of money. Type digits, like 8000 or $8,000.")
    expect(page.get_by_label("Center, score")).to_have_value("-500")
    expect(page.get_by_label("Earned spins of Left")).to_have_value("99")

    summary.get_by_role("link", name="Left, Score").click()
    expect(score).to_be_focused()
    score.fill("8000")
    score_of(page, "Center").fill("3000")
    spins_of(page, "Left").fill("1")
    ask(page)
    answered(page)


def test_a_line_that_cannot_be_read_stays_as_it_was_typed(open_page: Open) -> None:
    page = open_page("/")
    enter(page)
    line = line_of(page)
    line.fill("8000 many spins / 3000 / 0")
    ask(page)
    expect(page.locator("#id_line_error")).to_contain_text("“many” is not understood")
    expect(line).to_have_value("8000 many spins / 3000 / 0")
    expect(page.get_by_label("Left, score")).to_have_value("8,000")


@pytest.mark.parametrize(
    ("seat", "part", "typed", "words"),
    [
        ("1", "score", "1" + "0" * 30, "up to $999,999"),
        ("1", "score", "1e5", "isn’t an amount"),
        ("2", "earned", "-3", "can’t be negative"),
        ("1", "earned", "0", "Give at least one contestant a spin"),
    ],
)
def test_absurd_numbers(open_page: Open, seat: str, part: str, typed: str, words: str) -> None:
    page = open_page("/")
    enter(page)
    field = page.locator(f"#id_seat{seat}_{part}")
    field.fill(typed)
    ask(page)
    expect(page.locator(f"#id_seat{seat}_{part}_error")).to_contain_text(words)
    expect(field).to_have_value(typed)


def test_board_and_rules_are_changed_in_place(open_page: Open, running_site: RunningSite) -> None:
    page = open_page("/")
    enter(page, held="1")
    settings(page)
    page.get_by_label("Board", exact=True).select_option("pyl-classic-r2")
    page.get_by_label("Rules", exact=True).select_option("seed")
    page.get_by_label("A tie for the top").select_option("joint")
    ask(page)
    expect(page).to_have_url(f"{running_site.url}/p/8000e1,3000,0@1?board=pyl-classic-r2&rules=seed&ties=joint")
    answered(page)
    expect(page.locator(".settings > summary")).to_contain_text("Composite classic board · simplified rules")


PASTE = """([id, text]) => {
  const field = document.getElementById(id);
  field.focus();
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""


@pytest.mark.parametrize("field", ["id_line", "id_seat1_score", "id_seat2_earned"])
def test_a_whole_position_may_be_pasted_anywhere_and_how_it_was_read_is_said(open_page: Open, field: str) -> None:
    page = open_page("/", viewport=PHONE)
    page.evaluate(PASTE, [field, "Left: $8,000 (3)\nCentre: $3,000 W\nRight: out"])
    expect(page.get_by_label("The position in one line")).to_have_value("8000e3,3000w1,0w4@1")
    expect(page.get_by_label("Left, score")).to_have_value("8,000")
    expect(page.locator("#line-read")).to_have_text(
        "Read as: Left $8,000, 3 earned spins, up · Center $3,000, 1 Whammy · Right out; "
        "taking the 3 in brackets as earned spins."
    )
    assert fits(page)
    more(page, "Center")
    expect(page.locator("#line-read")).to_be_empty()


def test_an_address_brings_board_and_rules(open_page: Open, running_site: RunningSite) -> None:
    page = open_page("/")
    address = f"{running_site.url}/p/8000e1,3000,0@1?board=pyl-classic-r2&rules=seed&ties=joint"
    page.evaluate(PASTE, ["id_line", f"Look at {address} !"])
    expect(page.locator(".settings > summary")).to_contain_text("Composite classic board")
    ask(page)
    expect(page).to_have_url(address)


def test_what_is_not_understood_is_said_beside_the_line(open_page: Open) -> None:
    page = open_page("/")
    line = line_of(page)
    line.fill("8000 bananas / 3000 / 0")
    expect(line).to_have_accessible_description("▲ “bananas” is not understood. Write it like “8000 3 spins 1 Whammy”.")
    line.fill("8000 3 spins / 3000 / 0")
    expect(page.get_by_label("Left, score")).to_have_value("8,000")
    expect(line).not_to_have_attribute("aria-invalid", "true")


def test_an_unfinished_entry_outlives_a_reload(open_page: Open) -> None:
    page = open_page("/")
    score_of(page, "Left").fill("8000")
    more(page, "Left")
    score_of(page, "Center").fill("abc")
    page.reload()
    expect(page.get_by_label("Left, score")).to_have_value("8,000")
    expect(page.get_by_label("Center, score")).to_have_value("abc")
    expect(page.get_by_label("Earned spins of Left")).to_have_value("1")


def test_targets_are_as_large_as_a_thumb(open_page: Open) -> None:
    page = open_page("/", viewport=PHONE)
    for button in page.locator("[data-step], .button").all():
        box = button.bounding_box()
        assert box
        assert box["width"] >= 44
        assert box["height"] >= 44


def test_an_amount_with_cents_is_told_of_beside_its_field(open_page: Open) -> None:
    page = open_page("/")
    score = score_of(page, "Left")
    score.fill("8000.50")
    score.blur()
    expect(page.locator("[data-seat='1'] .errorlist")).to_have_text("Use whole dollars, without cents.")
    expect(score).to_have_attribute("aria-invalid", "true")
    score.fill("8000")
    score.blur()
    expect(page.locator("[data-seat='1'] .errorlist")).to_have_count(0)
    expect(score).to_have_value("8,000")


def test_the_chosen_rules_decide_who_is_up_where_a_line_does_not_say_it(open_page: Open) -> None:
    page = open_page("/")
    line, read = line_of(page), page.locator("#line-read")
    line.fill("8000 3 spins / 3000 2 spins / 0")
    expect(read).to_contain_text("Center $3,000, 2 earned spins, up")  # the lower score plays first
    page.locator("[name=option_turn_order]").evaluate("(each) => { each.value = 'seat'; }")
    line.fill("8000 4 spins / 3000 2 spins / 0")
    expect(read).to_contain_text("Left $8,000, 4 earned spins, up")


def test_forced_colors_leave_a_border_to_the_buttons_and_to_the_score_in_focus(open_page: Open) -> None:
    page = open_page("/", forced_colors="active")
    unseen = ("0px", "none", "rgba(0, 0, 0, 0)")
    for name in ("Press or pass?", "Press", "Pass"):
        button = page.get_by_role("button", name=name, exact=True)
        drawn = button.evaluate(
            "each => (s => [s.borderTopWidth, s.borderTopStyle, s.borderTopColor])(getComputedStyle(each))"
        )
        assert not set(drawn) & set(unseen), name
    score = score_of(page, "Left")
    score.focus()
    drawn = score.evaluate("each => (s => [s.outlineWidth, s.outlineStyle, s.outlineColor])(getComputedStyle(each))")
    assert not set(drawn) & set(unseen)
