"""Decisions within one turn: what each keep and each box is worth, and all that are best."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import numpy.typing as npt

from . import dice
from .rules import Card, Roll, RuleSet, allowed, fill

Values = npt.NDArray[np.float64]
# What a card and the points that led to it are worth to the player who decides.
Worth = Callable[[Card, int], float]


def boxes_worth(rules: RuleSet, card: Card, roll: Roll, worth: Worth) -> dict[int, float]:
    """What filling each allowed box with a roll is worth."""
    return {box: worth(*fill(rules, card, roll, box)) for box in allowed(rules, card, roll)}


def ends_worth(rules: RuleSet, card: Card, worth: Worth) -> Values:
    """float64 [252]: what each roll is worth when a box must be filled."""
    return np.array([max(boxes_worth(rules, card, roll, worth).values()) for roll in dice.ROLLS])


def keeps_worth(ends: Values, rerolls: int) -> Values:
    """float64 [462]: what keeping a set of dice and rolling the others is worth, with that many rerolls left."""
    rolls = ends
    for _ in range(rerolls - 1):
        rolls = best_keeps(average(rolls))
    return average(rolls)


def average(rolls: Values) -> Values:
    """float64 [462]: expectations over the dice that are not kept, from those of whole rolls."""
    keeps = np.empty(len(dice.KEEPS))
    keeps[dice.FIRST_ROLL :] = rolls
    plus = dice.plus()
    for size in range(dice.DICE - 1, -1, -1):
        some = _of_size(size)
        keeps[some] = keeps[plus[some]].sum(axis=1) / 6
    return keeps


def best_keeps(keeps: Values) -> Values:
    """float64 [252]: for each roll the best of the keeps that are part of it."""
    best = keeps.copy()
    minus = dice.minus()
    for size in range(1, dice.DICE + 1):
        some = _of_size(size)
        less = minus[some]
        best[some] = np.maximum(best[some], np.where(less >= 0, best[less], -np.inf).max(axis=1))
    return best[dice.FIRST_ROLL :]


def turn_worth(ends: Values) -> float:
    """What a turn is worth before its first roll."""
    return float(average(best_keeps(keeps_worth(ends, 2)))[0])


def _of_size(size: int) -> slice:
    first = next(index for index, keep in enumerate(dice.KEEPS) if len(keep) == size)
    return slice(first, first + sum(len(keep) == size for keep in dice.KEEPS))


def parts(roll: Roll) -> list[int]:
    """The keeps that are part of a roll, by number, fewest dice first."""
    found = {dice.INDEX[roll]}
    for index in range(len(dice.KEEPS) - 1, -1, -1):
        if index in found:
            found.update(int(less) for less in dice.minus()[index] if less >= 0)
    return sorted(found)


def best(worths: Mapping[int, float], error: float) -> list[int]:
    """All choices that tie for the best, given how far off each value may be."""
    top = max(worths.values())
    return [choice for choice, value in worths.items() if value >= top - 2 * error]
