"""Plain methods for any small game, with which tests compare the games' fast kernels."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

Node = TypeVar("Node", bound=Hashable)
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Reals = npt.NDArray[np.float64]
Number = Fraction | float


@dataclass(frozen=True, slots=True)
class Decision(Generic[Node]):
    """A state in which a player chooses.

    Attributes:
        actions: (reward, next state) of each.
        least: whether the player minimizes, as the opponent in a game for two.
    """

    actions: Iterable[tuple[Number, Node]]
    least: bool = False


@dataclass(frozen=True, slots=True)
class Chance(Generic[Node]):
    """A chance node: (probability, next state) of each outcome."""

    outcomes: Iterable[tuple[Number, Node]]


def expectimax(state: Node, node: Callable[[Node], Decision[Node] | Chance[Node] | Number]) -> dict[Node, Number]:
    """Return the values of a state and of all states it leads to.

    ``node`` returns a decision, a chance node, or a final payoff for a state.
    """
    values: dict[Node, Number] = {}

    def value(here: Node) -> Number:
        if here not in values:
            values[here] = _value(node(here), value)
        return values[here]

    value(state)
    return values


def _value(node: Decision[Node] | Chance[Node] | Number, value: Callable[[Node], Number]) -> Number:
    if isinstance(node, Decision):
        totals = [payoff + value(after) for payoff, after in node.actions]
        return min(totals) if node.least else max(totals)
    if isinstance(node, Chance):
        return sum((chance * value(after) for chance, after in node.outcomes), 0)
    return node


@dataclass(frozen=True, slots=True)
class Process:
    """A decision process of one player or two in arrays; actions are grouped by their states, links by their actions.

    An action pays a reward and leads to random next states; a state without actions is an end, with value 0.

    Attributes:
        first_action: int64 [states + 1], the first action of each state.
        first_link: int64 [actions + 1], the first link of each action; each has at least one.
        reward: float64 [actions].
        next: int64 [links], the next states.
        chance: float64 [links]; those of an action sum to 1, or to the discount.
        minimizes: bool [states], whether the choice is the minimizer's.
    """

    first_action: Ints
    first_link: Ints
    reward: Reals
    next: Ints
    chance: Reals
    minimizes: Flags

    @property
    def states(self) -> int:
        return len(self.first_action) - 1

    @property
    def actions(self) -> int:
        return len(self.reward)

    def action_values(self, values: Reals) -> Reals:
        """Return the value of each action, given the ``values`` of states: float64 [actions]."""
        expected: Reals = np.add.reduceat(self.chance * values[self.next], self.first_link[:-1])
        return self.reward + expected

    def best(self, action_values: Reals) -> Reals:
        """Return the best action's value in each state, 0 at an end; ``action_values`` [actions]."""
        values = np.zeros(self.states)
        choosing = np.flatnonzero(np.diff(self.first_action))
        sign = np.where(self.minimizes[choosing], -1.0, 1.0)
        signed = action_values * np.repeat(sign, np.diff(self.first_action)[choosing])
        values[choosing] = sign * np.maximum.reduceat(signed, self.first_action[choosing])
        return values

    def greedy(self, action_values: Reals, slack: float = 0.0) -> Ints:
        """Return the first action within ``slack`` of the best in each state: int64 [states]; -1 at an end."""
        best = self.best(action_values)
        owner = np.repeat(np.arange(self.states), np.diff(self.first_action))
        good = np.flatnonzero(np.abs(action_values - best[owner]) <= slack)
        policy = np.full(self.states, -1)
        policy[owner[good[::-1]]] = good[::-1]
        return policy

    def restricted(self, actions_kept: Flags) -> Process:
        """Return the process with only some actions: bool [actions]; every state with actions must keep one."""
        counts = np.diff(self.first_link)
        owner = np.repeat(np.arange(self.states), np.diff(self.first_action))
        links = np.repeat(actions_kept, counts)
        return Process(
            _starts(np.bincount(owner[actions_kept], minlength=self.states)),
            _starts(counts[actions_kept]),
            self.reward[actions_kept],
            self.next[links],
            self.chance[links],
            self.minimizes,
        )


def explore(
    roots: Iterable[Node],
    actions: Callable[[Node], Sequence[tuple[float, Sequence[tuple[float, Node]]]]],
    minimizes: Callable[[Node], bool] = lambda state: False,
) -> tuple[Process, dict[Node, int]]:
    """Return the process of all states that the roots lead to, and the number of each state.

    The actions of a state are each a reward and its links (chance, next state); there are none at an end.
    """
    number = {state: place for place, state in enumerate(dict.fromkeys(roots))}
    order = list(number)
    counts, widths = [], []
    reward, following, chance = [], [], []
    for state in order:  # grows during iteration
        offered = actions(state)
        counts.append(len(offered))
        for pays, links in offered:
            reward.append(pays)
            widths.append(len(links))
            for probability, after in links:
                if after not in number:
                    number[after] = len(order)
                    order.append(after)
                following.append(number[after])
                chance.append(probability)
    process = Process(
        _starts(np.array(counts, np.int64)),
        _starts(np.array(widths, np.int64)),
        np.array(reward, np.float64),
        np.array(following, np.int64),
        np.array(chance, np.float64),
        np.array([minimizes(state) for state in order], np.bool_),
    )
    return process, number


def _starts(counts: Ints) -> Ints:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])


def value_iteration(process: Process, tolerance: float) -> Reals:
    """Return the values of best play, swept from 0 until none changes by more than the tolerance."""
    values = np.zeros(process.states)
    while True:
        after = process.best(process.action_values(values))
        if float(np.abs(after - values).max(initial=0.0)) <= tolerance:
            return after
        values = after


def evaluate(process: Process, policy: Ints, tolerance: float) -> Reals:
    """Return the values of a policy: int64 [states], the number of an action in each, -1 at an end."""
    return value_iteration(process.restricted(_only(process, policy)), tolerance)


def best_response(process: Process, policy: Ints, minimizer: bool, tolerance: float) -> Reals:
    """Return the values of best play against a given policy, which is read where the opponent chooses.

    ``minimizer`` is whether the minimizer is the one who responds.
    """
    free = np.repeat(process.minimizes == minimizer, np.diff(process.first_action))
    return value_iteration(process.restricted(free | _only(process, policy)), tolerance)


def _only(process: Process, policy: Ints) -> Flags:
    one_action = np.zeros(process.actions, np.bool_)
    one_action[policy[policy >= 0]] = True
    return one_action
