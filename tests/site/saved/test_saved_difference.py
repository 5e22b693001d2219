"""Comparing two answers: differences with both errors, in chances or dollars, and differences of the questions."""

from collections.abc import Callable
from typing import Any

import pytest

from engine import Position, Rules, formatting
from pressorpass_site.answers.analyses.answers import Answer
from pressorpass_site.boards import services as boards
from pressorpass_site.questions.question import NextRound, NextSpins, Question
from pressorpass_site.sharing.saved.difference import (
    ComparisonRow,
    ComparisonSide,
    Difference,
    compare_rows,
    compare_screens,
    compare_sides,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_boards")]

NBSP = formatting.NBSP


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
) -> ComparisonSide:
    """Return a question and its answer, with these chances by action and the error `off`."""
    rules = Rules.preset("show").with_options(options)

    def action(win: list[float] | None) -> dict[str, Any] | None:
        if win is None:
            return None
        action_data: dict[str, Any] = {"win": win, "low": [w - off for w in win], "high": [w + off for w in win]}
        if money:
            action_data |= {"worth": money, "worth_error": [money_off / 2] * 3}
        return action_data

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
    return ComparisonSide(
        Question(Position.parse(notation), boards.find_revision(board), rules, now, next_round=then), Answer(result)
    )


def compared(old: ComparisonSide, new: ComparisonSide) -> Difference:
    difference = compare_sides(old, new)
    assert difference
    return difference


def row(difference: Difference, seat: int = 0, action: int = 0) -> Any:
    return difference.odds[seat].rows[action]


def different(old: ComparisonSide, new: ComparisonSide) -> list[ComparisonRow]:
    return [comparison_row for comparison_row in compare_rows(old, new) if not comparison_row.same]


A, B = [0.6, 0.3, 0.1], [0.5, 0.4, 0.1]
EVEN = [0.6, 0.4, 0.0]


def dollars(left_dollars: float, off: float = 0.0) -> ComparisonSide:
    return side(EVEN, None, money=[left_dollars, 2000.0, 0.0], money_off=off, goal="money")


@pytest.mark.parametrize(
    ("old", "new", "told", "sentence"),
    [
        (  # exact answers differ by what lies between
            lambda: side(A, B),
            lambda: side([0.623, 0.277, 0.1], [0.7, 0.2, 0.1]),
            {(0, 0): "60.0% 62.3% +2.3", (1, 0): "30.0% 27.7% −2.3", (2, 0): "10.0% 10.0% 0"},
            "Press in A, pass in B: Left’s chance rises from 60.0% to 70.0%, 10 more wins in 100.",
        ),
        (  # errors of both add up
            lambda: side([0.60, 0.4, 0.0], [0.5, 0.5, 0.0], 0.004),
            lambda: side([0.61, 0.39, 0.0], [0.5, 0.5, 0.0], 0.003),
            {(0, 0): "60.0 ± 0.4% 61.0 ± 0.3% +1.0 ± 0.7", (0, 1): "50.0 ± 0.4% 50.0 ± 0.3% 0 ± 0.7 unsure"},
            "Press in both: Left’s chance rises from 60.0 ± 0.4% to 61.0 ± 0.3%, 1.0 ± 0.7 more wins in 100.",
        ),
        (  # whose turn it is in both is named, though others change more
            lambda: side(A, B),
            lambda: side([0.55, 0.15, 0.3], B),
            {},
            "Press in both: Left’s chance falls from 60.0% to 55.0%, 5 fewer wins in 100.",
        ),
        (
            lambda: side([0.55, 0.15, 0.3], B),
            lambda: side(A, B),
            {},
            "Press in both: Left’s chance rises from 55.0% to 60.0%, 5 more wins in 100.",
        ),
        (lambda: side(A, B), lambda: side(A, B), {}, "Press in both, with the same odds."),
        (  # whose arithmetic differs
            lambda: side(A, B, 1e-9, method="exact"),
            lambda: side([0.6 + 1e-11, 0.3, 0.1], B, 1e-9, method="exact"),
            {},
            "Press in both, with the same odds.",
        ),
        (
            lambda: side([0.60, 0.4, 0.0], [0.5, 0.5, 0.0], 0.02),
            lambda: side([0.61, 0.39, 0.0], [0.5, 0.5, 0.0], 0.02),
            {},
            "Press in both, and no change in the odds is larger than its error.",
        ),
        (  # a difference that is not larger than its error says so
            lambda: side(EVEN, [0.5, 0.5, 0.0], 0.0055),
            lambda: side([0.612, 0.388, 0.0], [0.55, 0.45, 0.0], 0.0055),
            {(0, 0): "+1 ± 2 unsure", (0, 1): "+5 ± 2"},
            "",
        ),
        (lambda: dollars(8000, 150), lambda: dollars(8190), {(0, 0): "+$200 ± $200 unsure"}, ""),
        (lambda: dollars(8000), lambda: dollars(9250, 60), {(0, 0): "$8,000", (0, 0, 1): "+$1,250 ± $60"}, ""),
        (lambda: dollars(9250, 60), lambda: dollars(8000), {(0, 0): "−$1,250 ± $60"}, ""),
        (lambda: dollars(3449.6), lambda: dollars(1200.4), {(0, 0): "−$2,250"}, ""),
        (lambda: side(EVEN, None), lambda: side(EVEN, None), {(0, 0): " 0"}, "Forced in both, with the same odds."),
        (  # what only one of them may do has no difference
            lambda: side(EVEN, None),
            lambda: side(EVEN, [0.7, 0.3, 0.0]),
            {(0, 1): "— 70.0% —"},
            "",
        ),
        (  # differences are those of the figures shown
            lambda: side([0.78243, 0.1, 0.11757], [0.11575, 0.5, 0.38425]),
            lambda: side([0.11646, 0.5, 0.38354], [0.5, 0.3, 0.2]),
            {(0, 0): "78.2% 11.6% −66.6", (0, 1): "11.6% 50.0% +38.4"},
            "",
        ),
    ],
)
def test_a_difference_is_told(
    old: Callable[[], ComparisonSide],
    new: Callable[[], ComparisonSide],
    told: dict[tuple[int, ...], str],
    sentence: str,
) -> None:
    difference = compared(old(), new())
    for place, words in told.items():
        shown = row(difference, *place[:2])
        text = f"{shown.old} {shown.new} {shown.text}{'' if shown.sure else ' unsure'}".replace(NBSP, " ")
        assert words.removesuffix(" unsure") in text
        assert words.endswith("unsure") == text.endswith("unsure")
    assert sentence in difference.sentence.replace(NBSP, " ")


