"""Suboptimal policies: what they do, and their exact values.

- ``greedy`` maximises the expected points of this turn only, with bonuses.
- ``random`` never rerolls and fills any allowed box with equal chance.
- ``autoplayer`` is the depth-limited player of the seed's report. For each open box it considers keeping the
  dice that help there, and no other keeps; it looks ahead ``depth`` turns, including this one, and ignores
  what follows; it ignores the bonus of the upper section; it enters a score of 0 only if no box scores more.

Ties go to the first box of the card and to keeping more dice; the autoplayer's to the dice that help in the
first box.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np
import numpy.typing as npt

from ...budget import Budget
from . import _turn, dice
from .rules import (
    BONUS,
    CATEGORIES,
    FOUR_KIND,
    FULL_HOUSE,
    LARGE_STRAIGHT,
    SMALL_STRAIGHT,
    THREE_KIND,
    UPPER,
    YAHTZEE,
    Card,
    Roll,
    RuleSet,
)
from .sheet import has_jokers, sheet
from .storage import table_for
from .table import Rows, ValueTable, shape, sweep

Name = Literal["optimal", "greedy", "random", "autoplayer"]
POLICIES: tuple[Name, ...] = ("optimal", "greedy", "random", "autoplayer")
HELPS_CHANCE = 4  # faces from here on are above the mean of a die


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy by name; ``depth`` is how many turns the autoplayer looks ahead."""

    name: Name
    depth: int = 1


def helping(box: int, roll: Roll) -> Roll:
    """The dice of a roll that help in a box, sorted."""
    counts = Counter(roll)
    by_count = sorted(counts, key=lambda face: (counts[face], face), reverse=True)
    if box in UPPER:
        return tuple(face for face in roll if face == box + 1)
    if box in (THREE_KIND, FOUR_KIND, YAHTZEE):
        return tuple(face for face in roll if face == by_count[0])
    if box == FULL_HOUSE:
        kept = [by_count[0]] * min(3, counts[by_count[0]])
        kept += [face for face in by_count[1:2] for _ in range(min(2, counts[face]))]
        return tuple(sorted(kept))
    if box in (SMALL_STRAIGHT, LARGE_STRAIGHT):
        length = 4 if box == SMALL_STRAIGHT else 5
        faces = set(roll)
        # Of two runs with equally many dice, the later one is higher.
        counted = [(len(faces & set(range(low, low + length))), low) for low in range(1, 8 - length)]
        low = max(counted)[1]
        return tuple(sorted(faces & set(range(low, low + length))))
    return tuple(face for face in roll if face >= HELPS_CHANCE)


@cache
def helping_keeps() -> npt.NDArray[np.int16]:
    """int16 [13, 252]: the keep of the dice that help, by box and roll."""
    return np.array(
        [[dice.INDEX[helping(box, roll)] for roll in dice.ROLLS] for box in range(len(CATEGORIES))], dtype=np.int16
    )


@dataclass(frozen=True, slots=True)
class Led:
    """A policy that maximises a guide; all except ``random`` do.

    Attributes:
        rules: the rules.
        guide: float64 [1 or 2, 8192, 64], the player's values of cards between turns, as in ``ValueTable``.
        sees_bonus: whether the player counts the bonus of 35.
        scoring_first: whether boxes in which the roll scores 0 are filled only as a last resort.
        narrow: whether only dice that help in an open box are kept.
    """

    rules: RuleSet
    guide: npt.NDArray[np.float64]
    sees_bonus: bool = True
    scoring_first: bool = False
    narrow: bool = False

    def kernel(self) -> _turn.Player:
        """The same player in the kernel."""
        keeps = helping_keeps() if self.narrow else None
        bonus = float(BONUS) if self.sees_bonus else 0.0
        return _turn.Player(sheet(has_jokers(self.rules)), self.guide, bonus, self.scoring_first, keeps)


def led(policy: Policy, rules: RuleSet, card: Card, budget: Budget) -> Led:
    """A policy with its guide for a card and all cards it leads to; not for ``random``.

    Raises:
        Exhausted: the budget was spent.
        Cancelled: the question was cancelled.
    """
    if policy.name == "optimal":
        return Led(rules, table_for(rules, card, budget).values)
    guide = np.zeros(shape(rules))
    if policy.name == "greedy":
        return Led(rules, guide)
    for depth in range(1, policy.depth):
        here = Led(rules, guide, sees_bonus=False, scoring_first=True, narrow=True)
        guide = _follow(here, card, budget, f"Looking {depth} ahead: cards")[1]
    return Led(rules, guide, sees_bonus=False, scoring_first=True, narrow=True)


def evaluate(policy: Policy, rules: RuleSet, card: Card, budget: Budget) -> ValueTable:
    """The exact expected further points under a policy. Raises Exhausted, Cancelled."""
    if policy.name == "optimal":
        return table_for(rules, card, budget)
    if policy.name == "random":
        kernel, values = sheet(has_jokers(rules)), np.zeros(shape(rules))

        def work(rows: Rows, places: npt.NDArray[np.uint16]) -> int:
            return _turn.mixed(kernel, dice.chances(), values, rows, places, budget.flag.memory)

        sweep(rules, card, budget, 2, work)
        return ValueTable(rules, values)
    return ValueTable(rules, _follow(led(policy, rules, card, budget), card, budget, "Cards")[0])


def _follow(
    player: Led, card: Card, budget: Budget, stage: str
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """A policy's true values, and its player's estimates."""
    kernel = player.kernel()
    values, believed = np.zeros(shape(player.rules)), np.zeros(shape(player.rules))

    def work(rows: Rows, places: npt.NDArray[np.uint16]) -> int:
        return kernel.follow(values, believed, rows, places, budget.flag.memory)

    sweep(player.rules, card, budget, 2, work, stage)
    return values, believed
