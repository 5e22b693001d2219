"""The endgame for two players: exact chances to win, for all leads that can still matter.

Players take turns while both have open boxes; then the other continues alone. Only the two cards and the
lead (A's points minus B's) matter. A *stage* is a turn: who moves, and how many boxes each player has open. Stages
are solved from the last one up. For each pair of cards the chances are a row over the leads that are reachable
and undecided.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product

import numpy as np

from ...answer import Answer
from ...arrays import Reals
from ...budget import Budget
from ...round_robin import Meeting, round_robin
from .cards import (
    OUTCOME_ROUNDINGS,
    Node,
    build_graphs,
    canonical_card,
    compute_chances_to_beat,
    compute_outcome_chances,
    compute_points_distribution,
)
from .policies import PlayerKind, YahtzeePolicy
from .rules import Card, RuleSet
from .table import build_rules_sheet
from .turn import CardValue

# A turn: whether A moves, and the numbers of boxes that A and B have open at its start.
Stage = tuple[bool, int, int]


def list_stages(a_open: int, b_open: int) -> list[Stage]:
    stages_left, a_moved = list[Stage](), False
    while a_open or b_open:
        a_moves = bool(a_open) and not (a_moved and b_open)
        stages_left.append((a_moves, a_open, b_open))
        a_open, b_open = (a_open - 1, b_open) if a_moves else (a_open, b_open - 1)
        a_moved = a_moves
    return stages_left


@dataclass(frozen=True, slots=True)
class LeadChances:
    """A's chances to win for leads from ``low`` on; the first is 0 and the last 1, as beyond both ends."""

    low: int
    chances: Reals

    def select_leads(self, low: int, high: int) -> Reals:
        """Return the chances for leads from low to high, inclusive."""
        return self.chances.take(np.arange(low - self.low, high - self.low + 1), mode="clip")

    def chance_at(self, lead: int) -> float:
        return float(self.select_leads(lead, lead)[0])


TIE = 1e-9  # as in the kernel
Chances = dict[tuple[Card, Card], LeadChances]  # by A's and B's card


