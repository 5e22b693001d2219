"""The best response: with one player's policy fixed, the other faces a decision process."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..budget import Budget
from .policy_iteration import Rounds, only, policy_iteration
from .process import Process

Ints = npt.NDArray[np.int64]


def best_response(process: Process, policy: Ints, minimiser: bool, tolerance: float, budget: Budget) -> Rounds:
    """Return the best play against a given policy of the opponent.

    Args:
        process: a zero-sum game of two players.
        policy: int64 [states], numbers of actions; read where the opponent chooses.
        minimiser: whether the minimizer is the one who responds.
        tolerance: of values, see ``policy_iteration``.
        budget: charged one node per state and sweep.

    Returns:
        Values of the process's states and the method; actions are numbered as in the process that remains.

    Raises:
        Exhausted: the budget was spent.
    """
    free = np.repeat(process.minimises == minimiser, np.diff(process.first_action))
    return policy_iteration(process.restricted(free | only(process, policy)), tolerance, budget)
