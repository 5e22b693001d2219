"""The exact chance to win, by the available method."""

from __future__ import annotations

from dataclasses import dataclass

from ....errors import InputError
from ...budget import Budget
from . import series, walk
from .depreciation import compared, prefers_high
from .play import Trees
from .rules import STEPPING, WEIGHING

_ROUNDING = 1e-13


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
    end, top = trees.end, trees.top
    if not end:
        return ExactChance(0.0, 0.0, "without end points no game ends")
    assert not trees.drawn
    if trees.form == "drift":
        if not trees.step:
            return ExactChance(walk.level(strategy, end, top), _rounding(end), "closed form")
        return _walked(strategy, trees, budget)
    if strategy == "unlimited":
        if trees.form == "tsd":
            return ExactChance(1.0, 0.0, "the one win is always found")
        return ExactChance(
            series.value_at(series.unlimited(end, trees.ratio), top, "tsi"), _rounding(end), "power series"
        )
    if strategy in STEPPING:
        coefficients = series.chances(strategy, end, trees.ratio)
        return ExactChance(series.value_at(coefficients, top, trees.form), _rounding(end), "power series")
    return _weighing(strategy, trees, budget)


def values_of(strategy: str, trees: Trees) -> walk.Values:
    """The values for ``walk``."""
    constant = trees.ratio.constant
    if trees.form == "drift":
        return walk.Drifting(trees.end, trees.top, trees.step, strategy != "nostrat")
    if constant is None:
        raise _only_simulated(strategy)
    return walk.Shrinking(trees.end, constant, trees.top)


def _weighing(strategy: str, trees: Trees, budget: Budget) -> ExactChance:
    mean = trees.ratio.mean
    if trees.ratio.constant is None:
        raise _only_simulated(strategy)
    if mean == 1:  # the low branch never has any value: high wins with the chance of its value
        return ExactChance(trees.top, 0.0, "closed form")
    if trees.form == "tsd":  # decisions do not depend on the value, so they are the same at every fork
        to_high, to_low = compared(strategy, trees.end, mean, mean, 1 - mean, (mean, mean), tsd=True)
        high = float(prefers_high(strategy, to_high, to_low))
        coefficients = series.chances(strategy, trees.end, trees.ratio, prefers_high=high)
        return ExactChance(series.value_at(coefficients, trees.top, "tsd"), _rounding(trees.end), "power series")
    return _walked(strategy, trees, budget)


def _walked(strategy: str, trees: Trees, budget: Budget) -> ExactChance:
    found = walk.walk(strategy, trees.end, values_of(strategy, trees), budget)
    return ExactChance(found.total, found.error + _ROUNDING, "all ways down, move by move")


def _only_simulated(strategy: str) -> InputError:
    assert strategy in WEIGHING
    return InputError(f"must be simulate for {strategy} with --ratio uniform: no exact method is known", field="method")


def _rounding(end: float) -> float:
    """A bound on rounding: 1 - S loses digits if E is tiny."""
    return _ROUNDING + 1e-15 / end
