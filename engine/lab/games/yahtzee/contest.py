"""A round robin of players who begin with the same card and no points: exact, or from games that are played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Ints, Reals
from ...budget import Budget
from ...round_robin import Contest, Meeting, Sampled, all_pairs, round_robin
from .cards import check_size, graph
from .duel import Duel
from .outcomes import OUTCOME_ROUNDINGS, chance_to_win, final_points, turn_chances
from .players import Player
from .rules import Card, RuleSet
from .simulate import play


def exactly(players: Sequence[Player], rules: RuleSet, card: Card, budget: Budget) -> Contest:
    """Return the exact chances of all pairs.

    Raises:
        Unaffordable: the card leads to too many cards.
        Exhausted: the budget was spent.
    """
    check_size(rules, card)
    nodes = graph(rules, card, budget)
    ends = [
        final_points(nodes, turn_chances(each.alone, rules, card, nodes, budget), budget) if each.alone else None
        for each in players
    ]

    def meet(one: int, other: int) -> Meeting:
        mine, theirs = ends[one], ends[other]
        if mine is not None and theirs is not None:  # neither minds who begins
            chance = chance_to_win(0, mine, theirs)
            return chance, chance, error
        first = Duel(rules, card, card, 0, budget, (players[one], players[other])).chance()
        second = 1.0 - Duel(rules, card, card, 0, budget, (players[other], players[one])).chance()
        return first, second, error

    error = OUTCOME_ROUNDINGS * 2 * len(card.open) * 2.0**-53
    return round_robin([each.name for each in players], meet, budget)


def by_playing(players: Sequence[Player], rules: RuleSet, card: Card, games: int, seed: int, budget: Budget) -> Sampled:
    """Return estimates of all pairs of players for points.

    Each player plays its games alone, as it minds neither the other player nor who begins; every game of one is then
    compared with every game of the other, which tells more than as many pairs of games.

    Raises:
        Exhausted: the budget was spent.
    """
    samples = []
    for place, each in enumerate(players):
        assert each.alone is not None
        counts = play(each.alone, rules, card, games, seed + place, budget).counts.astype(np.float64)
        samples.append(_Points(np.arange(len(counts)), counts / games))
    names, count = [each.name for each in players], len(players)
    errors, rate_errors = np.zeros((count, count)), np.zeros(count)
    # float64 [points] each: the chance of a game of the row with these points to beat one of the column.
    beats = [[mine.beats(theirs) for theirs in samples] for mine in samples]
    # If every game beats every other one, one more game might not have.
    least = 1.0 / games
    for a in range(count):
        others = [b for b in range(count) if b != a]
        for b in others:
            variance = samples[a].variance(beats[a][b]) + samples[b].variance(beats[b][a])
            errors[a, b] = max(least, float(np.sqrt(variance / (games - 1))))
        own = samples[a].variance(np.mean([beats[a][b] for b in others], axis=0))
        rest = sum(samples[b].variance(beats[b][a]) for b in others) / len(others) ** 2
        rate_errors[a] = max(least, float(np.sqrt((own + rest) / (games - 1))))
    wins = all_pairs(count, lambda a, b, done: samples[a].mean(beats[a][b]), budget)
    return Sampled(tuple(names), wins, errors, rate_errors, games)


@dataclass(frozen=True, slots=True)
class _Points:
    """Points of games, float64 [points] the share of games with each."""

    points: Ints
    shares: Reals

    def beats(self, other: _Points) -> Reals:
        """Return, for each number of points, the share of the other's games that it beats; a tie counts one half."""
        below = np.concatenate([[0.0], np.cumsum(other.shares)])
        level = np.concatenate([other.shares, [0.0]])
        at = np.minimum(self.points, len(other.shares))
        return below[at] + level[at] / 2.0

    def mean(self, values: Reals) -> float:
        """Return the mean over the games of a value for each number of points."""
        return float(self.shares @ values)

    def variance(self, values: Reals) -> float:
        """Return the variance over the games of a value for each number of points."""
        return float(self.shares @ np.square(values - self.mean(values)))
