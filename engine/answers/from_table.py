"""Answers from a stored table: for a question with a unit, and for other scores in what-ifs, maps and break-evens.

A question with a unit may have an exact table. Otherwise the answers are estimates from a table on a grid
(``engine.tables.building``), with interpolation between its scores. ``benchmarks/what_ifs.py`` measures how well the
stated errors are calibrated.
"""

from __future__ import annotations

from .. import calibration
from ..game.board import Board
from ..game.options import Rules
from ..game.position import Position
from ..game.rules import PlayRules
from ..tables.answer_table import NearestTable
from ..tables.store import Store, best_table, open_table
from .abstraction import error_at_step
from .question import Question, ask
from .result import Method, SolveResult, make_estimated_action, make_exact_action, make_result


def read_stored_answer(question: Question) -> SolveResult | None:
    """Return a stored table's answer to a question with a unit, without the outcomes of the next spin; or None."""
    rules, position = question.seated_rules, question.position
    table = open_table(Store(), position, question.board, rules, question.unit)
    if table is None:
        return None
    actions = table.answer(position, rules)
    if actions is None:
        return None
    press, passing = (make_exact_action(value, table.rounding) for value in actions)
    note = "Read from a table that was worked out before."
    play_rules = PlayRules(rules, question.unit, table.cap)
    return make_result(question, "exact", play_rules, press, passing, table.states, notes=(note,))


def nearest_table(position: Position, board: Board, rules: Rules, store: Store | None = None) -> NearestTable | None:
    """Return the best stored table for what-ifs, interpolated at a position's scores; None if there is none.

    The store is by default ``Store()``.

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
    return NearestTable(table, position, error)


def answer_from_table(position: Position, board: Board, rules: Rules, store: Store | None = None) -> SolveResult | None:
    """Return the immediate answer to a position from the best stored table, or None; without outcomes of the next spin.

    It is exact if the table is and has the scores, otherwise an estimate with its standard error.

    Raises:
        InputError: a position, board or option that cannot be solved, with the field at fault.
    """
    near = nearest_table(position, board, rules, store)
    if near is None:
        return None
    question = ask(position, board, rules)
    play_rules = PlayRules(question.seated_rules, question.unit, near.stored.cap)
    actions = near.answer(position, play_rules.rules)
    if actions is None:
        return None
    method: Method = "exact" if near.exact and near.stored.covers(position) else "estimated"
    if method == "exact":
        press, passing = (make_exact_action(value, near.rounding) for value in actions)
    else:
        error = float(near.standard_error_at(*(c.score for c in position.contestants)))
        press, passing = (value and make_estimated_action(value, (error,) * 3) for value in actions)
    note = f"Read from a table of scores ${near.grid:,} apart."
    return make_result(question, method, play_rules, press, passing, near.states, notes=(note,))
