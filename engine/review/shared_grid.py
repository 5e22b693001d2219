"""One estimator for many positions of a game.

The grids of a game's first position hold the values of everything that can follow it. So they are solved once, and each
position is then estimated by playouts from there, which take a fraction of a second.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from ..answers.abstraction import can_be_played_out
from ..answers.estimator import Estimator
from ..answers.question import ask
from ..errors import Unaffordable, Unsettled
from ..game.board import Board
from ..game.options import Rules
from ..game.position import Position
from ..game.questions import NextRound
from ..solvers import schedule
from ..solvers.cancel_flag import CancelFlag, Progress
from ..solvers.limits import Limits
from .position_values import PositionValues


class SharedGrid:
    """Estimates of a position and of all that can follow it."""

    def __init__(self, estimator: Estimator):
        self._estimator = estimator

    def values(self, position: Position, seconds: float, cancel: CancelFlag) -> PositionValues:
        """Return the odds of both actions, as well as the time allows. Raises Cancelled."""
        found = self._estimator.at(position)
        found.improve(seconds, cancel)
        return PositionValues.from_result(found.outcome())


def solve_shared_grid(
    root: Position,
    board: Board,
    rules: Rules,
    limits: Limits,
    listener: Callable[[Progress], None],
    cancel: CancelFlag,
    then: NextRound | None = None,
) -> SharedGrid | None:
    """Return the grids for a position and what can follow it; None if there are none, or no time for them.

    The limits are the grids' alone: playouts need more. ``then`` is what follows a position of round 1.

    Raises:
        Cancelled: the flag was set.
    """
    question = ask(root, board, rules, limits, None, listener, cancel, then)
    if question.then is None and not can_be_played_out(question):
        return None
    estimator = Estimator(question)
    with suppress(Unaffordable, Unsettled):
        estimator.solve_grids(limits.seconds / schedule.SOLVE_GRID)
        return SharedGrid(estimator)
    return None
