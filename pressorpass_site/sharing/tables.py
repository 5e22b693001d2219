"""An answer as tables for other programs (CSV): one observation a row, numbers as the engine has them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from pressorpass_site.analyses.answers import Answer
from pressorpass_site.questions.rule_words import SEATS

from .subjects import Subject

ABOUT = ("position", "board", "method", "engine")
ODDS = ("win", "low", "high", "standard_error", "money", "worth", "worth_error")
EFFECTS = ("win", "worth", "worth_error")
OUTCOME = ("label", "kind", "amount", "chance")
# A spreadsheet takes a text that begins so for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def odds(subject: Subject, answer: Answer) -> str:
    """A row for every choice and contestant: his chance to win, between what it lies, and what it is worth."""
    rows = (
        [action, *_whose(answer, seat), *_of_seat(answer.actions[action], ODDS, seat)]
        for action in answer.actions
        for seat in range(len(SEATS))
    )
    return _table(("action", "seat", "contestant", "up", *ODDS), rows, subject, answer)


def outcomes(subject: Subject, answer: Answer) -> str:
    """A row for every outcome of the next spin and contestant: its chance, and his chance to win after it."""
    rows = (
        [*(outcome[name] for name in OUTCOME), *_whose(answer, seat), *_of_seat(outcome, EFFECTS, seat)]
        for outcome in answer.result.get("outcomes") or []
        for seat in range(len(SEATS))
    )
    return _table((*OUTCOME, "seat", "contestant", "up", *EFFECTS), rows, subject, answer)


def _whose(answer: Answer, seat: int) -> list[Any]:
    return [seat + 1, SEATS[seat], "yes" if seat == answer.up else "no"]


def _of_seat(found: dict[str, Any], names: Sequence[str], seat: int) -> list[Any]:
    """The contestant's part of each; empty where the answer does not know of it."""
    return [found[name][seat] if found.get(name) is not None else None for name in names]


def _table(head: Sequence[str], rows: Iterable[Sequence[Any]], subject: Subject, answer: Answer) -> str:
    about = (answer.position.notation, subject.reference, answer.method, answer.result["engine"])
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([*head, *ABOUT])
    writer.writerows([_harmless(cell) for cell in (*row, *about)] for row in rows)
    return out.getvalue()


def _harmless(cell: Any) -> Any:
    """Texts that a spreadsheet would compute get an apostrophe in front."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
