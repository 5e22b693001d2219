"""A given policy's choice for a roll, and its cost."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum

from ...budget import Budget
from . import autoplay, dice
from .policies import Policy, helping, led
from .rules import Card, Roll, RuleSet, allowed
from .table import ValueTable
from .turn import box_values, end_values, keep_values, parts


@dataclass(frozen=True, slots=True)
class Decision:
    """A policy's choice for a roll.

    Attributes:
        choices: boxes, or numbers of keeps; all equally likely if there are several.
        estimates: the choices that the policy compares, with its own estimates: expected points within its depth. None
            for one that compares nothing.
        value: expected further points after the choice if the best player goes on.
        best: the same after the best choice.
    """

    choices: tuple[int, ...]
    estimates: dict[int, float | None]
    value: float
    best: float


def decide(
    policy: Policy, rules: RuleSet, card: Card, roll: Roll, rerolls: int, table: ValueTable, budget: Budget
) -> Decision:
    """Return the choice of a policy: a keep with 1 or 2 rerolls left, a box with none.

    Raises:
        Exhausted: the budget was spent.
    """

    def worth(after: Card, points: int) -> float:
        return points + table.value(after)

    boxes, whole = box_values(rules, card, roll, worth), dice.INDEX[roll]
    if rerolls:
        of_keeps = keep_values(end_values(rules, card, worth), rerolls)
        values = {index: float(of_keeps[index]) for index in parts(roll)}
    else:
        values = boxes
    choices: tuple[int, ...]
    estimates: dict[int, float | None]
    if policy.name == "random":
        choices = (whole,) if rerolls else allowed(rules, card, roll)
        estimates = dict.fromkeys(choices)
    else:
        player = led(policy, rules, card, budget)
        if rerolls:
            compared = autoplay.keeps_considered(player, card, autoplay.stages(player, card)[rerolls], roll)
        else:
            compared = autoplay.boxes_considered(player, card, roll)
        choices, estimates = (autoplay.first_best(compared)[0],), dict(compared)
    return Decision(choices, estimates, fsum(values[each] for each in choices) / len(choices), max(values.values()))


def helped(card: Card, roll: Roll, keep: Roll) -> list[int]:
    """Return the open boxes for which an autoplayer would keep these dice of a roll."""
    return [box for box in card.open if helping(box, roll) == keep]