def test_bars_of_dollars_are_on_one_scale() -> None:
    old = side([0.6, 0.4, 0.0], None, money=[8000.0, 2000.0, 0.0], goal="money")
    new = side([0.6, 0.4, 0.0], None, money=[16000.0, 2000.0, 0.0], goal="money")
    assert [[bar.length for bar in screen.bars] for screen in compare_screens(old, new, ("A", "B"))] == [[0.5], [1.0]]
    assert compared(old, new).sentence == "Forced in both: Left’s average rises from $8,000 to $16,000."


def test_where_one_plays_for_money_chances_to_win_are_compared() -> None:
    old = side([0.6, 0.4, 0.0], None, money=[8000.0, 0.0, 0.0], goal="money")
    new = side([0.65, 0.35, 0.0], None)
    difference = compared(old, new)
    assert (difference.measure, difference.unit, row(difference).text) == ("Chance to win", "wins in 100", "+5.0")
    assert [comparison_row.name for comparison_row in different(old, new)] == ["All contestants play"]


def test_without_an_answer_there_is_no_difference() -> None:
    old = side([0.6, 0.4, 0.0], None)
    assert compare_sides(old, ComparisonSide(old.question, None)) is None


def test_what_was_asked_differently_is_named() -> None:
    now = NextSpins(boards.find_revision("pyl-classic-r2"), 2)
    old = side([0.6, 0.4, 0.0], None)
    new = side(
        [0.6, 0.4, 0.0], None, 0.01, notation="8000e1,3500w2p1,0w4@2", board="pyl-classic-r2", ties="joint", now=now
    )
    named = {comparison_row.name: (comparison_row.old, comparison_row.new) for comparison_row in different(old, new)}
    assert named == {
        "Who is up": ("Left", "Center"),
        "Center": ("$3,000", "$3,500, 1 passed spin, 2 Whammies"),
        "Right": ("$0", "out with four Whammies"),
        "Board": ("February 1985 board, revision 1", "Composite classic board, revision 1"),
        "Board of the next spins": ("the same board", "Composite classic board, revision 1 for 2 spins"),
        "A tie for the top": ("shares the win", "is a full win for each"),
        "Method": ("Exact", "Estimated"),
    }
    links = [comparison_row.link for comparison_row in compare_rows(old, new) if comparison_row.link]
    assert links == ["/boards/diff/?from=pyl-1985-02-r2.1&to=pyl-classic-r2.1"]


def test_what_follows_round_1_is_compared() -> None:
    r2, classic = (boards.find_revision(name) for name in (boards.DEFAULT_BOARD, "pyl-classic-r2"))
    last, first, other = (
        side([0.6, 0.4, 0.0], None, 0.01, board="pyl-1984-09-r1", then=then)
        for then in (None, NextRound(r2, 4), NextRound(classic, 1))
    )
    assert [
        (comparison_row.name, comparison_row.old, comparison_row.new) for comparison_row in different(last, first)
    ] == [("After these spins", "the game is over", "4 questions, then February 1985 board, revision 1")]
    (change,) = different(first, other)
    assert change.new == "1 question, then Composite classic board, revision 1"
    assert change.link == "/boards/diff/?from=pyl-1985-02-r2.1&to=pyl-classic-r2.1"
    assert not different(first, first)
