"""The endgame for two players: exact chances to win, for all leads that can still matter.

Players take turns while both have open boxes; then the other continues alone. Only the two cards and the
lead (A's points minus B's) matter. A *stage* is a turn: who moves, and how many boxes each has open. Stages
are solved from the last one up; for each pair of cards the chances are a row over leads, limited to those
that are reachable and undecided.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Reals
from ...budget import Budget
from .cards import Node, check_size, essential, graph
from .outcomes import turn_chances
from .players import Player
from .rules import Card, RuleSet
from .table import sheet

LANES_AT_ONCE = 1024


@dataclass(frozen=True, slots=True)
class Stage:
    """A turn: whether A moves, and the numbers of boxes that A and B have open at its start."""

    a_moves: bool
    a_open: int
    b_open: int


def stages(a_open: int, b_open: int, a_moves: bool = True) -> list[Stage]:
    """Return all remaining turns, in order."""
    found = []
    while a_open or b_open:
        a_moves = bool(a_open) and (a_moves or not b_open)
        found.append(Stage(a_moves, a_open, b_open))
        a_open, b_open = (a_open - 1, b_open) if a_moves else (a_open, b_open - 1)
        a_moves = not a_moves
    return found


@dataclass(frozen=True, slots=True)
class Leads:
    """A's chance to win for leads ``low``, ``low + 1``, …; 0 below them and 1 above."""

    low: int
    chances: Reals

    def window(self, low: int, high: int) -> Reals:
        """Return the chances for leads from low to high, inclusive."""
        result = np.ones(high - low + 1)
        end = self.low + len(self.chances)
        result[: max(0, min(self.low, high + 1) - low)] = 0.0
        first, last = max(low, self.low), min(high + 1, end)
        if first < last:
            result[first - low : last - low] = self.chances[first - self.low : last - self.low]
        return result

    def at(self, lead: int) -> float:
        """Return the chance at one lead."""
        return float(self.window(lead, lead)[0])


OPTIMAL = Player("optimal")
TIE = 1e-9  # as in the kernel
Chances = dict[tuple[Card, Card], Leads]
Lane = tuple[Node, int, int]  # the other player's card, with the least and the highest lead


