"""Policies of Hog: the named ones, and tables of them.

A strategy is a function of the mover's and the opponent's score that returns how many dice to roll; a
*table* has its choices for all scores: int64 [own, opp].
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ....errors import InputError
from .rules import Hog

Ints = npt.NDArray[np.int64]
Strategy = Callable[[int, int], int]

WORDS = "optimal, best-response, always:N, bacon:M:N or swap:M:N"


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy by name; all except ``optimal`` and ``best-response`` have a ``table``."""

    name: str
    table: Ints | None = None

    @property
    def best_response(self) -> bool:
        return self.name == "best-response"


def policy(hog: Hog, name: str, typed: str, *, best_response: bool = True) -> Policy:
    """Reads the option ``name``: a policy's name.

    ``always:N`` rolls N dice; ``bacon:M:N`` rolls none if Free Bacon scores at least M with the boost,
    else N; ``swap:M:N`` also rolls none if that ends in a swap and the opponent's score is higher than
    one's own with the bacon.

    Raises:
        InputError: it is not a policy, or not one under these rules.
    """
    text = typed.strip()
    if text == "optimal" or (text == "best-response" and best_response):
        return Policy(text)
    found = re.fullmatch(r"(always|bacon|swap)((?::[0-9]{1,9})+)", text)
    numbers = [int(number) for number in found[2].split(":")[1:]] if found else []
    if found is None or len(numbers) != (1 if found[1] == "always" else 2):
        words = WORDS if best_response else WORDS.replace("best-response, ", "")
        raise InputError(f"must be {words} with whole numbers M and N, not “{text[:40]}”", field=name)
    dice = numbers[-1]
    if not hog.least_dice <= dice <= hog.max_dice:
        raise InputError(f"must roll from {hog.least_dice} to {hog.max_dice} dice, not {dice}", field=name)
    own, opp = np.indices((hog.goal, hog.goal))
    table = np.full((hog.goal, hog.goal), dice)
    if found[1] != "always" and hog.free_bacon:
        bacon = hog.bacon(opp)
        none = bacon >= numbers[0]
        if found[1] == "swap":
            after, _ = hog.finish(own, opp, 0, bacon)
            # A swap between equal scores changes nothing, so only a higher score counts.
            none |= (after != own + bacon) & (opp > own + bacon)
        table[none] = 0
    return Policy(text, table)


def tabled(hog: Hog, strategy: Strategy, name: str) -> Policy:
    """The policy of a strategy written as a function.

    Raises:
        InputError: it makes an illegal choice; the message says where.
    """
    table = np.empty((hog.goal, hog.goal), np.int64)
    for own in range(hog.goal):
        for opp in range(hog.goal):
            dice = strategy(own, opp)
            if isinstance(dice, bool) or not isinstance(dice, int) or not hog.least_dice <= dice <= hog.max_dice:
                raise InputError(
                    f"the strategy “{name}” must roll from {hog.least_dice} to {hog.max_dice} dice,"
                    f" but at {own} against {opp} it returns {dice!r}"
                )
            table[own, opp] = dice
    return Policy(name, table)
