"""The rules as arrays for the kernel, made from ``rules``."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from . import _turn, dice
from .rules import BONUS, CATEGORIES, FACES, YAHTZEE, YAHTZEE_BONUS, Card, RuleSet, allowed

BOXES = len(CATEGORIES)


@cache
def sheet(jokers: bool) -> _turn.Sheet:
    """Return the kernel for rules with or without jokers."""
    boxes, scores = np.array(dice.entries(), dtype=np.int16).T.copy()
    face = np.full(len(dice.ROLLS), -1, dtype=np.int16)
    face[dice.alike()] = np.arange(6)
    return _turn.Sheet(
        dice.plus(),
        dice.minus(),
        dice.entry_of(),
        dice.entry_of(joker=True),
        boxes,
        scores,
        face,
        jokers,
        float(BONUS),
        float(YAHTZEE_BONUS),
    )


def has_jokers(rules: RuleSet) -> bool:
    """Return whether further Yahtzees are special."""
    return rules == "official"


def boxes_of(mask: int) -> tuple[int, ...]:
    """Return the open boxes of a bit set."""
    return tuple(box for box in range(BOXES) if mask >> box & 1)


def places(jokers: bool, masks: npt.NDArray[np.int32]) -> npt.NDArray[np.uint16]:
    """Return the boxes that a further Yahtzee of each face may go to, as bits, by open boxes: uint16 [count, 6]."""
    result = np.zeros((len(masks), 6), dtype=np.uint16)
    if jokers:
        for index, mask in enumerate(masks.tolist()):
            if not mask >> YAHTZEE & 1:
                result[index] = _places(mask)
    return result


@cache
def _places(mask: int) -> tuple[int, ...]:
    card = Card(boxes_of(mask))
    return tuple(sum(1 << box for box in allowed("official", card, (face,) * dice.DICE)) for face in FACES)
