"""Reference: random trees, and games on them, in plain, slow, readable Python.

The trees are the same as the kernel's (``_play``): everything random about a point comes from a hash of the seed,
the number of the game and the path from the top.
"""

import heapq
import math
from bisect import bisect
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate, count
from typing import Protocol

from .depreciation import estimate_branches, estimate_drift_split_point, prefers_high
from .play import MAX_UNSEEN_ERROR
from .rules import WEIGHING, count_plies, parse_path_strategy
from .trees import Trees

HIGH, LOW = "h", "l"
# The random properties of a point, with the kernel's numbers; 1 and 2 are its branches.
_ENDS, _WINS, _SPLITS, _SPLITS_TOO, _COIN, _MORE = 3, 4, 5, 6, 7, 8
_GOLDEN = 0x9E3779B97F4A7C15
_WORD = 2**64 - 1


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a tree.

    Attributes:
        key: the source of its random properties.
        holds: in the dependent form, whether the one win is here or below; in a ``BuiltTree``, whether this is a win.
        level: its depth below the top.
    """

    key: int
    value: float
    holds: bool
    level: int = 0


class Playable(Protocol):
    """A tree on which strategies play."""

    @property
    def top(self) -> Point:
        """The split point where play begins."""

    def is_end(self, point: Point) -> bool:
        """Return whether a point other than the top is an end point."""

    def is_win(self, point: Point) -> bool:
        """Return whether an end point is a win."""

    def branches(self, point: Point) -> tuple[Point, ...]:
        """Return the branches of a split point: high, low and, in trees with more of them, the others."""

    def coin(self, point: Point) -> float:
        """Return a random number for a split point, uniform on [0, 1)."""


@dataclass(frozen=True, slots=True)
class Tree:
    """Game number ``game`` of a seed."""

    trees: Trees
    seed: int
    game: int = 0

    @property
    def top(self) -> Point:
        base = _mix(self.seed + _GOLDEN)
        return Point(_mix(base + _GOLDEN * (self.game + 1)), self.trees.top, self.trees.form == "tsd")

    def is_end(self, point: Point) -> bool:
        return _draw(point, _ENDS) < self.trees.ends.chance_at(point.level)

    def is_win(self, point: Point) -> bool:
        return point.holds if self.trees.form == "tsd" else _draw(point, _WINS) < point.value

    def ratio(self, point: Point) -> float:
        """Return the split ratio of a split point. Not for the drift form."""
        constant = self.trees.ratio.constant
        return 0.5 + 0.5 * _draw(point, _SPLITS) if constant is None else constant

    def branches(self, point: Point) -> tuple[Point, ...]:
        shares, level = self.trees.ratio.shares, point.level + 1
        keys = [
            _mix(point.key + _GOLDEN * (what if what <= 2 else _MORE + what - 1)) for what in range(1, len(shares) + 1)
        ]
        if self.trees.form == "drift":
            shifts = [self.trees.step, -self.trees.step]
            if self.trees.is_random:
                shifts = [3 * self.trees.step * (2 * _draw(point, what) - 1) for what in (_SPLITS, _SPLITS_TOO)]
            return (
                Point(keys[0], point.value + max(shifts), False, level),
                Point(keys[1], point.value + min(shifts), False, level),
            )
        ratio = self.ratio(point)
        shares = (ratio, *(shares[1:] if len(shares) > 2 else (1 - ratio,)))
        limits = [*accumulate(shares[:-1]), 1.0]
        place = bisect(limits, _draw(point, _WINS))
        return tuple(
            Point(key, share * point.value, point.holds and number == place, level)
            for number, (key, share) in enumerate(zip(keys, shares, strict=True))
        )

    def coin(self, point: Point) -> float:
        return _draw(point, _COIN)

    def point_at(self, way: str) -> Point:
        """Return the point at the end of a path from the top: "hl" is the low branch of the high branch."""
        return reduce(lambda point, turn: self.branches(point)[turn == LOW], way, self.top)


@dataclass(frozen=True, slots=True)
class TreeGame:
    """A finished game.

    Attributes:
        way: the moves; "" for ``unlimited``, which searches first.
        won: None if the search was given up.
    """

    way: str
    won: bool | None
    looks: int


def play_game(strategy: str, tree: Playable) -> TreeGame:
    """Play from the top to an end point with any strategy except ``unlimited``; E is above 0, forks have two branches."""
    point, way, looks = tree.top, "", 0
    while True:
        high, low = tree.branches(point)[:2]
        turn, move_looks = choose_move(strategy, tree, point)
        way, looks = way + turn, looks + move_looks
        point = high if turn == HIGH else low
        if tree.is_end(point):
            return TreeGame(way, tree.is_win(point), looks)


def choose_move(strategy: str, tree: Playable, point: Point) -> tuple[str, int]:
    """Return a strategy's move from a split point, and the looks it takes."""
    high, low = tree.branches(point)[:2]
    if strategy == "nostrat":
        return _name_turn(tree.coin(point) < 0.5), 0
    if strategy == "strat":
        return HIGH, 0
    path_strategy, depth = parse_path_strategy(strategy), count_plies(strategy)
    if path_strategy is not None:
        follows_high = path_strategy[0] == "h"
        path_wins, looks = _follow_path(tree, high if follows_high else low, path_strategy[1])
        return _name_turn(path_wins is not False if follows_high else not path_wins), looks
    if depth is not None:
        (to_high, high_looks), (to_low, low_looks) = (_find_best_value(tree, branch, depth) for branch in (high, low))
        return _name_turn(to_high >= to_low or math.isclose(to_high, to_low, rel_tol=1e-12)), high_looks + low_looks
    if strategy == "hprime":
        return (_name_turn(tree.is_win(high)) if tree.is_end(high) else _weigh_branches(strategy, tree, high, low)), 1
    # bstrat and bprime look at both.
    if tree.is_end(high):
        return _name_turn(tree.is_win(high) or (tree.is_end(low) and not tree.is_win(low))), 2
    if tree.is_end(low):
        return _name_turn(not tree.is_win(low)), 2
    return HIGH if strategy == "bstrat" else _weigh_branches(strategy, tree, high, low), 2


