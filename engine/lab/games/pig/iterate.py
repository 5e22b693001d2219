"""Pig by value iteration and policy iteration, as in the notes.

The notes' states include the roll just seen, V(T, p, p', r), so a step is a roll and the discount γ applies to every
roll after the first: a payment after n rolls counts γ^(n-1) times.
"""

from abc import ABC, abstractmethod
from math import inf
from typing import Any, Literal

import numpy as np

from ...arrays import Flags, Ints, Reals
from ...budget import Budget
from .rules import Pig

Method = Literal["value", "policy"]


class Problem(ABC):
    """States in arrays of one shape, in each of which a player may hold, roll, or choose.

    Attributes:
        here: bool array, true where the arrays have a state.
        may_hold, may_roll: bool arrays, whether the player may hold or roll.
        minimizes: bool array over states, true where the player to move minimizes.
        totals: int64 array, the points in hand.
        state: the index of the state whose value is the answer.
        states: the number of states.
        over: the values of entries that are not states.
        step: float arrays, the discounted weight of each face of a roll.
        factor: an upper bound on the contraction factor of a sweep.
    """

    here: Flags
    may_hold: Flags
    may_roll: Flags
    minimizes: Flags
    totals: Ints
    state: tuple[int, ...]
    states: int
    over: Reals
    step: Reals

    def __init__(self, pig: Pig, discount: float) -> None:
        self.pig, self.discount = pig, discount
        self.gains, self.over = np.array(pig.gains), np.zeros(())
        self.factor = (pig.sides - 1 + discount) / pig.sides

    @abstractmethod
    def value_holding(self, values: Reals) -> Reals:
        """Return the values of holding."""

    @abstractmethod
    def value_rolling(self, values: Reals) -> Reals:
        """Return the values of rolling."""

    def evaluate(self, values: Reals, holds: Flags, budget: Budget) -> Reals:
        """Return the values after a sweep by a policy. Raises Exhausted."""
        return np.where(self.here, np.where(holds, self.value_holding(values), self.value_rolling(values)), values)

    def value_choices(self, values: Reals) -> tuple[Reals, Reals]:
        """Return the values of holding and rolling to the player, -inf where the choice is not allowed."""
        sign = np.where(self.minimizes, -1.0, 1.0)
        hold = np.where(self.may_hold, sign * self.value_holding(values), -inf)
        return hold, np.where(self.may_roll, sign * self.value_rolling(values), -inf)

    def sweep(self, values: Reals) -> Reals:
        better = np.maximum(*self.value_choices(values))
        return np.where(self.here, np.where(self.minimizes, -better, better), values)

    def measure_change(self, before: Reals, after: Reals) -> float:
        return float(np.abs(after - before).max())


class SoloProblem(Problem):
    """One player who minimizes turns from a score and turn total on; arrays are [score minus that score, turn total].

    A turn costs 1 when it ends; a bust is charged at the roll, weighted by its chance.
    """

    def __init__(self, pig: Pig, discount: float, own: int, total: int) -> None:
        super().__init__(pig, discount)
        room, total_count = pig.goal - own, max(total, pig.goal - own - 1 + max(pig.gains))
        scores, self.totals = np.indices((room, total_count + 1))
        self.banked = np.minimum(scores + self.totals, room)
        self.may_roll = scores + self.totals < room
        self.here, self.state = np.zeros((room, total_count + 1), np.bool_), (0, total)
        self.here[self.state] = True
        for score in range(room):
            for turn in range(total_count + 1):
                if score + turn < room and (self.here[score, turn] or (turn == 0 and self.here[score].any())):
                    self.here[score, 0] = True
                    self.here[score, turn + self.gains] = True
                if self.here[score, turn] and 0 < turn < room - score:
                    self.here[score + turn, 0] = True
        self.may_hold, self.minimizes = self.totals > 0, np.ones_like(self.here)
        self.states = int(self.here.sum()) + 1  # with the end
        # The first roll of a turn is part of the step that ended the last turn.
        self.step = np.where(self.totals == 0, 1.0, discount) / pig.sides

    def value_holding(self, values: Reals) -> Reals:
        turns: Reals = 1.0 + self.discount * np.append(values[:, 0], 0.0)[self.banked]
        return turns

    def value_rolling(self, values: Reals) -> Reals:
        after = np.pad(values, ((0, 0), (0, self.pig.sides)))
        roll_values = sum(after[:, gain : gain + values.shape[1]] for gain in self.gains)
        turns: Reals = self.step * (1.0 + roll_values + self.discount * values[:, :1])
        return turns


