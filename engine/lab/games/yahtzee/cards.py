"""Reachable cards of a player, and the outcomes of a turn with each card, whose chances do not depend on the lead."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations

import numpy as np

from ....errors import Unaffordable
from ...arrays import Ints, Reals, Shorts
from ...budget import Budget
from . import dice
from .policies import YahtzeePolicy, guide_policy
from .rules import (
    BONUS_FROM,
    FURTHER,
    LOWER,
    UPPER,
    YAHTZEE,
    Card,
    RuleSet,
    fill_box,
    is_further,
    list_allowed_boxes,
    list_totals,
)

# Roundings of one turn: sums over rolls and keeps, three times, and over outcomes.
OUTCOME_ROUNDINGS = 3 * (252 + 462) + 2_000
MAX_CARDS = 20_000  # per player: pairs of more cards take hours, and their choices too much memory


def canonical_card(card: Card) -> Card:
    """Return the card without irrelevant parts; an upper total of 63 means that the bonus is earned or out of reach."""
    max_upper = card.upper + sum(dice.DICE * (box + 1) for box in card.open if box in UPPER)
    return replace(
        card, upper=BONUS_FROM if max_upper < BONUS_FROM else card.upper, fifty=card.fifty and bool(card.open)
    )


@dataclass(slots=True)
class Node:
    """A card that a player can reach.

    Attributes:
        points_range: least and most points scored on the way to this card.
        max_points: most points still to be scored.
        outcomes: (next card, points) of each way to end a turn.
        which: int16 [boxes, 252], the index of the outcome of each roll in each open box; one past the last if the
            box is not allowed.
    """

    card: Card
    points_range: tuple[int, int]
    max_points: int = 0
    outcomes: list[tuple[Card, int]] = field(default_factory=list)
    which: Shorts = field(default_factory=lambda: np.zeros((0, 0), np.int16))


Graph = dict[Card, Node]


def count_cards(rules: RuleSet, root: Card) -> list[int]:
    """Return the number of cards in the graph of a card, by their numbers of open boxes."""
    root = canonical_card(root)
    upper = [box for box in root.open if box in UPPER]
    by_open = [0] * (len(upper) + 1)
    for open_upper in chain.from_iterable(combinations(upper, count) for count in range(len(upper) + 1)):
        totals = list_totals(tuple(box for box in UPPER if box in open_upper or box not in upper))
        by_open[len(open_upper)] += len(
            {canonical_card(Card(open_upper, min(BONUS_FROM, root.upper + total))).upper for total in totals}
        )
    for box in root.open:
        if box in LOWER:
            contents = 2 if box == YAHTZEE and rules in FURTHER else 1  # a filled Yahtzee box holds 0 or 50
            by_open = [contents * here + below for here, below in zip([*by_open, 0], [0, *by_open], strict=True)]
    by_open[0] = 1  # the content of a finished card does not matter
    return by_open


def build_graphs(rules: RuleSet, roots: Sequence[Card], budget: Budget) -> list[Graph]:
    """Return, for each root, all cards that it leads to, from most open boxes to fewest.

    Raises Unaffordable: there are too many cards for an exact duel; Exhausted.
    """
    if any(sum(count_cards(rules, root)) > MAX_CARDS for root in roots):
        raise Unaffordable(
            f"A player can come to more than {MAX_CARDS:,} cards: too many for an exact duel. Only two players for"
            " points can be simulated instead."
        )
    return [_build_graph(rules, root, budget) for root in roots]


def _build_graph(rules: RuleSet, root: Card, budget: Budget) -> Graph:
    root = canonical_card(root)
    nodes: Graph = {root: Node(root, (0, 0))}
    level = [nodes[root]]
    while level and level[0].card.open:
        below: Graph = {}
        for node in level:
            budget.spend(1, "the cards that both players can come to")
            _expand(rules, node)
            for card, points in node.outcomes:
                min_points, max_points = node.points_range[0] + points, node.points_range[1] + points
                if card in below:
                    min_points = min(min_points, below[card].points_range[0])
                    max_points = max(max_points, below[card].points_range[1])
                    below[card].points_range = min_points, max_points
                else:
                    below[card] = Node(card, (min_points, max_points))
        nodes |= below
        level = list(below.values())
    for node in reversed(nodes.values()):
        node.max_points = max((points + nodes[card].max_points for card, points in node.outcomes), default=0)
    return nodes


def _expand(rules: RuleSet, node: Node) -> None:
    """Find a node's outcomes. Except for jokers, rolls with the same points in a box have the same outcome."""
    card, numbers = node.card, dict[tuple[Card, int], int]()
    jokers = (
        dice.five_of_a_kind_rolls()
        if is_further(rules, card, dice.ROLLS[dice.five_of_a_kind_rolls()[0]])
        else dice.five_of_a_kind_rolls()[:0]
    )
    others = np.setdiff1d(np.arange(len(dice.ROLLS)), jokers)
    which = np.full((len(card.open), len(dice.ROLLS)), -1, np.int16)

    def number_outcome(roll: int, box: int) -> int:
        after, points = fill_box(rules, card, dice.ROLLS[roll], box)
        return numbers.setdefault((canonical_card(after), points), len(numbers))

    for place, box in enumerate(card.open):
        _, firsts, same = np.unique(dice.roll_scores()[box, others], return_index=True, return_inverse=True)
        which[place, others] = np.array([number_outcome(roll, box) for roll in others[firsts]])[same]
        for roll in jokers:
            if box in list_allowed_boxes(rules, card, dice.ROLLS[roll]):
                which[place, roll] = number_outcome(roll, box)
    which[which < 0] = len(numbers)
    node.outcomes, node.which = list(numbers), which


