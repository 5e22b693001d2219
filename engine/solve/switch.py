"""A board that changes: the spins before the change one by one, the positions after it from a solver.

Every position within the first spins is listed. The *leaves* are those at which the board changes;
their values come from elsewhere, from the oracle or a kernel, and are carried back up by the rules.
A pass takes no spin, and a turn of passes ends, so the list has no circles.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from fractions import Fraction

from ..errors import Unaffordable
from ..game.next_spins import NextSpinsBoard
from ..game.position import Position
from ..game.rules import PlayRules, game_over
from ..game.spin import spins
from .flag import CancelFlag
from .ply import TOLERANCE, Exact, Ply, Vector, end_value, first_best, look

TOO_MUCH = "Too much may happen before the board changes: with fewer spins on it, or more time, it may work."
MOST = 3000  # positions before the change: a second or two


class Switch:
    """The positions before the board changes.

    Args:
        position: what is asked. next_spins: the board of the first spins, and their number.
        table: rules, unit and cap.
        cancel: polled at every position.
        patience: seconds that listing the positions may take.

    Attributes:
        leaves: the positions at which the board changes and the game is not over.

    Raises:
        Unaffordable: there are too many positions before the change, or not within ``patience``.
        Cancelled: the flag was set.
    """

    def __init__(
        self,
        position: Position,
        next_spins: NextSpinsBoard,
        table: PlayRules,
        cancel: CancelFlag,
        *,
        patience: float = math.inf,
    ):
        self.position = position
        self.table = table
        self.cancel = cancel
        self.count = next_spins.spins
        self.spins = spins(next_spins.board, table.rules, table.unit)
        found: dict[Position, None] = {}

        def note(position: Position) -> Vector:
            if not game_over(position, table.rules):
                found.setdefault(position)
            if time.monotonic() > latest:
                raise Unaffordable(TOO_MUCH)
            return end_value(position, table.rules)

        latest = time.monotonic() + patience
        self.look(note)
        self.leaves = tuple(found)

    def look(self, value: Callable[[Position], Exact], tolerance: float | Fraction | None = None) -> Ply:
        """The actions of the one up.

        Args:
            value: payoffs of a leaf, or of a position at which the game is over; fractions stay exact.
            tolerance: payoffs closer than this are equal; by default the rules'.
        """
        tolerance = TOLERANCE[self.table.rules.in_dollars] if tolerance is None else tolerance
        return self._look(self.position, self.count, value, tolerance, {})

    def _look(
        self,
        position: Position,
        left: int,
        value: Callable[[Position], Exact],
        tolerance: float | Fraction,
        known: dict[tuple[Position, int], Vector],
    ) -> Ply:
        self.cancel.check()

        def worth(then: Position, left: int) -> Exact:
            if not left or game_over(then, self.table.rules):
                return value(then)
            if (then, left) not in known:
                if len(known) >= MOST:
                    raise Unaffordable(TOO_MUCH)
                ply = self._look(then, left, value, tolerance, known)
                actions = [action for action in (ply.press, ply.passing) if action is not None]
                known[(then, left)] = first_best(actions, then.mover_seat, tolerance)
            return known[(then, left)]

        return look(
            position,
            self.spins[position.mover_seat],
            self.table,
            lambda then: worth(then, left - 1),
            tolerance,
            passed=lambda then: worth(then, left),
        )
