"""One estimate that goes on from what it has, and answers what can follow too."""

from dataclasses import replace

import pytest

from engine import CancelFlag, Cancelled, Limits, Position, Rules, preset_boards, solve
from engine.answers.estimator import Estimator
from engine.answers.question import ask
from engine.errors import Unaffordable
from engine.game.rules import legal_actions, pass_spins
from engine.solvers.cancel_flag import ignore_progress
from tests.engine.near import assert_near
from tests.tier import few

BOARD = preset_boards()["pyl-1985-02-r2"]
SEED = Rules.preset("seed")
AMPLE = 600.0


def asked(text, cells=50_000, **limits):
    limits = Limits(AMPLE, method="estimated", cells=cells, **limits)
    return ask(Position.parse(text), BOARD, SEED, limits, None, ignore_progress, CancelFlag())


def improved(text, cells=50_000, **limits):
    estimator = Estimator(asked(text, cells, **limits))
    estimator.improve(AMPLE)
    return estimator


def figures(estimator):
    """Everything but the time."""
    return replace(estimator.answer(), seconds=0.0)


def exact(position):
    return solve(position, BOARD, SEED, Limits(AMPLE, method="exact", fresh=True))


def test_the_work_may_be_done_in_parts():
    whole, parts = improved("2000e2,3500e1,500@1"), Estimator(asked("2000e2,3500e1,500@1"))
    parts.solve_grids(AMPLE)
    assert not parts.has_answer
    parts.improve(AMPLE)
    assert figures(parts) == figures(whole)


@pytest.mark.parametrize("text", few(1, ["2000e3,3500e2,0@1", "3500e2,3500e2,0@1", "0e2w1,3500e2,0@1"]))
def test_what_can_follow_is_answered_by_the_same_grids(text):
    root, position = Estimator(asked("2000e3,3500e2,0@1", 200_000)), Position.parse(text)
    root.solve_grids(AMPLE)
    refined = root.for_position(position)
    refined.improve(AMPLE)
    assert_near(refined.answer(), exact(position), most=0.1)
    to = next(action.to for action in legal_actions(position, SEED) if hasattr(action, "to"))
    after = pass_spins(position, to, SEED)
    refined = root.for_position(after)
    refined.improve(AMPLE)
    assert_near(refined.answer(), exact(after), most=0.1)


def test_what_was_found_stays_when_it_is_stopped():
    estimator, flag = improved("2000e2,3500e1,500@1"), CancelFlag()
    before = figures(estimator)
    flag.set()
    with pytest.raises(Cancelled):
        estimator.for_position(Position.parse("2000e1,3500e1,500@1")).improve(AMPLE, flag)
    assert figures(estimator) == before


def test_too_little_memory_is_said_before_anything_is_solved():
    estimator = Estimator(asked("2000e2,3500e1,500@1", cells=None, memory_bytes=1000))
    with pytest.raises(Unaffordable):
        estimator.improve(AMPLE)
    assert not estimator.has_answer
