"""Policy iteration: evaluate a policy, improve it by its values, and repeat until it is stable."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import pairwise, starmap

import numpy as np

from ..arrays import Flags, Ints, Reals
from ..budget import Budget
from .process import Process
from .value_iteration import Sweeps, value_iteration


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
    """Return the values of a policy by sweeps; under it every state must reach an end.

    ``policy`` is int64 [states], the number of an action in each; -1 at an end. Sweeps stop when no value changes by
    more than ``tolerance``. Raises Exhausted; a sweep costs one node per state.
    """
    given = process.restricted(only(process, policy))
    if given.blocks is None:
        return value_iteration(given, tolerance, budget, start)
    values = np.zeros(given.states) if start is None else start.copy()
    changes: list[float] = []
    while not changes or changes[-1] > tolerance:
        budget.spend(given.states, f"sweep {len(changes)} of a policy")
        changes.append(max(starmap(partial(_update, given, values), pairwise(given.blocks.tolist()))))
    return Sweeps(values, tuple(changes))


def _update(process: Process, values: Reals, first: int, end: int) -> float:
    """Put new values into a block of states with one action each, and return the largest change."""
    starts = process.first_link[first:end]
    links = slice(int(starts[0]), int(process.first_link[end]))
    after = np.add.reduceat(process.chance[links] * values[process.next[links]], starts - starts[0])
    after += process.reward[first:end]
    change = float(np.abs(after - values[first:end]).max())
    values[first:end] = after
    return change


def policy_iteration(
    process: Process, tolerance: float, budget: Budget, policy: Ints | None = None, start: Reals | None = None
) -> Rounds:
    """Improve a policy until it is stable; all choices must have the same objective.

    The initial ``policy`` must be sure to end; by default it is each state's first action, with values of 0. Raises
    Exhausted; a sweep, which has the ``tolerance`` of ``evaluate``, costs one node per state.
    """
    policy = first(process) if policy is None else policy
    values, rounds = start, list[Round]()
    while True:
        sweeps = evaluate(process, policy, tolerance, budget, values)
        values = sweeps.values
        policy, switched = _improved(process, policy, values, policy >= 0, tolerance)
        rounds.append(Round(len(sweeps.changes), switched))
        if not switched:
            return Rounds(values, policy, tuple(rounds))


def for_two(
    process: Process, tolerance: float, budget: Budget, policy: Ints | None = None, start: Reals | None = None
) -> Rounds:
    """Iterate policies for two with opposite objectives (Hoffman and Karp).

    In each round the minimizer finds the best response to the maximizer's policy, which is then improved by the values
    of both; both go on from their last policies. A round has the sweeps of the minimizer's policy iteration and the
    number of the maximizer's states whose action then changed. Arguments are those of ``policy_iteration``.
    """
    policy = first(process) if policy is None else policy
    values, rounds = start, list[Round]()
    of_minimiser = np.repeat(process.minimises, np.diff(process.first_action))
    while True:
        kept = np.flatnonzero(of_minimiser | only(process, policy))
        left = process.restricted(np.isin(np.arange(process.actions), kept))
        renumbered = np.where(policy >= 0, np.searchsorted(kept, policy), -1)
        answered = policy_iteration(left, tolerance, budget, renumbered, values)
        values = answered.values
        policy = np.where(policy >= 0, kept[answered.policy], -1)
        policy, switched = _improved(process, policy, values, (policy >= 0) & ~process.minimises, tolerance)
        rounds.append(Round(sum(each.sweeps for each in answered.rounds), switched))
        if not switched:
            return Rounds(values, policy, tuple(rounds))


def _improved(process: Process, policy: Ints, values: Reals, choosing: Flags, tolerance: float) -> tuple[Ints, int]:
    """Return the policy that is better by its values in the states of a mask, and the number of new actions.

    An action must be better by more than ten times the tolerance, so that rounding cannot cause a cycle.
    """
    of_actions, states = process.action_values(values), np.flatnonzero(choosing)
    better = np.abs(process.best(of_actions)[states] - of_actions[policy[states]]) > 10 * tolerance
    improved, switched = policy.copy(), states[better]
    improved[switched] = process.greedy(of_actions)[switched]
    return improved, len(switched)


def first(process: Process) -> Ints:
    """Return the policy of each state's first action: int64 [states]; -1 at an end."""
    return np.where(np.diff(process.first_action) > 0, process.first_action[:-1], -1)


def only(process: Process, policy: Ints) -> Flags:
    """Return which actions a policy takes: bool [actions]."""
    kept = np.zeros(process.actions, np.bool_)
    kept[policy[policy >= 0]] = True
    return kept
