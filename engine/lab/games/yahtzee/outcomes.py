"""The chances of a turn's outcomes and of final points for a player for points, who plays alike at any lead."""

from __future__ import annotations

from functools import cache

import numpy as np

from ...arrays import Ints, Reals, Shorts
from ...budget import Budget
from . import dice
from .cards import Graph, Node
from .policies import Policy, led
from .rules import Card, RuleSet
from .turn import average

# Roundings of one turn: sums over rolls and keeps, three times, and over outcomes.
OUTCOME_ROUNDINGS = 3 * (252 + 462) + 2_000


def turn_chances(policy: Policy, rules: RuleSet, nodes: Graph, budget: Budget) -> dict[Card, Reals]:
    """Return the chance of each outcome of a turn with each card: float64 [outcomes] of its node. Raises Exhausted."""
    going = [node for node in nodes.values() if node.card.open]
    if policy.name == "random" or not going:
        return {node.card: _at_random(node) for node in going}
    player = led(policy, rules, going[0].card, budget)
    chances: dict[Card, Reals] = {}
    for node in going:
        budget.spend(0, "the turns with some cards")
        chances[node.card] = _by_choices(node, player.choices_with(node.card))
    return chances


def final_points(policy: Policy, rules: RuleSet, nodes: Graph, budget: Budget) -> Reals:
    """Return the chances of all totals of further points: float64 [most points + 1]. Raises Exhausted."""
    chances = turn_chances(policy, rules, nodes, budget)
    start = next(iter(nodes.values()))
    spread = {card: np.zeros(node.gained[1] - node.gained[0] + 1) for card, node in nodes.items()}
    spread[start.card][0] = 1.0
    total = np.zeros(start.most + 1)
    for node in nodes.values():  # from most open boxes to fewest
        budget.spend(1, "the points of some cards")
        here = spread[node.card]
        if not node.card.open:
            total[node.gained[0] : node.gained[1] + 1] += here
            continue
        for (card, points), chance in zip(node.outcomes, chances[node.card], strict=True):
            first = node.gained[0] + points - nodes[card].gained[0]
            spread[card][first : first + len(here)] += chance * here
    return total


def beaten(points: Ints, others: Reals) -> Reals:
    """Return, for each number of points, the chance that it beats others': float64; a tie counts one half.

    Args:
        points: int64, any numbers.
        others: float64, the chances of 0, 1, 2 … points.
    """
    below = np.concatenate([[0.0], np.cumsum(others)])
    level = np.concatenate([[0.0], others, [0.0]])
    won: Reals = below[np.clip(points, 0, len(others))] + level[np.clip(points + 1, 0, len(others) + 1)] / 2
    return won


def _by_choices(node: Node, choices: Shorts) -> Reals:
    boxes, last, first = choices
    rolls = dice.chances()
    for keeps in (first, last):
        rolls = np.bincount(keeps, rolls, len(dice.KEEPS)) @ _rerolled()
    place = np.searchsorted(np.array(node.card.open), boxes)
    outcome = node.which[place, np.arange(len(dice.ROLLS))]
    chances: Reals = np.bincount(outcome, rolls, len(node.outcomes)).astype(np.float64)
    return chances


def _at_random(node: Node) -> Reals:
    """Return the chances for a player who never rerolls and fills a random allowed box."""
    allowed = node.which < len(node.outcomes)
    weights = np.where(allowed, dice.chances() / allowed.sum(axis=0), 0.0)
    outcomes = np.where(allowed, node.which, 0).ravel()
    chances: Reals = np.bincount(outcomes, weights.ravel(), len(node.outcomes)).astype(np.float64)
    return chances


@cache
def _rerolled() -> Reals:
    """Return the chance of each roll after keeping dice and rolling the others: float64 [462, 252]."""
    return np.array([average(row) for row in np.eye(len(dice.ROLLS))]).T
