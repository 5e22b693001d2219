"""A round robin: everyone against everyone, moving first and second, with exact chances."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .answer import Answer
from .budget import Budget

Reals = npt.NDArray[np.float64]
# The chances of the first player when moving first and when moving second, and a bound on the error of each.
Meeting = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Contest:
    """A round robin.

    Attributes:
        names: of the policies, in the given order.
        wins: float64 [policies, policies], the chance of the row to beat the column, averaged over
            moving first and second; 1/2 against itself.
        rates: float64 [policies], the average over all others.
        error: a proven bound on the error of each chance.
    """

    names: tuple[str, ...]
    wins: Reals
    rates: Reals
    error: float

    def answer(self) -> Answer:
        """The rates, with all pairs as details."""
        details: dict[str, Any] = {"policies": list(self.names), "wins": self.wins.tolist()}
        return Answer(self.rates.tolist(), error=self.error, details=details)


def round_robin(names: Sequence[str], meet: Callable[[int, int], Meeting], budget: Budget) -> Contest:
    """Plays all pairs of policies, given by their places. Raises Exhausted, saying how many pairs are done."""
    count, error, done = len(names), 0.0, 0
    wins = np.full((count, count), 0.5)
    pairs = count * (count - 1) // 2
    for a in range(count):
        for b in range(a + 1, count):
            budget.spend(0, f"{done} of {pairs} pairs")
            first, second, error = meet(a, b)
            wins[a, b] = (first + second) / 2.0
            wins[b, a] = 1.0 - wins[a, b]
            done += 1
            budget.progress("pairs", done / pairs)
    rates = (wins.sum(axis=1) - 0.5) / (count - 1)
    return Contest(tuple(names), wins, rates, error)
