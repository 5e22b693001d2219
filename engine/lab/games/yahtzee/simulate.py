"""Many games simulated at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ...answer import Answer
from ...arrays import Bytes, Flags, Ints, Reals, Shorts
from ...budget import Budget
from ...round_robin import build_sampled_answer, play_all_pairs
from ...simulation import Estimate, simulate
from . import dice
from .cards import compute_chances_to_beat
from .policies import BLOCK, GuidedPolicy, YahtzeePolicy, guide_policy
from .rules import BONUS, BONUS_FROM, DICE, FURTHER, LOWER, UPPER, YAHTZEE, YAHTZEE_BONUS, YAHTZEE_SCORE, Card, RuleSet
from .table import BOXES

# The games of a batch share the player's choices with each card, so batches are large.
BATCH = 100_000
MAX_BLOCKS_AT_ONCE = 1_000  # of eight cards, whose choices take 12 kB


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


def simulate_games(policy: YahtzeePolicy, rules: RuleSet, card: Card, games: int, seed: int, budget: Budget) -> Sample:
    """Simulate games from a card. Raises Exhausted, Cancelled."""
    deal = _build_dealer(policy, rules, card, budget)
    points, bonuses, zeros = list[Ints](), 0, 0

    def play_batch(random: np.random.Generator, size: int) -> Reals:
        nonlocal bonuses, zeros
        game = deal(random, size)
        points.append(np.bincount(game.points))
        bonuses += int(game.bonuses.sum())
        zeros += game.zeros
        return game.points.astype(np.float64)

    estimate = simulate(play_batch, games, seed, budget, BATCH)
    counts = np.zeros(max(map(len, points)), np.int64)
    for batch_counts in points:
        counts[: len(batch_counts)] += batch_counts
    return Sample(estimate, counts, bonuses, zeros)


def simulate_match(
    policies: tuple[YahtzeePolicy, YahtzeePolicy],
    rules: RuleSet,
    cards: tuple[Card, Card],
    lead: int,
    games: int,
    seed: int,
    budget: Budget,
) -> Estimate:
    """Return A's share of games won, a tie counting one half, if both play for points. Raises Exhausted, Cancelled.

    Neither player's choices depend on the other's, so each card is played to the end alone.
    ``policies`` and ``cards`` are A's and B's, ``lead`` is A's points minus B's.
    """
    deal_a, deal_b = (_build_dealer(policy, rules, card, budget) for policy, card in zip(policies, cards, strict=True))

    def play_batch(random: np.random.Generator, size: int) -> Reals:
        ahead = lead + deal_a(random, size).points - deal_b(random, size).points
        points_won: Reals = (1.0 + np.sign(ahead)) / 2.0
        return points_won

    return simulate(play_batch, games, seed, budget, BATCH)


def compare_simulated(
    names: Sequence[str],
    policies: Sequence[YahtzeePolicy],
    rules: RuleSet,
    card: Card,
    games: int,
    seed: int,
    budget: Budget,
) -> Answer:
    """Return estimates of all pairs of players for points. Raises Exhausted.

    Each player plays its games alone, as its choices depend neither on the other player nor on who begins. Every game of
    one is then compared with every game of the other, which has a smaller error than the same number of pairs of games.
    """
    samples = [
        simulate_games(policy, rules, card, games, seed + place, budget) for place, policy in enumerate(policies)
    ]
    shares = [sample.counts / games for sample in samples]  # of games by points, of each player
    count = len(policies)
    errors, rate_errors = np.zeros((count, count)), np.zeros(count)
    # float64 [points] each: the chance of a game with these points, by the row's player, to beat a game of the column's.
    beats = [[compute_chances_to_beat(np.arange(len(mine)), theirs) for theirs in shares] for mine in shares]
    # Even if one player wins all comparisons, the chance is not certain.
    min_error = 1.0 / games
    for a in range(count):
        others = [b for b in range(count) if b != a]
        for b in others:
            variance = _compute_variance(shares[a], beats[a][b]) + _compute_variance(shares[b], beats[b][a])
            errors[a, b] = max(min_error, float(np.sqrt(variance / (games - 1))))
        own = _compute_variance(shares[a], np.mean([beats[a][b] for b in others], axis=0))
        rest = sum(_compute_variance(shares[b], beats[b][a]) for b in others) / len(others) ** 2
        rate_errors[a] = max(min_error, float(np.sqrt((own + rest) / (games - 1))))
    wins = play_all_pairs(count, lambda a, b, done: float(shares[a] @ beats[a][b]), budget)
    return build_sampled_answer(names, wins, errors.tolist(), rate_errors.tolist(), games)


def _compute_variance(shares: Reals, values: Reals) -> float:
    return float(shares @ np.square(values - shares @ values))


def _build_dealer(
    policy: YahtzeePolicy, rules: RuleSet, card: Card, budget: Budget
) -> Callable[[np.random.Generator, int], _Games]:
    """Return a function that plays a number of games from a card to their end."""
    player = None if policy.name == "random" else guide_policy(policy, rules, card, budget)

    def deal(random: np.random.Generator, size: int) -> _Games:
        game = _Games(rules, card, size)
        for turn in range(len(card.open)):
            faces = random.integers(0, 6, (size, 15), dtype=np.uint8)
            if player is None:
                game.fill(*_play_at_random(game, faces, random))
            else:
                game.fill(
                    *_play_by_choices(game, faces, player, budget, f"turn {turn + 1} of a batch of {size:,} games")
                )
        return game

    return deal


class _Games:
    """The cards (int32 [games, 3]: holds 50, open boxes, upper total) and further points of parallel games."""

    def __init__(self, rules: RuleSet, card: Card, games: int):
        self.rules = rules
        self.cards = np.tile(np.array([card.fifty, card.mask, card.upper], np.int32), (games, 1))
        self.points = np.zeros(games, np.int64)
        self.bonuses = np.zeros(games, np.bool_)
        self.zeros = 0

    def are_further(self, rolls: Ints) -> Flags:
        is_filled = (self.cards[:, 1] >> YAHTZEE & 1) == 0
        further: Flags = (self.rules in FURTHER) & is_filled & np.isin(rolls, dice.five_of_a_kind_rolls())
        return further

    def fill(self, rolls: Ints, boxes: Ints) -> None:
        """End a turn in all games."""
        fifty, _, upper = self.cards.T
        further = self.are_further(rolls)
        own = (
            self.cards[:, 1] >> np.searchsorted(dice.five_of_a_kind_rolls(), rolls) & 1
        )  # whether the upper box of the roll's face is open
        joker = further & (own == 0)
        scores = np.where(joker, dice.roll_scores(joker=True)[boxes, rolls], dice.roll_scores()[boxes, rolls]).astype(
            np.int64
        )
        self.zeros += int((scores == 0).sum())
        self.points += scores + YAHTZEE_BONUS * (further & (fifty == 1))
        total = np.where(boxes < len(UPPER), np.minimum(BONUS_FROM, upper + scores), upper)
        bonus = (upper < BONUS_FROM) & (total == BONUS_FROM)
        self.points += BONUS * bonus
        self.bonuses |= bonus
        self.cards[:, 2] = total
        self.cards[:, 1] ^= 1 << boxes.astype(np.int32)
        self.cards[:, 0] |= (self.rules in FURTHER) & (boxes == YAHTZEE) & (scores == YAHTZEE_SCORE)


def _play_by_choices(
    game: _Games, faces: Bytes, player: GuidedPolicy, budget: Budget, progress: str
) -> tuple[Ints, Ints]:
    """Play a player's turn in all games; return the last rolls and the boxes. Choices are computed once per card."""
    fifty, mask, upper = game.cards.T
    block = np.zeros_like(upper) if player.policy.is_autoplayer else upper // BLOCK
    blocks, which = np.unique((fifty << BOXES | mask) * BLOCK + block, return_inverse=True)
    rows, block = np.divmod(blocks, BLOCK)
    cards = np.stack([rows >> BOXES, rows & (1 << BOXES) - 1, block], axis=1)
    rolls, boxes = np.empty(len(faces), np.int64), np.empty(len(faces), np.int64)
    for first in range(0, len(blocks), MAX_BLOCKS_AT_ONCE):
        budget.spend(0, progress)
        choices = player.choices(cards[first : first + MAX_BLOCKS_AT_ONCE])
        some = np.flatnonzero(which // MAX_BLOCKS_AT_ONCE == first // MAX_BLOCKS_AT_ONCE)
        here, place, keep = which[some] - first, upper[some] % BLOCK, np.zeros(len(some), np.int64)
        for rerolls in (2, 1, 0):
            roll = _throw_dice(keep, faces[some, 5 * (2 - rerolls) :])
            keep = choices[here, rerolls, roll, place]
        rolls[some], boxes[some] = roll, keep
    return rolls, boxes


def _play_at_random(game: _Games, faces: Bytes, random: np.random.Generator) -> tuple[Ints, Ints]:
    """Take the first roll and fill a random allowed box; return both."""
    rolls = _throw_dice(np.zeros(len(faces), np.int64), faces)
    masks = game.cards[:, 1]
    own, lower = masks & 1 << faces[:, 0].astype(np.int32), masks & Card(tuple(LOWER)).mask
    bound = game.are_further(rolls) & (game.rules != "free-joker")
    masks = np.where(bound, np.where(own, own, np.where(lower, lower, masks)), masks)
    open_boxes = (masks[:, None] >> np.arange(BOXES)) & 1 == 1
    luck = np.where(open_boxes, random.random((len(faces), BOXES)), -1.0)
    return rolls, luck.argmax(axis=1)


def _throw_dice(keeps: Ints | Shorts, faces: Bytes) -> Ints:
    """Return the rolls: the keeps, filled up with thrown faces."""
    for die in range(DICE):
        keeps = dice.keeps_plus_face()[keeps, faces[:, die]]
    return keeps.astype(np.int64) - dice.FIRST_ROLL
