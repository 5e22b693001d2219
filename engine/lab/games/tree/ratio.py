"""How a split point's value is divided between its branches: R to the high one, 1 - R to the low one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

Doubles = npt.NDArray[np.float64]

DEGREE = 48  # power series end here
_NODES = 64  # Gauss's rule with this many nodes is exact up to degree 127, more than 2 * DEGREE


@dataclass(frozen=True)
class SplitRatio:
    """The distribution of R, independent between split points.

    Attributes:
        constant: the only value of R, from 0.5 to 1; None if it is uniform on [0.5, 1].
    """

    constant: float | None

    @property
    def mean(self) -> float:
        """A, the mean of R."""
        return 0.75 if self.constant is None else self.constant

    @cached_property
    def moments(self) -> Doubles:
        """E[R^a (1-R)^b] for a and b up to ``DEGREE``: [a, b]. Exact up to rounding."""
        if self.constant is None:
            nodes, weights = np.polynomial.legendre.leggauss(_NODES)
            low, weight = (nodes + 1) / 4, weights / 2
        else:
            low, weight = np.array([1 - self.constant]), np.ones(1)
        powers = np.arange(DEGREE + 1)[:, None]
        highs, lows = (1 - low) ** powers, low**powers
        moments: Doubles = (highs * weight) @ lows.T
        return moments
