"""The sparse kernel is a fast copy of the oracle: the same values on random boards, rules and positions."""

import os

import pytest
from hypothesis import HealthCheck, Phase, assume, event, given, settings

from engine.errors import BoardError, Unaffordable, Unsettled
from engine.game.rules import Pass, Press, Table
from engine.game.spin import merged
from engine.solve.flag import CancelFlag
from engine.solve.oracle import Oracle
from engine.solve.sparse import Sparse
from tests.engine.strategies import boards, positions, rules


def kernel(position, board, table):
    sparse = Sparse(position, board, table, budget=200_000, memory=2**30, cancel=CancelFlag())
    sparse.solve()
    return sparse


# Shrinking a tree of positions takes minutes and rarely helps; the example is small as it is.
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
EXAMPLES = int(os.environ.get("KERNEL_EXAMPLES", "2000"))


@settings(max_examples=EXAMPLES, deadline=None, phases=PHASES, suppress_health_check=list(HealthCheck))
@given(boards(), rules(), positions())
def test_kernel_is_oracle(board, rules, position):
    assume(not position.over)
    table = Table(rules, rules.unit, rules.cap)
    try:
        spin = merged(board, rules, table.unit)
        oracle = Oracle(spin, table, budget=800)
        actions = oracle.actions(position)
    except Unaffordable:
        event("too big for the oracle")
        assume(False)
    except BoardError:
        event("moves branch too far")
        assume(False)
    except Unsettled:
        event("unsettled")
        with pytest.raises(Unsettled):
            kernel(position, board, table)
        return
    sparse = kernel(position, board, table)
    event(f"spins {position.spins}")
    scale = 1 if rules.goal == "win" else 1000
    if Press() in actions:
        assert sparse.press_value() == pytest.approx([float(x) for x in actions[Press()]], abs=1e-9 * scale)
    passes = [value for action, value in actions.items() if isinstance(action, Pass)]
    assert len(sparse.pass_values()) == len(passes)
    for got, expected in zip(sparse.pass_values(), passes, strict=True):
        assert got == pytest.approx([float(x) for x in expected], abs=1e-9 * scale)
    if Press() in actions:
        for _, options in spin:
            option, value = sparse.chosen(options)
            assert option in options
            assert len(value) == 3


@settings(max_examples=60, deadline=None, phases=PHASES, suppress_health_check=list(HealthCheck))
@given(boards(), rules(goals=("win",)), positions())
def test_split_wins_sum_to_one_unless_nobody_can_win(board, rules, position):
    assume(not position.over)
    try:
        sparse = kernel(position, board, Table(rules, rules.unit, rules.cap))
    except (Unaffordable, BoardError, Unsettled):
        assume(False)
    total = sum(sparse.press_value())
    if rules.ties == "split":
        assert total <= 1 + 1e-9
    assert all(-1e-12 <= x <= 1 + 1e-9 for x in sparse.press_value())