class Duel:
    """Chances to win from a pair of cards and a lead.

    Two ``optimal`` players, or one with a best response, each play optimally against the other. Against a
    player for points ``optimal`` plays as against itself; choices within 1e-9 tie, and ties go to the first
    box and to keeping more dice.

    Args:
        rules: the rules.
        a, b: the cards; A moves if A has an open box.
        lead: A's points minus B's.
        budget: nodes are pairs of cards with a lead.
        players: A and B.

    Raises:
        Unaffordable: the players can reach too many cards.
        Exhausted: the budget was spent; the message has the solved turns.
        Cancelled: the question was cancelled.
    """

    def __init__(
        self,
        rules: RuleSet,
        a: Card,
        b: Card,
        lead: int,
        budget: Budget,
        players: tuple[Player, Player] = (OPTIMAL, OPTIMAL),
    ):
        self.rules, self.lead, self.budget = rules, lead, budget
        self.a, self.b = essential(a), essential(b)
        check_size(rules, a, b)
        self.nodes_a, self.nodes_b = graph(rules, a, budget), graph(rules, b, budget)
        self.stages = stages(len(a.open), len(b.open))
        self.pairs = 0
        self._after: Chances = {}
        # The chances of each outcome of a turn, for players for points: they are the same at any lead.
        self._fixed = [
            None if player.alone is None else turn_chances(player.alone, rules, card, nodes, budget)
            for player, card, nodes in zip(players, (a, b), (self.nodes_a, self.nodes_b), strict=True)
        ]
        # Chances between two optimal players after each stage, for one of them who meets another player.
        self._guides: list[Chances] = []
        self._guided = [player.name == "optimal" and any(self._fixed) for player in players]
        if any(self._guided):
            both = Duel(rules, a, b, lead, budget)
            both._solve(1, self._guides)
            self.pairs = both.pairs

    def chance(self) -> float:
        """Return A's chance to win."""
        self._solve(0)
        return self._after[self.a, self.b].at(self.lead)

    def after_turn(self, card: Card, points: int) -> float:
        """Return A's chance after A's first turn led to a card and points. Call ``prepare`` first."""
        return self._after[essential(card), self.b].at(self.lead + points)

    def prepare(self) -> None:
        """Solve all turns except the first."""
        self._solve(1)

    @property
    def states(self) -> int:
        """The number of pairs of cards with a lead solved so far."""
        return self.pairs

    def _solve(self, first: int, kept: list[Chances] | None = None) -> None:
        """Solve the stages from the last one to ``first``; ``kept`` takes the chances after each of them."""
        self._after = self._finished()
        for index in range(len(self.stages) - 1, first - 1, -1):
            if kept is not None:
                kept.insert(0, self._after)
            self.budget.progress("Turns from the last one up", 1 - (index + 1) / len(self.stages))
            self._after = self._stage(index)
        if kept is not None and self.stages:
            kept.insert(0, self._after)

    def _finished(self) -> Chances:
        return {
            (a, b): Leads(0, np.array([0.5])) for a in self.nodes_a if not a.open for b in self.nodes_b if not b.open
        }

    def _stage(self, index: int) -> Chances:
        stage = self.stages[index]
        own, other = (self.nodes_a, self.nodes_b) if stage.a_moves else (self.nodes_b, self.nodes_a)
        own_open, other_open = (stage.a_open, stage.b_open)[:: 1 if stage.a_moves else -1]
        others = [node for node in other.values() if len(node.card.open) == other_open]
        solved: Chances = {}
        for mover in own.values():
            if len(mover.card.open) != own_open:
                continue
            batch: list[Lane] = []
            lanes = 0
            for node in others:
                low, high = self._range(mover, node) if stage.a_moves else self._range(node, mover)
                batch.append((node, low, high))
                lanes += max(0, high - low + 1)
                if lanes >= LANES_AT_ONCE:
                    self._batch(index, mover, batch, lanes, solved)
                    batch, lanes = [], 0
            if batch:
                self._batch(index, mover, batch, lanes, solved)
        return solved

    def _range(self, a: Node, b: Node) -> tuple[int, int]:
        """Return the leads that are reachable and undecided."""
        low = max(self.lead + a.gained[0] - b.gained[1], -a.most)
        return low, min(self.lead + a.gained[1] - b.gained[0], b.most)

    def _batch(self, index: int, mover: Node, batch: list[Lane], lanes: int, solved: Chances) -> None:
        a_moves = self.stages[index].a_moves
        reached = f"the last {len(self.stages) - 1 - index} of {len(self.stages)} turns"
        self.pairs += lanes
        self.budget.spend(lanes, reached)
        values = self._turn(index, mover, batch, lanes)
        if values is None:
            self.budget.stop(reached)
            return
        at = 0
        for node, low, high in batch:
            size = max(0, high - low + 1)
            pair = (mover.card, node.card) if a_moves else (node.card, mover.card)
            # If all reachable leads are decided, those from -most on are won.
            decided = Leads(-(mover if a_moves else node).most, values[:0])
            solved[pair] = Leads(low, values[at : at + size]) if size else decided
            at += size

    def _turn(self, index: int, mover: Node, batch: list[Lane], lanes: int) -> Reals | None:
        """Return A's chances before the mover's turn, in all lanes; None if the work was stopped."""
        a_moves = self.stages[index].a_moves
        sign = 1 if a_moves else -1
        chances = _after_outcomes(self._after, a_moves, mover, batch, lanes)
        fixed = self._fixed[0 if a_moves else 1]
        if fixed is not None:
            expected: Reals = fixed[mover.card] @ chances[:-1]
            return expected
        values, guides = np.empty(lanes), None
        ends = chances[mover.which[0]]
        if self._guided[0 if a_moves else 1]:
            believed = _after_outcomes(self._guides[index], a_moves, mover, batch, lanes)
            guides = believed[mover.which[0]]
            for which in mover.which[1:]:
                better = sign * believed[which] > sign * guides + TIE
                guides = np.where(better, believed[which], guides)
                ends = np.where(better, chances[which], ends)
        else:
            choose = np.maximum if a_moves else np.minimum
            for which in mover.which[1:]:
                choose(ends, chances[which], out=ends)
        done = sheet(self.rules).turns(ends, guides, values, float(sign), self.budget.flag.memory)
        return values if done else None


def _after_outcomes(after: Chances, a_moves: bool, mover: Node, batch: list[Lane], lanes: int) -> Reals:
    """Return A's chances after each outcome of the mover's turn: float64 [outcomes + 1, lanes].

    The last row is worse than all others, for boxes that are not allowed.
    """
    sign = 1 if a_moves else -1
    chances = np.empty((len(mover.outcomes) + 1, lanes))
    chances[-1] = -sign * np.inf
    for row, (card, points) in enumerate(mover.outcomes):
        at = 0
        for node, low, high in batch:
            if high >= low:
                here = after[(card, node.card) if a_moves else (node.card, card)]
                chances[row, at : at + high - low + 1] = here.window(low + sign * points, high + sign * points)
                at += high - low + 1
    return chances
