"""The rules of Yatzy: the points of a roll in each box, and the values of cards under best play.

There are fifteen turns as in Yahtzee. The state between turns is a Yahtzee card: the open boxes and the upper total up to
63, which earns a bonus of 50. Two rule sets differ in Two pairs: ``usual`` needs two pairs of different
faces; ``thesis``, by which the program of the first published solution scores, also accepts a single pair.
"""

from dataclasses import replace
from functools import cache, partial
from typing import Literal

import numpy as np

from ...arrays import Reals, Shorts
from ...budget import Budget
from ..yahtzee import dice
from ..yahtzee.rules import BONUS_FROM, FACES, UPPER, Card, Roll, ScoreSheet, cross_out
from ..yahtzee.storage import MAX_BOXES_SOLVED, get_or_build
from ..yahtzee.table import TOTALS, ValueTable, build_sheet, sweep_rows

RuleSet = Literal["usual", "thesis"]

UPPER_BOXES = ("ones", "twos", "threes", "fours", "fives", "sixes")
SETS = {"one_pair": 2, "three_kind": 3, "four_kind": 4}  # number of equal dice; no other dice count
STRAIGHTS = {"small_straight": (1, 2, 3, 4, 5), "large_straight": (2, 3, 4, 5, 6)}
BOXES = (
    *(*UPPER_BOXES, "one_pair", "two_pairs", "three_kind", "four_kind"),
    *(*STRAIGHTS, "full_house", "chance", "yatzy"),
)
ALL = tuple(range(len(BOXES)))
BONUS, YATZY = 50, 50
# The dice or points of a box whose name does not say them.
MEANINGS = {
    "one_pair": "the highest pair",
    "two_pairs": "both pairs",
    "three_kind": "those three dice",
    "four_kind": "those four dice",
    "small_straight": "1 2 3 4 5: 15",
    "large_straight": "2 3 4 5 6: 20",
    "full_house": "3 + 2, all dice",
    "chance": "all dice",
    "yatzy": "five alike: 50",
}


def score_roll(rules: RuleSet, name: str, roll: Roll) -> int:
    """Return the points of five sorted dice in a box, without the bonus."""
    paired = [face for face in FACES if roll.count(face) >= 2]
    if name in UPPER_BOXES:
        face = UPPER_BOXES.index(name) + 1
        return face * roll.count(face)
    if name in SETS:
        return SETS[name] * max((face for face in paired if roll.count(face) >= SETS[name]), default=0)
    if name == "two_pairs":
        return 2 * sum(paired) if len(paired) == 2 or rules == "thesis" else 0
    if name in STRAIGHTS:
        return sum(roll) if roll == STRAIGHTS[name] else 0
    if name == "full_house":
        return sum(roll) if sorted(map(roll.count, paired)) == [2, 3] else 0
    if name == "yatzy":
        return YATZY if len(set(roll)) == 1 else 0
    return sum(roll)


@cache
def roll_scores(rules: RuleSet) -> Shorts:
    """Return the points of each roll in each box: int16 [15, 252]."""
    return np.array([[score_roll(rules, name, roll) for roll in dice.ROLLS] for name in BOXES], np.int16)


@cache
def score_sheet(rules: RuleSet) -> ScoreSheet:
    """Return the score sheet of these rules: any open box may be filled with any roll."""

    def score(card: Card, roll: Roll, box: int) -> int:
        return score_roll(rules, BOXES[box], roll)

    def fill(card: Card, roll: Roll, box: int) -> tuple[Card, int]:
        points = score(card, roll, box)
        upper = min(BONUS_FROM, card.upper + points) if box in UPPER else card.upper
        after = replace(cross_out(card, box), upper=upper)
        return after, points + (BONUS if card.upper < BONUS_FROM <= upper else 0)

    numbers = {name: box for box, name in enumerate(BOXES)}
    meanings = tuple(MEANINGS.get(name, "") for name in BOXES)
    return ScoreSheet(BOXES, numbers, meanings, BONUS, score, lambda card, roll: card.open, fill)


def get_table(rules: RuleSet, card: Card, budget: Budget) -> ValueTable:
    """Return a table with the card and all later cards. Raises Exhausted, Cancelled.

    A card with many open boxes is looked up in the full table, which is built once and stored on disk.
    """

    def solve(root: Card) -> Reals:
        values = np.zeros((1, 1 << len(BOXES), TOTALS))
        # There are no rules for further Yatzys, as in Yahtzee's plain rules.
        sweep_rows("plain", root, budget, partial(build_sheet(roll_scores(rules), BONUS).solve, values, False))
        return values

    if len(card.open) <= MAX_BOXES_SOLVED:
        return ValueTable("plain", solve(card))
    return get_or_build(f"yatzy-{rules}", "plain", lambda: solve(Card(ALL))).table
