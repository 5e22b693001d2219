"""Policy iteration: evaluate a policy, improve it by its values, and repeat until it is stable."""

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
    """One round: the sweeps of the evaluation, and the number of states whose action then changed."""

    sweeps: int
    switched: int


@dataclass(frozen=True, slots=True)
class Rounds:
    """Values float64 [states], the policy int64 [states] (numbers of actions; -1 at an end), all rounds."""

    values: Reals
    policy: Ints
    rounds: tuple[Round, ...]


def evaluate(process: Process, policy: Ints, tolerance: float, budget: Budget, start: Reals | None = None) -> Sweeps:
    """The values of a policy by sweeps; under it every state must reach an end.

    Args:
        process: the decision process.
        policy: int64 [states], the number of an action in each; -1 at an end.
        tolerance: sweeps stop when no value changes by more.
        budget: charged one node per state and sweep.
        start: initial values.

    Raises:
        Exhausted: the budget was spent.
    """
    return value_iteration(process.restricted(only(process, policy)), tolerance, budget, start)


def policy_iteration(process: Process, tolerance: float, budget: Budget, policy: Ints | None = None) -> Rounds:
    """Improves a policy until it is stable; all choices must have the same objective.

    Args:
        process: the decision process.
        tolerance: of the values of each policy; an action must be better by more than ten times that to
            replace the current one, so that rounding cannot cause a cycle.
        budget: charged one node per state and sweep.
        policy: an initial policy that is sure to end; by default each state's first action.

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
        of_actions = process.action_values(values)
        better = np.abs(process.best(of_actions)[choosing] - of_actions[policy[choosing]]) > 10 * tolerance
        switched = choosing[better]
        rounds.append(Round(len(sweeps.changes), len(switched)))
        if not len(switched):
            return Rounds(values, policy, tuple(rounds))
        policy = policy.copy()
        policy[switched] = process.greedy(of_actions)[switched]


def only(process: Process, policy: Ints) -> Flags:
    """Which actions a policy takes: bool [actions]."""
    kept = np.zeros(process.actions, np.bool_)
    kept[policy[policy >= 0]] = True
    return kept
