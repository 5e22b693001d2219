"""Exact chances to win, and numbers of moves and looks, by the available method."""

from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np

from ....errors import InputError
from ...budget import Budget
from . import searches, walk
from .depreciation import compared, prefers_high
from .plies import few_views, ply_states
from .rules import WEIGHING, plies
from .states import fork_states, level_chance
from .trees import PAIR, Trees
from .values import Drifting, Shrinking
from .walk import Course, Places, Powers, Row, TooLong

ROUNDING = 1e-13  # of a formula or a power series, unless E is tiny
MOST_MOVES, MOST_MOVES_OF_PLIES = 20_000, 2_000  # of games that are followed


@dataclass(frozen=True, slots=True)
class ExactChance:
    chance: float
    error: float
    route: str


def chance_to_win(strategy: str, trees: Trees, budget: Budget) -> ExactChance:
    """Return the chance to win; in the drift form with fixed branches.

    Raises InputError (``field``: ``method``) where there is no exact method; Exhausted, Cancelled.
    """
    if not trees.end:
        return ExactChance(0.0, 0.0, "without end points no game ends")
    assert not trees.drawn
    rounding = ROUNDING + 1e-15 / trees.end  # 1 - S loses digits if E is tiny
    if strategy == "unlimited":
        return _searched(trees, rounding, budget)
    if trees.form == "drift":
        if not trees.step and not trees.first_ends and plies(strategy) is None:
            return ExactChance(level_chance(strategy, trees.end, trees.top), rounding, "closed form")
    elif strategy in WEIGHING and trees.ratio.constant == 1:
        # The low branch never has any value: high wins with the chance of its value.
        return ExactChance(trees.top, 0.0, "closed form")
    row = first_row(strategy, trees)
    if isinstance(row, Places):
        won, left = walk.wins(row, budget)
        return ExactChance(won, left + ROUNDING, "all ways down, move by move")
    return ExactChance(sum(_course(strategy, row, budget).won), rounding, "power series")


def course(strategy: str, trees: Trees, budget: Budget, count: int | None = None) -> Course:
    """Return all games of a strategy, or their first moves. Raises as ``chance_to_win``."""
    return _course(strategy, first_row(strategy, trees), budget, count)


def expected(what: Literal["moves", "looks"], strategy: str, trees: Trees, budget: Budget) -> tuple[float, float]:
    """Return the expected moves or looks of a game, and the moves of the longest games: those with nothing to win.

    Raises as ``chance_to_win``.
    """
    row = first_row(strategy, trees)
    found = longest = _course(strategy, row, budget)
    if isinstance(row, Powers):
        row.begin(0.0)
        longest = _course(strategy, row, budget)
    return getattr(found, what), longest.moves


def _course(strategy: str, row: Row, budget: Budget, count: int | None = None) -> Course:
    try:
        return walk.course(row, budget, count, MOST_MOVES if plies(strategy) is None else MOST_MOVES_OF_PLIES)
    except TooLong:
        raise InputError(f"must be simulate for {strategy} with so few end points", field="method") from None


def first_row(strategy: str, trees: Trees) -> Row:
    """Return the top of a strategy's games. Raises InputError."""
    depth, late = plies(strategy), len(trees.first_ends)
    if depth is None:
        states = partial(fork_states, strategy)
    else:
        branches = PAIR if trees.form == "drift" else len(trees.ratio.shares)
        if trees.ratio.constant is None:
            raise InputError(f"must be simulate for {strategy} unless all forks have the same shares", field="method")
        if not few_views(depth, branches):
            raise InputError(
                f"must be simulate for {depth}ply: up to 3 plies of two branches, or 2 of three, are exact",
                field="method",
            )
        # From this level on only the new ply's E is unknown, which stays the same.
        states, late = partial(ply_states, depth), max(late - depth + 1, 1)
    if trees.form == "drift":
        return Places(states, Drifting(trees.ends, trees.step, strategy != "nostrat"), trees.top, late)
    high = 1.0
    if strategy in WEIGHING:
        if trees.ratio.constant is None:
            raise InputError(
                f"must be simulate for {strategy} with --ratio uniform: no exact method is known", field="method"
            )
        if trees.form == "tsi":  # the choice between two that split depends on the value
            return Places(states, Shrinking(trees.ends, trees.ratio, trees.ratio.shares), trees.top, late)
        mean = trees.ratio.mean
        estimates = compared(strategy, trees.end, mean, mean, 1 - mean, (mean, mean), tsd=True)
        high = float(prefers_high(strategy, *estimates))
    return Powers(states, trees, late, high)


def _searched(trees: Trees, rounding: float, budget: Budget) -> ExactChance:
    """Return the chance that there is a win at all."""
    if trees.form == "tsd":
        return ExactChance(1.0, 0.0, "the one win is always found")
    if trees.form == "tsi":
        found = searches.series(trees.ends, trees.ratio)
        return ExactChance(float(np.polynomial.polynomial.polyval(trees.top, found)), rounding, "power series")
    if not trees.step and not trees.first_ends:
        return ExactChance(searches.closed_form(trees.end, trees.top), rounding, "closed form")
    low, high = searches.bounds(trees.ends, trees.top, trees.step, budget)
    return ExactChance((low + high) / 2, (high - low) / 2 + ROUNDING, "all values, from both sides")
