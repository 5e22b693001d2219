"""The background work: one configuration in, its table in the store.

Tables are built in the places for long work, and only while nobody waits for an answer: a table
that is being built when somebody does is put back, and begun again later.
"""

from __future__ import annotations

import logging

from celery import shared_task
from django.db.models import Max
from django.template.defaultfilters import filesizeformat
from kombu.exceptions import OperationalError

from engine import Board, InputError, Limits, Rules, build_table
from engine.tables import Store
from pressorpass_site.core.calm import calmly
from pressorpass_site.core.places import Line, Urgency, form, must_give_way, place
from pressorpass_site.core.watch import Watch
from pressorpass_site.core.work import TIME_LIMIT, doing

from .jobs import jobs
from .models import Table

logger = logging.getLogger(__name__)


@shared_task(name="tables.build", time_limit=TIME_LIMIT)
def build(pk: int, token: str) -> None:
    """Build a table that is wanted. A duplicate or outdated message ends here quietly.

    Without a place nothing happens either: the row waits in line and is called.
    """
    with place() as one:
        if not one.take() or must_give_way(Urgency.IN_ADVANCE) or not jobs.claim(pk, token):
            logger.info("table %s: not now", pk)
            return
        with doing(jobs, pk, token, Urgency.IN_ADVANCE) as watch:
            _build(Table.objects.select_related("board_revision").get(pk=pk), watch)


def call_first() -> bool:
    """Announce the table that is to be built next."""
    waiting = jobs.next_parked()
    if waiting is None:
        return False
    try:
        build.apply_async(waiting, retry=False)
    except (OperationalError, OSError) as error:  # called again in a later round
        logger.warning("table %s could not be announced: %s", waiting[0], error)
    return True


form(Line(Urgency.IN_ADVANCE, lambda: False, call_first))


def _build(table: Table, watch: Watch) -> None:
    store = Store()
    _refuse_if_full(store, table)
    board = Board.from_json(table.board_revision.content)
    rules = Rules.preset("show").with_options(table.rules)
    limits = Limits(table.limits["seconds"], table.limits["memory_bytes"])
    kept = calmly(
        lambda: build_table(store, table.position, board, rules, limits, progress=watch.report, cancel=watch.cancel)
    )
    jobs.store(table.pk, table.token, unit=kept.description.key.parts["unit"], bytes=kept.bytes, states=kept.states)


def _refuse_if_full(store: Store, table: Table) -> None:
    """A table built in advance pushes out no other: what is used now is worth more.

    Raises:
        InputError: there is no room for one more like those of the same board and rules.
    """
    alike = Table.objects.filter(board_revision=table.board_revision, rules=table.rules)
    expected = alike.aggregate(largest=Max("bytes"))["largest"] or 0
    used = sum(kept.bytes for kept in store.list() if kept.cube is not None)  # others go first
    if used + expected > store.max_bytes:
        room, held = filesizeformat(store.max_bytes), filesizeformat(used)
        raise InputError(f"The folder of tables is full: it holds {held} of {room} (PRESSORPASS_TABLES_MAX).")
