"""The distribution of random trees: E by level, the division of values, and the form."""

from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np

from ...arrays import Reals

PAIR = 2  # the branches of a fork, unless there are more
DEGREE = 48  # power series end here
_NODES = 40  # of Gauss's rule


@dataclass(frozen=True, slots=True)
class Way:
    """Sums along a way down: the expected points, the chance of an end point, and that chance times its distance."""

    points: float
    ends: float
    numbers: float


@dataclass(frozen=True, slots=True)
class Ends:
    """The chances that points are end points. The branches of the top are on level 1.

    Attributes:
        first: E on levels 1, 2, …; empty if it is the same on all levels.
        later: E on all further levels.
    """

    first: tuple[float, ...]
    later: float

    def chance_at(self, level: int) -> float:
        return self.first[level - 1] if level <= len(self.first) else self.later

    def split_chance(self, level: int, count: int) -> float:
        """Return the chance that a point ``count`` levels below ``level`` and all points between them split."""
        return prod(1 - self.chance_at(level + down) for down in range(1, count + 1))

    def sum_way(self, level: int, reach: int | None, shrink: float = 1.0) -> Way:
        """Return sums along a way down from a level, to its end or for ``reach`` points; None for no limit.

        Each chance is multiplied by ``shrink`` for every point before it.
        """
        points = ends = numbers = 0.0
        arrive, down = 1.0, 0
        different = max(len(self.first) - level, 0)  # the levels below this one until E stays the same
        while down < (different if reach is None else reach):
            end, down = self.chance_at(level + down + 1), down + 1
            points, ends, numbers = points + arrive, ends + arrive * end, numbers + down * arrive * end
            arrive *= (1 - end) * shrink
        if reach is None:
            stop_chance = self.later * shrink + (1 - shrink)  # 1 - (1 - E) shrink, without cancellation
            points, ends = points + arrive / stop_chance, ends + arrive * self.later / stop_chance
            numbers += arrive * self.later * (down / stop_chance + 1 / stop_chance**2)
        return Way(points, ends, numbers)


@dataclass(frozen=True)
class SplitRatio:
    """The division of a split point's value: R to the high branch and 1 - R to the low one, or constant shares.

    Attributes:
        constant: the only value of R, from 0.5 to 1; None if it is uniform on [0.5, 1], independent between points.
        others: in trees with more branches, the shares of all but the first in descending order; ``constant`` is the
            first, and may be below 0.5.
    """

    constant: float | None
    others: tuple[float, ...] = ()

    @property
    def shares(self) -> tuple[float, ...]:
        """The mean shares of all branches."""
        return (self.mean, *(self.others or (1 - self.mean,)))

    @property
    def mean(self) -> float:
        """A, the mean of R."""
        return 0.75 if self.constant is None else self.constant

    @cached_property
    def nodes(self) -> tuple[Reals, Reals]:
        """Shares of the branches, [branch, node], and the chance of each node.

        Means over the nodes equal the means over R, exact up to rounding for polynomials in the shares up to ``2 * _NODES``.
        """
        if self.constant is not None:
            return np.array(self.shares)[:, None], np.ones(1)
        nodes, weights = np.polynomial.legendre.leggauss(_NODES)
        return np.array([(3 + nodes) / 4, (1 - nodes) / 4]), weights / 2


@dataclass(frozen=True, slots=True)
class Trees:
    """The distribution of random trees.

    Attributes:
        form: ``tsi``, ``tsd`` or ``drift``.
        end: E, above 0; on the levels below ``first_ends``.
        ratio: the distribution of split ratios. In the drift form it determines the values of the two
            branches: C + D and C - D if it is constant, as the memo evaluates them; else C plus two draws uniform on
            [-3D, 3D], the higher of which is D above C on average.
        top: the value of the split point where play begins.
        step: D of the drift form.
        first_ends: E on levels 1, 2, …, if it differs there.
    """

    form: str
    end: float
    ratio: SplitRatio
    top: float = 1.0
    step: float = 0.0
    first_ends: tuple[float, ...] = ()

    @property
    def ends(self) -> Ends:
        return Ends(self.first_ends, self.end)

    @property
    def is_random(self) -> bool:
        """Whether the branches of the drift form are random; such trees can only be simulated."""
        return self.form == "drift" and self.ratio.constant is None
