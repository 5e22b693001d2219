"""Games 1 and 2 of the memo's chapter 6: values are found from the end points up.

End points have values drawn from a distribution, and an end point of value v is a win with chance v. A split point's
value is the chance that there is a win below it (game 1), or the mean of its branches' values (game 2). So a value
tells something of the tree below, and strategies can only be judged by playing; trees are finite, that is E is above
0.5.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

from ...budget import Budget
from .play import Estimate, share

GAMES = (1, 2)
SEARCHES = ("lowest", "highest")  # of all points in sight, the one of this value is looked at next
MOVERS = ("nostrat", "strat", "hstrat", "lstrat", "2hstrat", "2lstrat", "bstrat", "infhstrat", "inflstrat")
_BATCH = 500


@dataclass(frozen=True, slots=True)
class Point:
    """A point: its value, whether it is a winning end point, and its branches, the higher first; none for an end."""

    value: float
    wins: bool
    branches: tuple[Point, Point] | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """The results of playing: the chance to win, the looks of a game, and the end points of a tree."""

    chance: Estimate
    looks: Estimate
    end_points: Estimate


def search_chance(end: float, mean: float) -> float:
    """Return the chance that there is a win below the top: 1 - q^2, q the chance of none at or below a point.

    As end points win independently of each other, only the mean of their values counts, in both games:
    q = E (1 - mean) + S q^2, and q is the smaller root.

    Args:
        end: E, above 0.
        mean: of an end point's value.
    """
    if not mean:
        return 0.0
    split = 1 - end
    none = 2 * end * (1 - mean) / (1 + sqrt(1 - 4 * split * end * (1 - mean)))
    return 1 - none * none


def spread_ratio(end: float) -> float:
    """Return the variance of a split point's value in game 2, divided by that of an end point's: E / (1 + E)."""
    return end / (1 + end)


def play(
    game: int, strategy: str, end: float, values: tuple[float, float], games: int, seed: int, budget: Budget
) -> Played:
    """Play games on random trees.

    Args:
        game: 1 or 2.
        strategy: one of ``MOVERS`` or ``SEARCHES``.
        end: E, above 0.5.
        values: an end point's value is uniform between these.
        games: the number of games.
        seed: the same seed gives the same trees to every strategy.
        budget: charged one node per point of a tree.

    Raises:
        Exhausted, Cancelled: see ``Budget``.
    """
    wins, looks, squares, ends, end_squares = 0, 0, 0, 0, 0
    for number in range(games):
        chance = random.Random(seed * 0x9E3779B97F4A7C15 + number)  # noqa: S311
        top, points = _tree(game, end, values, chance)
        won, looked = _search(top, strategy) if strategy in SEARCHES else _walk(top, strategy, chance)
        wins, looks, squares = wins + won, looks + looked, squares + looked * looked
        leaves = points // 2 + 1
        ends, end_squares = ends + leaves, end_squares + leaves * leaves
        budget.spend(points, f"{number:,} of {games:,} games")
        if number % _BATCH == 0:
            budget.progress("playing games", number / games)
    return Played(share(wins, games), _estimate(looks, squares, games), _estimate(ends, end_squares, games))


def _estimate(total: int, squares: int, games: int) -> Estimate:
    mean = total / games
    return Estimate(mean, sqrt(max(squares / games - mean * mean, 0.0) / (games - 1)))


def _tree(game: int, end: float, values: tuple[float, float], chance: random.Random) -> tuple[Point, int]:
    """Return a tree and its number of points."""
    # First the shape from the top down, then the values from the end points up.
    branches: list[list[int]] = [[]]
    open_points = [0]
    while open_points:
        point = open_points.pop()
        for _ in range(2):
            branches[point].append(len(branches))
            branches.append([])
            if chance.random() >= end:
                open_points.append(branches[point][-1])
    found: list[Point] = [Point(0.0, wins=False)] * len(branches)
    for place in reversed(range(len(branches))):
        if not branches[place]:
            value = chance.uniform(*values)
            found[place] = Point(value, chance.random() < value)
            continue
        first, second = (found[below] for below in branches[place])
        both = (first, second) if first.value >= second.value else (second, first)
        value = 1 - (1 - first.value) * (1 - second.value) if game == 1 else (first.value + second.value) / 2
        found[place] = Point(value, False, both)
    return found[0], len(branches)


def _search(top: Point, order: str) -> tuple[bool, int]:
    """Return whether there is a win, and the looks until it is seen."""
    assert top.branches is not None
    pick: Callable[..., Point] = min if order == "lowest" else max
    seen, looks = list(top.branches), 0
    while seen:
        point = pick(seen, key=lambda each: each.value)
        seen.remove(point)
        looks += 1
        if point.wins:
            return True, looks
        seen.extend(point.branches or ())
    return False, looks


def _walk(point: Point, strategy: str, chance: random.Random) -> tuple[bool, int]:
    """Return whether play ends with a win, and the looks."""
    looks = 0
    while point.branches:
        high, low = point.branches
        to_high, looked = _goes_high(high, low, strategy, chance)
        looks += looked
        point = high if to_high else low
    return point.wins, looks


def _goes_high(high: Point, low: Point, strategy: str, chance: random.Random) -> tuple[bool, int]:
    """Return a strategy's move, as in ``plain.choose``, and its looks."""
    if strategy == "nostrat":
        return chance.random() < 0.5, 0
    if strategy == "strat":
        return True, 0
    if strategy == "bstrat":
        if high.branches and low.branches:
            return True, 2
        return (high.wins or bool(high.branches and not low.wins)) or (not low.branches and not low.wins), 2
    upper = strategy.endswith("hstrat")
    reach = {"2": 2, "i": None}.get(strategy[0], 1)
    point, looks = high if upper else low, 1
    while point.branches and looks != reach:
        point, looks = point.branches[0], looks + 1
    if upper:
        return bool(point.branches) or point.wins, looks
    return not point.wins, looks
