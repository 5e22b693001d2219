"""Chances to win by following all paths at once, move by move.

After m moves, j of them low, the point reached has one value: A^(m-j) B^j X with a constant split
ratio, T + (m-2j) D in the drift form. So the chances of being at each are one row per move, and rows
are followed until the remainder is negligible. The remainder is a proven bound on the error: from a split
point of value v the chance to win is at most v in the independent form (the expected number of wins below
is v), and at most 1 in the drift form.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ...budget import Budget
from .depreciation import compared, prefers_high
from .ends import Ends
from .ratio import Doubles, SplitRatio
from .rules import WEIGHING, Sight, following, known_step, loses, step, structure

ENOUGH = 1e-13
_NEVER_MIND = 1e-22  # smaller chances are dropped and counted as error


class Values(Protocol):
    """The values of points, and the chances at and below them."""

    def split(self, move: int, lows: Doubles) -> Doubles:
        """Return values of the split points after a number of moves, ``lows`` of them low."""

    def sight(self, strategy: str, move: int, lows: Doubles) -> Sight:
        """Return the chances around those points."""

    def at_most(self, value: Doubles) -> Doubles:
        """Return bounds on the chance to win from split points of these values."""

    def surely(self, value: Doubles) -> Doubles:
        """Return 1 if play is certain to win from split points of these values, else 0."""


@dataclass(frozen=True, slots=True)
class Shrinking:
    """The independent form with constant shares.

    Attributes:
        ends: E, above 0 on the later levels.
        ratio: of every fork, constant.
        top: X, the value of the split point where play begins.
    """

    ends: Ends
    ratio: SplitRatio
    top: float

    def split(self, move: int, lows: Doubles) -> Doubles:
        values: Doubles = self.top * self.ratio.mean ** (move - lows) * self.ratio.second**lows
        return values

    def sight(self, strategy: str, move: int, lows: Doubles) -> Sight:
        value, mean = self.split(move, lows), self.ratio.mean
        high, low = mean * value, self.ratio.second * value
        reach = _reach(strategy)
        path = self.ends.path_sum(move, reach, mean)
        prefers = 1
        if strategy in WEIGHING:
            prefers = prefers_high(strategy, *compared(strategy, self.ends.later, mean, high, low, (mean, mean))) * 1
        last = 0 if reach is None else high * mean ** (reach - 1)
        return Sight(high, low, high * path, low * path, last, prefers)

    def at_most(self, value: Doubles) -> Doubles:
        return value

    def surely(self, value: Doubles) -> Doubles:
        return np.zeros_like(value)


@dataclass(frozen=True, slots=True)
class Drifting:
    """The drift form with branches C + D and C - D.

    Attributes:
        ends: E, above 0 on the later levels.
        top: T, the value of the point where play begins.
        step: D, above 0.
        climbs: whether the strategy always wins or goes high if the high branch splits; then it always
            wins from 1 - D on.
    """

    ends: Ends
    top: float
    step: float
    climbs: bool

    def split(self, move: int, lows: Doubles) -> Doubles:
        values: Doubles = self.top + (move - 2 * lows) * self.step
        return values

    def sight(self, strategy: str, move: int, lows: Doubles) -> Sight:
        value = self.split(move, lows)
        high, low, reach = value + self.step, value - self.step, _reach(strategy)
        if following(strategy) is None:
            return Sight(_won(high), _won(low), 0, 0)
        last = 0 if reach is None else _won(high + (reach - 1) * self.step)
        return Sight(_won(high), _won(low), self._path(high, move, reach), self._path(low, move, reach), last)

    def at_most(self, value: Doubles) -> Doubles:
        return np.ones_like(value)

    def surely(self, value: Doubles) -> Doubles:
        # Rounding may misplace a point here: the chance to lose there is itself a rounding error.
        sure: Doubles = np.where(value >= 1 - self.step * (1 + 1e-12), float(self.climbs), 0.0)
        return sure

    def _path(self, value: Doubles, level: int, reach: int | None) -> Doubles:
        """Return the chance that the first end point on the high branches, if looked at, is a win."""
        total: Doubles = np.zeros_like(value)
        arrive, down = 1.0, 1
        while arrive > 1e-18 and (reach is None or down <= reach):
            if (value >= 1).all():  # all that end from here on are wins
                left = None if reach is None else reach - down + 1
                return total + arrive * self.ends.path_sum(level + down - 1, left, 1.0)
            end = self.ends.at(level + down)
            total += arrive * end * _won(value)
            value, arrive, down = value + self.step, arrive * (1 - end), down + 1
        return total


@dataclass(frozen=True, slots=True)
class Walked:
    """Chances to win on move 1, 2, ..., counting a win when it is seen; to lose; the sum of wins; its possible lack."""

    by_move: list[float]
    lost: list[float]
    total: float
    error: float


def walk(strategy: str, ends: Ends, values: Values, budget: Budget, *, moves: int | None = None) -> Walked:
    """Follow all paths until at most ``ENOUGH`` is left to win, or for a number of moves.

    Args:
        strategy: any that goes from fork to fork, without plies; only two branches count.
        ends: E, above 0 on the later levels.
        values: of the points.
        budget: charged one node per value and move.
        moves: the number of moves to follow.

    Raises:
        Exhausted, Cancelled: see ``Budget``.
    """
    first = 0  # the number of low moves at the start of the arrays
    unknown, known = np.ones(1), np.zeros(1)  # chances of being at a split point, by the knowledge of its high branch
    by_move: list[float] = []
    lost: list[float] = []
    total = dropped = 0.0
    while True:
        move = len(by_move)
        lows = np.arange(first, first + len(unknown), dtype=np.float64)
        here = values.split(move, lows)
        sure = values.surely(here) if moves is None else np.zeros_like(here)
        total += float(((unknown + known) * sure).sum())
        unknown, known = unknown * (1 - sure), known * (1 - sure)
        left = float(((unknown + known) * values.at_most(here)).sum()) + dropped
        if move == moves or (moves is None and left <= ENOUGH):
            return Walked(by_move, lost, total, left)
        budget.spend(len(lows), f"{move} moves, a chance to win from {total:.9g} to {total + left:.9g}")
        at = values.sight(strategy, move, lows)
        below = structure(strategy, ends, move)
        free = step(strategy, below, at)
        bound = known_step(below, at)  # only XHSTRAT has any knowledge: otherwise ``known`` is 0
        by_move.append(float((unknown * (free.now + free.seen) + known * (bound.now + bound.seen)).sum()))
        lost.append(float((unknown * loses(free) + known * loses(bound)).sum()))
        total += by_move[-1]
        to_low = unknown * free.low + known * bound.low
        unknown, known = (
            np.append(unknown * free.high, 0.0) + np.insert(to_low, 0, 0.0),
            np.append(unknown * free.known + known * bound.known, 0.0),
        )
        kept = np.flatnonzero(unknown + known > _NEVER_MIND)
        if not len(kept):
            return Walked(by_move, lost, total, dropped + _NEVER_MIND * len(unknown))
        start, stop = int(kept[0]), int(kept[-1]) + 1
        dropped += _NEVER_MIND * (len(unknown) - (stop - start))
        first, unknown, known = first + start, unknown[start:stop], known[start:stop]


def level(strategy: str, end: float, value: float) -> float:
    """Return the chance to win in the drift form with D = 0: every point has the same value T (theorem 6.1).

    Args:
        strategy: any that goes from fork to fork and weighs nothing, without plies.
        end: E, above 0, on all levels.
        value: T.
    """
    ends = Ends((), end)
    below, path = structure(strategy, ends, 0), value * ends.path_sum(0, _reach(strategy), 1.0)
    at = Sight(value, value, path, path, value)
    free, bound = step(strategy, below, at), known_step(below, at)
    # V = now + seen + (high + low) V + known V', V' likewise.
    after = free.known / (1 - bound.known) if free.known else 0.0
    top = free.now + free.seen + after * (bound.now + bound.seen)
    return float(top / (1 - free.high - free.low - after * bound.low))


def _reach(strategy: str) -> int | None:
    """Return the number of points of a path that the strategy follows."""
    followed = following(strategy)
    return followed[1] if followed else 1


def _won(value: Doubles) -> Doubles:
    """Return the chance that an end point of that value is a win."""
    return np.clip(value, 0.0, 1.0)
