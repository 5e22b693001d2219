"""Polynomials in the values of a fork's branches, and the power series in its own value that are made of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ...arrays import Reals
from .ratio import DEGREE, SplitRatio


@dataclass(frozen=True)
class Polynomial:
    """The sum of ``terms[a, b]`` times high^a low^b."""

    terms: dict[tuple[int, int], float]

    def __add__(self, other: Polynomial | float) -> Polynomial:
        total = dict(self.terms)
        for powers, factor in as_polynomial(other).terms.items():
            total[powers] = total.get(powers, 0.0) + factor
        return Polynomial(total)

    def __mul__(self, other: Polynomial | float) -> Polynomial:
        total: dict[tuple[int, int], float] = {}
        for (a, b), factor in self.terms.items():
            for (c, d), other_factor in as_polynomial(other).terms.items():
                total[a + c, b + d] = total.get((a + c, b + d), 0.0) + factor * other_factor
        return Polynomial(total)

    def __sub__(self, other: Polynomial | float) -> Polynomial:
        return self + as_polynomial(other) * -1.0

    def __rsub__(self, other: float) -> Polynomial:
        return as_polynomial(other) - self

    __radd__ = __add__
    __rmul__ = __mul__


def as_polynomial(value: Polynomial | float) -> Polynomial:
    """Return a polynomial as it is, or a constant as a polynomial."""
    return value if isinstance(value, Polynomial) else Polynomial({(0, 0): value})


HIGH = Polynomial({(1, 0): 1.0})
LOW = Polynomial({(0, 1): 1.0})


def mean(polynomial: Polynomial | float, ratio: SplitRatio) -> Reals:
    """Return the series in X of a polynomial's mean over R."""
    series = np.zeros(DEGREE + 1)
    for (a, b), factor in as_polynomial(polynomial).terms.items():
        series[a + b] += factor * ratio.moments[a, b]
    return series


def means(polynomials: Iterable[Polynomial | float], ratio: SplitRatio) -> Reals:
    """Return the series of several polynomials: [polynomial, n]."""
    return np.array([mean(each, ratio) for each in polynomials])


def through(factor: Polynomial | float, inner: Reals, ratio: SplitRatio, *, low: bool) -> Reals:
    """Return the series in X of the mean of factor(h, l) times inner(h), or inner(l)."""
    series = np.zeros(DEGREE + 1)
    for (a, b), weight in as_polynomial(factor).terms.items():
        size = DEGREE + 1 - a - b
        moments = ratio.moments[a, b : b + size] if low else ratio.moments[a : a + size, b]
        series[a + b :] += weight * moments * inner[:size]
    return series
