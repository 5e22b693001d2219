"""Decisions within one turn: the value of each keep and each box, and the optimal choices."""

from collections.abc import Callable, Mapping

import numpy as np

from ...arrays import Reals
from . import dice
from .rules import Card, Roll, ScoreSheet

# The value, to the player who decides, of a card and the points of the turn before it.
CardValue = Callable[[Card, int], float]
# A choice: the dice that are kept, or the name of a box.
Choice = Roll | str


def value_boxes(sheet: ScoreSheet, card: Card, roll: Roll, card_value: CardValue) -> dict[Choice, float]:
    """Return the value of filling each allowed box with a roll, by name."""
    return {sheet.names[box]: card_value(*sheet.fill(card, roll, box)) for box in sheet.allowed(card, roll)}


def value_choices(
    sheet: ScoreSheet, card: Card, roll: Roll, rerolls: int, card_value: CardValue
) -> dict[Choice, float]:
    """Return the value of each keep of a roll, fewest dice first, with 1 or 2 rerolls left, or of each box with none."""
    if not rerolls:
        return value_boxes(sheet, card, roll, card_value)
    values = average_rerolls(
        np.array([max(value_boxes(sheet, card, last, card_value).values()) for last in dice.ROLLS])
    )
    if rerolls == 2:
        values = average_rerolls(np.where(dice.reroll_chances() > 0, values[:, None], -np.inf).max(axis=0))
    return {dice.KEEPS[keep]: float(values[keep]) for keep in list_keeps_of(roll)}


def average_rerolls(rolls: Reals) -> Reals:
    """Return the value of each keep, averaged over the other dice, from the values of rolls: float64 [462]."""
    return dice.reroll_chances() @ rolls


def list_keeps_of(roll: Roll) -> list[int]:
    """Return the keeps of a roll, by number, fewest dice first."""
    keeps: list[int] = np.flatnonzero(dice.reroll_chances()[:, dice.NUMBER[roll]]).tolist()
    return keeps


def find_best(values: Mapping[Choice, float], tie: float) -> list[Choice]:
    """Return all choices within ``tie`` of the best."""
    top = max(values.values())
    return [choice for choice, value in values.items() if value >= top - tie]


def choice_to_json(choice: Choice) -> str | list[int]:
    return choice if isinstance(choice, str) else list(choice)
