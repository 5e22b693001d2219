"""Finite Markov decision processes, for one player or for two with opposite objectives.

A *state* offers *actions*; an action pays a reward and leads to random next states. A state without
actions is an end, with value 0. Values are expected sums of rewards until an end.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from ..arrays import Flags, Ints, Reals


@dataclass(frozen=True, slots=True)
class Process:
    """A decision process in arrays; actions are grouped by their states, links by their actions.

    Attributes:
        first_action: int64 [states + 1], the first action of each state.
        first_link: int64 [actions + 1], the first link of each action; each has at least one.
        reward: float64 [actions].
        next: int64 [links], the next states.
        chance: float64 [links]; those of an action sum to 1, or to the discount.
        minimises: bool [states], whether the choice is the minimizer's.
        blocks: int64 [blocks + 1], the first states of blocks of states; None for one block. A policy is evaluated
            block by block, each from the new values of those before. Then every state has an action.
    """

    first_action: Ints
    first_link: Ints
    reward: Reals
    next: Ints
    chance: Reals
    minimises: Flags
    blocks: Ints | None = None

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
        sign = np.where(self.minimises[choosing], -1.0, 1.0)
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

    def restricted(self, kept: Flags) -> Process:
        """Return the process with only some actions: bool [actions]; every state with actions must keep one."""
        counts = np.diff(self.first_link)
        owner = np.repeat(np.arange(self.states), np.diff(self.first_action))
        links = np.repeat(kept, counts)
        return Process(
            _starts(np.bincount(owner[kept], minlength=self.states)),
            _starts(counts[kept]),
            self.reward[kept],
            self.next[links],
            self.chance[links],
            self.minimises,
            self.blocks,
        )


State = TypeVar("State", bound=Hashable)
Action = tuple[float, Sequence[tuple[float, State]]]


def explore(
    roots: Iterable[State],
    actions: Callable[[State], Sequence[Action[State]]],
    minimises: Callable[[State], bool] = lambda state: False,
) -> tuple[Process, dict[State, int]]:
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
        np.array([minimises(state) for state in order], np.bool_),
    )
    return process, number


def _starts(counts: Ints) -> Ints:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
