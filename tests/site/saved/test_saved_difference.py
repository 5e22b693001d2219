"""Two answers compared: differences with both errors, in chances or in dollars, and what was asked differently."""

from typing import Any

import pytest

from engine import Position, Rules, formatting
from pressorpass_site.answers.analyses.answers import Answer
from pressorpass_site.boards import services as boards
from pressorpass_site.questions.question import NextRound, NextSpins, Question
from pressorpass_site.sharing.saved.difference import Difference, Row, Side, difference, rows, screens

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_boards")]

NBSP = formatting.NBSP
MINUS = formatting.MINUS


def side(
    press: list[float],
    passing: list[float] | None,
    off: float = 0.0,
    *,
    notation: str = "8000e1,3000,0@1",
    board: str = boards.DEFAULT_BOARD,
    now: NextSpins | None = None,
    then: NextRound | None = None,
    method: str = "",
    money: list[float] | None = None,
    money_off: float = 0.0,
    **options: str,
) -> Side:
    """A question and its answer: chances by action, each `off` by so much at most."""
    rules = Rules.preset("show").with_options(options)

    def action(win: list[float] | None) -> dict[str, Any] | None:
        if win is None:
            return None
        found: dict[str, Any] = {"win": win, "low": [w - off for w in win], "high": [w + off for w in win]}
        if money:
            found |= {"worth": money, "worth_error": [money_off / 2] * 3}
        return found

    result = {
        "position": notation,
        "rules": rules.options(),
        "method": method or ("estimated" if off else "exact"),
        "actions": {"press": action(press), "pass": action(passing)},
        "best": "press" if passing is None or press[0] > passing[0] else "pass",
        "margin": None if passing is None else abs(press[0] - passing[0]),
        "too_close": False,
        "unit": 1,
        "engine": "1.2.0",
    }
    return Side(Question(Position.parse(notation), boards.find_revision(board), rules, now, then=then), Answer(result))


def compared(old: Side, new: Side) -> Difference:
    found = difference(old, new)
    assert found
    return found


def row(found: Difference, seat: int = 0, action: int = 0) -> Any:
    return found.odds[seat].rows[action]


def different(old: Side, new: Side) -> list[Row]:
    return [each for each in rows(old, new) if not each.same]


def test_exact_answers_differ_by_what_lies_between() -> None:
    found = compared(side([0.6, 0.3, 0.1], [0.5, 0.4, 0.1]), side([0.623, 0.277, 0.1], [0.7, 0.2, 0.1]))
    assert (row(found).old, row(found).new, row(found).text) == ("60.0%", "62.3%", "+2.3")
    assert row(found, 1).text == f"{MINUS}2.3"
    assert row(found, 2).text == "0"
    assert all(each.sure for odds in found.odds for each in odds.rows)
    assert not found.open
    assert found.sentence == "Press in A, pass in B: Left’s chance rises from 60.0% to 70.0%, 10 more wins in 100."


def test_errors_of_both_add_up() -> None:
    found = compared(side([0.60, 0.4, 0.0], [0.5, 0.5, 0.0], 0.004), side([0.61, 0.39, 0.0], [0.5, 0.5, 0.0], 0.003))
    assert row(found).text == f"+1.0{NBSP}±{NBSP}0.7"
    assert row(found).sure
    assert row(found, 0, 1).text == f"0{NBSP}±{NBSP}0.7"
    assert not row(found, 0, 1).sure
    assert found.open
    assert (
        found.sentence
        == f"Press in both: Left’s chance rises from 60.0{NBSP}±{NBSP}0.4% to 61.0{NBSP}±{NBSP}0.3%, 1.0{NBSP}±{NBSP}0.7 more wins in 100."
    )


def test_the_sentence_names_the_chance_that_changes_most() -> None:
    old, new = side([0.6, 0.3, 0.1], [0.5, 0.4, 0.1]), side([0.55, 0.15, 0.3], [0.5, 0.4, 0.1])
    assert (
        compared(old, new).sentence == "Press in both: Right’s chance rises from 10.0% to 30.0%, 20 more wins in 100."
    )
    assert (
        compared(new, old).sentence == "Press in both: Right’s chance falls from 30.0% to 10.0%, 20 fewer wins in 100."
    )
    assert compared(old, old).sentence == "Press in both, with the same odds."


