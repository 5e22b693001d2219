"""The background job: one line of a map, cell by cell.

A line of scores is solved exactly where that takes a moment: the mover's in one solve. Otherwise it is read from a
table: a stored one, or one that takes a second or two to build. Uncertain cells, and lines of other numbers, are solved
separately, with a short time limit per cell, so that many of them are estimates.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from engine import InputError, Limits, Unaffordable, Unsettled, build_grid_tables, solve
from engine.tables import Store, TableError
from pressorpass_site.answers.tables import whatif_tables as tables
from pressorpass_site.questions.question import Question
from pressorpass_site.work.models import Priority
from pressorpass_site.work.queues import JobQueue
from pressorpass_site.work.running import Run, brief_memory

from . import exact_cells, from_tables
from .cells import IMPOSSIBLE, Cell, of_answer
from .models import MapPart
from .numbers import Number

TABLE_SECONDS = 1.5  # time limit of a table for one line
UNCERTAIN_TIME_FACTOR = 2  # cells that are uncertain in the table get more time than others
FINE = 500  # dollars between the scores of a table that is fine enough for a line


def work_out(part: MapPart, run: Run) -> None:
    """Store the cells of a line as they are computed."""
    cells = dict(part.cells)
    for found in _answers(part, run):
        cells |= {str(value): cell.to_json() for value, cell in found.items()}
        run.store(result=cells)


def _answers(part: MapPart, run: Run) -> Iterator[dict[int, Cell]]:
    """Yield the missing cells; those that are uncertain in the table are followed by more precise ones."""
    question, number = part.question, Number.named(part.number)
    wanted = [value for value in part.values if str(value) not in part.cells]
    if part.is_ladder:
        yield exact_cells.line(question, number, wanted, run, exact_cells.LADDER_SECONDS)
        return
    read: dict[int, Cell] = {}
    if number.is_score and wanted:
        exact = exact_cells.line(question, number, wanted, run)
        yield exact
        wanted = [value for value in wanted if value not in exact]
        if wanted and not (tables.refusal(question) or exact_cells.come_soon(question)):
            read = _from_table(question, number, wanted, run)
            yield read
    for value in wanted:
        if value not in read:
            yield {value: _single(question, number, value, part.limits["seconds"], run)}
    in_doubt = part.limits["seconds"] * UNCERTAIN_TIME_FACTOR
    for value, cell in read.items():
        if cell.in_doubt:
            yield {value: cell.improved_by(_single(question, number, value, in_doubt, run))}


def _from_table(question: Question, number: Number, wanted: list[int], run: Run) -> dict[int, Cell]:
    """Return the cells of these scores from the best stored table if it is fine enough, otherwise from a new one."""
    rules = question.rules
    fine = FINE if rules.unit is None or rules.cap is None else rules.unit  # at the unit of the rules it is exact
    near = tables.nearest(question)
    if near is None or not (near.exact or near.grid <= fine):
        limits = Limits(TABLE_SECONDS, brief_memory())
        with suppress(Unaffordable, TableError):
            for kept in build_grid_tables(
                Store(),
                question.position,
                question.board,
                rules,
                limits,
                progress=run.report,
                cancel=run.cancel,
            ):
                first, second = kept.dollars[number.seat][:2]
                if second - first <= fine:
                    break
        near = tables.nearest(question)
    return from_tables.line_cells(near, question.position, question.rules, number, wanted) if near else {}


def _single(question: Question, number: Number, value: int, seconds: float, run: Run) -> Cell:
    """Return a cell that is solved separately."""
    position = number.with_value(question.position, value)
    if position is None:
        return IMPOSSIBLE
    allowed = Limits(seconds, brief_memory())
    try:
        found = solve(
            position,
            question.board,
            question.rules,
            allowed,
            next_spins=question.next_spins_board,
            progress=run.report,
            cancel=run.cancel,
        )
    except (InputError, Unaffordable, Unsettled) as error:
        return Cell(sentence=str(error))
    return of_answer(found.to_json())


jobs = JobQueue(MapPart, work_out, task="whatif.work_out", priority=Priority.BRIEF)
