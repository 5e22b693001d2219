"""How cubes are computed changes nothing about what they say."""

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from engine import Board, Position, Rules, preset_boards
from engine.errors import BoardError, Unaffordable, Unsettled
from engine.game.rules import PlayRules, game_over
from engine.solvers.boxes import range_plan, solver
from engine.solvers.boxes.cubes import Cubes
from engine.solvers.boxes.solver import cubes_apply
from engine.solvers.cancel_flag import CancelFlag
from tests.engine.solvers.kernels import cubes
from tests.engine.strategies import boards, many, positions, rules

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
    kept = solver.SHARED_CELLS
    solver.SHARED_CELLS = 0
    try:
        assume(cubes_apply(board, play_rules))
        alone = answer(position, board, play_rules, single=single, grid=grid)
        assert answer(position, board, play_rules, single=single, grid=grid, threads=3) == alone
    except (BoardError, Unaffordable):
        assume(False)
    finally:
        solver.SHARED_CELLS = kept


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
    kept = solver.reserve
    try:
        assume(cubes_apply(board, play_rules))
        solver.reserve = lambda numbers, dtype, limit: np.zeros(numbers, dtype)
        clean = answer(position, board, play_rules, single=single, grid=grid)
        solver.reserve = lambda numbers, dtype, limit: np.full(numbers, np.nan, dtype)
        assert answer(position, board, play_rules, single=single, grid=grid) == clean
    except (BoardError, Unaffordable):
        assume(False)
    finally:
        solver.reserve = kept


def extra_spins(*amounts):
    return [{"kind": "cash_spin", "amount": amount} for amount in amounts]


def move(*numbers):
    return {"kind": "move", "to": list(numbers)}


def board_of(*slides):
    squares = [{"number": number, "slides": its, "weight": 1} for number, its in enumerate(slides, 1)]
    return Board.from_json({"id": "random", "round": 2, "squares": squares})


# At the cap most spins come back, so values there need hundreds of repeats.
MANY_EXTRA_SPINS = board_of(
    [{"kind": "cash", "amount": 250}, *extra_spins(1000)],
    [move(3), *extra_spins(750)],
    extra_spins(1500, 1000),
    [move(1, 3), {"kind": "whammy"}],
)
EXTRA_SPINS_OR_WHAMMY = board_of(
    [*extra_spins(500), {"kind": "whammy"}],
    [move(1, 3)],
    [*extra_spins(1000), move(1), move(2)],
    [move(1, 3)],
)
HARDLY_EVER_ENDING = board_of(
    [move(2)], [move(4, 3), *extra_spins(750, 750)], [*extra_spins(1500), move(4), move(4)], [move(1, 2)]
)


@many(40)
@given(boards(growing=False), rules(), positions(most_spins=6, holders=(1, 2, 3)), st.sampled_from([None, 1000, 500]))
@example(
    MANY_EXTRA_SPINS,
    Rules(unit=250, cap=1500, ties="joint", turn_order="seat", level_opponents="next_seat"),
    Position.parse("1000w1,1000e1p1w1,500e1p1@2"),
    1000,
)
@example(
    EXTRA_SPINS_OR_WHAMMY,
    Rules(unit=500, cap=1000, ties="joint", turn_order="seat", opponents="500/500/optimal"),
    Position.parse("0e2w2,250p1,250e1w3@1"),
    500,
)
@example(
    HARDLY_EVER_ENDING,
    Rules(unit=250, cap=1000, ties="joint", opponents="optimal/cautious/optimal"),
    Position.parse("0e1p1,500e1p1w1,0e1w1@1"),
    1000,
)
def test_classes_of_lanes_change_no_value(board, rules, position, grid):
    """Every cell that both compute is the same. (On a grid the root is read from the points that are there.)

    Left out are boards on which a spin may always be had: there, what is worth the same to within the tolerance for ties
    depends on the last bits.
    """
    assume(not game_over(position, rules) and not position.alone)
    play_rules = PlayRules(rules, rules.unit, rules.cap)
    kept = range_plan.CLASSED_RANGES
    try:
        assume(cubes_apply(board, play_rules))
        with_classes = solved(position, board, play_rules, grid)
        assume(with_classes.plan.spin.ends)
        range_plan.CLASSED_RANGES = 0
        without = solved(position, board, play_rules, grid)
    except (BoardError, Unaffordable, Unsettled):
        assume(False)
    finally:
        range_plan.CLASSED_RANGES = kept
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