def test_exact_answers_whose_arithmetic_differs_are_the_same() -> None:
    old, new = (side([0.6 + by, 0.3, 0.1], [0.5, 0.4, 0.1], 1e-9, method="exact") for by in (0.0, 1e-11))
    assert compared(old, new).sentence == "Press in both, with the same odds."


def test_a_change_within_the_errors_is_not_called_one() -> None:
    rough = side([0.60, 0.4, 0.0], [0.5, 0.5, 0.0], 0.02)
    said = compared(rough, side([0.61, 0.39, 0.0], [0.5, 0.5, 0.0], 0.02)).sentence
    assert said == "Press in both, and no change in the odds is larger than its error."


def test_each_side_has_its_screen() -> None:
    old, new = side([0.6, 0.3, 0.1], [0.5, 0.4, 0.1]), side([0.5, 0.2, 0.3], [0.7, 0.2, 0.1], 0.03)
    found = screens(old, new, ("A", "B"))
    assert [[(bar.label, round(bar.length, 9)) for bar in each.bars] for each in found] == [
        [("Press", 0.6), ("Pass", 0.5)],
        [("Press", 0.5), ("Pass", 0.7)],
    ]
    assert [str(each.answer and each.answer.gap) for each in found] == [
        "10 more wins in 100",
        f"20{NBSP}±{NBSP}6 more wins in 100",
    ]
    assert [each.bars for each in screens(old, Side(old.question, None), ("A", "B"))][1] == []


def test_bars_of_dollars_are_on_one_scale() -> None:
    old = side([0.6, 0.4, 0.0], None, money=[8000.0, 2000.0, 0.0], goal="money")
    new = side([0.6, 0.4, 0.0], None, money=[16000.0, 2000.0, 0.0], goal="money")
    assert [[bar.length for bar in each.bars] for each in screens(old, new, ("A", "B"))] == [[0.5], [1.0]]
    assert compared(old, new).sentence == "Forced in both: Left’s average rises from $8,000 to $16,000."


def test_a_difference_that_is_not_larger_than_its_error_says_so() -> None:
    old = side([0.6, 0.4, 0.0], [0.5, 0.5, 0.0], 0.0055)
    found = compared(old, side([0.612, 0.388, 0.0], [0.55, 0.45, 0.0], 0.0055))
    assert (row(found).text, row(found).sure) == (f"+1{NBSP}±{NBSP}2", False)
    assert (row(found, 0, 1).text, row(found, 0, 1).sure) == (f"+5{NBSP}±{NBSP}2", True)
    money = {"goal": "money"}
    old = side([0.6, 0.4, 0.0], None, money=[8000.0, 0.0, 0.0], money_off=150, **money)
    found = compared(old, side([0.6, 0.4, 0.0], None, money=[8190.0, 0.0, 0.0], **money))
    assert (row(found).text, row(found).sure) == (f"+$200{NBSP}±{NBSP}$200", False)


def test_an_exact_answer_beside_another_that_says_the_same_is_the_same() -> None:
    found = compared(side([0.6, 0.4, 0.0], None), side([0.6, 0.4, 0.0], None))
    assert (row(found).text, row(found).sure) == ("0", True)
    assert different(side([0.6, 0.4, 0.0], None), side([0.6, 0.4, 0.0], None)) == []
    assert found.sentence == "Forced in both, with the same odds."


def test_what_only_one_of_them_may_do_has_no_difference() -> None:
    found = compared(side([0.6, 0.4, 0.0], None), side([0.6, 0.4, 0.0], [0.7, 0.3, 0.0]))
    assert (row(found, 0, 1).old, row(found, 0, 1).new, row(found, 0, 1).text) == ("—", "70.0%", "—")


def test_money_is_compared_in_dollars() -> None:
    options = {"goal": "money"}
    old = side([0.6, 0.4, 0.0], None, money=[8000.0, 0.0, 0.0], **options)
    new = side([0.6, 0.4, 0.0], None, money=[9250.0, 0.0, 0.0], money_off=60, **options)
    found = compared(old, new)
    assert found.unit == "dollars"
    assert (row(found).old, row(found).text) == ("$8,000", f"+$1,250{NBSP}±{NBSP}$60")
    assert row(compared(new, old)).text == f"{MINUS}$1,250{NBSP}±{NBSP}$60"


