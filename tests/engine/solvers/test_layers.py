"""Grids on which a finished game counts to the dollar: which of their values are read where."""

import pytest

from engine import Position, Rules, preset_boards
from engine.game.rules import PlayRules
from tests.engine.solvers.kernels import solve_dense
from tests.engine.solvers.readable_grid import root_ply_of, value_of
from tests.engine.tiny import tiny

BOARDS = preset_boards()


def solved(position, board, rules, steps, cap=10_000):
    last, grid = steps
    options = {"memory": 2**31, "grid": grid, "terminal_grid": last, "keep": True, "single": False}
    return solve_dense(position, board, PlayRules(rules, 1, cap), **options)


@pytest.mark.parametrize("text", ["3100e2w3,5000e1,2750e1@1", "500e1,5000e2w1,2000w3@2"])
def test_a_last_step_like_the_others_changes_nothing(text):
    board, rules = BOARDS["pyl-1985-02-r2"], Rules.preset("show")
    one, other = (solved(Position.parse(text), board, rules, steps) for steps in ((None, 500), (500, 500)))
    assert root_ply_of(one) == root_ply_of(other)
    assert one.plan.cells == other.plan.cells


def test_a_small_sum_with_a_spin_leads_to_values_that_are_there():
    """After a pass of four spins the third wins $100 and a spin: below $8,600 the grid itself never has three earned."""
    dense = solved(Position.parse("5239e4w3,2100,7600e2@1"), BOARDS["pyl-1984-09-r1"], Rules.preset("show"), (1, 1000))
    assert dense.value(Position.parse("5239w3,2100,7600e3p3@3"))[0] >= 0  # not NaN
    lower, here, upper = (
        value_of(dense, Position.parse(f"5239w3,2100,{score}e3p3@3"))[2] for score in (7600, 7700, 8600)
    )
    assert here == pytest.approx(0.9 * lower + 0.1 * upper)


def test_between_points_only_those_of_the_same_order_are_read():
    """The leader by $50: of the points around both only one has the leader ahead."""
    dense = solved(Position.parse("0e1,0e1,4000e1@1"), BOARDS["pyl-1985-02-r2"], Rules.preset("show"), (1000, 1000))
    here, point = (value_of(dense, Position.parse(text)) for text in ("2500,2450e1,4000e1@2", "3000,2000e1,4000e1@2"))
    assert here == pytest.approx(point, abs=1e-12)


def test_levels_have_the_same_scores_even_if_all_sums_are_multiples_of_more():
    # Every sum is a multiple of ten steps of this grid; the finished game is told apart to the dollar.
    board, rules = tiny("500 1000 W"), Rules()
    position = Position.parse("1000w3,1500e2,0e3w1@3")
    values = []
    for grid, last in ((None, None), (50, None), (50, 1)):
        dense = solve_dense(position, board, PlayRules(rules, 1, 5000), memory=2**28, grid=grid, terminal_grid=last)
        values.append(value_of(dense, position))
    assert values[1] == pytest.approx(values[0])
    assert values[2] == pytest.approx(values[0])
