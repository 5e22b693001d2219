"""What-ifs of a position, from the table of its spins: a map over two scores, and where the verdict changes."""

from dataclasses import dataclass, field, replace

from engine.formatting import format_money
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.analyses.answers import Answer
from pressorpass_site.answers.tables import whatif_tables as tables
from pressorpass_site.answers.tables.whatif_tables import TableStatus
from pressorpass_site.questions.question import Question

from . import from_tables, runs
from .cells import Cell, build_cell_from_answer
from .grid import MapGrid, draw
from .variations import MapQuestion, VariedScore, list_varied_scores, make_url_builder

Cells = tuple[int, int]
SMALL: Cells = (9, 9)
LARGE: Cells = (17, 21)


@dataclass(frozen=True)
class BreakEven:
    """The values at which one score changes the verdict, in a sentence; empty until known."""

    score: VariedScore
    now: str
    sentence: str
    under_way: bool = False


@dataclass(frozen=True)
class WhatIfs:
    """All what-ifs of a position; `version` is the version of its stored answer, which the table may have improved."""

    table_status: TableStatus
    grid: MapGrid | None = None
    notes: list[str] = field(default_factory=list)
    break_evens: list[BreakEven] = field(default_factory=list)
    version: int = 0


def build_what_ifs(map_question: MapQuestion, size: Cells) -> WhatIfs:
    """Return all what-ifs, and get or start the table. The question must be one that has tables."""
    question = map_question.question
    table_status = tables.get_or_start(question)
    own = analyses.get_stored_analysis(question)
    grid, notes = _draw_map(map_question, table_status, size)
    if table_status.near and grid is None and not table_status.under_way:  # the table was damaged, and removed
        table_status = tables.get_or_start(question)
    return WhatIfs(table_status, grid, notes, _build_break_evens(question, table_status), own.version if own else 0)


def continue_or_stop(question: Question, *, stop: bool) -> None:
    if stop:
        tables.cancel(question)
    else:
        tables.get_or_start(question, retry_failed=True)


def find_break_even(question: Question, answer: Answer, table_status: TableStatus) -> BreakEven | None:
    """Return the change of verdict with the mover's score, as the table knows it; None if it knows none.

    If the answer is exact, the table is worth waiting for.
    """
    if answer.forced or answer.won or table_status.unavailable_reason:
        return None
    score = VariedScore(question.position.mover_seat)
    line = _get_line_cells(question, table_status, score) | {
        score.get_value(answer.position): build_cell_from_answer(answer)
    }
    sentence = runs.describe_break_even(score, line, question.position)
    under_way = answer.method == "exact" and table_status.is_to_come
    break_even = BreakEven(score, format_money(score.get_value(question.position)), sentence, under_way)
    return break_even if sentence or under_way else None


def _build_break_evens(question: Question, table_status: TableStatus) -> list[BreakEven]:
    """Return the break-evens of the scores; none if there is neither a table nor one to come."""
    position = question.position
    break_evens = []
    for score in list_varied_scores(position) if table_status.near or table_status.under_way else ():
        line = _get_line_cells(question, table_status, score)
        sentence = f"{runs.describe_line(score, line)} {runs.describe_line_by_lead(score, line, position)}".strip()
        break_evens.append(BreakEven(score, format_money(score.get_value(position)), sentence, table_status.under_way))
    return break_evens


def _get_line_cells(question: Question, table_status: TableStatus, score: VariedScore) -> dict[int, Cell]:
    near = table_status.near
    return from_tables.read_line(near, question.position, question.rules, score) if near else {}


def _draw_map(map_question: MapQuestion, table_status: TableStatus, size: Cells) -> tuple[MapGrid | None, list[str]]:
    """Return the map and its small print; None if the table has nothing to draw."""
    question, near = map_question.question, table_status.near
    position = question.position
    heat_map = near and from_tables.read_map(
        near, position, question.rules, map_question.row, map_question.column, size
    )
    if not near or not heat_map:
        return None, []
    cells = _merge_stored_answers(map_question, heat_map)
    grid = draw(
        position,
        map_question.row,
        map_question.column,
        heat_map.rows,
        heat_map.columns,
        cells,
        make_url_builder(question),
    )
    notes = []
    if not near.exact:
        notes.append(f"Estimated: a chance may be off by about {100 * near.rounding:.2g}%.")
    if heat_map.capped:
        notes.append("The highest scores are less certain.")
    return grid, notes


def _merge_stored_answers(map_question: MapQuestion, map_cells: from_tables.MapCells) -> list[list[Cell]]:
    """Return the cells, replaced by stored answers to their positions where an answer is more precise."""
    question, cells, places = map_question.question, [[*line] for line in map_cells.cells], {}
    for i, down in enumerate(map_cells.rows):
        beside = map_question.row.with_value(question.position, down)
        for j, along in enumerate(map_cells.columns):
            places[replace(question, position=map_question.column.with_value(beside, along))] = (i, j)
    for position, answer in analyses.get_available_answers(places).items():
        i, j = places[position]
        answer_cell = build_cell_from_answer(answer)
        if answer_cell.error <= cells[i][j].error or not cells[i][j].best:
            cells[i][j] = answer_cell
    return cells
