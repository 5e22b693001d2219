"""The cards that a player can come to, with the outcomes of a turn with each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ....errors import Unaffordable
from ...arrays import Shorts
from ...budget import Budget
from . import dice
from .rules import BONUS_FROM, FURTHER, LOWER, UPPER, YAHTZEE, Card, RuleSet, allowed, fill, is_further

# Per player: pairs of more cards take hours, and their choices too much memory.
MOST_CARDS = 20_000


def essential(card: Card) -> Card:
    """Return the card without what no longer matters; an upper total of 63 means that no bonus is left to earn."""
    most = card.upper + sum(dice.DICE * (box + 1) for box in card.open if box in UPPER)
    return replace(card, upper=BONUS_FROM if most < BONUS_FROM else card.upper, fifty=card.fifty and bool(card.open))


@dataclass(slots=True)
class Node:
    """A card that a player can reach.

    Attributes:
        gained: least and most points scored on the way to it.
        most: most points still to be scored.
        outcomes: (card after, points) of each way to end a turn.
        which: int16 [boxes, 252], the outcome of each roll in each open box; one past the last if the box
            is not allowed.
    """

    card: Card
    gained: tuple[int, int]
    most: int = 0
    outcomes: list[tuple[Card, int]] = field(default_factory=list)
    which: Shorts = field(default_factory=lambda: np.zeros((0, 0), np.int16))


Graph = dict[Card, Node]


def counts(rules: RuleSet, root: Card) -> list[int]:
    """Return the number of cards that ``graph`` finds for a card, itself included, by their numbers of open boxes."""
    root = essential(root)
    # Upper sections: open boxes and total.
    level = {(frozenset(box for box in root.open if box in UPPER), root.upper)}
    by_open: list[int] = []
    while level:
        by_open.insert(0, len(level))
        level = {
            (left, essential(Card(tuple(sorted(left)), min(BONUS_FROM, total + times * (box + 1)))).upper)
            for opened, total in level
            for box in opened
            for left in (opened - {box},)
            for times in range(dice.DICE + 1)
        }
    for box in root.open:
        if box in LOWER:
            filled = 2 if box == YAHTZEE and rules in FURTHER else 1  # it may hold 0 or 50
            by_open = [filled * here + below for here, below in zip([*by_open, 0], [0, *by_open], strict=True)]
    by_open[0] = 1  # the content of a finished card does not matter
    return by_open


def graphs(rules: RuleSet, roots: Sequence[Card], budget: Budget) -> list[Graph]:
    """Return all cards that each card leads to, from most open boxes to fewest.

    Raises:
        Unaffordable: there are too many for an exact duel.
        Exhausted: the budget was spent.
    """
    if any(sum(counts(rules, root)) > MOST_CARDS for root in roots):
        raise Unaffordable(
            f"A player can come to more than {MOST_CARDS:,} cards: too many for an exact duel. Only two players for"
            " points can be simulated instead."
        )
    return [_graph(rules, root, budget) for root in roots]


def _graph(rules: RuleSet, root: Card, budget: Budget) -> Graph:
    root = essential(root)
    nodes: Graph = {root: Node(root, (0, 0))}
    level = [nodes[root]]
    while level and level[0].card.open:
        below: Graph = {}
        for node in level:
            budget.spend(1, "the cards that both players can come to")
            _expand(rules, node)
            for card, points in node.outcomes:
                least, most = node.gained[0] + points, node.gained[1] + points
                if card in below:
                    least, most = min(least, below[card].gained[0]), max(most, below[card].gained[1])
                    below[card].gained = least, most
                else:
                    below[card] = Node(card, (least, most))
        nodes |= below
        level = list(below.values())
    for node in reversed(nodes.values()):
        node.most = max((points + nodes[card].most for card, points in node.outcomes), default=0)
    return nodes


def _expand(rules: RuleSet, node: Node) -> None:
    """Find a node's outcomes. Except for jokers, rolls with the same points in a box have the same outcome."""
    card, numbers = node.card, dict[tuple[Card, int], int]()
    jokers = dice.alike() if is_further(rules, card, dice.ROLLS[dice.alike()[0]]) else dice.alike()[:0]
    others = np.setdiff1d(np.arange(len(dice.ROLLS)), jokers)
    which = np.full((len(card.open), len(dice.ROLLS)), -1, np.int16)

    def number(roll: int, box: int) -> int:
        after, points = fill(rules, card, dice.ROLLS[roll], box)
        return numbers.setdefault((essential(after), points), len(numbers))

    for place, box in enumerate(card.open):
        _, firsts, same = np.unique(dice.scores()[box, others], return_index=True, return_inverse=True)
        which[place, others] = np.array([number(roll, box) for roll in others[firsts]])[same]
        for roll in jokers:
            if box in allowed(rules, card, dice.ROLLS[roll]):
                which[place, roll] = number(roll, box)
    which[which < 0] = len(numbers)
    node.outcomes, node.which = list(numbers), which