class DuelSolver:
    """Chances to win from a pair of cards and a lead.

    Two ``optimal`` players, or one with a best response, each play optimally against the other. Against a
    player for points ``optimal`` plays as against itself; choices within 1e-9 are tied, and ties go to the first
    box and to keeping more dice.

    Args:
        a, b: the cards; A moves if A has an open box.
        lead: A's points minus B's.
        budget: nodes are pairs of cards with a lead.

    Attributes:
        states: the number of pairs of cards with a lead solved so far.

    Raises:
        Unaffordable: the players can reach too many cards.
        Exhausted: the budget was spent; the message has the number of solved turns.
        Cancelled: the question was canceled.
    """

    def __init__(
        self,
        rules: RuleSet,
        a: Card,
        b: Card,
        lead: int,
        budget: Budget,
        players: tuple[PlayerKind, PlayerKind] = ("optimal", "optimal"),
    ):
        self.rules, self.lead, self.budget = rules, lead, budget
        self.a, self.b = canonical_card(a), canonical_card(b)
        self.nodes = build_graphs(rules, (a, b), budget)
        self.stages = list_stages(len(a.open), len(b.open))
        self.states = 0
        # The chances of each outcome of a turn, for players for points, which do not depend on the lead.
        self._fixed = [
            compute_outcome_chances(player, rules, nodes, budget) if isinstance(player, YahtzeePolicy) else None
            for player, nodes in zip(players, self.nodes, strict=True)
        ]
        # Chances between two optimal players after each stage, by which ``optimal`` plays against other players.
        self._guides: list[Chances] = []
        self._guided = [player == "optimal" and any(self._fixed) for player in players]
        if any(self._guided):
            both = DuelSolver(rules, a, b, lead, budget)
            self._guides = list(islice(both._solve(), len(self.stages)))[::-1]
            self.states = both.states

    def chance(self) -> float:
        return self._solve_from(0)[self.a, self.b].chance_at(self.lead)

    def build_turn_value(self) -> CardValue:
        """Return a function of A's card and points after A's first turn that returns A's chance to win."""
        chances = self._solve_from(1)
        return lambda card, points: chances[canonical_card(card), self.b].chance_at(self.lead + points)

    def _solve_from(self, turns: int) -> Chances:
        return deque(islice(self._solve(), len(self.stages) + 1 - turns), maxlen=1).pop()

    def _solve(self) -> Iterator[Chances]:
        """Yield the chances after all turns, then the chances before each turn, from the last turn up."""
        finished = [[card for card in nodes if not card.open] for nodes in self.nodes]
        after = {(a, b): LeadChances(-1, np.array([0.0, 0.5, 1.0])) for a in finished[0] for b in finished[1]}
        yield after
        for index in range(len(self.stages) - 1, -1, -1):
            self.budget.report_progress("Turns from the last one up", 1 - (index + 1) / len(self.stages))
            after = self._solve_stage(index, after)
            yield after

    def _solve_stage(self, index: int, after: Chances) -> Chances:
        a_nodes, b_nodes = (
            [node for node in nodes.values() if len(node.card.open) == count]
            for nodes, count in zip(self.nodes, self.stages[index][1:], strict=True)
        )
        chances_before: Chances = {}
        for a, b in product(a_nodes, b_nodes):
            # The reachable and undecided leads.
            low = max(self.lead + a.points_range[0] - b.points_range[1], -a.max_points)
            high = min(self.lead + a.points_range[1] - b.points_range[0], b.max_points)
            if low > high:
                chances_before[a.card, b.card] = LeadChances(-a.max_points - 1, np.array([0.0, 1.0]))
            else:
                values = self._solve_turn(index, after, a, b, low, high)
                chances_before[a.card, b.card] = LeadChances(low - 1, np.concatenate([[0.0], values, [1.0]]))
        return chances_before

    def _solve_turn(self, index: int, after: Chances, a: Node, b: Node, low: int, high: int) -> Reals:
        """Return A's chances before a turn with these cards, for leads from low to high."""
        a_moves, lanes = self.stages[index][0], high - low + 1
        mover, sign = (a, 1) if a_moves else (b, -1)
        progress = f"the last {len(self.stages) - 1 - index} of {len(self.stages)} turns"
        self.states += lanes
        self.budget.spend(lanes, progress)

        def list_outcome_chances(after: Chances) -> Reals:
            """Return the chances after each outcome, and a worse last row for boxes not allowed: [outcomes + 1, lanes]."""
            pairs = (((card, b.card) if a_moves else (a.card, card), sign * points) for card, points in mover.outcomes)
            rows = [after[pair].select_leads(low + change, high + change) for pair, change in pairs]
            return np.array([*rows, np.full(lanes, -sign * np.inf)])

        chances = list_outcome_chances(after)
        fixed = self._fixed[0 if a_moves else 1]
        if fixed is not None:
            expected: Reals = fixed[mover.card] @ chances[:-1]
            return expected
        values, guides = np.empty(lanes), None
        ends = chances[mover.which[0]]
        if self._guided[0 if a_moves else 1]:
            guide_chances = list_outcome_chances(self._guides[index])
            guides = guide_chances[mover.which[0]]
            for which in mover.which[1:]:
                better = sign * guide_chances[which] > sign * guides + TIE
                guides = np.where(better, guide_chances[which], guides)
                ends = np.where(better, chances[which], ends)
        else:
            choose = np.maximum if a_moves else np.minimum
            for which in mover.which[1:]:
                choose(ends, chances[which], out=ends)
        if not build_rules_sheet(self.rules).turns(ends, guides, values, float(sign), self.budget.flag.memory):
            self.budget.stop(progress)
        return values


def compare_exactly(
    names: Sequence[str], players: Sequence[PlayerKind], rules: RuleSet, card: Card, budget: Budget
) -> Answer:
    """Return the exact chances of all pairs of players with these names. Raises Unaffordable, Exhausted."""
    (nodes,) = build_graphs(rules, (card,), budget)
    ends = [
        compute_points_distribution(contestant, rules, nodes, budget) if isinstance(contestant, YahtzeePolicy) else None
        for contestant in players
    ]

    def meet(one: int, other: int) -> Meeting:
        mine, theirs = ends[one], ends[other]
        if mine is not None and theirs is not None:  # for players for points it does not matter who begins
            chance = float(mine @ compute_chances_to_beat(np.arange(len(mine)), theirs))
            return chance, chance, error
        first = DuelSolver(rules, card, card, 0, budget, (players[one], players[other])).chance()
        second = 1.0 - DuelSolver(rules, card, card, 0, budget, (players[other], players[one])).chance()
        return first, second, error

    error = OUTCOME_ROUNDINGS * 2 * len(card.open) * 2.0**-53
    return round_robin(names, meet, budget)
