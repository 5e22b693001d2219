"""Round 1 by the kernel, held to the oracle with the same value of scores at its end."""

import numpy as np
import pytest
from hypothesis import assume, given

from engine import Unaffordable, Unsettled
from engine.game.rules import Pass, Press, game_over, pass_spins
from engine.solvers.dense.solver import supports
from engine.solvers.score_values import ScoreValues
from tests.engine.solvers.kernels import solve_dense
from tests.engine.solvers.two_rounds import exact_actions, play_rules_of
from tests.engine.strategies import many, two_rounds

STEP, POINTS = 500, 5


def random_values(seed, *, by_seats):
    """Any value of scores whose chances add up to 1."""
    numbers = np.random.default_rng(seed)
    solved = {}
    for out in (0, 1, 2, 4):
        chances = numbers.random((4, 4, 4, POINTS, POINTS, POINTS, 3))
        for seat in range(3):
            if out >> seat & 1:
                chances[..., seat] = 0
        solved[out] = chances / chances.sum(-1, keepdims=True)
    return ScoreValues.of_grid(solved, STEP, 0.0, by_seats=by_seats)


VALUES = [random_values(seed, by_seats=seed > 0) for seed in range(2)]


def test_the_value_of_scores_on_the_grid_and_between():
    solved = {out: np.zeros((4, 4, 4, POINTS, POINTS, POINTS, 3)) for out in (0, 1, 2, 4)}
    for seat in range(3):  # a plane in the scores, which is read exactly anywhere, and jumps where two are level
        x = STEP * np.indices((POINTS,) * 3)[seat] / 10_000
        for out in solved:
            solved[out][..., seat] = 0.1 + x
    level = np.equal(*np.indices((POINTS,) * 3)[:2])
    solved[0][..., level, :] = 0.5
    values = ScoreValues.of_grid(solved, STEP, 0.0, by_seats=True)
    for scores in ([0, 500, 1000], [120, 130, 140], [1990, 10, 700], [499, 500, 501], [0, 1, 2], [1999, 2000, 1998]):
        assert values.values([scores], [0, 1, 2])[0] == pytest.approx([0.1 + x / 10_000 for x in scores], abs=1e-6)
    assert values.values([[700, 700, 1200]], [0, 1, 2])[0] == pytest.approx([0.5] * 3)
    assert values.values([[700, 1200, 1200]], [0, 1, 2])[0] == pytest.approx([0.17, 0.22, 0.22])
    assert values.values([[0, 700, 700]], [4, 1, 2])[0] == pytest.approx([0.1, 0.17, 0.17])


@pytest.mark.parametrize("values", VALUES)
def test_chances_add_up_between_points(values):
    scores = np.random.default_rng(3).integers(0, STEP * POINTS, (500, 3))
    for whammies in ([0, 0, 0], [3, 1, 2]):
        assert values.values(scores, whammies).sum(axis=1) == pytest.approx(1, abs=1e-5)


@many(120)
@given(two_rounds(growing=False, houses=("won",)))
def test_round_1_is_the_oracle(game):
    position, board, rules, _ = game
    play_rules = play_rules_of(rules, position)
    values = VALUES[position.spins % 2]
    assume(not game_over(position, rules) and supports(board, play_rules))
    try:
        expected = exact_actions(position, board, rules, None, value_of_scores=values.value, budget=700)
        dense = solve_dense(position, board, play_rules, memory=10**9, after=values)
    except (Unaffordable, Unsettled):
        assume(False)
    ply = dense.root_ply()
    for action, payoffs in expected.items():
        odds = ply.press if action == Press() else dense.value(pass_spins(position, action.to, rules))
        assert odds == pytest.approx([float(x) for x in payoffs], abs=1e-5), (action, position.notation)
    assert Pass in {type(action) for action in expected} or ply.passing is None