def test_where_one_plays_for_money_chances_to_win_are_compared() -> None:
    old = side([0.6, 0.4, 0.0], None, money=[8000.0, 0.0, 0.0], goal="money")
    new = side([0.65, 0.35, 0.0], None)
    found = compared(old, new)
    assert (found.measure, found.unit, row(found).text) == ("Chance to win", "wins in 100", "+5.0")
    assert [each.name for each in different(old, new)] == ["All contestants play"]


def test_without_an_answer_there_is_no_difference() -> None:
    old = side([0.6, 0.4, 0.0], None)
    assert difference(old, Side(old.question, None)) is None


def test_what_was_asked_differently_is_named() -> None:
    now = NextSpins(boards.find_revision("pyl-classic-r2"), 2)
    old = side([0.6, 0.4, 0.0], None)
    new = side(
        [0.6, 0.4, 0.0], None, 0.01, notation="8000e1,3500w2p1,0w4@2", board="pyl-classic-r2", ties="joint", now=now
    )
    named = {each.name: (each.old, each.new) for each in different(old, new)}
    assert named == {
        "Who is up": ("Left", "Center"),
        "Center": ("$3,000", "$3,500, 1 passed spin, 2 Whammies"),
        "Right": ("$0", "out with four Whammies"),
        "Board": ("February 1985 board, revision 1", "Composite classic board, revision 1"),
        "Board of the next spins": ("the same board", "Composite classic board, revision 1 for 2 spins"),
        "A tie for the top": ("shares the win", "is a full win for each"),
        "Method": ("Exact", "Estimated"),
    }
    links = [each.link for each in rows(old, new) if each.link]
    assert links == ["/boards/diff/?from=pyl-1985-02-r2.1&to=pyl-classic-r2.1"]


def test_what_follows_round_1_is_compared() -> None:
    r2, classic = (boards.find_revision(name) for name in (boards.DEFAULT_BOARD, "pyl-classic-r2"))
    last, first, other = (
        side([0.6, 0.4, 0.0], None, 0.01, board="pyl-1984-09-r1", then=then)
        for then in (None, NextRound(r2, 4), NextRound(classic, 1))
    )
    assert [(each.name, each.old, each.new) for each in different(last, first)] == [
        ("After these spins", "the game is over", "4 questions, then February 1985 board, revision 1")
    ]
    (change,) = different(first, other)
    assert change.new == "1 question, then Composite classic board, revision 1"
    assert change.link == "/boards/diff/?from=pyl-1985-02-r2.1&to=pyl-classic-r2.1"
    assert not different(first, first)


@pytest.mark.parametrize(
    ("difference", "uncertainty", "said"),
    [
        (0.012, 0.0, "+1.2"),
        (0.012, 0.0001, "+1.2"),
        (0.012, 0.004, f"+1.2{NBSP}±{NBSP}0.4"),
        (-0.012, 0.0041, f"{MINUS}1.2{NBSP}±{NBSP}0.5"),
        (0.0001, 0.004, f"0{NBSP}±{NBSP}0.4"),
        (0.3, 0.02, f"+30{NBSP}±{NBSP}2"),
    ],
)
def test_points_with_their_error(difference: float, uncertainty: float, said: str) -> None:
    assert formatting.points_within(difference, uncertainty) == said


@pytest.mark.parametrize(
    ("difference", "uncertainty", "said"),
    [
        (1250.0, 0.0, "+$1,250"),
        (-1250.0, 0.4, f"{MINUS}$1,250"),
        (1234.0, 60.0, f"+$1,230{NBSP}±{NBSP}$60"),
        (3.0, 60.0, f"$0{NBSP}±{NBSP}$60"),
    ],
)
def test_dollars_with_their_error(difference: float, uncertainty: float, said: str) -> None:
    assert formatting.money_change_within(difference, uncertainty) == said


def test_differences_are_those_of_the_figures_shown() -> None:
    found = compared(
        side([0.78243, 0.1, 0.11757], [0.11575, 0.5, 0.38425]), side([0.11646, 0.5, 0.38354], [0.5, 0.3, 0.2])
    )
    left = found.odds[0]
    assert [(row.old, row.new, row.text) for row in left.rows] == [
        ("78.2%", "11.6%", f"{MINUS}66.6"),
        ("11.6%", "50.0%", "+38.4"),
    ]
    dollars = compared(
        side([0.5] * 3, None, money=[3449.6, 0, 0], goal="money"),
        side([0.5] * 3, None, money=[1200.4, 0, 0], goal="money"),
    )
    assert dollars.odds[0].rows[0].text == f"{MINUS}$2,250"
