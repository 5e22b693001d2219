"""One coarse grid of scores for many positions of a game.

The grid of a game's first position holds the values of everything that can follow it. So it is solved once, and each
position is then estimated by playouts from there, which take a fraction of a second.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from ..answers.abstraction import can_be_played_out, known_to_dense
from ..answers.candidate import TooBig
from ..answers.estimate import CorrectedGrid, preferred
from ..answers.grid_selection import SelectedGrid, select_grid, select_rough_grid, solve_finest
from ..answers.question import Question, ask
from ..errors import Unaffordable, Unsettled
from ..game.board import Board
from ..game.options import Rules
from ..game.position import Position
from ..game.rules import PlayRules
from ..solvers import schedule
from ..solvers.cancel_flag import CancelFlag, Progress, ignore
from ..solvers.limits import Limits
from ..solvers.playouts import Sample
from ..solvers.score_cap import SLIGHT
from .position_values import Odds, PositionValues


class SharedGrid:
    """Estimates of a position and of all that can follow it."""

    def __init__(self, selected: SelectedGrid, game: tuple[Board, PlayRules]):
        self._selected, self._game = selected, game

    def values(self, position: Position, seconds: float, cancel: CancelFlag) -> PositionValues:
        """Return the odds of both actions, as well as the time allows. Raises Cancelled."""
        corrected = CorrectedGrid(self._selected, self._game, position)
        corrected.improve(seconds, cancel, ignore)
        return PositionValues(_odds(corrected.press), _odds(preferred(corrected.passes, position.mover_seat)))


def solve_shared_grid(
    root: Position, board: Board, rules: Rules, limits: Limits, listener: Callable[[Progress], None], cancel: CancelFlag
) -> SharedGrid | None:
    """Return the grid for a position and what can follow it; None if there is none, or no time for it.

    The limits are the grid's alone: playouts need more.

    Raises:
        Cancelled: the flag was set.
    """
    question = ask(
        root, board, rules, replace(limits, seconds=limits.seconds / schedule.SOLVE_GRID), None, listener, cancel
    )
    play_rules = question.play_rules(question.unit, SLIGHT)
    if not can_be_played_out(question, play_rules):
        return None
    with suppress(Unaffordable, Unsettled):
        selected = _solved(*known_to_dense(question, play_rules))
        return None if selected is None else SharedGrid(selected, (board, play_rules))
    return None


def _solved(question: Question, play_rules: PlayRules) -> SelectedGrid | None:
    """Return the finest grid with all spins that can be solved in time; None if not even the coarsest can."""
    rough = select_rough_grid(question, play_rules)
    if isinstance(rough, SelectedGrid) and rough.fewer:  # on a busy machine
        rough = select_grid(question, play_rules)
    if isinstance(rough, TooBig) or rough.fewer:
        return None
    selected, _ = solve_finest(rough, question, play_rules)
    return selected


def _odds(action: Sample | None) -> Odds | None:
    if action is None:
        return None
    a, b, c = action.mean
    first, second, third = action.error
    return Odds((a, b, c), (first, second, third), "estimated")
