"""Better and better answers, and the first ones of questions that take every other method too long."""

import math

import pytest

from engine import Limits, NextSpinsBoard, Position, Rules, SolveResult, Unaffordable, refine
from engine.answers.refine import MAX_ERROR_GROWTH
from engine.game.board import DEFAULT_BOARD, preset_board
from tests.tier import few

BOARD = preset_board(DEFAULT_BOARD)


def figures(result):
    """(press and pass) of each seat, with their errors."""
    actions = [action for action in (result.press, result.passing) if action is not None]
    return [pair for action in actions for pair in zip(action.win, action.standard_error or (0.0,) * 3, strict=True)]


def widest(result):
    return max(error for _, error in figures(result))


def assert_agree(earlier, later):
    for (guess, error), (truth, its) in zip(figures(earlier), figures(later), strict=True):
        assert abs(truth - guess) <= 4 * math.hypot(error, its)


@pytest.mark.parametrize("text", few(2, ["1000e2,2000e2,3500e1@1", "8000e4,3000,0@1", "2000e2,3500e2,0@1"]))
def test_answers_get_better_until_the_last(text):
    rules = Rules.preset("seed") if text.count("e") == 3 else Rules()
    results = list(refine(Position.parse(text), BOARD, rules, Limits(10.0, 4 * 2**30)))
    assert results[-1].method == "exact" or rules == Rules()
    assert {answer.method for answer in results[:-1]} <= {"estimated"}
    for earlier in results[:-1]:
        assert_agree(earlier, results[-1])


@pytest.mark.parametrize("text", ["8000e1,3000,0@1", "8051e1,3001,151@1", "2000e1,3500,0@1"])
def test_no_estimate_precedes_an_exact_answer_that_takes_a_moment(text):
    assert [answer.method for answer in refine(Position.parse(text), BOARD, Rules(), Limits(60))] == ["exact"]


def test_estimates_come_at_once_where_the_exact_answer_takes_seconds():
    results = refine(Position.parse("8000e6,3000,0@1"), BOARD, Rules(), Limits(120, 16 * 2**30))
    first = next(results)
    assert first.method == "estimated"
    assert widest(first) <= 0.05


@pytest.mark.parametrize(
    ("notation", "options"),
    [
        ("8000e5,3000,2000@1", {}),  # grids and playouts
        ("6000e3,5000,0@1", {"goal": "money"}),  # in dollars
    ],
    ids=["playouts", "dollars"],
)
def test_no_answer_is_much_rougher_than_the_one_before(notation, options):
    last = None
    for result in refine(Position.parse(notation), BOARD, Rules().with_options(options), Limits(1.0)):
        assert SolveResult.from_json(result.to_json()) == result
        assert last is None or result.method == "exact" or widest(result) <= MAX_ERROR_GROWTH * widest(last)
        last = result
    total = sum(outcome.chance * outcome.win[0] for outcome in last.outcomes)
    assert not last.outcomes or total == pytest.approx(last.press.win[0], abs=0.005)


def test_what_is_exact_beyond_the_limits_is_estimated():
    results = list(refine(Position.parse("8000e6,3000,0@1"), BOARD, Rules(), Limits(1.0, 16 * 2**30)))
    assert {answer.method for answer in results} == {"estimated"}


# -- no answer yet -------------------------------------------------------------------------------


def test_where_nothing_fits_there_is_no_answer_before_the_refusal():
    answers = refine(Position.parse("8000e6,3000,0@1"), BOARD, Rules(goal="blend"), Limits(10.0, memory_bytes=1000))
    with pytest.raises(Unaffordable):
        next(answers)


def test_what_nothing_estimates_is_refused_and_a_unit_is_offered():
    answers = refine(Position.parse("2000e3,3000e4,5000e3@1"), BOARD, Rules(house="play", goal="money"), Limits(5.0))
    with pytest.raises(Unaffordable, match=r"too big for 5 seconds\..*--unit 250"):
        next(answers)
    few = Rules(house="play", goal="money", unit=250)
    assert [result.method for result in refine(Position.parse("8000e1,3000,0@1"), BOARD, few, Limits(60))] == ["exact"]


def test_a_first_answer_comes_from_a_grid_that_was_played_out():
    position = Position.parse("18801p13w2,12345e13,12345p13w3@3")
    result = next(refine(position, BOARD, Rules(goal="blend"), next_spins=NextSpinsBoard(BOARD, 6)))
    assert result.method == "estimated"
    assert any("playing each choice out" in note for note in result.notes)
    assert min(result.press.utility_error) > 0
