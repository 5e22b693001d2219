"""An answer as CSV tables: one observation per row, with the engine's unrounded numbers."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from pressorpass_site.analyses.answers import Answer
from pressorpass_site.questions.question import SEATS

from .subjects import Subject

ABOUT = ("position", "board", "method", "engine")
ODDS = ("win", "low", "high", "standard_error", "money", "worth", "worth_error")
EFFECTS = ("win", "worth", "worth_error")
OUTCOME = ("label", "kind", "amount", "chance")
# A spreadsheet takes a text that begins with one of these for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def odds(subject: Subject, answer: Answer) -> str:
    """A row per action and contestant: the chance to win with its bounds, and the utility."""
    rows = (
        [action, *_contestant_columns(answer, seat), *_values_of_seat(answer.actions[action], ODDS, seat)]
        for action in answer.actions
        for seat in range(len(SEATS))
    )
    return _table(("action", "seat", "contestant", "up", *ODDS), rows, subject, answer)


def outcomes(subject: Subject, answer: Answer) -> str:
    """A row per outcome of the next spin and contestant: the outcome's chance, and the chance to win after it."""
    rows = (
        [
            *(outcome[name] for name in OUTCOME),
            *_contestant_columns(answer, seat),
            *_values_of_seat(outcome, EFFECTS, seat),
        ]
        for outcome in answer.result.get("outcomes") or []
        for seat in range(len(SEATS))
    )
    return _table((*OUTCOME, "seat", "contestant", "up", *EFFECTS), rows, subject, answer)


def _contestant_columns(answer: Answer, seat: int) -> list[Any]:
    return [seat + 1, SEATS[seat], "yes" if seat == answer.mover_seat else "no"]


def _values_of_seat(found: dict[str, Any], names: Sequence[str], seat: int) -> list[Any]:
    """The contestant's value of each; None where the answer has none."""
    return [found[name][seat] if found.get(name) is not None else None for name in names]


def _table(head: Sequence[str], rows: Iterable[Sequence[Any]], subject: Subject, answer: Answer) -> str:
    about = (answer.position.notation, subject.reference, answer.method, answer.result["engine"])
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([*head, *ABOUT])
    writer.writerows([escaped(cell) for cell in (*row, *about)] for row in rows)
    return out.getvalue()


def escaped(cell: Any) -> Any:
    """A text that a spreadsheet would evaluate gets an apostrophe in front."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
