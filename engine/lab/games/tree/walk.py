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
from .ratio import Doubles
from .rules import WEIGHING, Chance, Sight, Step, known_step, step

ENOUGH = 1e-13
_NEVER_MIND = 1e-22  # smaller chances are dropped and counted as error


class Values(Protocol):
    """The values of points, and the chances at and below them."""

    def split(self, move: int, lows: Doubles) -> Doubles:
        """Values of the split points after a number of moves, ``lows`` of them low."""

    def sight(self, strategy: str, move: int, lows: Doubles) -> Sight:
        """The chances around those points."""

    def at_most(self, value: Doubles) -> Doubles:
        """Bounds on the chance to win from split points of these values."""

    def surely(self, value: Doubles) -> Doubles:
        """1 if play is certain to win from split points of these values, else 0."""


@dataclass(frozen=True, slots=True)
class Shrinking:
    """The independent form with a constant split ratio.

    Attributes:
        end: E, above 0.
        ratio: A, 0.5 to 1.
        top: X, the value of the split point where play begins.
    """

    end: float
    ratio: float
    top: float

    def split(self, move: int, lows: Doubles) -> Doubles:
        values: Doubles = self.top * self.ratio ** (move - lows) * (1 - self.ratio) ** lows
        return values

    def sight(self, strategy: str, move: int, lows: Doubles) -> Sight:
        value = self.split(move, lows)
        high, low = self.ratio * value, (1 - self.ratio) * value
        path = self.end / (self.end * self.ratio + (1 - self.ratio))
        prefers = 1
        if strategy in WEIGHING:
            ratios = (self.ratio, self.ratio)
            prefers = prefers_high(strategy, *compared(strategy, self.end, self.ratio, high, low, ratios)) * 1
        return Sight(high, low, high * self.ratio, low * self.ratio, high * path, low * path, prefers)

    def at_most(self, value: Doubles) -> Doubles:
        return value

    def surely(self, value: Doubles) -> Doubles:
        return np.zeros_like(value)


@dataclass(frozen=True, slots=True)
class Drifting:
    """The drift form with branches C + D and C - D.

    Attributes:
        end: E, above 0.
        top: T, the value of the point where play begins.
        step: D, above 0.
        climbs: whether the strategy always wins or goes high if the high branch splits; then it always
            wins from 1 - D on.
    """

    end: float
    top: float
    step: float
    climbs: bool

    def split(self, move: int, lows: Doubles) -> Doubles:
        values: Doubles = self.top + (move - 2 * lows) * self.step
        return values

    def sight(self, strategy: str, move: int, lows: Doubles) -> Sight:
        value = self.split(move, lows)
        high, low, step = value + self.step, value - self.step, self.step
        if strategy not in ("infhstrat", "inflstrat"):
            return Sight(_won(high), _won(low), _won(high + step), _won(low + step), 0, 0)
        return Sight(_won(high), _won(low), 0, 0, self._path(high), self._path(low))

    def at_most(self, value: Doubles) -> Doubles:
        return np.ones_like(value)

    def surely(self, value: Doubles) -> Doubles:
        # Rounding may misplace a point here: the chance to lose there is itself a rounding error.
        sure: Doubles = np.where(value >= 1 - self.step * (1 + 1e-12), float(self.climbs), 0.0)
        return sure

    def _path(self, value: Doubles) -> Doubles:
        """The chance that the first end point on the high branches from here on is a win."""
        total: Doubles = np.zeros_like(value)
        split, arrive = 1 - self.end, 1.0
        while arrive > 1e-18 and (value < 1).any():
            total += arrive * self.end * _won(value)
            value, arrive = value + self.step, arrive * split
        found: Doubles = total + arrive * _won(value)
        return found


@dataclass(frozen=True, slots=True)
class Walked:
    """Chances to win on move 1, 2, ..., counting a win when it is seen; to lose; the sum of wins; its possible lack."""

    by_move: list[float]
    lost: list[float]
    total: float
    error: float


def walk(strategy: str, end: float, values: Values, budget: Budget, *, moves: int | None = None) -> Walked:
    """Follows all paths until at most ``ENOUGH`` is left to win, or for a number of moves.

    Args:
        strategy: any but ``unlimited``.
        end: E, above 0.
        values: of the points.
        budget: charged one node per value and move.
        moves: when to stop.

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
        free = step(strategy, end, at)
        bound = known_step(end, at)  # only 2hstrat has any knowledge: otherwise ``known`` is 0
        by_move.append(float((unknown * (free.now + free.seen) + known * (bound.now + bound.seen)).sum()))
        lost.append(float((unknown * _loses(free) + known * _loses(bound)).sum()))
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
    """The chance to win in the drift form with D = 0: every point has the same value T (theorem 6.1).

    Args:
        strategy: any that goes from fork to fork and weighs nothing.
        end: E, above 0.
        value: T.
    """
    at = Sight(value, value, value, value, value, value)
    free, bound = step(strategy, end, at), known_step(end, at)
    # V = now + seen + (high + low) V + known V', V' likewise.
    known = (bound.now + bound.seen, bound.low, bound.known)
    after = 1 / (1 - known[2])
    top = free.now + free.seen + free.known * known[0] * after
    return float(top / (1 - free.high - free.low - free.known * known[1] * after))


def _loses(made: Step) -> Chance:
    return 1 - (made.now + made.seen + made.high + made.low + made.known)


def _won(value: Doubles) -> Doubles:
    """The chance that an end point of that value is a win."""
    return np.clip(value, 0.0, 1.0)
