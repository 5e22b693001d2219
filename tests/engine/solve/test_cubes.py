"""How cubes are computed changes nothing about what they say."""

import importlib

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine import Position, Rules, preset_boards
from engine.errors import BoardError, Unaffordable, Unproven, Unsettled
from engine.game.rules import PlayRules, game_over
from engine.solve.boxes.cubes import Cubes, cubes_apply
from engine.solve.cancel_flag import CancelFlag
from tests.engine.solve.kernels import cubes
from tests.engine.strategies import boards, many, positions, rules

SOLVER = importlib.import_module("engine.solve.boxes.solver")  # `engine.solve` is a function too
PLAN = importlib.import_module("engine.solve.boxes.range_plan")
FEBRUARY = preset_boards()["pyl-1985-02-r2"]


def answer(position, board, play_rules, **options):
    try:
        ply = cubes(position, board, play_rules, **options)
    except Unsettled:
        return "unsettled"
    return ply.press, ply.passing, ply.outcomes


@many(60)
@given(
    boards(growing=False),
    rules(),
    positions(most_spins=6, holders=(2, 3, 3)),
    st.booleans(),
    st.sampled_from([None, 1000]),
)
def test_threads_that_share_a_block_change_no_bit(board, rules, position, single, grid):
    assume(not game_over(position, rules) and not position.alone)
    play_rules = PlayRules(rules, rules.unit, rules.cap)
    kept = SOLVER.SHARED_CELLS
    SOLVER.SHARED_CELLS = 0
    try:
        assume(cubes_apply(board, play_rules))
        alone = answer(position, board, play_rules, single=single, grid=grid)
        assert answer(position, board, play_rules, single=single, grid=grid, threads=3) == alone
    except (BoardError, Unaffordable):
        assume(False)
    finally:
        SOLVER.SHARED_CELLS = kept


@many(60)
@given(
    boards(growing=False),
    rules(),
    positions(most_spins=6, holders=(1, 2, 3)),
    st.booleans(),
    st.sampled_from([None, 1000]),
)
def test_what_memory_held_before_changes_no_bit(board, rules, position, single, grid):
    assume(not game_over(position, rules) and not position.alone)
    play_rules = PlayRules(rules, rules.unit, rules.cap)
    kept = SOLVER.reserve
    try:
        assume(cubes_apply(board, play_rules))
        SOLVER.reserve = lambda numbers, dtype, limit: np.zeros(numbers, dtype)
        clean = answer(position, board, play_rules, single=single, grid=grid)
        SOLVER.reserve = lambda numbers, dtype, limit: np.full(numbers, np.nan, dtype)
        assert answer(position, board, play_rules, single=single, grid=grid) == clean
    except (BoardError, Unaffordable):
        assume(False)
    finally:
        SOLVER.reserve = kept


@many(40)
@given(boards(growing=False), rules(), positions(most_spins=6, holders=(1, 2, 3)), st.sampled_from([None, 1000]))
def test_classes_of_lanes_change_no_value(board, rules, position, grid):
    """Every cell that both compute is the same. (On a grid the root is read from the points that are there.)"""
    assume(not game_over(position, rules) and not position.alone)
    play_rules = PlayRules(rules, rules.unit, rules.cap)
    kept = PLAN.CLASSED_RANGES
    try:
        assume(cubes_apply(board, play_rules))
        with_classes = solved(position, board, play_rules, grid)
        PLAN.CLASSED_RANGES = 0
        without = solved(position, board, play_rules, grid)
    except (BoardError, Unaffordable, Unsettled, Unproven):
        assume(False)
    finally:
        PLAN.CLASSED_RANGES = kept
    if grid is None:
        got, value = with_classes.root_ply(), without.root_ply()
        assert got.press == (value.press and pytest.approx(value.press, rel=1e-9, abs=1e-9))
        assert got.passing == (value.passing and pytest.approx(value.passing, rel=1e-9, abs=1e-9))
    shared = 0
    for key, frame in without.plan.frames.items():
        for lane in frame.lanes:
            for number in range(len(frame.configs)):
                one, other = (kernel.cube(key, number, lane) for kernel in (with_classes, without))
                both = ~(np.isnan(one) | np.isnan(other))
                assert one[both] == pytest.approx(other[both], rel=1e-9, abs=1e-9)
                shared += both.sum()
    assume(shared)


def solved(position, board, play_rules, grid):
    """The cube kernel with all its values."""
    kernel = Cubes(position, board, play_rules, memory=2**30, cancel=CancelFlag(), single=False, grid=grid, keep=True)
    kernel.solve()
    return kernel


def test_threads_change_no_bit_of_a_big_block():
    position = Position.parse("4250e1,2000e2,3600e1@1")
    play_rules = PlayRules(Rules.preset("seed").seated(0), 250, 20_000)
    alone = answer(position, FEBRUARY, play_rules)
    assert answer(position, FEBRUARY, play_rules, threads=2) == alone
