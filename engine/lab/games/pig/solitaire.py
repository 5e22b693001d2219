"""Solitaire Pig: the fewest turns to the goal, and the best result within a number of turns.

Scores only grow, so they are solved from the goal down. At one score the only unknown is its own value, to
which a bust leads back: for given choices it solves one linear equation, and policy iteration finds the
optimal choices.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ...arrays import Bytes, Reals
from ...budget import Budget
from . import _turn
from .rules import HOLD, ROLL, TIE, Pig

Objective = Literal["reach", "turns"]

UNIT = 2.0**-53  # relative error of one operation
EQUATION = 8  # roundings of one score's equation besides those of its turns


@dataclass(frozen=True, slots=True)
class Alone:
    """Values of solitaire Pig.

    Attributes:
        turns: float64 [goal], expected turns from each score.
        hold: one uint8 [goal - score] for each score: 1 at turn totals to hold at.
        error: a proven bound on the relative error of each of ``turns``.
    """

    turns: Reals
    hold: tuple[Bytes, ...]
    error: float


@dataclass(frozen=True, slots=True)
class Moment:
    """The choices at a score and turn total.

    Attributes:
        hold: the value of banking the turn total; None before the first roll of a turn.
        roll: the value of rolling, then going on by the policy.
        value: the value of the policy's choice.
        best: the better choices, HOLD first.
    """

    hold: float | None
    roll: float
    value: float
    best: tuple[str, ...]


def turn_rounding(pig: Pig) -> float:
    """Return a bound on the rounding of one turn's value, relative to the largest value in it.

    Each roll averages ``sides`` numbers, and a turn goes on with chance at most (sides - 1) / sides, so the
    errors of its rolls add up to at most ``sides`` times that of one.
    """
    return pig.sides * (pig.sides + 1) * UNIT


def rounding(pig: Pig) -> float:
    """Return a bound on the rounding of one player's whole game, relative to values of at most 1.

    All terms are positive, so the error of a path is a fixed number of roundings per roll. Only rolls of
    turns that bank count, as a bust leads back to the same equation; they gain at most goal + sides points
    in the whole game, each roll at least the smallest gain. Each equation adds a few roundings of its own.
    """
    rolls = (pig.goal + pig.sides) / min(pig.gains)
    return ((pig.sides + 1) * rolls + EQUATION * bankings(pig)) * UNIT


def bankings(pig: Pig) -> int:
    """Return the most times a player can bank before reaching the goal."""
    return -(-pig.goal // min(pig.gains))


def solve(pig: Pig, budget: Budget, threshold: int = 0, lowest: int = 0) -> Alone:
    """Return the expected turns to the goal.

    Args:
        pig: the game.
        budget: charged one node per score.
        threshold: hold at that turn total, or at the goal; 0 for the fewest turns.
        lowest: scores below it are not computed.

    Raises:
        Exhausted: the budget was spent.
    """
    goal = pig.goal
    turn = _turn.Turn(goal, pig.sides, pig.bust, 0.0)
    banked = np.zeros(goal + 1)
    held: list[Bytes] = []
    for score in range(goal - 1, lowest - 1, -1):
        budget.spend(1, f"scores from {goal - 1} down to {score + 1}")
        room = goal - score
        hold = -banked[score:goal]
        choice = np.zeros(room, np.uint8)
        if threshold:
            choice[threshold:] = 1
            turns = _turns(turn, hold, choice)
        else:
            # From above: never worse than always rolling, with which policy iteration starts.
            turns = _turns(turn, hold, choice)
            while True:
                better = np.zeros(room, np.uint8)
                turn.choices(hold, room, 0.0, -turns, better)
                now = _turns(turn, hold, better)
                if now >= turns * (1.0 - 1e-15):
                    break
                turns, choice = now, better
        banked[score] = turns
        held.append(choice)
    # A score's value averages values of higher scores, inherits their errors, and adds its own.
    any_play = 4 * rounding(pig)
    # Or: the error of one turn, relative to the largest value, in each expected turn.
    few_turns = 2 * (turn_rounding(pig) + 4e-15) * float(banked.max())
    return Alone(banked[:goal], tuple(reversed(held)), min(any_play, few_turns))


def limited(
    pig: Pig,
    turns: int,
    objective: Objective,
    budget: Budget,
    threshold: int = 0,
    heard: Callable[[Reals], None] = lambda values: None,
) -> tuple[Reals, float]:
    """Return the best result within a number of turns: the highest chance to reach the goal, or the fewest turns used.

    Args:
        pig: the game.
        turns: play stops after this many turns.
        objective: ``reach`` for the chance to reach the goal in time, ``turns`` for the least expected
            number of turns used.
        budget: charged one node per score and turn.
        threshold: hold at that turn total, or at the goal; 0 for optimal play.
        heard: receives the values by score with 0, 1, 2, … turns left.

    Returns:
        Values by score, and a proven bound on their error.

    Raises:
        Exhausted: the budget was spent.
    """
    turn = _turn.Turn(pig.goal, pig.sides, pig.bust, 0.0)
    win, cost = _stakes(objective)
    values, after = np.zeros(pig.goal), np.zeros(pig.goal)
    sign = 1.0 if objective == "reach" else -1.0
    heard(values)
    for left in range(1, turns + 1):
        budget.spend(pig.goal, f"{left - 1} of {turns} turns")
        turn.limited_step(values, after, win, cost, threshold)
        values, after = after, values
        heard(sign * values)
        budget.progress("turns left", left / turns)
    size = 1.0 if objective == "reach" else max(1.0, float(-values.min()))
    return sign * values + 0.0, turns * turn_rounding(pig) * size


def moment(pig: Pig, values: Reals, objective: Objective, own: int, total: int, threshold: int = 0) -> Moment:
    """Return the choices at a score and turn total.

    Args:
        pig: the game.
        values: float64 [goal], the worth of each score once the turn is over, from ``solve`` or ``limited``.
        objective: the kind of ``values``: further turns, or the chance to reach the goal.
        own: the score.
        total: the points in hand; 0 before the first roll.
        threshold: the policy after the roll: hold at that turn total; 0 for optimal play.
    """
    win, cost = _stakes(objective)
    sign = -1.0 if objective == "turns" else 1.0
    room, after = pig.goal - own, np.ascontiguousarray(sign * values[own:])
    fail = float(after[0])
    if total >= room:
        held, rolled = win, ((pig.sides - 1) * win + fail) / pig.sides
    else:
        turn, choice = _turn.Turn(pig.goal, pig.sides, pig.bust, 0.0), np.zeros(room, np.uint8)
        if threshold:
            choice[threshold:] = 1
        else:
            turn.choices(after, room, win, fail, choice)
        choice[total] = 0
        kept, safe = turn.outcome(after, room, win, choice, total)
        held, rolled = float(after[total]), kept + (1.0 - safe) * fail
    hold, roll = sign * (held - cost) + 0.0, sign * (rolled - cost) + 0.0
    if total == 0:
        return Moment(None, roll, roll, (ROLL,))
    most = max(held, rolled) - tie(abs(max(held, rolled)))
    best = tuple(name for name, value in ((HOLD, held), (ROLL, rolled)) if value >= most)
    holds = total >= (threshold or room) or total >= room or (not threshold and held >= rolled)
    return Moment(hold, roll, hold if holds else roll, best)


def tie(value: float) -> float:
    """Return the most by which a choice may be worse and still tie, in the unit of the value."""
    return TIE * max(1.0, value)


def _stakes(objective: Objective) -> tuple[float, float]:
    """Return the worth of reaching the goal, and the cost of a turn."""
    return (1.0, 0.0) if objective == "reach" else (0.0, 1.0)


def _turns(turn: _turn.Turn, hold: Reals, choice: Bytes) -> float:
    """Return the expected turns from a score, for given choices; ``hold`` [room] is minus the turns after banking."""
    after, safe = turn.outcome(hold, len(hold), 0.0, choice, 0)
    return (1.0 - after) / safe
