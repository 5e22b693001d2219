"""Estimates of many positions from one grid."""

import pytest

from engine.answers.estimator import Estimator
from engine.answers.question import ask
from engine.game.board import preset_board
from engine.game.options import Rules
from engine.game.position import Position
from engine.game.record.reading import parse_game
from engine.review.plan import plan_review
from engine.review.position_values import PositionValues, position_values
from engine.review.review import review
from engine.solvers.limits import Limits

BOARD = preset_board("pyl-1985-02-r2")
SEED = Rules.preset("seed")
LONG = Limits(seconds=300.0)
GAME = "= 2000e3,3500e2,0e1@3\n3. 2000\n1. 4:5000+ 750 w pass\n2. 1500\n"


@pytest.fixture(scope="module")
def grid():
    root = Position.parse("2000e3,3500e2,0@1")
    estimator = Estimator(ask(root, BOARD, SEED))
    estimator.solve_grids(10.0)
    return estimator


@pytest.mark.parametrize("text", ["2000e3,3500e2,0@1", "3500e2,3500e2,0@1", "2000,3500e2p3,0@2", "0e2w1,3500e2,0@1"])
def test_what_follows_the_root_is_estimated_within_its_error(grid, text):
    position = Position.parse(text)
    exact = position_values(position, BOARD, SEED, LONG)
    estimator = grid.for_position(position)
    estimator.improve(0.2)
    estimates = PositionValues.from_result(estimator.answer())
    for estimate, truth in ((estimates.press, exact.press), (estimates.passing, exact.passing)):
        assert (estimate is None) == (truth is None)
        if estimate is not None:
            assert max(estimate.error) < 0.1
            for value, error, win in zip(estimate.win, estimate.error, truth.win, strict=True):
                assert abs(value - win) <= 4 * error + 1e-3


def test_a_game_with_three_holders_of_spins_is_judged_and_adds_up():
    game_review = review(parse_game(GAME), Limits(seconds=2.0))
    assert game_review.unsolved == 0
    assert max(step.error for step in game_review.judged) < 0.2
    for account in game_review.accounts:
        seat = account.seat
        assert account.start.win[seat] + account.luck + account.skill == pytest.approx(account.end.win[seat], abs=1e-9)


def test_what_the_rules_do_not_lead_to_has_a_root_of_its_own():
    start = "= 2000e3w2,3500e2,0e1@1\n"
    plan = plan_review(parse_game(f"{start}15:-w 500"))
    assert set(plan.roots.values()) == {plan.first}
    plan = plan_review(parse_game(f'[Rules "show lose_whammy=money"]\n{start}15:-w 500'))
    assert {root.notation for root in plan.roots.values()} == {"2000e3w2,3500e2,0e1@1", "2000e2w1,3500e2,0e1@1"}
    plan = plan_review(parse_game(f'[Rules "show opponents=500/optimal/optimal"]\n{start}pass\n3. 500\nfix 2 $4,000'))
    assert [root.notation for root in dict.fromkeys(plan.roots.values())] == [
        "2000e3w2,3500e2,0e1@1",
        "2000w2,3500e2p3,0e1@3",
        "2000w2,4000e2p3,500@2",
    ]
