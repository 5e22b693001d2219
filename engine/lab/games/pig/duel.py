"""Pig for two players: chances to win for all pairs of scores, and the best choice at any turn total."""

from dataclasses import dataclass

import numpy as np

from ...arrays import Bytes, Reals
from ...budget import Budget
from . import _turn
from .rules import TIE, Pig, PigPolicy
from .solitaire import bound_game_rounding, build_turn, compare_holds, list_threshold_choices


@dataclass(frozen=True, slots=True)
class DuelValues:
    """Both players' chances to win.

    Attributes:
        a, b: float64 [goal, goal], the chance of A (of B) to win when to move, by own and opponent's score.
            Only reachable scores were computed.
        guide: values of optimal play on both sides, which guide ``optimal``; None if ``a`` and ``b`` are these values.
        error: a proven bound on the error of each chance.
    """

    pig: Pig
    a: Reals
    b: Reals
    guide: Reals | None
    a_policy: PigPolicy
    b_policy: PigPolicy
    error: float

    def chance(self, own: int, opp: int, a_first: bool, total: int = 0) -> float:
        """Return A's chance to win; the player to move has ``total`` in hand (0 before the first roll)."""
        if max(own, opp) >= self.pig.goal:
            return float(own >= self.pig.goal)
        if a_first:
            return self._find_mover_chance(self.a, self.b, self.a_policy, own, opp, total)
        return 1.0 - self._find_mover_chance(self.b, self.a, self.b_policy, opp, own, total)

    def get_guide(self, policy: PigPolicy, other: Reals) -> Reals:
        """Return the values that a policy without a threshold plays against; ``other`` has the opponent's values."""
        return self.guide if policy.name == "optimal" and self.guide is not None else other

    def _find_mover_chance(self, mine: Reals, other: Reals, policy: PigPolicy, own: int, opp: int, total: int) -> float:
        room = self.pig.goal - own
        if total >= room:
            return 1.0
        if total == 0:
            return float(mine[own, opp])
        choice = list_threshold_choices(policy.threshold, room)
        if choice is None:
            choice = find_holds(self.pig, self.get_guide(policy, other), own, opp)
        return float(build_turn(self.pig).solve(1.0 - other[opp, own:], 1.0, choice)[0][total])


def solve_duel(pig: Pig, a: PigPolicy, b: PigPolicy, own: int, opp: int, budget: Budget) -> DuelValues:
    """Return chances to win from A's score ``own`` and B's ``opp``, with either to move.

    Two ``optimal`` players, or one with a best response, each play optimally against the other. Against
    any other policy ``optimal`` plays as against itself; ties go to holding.

    Raises:
        Exhausted: the budget was spent; it is charged one node per pair of scores.
    """
    names = {a.name, b.name}
    if names <= {"optimal", "best-response"}:
        both = _solve_equilibrium(pig, min(own, opp), budget)
        return DuelValues(pig, both, both, None, a, b, _bound_error(pig))
    guide = _solve_equilibrium(pig, min(own, opp), budget) if "optimal" in names else None
    goal = pig.goal
    a_values, b_values = np.zeros((goal, goal)), np.zeros((goal, goal))
    turn = build_turn(pig)
    a_side, b_side = (
        _turn.Side(values, policy.threshold, guide if policy.name == "optimal" else None)
        for values, policy in ((a_values, a), (b_values, b))
    )
    for score in range(goal - 1, own - 1, -1):
        _solve_row(turn, a_side, b_side, score, opp, budget)
    return DuelValues(pig, a_values, b_values, guide, a, b, _bound_error(pig))


def value_choices(pig: Pig, other: Reals, own: int, opp: int) -> tuple[Reals, Reals]:
    """Return the chances of holding and of rolling, then playing optimally, by turn total: two float64 [goal - own].

    ``other`` has the opponent's values. At turn total 0, where nobody can hold, the value of holding is that of a bust.
    """
    hold = 1.0 - other[opp, own:]
    return hold, build_turn(pig).solve(hold, 1.0)[1]


def find_holds(pig: Pig, other: Reals, own: int, opp: int) -> Bytes:
    """Return whether optimal play against ``other`` holds, ties included: uint8 [goal - own], by turn total."""
    return compare_holds(*value_choices(pig, other, own, opp), TIE)


def find_smallest_hold(holds: Bytes) -> int:
    """Return the first turn total to hold at; the end of the array, at the goal, if there is none."""
    first = np.flatnonzero(holds)
    return int(first[0]) if len(first) else len(holds)


def _solve_equilibrium(pig: Pig, min_score: int, budget: Budget) -> Reals:
    """Return values of optimal play on both sides, for scores of at least ``min_score``."""
    goal = pig.goal
    values = np.zeros((goal, goal))
    turn, sides = build_turn(pig), [_turn.Side(values) for _ in range(2)]
    for score in range(goal - 1, min_score - 1, -1):
        # The pair with the scores exchanged is solved along with it.
        _solve_row(turn, sides[0], sides[1], score, score, budget)
    return values


def _solve_row(turn: _turn.Turn, a: _turn.Side, b: _turn.Side, own: int, min_opp: int, budget: Budget) -> None:
    """Find the values for A's score ``own`` and all of B's from ``min_opp`` on. Raises Exhausted."""
    progress = f"pairs of scores from {a.goal - 1} down to {own + 1}"
    budget.spend(a.goal - min_opp, progress)
    budget.report_progress("scores", 1.0 - own / a.goal)
    _turn.row(turn, a, b, own, min_opp, a.goal - 1, budget.flag.memory)
    budget.spend(0, progress)  # raises if the kernel was stopped


def _bound_error(pig: Pig) -> float:
    """Return a bound on the error of a chance.

    A pair's two values are averages of values after banking, whose errors they inherit, plus their own
    rounding, which the quotient makes at most six times that of the turns; both players bank.
    """
    return 6 * 2 * bound_game_rounding(pig)
