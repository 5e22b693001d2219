"""A round robin of players who begin with the same card and no points: exact, or from games that are played."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...arrays import Reals
from ...budget import Budget
from ...round_robin import Contest, Meeting, Sampled, all_pairs, round_robin
from .cards import graphs
from .duel import Duel
from .outcomes import OUTCOME_ROUNDINGS, beaten, final_points
from .policies import Player, Policy
from .rules import Card, RuleSet
from .simulate import play


def exactly(names: Sequence[str], players: Sequence[Player], rules: RuleSet, card: Card, budget: Budget) -> Contest:
    """Return the exact chances of all pairs of players with these names.

    Raises:
        Unaffordable: the card leads to too many cards.
        Exhausted: the budget was spent.
    """
    (nodes,) = graphs(rules, (card,), budget)
    ends = [final_points(each, rules, nodes, budget) if isinstance(each, Policy) else None for each in players]

    def meet(one: int, other: int) -> Meeting:
        mine, theirs = ends[one], ends[other]
        if mine is not None and theirs is not None:  # neither minds who begins
            chance = float(mine @ beaten(np.arange(len(mine)), theirs))
            return chance, chance, error
        first = Duel(rules, card, card, 0, budget, (players[one], players[other])).chance()
        second = 1.0 - Duel(rules, card, card, 0, budget, (players[other], players[one])).chance()
        return first, second, error

    error = OUTCOME_ROUNDINGS * 2 * len(card.open) * 2.0**-53
    return round_robin(names, meet, budget)


def by_playing(
    names: Sequence[str], policies: Sequence[Policy], rules: RuleSet, card: Card, games: int, seed: int, budget: Budget
) -> Sampled:
    """Return estimates of all pairs of players for points. Raises Exhausted.

    Each player plays its games alone, as it minds neither the other player nor who begins; every game of one is then
    compared with every game of the other, which tells more than as many pairs of games.
    """
    played = [play(each, rules, card, games, seed + place, budget) for place, each in enumerate(policies)]
    shares = [sample.counts / games for sample in played]  # of games by points, of each player
    count = len(policies)
    errors, rate_errors = np.zeros((count, count)), np.zeros(count)
    # float64 [points] each: the chance of a game of the row with these points to beat one of the column.
    beats = [[beaten(np.arange(len(mine)), theirs) for theirs in shares] for mine in shares]
    # If every game beats every other one, one more game might not have.
    least = 1.0 / games
    for a in range(count):
        others = [b for b in range(count) if b != a]
        for b in others:
            variance = _variance(shares[a], beats[a][b]) + _variance(shares[b], beats[b][a])
            errors[a, b] = max(least, float(np.sqrt(variance / (games - 1))))
        own = _variance(shares[a], np.mean([beats[a][b] for b in others], axis=0))
        rest = sum(_variance(shares[b], beats[b][a]) for b in others) / len(others) ** 2
        rate_errors[a] = max(least, float(np.sqrt((own + rest) / (games - 1))))
    wins = all_pairs(count, lambda a, b, done: float(shares[a] @ beats[a][b]), budget)
    return Sampled(tuple(names), wins, errors, rate_errors, games)


def _variance(shares: Reals, values: Reals) -> float:
    """Return the variance over games of a value for each number of points."""
    return float(shares @ np.square(values - shares @ values))