def compute_outcome_chances(policy: YahtzeePolicy, rules: RuleSet, nodes: Graph, budget: Budget) -> dict[Card, Reals]:
    """Return the chance of each outcome of a turn with each card: float64 [outcomes] of its node. Raises Exhausted."""
    open_nodes = [node for node in nodes.values() if node.card.open]
    if policy.name == "random" or not open_nodes:
        return {node.card: _compute_random_chances(node) for node in open_nodes}
    player = guide_policy(policy, rules, open_nodes[0].card, budget)
    chances: dict[Card, Reals] = {}
    for node in open_nodes:
        budget.spend(0, "the turns with some cards")
        chances[node.card] = _compute_choice_chances(node, player.choices_with(node.card))
    return chances


def compute_points_distribution(policy: YahtzeePolicy, rules: RuleSet, nodes: Graph, budget: Budget) -> Reals:
    """Return the chances of all totals of further points: float64 [most points + 1]. Raises Exhausted."""
    chances = compute_outcome_chances(policy, rules, nodes, budget)
    start = next(iter(nodes.values()))
    spread = {card: np.zeros(node.points_range[1] - node.points_range[0] + 1) for card, node in nodes.items()}
    spread[start.card][0] = 1.0
    total = np.zeros(start.max_points + 1)
    for node in nodes.values():  # from most open boxes to fewest
        budget.spend(1, "the points of some cards")
        here = spread[node.card]
        if not node.card.open:
            total[node.points_range[0] : node.points_range[1] + 1] += here
            continue
        for (card, points), chance in zip(node.outcomes, chances[node.card], strict=True):
            first = node.points_range[0] + points - nodes[card].points_range[0]
            spread[card][first : first + len(here)] += chance * here
    return total


def compute_chances_to_beat(points: Ints, others: Reals) -> Reals:
    """Return the chance of each number of points to beat another player's points; a tie counts one half.

    ``others`` are the other player's chances of 0, 1, 2 … points.
    """
    below = np.concatenate([[0.0], np.cumsum(others)])
    tie_chances = np.concatenate([[0.0], others, [0.0]])
    win_chances: Reals = (
        below[np.clip(points, 0, len(others))] + tie_chances[np.clip(points + 1, 0, len(others) + 1)] / 2
    )
    return win_chances


def _compute_choice_chances(node: Node, choices: Shorts) -> Reals:
    boxes, last, first = choices
    rolls = dice.roll_chances()
    for keeps in (first, last):
        rolls = np.bincount(keeps, rolls, len(dice.KEEPS)) @ dice.reroll_chances()
    place = np.searchsorted(np.array(node.card.open), boxes)
    outcome = node.which[place, np.arange(len(dice.ROLLS))]
    chances: Reals = np.bincount(outcome, rolls, len(node.outcomes)).astype(np.float64)
    return chances


def _compute_random_chances(node: Node) -> Reals:
    """Return the chances for a player who never rerolls and fills a random allowed box."""
    allowed = node.which < len(node.outcomes)
    weights = np.where(allowed, dice.roll_chances() / allowed.sum(axis=0), 0.0)
    outcomes = np.where(allowed, node.which, 0).ravel()
    chances: Reals = np.bincount(outcomes, weights.ravel(), len(node.outcomes)).astype(np.float64)
    return chances
