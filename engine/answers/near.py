"""Answers for other scores from a table that is there already: for what-ifs, maps and break-evens.

Where the question itself counts in a unit, an exact table may be there. Elsewhere they are estimates from
a table on a grid (``engine.tables.rough``). Scores between those of a table are interpolated. How honest
the stated errors are is measured by ``benchmarks/what_ifs.py``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ..game.board import Board
from ..game.options import Rules
from ..game.position import Position
from ..game.rules import PlayRules
from ..solve.flag import CancelFlag, ignore
from ..solve.limits import Limits
from ..solve.result import Method, SolveResult
from ..tables.between import Between
from ..tables.cube import TableError
from ..tables.lookup import is_whole
from ..tables.rough import best
from ..tables.store import Store
from .found import Found, answer, known, roughly
from .question import ask
from .standard_errors import measured

# Standard errors of chances from a table on a grid: root mean square of the worst of six.
GRID_ERRORS = {250: 0.001, 500: 0.002, 1000: 0.03, 2000: 0.05}

# Standard error of interpolating, as a part of how far the chances beside are apart; and where some of
# them do not count, as they leave the contestants in another order.
OF_WIDTH = 0.15
ASIDE = 0.01
NOTE = "The answer was read from a table; the outcomes of the next spin are not kept there."


@dataclass(frozen=True)
class Near:
    """The best kept table for what-ifs about a position.

    Attributes:
        answers: the table; its scores are joined by the position's own, and its ``rounding`` is all that
            is open in a chance: with an estimate two standard errors.
        grid, cap: dollars between its scores, and where they stop.
        exact: whether what it says of its own scores is the exact answer to the question.
        error: standard error of a chance where it is not; else 0.
    """

    answers: Between
    grid: int
    cap: int
    exact: bool
    error: float


def nearest(position: Position, board: Board, rules: Rules, store: Store | None = None) -> Near | None:
    """The best kept table for what-ifs about a position; None if there is none.

    Args:
        position: its configuration, and scores that the table must cover.
        board: its board.
        rules: its rules.
        store: where to look; by default where solvers keep their tables.

    Raises:
        InputError: a position, board or option that cannot be solved, with the field at fault.
    """
    question = ask(position, board, rules, Limits(), None, ignore, CancelFlag())
    there = best(store or Store(), position, board, rules)
    if there is None:
        return None
    kept, grid = there
    if grid is None:
        return Near(Between(kept, position, kept.rounding), question.unit, kept.cap, True, 0.0)
    error = measured(question, grid, GRID_ERRORS, GRID_ERRORS).chance
    return Near(Between(kept, position, kept.rounding + 2 * error), grid, kept.cap, False, error)


def from_table(position: Position, board: Board, rules: Rules, store: Store | None = None) -> SolveResult | None:
    """The answer to a position from the best kept table, at once; None if there is none that has it.

    It is exact only where ``solve`` would say the same, and else an estimate with its standard error. The
    outcomes of the next spin are no part of it.

    Raises:
        InputError: a position, board or option that cannot be solved, with the field at fault.
    """
    near = nearest(position, board, rules, store)
    if near is None:
        return None
    question = ask(position, board, rules, Limits(), None, ignore, CancelFlag())
    try:
        found = near.answers.actions(position)
        between = _interpolating(near.answers, position)
    except TableError:  # damaged: whoever builds tables makes it anew
        return None
    play_rules = PlayRules(question.played, question.unit, near.cap)
    if found is None or not is_whole(found, position, play_rules.rules):
        return None
    method: Method = "exact" if near.exact and near.answers.has(position) else "estimated"
    if method == "exact":
        press, passing = (None if value is None else known(value, near.answers.rounding) for value in found)
    else:
        error = math.hypot(near.error, between)
        press, passing = (roughly(value, error, 0.0) for value in found)
    return answer(question, Found(method, play_rules, press, passing, near.answers.states, notes=(NOTE,)))


def _interpolating(answers: Between, position: Position) -> float:
    """Standard error of an answer that is interpolated, by how far apart those are that it is made of; 0 if it is not."""
    corners = answers.corners(position) or []
    apart = 0.0
    for action in zip(*(answers.kept.actions(corner) or (None, None) for corner, _ in corners), strict=True):
        values = [value for value in action if value is not None]
        if values:
            apart = max(apart, float(np.ptp(values, axis=0).max()))
    aside = len(corners) < math.prod(len(answers.around(seat, c.score)) for seat, c in enumerate(position.contestants))
    return math.hypot(OF_WIDTH * apart, ASIDE if aside else 0.0)
