"""The door to the what-ifs: maps, break-evens, and answers for other scores."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ObjectDoesNotExist

from engine import Position, TableError
from pressorpass_site.analyses import services as analyses
from pressorpass_site.analyses.answers import Answer
from pressorpass_site.questions.question import Question
from pressorpass_site.tables import whatif_tables as tables
from pressorpass_site.tables.whatif_tables import TableStatus

from . import from_tables, groups, runs
from .cells import IMPOSSIBLE, NOT_YET, Cell, of_answer
from .grid import Grid, draw
from .groups import Group
from .numbers import Number, scores
from .variations import MapQuestion, addresses

Cells = tuple[int, int]
SMALL: Cells = (9, 9)
LARGE: Cells = (17, 21)
STEP = 250  # dollars that a slider moves by


@dataclass(frozen=True)
class BreakEven:
    """Where one number changes the verdict, in a sentence; empty as long as that is not known."""

    number: Number
    now: str
    sentence: str
    under_way: bool = False


@dataclass(frozen=True)
class Slider:
    """A score that may be moved, in steps of `step` dollars; `rounded` is where its handle stands at first."""

    number: Number
    own: int
    highest: int
    step: int = STEP

    @property
    def rounded(self) -> int:
        steps = (2 * self.own + self.step) // (2 * self.step)
        return min(steps * self.step, self.highest)


@dataclass(frozen=True)
class Drawn:
    """A map as it stands, and what there is to say of it.

    Attributes:
        grid: None as long as there is nothing to draw.
        wanted: how the table stands where the map is read from one.
        group: how the parts stand where it is worked out in parts.
        notes: small print, in sentences.
    """

    grid: Grid | None
    wanted: TableStatus | None = None
    group: Group | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def under_way(self) -> bool:
        if self.group is not None:
            return self.group.under_way
        return self.wanted is not None and self.wanted.under_way


@dataclass(frozen=True)
class State:
    """Everything that the what-ifs of a position show, as it stands."""

    wanted: TableStatus
    drawn: Drawn
    break_evens: list[BreakEven]
    lines: Group | None
    line_break_evens: list[BreakEven]
    sliders: list[Slider]

    @property
    def offer(self) -> str:
        """What a button may begin where the map is not there, or rough; empty where nothing is gained."""
        if self.drawn.group is not None or self.wanted.under_way:
            return ""
        if self.drawn.grid is None:
            return "Work out this map"
        return "" if self.wanted.fine_enough else "Ask the cells in doubt singly"

    @property
    def under_way(self) -> bool:
        """Whether more is on its way."""
        return self.wanted.under_way or self.drawn.under_way or (self.lines is not None and self.lines.under_way)


def look(asked: MapQuestion, cells: Cells, *, begin: bool) -> State:
    """All of it; the table is wanted from now on, and the map where `begin` says that somebody chose it."""
    question = asked.question
    wanted = tables.request(question)
    group = None
    if asked.of_scores and not wanted.under_way:  # whoever has asked for it sees the sharper one
        group = groups.find(question, asked.row, asked.column)
    elif not asked.of_scores:
        group = (groups.begin if begin else groups.find)(question, asked.row, asked.column)
    drawn = in_parts(asked, group) if group or not asked.of_scores else of_scores(asked, wanted, cells)
    lines = groups.find(question)
    return State(
        wanted=wanted,
        drawn=drawn,
        break_evens=score_break_evens(question, wanted),
        lines=lines,
        line_break_evens=line_break_evens(lines),
        sliders=sliders(question, wanted),
    )


def act(asked: MapQuestion, what: str, *, stop: bool) -> None:
    """Begin, go on with or stop the table, the map in parts, or the lines of single numbers."""
    question = asked.question
    if what == "table":
        tables.cancel(question) if stop else tables.request(question, afresh=True)
        return
    numbers = (asked.row, asked.column) if what == "map" else ()
    found = groups.find(question, *numbers)
    if stop and found:
        groups.cancel(found)
    elif not stop:
        groups.resume(found or groups.begin(question, *numbers))


def of_scores(asked: MapQuestion, wanted: TableStatus, size: Cells) -> Drawn:
    """The map over two scores, from the table."""
    question, near = asked.question, wanted.near
    if near is None:
        return Drawn(None, wanted)
    position = question.position
    try:
        found = from_tables.plane(near, position, question.rules, asked.row, asked.column, size)
    except TableError:  # damaged: it is built again when it is wanted next
        found = None
    if found is None:
        return Drawn(None, wanted)
    cells = _with_the_answer(question, asked, found.rows, found.columns, found.cells)
    grid = draw(position, asked.row, asked.column, found.rows, found.columns, cells, addresses(question))
    return Drawn(grid, wanted, notes=_notes(wanted, found.capped))


def in_parts(asked: MapQuestion, group: Group | None) -> Drawn:
    """The map over two numbers that is worked out in parts, as far as it is; None: nobody has begun it."""
    if group is None:
        return Drawn(None)
    position = asked.question.position
    rows, columns = groups.rows_and_columns(asked.question, asked.row, asked.column)
    found = {}
    turned = groups.turned(asked.row, asked.column)
    for part in group.parts:
        for value in part.values:
            found[(value, part.value) if turned else (part.value, value)] = groups.cell_of(part, value)
    begun = {part.value for part in group.parts}
    cells = [
        [found.get((i, j), NOT_YET if (j if turned else i) in begun else IMPOSSIBLE) for j in columns] for i in rows
    ]
    cells = _with_the_answer(asked.question, asked, rows, columns, cells)
    grid = draw(position, asked.row, asked.column, rows, columns, cells, addresses(asked.question))
    note = "Each line is read from a table where there is one; the other cells, and those in doubt, are asked singly."
    return Drawn(grid, group=group, notes=[note])


def line_break_evens(group: Group | None) -> list[BreakEven]:
    """What each number that is asked singly would have to be for another verdict, as far as it is known."""
    found = []
    for part in group.parts if group else []:
        number = Number.named(part.number)
        line = {value: groups.cell_of(part, value) for value in part.values}
        complete = all(cell.known for cell in line.values())
        said = runs.sentence(number, line) if complete else ""
        own = Position.parse(part.position)
        found.append(BreakEven(number, number.said(number.of(own)), said, under_way=part.is_active))
    return found


def score_break_evens(question: Question, wanted: TableStatus) -> list[BreakEven]:
    """What each score would have to be for another verdict, as the table has it; none where there will be no table."""
    near, found = wanted.near, []
    if near is None and not wanted.under_way:
        return []
    for number in scores(question.position):
        said = ""
        if near is not None:
            line = from_tables.line(near, question.position, question.rules, number)
            lead = runs.by_lead(number, line, question.position)
            said = f"{runs.sentence(number, line)} {lead}".strip()
        own = number.said(number.of(question.position))
        found.append(BreakEven(number, own, said, under_way=wanted.under_way))
    return found


def sliders(question: Question, wanted: TableStatus) -> list[Slider]:
    """The scores that the table answers for; none as long as there is no table."""
    if wanted.near is None:
        return []
    found = []
    for number in scores(question.position):
        own, there = number.of(question.position), int(wanted.near.answers.dollars[number.seat][-1])
        highest = min(there, max(24_000, 2 * own)) // STEP * STEP
        found.append(Slider(number, own, max(highest, own // STEP * STEP)))
    return found


def answer(question: Question) -> Answer | None:
    """The answer to a question from a kept table, at once; None if none has it."""
    found: dict[str, Any] | None = tables.from_table(question)
    return Answer(found) if found else None


def _with_the_answer(
    question: Question, asked: MapQuestion, rows: list[int], columns: list[int], cells: list[list[Cell]]
) -> list[list[Cell]]:
    """The cells with the stored answer in the place of this position, if that is the better one."""
    try:
        result = analyses.find(question.key).result
        i, j = rows.index(asked.row.of(question.position)), columns.index(asked.column.of(question.position))
    except (ObjectDoesNotExist, ValueError):
        return cells
    if result is not None:
        stored = of_answer(result)
        if stored.off <= cells[i][j].off or not cells[i][j].known:
            cells[i][j] = stored
    return cells


def _notes(wanted: TableStatus, capped: bool) -> list[str]:
    assert wanted.near
    notes = []
    if not wanted.near.exact:
        notes.append(
            f"From a table of scores ${wanted.near.grid:,} apart, and between them: chances to about "
            f"±{100 * wanted.near.answers.rounding:.2g} points."
        )
    if capped:
        notes.append("At the highest scores the table is less certain.")
    return notes
