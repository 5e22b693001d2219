"""Pig for two: chances to win for all pairs of scores, and the choice at any turn total."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Bytes, Reals, Shorts
from ...budget import Budget
from . import _turn
from .rules import TIE, Pig, Policy
from .solitaire import rounding

OPTIMAL = Policy("optimal")


@dataclass(frozen=True, slots=True)
class Duel:
    """Two players' chances.

    Attributes:
        pig: the game.
        a, b: float64 [goal, goal], the chance of A (of B) to win when to move, by own and opponent's score.
            Only reachable scores were computed.
        a_policy, b_policy: their policies.
        a_policy, b_policy: how they play.
        error: a proven bound on the error of each chance.
    """

    pig: Pig
    a: Reals
    b: Reals
    guide: Reals | None
    a_policy: Policy
    b_policy: Policy
    error: float

    def chance(self, own: int, opp: int, a_first: bool, total: int = 0) -> float:
        """Return A's chance to win; the player to move has ``total`` in hand (0: has yet to roll)."""
        if a_first:
            return self._mover(self.a, self.b, self.a_policy, own, opp, total)
        return 1.0 - self._mover(self.b, self.a, self.b_policy, opp, own, total)

    def _mover(self, mine: Reals, other: Reals, policy: Policy, own: int, opp: int, total: int) -> float:
        room = self.pig.goal - own
        if total >= room:
            return 1.0
        if total == 0:
            return float(mine[own, opp])
        hold = after_holding(other, own, opp)
        fail = 1.0 - float(other[opp, own])
        turn = _turn.Turn(self.pig.goal, self.pig.sides, self.pig.bust, TIE)
        choice = np.zeros(room, np.uint8)
        if policy.threshold:
            choice[policy.threshold :] = 1
        elif policy.best_response or self.guide is None:
            turn.choices(hold, room, 1.0, fail, choice)
        else:
            guiding = after_holding(self.guide, own, opp)
            turn.choices(guiding, room, 1.0, 1.0 - float(self.guide[opp, own]), choice)
        kept, safe = turn.outcome(hold, room, 1.0, choice, total)
        return kept + (1.0 - safe) * fail


def solve(pig: Pig, a: Policy, b: Policy, own: int, opp: int, budget: Budget) -> Duel:
    """Return chances to win from A's score ``own`` and B's ``opp``, with either to move.

    Two ``optimal`` players, or one with a best response, each play optimally against the other. Against
    any other policy ``optimal`` plays as against itself; ties go to holding.

    Raises:
        Exhausted: the budget was spent; it is charged one node per pair of scores.
    """
    names = {a.name, b.name}
    if names <= {"optimal", "best-response"}:
        both = _equilibrium(pig, min(own, opp), budget)
        return Duel(pig, both, both, both, a, b, _error(pig))
    guide = _equilibrium(pig, min(own, opp), budget) if "optimal" in names else None
    goal = pig.goal
    a_values, b_values = np.zeros((goal, goal)), np.zeros((goal, goal))
    turn = _turn.Turn(goal, pig.sides, pig.bust, TIE)
    a_side = _turn.Side(a_values, _kind(a), a.threshold, guide)
    b_side = _turn.Side(b_values, _kind(b), b.threshold, guide)
    for score in range(goal - 1, own - 1, -1):
        _pay(budget, goal - opp, score, goal)
        _turn.row(turn, a_side, b_side, score, opp, goal - 1)
    return Duel(pig, a_values, b_values, guide, a, b, _error(pig))


def optimum(pig: Pig, own: int, opp: int, budget: Budget) -> Duel:
    """Return optimal play on both sides, from two scores on."""
    return solve(pig, OPTIMAL, OPTIMAL, own, opp, budget)


def after_holding(other: Reals, own: int, opp: int) -> Reals:
    """Return the value of banking each turn total: float64 [goal - own]; the first has no meaning."""
    return 1.0 - other[opp, own:]


def choice_values(duel: Duel, own: int, opp: int) -> tuple[Reals, Reals]:
    """Return A's chances of holding and of rolling, by turn total: two arrays float64 [goal - own].

    After the roll A plays optimally. Holding has no meaning at turn total 0.
    """
    pig, room = duel.pig, duel.pig.goal - own
    hold, rolls = after_holding(duel.b, own, opp), np.zeros(room)
    turn = _turn.Turn(pig.goal, pig.sides, pig.bust, TIE)
    turn.roll_values(hold, room, 1.0, 1.0 - float(duel.b[opp, own]), rolls)
    return hold, rolls


def hold_set(duel: Duel, own: int, opp: int) -> Bytes:
    """Return whether A holds, ties included: uint8 [goal - own], by turn total."""
    hold, rolls = choice_values(duel, own, opp)
    held = (hold >= rolls - TIE).astype(np.uint8)
    held[0] = 0
    return held


@dataclass(frozen=True, slots=True)
class Surface:
    """The optimal policy against B as a picture.

    Attributes:
        smallest: int16 [goal, goal], the smallest turn total to hold at, by own and opponent's score; the
            points missing to the goal if no smaller total is held.
        islands: pairs of scores (own, opp, all larger totals at which to roll) where rolling is better at
            some larger turn total below the goal.
    """

    smallest: Shorts
    islands: tuple[tuple[int, int, tuple[int, ...]], ...]


def surface(duel: Duel) -> Surface:
    """Return the smallest turn totals to hold at, for all pairs of scores; ``duel`` must be solved from 0-0."""
    goal = duel.pig.goal
    smallest = np.zeros((goal, goal), np.int16)
    islands = []
    for own in range(goal):
        for opp in range(goal):
            held = hold_set(duel, own, opp)
            first = smallest_total(held)
            smallest[own, opp] = first
            again = np.flatnonzero(held[first:] == 0)
            if len(again):
                islands.append((own, opp, tuple(first + int(each) for each in again)))
    return Surface(smallest, tuple(islands))


def smallest_total(held: Bytes) -> int:
    """Return the first turn total to hold at; the end of the array, at the goal, if there is none."""
    first = np.flatnonzero(held)
    return int(first[0]) if len(first) else len(held)


def _equilibrium(pig: Pig, lowest: int, budget: Budget) -> Reals:
    """Return values of optimal play on both sides, for scores of at least ``lowest``."""
    goal = pig.goal
    values = np.zeros((goal, goal))
    turn = _turn.Turn(goal, pig.sides, pig.bust, TIE)
    sides = [_turn.Side(values, _turn.BEST, 0, None) for _ in range(2)]
    for score in range(goal - 1, lowest - 1, -1):
        _pay(budget, goal - score, score, goal)
        # The pair with the scores exchanged is solved along with it.
        _turn.row(turn, sides[0], sides[1], score, score, goal - 1)
    return values


def _pay(budget: Budget, nodes: int, score: int, goal: int) -> None:
    budget.spend(nodes, f"pairs of scores from {goal - 1} down to {score + 1}")
    budget.progress("scores", 1.0 - score / goal)


def _kind(policy: Policy) -> int:
    if policy.best_response:
        return _turn.BEST
    return _turn.THRESHOLD if policy.threshold else _turn.GUIDED


def _error(pig: Pig) -> float:
    """Return a bound on the error of a chance.

    A pair's two values are averages of values after banking, whose errors they inherit, plus their own
    rounding, which the quotient makes at most six times that of the turns; both players bank.
    """
    return 6 * 2 * rounding(pig)
