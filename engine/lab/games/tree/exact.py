"""Exact chances to win, and expected numbers of moves and looks, by whichever exact method applies."""

from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np

from ....errors import InputError
from ...budget import Budget
from . import searches, walk
from .depreciation import estimate_branches, prefers_high
from .plies import build_ply_states, has_few_views
from .rules import WEIGHING, count_plies
from .states import build_fork_states, solve_level_chance
from .trees import PAIR, Trees
from .values import Drifting, Shrinking
from .walk import Course, Layer, PlaceLayer, PowerLayer, TooLong

ROUNDING = 1e-13  # of a formula or a power series, unless E is tiny
MAX_MOVES, MAX_MOVES_WITH_PLIES = 20_000, 2_000  # of one game


@dataclass(frozen=True, slots=True)
class ExactChance:
    chance: float
    error: float
    route: str


def compute_chance(strategy: str, trees: Trees, budget: Budget) -> ExactChance:
    """Return the chance to win; the drift form needs fixed branches.

    Raises InputError (``field``: ``method``) if there is no exact method; Exhausted, Cancelled.
    """
    if not trees.end:
        return ExactChance(0.0, 0.0, "without end points no game ends")
    assert not trees.is_random
    rounding = ROUNDING + 1e-15 / trees.end  # 1 - S loses digits if E is tiny
    if strategy == "unlimited":
        return _search_chance(trees, rounding, budget)
    if trees.form == "drift":
        if not trees.step and not trees.first_ends and count_plies(strategy) is None:
            return ExactChance(solve_level_chance(strategy, trees.end, trees.top), rounding, "closed form")
    elif strategy in WEIGHING and trees.ratio.constant == 1:
        # The low branch has no value, so going high wins with chance ``top``.
        return ExactChance(trees.top, 0.0, "closed form")
    layer = build_top_layer(strategy, trees)
    if isinstance(layer, PlaceLayer):
        win_chance, chance_left = walk.follow_wins(layer, budget)
        return ExactChance(win_chance, chance_left + ROUNDING, "all ways down, move by move")
    return ExactChance(sum(_follow_games(strategy, layer, budget).won), rounding, "power series")


def follow_course(strategy: str, trees: Trees, budget: Budget, count: int | None = None) -> Course:
    """Return all games of a strategy, or their first moves. Raises as ``compute_chance``."""
    return _follow_games(strategy, build_top_layer(strategy, trees), budget, count)


def expect_count(what: Literal["moves", "looks"], strategy: str, trees: Trees, budget: Budget) -> tuple[float, float]:
    """Return the expected moves or looks of a game, and the expected moves of games without a win, the longest ones.

    Raises as ``compute_chance``.
    """
    layer = build_top_layer(strategy, trees)
    games = longest_games = _follow_games(strategy, layer, budget)
    if isinstance(layer, PowerLayer):
        layer.begin(0.0)
        longest_games = _follow_games(strategy, layer, budget)
    return getattr(games, what), longest_games.moves


def _follow_games(strategy: str, layer: Layer, budget: Budget, count: int | None = None) -> Course:
    """Follow all games of a strategy from its top layer, or their first ``count`` moves; raises as ``compute_chance``."""
    max_moves = MAX_MOVES if count_plies(strategy) is None else MAX_MOVES_WITH_PLIES
    try:
        return walk.follow_games(layer, budget, count, max_moves)
    except TooLong:
        raise InputError(f"must be simulate for {strategy} with so few end points", field="method") from None


def build_top_layer(strategy: str, trees: Trees) -> Layer:
    """Return the top of a strategy's games. Raises InputError."""
    depth, late = count_plies(strategy), len(trees.first_ends)
    if depth is None:
        states = partial(build_fork_states, strategy)
    else:
        branches = PAIR if trees.form == "drift" else len(trees.ratio.shares)
        if trees.ratio.constant is None:
            raise InputError(f"must be simulate for {strategy} unless all forks have the same shares", field="method")
        if not has_few_views(depth, branches):
            raise InputError(
                f"must be simulate for {depth}ply: up to 3 plies of two branches, or 2 of three, are exact",
                field="method",
            )
        # From this level on, the only new E is that of the last ply, which stays the same.
        states, late = partial(build_ply_states, depth), max(late - depth + 1, 1)
    if trees.form == "drift":
        return PlaceLayer(states, Drifting(trees.ends, trees.step, strategy != "nostrat"), trees.top, late)
    high = 1.0
    if strategy in WEIGHING:
        if trees.ratio.constant is None:
            raise InputError(
                f"must be simulate for {strategy} with --ratio uniform: no exact method is known", field="method"
            )
        if trees.form == "tsi":  # the choice between two that split depends on the value
            return PlaceLayer(states, Shrinking(trees.ends, trees.ratio, trees.ratio.shares), trees.top, late)
        mean = trees.ratio.mean
        estimates = estimate_branches(strategy, trees.end, mean, mean, 1 - mean, (mean, mean), tsd=True)
        high = float(prefers_high(strategy, *estimates))
    return PowerLayer(states, trees, late, high)


def _search_chance(trees: Trees, rounding: float, budget: Budget) -> ExactChance:
    if trees.form == "tsd":
        return ExactChance(1.0, 0.0, "the one win is always found")
    if trees.form == "tsi":
        coefficients = searches.compute_win_series(trees.ends, trees.ratio)
        return ExactChance(float(np.polynomial.polynomial.polyval(trees.top, coefficients)), rounding, "power series")
    if not trees.step and not trees.first_ends:
        return ExactChance(searches.compute_win_chance(trees.end, trees.top), rounding, "closed form")
    low, high = searches.bound_win_chance(trees.ends, trees.top, trees.step, budget)
    return ExactChance((low + high) / 2, (high - low) / 2 + ROUNDING, "all values, from both sides")
