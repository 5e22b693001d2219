"""The best known answer to a question: stored and new answers and a table's, combined."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from engine import InputError, SolveResult, combine
from pressorpass_site.questions.question import AUTO, Question
from pressorpass_site.tables import whatif_tables as tables

from .figures import Figures


def best_known(question: Question, stored: dict[str, Any] | None, *found: dict[str, Any]) -> dict[str, Any] | None:
    """Return a stored answer combined with new ones and the table's; `stored` itself if they add nothing.

    No figure becomes less certain. The table is not asked once the answer is exact.
    """
    best = stored
    for each in found:
        best = _combined(best, each)
    if (best is None or best["method"] != "exact") and (table := from_table(question)):
        best = _combined(best, table)
    return best


def from_table(question: Question) -> dict[str, Any] | None:
    """Return a table's answer to a question; None if none has it, or says nothing."""
    if question.method != AUTO:
        return None
    with suppress(InputError):
        found = tables.from_table(question)
        if found and not Figures(found).says_nothing:
            return found
    return None


def _combined(known: dict[str, Any] | None, found: dict[str, Any]) -> dict[str, Any]:
    if known is None:
        return found
    before = SolveResult.from_json(known)
    after = combine(before, SolveResult.from_json(found))
    return known if after is before else after.to_json()
