"""The endgame for two players: exact chances to win, for all leads that can still matter.

Players take turns while both have open boxes; then the other continues alone. Only the two cards and the
lead (A's points minus B's) matter. A *stage* is a turn: who moves, and how many boxes each has open. Stages
are solved from the last one up; for each pair of cards the chances are a row over leads, limited to those
that are reachable and undecided.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from ....errors import Unaffordable
from ...budget import Budget
from . import dice
from .rules import BONUS_FROM, UPPER, Card, RuleSet, allowed, fill, is_joker
from .sheet import has_jokers, sheet

LANES_AT_ONCE = 1024
# Per player: pairs of more cards take hours, and their choices too much memory.
MOST_CARDS = 20_000

Row = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Stage:
    """A turn: whether A moves, and how many boxes A and B have open at its start."""

    a_moves: bool
    a_open: int
    b_open: int


def stages(a_open: int, b_open: int, a_moves: bool = True) -> list[Stage]:
    """All remaining turns, in order."""
    found = []
    while a_open or b_open:
        a_moves = bool(a_open) and (a_moves or not b_open)
        found.append(Stage(a_moves, a_open, b_open))
        a_open, b_open = (a_open - 1, b_open) if a_moves else (a_open, b_open - 1)
        a_moves = not a_moves
    return found


def essential(card: Card) -> Card:
    """The card without what no longer matters; an upper total of 63 means that no bonus is left to earn."""
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
    which: npt.NDArray[np.int16] = field(default_factory=lambda: np.zeros((0, 0), np.int16))


Graph = dict[Card, Node]


def graph(rules: RuleSet, root: Card, budget: Budget) -> Graph:
    """All cards that a card leads to, from most open boxes to fewest.

    Raises:
        Unaffordable: there are too many for a duel.
        Exhausted: the budget was spent.
    """
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
        if len(nodes) > MOST_CARDS:
            raise Unaffordable(f"A player can come to more than {MOST_CARDS:,} cards: too many for an exact duel.")
        level = list(below.values())
    for node in reversed(nodes.values()):
        node.most = max((points + nodes[card].most for card, points in node.outcomes), default=0)
    return nodes


def _expand(rules: RuleSet, node: Node) -> None:
    """Finds a node's outcomes. Except for jokers, rolls with the same entry in a box have the same outcome."""
    card, numbers = node.card, {}  # type: Card, dict[tuple[Card, int], int]
    entry = dice.entry_of()
    which = np.empty((len(card.open), len(dice.ROLLS)), np.int16)
    for place, box in enumerate(card.open):
        known: dict[int, int] = {}
        for index, roll in enumerate(dice.ROLLS):
            if is_joker(rules, card, roll):
                number = -1 if box not in allowed(rules, card, roll) else _outcome(rules, card, roll, box, numbers)
            else:
                number = known.get(int(entry[box, index]), -1)
                if number < 0:
                    number = known[int(entry[box, index])] = _outcome(rules, card, roll, box, numbers)
            which[place, index] = number
    which[which < 0] = len(numbers)
    node.outcomes, node.which = list(numbers), which


def _outcome(rules: RuleSet, card: Card, roll: tuple[int, ...], box: int, numbers: dict[tuple[Card, int], int]) -> int:
    after, points = fill(rules, card, roll, box)
    return numbers.setdefault((essential(after), points), len(numbers))


@dataclass(frozen=True, slots=True)
class Leads:
    """A's chance to win for leads ``low``, ``low + 1``, …; 0 below them and 1 above."""

    low: int
    chances: Row

    def window(self, low: int, high: int) -> Row:
        """The chances for leads from low to high, inclusive."""
        result = np.ones(high - low + 1)
        end = self.low + len(self.chances)
        result[: max(0, min(self.low, high + 1) - low)] = 0.0
        first, last = max(low, self.low), min(high + 1, end)
        if first < last:
            result[first - low : last - low] = self.chances[first - self.low : last - self.low]
        return result

    def at(self, lead: int) -> float:
        """The chance at one lead."""
        return float(self.window(lead, lead)[0])


