"""The division of a split point's value between its branches: R to the high one, 1 - R to the low one, or shares."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...arrays import Reals

DEGREE = 48  # power series end here
_NODES = 64  # Gauss's rule with this many nodes is exact up to degree 127, more than 2 * DEGREE


@dataclass(frozen=True)
class SplitRatio:
    """The distribution of R, independent between split points.

    Attributes:
        constant: the only value of R, from 0.5 to 1; None if it is uniform on [0.5, 1].
        others: in trees with more branches, the shares of all but the first in descending order; ``constant`` is the
            first, and may be below 0.5.
    """

    constant: float | None
    others: tuple[float, ...] = ()

    @property
    def second(self) -> float:
        """B, the mean share of the second branch."""
        return self.others[0] if self.others else 1 - self.mean

    @property
    def shares(self) -> tuple[float, ...]:
        """The mean shares of all branches."""
        return (self.mean, *(self.others or (1 - self.mean,)))

    @property
    def mean(self) -> float:
        """A, the mean of R."""
        return 0.75 if self.constant is None else self.constant

    @cached_property
    def moments(self) -> Reals:
        """E[R^a (1-R)^b] (of the first two shares) for a and b up to ``DEGREE``: [a, b]. Exact up to rounding."""
        if self.constant is None:
            nodes, weights = np.polynomial.legendre.leggauss(_NODES)
            lows, weight = (nodes + 1) / 4, weights / 2
            highs = 1 - lows
        else:
            highs, lows = np.array([self.constant]), np.array([self.second])
            weight = np.ones(1)
        powers = np.arange(DEGREE + 1)[:, None]
        moments: Reals = (highs**powers * weight) @ (lows**powers).T
        return moments
