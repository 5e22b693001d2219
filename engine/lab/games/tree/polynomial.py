"""Polynomials in the values of a fork's branches, for deriving power series from steps."""

from __future__ import annotations

from dataclasses import dataclass


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
