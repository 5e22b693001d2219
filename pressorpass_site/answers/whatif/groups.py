"""Maps and lines computed by a group of jobs, whose parts are shown as they arrive."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from engine import ENGINE_VERSION, Position
from pressorpass_site.answers.tables import whatif_tables as tables
from pressorpass_site.core.identity import identity_key
from pressorpass_site.questions.question import Question
from pressorpass_site.work.models import LOOK, Status
from pressorpass_site.work.queues import check

from .cells import NOT_YET, Cell
from .models import MapPart, WhatIfMap
from .numbers import Number, ladder, numbers, values
from .tasks import jobs

CELL_SECONDS = 1.0  # time limit of a cell that is solved separately
MAX_CELLS = (7, 9)  # rows and columns of a map
MAX_CELLS_WITHOUT_TABLES = (7, 7)


@dataclass(frozen=True)
class PartGroup:
    """The current parts of a map or of lines."""

    parts: list[MapPart]

    @property
    def under_way(self) -> bool:
        return any(part.is_active for part in self.parts)

    @property
    def stopping(self) -> bool:
        return any(part.cancel_requested for part in self.parts if part.is_active)

    @property
    def stopped(self) -> bool:
        """Whether it ended before it was complete."""
        return not self.under_way and any(part.status != Status.DONE for part in self.parts)

    @property
    def message(self) -> str:
        """The message of a failed part."""
        return next((part.message for part in self.parts if part.message and not part.is_active), "")

    @property
    def done(self) -> float:
        """The share that is done, 0 to 1."""
        total = sum(len(part.values) for part in self.parts)
        return sum(len(part.cells) for part in self.parts) / max(1, total)


def cell_of(part: MapPart, value: int) -> Cell:
    """Return the cell of a value, if it has been computed."""
    stored = part.cells.get(str(value))
    return Cell.from_json(stored) if stored else NOT_YET


def find_or_start(question: Question, row: Number | None = None, column: Number | None = None) -> PartGroup:
    """Return the map over two numbers, the ladder of one, or without them the lines of single numbers.

    Its jobs are started if it is new.
    """
    found = find(question, row, column)
    if found is not None:
        return found
    seq = check()
    with transaction.atomic():
        what_if, created = WhatIfMap.objects.get_or_create(
            key=_key(question, row, column), defaults={**WhatIfMap.columns(question), "status": Status.DONE}
        )
        if created:
            MapPart.objects.bulk_create(
                [
                    MapPart(
                        key=MapPart.key_at(what_if, place),
                        part_of=what_if,
                        **MapPart.columns(replace(question, position=position)),
                        input=line,
                        **jobs.queued(_limits(), LOOK, seq),
                    )
                    for place, (position, line) in enumerate(_lines(question, row, column))
                ]
            )
    found = PartGroup(list(MapPart.objects.filter(part_of=what_if)))
    if created:
        jobs.dispatch(*found.parts)
    return found


def find(question: Question, row: Number | None = None, column: Number | None = None) -> PartGroup | None:
    """Return the same, if it has been started."""
    what_if = WhatIfMap.objects.filter(key=_key(question, row, column)).first()
    return PartGroup(list(MapPart.objects.filter(part_of=what_if))) if what_if else None


def resume(found: PartGroup) -> None:
    """Restart the parts that were stopped or failed; they keep their cells."""
    for part in _rows(found):
        jobs.retry(part, _limits())


def look(found: PartGroup) -> None:
    """Put the parts in view."""
    jobs.look(*found.parts)


def cancel(found: PartGroup) -> None:
    """Stop the parts, except any that another viewer is waiting for."""
    jobs.cancel(*_rows(found))


def _rows(found: PartGroup) -> QuerySet[MapPart]:
    return MapPart.objects.filter(pk__in=[part.pk for part in found.parts])


def rows_and_columns(question: Question, row: Number, column: Number) -> tuple[list[int], list[int]]:
    """Return the values of a map's axes."""
    rows, columns = MAX_CELLS_WITHOUT_TABLES if tables.refusal(question) else MAX_CELLS
    return values(row, question.position, rows), values(column, question.position, columns)


def is_transposed(position: Position, row: Number, column: Number) -> bool:
    """Return whether a map is computed by columns, since a line of scores is answered at once, the mover's exactly."""
    return row.is_score and (not column.is_score or row.seat == position.mover_seat)


def _lines(question: Question, row: Number | None, column: Number | None) -> list[tuple[Position, dict[str, Any]]]:
    """Return the position and the input of each line."""
    if row and column:
        return _map_lines(question, row, column)
    if row:
        return [_line(question.position, row, ladder(row, question.position), ladder=True)]
    return _single_lines(question)


def _map_lines(question: Question, row: Number, column: Number) -> list[tuple[Position, dict[str, Any]]]:
    rows, columns = rows_and_columns(question, row, column)
    if is_transposed(question.position, row, column):
        (row, rows), (column, columns) = (column, columns), (row, rows)
    return [_line(moved, column, columns, down) for down in rows if (moved := row.with_value(question.position, down))]


def _single_lines(question: Question) -> list[tuple[Position, dict[str, Any]]]:
    """Return a line for each relevant number, except scores if a table answers them."""
    position, wanted = question.position, tables.request(question)
    has_table = wanted.near is not None or wanted.under_way
    return [
        _line(position, number, values(number, position, MAX_CELLS[1]))
        for number in numbers(position)
        if (not has_table if number.is_score else is_relevant(number, position))
    ]


def is_relevant(number: Number, position: Position) -> bool:
    """Return whether to compute a line for a number of spins or Whammies."""
    # Passed spins must be played, so the contestant who has them has no decision.
    return number.kind != "passed" or (number.seat != position.mover_seat and number.of(position) > 0)


def _line(
    position: Position, number: Number, wanted: list[int], value: int = 0, *, ladder: bool = False
) -> tuple[Position, dict[str, Any]]:
    return position, {"number": number.name, "values": wanted, "value": value, "ladder": ladder}


def _limits() -> dict[str, Any]:
    return tables.limits() | {"seconds": CELL_SECONDS}


def _key(question: Question, row: Number | None, column: Number | None) -> str:
    return identity_key([question.key, row.name if row else "", column.name if column else "", ENGINE_VERSION])
