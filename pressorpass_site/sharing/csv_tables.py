"""Answers and reviews as CSV tables, with the engine's unrounded numbers."""

from collections.abc import Iterable
from typing import Any

from engine import Review
from pressorpass_site.answers.analyses.answers import Answer
from pressorpass_site.core.csv_text import render_csv
from pressorpass_site.questions.question import SEATS

from .subjects import AnswerSubject

QUESTION_COLUMNS = ("position", "board", "then", "questions", "method", "engine")
ODDS_COLUMNS = ("win", "low", "high", "standard_error", "money", "worth", "worth_error")
STEP_COLUMNS = ("n", "event", "text", "move", "kind", "position", "mover", "done", "best", "cost", "cost_error")
CERTAINTY_COLUMNS = ("too_close", "method", "error")


def render_odds(subject: AnswerSubject, answer: Answer) -> str:
    """Return a row for each action and contestant: the chance to win with its bounds, and the payoff."""
    next_round = subject.next_round or (None, None)
    question_cells = (answer.position.notation, subject.reference, *next_round, answer.method, answer.result["engine"])
    rows = (
        [
            action,
            seat + 1,
            name,
            "yes" if seat == answer.mover_seat else "no",
            *(outcome[name][seat] if outcome.get(name) is not None else None for name in ODDS_COLUMNS),
            *question_cells,
        ]
        for action, outcome in answer.actions.items()
        for seat, name in enumerate(SEATS)
    )
    return render_csv(("action", "seat", "contestant", "up", *ODDS_COLUMNS, *QUESTION_COLUMNS), rows)


def render_steps(review: Review) -> str:
    """Return a row for each step in the order of the game, including steps without odds."""
    review_json = review.to_json()
    head = [
        *STEP_COLUMNS,
        *(f"{when}_{seat + 1}" for when in ("before", "after") for seat in range(len(SEATS))),
        *CERTAINTY_COLUMNS,
    ]
    rows = sorted([*review_json["events"], *review_json["without_odds"]], key=lambda row: int(row["n"]))
    empty_cells = [None] * len(SEATS)
    return render_csv(
        head,
        (
            [
                *_list_cells(row, STEP_COLUMNS),
                *row.get("before", empty_cells),
                *row.get("after", empty_cells),
                *_list_cells(row, CERTAINTY_COLUMNS),
            ]
            for row in rows
        ),
    )


def _list_cells(row: dict[str, Any], columns: Iterable[str]) -> list[Any]:
    """Return the values of these columns; a pass includes its receiver, as in the game notation."""
    cells = []
    for column in columns:
        value = row.get(column)
        to = row.get(f"{column}_to") if column in ("done", "best") else None
        cells.append(f"{value} {to}" if to else value)
    return cells
