"""Exact chances to win, and numbers of moves and looks, by the available method."""

from __future__ import annotations

from dataclasses import dataclass

from ....errors import InputError
from ...budget import Budget
from . import plies as far
from . import searches, walk
from .depreciation import compared, prefers_high
from .fork_series import blind_series, fork_series
from .rules import WEIGHING, plies
from .series import Series, Yield, value_at
from .states import level_chance
from .trees import PAIR, Trees
from .values import Drifting, Shrinking, Values
from .walk import TooLong

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
    if not _followed(strategy, trees):
        return ExactChance(_value(series_of(strategy, trees, ahead=False), "won", trees), rounding, "power series")
    if plies(strategy) is not None:
        try:
            won = sum(_course(strategy, trees, budget).won)
        except TooLong:
            raise InputError(f"must be simulate for {strategy} with so few end points", field="method") from None
        return ExactChance(won, rounding, "all ways down, move by move")
    if trees.form == "drift":
        if not trees.step and not trees.first_ends:
            return ExactChance(level_chance(strategy, trees.end, trees.top), rounding, "closed form")
    elif trees.ratio.constant == 1:  # the low branch never has any value: high wins with the chance of its value
        return ExactChance(trees.top, 0.0, "closed form")
    won, left = walk.chance_to_win(strategy, values_of(strategy, trees), budget)
    return ExactChance(won, left + ROUNDING, "all ways down, move by move")


def by_move(strategy: str, trees: Trees, count: int, budget: Budget, *, lost: bool = False) -> list[float]:
    """Return the chance to win, or to lose, on each of the first moves. Raises as ``chance_to_win``."""
    if _followed(strategy, trees):
        found = _course(strategy, trees, budget, count)
        return found.lost if lost else found.won
    series = series_of(strategy, trees).by_move(count, lost=lost)
    return [value_at(each, trees.top, trees.form) for each in series]


def expected(what: Yield, strategy: str, trees: Trees, budget: Budget) -> tuple[float, float]:
    """Return the expected moves or looks of a game, and the moves of the longest games: those with nothing to win.

    Raises as ``chance_to_win``, and TooLong.
    """
    if _followed(strategy, trees):
        found = _course(strategy, trees, budget)
        return (found.moves if what == "moves" else found.looks), found.moves
    series = series_of(strategy, trees)
    return _value(series, what, trees), float(series.total("moves")[0])


def values_of(strategy: str, trees: Trees) -> Values:
    """Return the values of points, in the drift form with fixed branches or the independent one with constant shares."""
    if trees.form == "drift":
        return Drifting(trees.ends, trees.top, trees.step, strategy != "nostrat")
    return Shrinking(trees.ends, trees.ratio, trees.top)


def tables_of(strategy: str, trees: Trees, *, ahead: bool) -> walk.Tables:
    """Return the moves of a strategy on those trees; see ``fork_states``."""
    values, depth = values_of(strategy, trees), plies(strategy)
    if depth is None:
        return walk.fork_tables(strategy, values, ahead=ahead)
    return far.ply_tables(depth, values, ahead=ahead)


def series_of(strategy: str, trees: Trees, *, ahead: bool = True) -> Series:
    """Return the power series of a strategy, in the dependent or independent form; see ``fork_states``.

    Raises InputError.
    """
    depth = plies(strategy)
    if depth is not None:
        if trees.ratio.constant is None:
            raise InputError(f"must be simulate for {strategy} unless all forks have the same shares", field="method")
        _check_plies(depth, len(trees.ratio.shares))
        return far.ply_series(depth, trees.ends, trees.ratio)
    if strategy == "nostrat":
        return blind_series(trees.ends, trees.ratio)
    high = 1.0
    if strategy in WEIGHING:  # in the dependent form the choice between two that split is the same at every fork
        mean = trees.ratio.mean
        to_high, to_low = compared(strategy, trees.end, mean, mean, 1 - mean, (mean, mean), tsd=True)
        high = float(prefers_high(strategy, to_high, to_low))
    return fork_series(strategy, trees.ends, trees.ratio, high, ahead=ahead)


def _followed(strategy: str, trees: Trees) -> bool:
    """Return whether there is no power series, so that all ways down are followed. Raises InputError."""
    weighs = strategy in WEIGHING and trees.form != "drift"
    if weighs and trees.ratio.constant is None:
        raise InputError(
            f"must be simulate for {strategy} with --ratio uniform: no exact method is known", field="method"
        )
    return trees.form == "drift" or (weighs and trees.form == "tsi")


def _course(strategy: str, trees: Trees, budget: Budget, count: int | None = None) -> walk.Course:
    """Return all games of a strategy, or their first moves, where there is no power series."""
    depth = plies(strategy)
    if depth is not None:
        _check_plies(depth, PAIR)
    most = walk.MOST_MOVES if depth is None else far.MOST_MOVES
    return walk.course(tables_of(strategy, trees, ahead=True), budget, count, most)


def _value(series: Series, what: Yield, trees: Trees) -> float:
    return value_at(series.total(what), trees.top, trees.form)


def _searched(trees: Trees, rounding: float, budget: Budget) -> ExactChance:
    """Return the chance that there is a win at all."""
    if trees.form == "tsd":
        return ExactChance(1.0, 0.0, "the one win is always found")
    if trees.form == "tsi":
        found = searches.series(trees.ends, trees.ratio)
        return ExactChance(value_at(found, trees.top, "tsi"), rounding, "power series")
    if not trees.step and not trees.first_ends:
        return ExactChance(searches.closed_form(trees.end, trees.top), rounding, "closed form")
    low, high = searches.bounds(trees.ends, trees.top, trees.step, budget)
    return ExactChance((low + high) / 2, (high - low) / 2 + ROUNDING, "all values, from both sides")


def _check_plies(depth: int, branches: int) -> None:
    if not far.few_views(depth, branches):
        raise InputError(
            f"must be simulate for {depth}ply: up to 3 plies of two branches, or 2 of three, are exact", field="method"
        )
