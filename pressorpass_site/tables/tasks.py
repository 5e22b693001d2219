"""The background work: one configuration in, its table in the store.

Tables in advance are built in the places for long work, and only while nobody waits for an answer: a
table that is being built when somebody does is put back, and begun again later. Those for what-ifs take
seconds, and somebody looks: they go before the bettering of answers, and use the spare place, too.
"""

from __future__ import annotations

import logging
from typing import Any

from celery import shared_task
from django.db.models import Max
from django.template.defaultfilters import filesizeformat
from kombu.exceptions import OperationalError

from engine import Board, Cancelled, InputError, Limits, Rules, build_rough, build_table
from engine.tables import KeptCube, Store
from pressorpass_site.work.priority import calmly
from pressorpass_site.work.running import TIME_LIMIT, doing
from pressorpass_site.work.slots import Line, Urgency, form, must_give_way, place
from pressorpass_site.work.watch import Watch

from .jobs import TableJobs, jobs, what_ifs
from .models import Purpose, Table

logger = logging.getLogger(__name__)


@shared_task(name="tables.build", time_limit=TIME_LIMIT)
def build(pk: int, token: str) -> None:
    """Build a table in advance. A duplicate or outdated message ends here quietly.

    Without a place nothing happens either: the row waits in line and is called.
    """
    with place() as one:
        if not one.take() or must_give_way(Urgency.IN_ADVANCE) or not jobs.claim(pk, token):
            logger.info("table %s: not now", pk)
            return
        with doing(jobs, pk, token, Urgency.IN_ADVANCE) as watch:
            _build(Table.objects.select_related("board_revision").get(pk=pk), watch)


# Not named after this app: it is not to wait in the queue of the tables, as somebody looks.
@shared_task(name="whatif.build_table", time_limit=TIME_LIMIT)
def build_for_what_ifs(pk: int, token: str) -> None:
    """Build a table that somebody wants for what-ifs, as soon as there is any process for it."""
    with place() as one:
        if not one.take(brief=True) or must_give_way(one.urgency) or not what_ifs.claim(pk, token):
            logger.info("table %s: not now", pk)
            return
        with doing(what_ifs, pk, token, one.urgency) as watch:
            _build_for_what_ifs(Table.objects.select_related("board_revision").get(pk=pk), watch)


def call_opening() -> bool:
    """Announce the opening whose table is to be built next."""
    return _call(jobs, build)


def call_what_if() -> bool:
    """Announce the table that has been waited for longest."""
    return _call(what_ifs, build_for_what_ifs)


def _call(line: TableJobs, task: Any) -> bool:
    waiting = line.next_parked()
    if waiting is None:
        return False
    try:
        task.apply_async(waiting, retry=False)
    except (OperationalError, OSError) as error:  # called again in a later round
        logger.warning("table %s could not be announced: %s", waiting[0], error)
    return True


form(Line(Urgency.BRIEFLY, what_ifs.anybody_waits, call_what_if, brief=True))
form(Line(Urgency.IN_ADVANCE, lambda: False, call_opening))


def _build(table: Table, watch: Watch) -> None:
    store, limits = Store(), Limits(table.limits["seconds"], table.limits["memory_bytes"])
    _refuse_if_full(store, table)
    board, rules = _board_and_rules(table)
    kept = calmly(
        lambda: build_table(
            store, table.question.position, board, rules, limits, progress=watch.report, cancel=watch.cancel
        )
    )
    _note(jobs, table, kept, kept.description.key.parts["unit"])


def _build_for_what_ifs(table: Table, watch: Watch) -> None:
    """One finer table after the other; what is there serves already while the next is being built."""
    limits = Limits(table.limits["seconds"], table.limits["memory_bytes"])
    board, rules = _board_and_rules(table)
    for kept in build_rough(
        Store(), table.question.position, board, rules, limits, progress=watch.report, cancel=watch.cancel
    ):
        first, second = kept.dollars[table.question.position.up][:2]
        if not _note(what_ifs, table, kept, int(second - first)):
            raise Cancelled


def _board_and_rules(table: Table) -> tuple[Board, Rules]:
    return Board.from_json(table.board_revision.content), Rules.preset("show").with_options(table.rules)


def _note(line: TableJobs, table: Table, kept: KeptCube, unit: int) -> bool:
    """Say what was built; false when the job should stop instead."""
    return line.store(table.pk, table.token, unit=unit, bytes=kept.bytes, states=kept.states)


def _refuse_if_full(store: Store, table: Table) -> None:
    """A table built in advance pushes out no other: what is used now is worth more.

    Raises:
        InputError: there is no room for one more like those of the same board and rules.
    """
    alike = Table.objects.filter(purpose=Purpose.OPENING, board_revision=table.board_revision, rules=table.rules)
    expected = alike.aggregate(largest=Max("bytes"))["largest"] or 0
    used = sum(kept.bytes for kept in store.list() if kept.cube is not None)  # others go first
    if used + expected > store.max_bytes:
        room, held = filesizeformat(store.max_bytes), filesizeformat(used)
        raise InputError(f"The folder of tables is full: it holds {held} of {room} (PRESSORPASS_TABLES_MAX).")
