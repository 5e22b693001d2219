"""The answer from a stored table."""

from __future__ import annotations

from ..game.rules import PlayRules
from ..tables.lookup import look_up
from ..tables.store import Store
from .question import Question
from .result_builder import SolverOutcome, exact_action


def stored_answer(question: Question) -> SolverOutcome | None:
    """Return the answer of a stored table to a question with a unit, or None.

    Tables hold both actions, not the outcomes of the next spin.
    """
    rules = question.seated_rules
    play_rules = PlayRules(rules, question.unit, rules.cap or 0)
    found = look_up(Store(), question.position, question.board, play_rules)
    if found is None:
        return None
    press = None if found.press is None else exact_action(found.press, found.rounding)
    passing = None if found.passing is None else exact_action(found.passing, found.rounding)
    note = "Read from a table that was worked out before."
    return SolverOutcome(
        "exact", PlayRules(rules, question.unit, found.cap), press, passing, found.states, notes=(note,)
    )
