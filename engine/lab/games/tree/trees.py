"""The distribution of random trees: E by level, the division of values, and all that belongs to a form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np

from ...arrays import Reals

PAIR = 2  # the branches of a fork, unless there are more
DEGREE = 48  # power series end here
_NODES = 40  # of Gauss's rule


@dataclass(frozen=True, slots=True)
class Ends:
    """The chances that points are end points. The branches of the top are on level 1.

    Attributes:
        first: E on levels 1, 2, …; empty if it is the same on all levels.
        later: E on all further levels.
    """

    first: tuple[float, ...]
    later: float

    def at(self, level: int) -> float:
        """Return E on a level, from 1."""
        return self.first[level - 1] if level <= len(self.first) else self.later

    def run(self, level: int, count: int) -> float:
        """Return the chance that a point on each of the ``count`` levels below ``level`` splits, if those above do."""
        return prod(1 - self.at(level + down) for down in range(1, count + 1))

    def way(self, level: int, reach: int | None, shrink: float = 1.0) -> Iterator[tuple[float, float]]:
        """Yield the chance to arrive at each point of a way down from a level, and E there; a way may be endless.

        The chance is multiplied by ``shrink`` for each point passed.
        """
        arrive, down = 1.0, 1
        while reach is None or down <= reach:
            end = self.at(level + down)
            yield arrive, end
            arrive, down = arrive * (1 - end) * shrink, down + 1

    def points(self, level: int, reach: int | None) -> float:
        """Return the expected number of points on a way down from a level, to its end or as far as ``reach``."""
        if reach is not None:
            return sum(arrive for arrive, _ in self.way(level, reach))
        different = self._different(level)
        return self.points(level, different) + self.run(level, different) / self.later

    def path_sum(self, level: int, reach: int | None, shrink: float) -> float:
        """Return the sum over the ends of a way down of their chance times ``shrink`` to the points passed."""
        if reach is not None:
            return sum(arrive * end for arrive, end in self.way(level, reach, shrink))
        different, end = self._different(level), self.later
        # 1 - (1 - E) shrink, without cancellation.
        all_alike = end / (end * shrink + (1 - shrink))
        return self.path_sum(level, different, shrink) + self.run(level, different) * shrink**different * all_alike

    def looks_sum(self, level: int, reach: int | None, shrink: float) -> float:
        """Return the same sum with each end's number, from 1, as a factor."""
        if reach is not None:
            return sum(down * arrive * end for down, (arrive, end) in enumerate(self.way(level, reach, shrink), 1))
        # All points but the first are one nearer from the next level on.
        path, passed = self.path_sum(level, None, shrink), (1 - self.at(level + 1)) * shrink
        if level < len(self.first):
            return path + passed * self.looks_sum(level + 1, None, shrink)
        return path / (self.later * shrink + (1 - shrink))

    def _different(self, level: int) -> int:
        """Return the number of levels below this one until E stays the same."""
        return max(len(self.first) - level, 0)


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

        Means over the nodes are those over R, exact up to rounding for polynomials in the shares up to ``2 * _NODES``.
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
        end: E, above 0; on the levels after those of ``first_ends``.
        ratio: the distribution of split ratios. In the drift form it determines the values of the two
            branches: C + D and C - D if it is constant (whatever the constant), as the memo evaluates
            them; else C plus two draws uniform on [-3D, 3D], the higher of which is D above C on average.
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
        """E by level."""
        return Ends(self.first_ends, self.end)

    @property
    def drawn(self) -> bool:
        """Whether the branches of the drift form are random; such trees can only be simulated."""
        return self.form == "drift" and self.ratio.constant is None
