"""The contest of final strategies: a round robin with exact chances."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ....errors import InputError
from ...budget import Budget
from ...own_code import functions
from . import solver
from .policies import Policy, tabled
from .rules import Hog

Reals = npt.NDArray[np.float64]


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


def round_robin(hog: Hog, policies: list[Policy], budget: Budget) -> Contest:
    """Plays all pairs. Raises Exhausted, saying how many pairs are done."""
    count, error, done = len(policies), 0.0, 0
    wins = np.full((count, count), 0.5)
    best = None
    if any(policy.name == "optimal" for policy in policies):
        best = Policy("optimal", solver.solve(hog, Policy("optimal"), Policy("optimal"), budget).a_dice)
    fixed = [best if best is not None and policy.name == "optimal" else policy for policy in policies]
    pairs = count * (count - 1) // 2
    for a in range(count):
        for b in range(a + 1, count):
            budget.spend(0, f"{done} of {pairs} pairs")
            solved = solver.solve(hog, fixed[a], fixed[b], budget)
            wins[a, b] = (solved.a[0, 0] + 1.0 - solved.b[0, 0]) / 2.0
            wins[b, a] = 1.0 - wins[a, b]
            error, done = solved.error, done + 1
            budget.progress("pairs", done / pairs)
    rates = (wins.sum(axis=1) - 0.5) / (count - 1)
    return Contest(tuple(policy.name for policy in policies), wins, rates, error)


def strategies(hog: Hog, path: str) -> list[Policy]:
    """The strategies that a Python file defines: its public functions f(score, opponent_score) -> dice.

    The file is *executed*, so it must be the user's own. Raises InputError.
    """
    found = []
    for name, function in functions(path).items():
        try:
            found.append(tabled(hog, function, name))
        except InputError as error:
            raise InputError(f"does not fit the rules: {error.message}", field="file") from None
        except Exception as error:
            raise InputError(f"cannot be used: the strategy “{name}” raised {error!r}", field="file") from error
    return found
