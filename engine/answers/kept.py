"""The answer from a table that an earlier solve has kept."""

from __future__ import annotations

from ..game.rules import PlayRules
from ..tables.lookup import look_up
from ..tables.store import Store
from .found import Found, known
from .question import Question


def kept(question: Question) -> Found | None:
    """What a kept table says, or None. Tables hold both actions, not the outcomes of the next spin."""
    rules = question.played
    if rules.unit is None or rules.in_dollars:
        return None
    play_rules = PlayRules(rules, rules.unit, rules.cap or 0)
    found = look_up(Store(), question.position, question.board, play_rules)
    if found is None:
        return None
    press = None if found.press is None else known(found.press, found.rounding)
    passing = None if found.passing is None else known(found.passing, found.rounding)
    note = "The answer was read from a table; the outcomes of the next spin are not kept there."
    return Found("exact", PlayRules(rules, rules.unit, found.cap), press, passing, found.states, notes=(note,))
