"""Pig as decision processes for value iteration and policy iteration, as in the notes.

The notes' states include the roll just seen, V(T, p, p', r), so a step is a roll and the discount γ applies to every
roll after the first: a payment after n rolls counts γ^(n-1) times. Discounts are folded into the chances of links,
which then sum to less than 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any, Literal

import numpy as np

from ...algorithms import policy_iteration
from ...algorithms.process import Action, Process, explore
from ...algorithms.value_iteration import value_iteration
from ...arrays import Ints, Reals
from ...budget import Budget
from .rules import Pig

Method = Literal["value", "policy"]

# Points banked, points in hand; with none in hand the player must roll.
State = tuple[int, int]


def process(pig: Pig, discount: float = 1.0, root: State = (0, 0)) -> tuple[Process, dict[State, int]]:
    """Return the decision process of one player, whose values are the expected turns, and its states' numbers.

    A turn costs 1 when it ends. Holding comes before rolling among the actions.
    """
    chance = 1.0 / pig.sides

    def actions(state: State) -> list[Action[State]]:
        score, total = state
        if score >= pig.goal:
            return []
        # The first roll of a turn is part of the step that ended the last turn.
        step = chance if total == 0 else chance * discount
        links = [(step, (score, total + gain)) for gain in pig.gains]
        # The turn of a bust is charged here: its share of the cost is its chance.
        roll: Action[State] = (step, [*links, (step * discount, (score, 0))])
        hold: Action[State] = (1.0, [(discount, (min(score + total, pig.goal), 0))])
        if total == 0:
            return [roll]
        return [hold] if score + total >= pig.goal else [hold, roll]

    return explore([root], actions, lambda state: True)


@dataclass(frozen=True, slots=True)
class Problem:
    """A decision process and the state whose value is asked.

    Attributes:
        process: its states; holding comes before rolling among the actions.
        totals: int64 [states], the turn total of each.
        state: the number of the state.
    """

    process: Process
    totals: Ints
    state: int


def alone(pig: Pig, discount: float, own: int, total: int) -> Problem:
    """Return the problem of one player who minimizes turns, from a score and turn total on."""
    found, number = process(pig, discount, (own, total))
    return Problem(found, np.array([total for _, total in number], np.int64), 0)


def for_two(pig: Pig, discount: float, scores: tuple[int, int], a_first: bool, total: int, loss: float) -> Problem:
    """Return the problem of two players from A's and B's scores on; A maximizes, B minimizes.

    A's payoff is 1 when A wins and ``loss`` when B wins. A player who has rolled up to the goal has won.
    """
    rooms = pig.goal - scores[0], pig.goal - scores[1]
    most = max(rooms) - 1
    down, a, b, up = np.indices((most + 1, *rooms, 2))
    totals = most - down
    room = np.where(up == 0, rooms[0] - a, rooms[1] - b)
    here = totals < room
    # int64 [the highest turn total minus the turn total, A's score, B's score, who is to move]. So a block for each
    # turn total follows those that its rolls lead to.
    numbers = np.where(here, np.cumsum(here.ravel()).reshape(here.shape) - 1, -1)
    blocks = np.concatenate([np.zeros(1, np.int64), np.cumsum(here.sum(axis=(1, 2, 3)))])
    a, b, up, totals, room = (each[here] for each in (a, b, up, totals, room))
    pays, other = np.where(up == 0, 1.0, loss), 1 - up
    step = np.where(totals == 0, 1.0, discount) / pig.sides

    gains = np.array(pig.gains)
    after = totals[:, None] + gains
    reached = after >= room[:, None]
    following = numbers[most - np.where(reached, 0, after), a[:, None], b[:, None], up[:, None]]
    held = np.flatnonzero(totals)
    banked = np.where(up == 0, totals, 0)[held], np.where(up == 0, 0, totals)[held]

    counts = np.where(totals > 0, 2, 1)
    first_action = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
    rolls, holds = first_action[1:] - 1, first_action[:-1][held]
    widths = np.ones(first_action[-1], np.int64)
    widths[rolls] = pig.sides
    first_link = np.concatenate([np.zeros(1, np.int64), np.cumsum(widths)])

    reward = np.zeros(len(widths))
    reward[rolls] = step * reached.sum(axis=1) * pays
    next_states, chance = np.zeros(first_link[-1], np.int64), np.zeros(first_link[-1])
    at = first_link[rolls]
    next_states[at], chance[at] = numbers[most, a, b, other], step * discount
    for place in range(len(gains)):
        next_states[at + 1 + place] = following[:, place]
        chance[at + 1 + place] = np.where(reached[:, place], 0.0, step)
    next_states[first_link[holds]] = numbers[most, a[held] + banked[0], b[held] + banked[1], other[held]]
    chance[first_link[holds]] = discount
    process = Process(first_action, first_link, reward, next_states, chance, up == 1, blocks)
    return Problem(process, totals, int(numbers[most - total, 0, 0, 0 if a_first else 1]))


def iterate(
    problem: Problem, method: Method, tolerance: float, start: float, hold: int, budget: Budget
) -> tuple[float, float, dict[str, Any]]:
    """Iterate values, each ``start`` at first, or policies, the first of which holds from the turn total ``hold`` on.

    Returns:
        The value of the problem's state; a proven bound on its error, infinite without a discount, where the last
        change proves none; and the trace: the largest change of each sweep with the state's value at first and after
        each, or the rounds of policy iteration.

    Raises:
        Exhausted: the budget was spent; it is charged one node per state and sweep.
    """
    process = problem.process
    counts = np.diff(process.first_action)
    values = np.where(counts > 0, start, 0.0)
    trace: dict[str, Any]
    if method == "value":
        swept = value_iteration(process, tolerance, budget, values, problem.state)
        values = swept.values
        trace = {"changes": list(swept.changes), "values": list(swept.watched)}
    else:
        policy = policy_iteration.first(process)
        policy[(counts == 2) & (problem.totals < hold)] += 1
        improve = policy_iteration.policy_iteration if process.minimises.all() else policy_iteration.for_two
        found = improve(process, tolerance, budget, policy, values)
        values = found.values
        trace = {"rounds": [{"sweeps": each.sweeps, "switched": each.switched} for each in found.rounds]}
    return float(values[problem.state]), _error(process, values), trace


def _error(process: Process, values: Reals) -> float:
    """Return the residual of one more sweep, divided by 1 minus the factor by which sweeps contract (Banach)."""
    factor = float(np.add.reduceat(process.chance, process.first_link[:-1]).max())
    if factor >= 1.0 - 1e-12:
        return inf
    once_more = process.best(process.action_values(values))
    most = float(np.abs(values).max())
    rounded = 2.0**-53 * (int(np.diff(process.first_link).max()) + 4) * max(1.0, most)
    return (float(np.abs(once_more - values).max()) + rounded) / (1.0 - factor)
