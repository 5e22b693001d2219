"""One coarse grid of scores for many positions of a game.

The cubes of a game's first position hold the values of everything that can follow it. So they are solved once, and each
position is then estimated by playouts from there, which take a fraction of a second.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from ..answers.abstraction import can_be_played_out, known_to_cubes
from ..answers.corrected_grid import ActionEstimate, CorrectedGrid, preferred
from ..answers.grid_selection import (
    SOLVING,
    SelectedGrid,
    pace,
    select_finer_grid,
    select_grid,
    select_rough_grid,
)
from ..answers.question import Question, ask
from ..answers.rounded_board import NEGLIGIBLE
from ..errors import Cancelled, Unaffordable, Unsettled
from ..game.board import Board
from ..game.options import Rules
from ..game.position import Position
from ..game.rules import PlayRules
from ..solve.cancel_flag import CancelFlag, Progress, WorkClock, deadline, ignore
from ..solve.lanes import counted_seats
from ..solve.limits import Limits
from .position_values import Odds, PositionValues

LATEST = 1.3  # a grid that takes longer than predicted by more than this is given up


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
    question = ask(root, board, rules, replace(limits, seconds=limits.seconds / SOLVING), None, listener, cancel)
    play_rules = question.play_rules(question.unit, NEGLIGIBLE)
    if root.alone or not can_be_played_out(question, play_rules):
        return None
    try:
        selected = _solved(*known_to_cubes(question, play_rules), LATEST * limits.seconds)
    except (Unaffordable, Unsettled):
        return None
    return SharedGrid(selected, (board, play_rules))


def _solved(question: Question, play_rules: PlayRules, longest: float) -> SelectedGrid:
    """Return the finest grid that can be solved in time; a rough one first, which shows the machine's pace."""
    watch = WorkClock()
    rough = select_rough_grid(question, play_rules)
    if rough.spins != question.position.spins:  # on a busy machine
        rough = select_grid(question, play_rules, counted_seats(question.position))
    if rough.spins != question.position.spins:
        raise Unaffordable("Not even the coarsest grid has all the spins.")
    planned = watch.look()
    rough.cubes.solve(question.listener)
    finer = select_finer_grid(question, play_rules, rough, pace(rough, watch.look() - planned))
    if finer is not None and finer.spins == rough.spins:
        left = max(0.0, longest - watch.look())
        with deadline(question.cancel, math.inf, work=left) as time_is_up, suppress(Cancelled):
            finer.cubes.cancel = time_is_up
            finer.cubes.solve(question.listener)
            return finer
        question.cancel.check()
    return rough


def _odds(action: ActionEstimate | None) -> Odds | None:
    if action is None:
        return None
    a, b, c = action.mean
    first, second, third = action.error
    return Odds((a, b, c), (first, second, third), "estimated")
