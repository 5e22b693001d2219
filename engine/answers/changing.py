"""Estimates where the board changes: the first spins one by one, what follows from a coarser grid."""

from __future__ import annotations

import math

from engine.answers.coarse import coarse
from engine.answers.found import Found, estimated, outcomes_of
from engine.answers.grids import fewer_error, rough_error, start
from engine.answers.question import Question
from engine.errors import Unaffordable
from engine.game.rules import Table
from engine.game.spin import spins
from engine.solve.cubes import suits
from engine.solve.flag import Progress
from engine.solve.playouts import Playouts
from engine.solve.switch import Switch

FINE = 500  # up to this unit rounding the board's values errs less than a grid of scores


def changing(question: Question, table: Table) -> Found:
    """The best estimate that the limits allow: a slightly coarser board, else a grid of scores.

    Raises:
        Unaffordable: there is no way to estimate it within the limits.
        Unsettled: choices in an endless cycle of spins chase one another.
        Cancelled: the flag was set.
    """
    if table.rules.in_dollars or not suits(question.board, table):
        return coarse(question)
    try:
        return coarse(question, FINE)
    except Unaffordable:
        return _from_grid(question, table)


def _from_grid(question: Question, table: Table) -> Found:
    assert question.now is not None
    question.listener(Progress("Choosing a grid of scores", 0.0))
    switch = Switch(question.position, question.now, table, question.cancel)
    begun = start(question, table)
    begun.cubes.solve(question.listener)
    game = spins(question.board, table.rules, table.unit), table
    values = Playouts(begun.cubes, game=game, seating=begun.seating)
    ply = switch.look(values.value)
    error = (math.hypot(rough_error(begun), fewer_error(begun, question.position.spins)),) * 3
    return Found(
        "estimated",
        table,
        None if ply.press is None else estimated(ply.press, error),
        None if ply.passing is None else estimated(ply.passing, error),
        begun.cubes.states,
        outcomes_of(question, table, ply),
        (f"After the board has changed, estimated from scores ${begun.grid:,} apart.",),
    )
