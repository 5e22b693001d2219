"""The best response: one player's choices are given, and the other has a process of his own left."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..budget import Budget
from .policy_iteration import Rounds, only, policy_iteration
from .process import Process

Ints = npt.NDArray[np.int64]


def best_response(process: Process, policy: Ints, minimiser: bool, tolerance: float, budget: Budget) -> Rounds:
    """Best play against a given policy of the other.

    Args:
        process: with two who want the opposite.
        policy: int64 [states], numbers of actions; read where the other chooses.
        minimiser: whether it is the minimiser who answers with best play.
        tolerance: of values, see ``policy_iteration``.
        budget: pays one node for each state and sweep.

    Returns:
        Values of ``process``'s states and how they were found; actions are numbered as they are in what
        is left of the process.

    Raises:
        Exhausted: the budget was spent.
    """
    free = np.repeat(process.minimises == minimiser, np.diff(process.first_action))
    return policy_iteration(process.restricted(free | only(process, policy)), tolerance, budget)
