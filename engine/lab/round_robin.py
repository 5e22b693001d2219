"""A round robin: everyone against everyone, moving first and second."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..errors import InputError
from .answer import Answer, Value
from .arrays import Reals
from .budget import Budget

# The chances of the first player when moving first and when moving second, and a bound on the error of each.
Meeting = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Contest:
    """A round robin.

    Attributes:
        names: of the policies, in the given order.
        wins: float64 [policies, policies], the chance of the row to beat the column, averaged over
            moving first and second; 1/2 against itself.
        error: a proven bound on the error of each chance.
    """

    names: tuple[str, ...]
    wins: Reals
    error: float

    def answer(self) -> Answer:
        """Return the rates, with all pairs as details."""
        details: dict[str, Any] = {"policies": list(self.names), "wins": self.wins.tolist()}
        return Answer(_rates(self.wins), error=self.error, details=details)


@dataclass(frozen=True, slots=True)
class Sampled:
    """A round robin of games that were played.

    Attributes:
        names: of the policies, in the given order.
        wins: float64 [policies, policies], the share of the row's points against the column; 1/2 against itself.
        errors: float64 [policies, policies], the standard error of each; 0 against itself.
        rate_errors: float64 [policies], the standard error of the average over all others.
        games: of each pair.
        more: further details of the answer.
    """

    names: tuple[str, ...]
    wins: Reals
    errors: Reals
    rate_errors: Reals
    games: int
    more: Mapping[str, Any] = field(default_factory=dict)

    def answer(self) -> Answer:
        """Return the rates, with the largest of their standard errors; pairs and further details beside them."""
        details = {
            "policies": list(self.names),
            "wins": self.wins.tolist(),
            "errors": self.errors.tolist(),
            "rate_errors": self.rate_errors.tolist(),
            "games": self.games,
            **self.more,
        }
        return Answer(_rates(self.wins), "estimated", float(self.rate_errors.max()), details)


def listed(text: str) -> list[str]:
    """Return names with commas between them."""
    return [name.strip() for name in text.split(",") if name.strip()]


def check_number(policies: Sequence[Hashable], most: int, fewest: int = 2) -> None:
    """Raise InputError (``field``: policies) if policies are too few, too many or equal."""
    if not fewest <= len(policies) <= most or len(set(policies)) < len(policies):
        raise InputError(f"must be {fewest} to {most} different policies, separated by commas", field="policies")


def round_robin(names: Sequence[str], meet: Callable[[int, int], Meeting], budget: Budget) -> Contest:
    """Play all pairs of policies, given by their places. Raises Exhausted, with the number of pairs done."""
    error = 0.0

    def won(a: int, b: int, done: str) -> float:
        nonlocal error
        first, second, bound = meet(a, b)
        error = max(error, bound)
        return (first + second) / 2.0

    return Contest(tuple(names), all_pairs(len(names), won, budget), error)


def all_pairs(count: int, won: Callable[[int, int, str], float], budget: Budget) -> Reals:
    """Return the chance of each row to beat each column; ``won`` takes two places and the progress in words."""
    wins, done = np.full((count, count), 0.5), 0
    pairs = count * (count - 1) // 2
    for a in range(count):
        for b in range(a + 1, count):
            words = f"{done} of {pairs} pairs"
            budget.spend(0, words)
            wins[a, b] = won(a, b, words)
            wins[b, a] = 1.0 - wins[a, b]
            done += 1
            budget.progress("pairs", done / pairs)
    return wins


def _rates(wins: Reals) -> list[Value]:
    """Return the average of each policy over all others."""
    return list(((wins.sum(axis=1) - 0.5) / (len(wins) - 1)).tolist())
