"""The exact chance to win, by the available method."""

from __future__ import annotations

from dataclasses import dataclass

from ....errors import InputError
from ...budget import Budget
from . import unlimited, walk
from .depreciation import compared, prefers_high
from .fork_series import Blind, Forks
from .play import Trees
from .plies import MOST_VIEWS, views
from .ply_course import ply_course
from .ply_series import Plies, possible
from .recursion import Series, value_at
from .rules import WEIGHING, level, plies
from .seen import TooLong

ROUNDING = 1e-13  # of a formula or a power series, unless E is tiny


@dataclass(frozen=True, slots=True)
class ExactChance:
    """A chance to win, a bound on its error, and the method."""

    chance: float
    error: float
    route: str


def chance_to_win(strategy: str, trees: Trees, budget: Budget) -> ExactChance:
    """Return the chance to win.

    Args:
        strategy: the strategy.
        trees: the trees; in the drift form with fixed branches.
        budget: see ``Budget``.

    Raises:
        InputError: there is no exact method; ``field`` is ``method``.
        Exhausted, Cancelled: see ``Budget``.
    """
    if not trees.end:
        return ExactChance(0.0, 0.0, "without end points no game ends")
    assert not trees.drawn
    rounding = ROUNDING + 1e-15 / trees.end  # 1 - S loses digits if E is tiny
    if strategy == "unlimited":
        return _searched(trees, rounding, budget)
    if not followed(strategy, trees):
        coefficients = series_of(strategy, trees).won()
        return ExactChance(value_at(coefficients, trees.top, trees.form), rounding, "power series")
    if plies(strategy) is not None:
        try:
            won = sum(course_of(strategy, trees, budget).won)
        except TooLong:
            raise InputError(f"must be simulate for {strategy} with so few end points", field="method") from None
        return ExactChance(won, rounding, "all ways down, move by move")
    if trees.form == "drift":
        # High is higher, and so is everything below it: there is nothing to weigh.
        strategy = {"hprime": "hstrat", "bprime": "bstrat"}.get(strategy, strategy)
        if not trees.step and not trees.first_ends:
            return ExactChance(level(strategy, trees.end, trees.top), rounding, "closed form")
    elif trees.ratio.constant == 1:  # the low branch never has any value: high wins with the chance of its value
        return ExactChance(trees.top, 0.0, "closed form")
    won, left = walk.chance_to_win(strategy, trees.ends, values_of(strategy, trees), budget)
    return ExactChance(won, left + ROUNDING, "all ways down, move by move")


def followed(strategy: str, trees: Trees) -> bool:
    """Return whether there is no power series, so that all ways down are followed."""
    return trees.form == "drift" or (trees.form == "tsi" and strategy in WEIGHING)


def values_of(strategy: str, trees: Trees) -> walk.Values:
    """Return the values for ``walk``."""
    if trees.form == "drift":
        return walk.Drifting(trees.ends, trees.top, trees.step, strategy != "nostrat")
    if trees.ratio.constant is None:
        raise _only_simulated(strategy)
    return walk.Shrinking(trees.ends, trees.ratio, trees.top)


def series_of(strategy: str, trees: Trees) -> Series:
    """Return the power series of a strategy, in the dependent or independent form. Raises InputError."""
    depth = plies(strategy)
    if depth is not None:
        if trees.ratio.constant is None:
            raise InputError(f"must be simulate for {strategy} unless all forks have the same shares", field="method")
        if not possible(depth, trees.ratio):
            raise _too_many_plies(strategy)
        return Plies(depth, trees.ends, trees.ratio)
    if strategy == "nostrat":
        return Blind(trees.ends, trees.ratio)
    return Forks(strategy, trees.ends, trees.ratio, _always_high(strategy, trees))


def _always_high(strategy: str, trees: Trees) -> float:
    """Return whether a strategy of the dependent form goes high if both branches split: 1 or 0 for every fork."""
    if strategy not in WEIGHING:
        return 1.0
    if trees.ratio.constant is None:
        raise _only_simulated(strategy)
    mean = trees.ratio.mean
    to_high, to_low = compared(strategy, trees.end, mean, mean, 1 - mean, (mean, mean), tsd=True)
    return float(prefers_high(strategy, to_high, to_low))


def course_of(strategy: str, trees: Trees, budget: Budget, count: int | None = None) -> walk.Course:
    """Return all games of a strategy, where there is no power series: in the drift form, and if it weighs.

    Args:
        strategy: any that goes from fork to fork.
        trees: of the drift form with fixed branches, or of the independent form with a constant split ratio.
        budget: see ``Budget``.
        count: the number of moves to follow; None for all.

    Raises:
        InputError: there is no exact method; ``field`` is ``method``.
        TooLong: games go on for too long.
        Exhausted, Cancelled: see ``Budget``.
    """
    depth = plies(strategy)
    if depth is None:
        return walk.course(strategy, trees.ends, values_of(strategy, trees), budget, moves=count)
    if views(depth, 2) > MOST_VIEWS:
        raise _too_many_plies(strategy)
    return ply_course(depth, trees.ends, trees.top, trees.step, budget, count=count)


def _searched(trees: Trees, rounding: float, budget: Budget) -> ExactChance:
    """Return the chance that there is a win at all."""
    if trees.form == "tsd":
        return ExactChance(1.0, 0.0, "the one win is always found")
    if trees.form == "tsi":
        found = unlimited.series(trees.ends, trees.ratio)
        return ExactChance(value_at(found, trees.top, "tsi"), rounding, "power series")
    if not trees.step and not trees.first_ends:
        return ExactChance(unlimited.closed_form(trees.end, trees.top), rounding, "closed form")
    low, high = unlimited.bounds(trees.ends, trees.top, trees.step, budget)
    return ExactChance((low + high) / 2, (high - low) / 2 + ROUNDING, "all values, from both sides")


def _only_simulated(strategy: str) -> InputError:
    assert strategy in WEIGHING
    return InputError(f"must be simulate for {strategy} with --ratio uniform: no exact method is known", field="method")


def _too_many_plies(strategy: str) -> InputError:
    return InputError(
        f"must be simulate for {strategy}: up to 3 plies of two branches, or 2 of three, are exact", field="method"
    )
