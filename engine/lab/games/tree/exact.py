"""The exact chance to win, by the available method."""

from __future__ import annotations

from dataclasses import dataclass

from ....errors import InputError
from ...budget import Budget
from . import series, walk
from .depreciation import compared, prefers_high
from .play import Trees
from .plies import MOST_EXACT
from .plies import chances as ply_chances
from .rules import WEIGHING, plies
from .search import bounds as search_bounds
from .upward import search_chance

ROUNDING = 1e-13  # of a formula or a power series, unless E is tiny


@dataclass(frozen=True, slots=True)
class ExactChance:
    """A chance to win, a bound on its error, and the method."""

    chance: float
    error: float
    route: str


def chance_to_win(strategy: str, trees: Trees, budget: Budget) -> ExactChance:
    """The chance to win.

    Args:
        strategy: the strategy.
        trees: the trees; in the drift form with fixed branches.
        budget: see ``Budget``.

    Raises:
        InputError: there is no exact method; ``field`` is ``method``.
        Exhausted, Cancelled: see ``Budget``.
    """
    ends, top = trees.ends, trees.top
    if not trees.end:
        return ExactChance(0.0, 0.0, "without end points no game ends")
    assert not trees.drawn
    depth = plies(strategy)
    if depth is not None:
        return _seeing_plies(depth, trees)
    if trees.form == "drift":
        if strategy == "unlimited":
            return _searched(trees, budget)
        # High is higher, and so is whatever is below it: there is nothing to weigh.
        strategy = {"hprime": "hstrat", "bprime": "bstrat"}.get(strategy, strategy)
        if not trees.step and not trees.first_ends:
            return ExactChance(walk.level(strategy, trees.end, top), _rounding(trees.end), "closed form")
        return _walked(strategy, trees, budget)
    if strategy == "unlimited":
        if trees.form == "tsd":
            return ExactChance(1.0, 0.0, "the one win is always found")
        found = series.unlimited(ends, trees.ratio)
        return ExactChance(series.value_at(found, top, "tsi"), _rounding(trees.end), "power series")
    if strategy not in WEIGHING:
        coefficients = series.chances(strategy, ends, trees.ratio)
        return ExactChance(series.value_at(coefficients, top, trees.form), _rounding(trees.end), "power series")
    return _weighing(strategy, trees, budget)


def values_of(strategy: str, trees: Trees) -> walk.Values:
    """The values for ``walk``."""
    if trees.form == "drift":
        return walk.Drifting(trees.ends, trees.top, trees.step, strategy != "nostrat")
    if trees.ratio.constant is None:
        raise _only_simulated(strategy)
    return walk.Shrinking(trees.ends, trees.ratio, trees.top)


def _seeing_plies(depth: int, trees: Trees) -> ExactChance:
    name = f"{depth}ply"
    if trees.form == "drift":
        raise InputError(f"must be simulate for {name} in the drift form", field="method")
    if trees.ratio.constant is None or len(trees.ratio.shares) > 2:
        raise InputError(f"must be simulate for {name} unless all forks have the same two shares", field="method")
    if depth > MOST_EXACT:
        raise InputError(f"must be simulate for more than {MOST_EXACT} plies", field="method")
    coefficients = ply_chances(depth, trees.ends, trees.ratio)
    return ExactChance(series.value_at(coefficients, trees.top, trees.form), _rounding(trees.end), "power series")


def _searched(trees: Trees, budget: Budget) -> ExactChance:
    """The chance that there is a win at all in the drift form, between two bounds that meet."""
    if not trees.step and not trees.first_ends:
        return ExactChance(search_chance(trees.end, trees.top), _rounding(trees.end), "closed form")
    low, high = search_bounds(trees.ends, trees.top, trees.step, budget)
    return ExactChance((low + high) / 2, (high - low) / 2 + ROUNDING, "all values, from both sides")


def _weighing(strategy: str, trees: Trees, budget: Budget) -> ExactChance:
    mean = trees.ratio.mean
    if trees.ratio.constant is None:
        raise _only_simulated(strategy)
    if mean == 1:  # the low branch never has any value: high wins with the chance of its value
        return ExactChance(trees.top, 0.0, "closed form")
    if trees.form == "tsd":  # decisions do not depend on the value, so they are the same at every fork
        to_high, to_low = compared(strategy, trees.end, mean, mean, 1 - mean, (mean, mean), tsd=True)
        high = float(prefers_high(strategy, to_high, to_low))
        coefficients = series.chances(strategy, trees.ends, trees.ratio, prefers_high=high)
        return ExactChance(series.value_at(coefficients, trees.top, "tsd"), _rounding(trees.end), "power series")
    return _walked(strategy, trees, budget)


def _walked(strategy: str, trees: Trees, budget: Budget) -> ExactChance:
    found = walk.walk(strategy, trees.ends, values_of(strategy, trees), budget)
    return ExactChance(found.total, found.error + ROUNDING, "all ways down, move by move")


def _only_simulated(strategy: str) -> InputError:
    assert strategy in WEIGHING
    return InputError(f"must be simulate for {strategy} with --ratio uniform: no exact method is known", field="method")


def _rounding(end: float) -> float:
    """A bound on rounding: 1 - S loses digits if E is tiny."""
    return ROUNDING + 1e-15 / end
