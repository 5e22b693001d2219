"""A board that changes: the spins before the change one by one, the positions after it from a solver.

Every position within the first spins is listed. The *leaves* are those at which the board changes;
their values come from elsewhere, from the oracle or a kernel, and are carried back up by the rules.
A pass takes no spin, and a turn of passes ends, so the list has no cycles.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from fractions import Fraction
from operator import itemgetter

from .. import calibration
from ..errors import Unaffordable
from ..game.board import Board
from ..game.next_spins import NextSpinsBoard
from ..game.position import Position
from ..game.rules import PlayRules, game_over
from ..game.spin import spins
from .cancel_flag import CancelFlag, ProgressListener, ignore
from .ply import TOLERANCE, Exact, Ply, Vector, end_value, first_best, one_ply_lookahead
from .sparse import Sparse

TOO_MUCH = "Too much may happen before the board changes: with fewer spins on it, or more time, it may work."


class NextSpinsTree:
    """The positions before the board changes.

    Args:
        position: the position to solve. next_spins: the board of the first spins, and their number.
        play_rules: rules, unit and cap.
        cancel: polled at every position.
        patience: seconds that listing the positions may take.

    Attributes:
        leaves: the positions at which the board changes and the game is not over.

    Raises:
        Unaffordable: too many positions before the change, or listing them takes longer than ``patience``.
        Cancelled: the flag was set.
    """

    def __init__(
        self,
        position: Position,
        next_spins: NextSpinsBoard,
        play_rules: PlayRules,
        cancel: CancelFlag,
        *,
        patience: float = math.inf,
    ):
        self.position = position
        self.play_rules = play_rules
        self.cancel = cancel
        self.count = next_spins.spins
        self.spins = spins(next_spins.board, play_rules.rules, play_rules.unit)
        found: dict[Position, None] = {}

        def note(position: Position) -> Vector:
            if not game_over(position, play_rules.rules):
                found.setdefault(position)
            if time.monotonic() > latest:
                raise Unaffordable(TOO_MUCH)
            return end_value(position, play_rules.rules)

        latest = time.monotonic() + patience
        self.root_ply(note)
        self.leaves = tuple(found)

    def root_ply(self, value: Callable[[Position], Exact], tolerance: float | Fraction | None = None) -> Ply:
        """Return the actions of the mover.

        Args:
            value: payoffs of a leaf, or of a position at which the game is over; fractions stay exact.
            tolerance: payoffs closer than this are equal; by default the rules'.
        """
        tolerance = TOLERANCE[self.play_rules.rules.in_dollars] if tolerance is None else tolerance
        return self._ply(self.position, self.count, value, tolerance, {})

    def _ply(
        self,
        position: Position,
        left: int,
        value: Callable[[Position], Exact],
        tolerance: float | Fraction,
        known: dict[tuple[Position, int], Vector],
    ) -> Ply:
        self.cancel.check()

        def worth(then: Position, left: int) -> Exact:
            if not left or game_over(then, self.play_rules.rules):
                return value(then)
            if (then, left) not in known:
                if len(known) >= calibration.MOST_BEFORE_A_CHANGE:
                    raise Unaffordable(TOO_MUCH)
                ply = self._ply(then, left, value, tolerance, known)
                actions = [action for action in (ply.press, ply.passing) if action is not None]
                known[(then, left)] = first_best(actions, itemgetter(then.mover_seat), tolerance)
            return known[(then, left)]

        return one_ply_lookahead(
            position,
            self.spins[position.mover_seat],
            self.play_rules,
            lambda then: worth(then, left - 1),
            tolerance,
            passed=lambda then: worth(then, left),
        )


class NextSpins:
    """Exact values where the board changes: a tree before the change, a graph of states after it.

    Args:
        tree: the positions before the change.
        board: the board after it.
        budget: the most states of the graph. memory: bytes that it may take.

    Raises:
        Unaffordable: over the budget or the memory; raised before any value is computed.
        Cancelled: the tree's flag was set.
    """

    def __init__(self, tree: NextSpinsTree, board: Board, *, budget: int, memory: int):
        self.tree, self.rounding = tree, calibration.DOUBLE_ROUNDING
        self.graph = None
        if tree.leaves:  # else the game ends before the change
            self.graph = Sparse(tree.leaves, board, tree.play_rules, budget=budget, memory=memory, cancel=tree.cancel)

    @property
    def states(self) -> int:
        """Positions computed after the change, at least 1."""
        return self.graph.states if self.graph else 1

    @property
    def bytes(self) -> int:
        """Memory that the graph takes at most."""
        return self.graph.bytes if self.graph else 0

    def solve(self, progress: ProgressListener = ignore) -> None:
        """Compute the graph. Raises what ``Sparse.solve`` raises."""
        if self.graph:
            self.graph.solve(progress)

    def root_ply(self) -> Ply:
        """Return the actions of the position before the change."""
        rules = self.tree.play_rules.rules
        return self.tree.root_ply(self.graph.value if self.graph else lambda end: end_value(end, rules))
