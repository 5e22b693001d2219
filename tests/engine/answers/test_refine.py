"""Better and better answers, and the first ones of questions that take every other method too long."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import CancelFlag, Limits, NextSpinsBoard, Position, Rules, SolveResult, Unaffordable, refine, solve
from engine.answers.question import ask
from engine.answers.refine import ROUGHER
from engine.answers.rough import rough_estimate
from engine.game.board import DEFAULT_BOARD, preset_board
from engine.game.rules import game_over
from engine.solvers.cancel_flag import ignore
from tests.engine.strategies import boards, many, positions, rules
from tests.tier import few

BOARD = preset_board(DEFAULT_BOARD)


def figures(result):
    """(press and pass) of each seat, with their errors."""
    actions = [action for action in (result.press, result.passing) if action is not None]
    return [pair for action in actions for pair in zip(action.win, action.standard_error or (0.0,) * 3, strict=True)]


def widest(result):
    return max(error for _, error in figures(result))


def assert_agree(found, later):
    for (guess, error), (truth, its) in zip(figures(found), figures(later), strict=True):
        assert abs(truth - guess) <= 4 * math.hypot(error, its)


@pytest.mark.parametrize("text", few(2, ["1000e2,2000e2,3500e1@1", "8000e4,3000,0@1", "2000e2,3500e2,0@1"]))
def test_answers_get_better_until_the_last(text):
    rules = Rules.preset("seed") if text.count("e") == 3 else Rules()
    found = list(refine(Position.parse(text), BOARD, rules, Limits(10.0, 4 * 2**30)))
    assert found[-1].method == "exact" or rules == Rules()
    assert {answer.method for answer in found[:-1]} <= {"estimated"}
    for earlier in found[:-1]:
        assert earlier.seconds < found[-1].seconds
        assert_agree(earlier, found[-1])


@pytest.mark.parametrize("text", ["8000e1,3000,0@1", "8051e1,3001,151@1", "2000e1,3500,0@1"])
def test_no_estimate_precedes_an_exact_answer_that_takes_a_moment(text):
    assert [answer.method for answer in refine(Position.parse(text), BOARD, Rules(), Limits(60))] == ["exact"]


def test_estimates_come_at_once_where_the_exact_answer_takes_seconds():
    found = refine(Position.parse("8000e6,3000,0@1"), BOARD, Rules(), Limits(120, 16 * 2**30))
    first = next(found)
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
    for found in refine(Position.parse(notation), BOARD, Rules().with_options(options), Limits(1.0)):
        assert SolveResult.from_json(found.to_json()) == found
        assert last is None or found.method == "exact" or widest(found) <= ROUGHER * widest(last)
        last = found
    total = sum(outcome.chance * outcome.win[0] for outcome in last.outcomes)
    assert not last.outcomes or total == pytest.approx(last.press.win[0], abs=0.005)


def test_what_is_exact_beyond_the_limits_is_estimated():
    found = list(refine(Position.parse("8000e6,3000,0@1"), BOARD, Rules(), Limits(1.0, 16 * 2**30)))
    assert {answer.method for answer in found} == {"estimated"}


# -- rules of thumb ------------------------------------------------------------------------------


def test_a_first_answer_comes_and_says_how_rough_it_is():
    position = Position.parse("18801p13w2,12345e13,12345p13w3@3")
    found = next(refine(position, BOARD, Rules(goal="blend"), next_spins=NextSpinsBoard(BOARD, 6)))
    assert found.method == "estimated"
    assert min(found.press.standard_error) > 0.05
    assert min(found.press.utility_error) > 0


def test_where_nothing_fits_a_rough_answer_comes_before_the_refusal():
    answers = refine(Position.parse("8000e6,3000,0@1"), BOARD, Rules(goal="blend"), Limits(10.0, memory_bytes=1000))
    found = next(answers)
    assert (found.method, found.too_close) == ("estimated", True)
    assert "rules of thumb" in " ".join(found.notes)
    with pytest.raises(Unaffordable):
        next(answers)


def question(position, board, asked, now=None):
    return ask(position, board, asked, Limits(), now, ignore, CancelFlag())


@many(60)
@given(st.data())
def test_any_question_can_be_played_out_by_rules_of_thumb(data):
    position, board = data.draw(positions(most_spins=6)), data.draw(boards())
    asked = data.draw(rules())
    if game_over(position, asked):
        return
    now = data.draw(st.one_of(st.none(), st.builds(NextSpinsBoard, boards(), st.integers(1, 6))))
    found = rough_estimate(question(position, board, asked, now), 0.0)
    assert found.press or found.passing
    for action in filter(None, (found.press, found.passing)):
        assert all(0 <= win <= 1 for win in action.win)
        assert all(low <= win <= high for low, win, high in zip(action.low, action.win, action.high, strict=True))
        assert asked.ties == "joint" or sum(action.win) < 1 + 1e-9
        assert all(win == 0 for win, contestant in zip(action.win, position.contestants, strict=True) if contestant.out)
        assert (action.utility is None) == (not asked.in_dollars)


@pytest.mark.parametrize(
    "text", ["8000e3,3000,0@1", "2000e2,9000,5000@1", "15000e1,3000p2,6000@2", "5000w3,6000e3,100@2"]
)
def test_rules_of_thumb_state_honest_errors(text):
    position = Position.parse(text)
    exact = solve(position, BOARD, Rules(unit=1000), Limits(method="exact"))
    found = rough_estimate(question(position, BOARD, Rules()), 0.0)
    for mine, its in ((found.press, exact.press), (found.passing, exact.passing)):
        if mine is not None:
            off = [abs(a - b) / error for a, b, error in zip(mine.win, its.win, mine.standard_error, strict=True)]
            assert max(off) < 3
