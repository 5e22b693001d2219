"""The downloadable files of a game's review."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from . import pictures, review_picture
from .csv_tables import escaped
from .review_subjects import ReviewSubject

SEATS = range(3)
STEP = ("n", "event", "text", "move", "kind", "position", "mover", "done", "best", "cost", "cost_error")
SURE = ("too_close", "method", "error")
ACCOUNT = ("seat", "name", "start", "luck", "skill", "end", "chance", "opponents", "corrections", "decisions", "right")


@dataclass(frozen=True)
class ReviewFile:
    """One kind of file: `make` produces its content for a subject and the site's host."""

    content_type: str
    make: Callable[[ReviewSubject, str], str | bytes]
    inline: bool = True


def _png(subject: ReviewSubject, site: str) -> bytes:
    return pictures.png(review_picture.svg(subject, site))


def _steps(subject: ReviewSubject, site: str) -> str:
    """A row for each step, those without odds included, in the order of the game."""
    found = subject.status.review.to_json()
    head = [*STEP, *(f"{when}_{seat + 1}" for when in ("before", "after") for seat in SEATS), *SURE]
    rows = sorted([*found["events"], *found["without_odds"]], key=lambda row: int(row["n"]))
    return _table(head, ([*_cells(row, STEP), *_odds(row), *_cells(row, SURE)] for row in rows))


def _contestants(subject: ReviewSubject, site: str) -> str:
    """A row for each contestant's luck and skill, with the errors of both."""
    rows = subject.status.review.to_json()["contestants"]
    cells = (
        [
            *_cells(row, ACCOUNT),
            row["error"]["luck"],
            row["error"]["skill"],
            row["method"],
            row["wrong"],
            row["too_close"],
        ]
        for row in rows
    )
    return _table([*ACCOUNT, "luck_error", "skill_error", "method", "wrong", "too_close"], cells)


def _json(subject: ReviewSubject, site: str) -> str:
    """The command line's JSON object for the same game, as far as it is solved."""
    return json.dumps(subject.status.review.to_json(), ensure_ascii=False) + "\n"


def _cells(row: dict[str, Any], names: Iterable[str]) -> list[Any]:
    """The values of these names; a pass with its receiver as the game notation has it."""
    cells = []
    for name in names:
        value = row.get(name)
        to = row.get(f"{name}_to") if name in ("done", "best") else None
        cells.append(f"{value} {to}" if to else value)
    return cells


def _odds(row: dict[str, Any]) -> list[Any]:
    return [row[when][seat] if when in row else None for when in ("before", "after") for seat in SEATS]


def _table(head: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(head)
    writer.writerows([escaped(cell) for cell in row] for row in rows)
    return out.getvalue()


CSV = "text/csv; charset=utf-8; header=present"
REVIEW_FILES = {
    "review.png": ReviewFile("image/png", _png),
    "review.svg": ReviewFile("image/svg+xml", review_picture.svg),
    "review.csv": ReviewFile(CSV, _steps, inline=False),
    "luck-and-skill.csv": ReviewFile(CSV, _contestants, inline=False),
    "review.json": ReviewFile("application/json", _json),
}
