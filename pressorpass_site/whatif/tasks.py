"""The background work: one line of a map, cell by cell.

Where a number of scores is looked at, a table answers for all of them: one that is kept, or a rough
one that takes a second or two. What that leaves open, and every other number, is asked singly, with
so little time for each that the answer is an estimate where it is not quickly exact.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from celery import shared_task
from kombu.exceptions import OperationalError

from engine import InputError, Limits, Now, Unaffordable, Unsettled, build_rough, solve
from engine.tables import Store, TableError
from pressorpass_site.questions.question import Question
from pressorpass_site.tables import whatif_tables as tables
from pressorpass_site.work.running import TIME_LIMIT, NoPlace, doing
from pressorpass_site.work.slots import Line, Urgency, form, must_give_way, place
from pressorpass_site.work.watch import Watch

from . import from_tables
from .cells import IMPOSSIBLE, Cell, of_answer
from .jobs import jobs
from .models import MapPart
from .numbers import Number

logger = logging.getLogger(__name__)

TABLE_SECONDS = 1.5  # that a table for one line may take
LONGER_IN_DOUBT = 2  # times as long as any other cell has one that a table leaves in doubt
ENOUGH = 1000  # dollars between the scores of a table that is good enough for a line


@shared_task(name="whatif.work_out", time_limit=TIME_LIMIT)
def work_out(pk: int, token: str) -> None:
    """Work out a line of a map. A duplicate or outdated message ends here quietly.

    Without a place nothing happens either: the row waits in line and is called.
    """
    with place() as one:
        if not one.take(brief=True) or must_give_way(one.urgency) or not jobs.claim(pk, token):
            logger.info("map part %s: not now", pk)
            return
        with doing(jobs, pk, token, one.urgency) as watch:
            parts = MapPart.objects.select_related("map__board_revision", "map__now_revision")
            _fill(parts.get(pk=pk), watch)


def call_first() -> bool:
    """Announce the part that has waited longest."""
    waiting = jobs.next_parked()
    if waiting is None:
        return False
    try:
        work_out.apply_async(waiting, retry=False)
    except (OperationalError, OSError) as error:  # called again in a later round
        logger.warning("map part %s could not be announced: %s", waiting[0], error)
    return True


form(Line(Urgency.IN_PARTS, jobs.anybody_waits, call_first, brief=True))


def _fill(part: MapPart, watch: Watch) -> None:
    """Store every cell as it comes. Raises NoPlace when it should stop."""
    cells = dict(part.cells)
    for found in _answers(part, watch):
        cells |= {str(value): cell.to_json() for value, cell in found.items()}
        if not jobs.store(part.pk, part.token, cells=cells):
            raise NoPlace


def _answers(part: MapPart, watch: Watch) -> Iterator[dict[int, Cell]]:
    """The cells that are not there yet; those that a table leaves open come again, sharper."""
    question, number = part.map.question_at(part.position), Number.named(part.number)
    wanted = [value for value in part.values if str(value) not in part.cells]
    read: dict[int, Cell] = {}
    if number.is_score and wanted and not tables.refusal(question):
        read = _from_table(question, number, wanted, watch)
        yield read
    for value in wanted:
        if value not in read:
            yield {value: _single(question, number, value, part.limits, watch)}
    in_doubt = part.limits | {"seconds": part.limits["seconds"] * LONGER_IN_DOUBT}
    for value, cell in read.items():
        if cell.too_close:
            yield {value: cell.bettered(_single(question, number, value, in_doubt, watch))}


def _from_table(question: Question, number: Number, wanted: list[int], watch: Watch) -> dict[int, Cell]:
    """What a table says of these scores: the best that is kept, if it is good enough, or a rough one."""
    board = tables.engine_board(question.revision)
    near = tables.nearest(question)
    if near is None or not (near.exact or near.grid <= ENOUGH):
        limits = Limits(TABLE_SECONDS, tables.limits()["memory_bytes"])
        with suppress(Unaffordable, TableError):
            for kept in build_rough(
                Store(), question.position, board, question.rules, limits, progress=watch.report, cancel=watch.cancel
            ):
                first, second = kept.dollars[number.seat][:2]
                if second - first <= ENOUGH:
                    break
        near = tables.nearest(question)
    if near is None:
        return {}
    try:
        return from_tables.line(near, question.position, question.rules, number, wanted)
    except TableError as error:
        logger.warning("map part: %s", error)
        return {}


def _single(question: Question, number: Number, value: int, limits: dict[str, Any], watch: Watch) -> Cell:
    """The answer to one cell alone."""
    position = number.put(question.position, value)
    if position is None:
        return IMPOSSIBLE
    board, now = tables.engine_board(question.revision), None
    if question.now:
        now = Now(tables.engine_board(question.now.revision), question.now.spins)
    allowed = Limits(limits["seconds"], limits["memory_bytes"])
    try:
        found = solve(position, board, question.rules, allowed, now=now, progress=watch.report, cancel=watch.cancel)
    except (InputError, Unaffordable, Unsettled) as error:
        return Cell(said=str(error))
    return of_answer(found.to_json())