class TwoPlayerProblem(Problem):
    """Two players from A's and B's scores on; A maximizes, B minimizes.

    Arrays are [turn total, A's and B's scores minus their first scores, mover]. A's payoff is 1 when A wins and ``loss``
    when B wins. A player whose turn total reaches the goal has won.
    """

    def __init__(
        self, pig: Pig, discount: float, scores: tuple[int, int], a_first: bool, total: int, loss: float
    ) -> None:
        super().__init__(pig, discount)
        rooms = pig.goal - scores[0], pig.goal - scores[1]
        self.total_count = max(rooms)  # turn totals that are states; rolls lead to the rows after them
        totals, self.a, self.b, up = np.indices((self.total_count + pig.sides, *rooms, 2), np.int32, sparse=True)
        self.here = totals < np.where(up == 0, rooms[0] - self.a, rooms[1] - self.b)
        self.over = np.where(up == 0, 1.0, loss)
        self.totals, self.minimizes = (np.broadcast_to(grid, self.here.shape) for grid in (totals, up == 1))
        self.may_roll, self.may_hold = self.here, self.here & (totals > 0)
        self.state, self.states = (total, 0, 0, 0 if a_first else 1), int(self.here.sum())
        self.after_a = np.minimum(totals[..., 0] + self.a[..., 0], rooms[0] - 1)
        self.after_b = np.minimum(totals[..., 0] + self.b[..., 0], rooms[1] - 1)
        self.step = np.where(totals[: self.total_count] == 0, 1.0, discount) / pig.sides

    def value_holding(self, values: Reals) -> Reals:
        new_turn = self.discount * values[0]
        hold_values = new_turn[self.after_a, self.b[..., 0], 1], new_turn[self.a[..., 0], self.after_b, 0]
        return np.stack(hold_values, axis=-1)

    def value_rolling(self, values: Reals) -> Reals:
        after = sum(values[gain : gain + self.total_count] for gain in self.gains)
        roll_values = self.step * (after + self.discount * values[0, ..., ::-1])
        return np.concatenate([roll_values, values[self.total_count :]])

    def evaluate(self, values: Reals, holds: Flags, budget: Budget) -> Reals:
        """Return the values after a sweep from the highest turn total down, which uses the new values of higher totals."""
        hold, bust, values = self.value_holding(values), self.discount * values[0, ..., ::-1], values.copy()
        for total in range(self.total_count - 1, -1, -1):
            budget.spend(0, "a part of a sweep of a policy")
            roll_values = self.step[total] * (values[total + self.gains].sum(axis=0) + bust)
            after = np.where(holds[total], hold[total], roll_values)
            values[total] = np.where(self.here[total], after, values[total])
        return values


def iterate(
    problem: Problem, method: Method, tolerance: float, start: float, hold: int, budget: Budget
) -> tuple[float, float, dict[str, Any]]:
    """Iterate values, all ``start`` at first, or policies, the first of which holds from the turn total ``hold`` on.

    Returns:
        The value of the problem's state; a proven bound on its error, infinite without a discount, as then the last
        change proves nothing; and the trace: the largest change of each sweep with the state's value at first and
        after each sweep, or the rounds of policy iteration.

    Raises:
        Exhausted: the budget was spent; it is charged one node per state and sweep.
    """
    values = np.where(problem.here, start, problem.over)
    trace: dict[str, Any]
    if method == "value":
        changes, watched = list[float](), [float(values[problem.state])]
        while not changes or changes[-1] > tolerance:
            progress = f"sweep {len(changes)}, largest change {changes[-1]:.3g}" if changes else "nothing"
            budget.spend(problem.states, progress)
            before, values = values, problem.sweep(values)
            changes.append(problem.measure_change(before, values))
            watched.append(float(values[problem.state]))
        trace = {"changes": changes, "values": watched}
    else:
        values, rounds = _iterate_policies(problem, tolerance, values, hold, budget)
        trace = {"rounds": rounds}
    return float(values[problem.state]), _bound_error(problem, values), trace


def _iterate_policies(
    problem: Problem, tolerance: float, values: Reals, hold: int, budget: Budget
) -> tuple[Reals, list[dict[str, int]]]:
    """Return the values of the best policies, and the sweeps and changed choices of each round.

    One player's policy is evaluated and improved until it is stable. For two players, in each round the minimizer's
    policy becomes the best response to the maximizer's policy, which is then improved by both values (Hoffman and Karp).
    """
    holds = problem.may_hold & (~problem.may_roll | (problem.totals >= hold))
    alone, rounds = bool(problem.minimizes.all()), list[dict[str, int]]()
    while True:
        sweeps, switched = 0, 1
        while switched:
            values, more = _evaluate_policy(problem, holds, tolerance, values, budget)
            holds, switched = _improve_policy(problem, holds, values, problem.minimizes, tolerance)
            sweeps += more
            if alone:
                break
        else:
            holds, switched = _improve_policy(problem, holds, values, ~problem.minimizes, tolerance)
        rounds.append({"sweeps": sweeps, "switched": switched})
        if not switched:
            return values, rounds


def _evaluate_policy(
    problem: Problem, holds: Flags, tolerance: float, values: Reals, budget: Budget
) -> tuple[Reals, int]:
    """Return the values of a policy, swept until none changes by more than the tolerance, and the number of sweeps."""
    sweeps, change = 0, inf
    while change > tolerance:
        budget.spend(problem.states, f"sweep {sweeps} of a policy")
        before, values = values, problem.evaluate(values, holds, budget)
        change = problem.measure_change(before, values)
        sweeps += 1
    return values, sweeps


def _improve_policy(problem: Problem, holds: Flags, values: Reals, mask: Flags, tolerance: float) -> tuple[Flags, int]:
    """Return the policy improved by its values in the states of a mask, and the number of new choices.

    A choice must be better by more than ten times the tolerance, so that rounding cannot cause a cycle.
    """
    hold, roll = problem.value_choices(values)
    better = problem.here & mask & (np.where(holds, roll, hold) > np.where(holds, hold, roll) + 10 * tolerance)
    return holds ^ better, int(better.sum())


def _bound_error(problem: Problem, values: Reals) -> float:
    """Return the residual of one more sweep, divided by 1 minus the factor by which sweeps contract (Banach)."""
    if problem.factor >= 1.0 - 1e-12:
        return inf
    rounded = 2.0**-53 * (problem.pig.sides + 4) * max(1.0, float(np.abs(values).max()))
    return (problem.measure_change(values, problem.sweep(values)) + rounded) / (1.0 - problem.factor)
