"""One coarse grid of scores for many positions of a game.

The cubes of a game's first position hold the values of everything that can follow it. So they are solved once, and
each position is then estimated by playouts from there, which take a fraction of a second.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from ..answers.abstraction import can_be_played_out, habits_error, known_to_cubes
from ..answers.grid_selection import SOLVING, SelectedGrid, pace, select_finer_grid, select_grid, select_rough_grid
from ..answers.question import Question, ask
from ..answers.rounded_board import NEGLIGIBLE
from ..errors import Cancelled, Unaffordable, Unsettled
from ..game.board import Board
from ..game.options import Rules
from ..game.position import Position
from ..game.rules import PlayRules
from ..solve.cancel_flag import CancelFlag, Progress, deadline
from ..solve.limits import Limits
from ..solve.playouts import Playouts, Sample
from .position_values import Odds, PositionValues

FIRST = 64  # playouts of each action
MOST = 20_000
QUIET = 0.3  # noise that needs no more playouts, as a part of the error of the choices
LONG = 0.4  # seconds for a position that allow looking two spins ahead
LATEST = 1.3  # a grid that takes longer than predicted by more than this is given up
WIDER = 1.5  # factor on the stated errors of looking one spin ahead


class SharedGrid:
    """Estimates of a position and of all that can follow it."""

    def __init__(self, selected: SelectedGrid, game: tuple[Board, PlayRules]):
        self._selected, self._game = selected, game

    def values(self, position: Position, seconds: float, cancel: CancelFlag) -> PositionValues:
        """The odds of both actions, as well as the time allows. Raises Cancelled."""
        started = time.perf_counter()
        depth = 2 if seconds >= LONG else 1
        selected = self._selected
        playouts = Playouts(selected.cubes, game=self._game, seating=selected.seating, depth=depth, position=position)
        count = FIRST
        while True:
            playouts.improve(count, cancel)
            samples = [sample for sample in (playouts.press, playouts.passing) if sample is not None]
            done = samples[0].count
            left = seconds - (time.perf_counter() - started)
            if left <= 0 or done >= MOST or all(map(_is_quiet, samples)):
                break
            rate = done / max(1e-6, time.perf_counter() - started)
            count = max(FIRST, min(done, int(rate * left)))
        wider, least = 1.0 if depth > 1 else WIDER, habits_error(self._game[1])
        return PositionValues(_odds(playouts.press, wider, least), _odds(playouts.passing, wider, least))


def solve_shared_grid(
    root: Position, board: Board, rules: Rules, limits: Limits, listener: Callable[[Progress], None], cancel: CancelFlag
) -> SharedGrid | None:
    """The grid for a position and what can follow it; None where there is none, or no time for it.

    The limits are the grid's alone: playouts come on top of them.

    Raises:
        Cancelled: the flag was set.
    """
    question = ask(root, board, rules, replace(limits, seconds=limits.seconds / SOLVING), None, listener, cancel)
    play_rules = question.play_rules(question.unit, NEGLIGIBLE)
    if root.alone or not can_be_played_out(question, play_rules):
        return None
    try:
        selected = _solved(question, known_to_cubes(play_rules), LATEST * limits.seconds)
    except (Unaffordable, Unsettled):
        return None
    return SharedGrid(selected, (board, play_rules))


def _solved(question: Question, play_rules: PlayRules, longest: float) -> SelectedGrid:
    """The finest grid that can be solved in time; a rough one first, which shows the machine's pace."""
    end = time.perf_counter() + longest
    rough = select_rough_grid(question, play_rules)
    if rough.spins != question.position.spins:  # on a busy machine
        rough = select_grid(question, play_rules)
    if rough.spins != question.position.spins:
        raise Unaffordable("Not even the coarsest grid has all the spins.")
    started = time.perf_counter()
    rough.cubes.solve(question.listener)
    finer = select_finer_grid(question, play_rules, rough, pace(rough, time.perf_counter() - started))
    if finer is not None and finer.spins == rough.spins:
        with deadline(question.cancel, end - time.perf_counter()) as time_is_up, suppress(Cancelled):
            finer.cubes.cancel = time_is_up
            finer.cubes.solve(question.listener)
            return finer
        question.cancel.check()
    return rough


def _is_quiet(sample: Sample) -> bool:
    return all(
        noise <= QUIET * policy for noise, policy in zip(sample.standard_error, sample.policy_error, strict=True)
    )


def _odds(sample: Sample | None, wider: float, least: float) -> Odds | None:
    """The odds of a sample: ``wider`` is a factor on its errors, ``least`` an error in addition."""
    if sample is None:
        return None
    a, b, c = sample.mean
    first, second, third = (math.hypot(wider * error, least) for error in sample.error)
    return Odds((a, b, c), (first, second, third), "estimated")
