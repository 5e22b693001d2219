"""What-ifs of a position, from the table of its spins: a map over two scores, and where the verdict changes."""

from dataclasses import dataclass, field, replace

from engine.formatting import money
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.analyses.answers import Answer
from pressorpass_site.answers.tables import whatif_tables as tables
from pressorpass_site.answers.tables.whatif_tables import TableStatus
from pressorpass_site.questions.question import Question

from . import from_tables, runs
from .cells import Cell, of_answer
from .grid import Grid, draw
from .variations import MapQuestion, Score, addresses, scores

Cells = tuple[int, int]
SMALL: Cells = (9, 9)
LARGE: Cells = (17, 21)


@dataclass(frozen=True)
class BreakEven:
    """The values at which one score changes the verdict, in a sentence; empty until known."""

    score: Score
    now: str
    sentence: str
    under_way: bool = False


@dataclass(frozen=True)
class WhatIfs:
    """All what-ifs of a position; `version` is that of its own answer, which the table may have made better."""

    wanted: TableStatus
    grid: Grid | None = None
    notes: list[str] = field(default_factory=list)
    break_evens: list[BreakEven] = field(default_factory=list)
    version: int = 0


def what_ifs(asked: MapQuestion, size: Cells) -> WhatIfs:
    """Return all what-ifs; request the table. The question must be one that there are tables of."""
    question = asked.question
    wanted = tables.request(question)
    own = analyses.stored(question)
    grid, notes = _map(asked, wanted, size)
    if wanted.near and grid is None and not wanted.under_way:  # damaged, so that it was removed
        wanted = tables.request(question)
    return WhatIfs(wanted, grid, notes, _break_evens(question, wanted), own.version if own else 0)


def act(question: Question, *, stop: bool) -> None:
    if stop:
        tables.cancel(question)
    else:
        tables.request(question, retry_failed=True)


def break_even(question: Question, answer: Answer, wanted: TableStatus) -> BreakEven | None:
    """Return the change of verdict with the mover's score, as the table knows it; None if it knows none.

    Where the answer is exact, the table is worth waiting for.
    """
    if answer.forced or answer.won or wanted.refusal:
        return None
    score = Score(question.position.mover_seat)
    line = _line(question, wanted, score) | {score.of(answer.position): of_answer(answer)}
    sentence = runs.break_even(score, line, question.position)
    under_way = answer.method == "exact" and wanted.is_to_come
    even = BreakEven(score, money(score.of(question.position)), sentence, under_way)
    return even if sentence or under_way else None


def _break_evens(question: Question, wanted: TableStatus) -> list[BreakEven]:
    """Return the break-evens of the scores; none if there is neither a table nor one to come."""
    position = question.position
    evens = []
    for score in scores(position) if wanted.near or wanted.under_way else ():
        line = _line(question, wanted, score)
        sentence = f"{runs.sentence(score, line)} {runs.by_lead(score, line, position)}".strip()
        evens.append(BreakEven(score, money(score.of(position)), sentence, wanted.under_way))
    return evens


def _line(question: Question, wanted: TableStatus, score: Score) -> dict[int, Cell]:
    near = wanted.near
    return from_tables.line_cells(near, question.position, question.rules, score) if near else {}


def _map(asked: MapQuestion, wanted: TableStatus, size: Cells) -> tuple[Grid | None, list[str]]:
    """Return the map and its small print; None where the table has nothing to draw."""
    question, near = asked.question, wanted.near
    position = question.position
    found = near and from_tables.map_cells(near, position, question.rules, asked.row, asked.column, size)
    if not near or not found:
        return None, []
    cells = _with_stored_answers(asked, found)
    grid = draw(position, asked.row, asked.column, found.rows, found.columns, cells, addresses(question))
    notes = []
    if not near.exact:
        notes.append(f"Estimated: a chance may be off by about {100 * near.answers.rounding:.2g}%.")
    if found.capped:
        notes.append("The highest scores are less certain.")
    return grid, notes


def _with_stored_answers(asked: MapQuestion, drawn: from_tables.MapCells) -> list[list[Cell]]:
    """Return the cells with the stored answers to their positions, where those are more precise."""
    question, cells, places = asked.question, [[*line] for line in drawn.cells], {}
    for i, down in enumerate(drawn.rows):
        moved = asked.row.with_value(question.position, down)
        for j, along in enumerate(drawn.columns):
            places[replace(question, position=asked.column.with_value(moved, along))] = (i, j)
    for there, answer in analyses.known(places).items():
        i, j = places[there]
        stored = of_answer(answer)
        if stored.error <= cells[i][j].error or not cells[i][j].best:
            cells[i][j] = stored
    return cells
