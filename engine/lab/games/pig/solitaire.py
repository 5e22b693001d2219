"""Solitaire Pig: the fewest turns to the goal, and the best result within a number of turns.

Scores only grow, so they are solved from the goal down. A bust leads back to the same score, so at each score
the only unknown is its own value: for given choices it solves one linear equation, and policy iteration finds
the optimal choices.
"""

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
EQUATION = 8  # roundings of one score's equation, in addition to its turns


@dataclass(frozen=True, slots=True)
class TurnDecision:
    """The choices at a score and turn total.

    Attributes:
        values: by choice: of holding, except before the first roll, and of rolling, then following the policy.
        value: the value of the policy's choice.
        best: the better choices, HOLD first.
        error: a proven bound on the error of each value.
    """

    values: dict[str, float]
    value: float
    best: list[str]
    error: float


@dataclass(frozen=True, slots=True)
class SoloValues:
    """Values of one player, who holds at a turn total or plays best.

    Attributes:
        objective: what the values are: further turns, or the chance to reach the goal in time.
        threshold: the turn total to hold at; 0 for best play.
        values: float64 [goal], the value of each score between turns.
        errors: float64 [goal], proven bounds on their errors.
        hold: without a limit, one uint8 [goal - score] for each score: 1 at turn totals to hold at.
    """

    pig: Pig
    objective: Objective
    threshold: int
    values: Reals
    errors: Reals
    hold: tuple[Bytes, ...] = ()

    @property
    def unit(self) -> str:
        return "turns" if self.objective == "turns" else "chance"

    def decide(self, own: int, total: int) -> TurnDecision:
        """Return the choices at a score and turn total, 0 before the first roll."""
        win, cost = _get_stakes(self.objective)
        sign = -1.0 if self.objective == "turns" else 1.0
        after, room, sides = sign * self.values[own:], self.pig.goal - own, self.pig.sides
        if total >= room:
            hold_value, roll_value = win, ((sides - 1) * win + float(after[0])) / sides
        else:
            _, rolls = build_turn(self.pig).solve(after, win, list_threshold_choices(self.threshold, room))
            hold_value, roll_value = float(after[total]), float(rolls[total])
        hold, roll = sign * (hold_value - cost) + 0.0, sign * (roll_value - cost) + 0.0
        error = float(self.errors[own]) + bound_turn_rounding(self.pig) * max(1.0, float(self.values[own:].max()))
        if total == 0:
            return TurnDecision({ROLL: roll}, roll, [ROLL], error)
        max_value = max(hold_value, roll_value)
        tie = TIE * max(1.0, abs(max_value))
        best = [name for name, value in ((HOLD, hold_value), (ROLL, roll_value)) if value >= max_value - tie]
        stops = total >= room or (total >= self.threshold if self.threshold else hold_value >= roll_value)
        return TurnDecision({HOLD: hold, ROLL: roll}, hold if stops else roll, best, error)


def build_turn(pig: Pig) -> _turn.Turn:
    """Return the kernel's turn; ties go to holding."""
    return _turn.Turn(pig.goal, pig.sides, pig.bust, TIE)


def list_threshold_choices(threshold: int, room: int) -> Bytes | None:
    """Return the choices of a policy that holds at a turn total: uint8 [room]; None for 0, optimal play."""
    return (np.arange(room) >= threshold).astype(np.uint8) if threshold else None


def bound_turn_rounding(pig: Pig) -> float:
    """Return a bound on the rounding error of one turn's value, relative to the largest value in it.

    Each roll averages ``sides`` numbers, and a turn continues with chance at most (sides - 1) / sides, so the
    errors of its rolls add up to at most ``sides`` times the error of one roll.
    """
    return pig.sides * (pig.sides + 1) * UNIT