class Duel:
    """Chances to win from a pair of cards and a lead.

    Args:
        rules: the rules.
        a, b: the cards; A moves if A has an open box.
        lead: A's points minus B's.
        budget: nodes are pairs of cards with a lead.

    Raises:
        Unaffordable: the players can reach too many cards.
        Exhausted: the budget was spent; the message says which turns were solved.
        Cancelled: the question was cancelled.
    """

    def __init__(self, rules: RuleSet, a: Card, b: Card, lead: int, budget: Budget):
        self.rules, self.lead, self.budget = rules, lead, budget
        self.a, self.b = essential(a), essential(b)
        self.nodes_a, self.nodes_b = graph(rules, a, budget), graph(rules, b, budget)
        self.stages = stages(len(a.open), len(b.open))
        self.pairs = 0
        self._after: dict[tuple[Card, Card], Leads] = {}

    def chance(self) -> float:
        """A's chance to win."""
        self._solve(0)
        return self._after[self.a, self.b].at(self.lead)

    def after_turn(self, card: Card, points: int) -> float:
        """A's chance after A's first turn led to a card and points. Call ``prepare`` first."""
        return self._after[essential(card), self.b].at(self.lead + points)

    def prepare(self) -> None:
        """Solves all turns except the first."""
        self._solve(1)

    @property
    def states(self) -> int:
        """The number of pairs of cards with a lead solved so far."""
        return self.pairs

    def _solve(self, first: int) -> None:
        self._after = self._finished()
        for index in range(len(self.stages) - 1, first - 1, -1):
            self.budget.progress("Turns from the last one up", 1 - (index + 1) / len(self.stages))
            self._after = self._stage(self.stages[index], len(self.stages) - 1 - index)

    def _finished(self) -> dict[tuple[Card, Card], Leads]:
        return {
            (a, b): Leads(0, np.array([0.5])) for a in self.nodes_a if not a.open for b in self.nodes_b if not b.open
        }

    def _stage(self, stage: Stage, done: int) -> dict[tuple[Card, Card], Leads]:
        own, other = (self.nodes_a, self.nodes_b) if stage.a_moves else (self.nodes_b, self.nodes_a)
        own_open, other_open = (stage.a_open, stage.b_open)[:: 1 if stage.a_moves else -1]
        others = [node for node in other.values() if len(node.card.open) == other_open]
        solved: dict[tuple[Card, Card], Leads] = {}
        for mover in own.values():
            if len(mover.card.open) != own_open:
                continue
            batch: list[tuple[Node, int, int]] = []
            lanes = 0
            for node in others:
                low, high = self._range(mover, node) if stage.a_moves else self._range(node, mover)
                batch.append((node, low, high))
                lanes += max(0, high - low + 1)
                if lanes >= LANES_AT_ONCE:
                    self._batch(stage.a_moves, mover, batch, lanes, solved, done)
                    batch, lanes = [], 0
            if batch:
                self._batch(stage.a_moves, mover, batch, lanes, solved, done)
        return solved

    def _range(self, a: Node, b: Node) -> tuple[int, int]:
        """The leads that are reachable and undecided."""
        low = max(self.lead + a.gained[0] - b.gained[1], -a.most)
        return low, min(self.lead + a.gained[1] - b.gained[0], b.most)

    def _batch(
        self,
        a_moves: bool,
        mover: Node,
        batch: list[tuple[Node, int, int]],
        lanes: int,
        solved: dict[tuple[Card, Card], Leads],
        done: int,
    ) -> None:
        reached = f"the last {done} of {len(self.stages)} turns"
        self.pairs += lanes
        self.budget.spend(lanes, reached)
        sign = 1 if a_moves else -1
        chances = np.empty((len(mover.outcomes) + 1, lanes))
        chances[-1] = -sign * np.inf
        for row, (card, points) in enumerate(mover.outcomes):
            at = 0
            for node, low, high in batch:
                if high >= low:
                    after = self._after[(card, node.card) if a_moves else (node.card, card)]
                    chances[row, at : at + high - low + 1] = after.window(low + sign * points, high + sign * points)
                    at += high - low + 1
        choose = np.maximum if a_moves else np.minimum
        ends = chances[mover.which[0]]
        for which in mover.which[1:]:
            choose(ends, chances[which], out=ends)
        values = np.empty(lanes)
        kernel = sheet(has_jokers(self.rules))
        if not kernel.turns(ends, values, float(sign), self.budget.flag.memory):
            self.budget.stop(reached)
        at = 0
        for node, low, high in batch:
            size = max(0, high - low + 1)
            pair = (mover.card, node.card) if a_moves else (node.card, mover.card)
            # If all reachable leads are decided, those from -most on are won.
            decided = Leads(-(mover if a_moves else node).most, values[:0])
            solved[pair] = Leads(low, values[at : at + size]) if size else decided
            at += size
