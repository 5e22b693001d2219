"""Many games simulated at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...algorithms.simulation import Estimate, simulate
from ...arrays import Bytes, Flags, Ints, Reals, Shorts
from ...budget import Budget
from . import dice
from .policies import Policy, led
from .rule_arrays import BOXES, has_jokers, places
from .rules import (
    BONUS,
    BONUS_FROM,
    UPPER,
    YAHTZEE,
    YAHTZEE_BONUS,
    YAHTZEE_SCORE,
    Card,
    RuleSet,
)

# The games of a batch share the player's choices for a card, so batches are large.
BATCH = 100_000


@dataclass(frozen=True, slots=True)
class Sample:
    """Simulated games.

    Attributes:
        estimate: the mean of further points.
        counts: int64 [most points + 1], the number of games with each number of further points.
        bonuses: the number of games that reached the bonus of the upper section.
        zeros: the number of boxes filled with 0, in all games.
    """

    estimate: Estimate
    counts: Ints
    bonuses: int
    zeros: int


def play(policy: Policy, rules: RuleSet, card: Card, games: int, seed: int, budget: Budget) -> Sample:
    """Simulate games from a card. Raises Exhausted, Cancelled."""
    deal = _dealer(policy, rules, card, budget)
    counts, bonuses, zeros = np.zeros(1, np.int64), 0, 0

    def batch(random: np.random.Generator, size: int) -> Reals:
        nonlocal counts, bonuses, zeros
        game = deal(random, size)
        here = np.bincount(game.points)
        counts = _sum(counts, here)
        bonuses += int(game.bonuses.sum())
        zeros += game.zeros
        return game.points.astype(np.float64)

    estimate = simulate(batch, games, seed, budget, BATCH)
    return Sample(estimate, counts, bonuses, zeros)


def match(
    policies: tuple[Policy, Policy],
    rules: RuleSet,
    cards: tuple[Card, Card],
    lead: int,
    games: int,
    seed: int,
    budget: Budget,
) -> Estimate:
    """Return A's share of games won, a tie counting one half, if both play for points.

    Neither player's choices depend on the other's, so both cards are played to the end, one after the other.

    Args:
        policies: A's and B's.
        rules: the rules.
        cards: A's and B's.
        lead: A's points minus B's.
        games: the number of games.
        seed: the same seed gives the same dice.
        budget: charged one node per game.

    Raises:
        Exhausted: the budget was spent.
        Cancelled: the question was cancelled.
    """
    deal_a, deal_b = (_dealer(policy, rules, card, budget) for policy, card in zip(policies, cards, strict=True))

    def batch(random: np.random.Generator, size: int) -> Reals:
        ahead = lead + deal_a(random, size).points - deal_b(random, size).points
        won: Reals = (1.0 + np.sign(ahead)) / 2.0
        return won

    return simulate(batch, games, seed, budget, BATCH)


def _dealer(policy: Policy, rules: RuleSet, card: Card, budget: Budget) -> Callable[[np.random.Generator, int], _Games]:
    """Return a function that plays a number of games from a card to their end."""
    kernel = None if policy.name == "random" else led(policy, rules, card, budget).kernel()
    allowed = places(has_jokers(rules), np.arange(1 << BOXES, dtype=np.int32))

    def deal(random: np.random.Generator, size: int) -> _Games:
        game = _Games(rules, card, size)
        for turn in range(len(card.open)):
            faces = random.integers(0, 6, (size, 15), dtype=np.uint8)
            if kernel is None:
                rolls, boxes = _at_random(game, faces, allowed, random)
            else:
                order = np.lexsort(game.cards.T[::-1])
                rolls, boxes = np.zeros(size, np.int16), np.zeros(size, np.int16)
                some_rolls, some_boxes = rolls.copy(), boxes.copy()
                cards = np.ascontiguousarray(game.cards[order])
                if not kernel.play(
                    cards, allowed[cards[:, 1]], faces[order], some_rolls, some_boxes, budget.flag.memory
                ):
                    budget.stop(f"turn {turn + 1} of a batch of {size:,} games")
                rolls[order], boxes[order] = some_rolls, some_boxes
            game.fill(rolls, boxes)
        return game

    return deal


class _Games:
    """The cards (int32 [games, 3]: holds 50, open boxes, upper total) and further points of parallel games."""

    def __init__(self, rules: RuleSet, card: Card, games: int):
        self.jokers = has_jokers(rules)
        self.cards = np.tile(np.array([int(card.fifty), card.mask, card.upper], np.int32), (games, 1))
        self.points = np.zeros(games, np.int64)
        self.bonuses = np.zeros(games, np.bool_)
        self.zeros = 0

    def joker(self, rolls: Shorts) -> Flags:
        """Return whether each roll is a further Yahtzee."""
        filled = (self.cards[:, 1] >> YAHTZEE & 1) == 0
        further: Flags = self.jokers & filled & np.isin(rolls, dice.alike())
        return further

    def fill(self, rolls: Shorts, boxes: Shorts) -> None:
        """End a turn in all games."""
        fifty, _, upper = self.cards.T
        joker = self.joker(rolls)
        entry = np.where(joker, dice.entry_of(joker=True)[boxes, rolls], dice.entry_of()[boxes, rolls])
        scores = np.array([score for _, score in dice.entries()], np.int64)[entry]
        self.zeros += int((scores == 0).sum())
        self.points += scores + YAHTZEE_BONUS * (joker & (fifty == 1))
        total = np.where(boxes < len(UPPER), np.minimum(BONUS_FROM, upper + scores), upper)
        bonus = (upper < BONUS_FROM) & (total == BONUS_FROM)
        self.points += BONUS * bonus
        self.bonuses |= bonus
        self.cards[:, 2] = total
        self.cards[:, 1] ^= 1 << boxes.astype(np.int32)
        self.cards[:, 0] |= self.jokers & (boxes == YAHTZEE) & (scores == YAHTZEE_SCORE)


def _at_random(
    game: _Games, faces: Bytes, allowed: npt.NDArray[np.uint16], random: np.random.Generator
) -> tuple[Shorts, Shorts]:
    """Take the first roll and fill a random allowed box; return both."""
    keep = np.zeros(len(faces), np.int16)
    for die in range(dice.DICE):
        keep = dice.plus()[keep, faces[:, die]]
    rolls = (keep - dice.FIRST_ROLL).astype(np.int16)
    masks = np.where(game.joker(rolls), allowed[game.cards[:, 1], faces[:, 0]], game.cards[:, 1])
    open_boxes = (masks[:, None] >> np.arange(BOXES)) & 1 == 1
    luck = np.where(open_boxes, random.random((len(faces), BOXES)), -1.0)
    return rolls, luck.argmax(axis=1).astype(np.int16)


def _sum(left: Ints, right: Ints) -> Ints:
    total = np.zeros(max(len(left), len(right)), np.int64)
    total[: len(left)] += left
    total[: len(right)] += right
    return total
