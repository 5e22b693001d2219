"""The rules of Yahtzee: the score of a roll in a box, jokers and bonuses.

There are thirteen turns. In a turn five dice are rolled, any of them are rerolled up to twice, then one open box must be
filled. A *card* is the state between turns: the open boxes, the upper total up to 63, and, for ``official`` and
``free-joker``, whether the Yahtzee box holds 50.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Literal

RuleSet = Literal["official", "free-joker", "plain", "sebastian"]
Roll = tuple[int, ...]

DICE = 5
FACES = range(1, 7)
CATEGORIES = (
    *("aces", "twos", "threes", "fours", "fives", "sixes"),
    *("three_kind", "four_kind", "full_house", "small_straight", "large_straight", "yahtzee", "chance"),
)
LATIN = (
    *("primis", "secundus", "tertium", "quartus", "quintus", "sextus"),
    *("triplex", "quadrupla", "squadron", "prattle", "company", "quintuplicatam", "pandemonium"),
)
OTHER_LATIN = {"tertius": "tertium"}  # other accepted spellings
UPPER = range(6)
LOWER = range(6, 13)
THREE_KIND, FOUR_KIND, FULL_HOUSE, SMALL_STRAIGHT, LARGE_STRAIGHT, YAHTZEE, CHANCE = LOWER

BONUS_FROM, BONUS = 63, 35
FULL_HOUSE_SCORE, SMALL_SCORE, LARGE_SCORE, YAHTZEE_SCORE = 25, 30, 40, 50
FURTHER: tuple[RuleSet, ...] = ("official", "free-joker")  # a further Yahtzee earns a bonus and is a joker
YAHTZEE_BONUS = 100  # for each further Yahtzee while the Yahtzee box holds 50


def box_names(rules: RuleSet) -> tuple[str, ...]:
    """Return the names of the boxes, in the order of the card."""
    return LATIN if rules == "sebastian" else CATEGORIES


def boxes_by_name(rules: RuleSet) -> dict[str, int]:
    """Return the numbers of the boxes by all accepted names."""
    box_numbers = {name: box for box_list in (CATEGORIES, box_names(rules)) for box, name in enumerate(box_list)}
    return box_numbers | {other: box_numbers[name] for other, name in OTHER_LATIN.items() if name in box_numbers}


@dataclass(frozen=True, slots=True)
class Card:
    """A card between two turns.

    Attributes:
        open: numbers of the open boxes, in order.
        upper: total of the upper section without bonus, never more than 63.
        fifty: whether the Yahtzee box holds 50; only set under rules where it matters.
    """

    open: tuple[int, ...] = tuple(range(13))
    upper: int = 0
    fifty: bool = False

    @property
    def mask(self) -> int:
        return sum(1 << box for box in self.open)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The boxes of a game with five dice and two rerolls, and how they score.

    Attributes:
        names: of the boxes, in the order of the card; the first six are the upper section.
        numbers: of the boxes, by all accepted names.
        meanings: an explanation beside each box's name; "" for none.
        bonus: the points for an upper total of 63.
        score: returns the points of a roll in an open box, without bonuses.
        allowed: returns the boxes that may be filled with a roll.
        fill: returns the card after filling an allowed box, and the points with all bonuses.
    """

    names: tuple[str, ...]
    numbers: Mapping[str, int]
    meanings: tuple[str, ...]
    bonus: int
    score: Callable[[Card, Roll, int], int]
    allowed: Callable[[Card, Roll], tuple[int, ...]]
    fill: Callable[[Card, Roll, int], tuple[Card, int]]


@cache
def score_sheet(rules: RuleSet) -> ScoreSheet:
    """Return the score sheet of these rules."""
    names = box_names(rules)
    meanings = tuple(
        "" if name == english else box_title(english) for name, english in zip(names, CATEGORIES, strict=True)
    )
    score, fill = partial(score_box, rules), partial(fill_box, rules)
    return ScoreSheet(names, boxes_by_name(rules), meanings, BONUS, score, partial(list_allowed_boxes, rules), fill)


