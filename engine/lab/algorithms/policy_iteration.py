"""Policy iteration: the values of a policy, a better policy by them, until it stays the same."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..budget import Budget
from .process import Process
from .value_iteration import Sweeps, value_iteration

Reals = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Round:
    """One round: sweeps that the policy's values took, and in how many states it was changed then."""

    sweeps: int
    switched: int


@dataclass(frozen=True, slots=True)
class Rounds:
    """Values float64 [states], the policy int64 [states] (numbers of actions; -1 at an end), all rounds."""

    values: Reals
    policy: Ints
    rounds: tuple[Round, ...]


def evaluate(process: Process, policy: Ints, tolerance: float, budget: Budget, start: Reals | None = None) -> Sweeps:
    """The values of a policy by sweeps; every state must reach an end under it.

    Args:
        process: the decision process.
        policy: int64 [states], the number of an action in each; -1 at an end.
        tolerance: it is over when no value changes by more.
        budget: pays one node for each state and sweep.
        start: values to begin with.

    Raises:
        Exhausted: the budget was spent.
    """
    return value_iteration(process.restricted(only(process, policy)), tolerance, budget, start)


def policy_iteration(process: Process, tolerance: float, budget: Budget, policy: Ints | None = None) -> Rounds:
    """Improves a policy until it stays the same; all who choose must want the same.

    Args:
        process: the decision process.
        tolerance: of the values of each policy; an action must be better by more than ten times that
            to replace the present one, so that rounding never goes round in circles.
        budget: pays one node for each state and sweep.
        policy: to begin with, one that surely ends; else each state's first action.

    Raises:
        Exhausted: the budget was spent.
    """
    if policy is None:
        policy = np.where(np.diff(process.first_action) > 0, process.first_action[:-1], -1)
    choosing = np.flatnonzero(policy >= 0)
    values, rounds = np.zeros(process.states), []
    while True:
        sweeps = evaluate(process, policy, tolerance, budget, values)
        values = sweeps.values
        worth = process.action_values(values)
        better = np.abs(process.best(worth)[choosing] - worth[policy[choosing]]) > 10 * tolerance
        switched = choosing[better]
        rounds.append(Round(len(sweeps.changes), len(switched)))
        if not len(switched):
            return Rounds(values, policy, tuple(rounds))
        policy = policy.copy()
        policy[switched] = process.greedy(worth)[switched]


def only(process: Process, policy: Ints) -> Flags:
    """Which actions a policy takes: bool [actions]."""
    kept = np.zeros(process.actions, np.bool_)
    kept[policy[policy >= 0]] = True
    return kept