def search_tree(tree: Tree, max_looks: int) -> TreeGame:
    """Play the ``unlimited`` strategy: look at the highest unseen point until a win is seen or is unlikely to remain.

    The search is given up after ``max_looks`` looks. The tree is of the dependent or independent form.
    """
    order = count()  # of points of equal value, the earliest comes first
    unseen: list[tuple[float, int, Point]] = []

    def add(point: Point) -> None:
        for branch in tree.branches(point):
            heapq.heappush(unseen, (-branch.value, next(order), branch))

    add(tree.top)
    value_unseen = tree.trees.top
    for looks in range(1, max_looks + 1):
        if not unseen or (tree.trees.form == "tsi" and value_unseen * -unseen[0][0] < MAX_UNSEEN_ERROR):
            return TreeGame("", _draw(tree.top, _COIN) < -math.expm1(-value_unseen), looks - 1)
        point = heapq.heappop(unseen)[2]
        if not tree.is_end(point):
            add(point)
        elif tree.is_win(point):
            return TreeGame("", True, looks)
        else:
            value_unseen -= point.value
    return TreeGame("", None, max_looks)


def _follow_path(tree: Playable, point: Point, reach: int | None) -> tuple[bool | None, int]:
    """Return whether high branches from a point on lead to a win (None if that is out of reach), and the looks."""
    looks = 1
    while not tree.is_end(point):
        if looks == reach:
            return None, looks
        point, looks = tree.branches(point)[0], looks + 1
    return tree.is_win(point), looks


def _find_best_value(tree: Playable, point: Point, depth: int) -> tuple[float, int]:
    """Return the value of a point to a strategy that sees plies, and the looks."""
    if tree.is_end(point):
        return math.inf if tree.is_win(point) else -math.inf, 1
    if depth == 1:
        return point.value, 1
    branch_values = [_find_best_value(tree, branch, depth - 1) for branch in tree.branches(point)]
    return max(value for value, _ in branch_values), 1 + sum(looks for _, looks in branch_values)


def _weigh_branches(strategy: str, tree: Playable, high: Point, low: Point) -> str:
    assert strategy in WEIGHING
    assert isinstance(tree, Tree)
    trees = tree.trees
    if trees.form == "drift":
        to_high, to_low = (
            estimate_drift_split_point(strategy, trees.end, *(branch.value for branch in tree.branches(point)))
            for point in (high, low)
        )
        if strategy == "hprime":  # it has not looked low: an end point, or branches at the usual distance
            unseen = estimate_drift_split_point(strategy, trees.end, low.value + trees.step, low.value - trees.step)
            to_low = trees.end * min(max(low.value, 0.0), 1.0) + (1 - trees.end) * unseen
        return _name_turn(bool(prefers_high(strategy, to_high, to_low)))
    ratios = (tree.ratio(high), tree.ratio(low))
    estimates = estimate_branches(
        strategy, trees.end, trees.ratio.mean, high.value, low.value, ratios, trees.form == "tsd"
    )
    return _name_turn(bool(prefers_high(strategy, *estimates)))


def _name_turn(goes_high: bool) -> str:
    return HIGH if goes_high else LOW


def _draw(point: Point, what: int) -> float:
    return (_mix(point.key + _GOLDEN * what) >> 11) / 2**53


def _mix(z: int) -> int:
    """Return the finisher of splitmix64 (Steele, Lea and Flood, 2014)."""
    z &= _WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
    return z ^ (z >> 31)
