"""Proven bounds hold the exact value, whatever was explored, and only narrow."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from engine import Position, Rules
from engine.errors import BoardError, InputError, Unaffordable, Unsettled
from engine.game.board import preset_boards
from engine.game.rules import Pass, PlayRules, Press, game_over
from engine.game.spin import StagedSpins
from engine.solvers.bounds.search import Bounds
from engine.solvers.cancel_flag import CancelFlag
from engine.solvers.oracle import Oracle
from tests.engine.solvers.test_hostile_boards import CASES, hostile
from tests.engine.strategies import boards, many, positions, rules
from tests.engine.tiny import tiny
from tests.tier import few

BOARD = preset_boards()["pyl-1985-02-r2"]
SEED = Rules.preset("seed")


def bounds(position, board=BOARD, rules=SEED, *, memory=2**30, cancel=None, depth=None):
    if isinstance(position, str):
        position = Position.parse(position)
    play_rules = PlayRules(rules, rules.unit, rules.cap)
    return Bounds(position, board, play_rules, cancel=cancel or CancelFlag(), memory=memory, depth=depth)


def deepen(solution, *, until=1e-7, most=10**9):
    """Explores round by round; yields after each."""
    threshold = 0.1
    while threshold >= until and not solution.finished:
        solution.explore(threshold, most)
        yield solution
        threshold /= 5


def assert_holds(interval, exact, *, slack=0):
    """Both None, or each low <= exact <= high, compared as fractions."""
    assert (interval is None) == (exact is None)
    if interval is None:
        return
    for low, value, high in zip(interval[0], exact, interval[1], strict=True):
        assert Fraction(low) - slack <= value <= Fraction(high) + slack
        assert 0 <= low <= high <= 1


def assert_narrower(after, before):
    """Except for the rounding of sums, as both hold."""
    for new, old in zip(after, before, strict=True):
        if new is not None:
            assert all(a >= b - 1e-15 for a, b in zip(new[0], old[0], strict=True))
            assert all(a <= b + 1e-15 for a, b in zip(new[1], old[1], strict=True))


def oracle_actions(position, board, rules, budget=800):
    """(press, pass, verdict) in fractions; the pass is the one that the passer prefers."""
    staged = StagedSpins(board, rules, rules.unit, position.spins)
    oracle = Oracle(staged, PlayRules(rules, rules.unit, rules.cap), budget)
    actions = oracle.actions(position)
    up, tolerance = position.mover_seat, Fraction(1, 10**12)
    passes = [value for action, value in actions.items() if isinstance(action, Pass)]
    best = max((value[up] for value in passes), default=None)
    press, passing = actions.get(Press()), next((v for v in passes if v[up] >= best - tolerance), None)
    if press is None or passing is None:
        return press, passing, "pass" if press is None else "press"
    return press, passing, "pass" if passing[up] > press[up] + tolerance else "press"


def assert_right(solution, expected):
    """What is known so far holds the oracle's answer."""
    press, passing, verdict = expected
    assert_holds(solution.actions()[0], press)
    assert_holds(solution.actions()[1], passing)
    assert solution.verdict in (None, verdict)


@many(60)
@given(boards(), st.one_of(rules(goals=("win",)), rules(goals=("win",), habits=True)), positions(), st.integers(1, 6))
def test_the_exact_value_is_held_at_every_budget(board, rules, position, most):
    assume(not game_over(position, rules))
    try:
        expected = oracle_actions(position, board, rules)
    except (Unaffordable, BoardError):
        assume(False)
    except Unsettled:
        event("unsettled")
        for solution in deepen(bounds(position, board, rules)):
            assert all(0 <= low <= high <= 1 for a in solution.actions() if a for low, high in zip(*a, strict=True))
        return
    solution = bounds(position, board, rules)
    assert_right(solution, expected)
    before = solution.actions()
    while not solution.finished and most < 10**6:
        solution.explore(1 / most**2, most)
        assert_right(solution, expected)
        assert_narrower(solution.actions(), before)
        before = solution.actions()
        most *= 3
    event("exact" if solution.exact else f"width about {solution.width:.0e}")
    event("open" if solution.verdict is None else "certain")


def to_depth(position, board, rules, depth):
    """All that can be proven down to a depth."""
    result = bounds(position, board, rules, depth=depth)
    for _ in deepen(result, until=1e-30):
        pass
    return result


@pytest.mark.parametrize(
    ("text", "depth", "press", "passing"),
    [
        # A passed spin leaves no choice: one level each, and nothing is known before the last.
        ("0p4,5000,0w4@1", 3, "unknown", None),
        ("0p4,5000,0w4@1", 4, "exact", None),
        # An earned one has a decision above it. A pass and the two spins that follow are three levels; two presses
        # are four, and so are a press, a pass and a spin.
        ("0e2,5000,0w4@1", 2, "unknown", "unknown"),
        ("0e2,5000,0w4@1", 3, "unknown", "exact"),
        ("0e2,5000,0w4@1", 4, "exact", "exact"),
    ],
)
def test_levels_are_decisions_and_spins(text, depth, press, passing):
    rules = Rules(unit=500, cap=20_000)
    solution = to_depth(text, tiny("500 3000"), rules, depth)
    for interval, known in zip(solution.actions(), (press, passing), strict=True):
        if known is None:
            assert interval is None
        else:
            width = max(high - low for low, high in zip(*interval, strict=True))
            assert width == pytest.approx(1 if known == "unknown" else 0, abs=1e-9)


@pytest.mark.parametrize(("name", "text"), CASES)
@pytest.mark.parametrize("ties", few(1, ["split", "joint"]))
def test_boards_that_nobody_would_build(name, text, ties):
    board = hostile(name)
    rules = Rules(cap=2000, unit=250 if "1,000" in name else 1, ties=ties)
    position = Position.parse(text)
    expected = oracle_actions(position, board, rules, 200_000)
    for solution in deepen(bounds(position, board, rules)):
        assert_right(solution, expected)


def test_the_verdict_is_proven_early_and_exploring_stops_when_nothing_is_left_open():
    result = bounds("8000e3,3000,0@1")
    assert result.verdict is None
    for _ in deepen(result):
        if result.verdict is not None:
            break
    assert result.verdict == "press"
    assert not result.exact
    stages = []
    result.narrow(60, stages.append)
    assert result.exact
    assert result.finished
    assert stages[-1].stage == f"{result.states:,} positions looked at"
    assert all(0 <= stage.done <= 1 for stage in stages)
    states = result.states
    result.narrow(60)
    assert result.states == states


def test_endless_play_pays_nobody_and_proves_nothing_else():
    result = bounds("1000e1,500,0@1", tiny("0+"), Rules(unit=1, cap=3000))
    result.narrow(60)
    press, passing = result.actions()
    assert press[0] == passing[0] == (0, 0, 0)
    assert result.finished


def test_memory_is_a_limit_after_which_what_is_known_still_holds():
    memory = 20_000_000
    result = bounds("8000e6,3000,0@1", memory=memory)
    result.narrow(60)
    assert result.finished
    assert not result.exact
    assert result.states * 150 < memory
    assert_holds(result.actions()[0], (0.7334443, 0.2604061, 0.0061495), slack=5e-8)
    with pytest.raises(Unaffordable):
        bounds("8000e6,3000,0@1", memory=1000)


@pytest.mark.parametrize(("text", "options"), [("8000e1,3000,0@1", {"goal": "money"}), ("0w4,0w4,5000e1@3", {})])
def test_what_has_no_bounds_is_refused_in_words(text, options):
    with pytest.raises(InputError, match=r"\.$"):
        bounds(text, rules=replace(SEED, **options))
