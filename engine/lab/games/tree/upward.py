"""Games 1 and 2 of the memo's chapter 6: values are found from the end points up.

End points have values drawn from a distribution, and an end point of value v is a win with chance v. A split point's
value is the chance that there is a win below it (game 1), or the mean of its branches' values (game 2). So a value
depends on the tree below, and strategies can only be judged by playing. E is above 0.5, so trees are finite.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass

from ...budget import Budget
from ...simulation import Estimate
from .play import estimate_mean, estimate_share
from .reference import Point
from .reference import play_game as play_out

SEARCHES = ("lowest", "highest")  # the value, among all points in sight, that is looked at next
_GAMES_PER_REPORT = 500


@dataclass(frozen=True, slots=True)
class BuiltTree:
    """A tree with all its points, the top first, and the branches of each point, the higher first; end points have none.

    ``chance`` draws the coins of a strategy.
    """

    points: list[Point]
    below: list[tuple[Point, ...]]
    chance: random.Random

    @property
    def top(self) -> Point:
        return self.points[0]

    def is_end(self, point: Point) -> bool:
        return not self.below[point.key]

    def is_win(self, point: Point) -> bool:
        return point.holds

    def branches(self, point: Point) -> tuple[Point, ...]:
        return self.below[point.key]

    def coin(self, point: Point) -> float:
        return self.chance.random()


@dataclass(frozen=True, slots=True)
class GameResults:
    """The results of many games: the chance to win, the looks of a game, and the end points of a tree."""

    chance: Estimate
    looks: Estimate
    end_points: Estimate


def play_games(
    game: int, strategy: str, end: float, values: tuple[float, float], games: int, seed: int, budget: Budget
) -> GameResults:
    """Play games on random trees; a seed gives every strategy the same trees.

    ``game`` is 1 or 2, ``end`` (E) above 0.5; the strategy goes from fork to fork or is one of ``SEARCHES``; an end
    point's value is uniform between ``values``. Raises Exhausted or Cancelled: the budget is charged one node per point
    of a tree.
    """
    wins, looks, squares, ends, end_squares = 0, 0, 0, 0, 0
    for number in range(games):
        rng = random.Random(seed * 0x9E3779B97F4A7C15 + number)  # noqa: S311
        tree = _build_tree(game, end, values, rng)
        if strategy in SEARCHES:
            is_win, game_looks = _search_tree(tree, strategy)
        else:
            finished = play_out(strategy, tree)
            is_win, game_looks = bool(finished.won), finished.looks
        wins, looks, squares = wins + is_win, looks + game_looks, squares + game_looks * game_looks
        leaves = len(tree.points) // 2 + 1
        ends, end_squares = ends + leaves, end_squares + leaves * leaves
        budget.spend(len(tree.points), f"{number:,} of {games:,} games")
        if number % _GAMES_PER_REPORT == 0:
            budget.report_progress("playing games", number / games)
    return GameResults(
        estimate_share(wins, games), estimate_mean(looks, squares, games), estimate_mean(ends, end_squares, games)
    )


def _build_tree(game: int, end: float, values: tuple[float, float], rng: random.Random) -> BuiltTree:
    # First the shape from the top down, then the values from the end points up.
    branches: list[list[int]] = [[]]
    open_points = [0]
    while open_points:
        point = open_points.pop()
        for _ in range(2):
            branches[point].append(len(branches))
            branches.append([])
            if rng.random() >= end:
                open_points.append(branches[point][-1])
    points = [Point(place, 0.0, holds=False) for place in range(len(branches))]
    below: list[tuple[Point, ...]] = [()] * len(branches)
    for place in reversed(range(len(branches))):
        if not branches[place]:
            value = rng.uniform(*values)
            points[place] = Point(place, value, rng.random() < value)
            continue
        first, second = (points[child] for child in branches[place])
        below[place] = (first, second) if first.value >= second.value else (second, first)
        value = 1 - (1 - first.value) * (1 - second.value) if game == 1 else (first.value + second.value) / 2
        points[place] = Point(place, value, holds=False)
    return BuiltTree(points, below, rng)


def _search_tree(tree: BuiltTree, order: str) -> tuple[bool, int]:
    """Return whether there is a win, and the looks until it is seen."""
    pick: Callable[..., Point] = min if order == "lowest" else max
    points_in_view, looks = list(tree.branches(tree.top)), 0
    while points_in_view:
        point = pick(points_in_view, key=lambda point_seen: point_seen.value)
        points_in_view.remove(point)
        looks += 1
        if tree.is_win(point):
            return True, looks
        points_in_view.extend(tree.branches(point))
    return False, looks
