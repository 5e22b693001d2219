"""Solitaire Pig: the fewest turns to the goal, and the best result within a number of turns.

Scores only grow, so they are solved from the goal down. At one score the only unknown is its own value, to
which a bust leads back: for given choices it solves one linear equation, and policy iteration finds the
optimal choices.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from ...budget import Budget
from . import _turn
from .rules import TIE, Pig

Reals = npt.NDArray[np.float64]
Bytes = npt.NDArray[np.uint8]
Objective = Literal["reach", "turns"]

UNIT = 2.0**-53  # relative error of one operation


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


def turn_rounding(pig: Pig) -> float:
    """A bound on the rounding of one turn's value, relative to the largest value in it.

    Each roll averages ``sides`` numbers, and a turn goes on with chance at most (sides - 1) / sides, so the
    errors of its rolls add up to at most ``sides`` times that of one.
    """
    return pig.sides * (pig.sides + 1) * UNIT


def rounding(pig: Pig) -> float:
    """A bound on the rounding of one turn's value relative to the chance not to bust in it.

    All terms are positive, so the error of a path is a fixed number of roundings per roll. Turns without a
    bust have on average at most as many rolls as the goal divided by the mean gain (Wald).
    """
    gains = pig.gains
    rolls = (pig.goal + pig.sides) * len(gains) / sum(gains)
    return (pig.sides + 1) * UNIT * rolls


def bankings(pig: Pig) -> int:
    """How often a player can bank at most before reaching the goal."""
    return -(-pig.goal // min(pig.gains))


def solve(pig: Pig, budget: Budget, threshold: int = 0, lowest: int = 0) -> Alone:
    """Expected turns to the goal.

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
    any_play = 4 * rounding(pig) * bankings(pig)
    # Or: the error of one turn, relative to the largest value, in each expected turn.
    few_turns = 2 * (turn_rounding(pig) + 4e-15) * float(banked.max())
    return Alone(banked[:goal], tuple(reversed(held)), min(any_play, few_turns))


def limited(pig: Pig, turns: int, objective: Objective, budget: Budget, threshold: int = 0) -> tuple[Reals, float]:
    """The best result within a number of turns: the highest chance to reach the goal, or the fewest turns used.

    Args:
        pig: the game.
        turns: play stops after this many turns.
        objective: ``reach`` for the chance to reach the goal in time, ``turns`` for the least expected
            number of turns used.
        budget: charged one node per score and turn.
        threshold: hold at that turn total, or at the goal; 0 for optimal play.

    Returns:
        Values by score, and a proven bound on their error.

    Raises:
        Exhausted: the budget was spent.
    """
    turn = _turn.Turn(pig.goal, pig.sides, pig.bust, 0.0)
    win, cost = (1.0, 0.0) if objective == "reach" else (0.0, 1.0)
    values, after = np.zeros(pig.goal), np.zeros(pig.goal)
    for left in range(1, turns + 1):
        budget.spend(pig.goal, f"{left - 1} of {turns} turns")
        turn.limited_step(values, after, win, cost, threshold)
        values, after = after, values
        budget.progress("turns left", left / turns)
    size = 1.0 if objective == "reach" else max(1.0, float(-values.min()))
    return (values if objective == "reach" else -values + 0.0), turns * turn_rounding(pig) * size


def tie(turns: float) -> float:
    """By how many turns a choice may be worse and still tie."""
    return TIE * max(1.0, turns)


def _turns(turn: _turn.Turn, hold: Reals, choice: Bytes) -> float:
    """Expected turns from a score, for given choices; ``hold`` [room] is minus the turns after banking."""
    after, safe = turn.outcome(hold, len(hold), 0.0, choice, 0)
    return (1.0 - after) / safe
