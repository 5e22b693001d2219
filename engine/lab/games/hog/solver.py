"""Exact chances to win at Hog, by backward induction over levels of equal sums of scores.

With Piggy Back every turn raises the sum (Free Bacon gives at least one point, dice give their sum or
their number, a swap keeps the sum), so a level depends only on higher levels. Without Piggy Back a Pig Out keeps
the sum and leads to one other state: the same scores with the other player to move, or the same state if the turn
ends in a swap. Let a be the chance to win by all other outcomes, and b the chance of a Pig Out. The values of the
two states solve x = a + b (1 - y), y = a' + b' (1 - x) for any two choices of dice, so
x = (a + b (q' - a')) / (q + q' - q q') with q = 1 - b. The optimal choices are the saddle point of the matrix of x.

The same sweep computes expected final scores and leads: any *payoff* whose sum over both players is constant. That
sum then replaces the 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...arrays import Ints, Reals
from ...budget import Budget
from .policies import TIE, HogPolicy
from .rules import SIDES, WILD_SIDES, Hog, list_outcomes, sum_chances

UNIT = 2.0**-53


@dataclass(frozen=True, slots=True)
class Payoff:
    """A's payoff at the end; B is paid a constant sum minus it.

    Attributes:
        total: the sum of both payoffs.
        compute: A's payoff by A's and B's final scores and the goal, elementwise.
    """

    total: float
    compute: Callable[[Ints, Ints, int], Reals]


WIN = Payoff(1.0, lambda own, opp, goal: ((own >= goal) & (opp < goal)).astype(np.float64))
LEAD = Payoff(0.0, lambda own, opp, goal: (own - opp).astype(np.float64))
# A's and B's final score, which B pays to A.
A_POINTS = Payoff(0.0, lambda own, opp, goal: own.astype(np.float64))
B_POINTS = Payoff(0.0, lambda own, opp, goal: opp.astype(np.float64))


@dataclass(frozen=True, slots=True)
class HogSolution:
    """Both players' chances to win.

    Attributes:
        a, b: float64 [goal, goal], the chance of A (of B) to win when to move, by own and opponent's score.
        a_dice, b_dice: int64 [goal, goal], the dice that A (B) rolls; ties go to the fewest.
        error: a proven bound on the error of each chance.
    """

    hog: Hog
    a: Reals
    b: Reals
    a_dice: Ints
    b_dice: Ints
    error: float

    def chance_after(self, own: Any, opp: Any) -> Any:
        """Return A's chance once A's turn has ended with these scores, ints or arrays."""
        over, last = np.maximum(own, opp) >= self.hog.goal, self.hog.goal - 1
        return np.where(over, own >= self.hog.goal, 1.0 - self.b[np.minimum(opp, last), np.minimum(own, last)])

    def chance(self, own: int, opp: int, a_first: bool, total: int = 0) -> float:
        """Return A's chance to win; points are never in hand."""
        over = max(own, opp) >= self.hog.goal
        return float(self.a[own, opp] if a_first and not over else self.chance_after(own, opp))

    @property
    def with_sides_exchanged(self) -> HogSolution:
        return HogSolution(self.hog, self.b, self.a, self.b_dice, self.a_dice, self.error)


def solve_hog(hog: Hog, a: HogPolicy, b: HogPolicy, budget: Budget) -> HogSolution:
    """Return chances to win for all scores.

    Two ``optimal`` players, or one with a best response, each play optimally against the other. Against
    any other policy ``optimal`` plays as against itself, ties to the fewest dice; ``lead``
    always plays as against itself, optimally for the final lead.

    Raises:
        Exhausted: the budget was spent; it is charged one node per pair of scores.
    """
    if {a.name, b.name} <= {"optimal", "best-response"}:
        values, dice = _sweep(hog, (None, None), budget)
        return HogSolution(hog, values[0], values[0], dice[0], dice[0], _bound_error(hog))
    tables = _find_table(hog, a, budget), _find_table(hog, b, budget)
    values, dice = _sweep(hog, tables, budget)
    return HogSolution(hog, *values, *dice, _bound_error(hog))


def expect_final_scores(
    solution: HogSolution, budget: Budget
) -> tuple[tuple[Reals, Reals], tuple[Reals, Reals], float]:
    """Return A's and B's expected final scores if both play as in ``solution``, and a proven bound on their error.

    Each is a pair of float64 [goal, goal], by A's and B's score, if A and if B is to move. Raises Exhausted: the budget
    is charged one node per pair of scores, twice.
    """
    hog, tables = solution.hog, (solution.a_dice, solution.b_dice)
    (a, paid_for_a), _ = _sweep(hog, tables, budget, A_POINTS)
    (b, paid_for_b), _ = _sweep(hog, tables, budget, B_POINTS)
    return (a, -paid_for_a.T), (b, -paid_for_b.T), _bound_error(hog) * _get_table_size(hog)


