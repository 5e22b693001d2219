"""The recursion by level: power series of what follows at a split point, given those at the points below it.

A strategy is in one of a few states at a split point. On each level the series of a state are a fork's own yield and those
of the states that may follow. From some level on all levels are alike, so there the series follow from themselves,
coefficient by coefficient; those of higher levels follow one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from ...arrays import Reals
from .ratio import DEGREE
from .seen import What


class Series(Protocol):
    """A strategy's power series in the value of the top: [DEGREE + 1] each, starting with the coefficient of X^0."""

    def won(self) -> Reals:
        """Return the series of the chance to win."""

    def expected(self, what: What) -> Reals:
        """Return the series of the expected number of moves or looks. Raises TooLong."""

    def by_move(self, count: int, *, lost: bool = False) -> list[Reals]:
        """Return the series of the chance to win, or to lose, on move 1, 2, …: the move that ends the game."""


class Level(Protocol):
    """The moves from the split points of a level."""

    def own(self, n: int) -> Reals:
        """Return how the coefficients of X^n depend on those of the states that follow: [of, on]."""

    def lower(self, after: Reals, n: int) -> Reals:
        """Return the part of the coefficients of X^n from lower ones of the states that follow, ``after`` [on, n]."""

    def back(self, after: Reals) -> Reals:
        """Return the series before a move, [of, n], from those after it, ``after`` [on, n]."""


def total(levels: Sequence[Level], yields: Sequence[Reals]) -> Reals:
    """Return the series of the expected sum of the forks' yields in a game, in the first state of the top.

    Args:
        levels: from the top to the first of those that are alike.
        yields: of a fork, by level: series, [state, n].
    """
    late, given = levels[-1], yields[-1]
    found = np.zeros_like(given)
    for n in range(DEGREE + 1):
        right = given[:, n] + late.lower(found, n)
        found[:, n] = np.linalg.solve(np.eye(len(found)) - late.own(n), right)
    for level, given in zip(reversed(levels[:-1]), reversed(yields[:-1]), strict=True):
        found = given + level.back(found)
    top: Reals = found[0]
    return top


def by_move(
    levels: Sequence[Level], yields: Sequence[Reals], later: Sequence[Sequence[Reals]], count: int
) -> list[Reals]:
    """Return the series of the yield of move 1, 2, …, in the first state of the top.

    Args:
        levels: as for ``total``.
        yields: of the next move, by level: [state, n].
        later: by level, what else a state yields on move 2, 3, …, for those that there are.
        count: the number of moves.
    """
    found, current, last = [], list(yields), len(levels) - 1
    for move in range(count):
        found.append(current[0][0])
        current = [level.back(current[min(place + 1, last)]) for place, level in enumerate(levels)]
        for place, more in enumerate(later):
            if move < len(more):
                current[place] = current[place] + more[move]
    return found


def value_at(coefficients: Reals, value: float, form: str) -> float:
    """Return the chance at a split point of that value: all terms in the independent form, else the linear one."""
    if form == "tsd":
        return float(coefficients[0] + coefficients[1] * value)
    return float(np.polynomial.polynomial.polyval(value, coefficients))
