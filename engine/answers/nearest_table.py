"""Answers for other scores from a stored table: for what-ifs, maps and break-evens.

If the question counts in a unit, there may be an exact table. Otherwise the answers are estimates from a
table on a grid (``engine.tables.grid_tables``). Scores between those of a table are interpolated.
``benchmarks/what_ifs.py`` measures how well the stated errors are calibrated.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from .. import calibration
from ..game.board import Board
from ..game.options import Rules
from ..game.position import Position
from ..game.rules import PlayRules
from ..solvers.cancel_flag import CancelFlag, ignore
from ..solvers.limits import Limits
from ..tables.answer_table import TableError
from ..tables.grid_tables import FEW_SPINS, best_table
from ..tables.interpolation import InterpolatedTable
from ..tables.store import Store
from .question import ask
from .result import Method, SolveResult
from .result_builder import SolverOutcome, build_result, estimated_action, exact_action
from .standard_errors import along


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

    def error_at(self, position: Position) -> float:
        """Return the error of a chance at a position's scores: two standard errors, more between the table's scores.

        Raises:
            TableError: the table's file is damaged.
        """
        if self.answers.has(position):
            return self.answers.rounding
        rounding = self.answers.rounding - 2 * self.error
        return rounding + 2 * math.hypot(self.error, _interpolation_error(self.answers, position))


def nearest_table(position: Position, board: Board, rules: Rules, store: Store | None = None) -> NearestTable | None:
    """Return the best stored table for what-ifs about a position; None if there is none.

    Args:
        position: its configuration, and scores the table must cover.
        board: its board.
        rules: its rules.
        store: the tables to search; by default the solvers' own store.

    Raises:
        InputError: a position, board or option that cannot be solved, with the field at fault.
    """
    question = ask(position, board, rules, Limits(), None, ignore, CancelFlag())
    best = best_table(store or Store(), position, board, rules)
    if best is None:
        return None
    table, grid = best
    if grid is None:
        return NearestTable(InterpolatedTable(table, position, table.rounding), question.unit, table.cap, True, 0.0)
    errors = calibration.TABLE_OF_FEW if position.spins <= FEW_SPINS else calibration.TABLE
    error = along(question, grid, errors)
    return NearestTable(InterpolatedTable(table, position, table.rounding + 2 * error), grid, table.cap, False, error)


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
    question = ask(position, board, rules, Limits(), None, ignore, CancelFlag())
    play_rules = PlayRules(question.seated_rules, question.unit, near.cap)
    try:
        found = near.answers.answer(position, play_rules.rules)
        interpolation = _interpolation_error(near.answers, position)
    except TableError:  # damaged: it will be built again
        return None
    if found is None:
        return None
    method: Method = "exact" if near.exact and near.answers.has(position) else "estimated"
    if method == "exact":
        press, passing = (exact_action(value, near.answers.rounding) for value in found)
    else:
        error = math.hypot(near.error, interpolation)
        press, passing = (value and estimated_action(value, (error,) * 3) for value in found)
    note = f"Read from a table of scores ${near.grid:,} apart."
    return build_result(question, SolverOutcome(method, play_rules, press, passing, near.answers.states, notes=(note,)))


def _interpolation_error(answers: InterpolatedTable, position: Position) -> float:
    """Return the standard error of an interpolated answer, from the distance of its neighbors; 0 for others."""
    corners = answers.corners(position) or []
    apart = 0.0
    for action in zip(*(answers.stored_actions(corner) or (None, None) for corner, _ in corners), strict=True):
        values = [value for value in action if value is not None]
        apart = max([apart, *(max(chances) - min(chances) for chances in zip(*values, strict=True))])
    left_out = len(corners) < math.prod(
        len(answers.around(seat, c.score)) for seat, c in enumerate(position.contestants)
    )
    return math.hypot(calibration.SHARE_OF_DISTANCE * apart, calibration.LEFT_OUT if left_out else 0.0)
