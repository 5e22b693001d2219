"""The values of points where each way down leads to one value: constant shares, and the drift form.

After m moves, j of them low, the point reached has the value A^(m-j) B^j X with constant shares, T + (m-2j) D in the drift
form.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Reals
from .depreciation import compared, prefers_high
from .states import HIGH, Around, Chance, Shared
from .trees import Ends, SplitRatio

_END = 1e-20  # the chance of longer ways, which are left out


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

    def split(self, move: int, lows: Reals) -> Reals:
        """Return the values of the points after a number of moves, ``lows`` of them low."""
        values: Reals = self.below(self.top, move - lows, lows)
        return values

    def below(self, value: Chance, highs: Chance, lows: Chance) -> Chance:
        """Return the values of points this many high and low branches below others."""
        return value * self.ratio.mean**highs * self.ratio.shares[1] ** lows

    def around(self, level: int, value: Reals) -> Around:
        """Return the chances of the points below split points of these values on a level."""
        return _Weighing(self.ends, level, self.ratio.mean, (self.ratio.mean * value, self.ratio.shares[1] * value))

    def at_most(self, value: Reals) -> Reals:
        """Return bounds on the chance to win from split points of these values."""
        return value

    def surely(self, value: Reals) -> Reals:
        """Return 1 if play is certain to win from split points of these values, else 0."""
        return np.zeros_like(value)


class _Weighing(Shared):
    def prefers_high(self, strategy: str) -> Chance:
        estimates = compared(strategy, self.ends.later, self.mean, *self.branches, (self.mean, self.mean))
        return prefers_high(strategy, *estimates) * 1


@dataclass(frozen=True, slots=True)
class Drifting:
    """The drift form with branches C + D and C - D.

    Attributes:
        ends: E, above 0 on the later levels.
        top: T, the value of the point where play begins.
        step: D, 0 or more.
        climbs: whether the strategy always wins or goes high if the high branch splits; then it always
            wins from 1 - D on.
    """

    ends: Ends
    top: float
    step: float
    climbs: bool

    def split(self, move: int, lows: Reals) -> Reals:
        """Return the values of the points after a number of moves, ``lows`` of them low."""
        values: Reals = self.below(self.top, move - lows, lows)
        return values

    def below(self, value: Chance, highs: Chance, lows: Chance) -> Chance:
        """Return the values of points this many high and low branches below others."""
        return value + (highs - lows) * self.step

    def around(self, level: int, value: Reals) -> Around:
        """Return the chances of the points below split points of these values on a level."""
        return _Around(self.ends, level, self.step, value)

    def at_most(self, value: Reals) -> Reals:
        """Return bounds on the chance to win from split points of these values."""
        return np.ones_like(value)

    def surely(self, value: Reals) -> Reals:
        """Return 1 if play is certain to win from split points of these values, else 0."""
        # Rounding may misplace a point here: the chance to lose there is itself a rounding error.
        return np.where(value >= 1 - self.step * (1 + 1e-12), float(self.climbs), 0.0)


@dataclass(frozen=True, slots=True)
class _Around:
    """The chances of the points below split points of the drift form, of these values on a level."""

    ends: Ends
    level: int
    step: float
    value: Reals

    @property
    def branches(self) -> tuple[Reals, Reals]:
        return won(self.value + self.step), won(self.value - self.step)

    def path(self, branch: int, within: int | None) -> Reals:
        return self._along(branch, within)[0]

    def looked(self) -> Reals:
        return self._along(HIGH, None)[1]

    def further(self, points: int) -> Reals:
        return won(self.value + points * self.step)

    def prefers_high(self, strategy: str) -> Chance:
        return 1  # high is higher, and so is everything below it: there is nothing to weigh

    def _along(self, branch: int, within: int | None) -> tuple[Reals, Reals]:
        """Return the chance that high branches from there on lead to a win, and that times the points to it."""
        chance, points = np.zeros((2, len(self.value)))
        value = self.value + (self.step if branch == HIGH else -self.step)
        for down, (arrive, end) in enumerate(self.ends.way(self.level, within)):
            if arrive <= _END:
                break
            if (value >= 1).all():  # all that end from here on are wins
                left = None if within is None else within - down
                there = arrive * self.ends.path_sum(self.level + down, left, 1.0)
                return chance + there, points + down * there + arrive * self.ends.looks_sum(
                    self.level + down, left, 1.0
                )
            here = arrive * end * won(value)
            chance, points, value = chance + here, points + (down + 1) * here, value + self.step
        return chance, points


Values = Shrinking | Drifting


def won(value: Reals) -> Reals:
    """Return the chance that an end point of that value is a win."""
    return np.clip(value, 0.0, 1.0)
