"""Standard errors of estimates without playouts, and of simpler games, as they were measured (``engine.calibration``).

On a board with smaller amounts than the measured one the same unit or grid is as rough as a larger one there.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from .. import calibration
from ..game.board import Board
from ..game.figures import board_figures
from ..game.options import Rules
from ..game.position import WHAMMIES_OUT
from ..solvers.lanes import COUNTED_FROM
from .question import Question


class Errors(NamedTuple):
    """Standard errors of chances, and of dollars where they are at stake."""

    chance: float
    dollars: float


def of_grid(question: Question, grid: int) -> Errors:
    """Return the errors of a grid's values, before any playout."""
    return _measured(question, grid, calibration.GRID, calibration.DOLLARS_ON_GRID)


def of_unit(question: Question, unit: int) -> Errors:
    """Return the errors of values on a board rounded to a unit: twice the measured ones, as nothing is beside them."""
    found = _measured(question, unit, calibration.ROUNDED, calibration.DOLLARS_ROUNDED)
    of_wins = question.rules.win_worth * found.chance if question.rules.goal == "blend" else 0.0
    return Errors(2 * found.chance, 2 * math.hypot(found.dollars, of_wins))


def of_uncounted(question: Question, counted: int) -> float:
    """Return the error of a chance where a grid counts the Whammies of the seats of this bit mask only.

    It is the part ``UNCOUNTED`` of the others' chances to go out if they play their own spins and ``PASSED_ON`` of the
    rest.
    """
    position, found = question.position, 0.0
    for seat in position.still_in:
        contestant = position.contestants[seat]
        if not counted >> seat & 1 and contestant.whammies >= COUNTED_FROM:
            spins = contestant.spins + round(calibration.PASSED_ON * (position.spins - contestant.spins))
            whammy = _whammy(question.board, question.seated_rules.for_seat(seat))
            found = math.hypot(found, _chance_of(WHAMMIES_OUT - contestant.whammies, spins, whammy))
    return calibration.UNCOUNTED * found


def _measured(question: Question, step: int, chances: Mapping[int, float], dollars: Mapping[int, float]) -> Errors:
    """Return the measured errors of the next step that is at least as rough on the measured board."""
    alike, times = _on_the_measured_board(question, step)
    return Errors(times * _at_least(alike, chances), times * _at_least(alike, dollars))


def along(question: Question, step: int, chances: Mapping[int, float]) -> float:
    """Return the error of a chance at a step: a power of the step between measured ones, proportional to it beyond.

    Args:
        question: the question, for its boards.
        step: dollars of a unit or a grid.
        chances: measured errors by step, finest first.
    """
    alike, times = _on_the_measured_board(question, step)
    last = max(chances)
    within = math.exp(float(np.interp(math.log(min(alike, last)), np.log([*chances]), np.log([*chances.values()]))))
    return min(1.0, times * within * max(1.0, alike / last))


def _on_the_measured_board(question: Question, step: int) -> tuple[float, float]:
    """Return a step that is as rough on the measured board, and the factor on the errors because of the rules."""
    boards = [question.board] if question.next_spins is None else [question.board, question.next_spins.board]
    rules = question.seated_rules.for_seat(question.position.mover_seat)
    mean = min(_mean(board, rules) for board in boards)
    times = calibration.BY_LEAD if rules.max_lead is not None or rules.opponents != "optimal" else 1.0
    return step * max(1.0, calibration.MEAN_SPIN / max(1.0, mean)), times


@lru_cache(maxsize=100)  # tables give many answers on the same board
def _mean(board: Board, rules: Rules) -> float:
    """Return the average dollars of a spin."""
    return float(board_figures(board, rules).after_moves.mean)


@lru_cache(maxsize=100)
def _whammy(board: Board, rules: Rules) -> float:
    """Return the chance of a Whammy in a spin and all that it brings."""
    return float(board_figures(board, rules).after_moves.whammy_before_the_end(1))


def _chance_of(count: int, spins: int, whammy: float) -> float:
    """Return the chance of at least this many Whammies in these spins."""
    return 1 - sum(math.comb(spins, n) * whammy**n * (1 - whammy) ** (spins - n) for n in range(count))


def _at_least(step: float, errors: Mapping[int, float]) -> float:
    return next((error for measured_step, error in errors.items() if measured_step >= step), max(errors.values()))
