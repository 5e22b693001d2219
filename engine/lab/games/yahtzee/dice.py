"""The 252 rolls of five dice, the 462 sets of dice that can be kept, and the points of rolls in boxes.

Keeps are sorted by number of dice, so that the last 252 are the rolls; roll ``r`` is keep ``FIRST_ROLL + r``.
"""

from functools import cache
from itertools import combinations_with_replacement
from math import factorial

import numpy as np

from ...arrays import Reals, Shorts
from .rules import CATEGORIES, FACES, Roll, score_roll
from .rules import DICE as DICE

KEEPS: tuple[Roll, ...] = tuple(keep for size in range(DICE + 1) for keep in combinations_with_replacement(FACES, size))
FIRST_ROLL = 210
ROLLS = KEEPS[FIRST_ROLL:]
INDEX = {keep: index for index, keep in enumerate(KEEPS)}
NUMBER = {roll: number for number, roll in enumerate(ROLLS)}


@cache
def reroll_chances() -> Reals:
    """Return the chance of each roll after keeping dice and rolling the others: float64 [462, 252]."""
    faces = np.array([[keep.count(face) for face in FACES] for keep in KEEPS])
    dice_needed = faces[FIRST_ROLL:] - faces[:, None]
    factorials = np.array([factorial(count) for count in range(DICE + 1)], np.float64)
    ways = factorials[DICE - faces.sum(axis=1)][:, None] / factorials[dice_needed.clip(0)].prod(axis=2)
    roll_chance = 6.0 ** (faces.sum(axis=1) - DICE)
    return np.where((dice_needed >= 0).all(axis=2), ways * roll_chance[:, None], 0.0)


def roll_chances() -> Reals:
    """Return the chance of each roll: float64 [252]."""
    first: Reals = reroll_chances()[0]
    return first


@cache
def keeps_plus_face() -> Shorts:
    """Return the keep of a set of dice plus one face; a whole roll stays the same: int16 [462, 6]."""
    more = [[INDEX[tuple(sorted((*keep, face)))] for face in FACES] for keep in KEEPS[:FIRST_ROLL]]
    return np.array(more + [[roll] * 6 for roll in range(FIRST_ROLL, len(KEEPS))], dtype=np.int16)


@cache
def keeps_minus_die() -> Shorts:
    """Return the keeps of a set of dice minus one die, padded with -1: int16 [462, 5]."""
    table = np.full((len(KEEPS), DICE), -1, dtype=np.int16)
    for index, keep in enumerate(KEEPS):
        for place, face in enumerate(sorted(set(keep))):
            position = keep.index(face)
            table[index, place] = INDEX[keep[:position] + keep[position + 1 :]]
    return table


@cache
def roll_scores(joker: bool = False) -> Shorts:
    """Return the points of each roll in each box; with ``joker``, five of a kind is a wild card: int16 [13, 252]."""
    boxes = range(len(CATEGORIES))
    return np.array(
        [[score_roll(box, roll, joker and len(set(roll)) == 1) for roll in ROLLS] for box in boxes], np.int16
    )


@cache
def five_of_a_kind_rolls() -> Shorts:
    """Return the rolls with five of a kind, by face: int16 [6]."""
    return np.array([NUMBER[(face,) * DICE] for face in FACES], dtype=np.int16)
