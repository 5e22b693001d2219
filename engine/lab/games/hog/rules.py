"""The rules of Hog, Fall 2015.

In a turn a player chooses 0 to 10 dice. The dice have 4 sides if the scores before the turn add up to a
multiple of 7 (*Hog Wild*), else 6. No dice score 1 + the largest digit of the opponent's score (*Free
Bacon*). If any die shows a 1, the turn scores 0 (*Pig Out*), otherwise the sum. A prime turn score becomes
the next prime (*Hogtimus Prime*). For a turn score of 0 the opponent gets as many points as dice were
rolled (*Piggy Back*). Then the scores swap if reversing the last two digits of one gives the last two digits of
the other (*Swine Swap*). After that a score of ``goal`` or more wins.

Numbers may be ints or NumPy arrays of ints, handled elementwise.
"""

from dataclasses import dataclass
from functools import cache
from math import isqrt
from typing import Any

import numpy as np

from ....errors import InputError
from ...arrays import Ints, Reals

WILD_SIDES, SIDES = 4, 6


@dataclass(frozen=True, slots=True)
class Hog:
    """A game of Hog: the points that win, the most dice in a turn, and the special rules that are on."""

    goal: int = 100
    max_dice: int = 10
    piggy_back: bool = True
    free_bacon: bool = True
    hog_wild: bool = True
    hogtimus: bool = True
    swine_swap: bool = True

    @property
    def min_dice(self) -> int:
        """The fewest dice: 0 with Free Bacon."""
        return 0 if self.free_bacon else 1

    @property
    def dice(self) -> range:
        return range(self.min_dice, self.max_dice + 1)

    @property
    def max_turn_points(self) -> int:
        # The highest sum need not have the highest boost: 24 stays, and 23 becomes 29.
        return int(np.max(self.boost(np.arange(max(SIDES * self.max_dice, 10) + 1))))

    def sides(self, own: Any, opp: Any) -> Any:
        if not self.hog_wild:
            return SIDES + 0 * own
        return np.where((own + opp) % 7 == 0, WILD_SIDES, SIDES)

    def bacon(self, opp: Any) -> Any:
        """Return the points for no dice, boosted if prime."""
        return self.boost(1 + find_largest_digit(opp))

    def boost(self, points: Any) -> Any:
        return _list_boosted_scores(int(np.max(points)))[points] if self.hogtimus else points

    def check_dice(self, dice: int) -> None:
        """Raise InputError (``field``: dice) if this number of dice cannot be rolled."""
        if not self.min_dice <= dice <= self.max_dice:
            raise InputError(f"must be a whole number from {self.min_dice} to {self.max_dice}", field="dice")

    def score_turn(self, own: int, opp: int, dice: int, total: int | None) -> tuple[int, int]:
        """Return the sides of the dice, and the turn score for their sum (None without dice, 0 for a Pig Out).

        Raises:
            InputError: these dice cannot have that sum; ``field`` is ``dice`` or ``total``.
        """
        self.check_dice(dice)
        sides = int(self.sides(own, opp))
        if dice == 0:
            if total is not None:
                raise InputError("has no meaning without dice", field="total")
            return sides, int(self.bacon(opp))
        if total is None:
            raise InputError("is required if dice are rolled: their sum, 0 for a Pig Out", field="total")
        if total != 0 and not 2 * dice <= total <= sides * dice:
            text = f"must be 0 (a Pig Out) or from {2 * dice} to {sides * dice} for {dice} dice of {sides} sides"
            raise InputError(text, field="total")
        return sides, int(self.boost(total))

    def finish(self, own: Any, opp: Any, dice: Any, points: Any) -> tuple[Any, Any]:
        """Return the mover's and the opponent's score after a turn with these dice and points (already boosted)."""
        own = own + points
        if self.piggy_back:
            opp = opp + np.where(points == 0, dice, 0)
        if not self.swine_swap:
            return own, opp
        swap = reverse_digits(own) == opp % 100
        return np.where(swap, opp, own), np.where(swap, own, opp)


@dataclass(frozen=True, slots=True)
class DiceOutcomes:
    """The outcomes of a number of dice: turn scores with the boost, both scores after the turn, and their chances."""

    points: Ints
    own: Ints
    opp: Ints
    chances: Reals


def list_outcomes(hog: Hog, own: int, opp: int, dice: int) -> DiceOutcomes:
    """Return the outcomes of a turn with these dice; several may have the same scores."""
    if dice == 0:
        points, chances = np.array([hog.bacon(opp)]), np.ones(1)
    else:
        every = sum_chances(dice, int(hog.sides(own, opp)))
        points, chances = hog.boost(np.flatnonzero(every)), every[every > 0]
    mine, theirs = np.broadcast_arrays(*hog.finish(own, opp, dice, points))
    return DiceOutcomes(points, mine, theirs, chances)


def find_largest_digit(score: Any) -> Any:
    """Return the largest decimal digit of a score below 10,000."""
    return np.maximum.reduce([score // place % 10 for place in (1, 10, 100, 1000)])


def reverse_digits(score: Any) -> Any:
    """Return the last two digits, reversed: 8 is 80, 109 is 90, 100 is 0."""
    return score % 10 * 10 + score // 10 % 10


@cache
def _list_boosted_scores(max_score: int) -> Ints:
    """Return the boosted score of each turn score up to ``max_score``: int64 [max_score + 1]."""
    # There is a prime between n and 2n.
    primes = [
        number
        for number in range(2, 2 * max_score + 4)
        if all(number % divisor for divisor in range(2, isqrt(number) + 1))
    ]
    scores = np.arange(max_score + 1)
    return np.where(np.isin(scores, primes), np.array(primes)[np.searchsorted(primes, scores, side="right")], scores)


@cache
def sum_chances(dice: int, sides: int) -> Reals:
    """Return the chance of each turn score before a boost: float64 [sides * dice + 1]; [0] is Pig Out."""
    chances = np.ones(1)
    face = np.zeros(sides + 1)
    face[2:] = 1.0 / sides
    for _ in range(dice):
        chances = np.convolve(chances, face)
    chances[0] = 1.0 - ((sides - 1) / sides) ** dice
    chances.flags.writeable = False
    return chances
