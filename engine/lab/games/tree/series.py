"""Power series in the value X of the split point where play begins, found by one recursion from level to level.

At a split point a strategy is in one of a few states; at the top it is in the first. On each level the series of a state
are a fork's own yield and those of the states that may follow. From some level on all levels are alike, so there the
series follow from themselves: the coefficients of X^n solve one linear equation in the lower ones. Those of higher
levels follow one by one. In the independent form the answer is the whole series, in the dependent form its linear
coefficient alone (``rules``), whatever the distribution of split ratios.

Why the series may be truncated: along any path the branches that were seen but not taken have values with
sum at most X, and each enters as a factor 1 - cv with 0 <= c <= 1; so the coefficients fall at least as
fast as those of exp(2X), and beyond ``DEGREE`` they vanish in double precision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ...arrays import Reals
from .trees import DEGREE

Yield = Literal["won", "lost", "moves", "looks"]


@dataclass(frozen=True, slots=True)
class Way:
    """Moves to one branch.

    Attributes:
        chances: [state, next state], to be multiplied by X^degree.
        degree: of X.
        powers: [n], the mean factor of X^n in the branch's own series.
    """

    chances: Reals
    degree: int
    powers: Reals


@dataclass(frozen=True, slots=True)
class Level:
    """The moves from the split points of a level; all but ``ways`` are series, [state, n].

    Attributes:
        won, lost: the chance that the next move ends the game.
        moves, looks: the expected number at the fork; one move.
        ways: the moves that go on.
    """

    won: Reals
    lost: Reals
    moves: Reals
    looks: Reals
    ways: Sequence[Way]

    def back(self, after: Reals) -> Reals:
        """Return the series before a move, [state, n], from those after it."""
        found = np.zeros_like(self.won)
        for way in self.ways:
            size = DEGREE + 1 - way.degree
            found[:, way.degree :] += way.chances @ (after[:, :size] * way.powers[:size])
        return found

    def fixed(self, given: Reals) -> Reals:
        """Return the series that are their yield ``given`` and themselves after a move."""
        found = np.zeros_like(given)
        for n in range(DEGREE + 1):
            lower, own = np.zeros(len(given)), np.zeros((len(given), len(given)))
            for way in self.ways:
                if not way.degree:
                    own += way.chances * way.powers[n]
                elif way.degree <= n:
                    lower += way.chances @ (way.powers[n - way.degree] * found[:, n - way.degree])
            found[:, n] = np.linalg.solve(np.eye(len(given)) - own, given[:, n] + lower)
        return found


@dataclass(frozen=True, slots=True)
class Series:
    """A strategy's levels, from the top to the first of those that are alike."""

    levels: Sequence[Level]

    def total(self, what: Yield) -> Reals:
        """Return the series of what a whole game yields: the chance to win or to lose, the expected moves or looks."""
        *first, late = self.levels
        found = late.fixed(getattr(late, what))
        for level in reversed(first):
            found = getattr(level, what) + level.back(found)
        top: Reals = found[0]
        return top

    def by_move(self, count: int, *, lost: bool = False) -> list[Reals]:
        """Return the series of the chance to win, or to lose, on move 1, 2, …: the move that ends the game."""
        found, current = [], [level.lost if lost else level.won for level in self.levels]
        for _ in range(count):
            found.append(current[0][0])
            below = [*current[1:], current[-1]]
            current = [level.back(after) for level, after in zip(self.levels, below, strict=True)]
        return found


def value_at(coefficients: Reals, value: float, form: str) -> float:
    """Return the chance at a split point of that value: all terms in the independent form, else the linear one."""
    if form == "tsd":
        return float(coefficients[0] + coefficients[1] * value)
    return float(np.polynomial.polynomial.polyval(value, coefficients))


def constant(values: Sequence[float]) -> Reals:
    """Return series without terms in X: [state, n]."""
    found = np.zeros((len(values), DEGREE + 1))
    found[:, 0] = values
    return found
