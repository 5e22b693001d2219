"""Answers and reviews as CSV tables: one observation per row, with the engine's unrounded numbers."""

from collections.abc import Iterable
from typing import Any

from engine import Review
from pressorpass_site.answers.analyses.answers import Answer
from pressorpass_site.core.csv_text import render_csv
from pressorpass_site.questions.question import SEATS

from .subjects import AnswerSubject

ABOUT = ("position", "board", "then", "questions", "method", "engine")
ODDS = ("win", "low", "high", "standard_error", "money", "worth", "worth_error")
STEP = ("n", "event", "text", "move", "kind", "position", "mover", "done", "best", "cost", "cost_error")
SURE = ("too_close", "method", "error")


def render_odds(subject: AnswerSubject, answer: Answer) -> str:
    """Return a row per action and contestant: the chance to win with its bounds, and the utility."""
    follows = subject.then or (None, None)
    about = (answer.position.notation, subject.reference, *follows, answer.method, answer.result["engine"])
    rows = (
        [
            action,
            seat + 1,
            name,
            "yes" if seat == answer.mover_seat else "no",
            *_list_seat_values(outcome, seat),
            *about,
        ]
        for action, outcome in answer.actions.items()
        for seat, name in enumerate(SEATS)
    )
    return render_csv(("action", "seat", "contestant", "up", *ODDS, *ABOUT), rows)


def render_steps(review: Review) -> str:
    """Return a row for each step, those without odds included, in the order of the game."""
    data = review.to_json()
    head = [*STEP, *(f"{when}_{seat + 1}" for when in ("before", "after") for seat in range(len(SEATS))), *SURE]
    rows = sorted([*data["events"], *data["without_odds"]], key=lambda row: int(row["n"]))
    empty_cells = [None] * len(SEATS)
    return render_csv(
        head,
        (
            [
                *_list_cells(row, STEP),
                *row.get("before", empty_cells),
                *row.get("after", empty_cells),
                *_list_cells(row, SURE),
            ]
            for row in rows
        ),
    )


def _list_cells(row: dict[str, Any], names: Iterable[str]) -> list[Any]:
    """Return the values of these names; a pass with its receiver as in the game notation."""
    cells = []
    for name in names:
        value = row.get(name)
        to = row.get(f"{name}_to") if name in ("done", "best") else None
        cells.append(f"{value} {to}" if to else value)
    return cells


def _list_seat_values(outcome: dict[str, Any], seat: int) -> list[Any]:
    """A contestant's values, None where the answer has none."""
    return [outcome[name][seat] if outcome.get(name) is not None else None for name in ODDS]
