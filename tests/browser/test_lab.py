"""The lab: each game opens on play, is clean for axe, fits a phone, and is played by clicks, by keys and without scripts."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.processes import wait_for

from .conftest import PATIENCE, PHONE, Open
from .test_accessibility import LOOKS, clean

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NOTES = "open=yahtzee,chance&upper=55&score=125&opp-open=four_kind,yahtzee&opp-upper=55&opp-score=173"
MEMO = "E=.5&A=.75"
# Role and name of what makes the first move, and what the page says afterwards.
FIRST_MOVES = {
    "pig": ("link", "Roll", "in hand|bust"),
    "hog": ("link", "4 dice", "You roll 4 dice"),
    "tree": ("link", "Look at the high branch, 0.75", "It splits again|End point"),
    "yahtzee": ("button", "Roll the others", "1 reroll left"),
    "sebastian": ("button", "Roll the others", "1 reroll left"),
    "yatzy": ("button", "Roll the others", "1 reroll left"),
    "betsy": ("link", "white parakeet on e2", "Choose a square"),
}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(
    "path",
    [
        "/lab/pig/solitaire/",
        "/lab/pig/iterate/?goal=50",
        "/lab/pig/policy/?own=30&opp=40&turn-total=20",
        "/lab/pig/surface/?goal=x",
        "/lab/hog/dice/",
        "/lab/hog/contest/?goal=50",
        "/lab/hog/contest/?policies=x,always:12",
        "/lab/yahtzee/value/",
        "/lab/yahtzee/keep/?roll=1,1,3,4,6&rerolls=2",
        "/lab/yatzy/keep/?roll=1,1,3,4,6&rerolls=2",
        f"/lab/yahtzee/category/?{NOTES}&roll=1,1,2,3,3&objective=win",
        "/lab/yahtzee/keep/?roll=1,2&rerolls=x&open=aces",
        "/lab/sebastian/distribution/?policy=random&games=2000",
        "/lab/sebastian/game/?seed=1",
        f"/lab/tree/win/?strategy=lstrat&{MEMO}",
        f"/lab/tree/depreciation/?strategy=bstrat&{MEMO}",
        "/lab/tree/win/?strategy=hstrat&form=drift&E=.5&top=.5&step=1/6",
        "/lab/tree/?seed=5&seen=h.l&looks=2&advice=1",
        "/lab/tree/?seed=5&way=h",
        "/lab/betsy/perft/?depth=4",
        "/lab/betsy/moves/",
        "/lab/betsy/best/?depth=3",
        "/lab/betsy/play/?seconds=0.5",
        "/lab/betsy/match/?games=2&longest=20",
        "/lab/betsy/game/?a=depth:1&b=random&longest=20",
        "/lab/betsy/evaluate/?side=b",
        "/lab/betsy/moves/?board=x",
        "/lab/betsy/solve/?plies=3&bird=q&place=e4",
    ],
)
def test_pages_with_everything_unfolded(open_page: Open, path: str, look: dict[str, Any]) -> None:
    page = open_page(path, **look)
    expect(page.get_by_role("main")).to_be_visible()

    def settled() -> bool:
        if not page.get_by_role("link", name="Reload").count() and not page.locator("[data-state=waiting]").count():
            return True
        page.wait_for_timeout(300)  # between two looks
        page.reload()
        return False

    wait_for("everything was computed", settled)
    expect(page.get_by_text("Solving…")).to_have_count(0)
    page.evaluate("document.querySelectorAll('main details').forEach((each) => { each.open = true; })")
    clean(page)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("game", FIRST_MOVES)
def test_a_game_opens_on_play(open_page: Open, game: str, look: dict[str, Any]) -> None:
    role, name, said = FIRST_MOVES[game]
    page = open_page(f"/lab/{game}/", **look)
    move = page.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]
    expect(move).to_be_in_viewport(ratio=1)
    for summary in page.locator("main details > summary").all():
        summary.click()
    clean(page)
    move.click()
    expect(page.locator("main")).to_contain_text(re.compile(said), timeout=PATIENCE)


@pytest.mark.parametrize("look", LOOKS)
def test_pig_is_played_by_clicks(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page("/lab/pig/?you=90&them=50&total=5&seed=3", **look)
    page.get_by_role("link", name="Show advice").click()
    expect(page.get_by_role("heading", name=re.compile("^Best: "))).to_be_visible(timeout=PATIENCE)
    clean(page)
    page.get_by_role("link", name="Hold 5").click()
    expect(page.get_by_role("listitem").filter(has_text="You hold: 95 points banked.")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("listitem").filter(has_text=re.compile("They (hold|bust)"))).to_be_visible()
    clean(page)


@pytest.mark.journey
def test_a_question_is_asked_with_a_select_and_a_slider(open_page: Open) -> None:
    page = open_page("/lab/pig/duel/", viewport=PHONE)
    expect(page.get_by_label("Holds at", exact=True).first).not_to_be_visible()
    page.get_by_label("Player A", exact=True).select_option("hold")
    slider = page.get_by_label("Holds at, slider").first
    for _ in range(5):
        slider.press("ArrowRight")
    expect(page.get_by_label("Holds at", exact=True).first).to_have_value("25")
    clean(page)
    page.get_by_role("button", name="Solve").click()
    expect(page.locator("#lab-headline")).to_have_text("50.9%", timeout=PATIENCE)


def test_what_is_typed_while_an_answer_is_worked_out_stays(open_page: Open) -> None:
    page = open_page("/lab/pig/duel/?goal=1000&sides=20")
    expect(page.locator("#lab-answer[data-state='waiting']")).to_be_visible()
    page.get_by_label("Player A", exact=True).select_option("hold")
    expect(page.locator("#lab-headline")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_label("Player A", exact=True)).to_have_value("hold")


def test_a_question_is_asked_without_scripts(open_page: Open) -> None:
    page = open_page("/lab/hog/duel/", viewport=PHONE, java_script_enabled=False)
    page.get_by_label("Player B", exact=True).select_option("bacon")
    page.get_by_label("Bacon worth at least", exact=True).last.fill("8")
    page.get_by_label("Dice", exact=True).last.fill("50")
    page.get_by_label("the average of both").check()
    page.get_by_role("button", name="Solve").click()
    while page.locator("[data-state=waiting]").count():
        page.reload()
    expect(page.get_by_text("Player B must roll from 0 to 10 dice, not 50.").last).to_be_visible()
    expect(page.get_by_label("Dice", exact=True).last).to_have_value("50")
    page.get_by_label("Dice", exact=True).last.fill("5")
    page.get_by_role("button", name="Solve").click()
    while page.locator("[data-state=waiting]").count():
        page.reload()
    expect(page.locator("#lab-headline")).to_be_visible()
    expect(page.get_by_label("the average of both")).to_be_checked()


@pytest.mark.parametrize("look", LOOKS)
def test_a_finished_game_is_reviewed_and_stepped_through(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page("/lab/pig/?goal=19&seed=6&against=hold:9&moves=rrrrh", **look)  # 6, 4, 3, 6
    expect(page.get_by_role("heading", name=re.compile("^Your choices cost"))).to_be_visible(timeout=PATIENCE)
    for summary in page.locator("main details > summary").all():
        summary.click()
    clean(page)
    page.get_by_role("link", name="Step through the game").click()
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_text("Choice 2 of 5")).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("^Best: "))).to_be_visible(timeout=PATIENCE)
    clean(page)


def test_a_card_is_filled_in_by_clicks(open_page: Open) -> None:
    page = open_page("/lab/yahtzee/category/?open=none&roll=")
    for box in ("Aces", "Chance"):
        page.get_by_role("group", name="Your card").get_by_label(box).check()
    page.get_by_label("Yahtzee box").first.select_option("50")
    for die, face in enumerate("45666", 1):
        page.get_by_label(f"The dice, {die}").select_option(face)
    page.get_by_role("button", name="Solve").click()
    expect(page.locator("#lab-headline")).to_have_text("Chance", timeout=PATIENCE)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(("game", "turns"), [("yahtzee", 13), ("yatzy", 15), ("sebastian", 13)])
def test_a_turn_is_played_by_clicks(open_page: Open, game: str, turns: int, look: dict[str, Any]) -> None:
    page = open_page(f"/lab/{game}/?seed=5", **look)
    page.get_by_label("Keep the 1").first.check()
    page.get_by_role("button", name="Roll the others").click()
    expect(page.get_by_role("listitem").filter(has_text="You kept 1. 1 reroll left.")).to_be_visible()
    page.get_by_role("link", name="Show advice").click()
    expect(page.get_by_role("heading", name=re.compile("^Best: "))).to_be_visible(timeout=PATIENCE)
    clean(page)
    page.get_by_role("link", name=re.compile("^Score [0-9]+ in ")).last.click()
    expect(page.get_by_role("heading", name=f"Turn 2 of {turns}")).to_be_visible()
    page.get_by_role("link", name="Take back").click()
    expect(page.get_by_role("heading", name=f"Turn 1 of {turns}")).to_be_visible()


def test_what_has_no_meaning_cannot_be_filled_in(open_page: Open) -> None:
    page = open_page("/lab/tree/win/")
    expect(page.get_by_label("T: top", exact=True)).to_be_disabled()
    page.get_by_label("Split ratios").select_option("uniform")
    expect(page.get_by_label("A: split ratio", exact=True)).to_be_disabled()
    page.get_by_role("button", name="Solve").click()
    expect(page.locator("#lab-headline")).to_have_text("75.0%", timeout=PATIENCE)
    page.get_by_label("values drift").check()
    expect(page.get_by_label("T: top", exact=True)).to_be_enabled()
    expect(page.get_by_label("T: top, slider")).to_be_enabled()


def test_a_game_without_scripts(open_page: Open) -> None:
    page = open_page("/lab/tree/?seed=5", viewport=PHONE, java_script_enabled=False)
    page.get_by_role("link", name="Look at the high branch, 0.75").click()
    expect(page.get_by_text("End point: a loss.")).to_be_visible()
    page.get_by_role("link", name="Go to the low branch, 0.25").click()
    expect(page.get_by_role("heading", name="You are at a point of value 0.25")).to_be_visible()
    page.get_by_role("link", name="Start over").click()
    page.get_by_role("link", name="Go to the high branch, 0.75").click()
    expect(page.get_by_role("heading", name="You lose.")).to_be_visible()
    expect(page.get_by_role("heading", name="The strategies on this tree")).to_be_visible()


def test_the_form_is_walked_through_in_the_order_that_is_seen(open_page: Open) -> None:
    page = open_page("/lab/tree/win/")
    fields = page.locator(".lab-form__fields:has(#id_ends) > .field").all()
    boxes = [box for field in fields if (box := field.bounding_box())]
    assert len(boxes) == len(fields) > 3
    rows = [(round(box["y"]), box["x"]) for box in boxes]
    assert rows == sorted(rows)


def test_a_board_is_set_up_by_taps_and_solved(open_page: Open) -> None:
    page = open_page("/lab/betsy/solve/?plies=3&place=clear", viewport=PHONE, java_script_enabled=False)
    for bird, square in (("white quetzal", "b1"), ("white kingfisher", "c1"), ("black kingfisher", "a8")):
        page.get_by_role("radio", name=bird).check()
        page.get_by_role("button", name=f"{square}: empty").click()
        expect(page.get_by_role("button", name=f"{square}: {bird}")).to_be_in_viewport()
    page.get_by_role("button", name="Solve").click()
    while page.locator("[data-state=waiting]").count():
        page.reload()
    expect(page.locator("#lab-headline")).to_have_text("Quetzal b1 to b6")


@pytest.mark.parametrize("look", LOOKS)
def test_a_game_is_played_by_clicks(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page("/lab/betsy/?seconds=0.5", **look)
    clean(page)
    page.get_by_role("link", name="white parakeet on e2").click()
    expect(
        page.get_by_role("listitem").filter(has_text="Choose a square for the white parakeet on e2.")
    ).to_be_visible()
    clean(page)
    page.get_by_role("link", name="to e4", exact=True).click()
    expect(page.get_by_role("heading", name="Your turn: White")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("Her judgment")).to_be_visible()
    clean(page)
    page.get_by_role("link", name="Show advice").click()
    expect(page.get_by_role("heading", name="Best: ")).to_be_visible(timeout=PATIENCE)
    for summary in page.locator("main details > summary").all():
        summary.click()
    clean(page)


def test_a_move_is_made_by_keys(open_page: Open) -> None:
    page = open_page("/lab/betsy/?you=both")
    page.get_by_role("link", name="white nighthawk on g1").focus()
    page.keyboard.press("Enter")
    page.get_by_role("link", name="to f3", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Black’s turn")).to_be_visible()
    page.get_by_label("Or type a move").fill("e7e5")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="captures black parakeet on e5")).to_have_count(0)
    page.get_by_role("link", name="white nighthawk on f3").click()
    page.get_by_role("link", name="captures black parakeet on e5").click()
    expect(page.get_by_text("White has birds worth 1 parakeet more")).to_be_visible()


@pytest.mark.parametrize("look", LOOKS)
def test_a_wrong_move_is_put_right_where_it_was_typed(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page("/lab/betsy/?you=both", **look)
    page.get_by_label("Or type a move").fill("e2e9")
    page.get_by_role("button", name="Move", exact=True).click()
    expect(page.get_by_label("Or type a move")).to_have_value("e2e9")
    expect(page.locator("#id_move_error")).to_be_visible()
    clean(page)
    page.get_by_label("Or type a move").fill("e2e4")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Black’s turn")).to_be_visible()


def test_drawings_leave_no_letters_in_the_text(open_page: Open) -> None:
    page = open_page("/lab/betsy/?you=both")
    assert "P\nR" not in page.locator("main").inner_text()
    assert "PRNBQK" not in "".join(page.locator("main").inner_text().split())
