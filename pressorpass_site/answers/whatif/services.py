"""What-ifs of a position: maps and break-evens."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine import Position
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.analyses.answers import Answer
from pressorpass_site.answers.tables import whatif_tables as tables
from pressorpass_site.answers.tables.whatif_tables import TableStatus
from pressorpass_site.questions.question import Question

from . import exact_cells, from_tables, groups, runs
from .cells import IMPOSSIBLE, NOT_YET, Cell, of_answer
from .grid import Grid, draw
from .groups import PartGroup
from .numbers import Number, scores
from .variations import MapQuestion, addresses, refusal

Cells = tuple[int, int]
SMALL: Cells = (9, 9)
LARGE: Cells = (17, 21)
EXACT_MARGIN = 1e-4  # exact margins are known better than this, in single precision too
ALL_EXACT = "Every square is exact."
NOT_ALL_EXACT = "Some squares are estimates."


@dataclass(frozen=True)
class BreakEven:
    """The values at which one number changes the verdict, in a sentence; empty until known."""

    number: Number
    now: str
    sentence: str
    under_way: bool = False


@dataclass(frozen=True)
class MapView:
    """A map in its current state.

    Attributes:
        grid: None while there is nothing to draw.
        wanted: the state of the table, if the map is read from one.
        group: the state of the parts, if it is computed in parts.
        notes: small print, in sentences.
    """

    grid: Grid | None
    wanted: TableStatus | None = None
    group: PartGroup | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def under_way(self) -> bool:
        if self.group is not None:
            return self.group.under_way
        return self.wanted is not None and self.wanted.under_way


@dataclass(frozen=True)
class WhatIfs:
    """All what-ifs of a position in their current state."""

    wanted: TableStatus
    drawn: MapView
    break_evens: list[BreakEven]
    lines: PartGroup | None
    line_break_evens: list[BreakEven]
    exact_soon: bool = False
    version: int = 0  # of the position's own answer, which may have become better by the table

    @property
    def offer(self) -> str:
        """The label of the button that computes or improves the map; empty if there is nothing to gain."""
        if self.drawn.group is not None or self.wanted.under_way:
            return ""
        if self.drawn.grid is None:
            return "Draw this map"
        if self.exact_soon:
            return "Solve every square exactly"
        return "" if self.wanted.fine_enough else "Solve the uncertain squares"

    @property
    def under_way(self) -> bool:
        """Whether any part is still being computed."""
        return self.wanted.under_way or self.drawn.under_way or (self.lines is not None and self.lines.under_way)


def what_ifs(asked: MapQuestion, cells: Cells, *, begin: bool) -> WhatIfs:
    """Return all what-ifs; request the table, and with `begin` start computing the chosen map."""
    question = asked.question
    wanted = tables.request(question)
    own = analyses.stored(question)
    group = None
    if asked.of_scores and not wanted.under_way:  # if it was requested, the more precise one is shown
        group = groups.find(question, asked.row, asked.column)
    elif not asked.of_scores:
        group = (groups.find_or_start if begin else groups.find)(question, asked.row, asked.column)
    drawn = computed_map(asked, group) if group or not asked.of_scores else score_map(asked, wanted, cells)
    if wanted.near and drawn.grid is None and not wanted.under_way:  # damaged, so that it was removed
        wanted = tables.request(question)
        drawn = replace(drawn, wanted=wanted)
    lines = groups.find(question)
    for shown in filter(None, (group, lines)):
        groups.look(shown)
    return WhatIfs(
        wanted=wanted,
        drawn=drawn,
        break_evens=score_break_evens(question, wanted),
        lines=lines,
        line_break_evens=line_break_evens(lines),
        exact_soon=_is_rough(wanted) and exact_cells.come_soon(question),
        version=own.version if own else 0,
    )


def act(asked: MapQuestion, what: str, *, stop: bool) -> None:
    """Start, resume or stop the table, the computed map, or the lines of single numbers."""
    question = asked.question
    if what == "table":
        tables.cancel(question) if stop else tables.request(question, afresh=True)
        return
    numbers = (asked.row, asked.column) if what == "map" else ()
    found = groups.find(question, *numbers)
    if stop and found:
        groups.cancel(found)
    elif not stop:
        groups.resume(found or groups.find_or_start(question, *numbers))


def score_map(asked: MapQuestion, wanted: TableStatus, size: Cells) -> MapView:
    """Return the map over two scores, from the table."""
    question, near = asked.question, wanted.near
    if near is None:
        return MapView(None, wanted)
    position = question.position
    found = from_tables.map_cells(near, position, question.rules, asked.row, asked.column, size)
    if found is None:
        return MapView(None, wanted)
    cells = _with_stored_answers(question, asked, found.rows, found.columns, found.cells)
    cells = _with_ladder(question, asked, found.rows, found.columns, cells)
    grid = draw(position, asked.row, asked.column, found.rows, found.columns, cells, addresses(question))
    return MapView(grid, wanted, notes=_notes(wanted, found.capped))


def computed_map(asked: MapQuestion, group: PartGroup | None) -> MapView:
    """Return the computed part of a map over two numbers; `group` is None if it has not been started."""
    if group is None:
        return MapView(None)
    position = asked.question.position
    rows, columns = groups.rows_and_columns(asked.question, asked.row, asked.column)
    found = {}
    transposed = groups.is_transposed(position, asked.row, asked.column)
    for part in group.parts:
        for value in part.values:
            found[(value, part.value) if transposed else (part.value, value)] = groups.cell_of(part, value)
    begun = {part.value for part in group.parts}
    cells = [
        [found.get((i, j), NOT_YET if (j if transposed else i) in begun else IMPOSSIBLE) for j in columns] for i in rows
    ]
    cells = _with_stored_answers(asked.question, asked, rows, columns, cells)
    grid = draw(position, asked.row, asked.column, rows, columns, cells, addresses(asked.question))
    known = [cell for cell in found.values() if cell.known]
    note = ALL_EXACT if all(cell.error <= EXACT_MARGIN for cell in known) else NOT_ALL_EXACT
    return MapView(grid, group=group, notes=[note] if known else [])


def line_break_evens(group: PartGroup | None) -> list[BreakEven]:
    """Return the known break-evens of the numbers with computed lines."""
    found = []
    for part in group.parts if group else []:
        number = Number.named(part.number)
        line = {value: groups.cell_of(part, value) for value in part.values}
        complete = all(cell.known for cell in line.values())
        sentence = runs.sentence(number, line) if complete else ""
        own = Position.parse(part.position)
        found.append(BreakEven(number, number.in_words(number.of(own)), sentence, under_way=part.is_active))
    return found


def score_break_evens(question: Question, wanted: TableStatus) -> list[BreakEven]:
    """Return the break-evens of the scores from the table, the mover's from exact answers where there are any.

    None if there is neither, nor a table to come.
    """
    lines = {
        number: (_table_line(question, number) if wanted.near else {}) | _ladder(groups.find(question, number))
        for number in scores(question.position)
    }
    if not wanted.under_way and not any(lines.values()):
        return []
    found = []
    for number, line in lines.items():
        sentence = f"{runs.sentence(number, line)} {runs.by_lead(number, line, question.position)}".strip()
        own = number.in_words(number.of(question.position))
        found.append(BreakEven(number, own, sentence, under_way=wanted.under_way))
    return found


def break_even(question: Question, answer: Answer, *, begin: bool) -> BreakEven | None:
    """Return the change of verdict with the mover's score; None if there is none, or it will not be known.

    It is known to the step where the answer is exact and all scores are solved at once, which `begin` starts.
    Otherwise it is known as precisely as from a stored table.
    """
    if answer.forced or answer.won or refusal(question) or not question.solvable:
        return None
    number = Number(question.position.mover_seat, "score")
    own = number.in_words(number.of(question.position))
    group = None
    if answer.method == "exact":
        group = (groups.find_or_start if begin else groups.find)(question, number)
        if group and begin:
            groups.look(group)
    line = _ladder(group) or _table_line(question, number)
    sentence = runs.break_even(number, line | _own(answer, number), question.position)
    under_way = group.under_way if group else answer.method == "exact"
    return BreakEven(number, own, sentence, under_way) if sentence or under_way else None


def _ladder(group: PartGroup | None) -> dict[int, Cell]:
    """Return the known cells of a ladder."""
    cells = {value: groups.cell_of(part, value) for part in (group.parts if group else []) for value in part.values}
    return {value: cell for value, cell in cells.items() if cell.known}


def _table_line(question: Question, number: Number) -> dict[int, Cell]:
    near = tables.nearest(question)
    return from_tables.line_cells(near, question.position, question.rules, number) if near else {}


def _own(answer: Answer, number: Number) -> dict[int, Cell]:
    return {number.of(answer.position): of_answer(answer.result)}


def _is_rough(wanted: TableStatus) -> bool:
    """Return whether there is a table and it is not exact."""
    return wanted.near is not None and not wanted.near.exact


def _with_stored_answers(
    question: Question, asked: MapQuestion, rows: list[int], columns: list[int], cells: list[list[Cell]]
) -> list[list[Cell]]:
    """Return the cells with the stored answers to their positions, where those are more precise."""
    places = {}
    for i, down in enumerate(rows):
        moved = asked.row.with_value(question.position, down)
        for j, along in enumerate(columns):
            if moved and (there := asked.column.with_value(moved, along)):
                places[replace(question, position=there)] = (i, j)
    for asked_there, answer in analyses.known(places).items():
        i, j = places[asked_there]
        stored = of_answer(answer.result)
        if stored.error <= cells[i][j].error or not cells[i][j].known:
            cells[i][j] = stored
    return cells


def _with_ladder(
    question: Question, asked: MapQuestion, rows: list[int], columns: list[int], cells: list[list[Cell]]
) -> list[list[Cell]]:
    """Return the cells with the mover's scores as the break-even has them, so that the map and its sentence agree."""
    number = Number(question.position.mover_seat, "score")
    line = _ladder(groups.find(question, number))
    for i, down in enumerate(rows):
        for j, along in enumerate(columns):
            value, other, beside = (along, asked.row, down) if asked.column == number else (down, asked.column, along)
            if number in (asked.row, asked.column) and value in line and other.of(question.position) == beside:
                cells[i][j] = cells[i][j].improved_by(line[value])
    return cells


def _notes(wanted: TableStatus, capped: bool) -> list[str]:
    assert wanted.near
    notes = []
    if not wanted.near.exact:
        notes.append(
            f"Estimated from scores ${wanted.near.grid:,} apart: chances within about "
            f"±{100 * wanted.near.answers.rounding:.2g}%, less certain between those scores."
        )
    if capped:
        notes.append("The highest scores are less certain.")
    return notes
