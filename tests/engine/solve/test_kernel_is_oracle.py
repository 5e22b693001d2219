"""The kernels are fast copies of the oracle: the same values on random boards, rules and positions."""

import os

import pytest
from hypothesis import HealthCheck, Phase, assume, event, given, settings

from engine.errors import BoardError, Unaffordable, Unsettled
from engine.game.rules import Pass, Press, Table
from engine.game.spin import merged
from engine.solve.cubes import Cubes, suits
from engine.solve.flag import CancelFlag
from engine.solve.oracle import Oracle
from engine.solve.sparse import Sparse
from tests.engine.strategies import boards, positions, rules

# Shrinking a tree of positions takes minutes and rarely helps; the example is small as it is.
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
EXAMPLES = int(os.environ.get("KERNEL_EXAMPLES", "2000"))


def sparse(position, board, table):
    kernel = Sparse(position, board, table, budget=200_000, memory=2**30, cancel=CancelFlag())
    kernel.solve()
    return kernel.look()


def cubes(position, board, table, **options):
    kernel = Cubes(position, board, table, memory=2**30, cancel=CancelFlag(), **options)
    kernel.solve()
    return kernel.look()


def expected_ply(actions, up):
    """(press, pass) as floats from the oracle's actions."""
    passes = [value for action, value in actions.items() if isinstance(action, Pass)]
    best = max((value[up] for value in passes), default=None)
    press = [float(x) for x in actions[Press()]] if Press() in actions else None
    return press, (None if best is None else [float(x) for x in next(v for v in passes if v[up] == best)])


@settings(max_examples=EXAMPLES, deadline=None, phases=PHASES, suppress_health_check=list(HealthCheck))
@given(boards(), rules(), positions())
def test_kernels_are_the_oracle(board, rules, position):
    assume(not position.over)
    table = Table(rules, rules.unit, rules.cap)
    try:
        spin = merged(board, rules, table.unit)
        actions = Oracle(spin, table, budget=800).actions(position)
    except Unaffordable:
        event("too big for the oracle")
        assume(False)
    except BoardError:
        event("moves branch too far")
        assume(False)
    except Unsettled:
        event("unsettled")
        with pytest.raises(Unsettled):
            sparse(position, board, table)
        return
    event(f"spins {position.spins}")
    press, passing = expected_ply(actions, position.up)
    scale = 1 if rules.goal == "win" else 1000
    ply = sparse(position, board, table)
    for got, expected in ((ply.press, press), (ply.passing, passing)):
        assert (None if got is None else got[:3]) == (
            None if expected is None else pytest.approx(expected, abs=1e-9 * scale)
        )
    if press is not None:
        assert set(ply.outcomes) == {options for _, options in spin}
    if suits(board, table):
        event("cubes")
        ply = cubes(position, board, table)
        assert ply.press == (None if press is None else pytest.approx(press, abs=1e-9))
        assert ply.passing == (None if passing is None else pytest.approx(passing, abs=1e-9))


@settings(max_examples=150, deadline=None, phases=PHASES, suppress_health_check=list(HealthCheck))
@given(boards(strange=False), rules(goals=("win",)), positions(most_spins=6))
def test_kernels_agree_on_bigger_positions(board, rules, position):
    assume(not position.over)
    table = Table(rules, rules.unit, rules.cap)
    try:
        assume(suits(board, table))
        expected = sparse(position, board, table)
    except (Unaffordable, BoardError, Unsettled):
        assume(False)
    for options, error in (({}, 1e-9), ({"threads": 2}, 1e-9)):
        try:
            ply = cubes(position, board, table, **options)
        except Unsettled:
            event("cubes leave it to the graph")
            return
        assert ply.press == (None if expected.press is None else pytest.approx(expected.press, abs=error))
        assert ply.passing == (None if expected.passing is None else pytest.approx(expected.passing, abs=error))
    if expected.press is not None and rules.ties == "split":
        assert sum(expected.press) == pytest.approx(1, abs=1e-9) or sum(expected.press) < 1
