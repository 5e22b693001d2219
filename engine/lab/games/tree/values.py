"""The values of points, which shrink on the way down, or drift.

The methods take an array of values of split points (*places*), and return one number for each. Values that shrink
are only multiplied, so a place may have any number as its value, even a complex one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from ...arrays import Reals
from .depreciation import estimate_branches, prefers_high
from .trees import Ends, SplitRatio

_END = 1e-20  # the chance of longer ways, which are left out
Turns = tuple[Any, ...]  # how often a way down takes each branch: numbers, or arrays by place


@dataclass(frozen=True, slots=True)
class Shrinking:
    """The independent form; with products of values left out, the dependent form.

    Attributes:
        ends: E, above 0 on the later levels.
        shares: of the branches at the forks of the places, numbers or arrays by place. Ratios further down enter
            linearly and are independent of the fork's ratio, so their mean is enough.
        prefers: whether a weighing strategy goes high if both branches split; None if that depends on the value.
    """

    ends: Ends
    ratio: SplitRatio
    shares: Sequence[Reals | float]
    prefers: float | None = None

    def branches(self, here: Reals) -> list[Reals]:
        return [share * here for share in self.shares]

    def below(self, here: Reals, turns: Turns) -> Reals:
        """Return the values of points below, after these turns, if all forks have the same shares."""
        shares: Reals | float = prod(share**count for share, count in zip(self.shares, turns, strict=True))
        return here * shares

    def wins(self, value: Reals) -> Reals:
        return value

    def path_wins(self, level: int, here: Reals, branch: int, within: int | None) -> Reals:
        """Return the chance that high branches from a branch on lead to a winning end point within this many points."""
        return self.shares[branch] * here * self.ends.sum_way(level, within, self.ratio.mean).ends

    def path_looks(self, level: int, here: Reals) -> Reals:
        """Return the expected looks from the high branch to a win along high branches, times the chance of the win."""
        return self.shares[0] * here * self.ends.sum_way(level, None, self.ratio.mean).numbers

    def distant_wins(self, here: Reals, points: int) -> Reals:
        """Return the chance that an end point this many points down the high branches is a win."""
        return self.shares[0] * here * self.ratio.mean ** (points - 1)

    def prefers_high(self, strategy: str, here: Reals) -> Reals | float:
        """Return whether a weighing strategy goes high if both branches split: 1 or 0."""
        if self.prefers is not None:
            return self.prefers
        mean, (high, low) = self.ratio.mean, self.branches(here)
        prefers_high_flags: Reals = (
            prefers_high(strategy, *estimate_branches(strategy, self.ends.later, mean, high, low, (mean, mean))) * 1.0
        )
        return prefers_high_flags

    def win_bound(self, here: Reals) -> Reals:
        """Return bounds on the chance to win: the expected number of wins below."""
        return here

    def sure_wins(self, here: Reals) -> Reals:
        """Return 1 if play is certain to win, else 0."""
        return np.zeros_like(here)


@dataclass(frozen=True, slots=True)
class Drifting:
    """The drift form with branches C + D and C - D; see ``Shrinking`` for its methods.

    Attributes:
        ends: E, above 0 on the later levels.
        step: D, 0 or more.
        climbs: whether the strategy wins or goes high whenever the high branch splits; then it always wins from 1 - D
            on.
    """

    ends: Ends
    step: float
    climbs: bool

    def branches(self, here: Reals) -> list[Reals]:
        return [self.wins(here + self.step), self.wins(here - self.step)]

    def below(self, here: Reals, turns: Turns) -> Reals:
        highs, lows = turns
        shift: Reals | float = (highs - lows) * self.step
        return here + shift

    def wins(self, value: Reals) -> Reals:
        return np.clip(value, 0.0, 1.0)

    def path_wins(self, level: int, here: Reals, branch: int, within: int | None) -> Reals:
        return self._follow_path(level, here + (-self.step if branch else self.step), within)[0]

    def path_looks(self, level: int, here: Reals) -> Reals:
        return self._follow_path(level, here + self.step, None)[1]

    def distant_wins(self, here: Reals, points: int) -> Reals:
        return self.wins(here + points * self.step)

    def prefers_high(self, strategy: str, here: Reals) -> float:
        return 1.0  # the high branch and everything below it have higher values

    def win_bound(self, here: Reals) -> Reals:
        return np.ones_like(here)

    def sure_wins(self, here: Reals) -> Reals:
        # Rounding may misplace a point here: the chance to lose there is itself a rounding error.
        return np.where(here >= 1 - self.step * (1 + 1e-12), float(self.climbs), 0.0)

    def _follow_path(self, level: int, value: Reals, within: int | None) -> tuple[Reals, Reals]:
        """Return the chance that high branches from points of a value lead to a win, and that chance times its distance."""
        chance, points = np.zeros((2, len(value)))
        arrive, down = 1.0, 0
        while arrive > _END and down != within:
            if (value >= 1).all():  # all end points from here on are wins
                rest_of_way = self.ends.sum_way(level + down, None if within is None else within - down)
                return chance + arrive * rest_of_way.ends, points + arrive * (
                    down * rest_of_way.ends + rest_of_way.numbers
                )
            end, down = self.ends.chance_at(level + down + 1), down + 1
            here = arrive * end * self.wins(value)
            chance, points, value = chance + here, points + down * here, value + self.step
            arrive *= 1 - end
        return chance, points


Values = Shrinking | Drifting
