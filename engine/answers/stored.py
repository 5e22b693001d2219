"""Stored tables: the answer read from one, and a table as the by-product of an answer.

Where an answer needs most of a configuration, all of it is solved and kept.
"""

from __future__ import annotations

import logging
from contextlib import suppress

from ..errors import Unaffordable
from ..game.rules import PlayRules
from ..solve import schedule
from ..solve.boxes.cubes import Cubes
from ..tables.answer_table import TableError
from ..tables.from_cubes import plan_table, table_from_cubes
from ..tables.key import key_of
from ..tables.store import Store, open_table
from .question import Question
from .result_builder import SolverOutcome, exact_action

log = logging.getLogger(__name__)


def stored_answer(question: Question) -> SolverOutcome | None:
    """Return the answer of a stored table to a question with a unit, or None.

    Tables hold both actions, not the outcomes of the next spin.
    """
    rules, position = question.seated_rules, question.position
    table = open_table(Store(), position, question.board, rules, question.unit)
    if table is None:
        return None
    try:
        found = table.answer(position, rules)
    except TableError as error:
        log.warning("A table in %s is ignored: %s", table.path.parent, error)
        return None
    if found is None:
        return None
    press, passing = (exact_action(value, table.rounding) for value in found)
    note = "Read from a table that was worked out before."
    play_rules = PlayRules(rules, question.unit, table.cap)
    return SolverOutcome("exact", play_rules, press, passing, table.states, notes=(note,))


def for_every_score(question: Question, play_rules: PlayRules, seconds: float) -> Cubes | None:
    """Return cubes for every score of the question's configuration; None if they would take too long.

    Args:
        question: the question.
        play_rules: its rules.
        seconds: the time that the answer alone takes.
    """
    position = question.position
    if seconds < schedule.WORTH_KEEPING or any(
        c.score % play_rules.unit or c.score > play_rules.cap for c in position.contestants
    ):
        return None
    with suppress(Unaffordable, TableError):
        key_of(position, question.board, play_rules)
        plan = plan_table(
            position,
            question.board,
            play_rules,
            memory=question.limits.memory_bytes,
            cancel=question.cancel,
            patience=max(schedule.KEEPING_AT_LEAST, seconds),
        )
        most = max(schedule.KEEPING_AT_LEAST, schedule.KEEPING * seconds)
        if plan.seconds <= min(most, question.schedule.left()):
            cubes: Cubes = plan.work
            return cubes
    return None


def keep(question: Question, play_rules: PlayRules, cubes: Cubes) -> None:
    """Store solved cubes as a table; failing to store it does not fail the answer."""
    try:
        Store().keep(question.position, question.board, play_rules, table_from_cubes(cubes))
    except (TableError, OSError) as error:
        log.warning("The table of %s is not kept: %s", question.position.notation, error)