def score_roll(box: int, roll: Roll, joker: bool = False) -> int:
    """Return the points of five dice in a box, without bonuses; ``joker``: the roll is a Yahtzee used as a wild card."""
    counts = sorted(Counter(roll).values())
    if box in UPPER:
        return roll.count(box + 1) * (box + 1)
    if box == THREE_KIND:
        return sum(roll) if counts[-1] >= 3 else 0
    if box == FOUR_KIND:
        return sum(roll) if counts[-1] >= 4 else 0
    if box == FULL_HOUSE:
        return FULL_HOUSE_SCORE if counts == [2, 3] or joker else 0
    if box == SMALL_STRAIGHT:
        return SMALL_SCORE if _find_longest_run(roll) >= 4 or joker else 0
    if box == LARGE_STRAIGHT:
        return LARGE_SCORE if _find_longest_run(roll) == 5 or joker else 0
    if box == YAHTZEE:
        return YAHTZEE_SCORE if counts == [5] else 0
    return sum(roll)


def is_further(rules: RuleSet, card: Card, roll: Roll) -> bool:
    """Return whether the roll is a further Yahtzee under rules that have a bonus for it."""
    return rules in FURTHER and YAHTZEE not in card.open and len(set(roll)) == 1


def is_joker(rules: RuleSet, card: Card, roll: Roll) -> bool:
    """Return whether the roll is a further Yahtzee that scores as a wild card: its upper box is filled."""
    return is_further(rules, card, roll) and roll[0] - 1 not in card.open


def score_box(rules: RuleSet, card: Card, roll: Roll, box: int) -> int:
    """Return the points of a roll in an open box, without bonuses."""
    return score_roll(box, roll, is_joker(rules, card, roll))


def list_allowed_boxes(rules: RuleSet, card: Card, roll: Roll) -> tuple[int, ...]:
    """Return the boxes that may be filled.

    By the official rules a further Yahtzee goes to its upper box if that is open, else to any open lower box, else to
    any open upper box, for 0; a free joker may go anywhere.
    """
    if rules == "free-joker" or not is_further(rules, card, roll):
        return card.open
    own = roll[0] - 1
    if own in card.open:
        return (own,)
    return tuple(box for box in card.open if box in LOWER) or card.open


def fill_box(rules: RuleSet, card: Card, roll: Roll, box: int) -> tuple[Card, int]:
    """Return the card after filling an allowed box, and the points with all bonuses."""
    further = is_further(rules, card, roll)
    points = score_box(rules, card, roll, box)
    after = cross_out(card, box)
    if box == YAHTZEE:
        after = replace(after, fifty=rules in FURTHER and points == YAHTZEE_SCORE)
    if box in UPPER:
        upper = min(BONUS_FROM, card.upper + points)
        after = replace(after, upper=upper)
        points += BONUS if card.upper < BONUS_FROM <= upper else 0
    return after, points + (YAHTZEE_BONUS if further and card.fifty else 0)


def box_title(name: str) -> str:
    """Return the displayed name of a box, by its name in either language."""
    return name.replace("_kind", " of a kind").replace("_", " ").capitalize()


def cross_out(card: Card, box: int) -> Card:
    """Return the card with an open box crossed out: no points, and no 50 in the Yahtzee box."""
    return replace(card, open=tuple(open_box for open_box in card.open if open_box != box))


def list_totals(boxes: tuple[int, ...]) -> set[int]:
    """Return the upper totals that are possible with these boxes open; each filled box has 0 to 5 dice of its face."""
    totals = {0}
    for box in UPPER:
        if box not in boxes:
            totals = {total + count * (box + 1) for total in totals for count in range(DICE + 1)}
    return totals


def _find_longest_run(roll: Roll) -> int:
    longest = run = 0
    for face in FACES:
        run = run + 1 if face in roll else 0
        longest = max(longest, run)
    return longest
