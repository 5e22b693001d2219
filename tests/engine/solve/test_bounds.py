"""Proven bounds hold the exact value, whatever was explored, and only narrow."""

import os
from fractions import Fraction

from hypothesis import HealthCheck, Phase, assume, event, given, settings
from hypothesis import strategies as st

from engine import Position, Rules
from engine.errors import BoardError, Unaffordable, Unsettled
from engine.game.board import preset_boards
from engine.game.rules import Pass, Press, Table
from engine.game.spin import merged
from engine.solve.bounds import Bounds
from engine.solve.flag import CancelFlag
from engine.solve.oracle import Oracle
from tests.engine.strategies import boards, positions, rules

PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
EXAMPLES = int(os.environ.get("BOUNDS_EXAMPLES", "500"))
MEMORY = 2**30
BOARD = preset_boards()["pyl-1985-02-r2"]
SEED = Rules.preset("seed")


def bounds(position, board=BOARD, rules=SEED, *, cap=None, memory=MEMORY, cancel=None):
    if isinstance(position, str):
        position = Position.parse(position)
    table = Table(rules, rules.unit, cap or rules.cap)
    return Bounds(position, board, table, cancel=cancel or CancelFlag(), memory=memory)


def assert_holds(interval, exact):
    """Both None, or each low <= exact <= high, compared as fractions."""
    assert (interval is None) == (exact is None)
    if interval is None:
        return
    for low, value, high in zip(interval[0], exact, interval[1], strict=True):
        assert Fraction(low) <= value <= Fraction(high)
        assert 0 <= low <= high <= 1


def assert_narrower(after, before):
    for new, old in zip(after, before, strict=True):
        if new is not None:
            assert all(a >= b for a, b in zip(new[0], old[0], strict=True))
            assert all(a <= b for a, b in zip(new[1], old[1], strict=True))


def oracle_actions(position, board, rules):
    """(press, pass) in fractions; the pass that the passer prefers."""
    oracle = Oracle(merged(board, rules, rules.unit), Table(rules, rules.unit, rules.cap), budget=800)
    found = oracle.actions(position)
    passes = [value for action, value in found.items() if isinstance(action, Pass)]
    best = max((value[position.up] for value in passes), default=None)
    tolerance = Fraction(1, 10**12)
    return found.get(Press()), next((v for v in passes if v[position.up] >= best - tolerance), None)


@settings(max_examples=EXAMPLES, deadline=None, phases=PHASES, suppress_health_check=list(HealthCheck))
@given(boards(), rules(goals=("win",)), positions(), st.integers(1, 6))
def test_the_exact_value_is_held_at_every_budget(board, rules, position, first):
    assume(not position.over)
    try:
        press, passing = oracle_actions(position, board, rules)
    except (Unaffordable, BoardError):
        assume(False)
    except Unsettled:
        event("unsettled")
        bounds(position, board, rules).improve(0.01)  # no exact value to hold, but no harm either
        return
    found = bounds(position, board, rules)
    verdict = (
        "pass"
        if press is None or (passing and passing[position.up] > press[position.up] + Fraction(1, 10**12))
        else "press"
    )
    budget = first
    while True:
        assert_holds(found.actions()[0], press)
        assert_holds(found.actions()[1], passing)
        if found.certain:
            assert found.verdict == verdict
        if found.finished or budget > 100_000:
            break
        before = found.actions()
        found._round(budget)
        assert_narrower(found.actions(), before)
        budget *= 3
    event("exact" if found.exact else f"width about {found.width:.0e}")
    event("certain" if found.certain else "open")
