"""Solitaire Pig by value iteration and policy iteration, as in the notes: same values as by scores, but slower."""

from __future__ import annotations

from ...algorithms.process import Action, Process, explore
from .rules import Pig

# Points banked, points in hand; with none in hand the player must roll.
State = tuple[int, int]


def process(pig: Pig) -> tuple[Process, dict[State, int]]:
    """The decision process whose values are minus the expected turns, starting at state (0, 0).

    A turn costs 1 when it ends. Holding comes before rolling among the actions.
    """
    chance = 1.0 / pig.sides

    def actions(state: State) -> list[Action[State]]:
        score, total = state
        if score >= pig.goal:
            return []
        links = [(chance, (score, total + gain)) for gain in pig.gains]
        # The turn of a bust is charged here: its share of the reward is its chance.
        roll: Action[State] = (-chance, [*links, (chance, (score, 0))])
        hold: Action[State] = (-1.0, [(1.0, (min(score + total, pig.goal), 0))])
        if total == 0:
            return [roll]
        return [hold] if score + total >= pig.goal else [hold, roll]

    return explore([(0, 0)], actions)
