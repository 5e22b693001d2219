"""The answer read from a stored table."""

from __future__ import annotations

from ..game.rules import PlayRules
from ..tables.store import Store, open_table
from .question import Question
from .result_builder import SolverOutcome, exact_action


def stored_answer(question: Question) -> SolverOutcome | None:
    """Return the answer of a stored table to a question with a unit, or None.

    Tables hold both actions, not the outcomes of the next spin.
    """
    rules, position = question.seated_rules, question.position
    table = open_table(Store(), position, question.board, rules, question.unit)
    if table is None:
        return None
    found = table.answer(position, rules)
    if found is None:
        return None
    press, passing = (exact_action(value, table.rounding) for value in found)
    note = "Read from a table that was worked out before."
    play_rules = PlayRules(rules, question.unit, table.cap)
    return SolverOutcome("exact", play_rules, press, passing, table.states, notes=(note,))
