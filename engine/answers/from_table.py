"""Answers from a stored table: of a question with a unit, and for other scores in what-ifs, maps and break-evens.

If the question counts in a unit, there may be an exact table. Otherwise the answers are estimates from a
table on a grid (``engine.tables.building``). Scores between those of a table are interpolated.
``benchmarks/what_ifs.py`` measures how well the stated errors are calibrated.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .. import calibration
from ..game.board import Board
from ..game.options import Rules
from ..game.position import Position
from ..game.rules import PlayRules
from ..tables.answer_table import Scores
from ..tables.interpolation import InterpolatedTable
from ..tables.store import Store, best_table, open_table
from .abstraction import error_at_step
from .question import Question, ask
from .result import Method, SolveResult, estimated_action, exact_action, result_of


def stored_answer(question: Question) -> SolveResult | None:
    """Return the answer of a stored table to a question with a unit, or None.

    Tables hold both actions, not the outcomes of the next spin.
    """
    rules, position = question.seated_rules, question.position
    table = open_table(Store(), position, question.board, rules, question.unit)
    if table is None:
        return None
    actions = table.answer(position, rules)
    if actions is None:
        return None
    press, passing = (exact_action(value, table.rounding) for value in actions)
    note = "Read from a table that was worked out before."
    play_rules = PlayRules(rules, question.unit, table.cap)
    return result_of(question, "exact", play_rules, press, passing, table.states, notes=(note,))


@dataclass(frozen=True)
class NearestTable:
    """The best stored table for what-ifs about a position.

    Attributes:
        answers: the table with the position's own scores added; its ``rounding`` is the whole
            uncertainty of a chance: for an estimate, two standard errors.
        grid, cap: dollars between its scores, and where scores stop.
        exact: whether it answers the question exactly at its own scores.
        error: the standard error of a chance where it is not exact, else 0.
    """

    answers: InterpolatedTable
    grid: int
    cap: int
    exact: bool
    error: float

    def error_at(self, *scores: Scores) -> npt.NDArray[np.float64]:
        """Return the error of a chance at scores of the three seats: two standard errors, more between the table's."""
        rounding = self.answers.rounding - 2 * self.error
        return rounding + 2 * np.hypot(self.error, _interpolation_error(self.answers, *scores))


def nearest_table(position: Position, board: Board, rules: Rules, store: Store | None = None) -> NearestTable | None:
    """Return the best stored table for what-ifs about a position, with its scores; None if there is none.

    The store is by default the solvers' own.

    Raises:
        InputError: a position, board or option that cannot be solved, with the field at fault.
    """
    question = ask(position, board, rules)
    table = best_table(store or Store(), position, board, rules)
    if table is None:
        return None
    error = 0.0
    if table.grid is not None:
        is_short = position.spins <= calibration.FEW_SPINS
        errors = calibration.TABLE_ERROR_FEW_SPINS if is_short else calibration.TABLE_ERROR
        error = error_at_step(question, table.grid, errors)
    answers = InterpolatedTable(table, position, table.rounding + 2 * error)
    return NearestTable(answers, table.grid or question.unit, table.cap, table.grid is None, error)


def answer_from_table(position: Position, board: Board, rules: Rules, store: Store | None = None) -> SolveResult | None:
    """Return the immediate answer to a position from the best stored table; None if no table has it.

    It is exact where ``solve`` would say the same, otherwise an estimate with its standard error. It does not include
    the outcomes of the next spin.

    Raises:
        InputError: a position, board or option that cannot be solved, with the field at fault.
    """
    near = nearest_table(position, board, rules, store)
    if near is None:
        return None
    question = ask(position, board, rules)
    play_rules = PlayRules(question.seated_rules, question.unit, near.cap)
    actions = near.answers.answer(position, play_rules.rules)
    if actions is None:
        return None
    method: Method = "exact" if near.exact and near.answers.stored.covers(position) else "estimated"
    if method == "exact":
        press, passing = (exact_action(value, near.answers.rounding) for value in actions)
    else:
        interpolation = _interpolation_error(near.answers, *(c.score for c in position.contestants))
        error = math.hypot(near.error, float(interpolation))
        press, passing = (value and estimated_action(value, (error,) * 3) for value in actions)
    note = f"Read from a table of scores ${near.grid:,} apart."
    return result_of(question, method, play_rules, press, passing, near.answers.states, notes=(note,))


def _interpolation_error(answers: InterpolatedTable, *scores: Scores) -> npt.NDArray[np.float64]:
    """Return the standard error of an interpolated answer, from the distance of its neighbors; 0 for others."""
    apart, left_out = answers.apart(*scores)
    error: npt.NDArray[np.float64] = np.hypot(calibration.SHARE_OF_DISTANCE * apart, calibration.LEFT_OUT * left_out)
    return error
