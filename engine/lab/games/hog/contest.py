"""The contest of final strategies: a round robin with exact chances."""

from __future__ import annotations

from ....errors import InputError
from ...budget import Budget
from ...own_code import functions
from ...round_robin import Contest, Meeting, round_robin
from . import solver
from .policies import Policy, tabled
from .rules import Hog


def contest(hog: Hog, policies: list[Policy], budget: Budget) -> Contest:
    """Play all pairs and return the result. Raises Exhausted, with the number of pairs done."""
    best = None
    if any(policy.name == "optimal" for policy in policies):
        best = Policy("optimal", solver.solve(hog, Policy("optimal"), Policy("optimal"), budget).a_dice)
    fixed = [best if best is not None and policy.name == "optimal" else policy for policy in policies]

    def meet(a: int, b: int) -> Meeting:
        solved = solver.solve(hog, fixed[a], fixed[b], budget)
        return float(solved.a[0, 0]), 1.0 - float(solved.b[0, 0]), solved.error

    return round_robin([policy.name for policy in policies], meet, budget)


def strategies(hog: Hog, path: str) -> list[Policy]:
    """Return the strategies that a Python file defines: its public functions f(score, opponent_score) -> dice.

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
