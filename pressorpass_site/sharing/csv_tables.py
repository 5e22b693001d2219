"""Answers and reviews as CSV tables: one observation per row, with the engine's unrounded numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine import Review
from pressorpass_site.answers.analyses.answers import Answer
from pressorpass_site.core.csv_text import csv_text
from pressorpass_site.questions.question import SEATS

from .subjects import AnswerSubject

ABOUT = ("position", "board", "then", "questions", "method", "engine")
ODDS = ("win", "low", "high", "standard_error", "money", "worth", "worth_error")
STEP = ("n", "event", "text", "move", "kind", "position", "mover", "done", "best", "cost", "cost_error")
SURE = ("too_close", "method", "error")


def odds(subject: AnswerSubject, answer: Answer) -> str:
    """Return a row per action and contestant: the chance to win with its bounds, and the utility."""
    rows = (
        [action, *_contestant_columns(answer, seat), *_values_of_seat(answer.actions[action], ODDS, seat)]
        for action in answer.actions
        for seat in range(len(SEATS))
    )
    return _table(("action", "seat", "contestant", "up", *ODDS), rows, subject, answer)


def steps(review: Review) -> str:
    """Return a row for each step, those without odds included, in the order of the game."""
    found = review.to_json()
    head = [*STEP, *(f"{when}_{seat + 1}" for when in ("before", "after") for seat in range(len(SEATS))), *SURE]
    rows = sorted([*found["events"], *found["without_odds"]], key=lambda row: int(row["n"]))
    return csv_text(head, ([*_cells(row, STEP), *_odds_of_step(row), *_cells(row, SURE)] for row in rows))


def _cells(row: dict[str, Any], names: Iterable[str]) -> list[Any]:
    """Return the values of these names; a pass with its receiver as in the game notation."""
    cells = []
    for name in names:
        value = row.get(name)
        to = row.get(f"{name}_to") if name in ("done", "best") else None
        cells.append(f"{value} {to}" if to else value)
    return cells


def _odds_of_step(row: dict[str, Any]) -> list[Any]:
    return [row[when][seat] if when in row else None for when in ("before", "after") for seat in range(len(SEATS))]


def _contestant_columns(answer: Answer, seat: int) -> list[Any]:
    return [seat + 1, SEATS[seat], "yes" if seat == answer.mover_seat else "no"]


def _values_of_seat(found: dict[str, Any], names: Sequence[str], seat: int) -> list[Any]:
    """Return the contestant's value of each; None if the answer has none."""
    return [found[name][seat] if found.get(name) is not None else None for name in names]


def _table(head: Sequence[str], rows: Iterable[Sequence[Any]], subject: AnswerSubject, answer: Answer) -> str:
    """Return the table with the subject of the answer in each row."""
    follows = subject.then or (None, None)
    about = (answer.position.notation, subject.reference, *follows, answer.method, answer.result["engine"])
    return csv_text([*head, *ABOUT], ((*row, *about) for row in rows))