def bound_game_rounding(pig: Pig) -> float:
    """Return a bound on the rounding error of one player's whole game, relative to values of at most 1.

    All terms are positive, so the error of a path is a fixed number of roundings per roll. Only the rolls of
    turns that bank count, as a bust leads back to the same equation. They gain at most goal + sides points
    in the whole game, and each roll gains at least the smallest face. Each equation adds a few roundings.
    """
    rolls = (pig.goal + pig.sides) / min(pig.gains)
    bankings = -(-pig.goal // min(pig.gains))
    return ((pig.sides + 1) * rolls + EQUATION * bankings) * UNIT


def solve_solo(pig: Pig, budget: Budget, threshold: int = 0) -> SoloValues:
    """Return the expected turns to the goal if the player holds at ``threshold``; with best play if it is 0.

    Raises:
        Exhausted: the budget was spent; it is charged one node per score.
    """
    goal, turn = pig.goal, build_turn(pig)
    banked = np.zeros(goal + 1)
    choices: list[Bytes] = []
    for score in range(goal - 1, -1, -1):
        budget.spend(1, f"scores from {goal - 1} down to {score + 1}")
        hold = -banked[score:goal]
        choice = list_threshold_choices(threshold, len(hold))
        if choice is not None:
            turns = _expect_turns(turn, hold, choice)
        else:
            # Policy iteration starts with always rolling and never gets worse.
            choice = np.zeros(len(hold), np.uint8)
            turns = _expect_turns(turn, hold, choice)
            while True:
                hold[0] = -turns
                better = compare_holds(hold, turn.solve(hold, 0.0)[1])
                now = _expect_turns(turn, hold, better)
                if now >= turns * (1.0 - 1e-15):
                    break
                turns, choice = now, better
        banked[score] = turns
        choices.append(choice)
    # First bound: a score's value averages values of higher scores, inherits their errors, and adds its own.
    any_play = 4 * bound_game_rounding(pig)
    # Second bound: the error of one turn, relative to the largest value, for each expected turn.
    few_turns = 2 * (bound_turn_rounding(pig) + 4e-15) * float(banked.max())
    error, turns_left = min(any_play, few_turns), banked[:goal]
    return SoloValues(pig, "turns", threshold, turns_left, error * (1.0 + turns_left), tuple(reversed(choices)))


def compare_holds(hold: Reals, rolls: Reals, slack: float = 0.0) -> Bytes:
    """Return 1 for each turn total at which holding is at most ``slack`` worse than rolling: uint8 [room]."""
    hold_flags = (hold >= rolls - slack).astype(np.uint8)
    hold_flags[0] = 0
    return hold_flags


def solve_limited(
    pig: Pig,
    turns: int,
    objective: Objective,
    budget: Budget,
    threshold: int = 0,
    on_turn: Callable[[Reals], None] = lambda values: None,
) -> SoloValues:
    """Return the results by score if play stops after some turns.

    A result is the highest chance to reach the goal (``reach``) or the fewest expected turns used (``turns``); with a
    ``threshold`` above 0, the result of holding there. ``on_turn`` receives the results with 0, 1, 2, … turns left.

    Raises:
        Exhausted: the budget was spent; it is charged one node per score and turn.
    """
    turn, choice = build_turn(pig), list_threshold_choices(threshold, pig.goal)
    win, cost = _get_stakes(objective)
    values, after = np.zeros(pig.goal), np.zeros(pig.goal)
    sign = 1.0 if objective == "reach" else -1.0
    on_turn(values)
    for turns_left in range(1, turns + 1):
        budget.spend(pig.goal, f"{turns_left - 1} of {turns} turns")
        turn.limited_step(values, after, win, cost, choice)
        values, after = after, values
        on_turn(sign * values)
        budget.report_progress("turns left", turns_left / turns)
    size = 1.0 if objective == "reach" else max(1.0, float(-values.min()))
    errors = np.full(pig.goal, turns * bound_turn_rounding(pig) * size)
    return SoloValues(pig, objective, threshold, sign * values + 0.0, errors)


def _get_stakes(objective: Objective) -> tuple[float, float]:
    """Return the value of reaching the goal, and the cost of a turn."""
    return (1.0, 0.0) if objective == "reach" else (0.0, 1.0)


def _expect_turns(turn: _turn.Turn, hold: Reals, choice: Bytes) -> float:
    """Return the expected turns from a score, for given choices; ``hold`` [room] is minus the turns after banking."""
    after, safe = turn.outcome(hold, 0.0, choice)
    return (1.0 - after) / safe