def value_dice(solution: HogSolution, own: int, opp: int) -> Reals:
    """Return A's chance for each number of dice, followed by play as in ``solution``: float64 [``hog.dice``]."""
    outcomes_by_dice = [list_outcomes(solution.hog, own, opp, dice) for dice in solution.hog.dice]
    return np.array(
        [
            dice_outcomes.chances @ solution.chance_after(dice_outcomes.own, dice_outcomes.opp)
            for dice_outcomes in outcomes_by_dice
        ]
    )


def find_best_dice(values: Reals, min_dice: int, unit: float = 1.0) -> list[int]:
    """Return all optimal numbers of dice, including ties; ``unit`` is the largest possible value."""
    return [min_dice + int(place) for place in np.flatnonzero(values >= values.max() - TIE * unit)]


def bound_turn_error(hog: Hog) -> float:
    """Return a bound on the error of the expected points of a turn."""
    return 2 * (SIDES * hog.max_dice + 4 + hog.max_dice) * UNIT * hog.max_turn_points


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices of the mover in some states.

    Attributes:
        values: float64 [states, numbers of dice], the mover's values; without Piggy Back they exclude a Pig Out.
        safe: float64 [numbers of dice], the chances of no Pig Out; 1 if the values include it.
        pig_out: without Piggy Back, the state after a Pig Out: (own, opp) of the opponent.
    """

    values: Reals
    safe: Reals
    pig_out: tuple[Ints, Ints] | None


class _Turns:
    """The outcomes of a turn, for all numbers of dice at once."""

    def __init__(self, hog: Hog):
        self.hog = hog
        self.dice = np.arange(max(1, hog.min_dice), hog.max_dice + 1)
        self.points = np.arange(2, SIDES * hog.max_dice + 1)
        # float64 [dice, points] by sides: chances of a turn score.
        self.chances = {sides: self._tabulate_chances(sides) for sides in (WILD_SIDES, SIDES)}
        # The chance that no die shows a 1, computed without a rounded difference.
        self.safe = {sides: np.power((sides - 1) / sides, self.dice) for sides in (WILD_SIDES, SIDES)}

    def value_choices(self, after: Reals, total: float, own: Ints, opp: Ints) -> Choices:
        """Return the choices in states whose scores have the same sum.

        Args:
            after: float64, the opponent's value by own score and the mover's, including ended games.
            total: the sum of both players' values.
            own: int64 [states], the mover's scores.
            opp: int64 [states], the opponent's.
        """
        hog = self.hog
        sides = int(hog.sides(own[:1], opp[:1])[0])
        dice, chances, safe = self.dice, self.chances[sides], self.safe[sides]
        mine, theirs = hog.finish(own[:, None], opp[:, None], 1, hog.boost(self.points)[None, :])
        values: Reals = (total - after[theirs, mine]) @ chances.T
        pig_out = None
        if hog.piggy_back:
            mine, theirs = hog.finish(own[:, None], opp[:, None], dice[None, :], 0)
            values += (1.0 - safe) * (total - after[theirs, mine])
            safe = np.ones(len(dice))
        else:
            mine, theirs = hog.finish(own, opp, dice[0], 0)
            pig_out = (theirs, mine)
        if hog.free_bacon:
            mine, theirs = hog.finish(own, opp, 0, hog.bacon(opp))
            values = np.column_stack([total - after[theirs, mine], values])
            safe = np.concatenate([np.ones(1), safe])
        return Choices(values, safe, pig_out)

    def _tabulate_chances(self, sides: int) -> Reals:
        table = np.zeros((len(self.dice), len(self.points)))
        for place, dice in enumerate(self.dice):
            table[place, : sides * dice - 1] = sum_chances(int(dice), sides)[2:]
        return table


Tables = tuple[Ints | None, Ints | None]


def _find_table(hog: Hog, policy: HogPolicy, budget: Budget) -> Ints | None:
    """Return the dice that a policy rolls; None for a best response."""
    if policy.is_best_response or policy.table is not None:
        return policy.table
    return _sweep(hog, (None, None), budget, LEAD if policy.name == "lead" else WIN)[1][0]


def _sweep(
    hog: Hog, tables: Tables, budget: Budget, payoff: Payoff = WIN
) -> tuple[tuple[Reals, Reals], tuple[Ints, Ints]]:
    """Return values and dice of both players; ``tables`` has their dice, None to play optimally.

    If both play optimally, one table of values serves both.
    """
    goal, turns = hog.goal, _Turns(hog)
    slack = TIE if payoff is WIN else TIE * goal
    values = _build_payoff_tables(payoff, hog)
    if tables[0] is None and tables[1] is None:
        values = (values[0], values[0])
    dice = np.zeros((goal, goal), np.int64), np.zeros((goal, goal), np.int64)
    count = 0
    for level in range(2 * goal - 2, -1, -1):
        own = np.arange(max(0, level - goal + 1), min(goal - 1, level) + 1)
        opp = level - own
        budget.spend(len(own), f"sums of scores from {2 * goal - 2} down to {level + 1}")
        a, b = (turns.value_choices(values[1 - side], payoff.total, own, opp) for side in (0, 1))
        places = (own, opp), (own, opp) if a.pig_out is None else a.pig_out
        fixed = [
            None if table is None else table[place] - hog.min_dice for table, place in zip(tables, places, strict=True)
        ]
        if a.pig_out is None:
            columns = [
                _choose_columns(player_choices.values, column, slack)
                for player_choices, column in zip((a, b), fixed, strict=True)
            ]
            state_values = [
                player_choices.values[np.arange(len(own)), column]
                for player_choices, column in zip((a, b), columns, strict=True)
            ]
        else:
            order = a.pig_out[0] - own[0]  # of B's states as the successors of A's states
            b = Choices(b.values[order], b.safe, None)
            state_values, columns = _solve_saddle(a, b, fixed, payoff.total, slack)
        for side in (0, 1):
            values[side][places[side]] = state_values[side]
            dice[side][places[side]] = columns[side] + hog.min_dice
        count += len(own)
        budget.report_progress("sums of scores", count / goal**2)
    return (values[0][:goal, :goal], values[1][:goal, :goal]), dice


def _choose_columns(values: Reals, column: Ints | None, slack: float) -> Ints:
    """Return the column of each state: ``column`` if given, else the best one; ties go to the first."""
    if column is not None:
        return column
    tied: Ints = np.argmax(values >= values.max(axis=1, keepdims=True) - slack, axis=1)
    return tied


def _solve_saddle(
    a: Choices, b: Choices, fixed: list[Ints | None], total: float, slack: float
) -> tuple[list[Reals], list[Ints]]:
    """Return values and columns of A's states, and of B's states after a Pig Out that keeps the sum."""
    a_kept, a_safe = a.values[:, :, None], a.safe[:, None]
    b_kept, b_safe = b.values[:, None, :], b.safe
    x = (a_kept + (1.0 - a_safe) * (total * b_safe - b_kept)) / (a_safe + b_safe - a_safe * b_safe)
    # B's value, computed like A's for each pair of choices, without a difference of rounded numbers.
    y = (b_kept + (1.0 - b_safe) * (total * a_safe - a_kept)) / (a_safe + b_safe - a_safe * b_safe)
    for axis, column in enumerate(fixed, 1):
        if column is not None:
            x, y = (np.take_along_axis(matrix, column[:, None, None], axis) for matrix in (x, y))
    a_value, b_value = x.max(axis=1).min(axis=1), y.max(axis=2).min(axis=1)
    a_wins = a.values + (1.0 - a.safe) * (total - b_value[:, None])
    b_wins = b.values + (1.0 - b.safe) * (total - a_value[:, None])
    return [a_value, b_value], [_choose_columns(a_wins, fixed[0], slack), _choose_columns(b_wins, fixed[1], slack)]


def _build_payoff_tables(payoff: Payoff, hog: Hog) -> tuple[Reals, Reals]:
    """Return the payoffs of A and B at every pair of own and opponent's score."""
    own, opp = np.indices((_get_table_size(hog), _get_table_size(hog)))
    return payoff.compute(own, opp, hog.goal), payoff.total - payoff.compute(opp, own, hog.goal)


def _get_table_size(hog: Hog) -> int:
    return hog.goal + max(hog.max_turn_points, hog.max_dice) + 1


def _bound_error(hog: Hog) -> float:
    """Return a bound on the error of a chance.

    A turn's value averages at most ``terms`` values, inherits their errors and rounds each term. The quotient of a
    level without Piggy Back makes that six times as large. A game passes each level at most once.
    """
    terms = SIDES * hog.max_dice + 4
    return (2 if hog.piggy_back else 6) * terms * UNIT * (2 * hog.goal - 1)
