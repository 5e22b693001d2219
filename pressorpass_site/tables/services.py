"""The door to the tables in advance: filling the store, looking how far that is, stopping it.

`wanted.py` is the door for what-ifs.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.conf import settings
from django.db.models import QuerySet

from engine import ENGINE_VERSION, Board, Rules
from engine.tables import Store, open_table
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core.identity import identity_key
from pressorpass_site.questions.question import Question
from pressorpass_site.work.jobs import first_start
from pressorpass_site.work.models import Status

from .announcing import announce
from .jobs import jobs, jobs_of, what_ifs
from .models import Purpose, Table
from .openings import openings
from .whatif_tables import from_table, want

__all__ = ["Filling", "fill", "from_table", "of_board", "recover_silent", "retry", "standing", "stop", "want"]

logger = logging.getLogger(__name__)


@dataclass
class Filling:
    """What became of the openings that were asked for; every one is in one of these."""

    kept: list[Table] = field(default_factory=list)
    under_way: list[Table] = field(default_factory=list)
    too_big: list[Table] = field(default_factory=list)
    begun: list[Table] = field(default_factory=list)
    queue_is_there: bool = True

    @property
    def tables(self) -> list[Table]:
        return [*self.kept, *self.under_way, *self.too_big, *self.begun]


def fill(revision: BoardRevision, rules: Rules, most_spins: int, seconds: float) -> Filling:
    """Have the openings of a board built by as many workers as there are, the cheapest first.

    What is there, under way or known to be too big for these limits is left alone; what failed or
    was stopped is tried again.
    """
    Table.objects.exclude(engine_version=ENGINE_VERSION).delete()  # this engine cannot read their files
    limits = {"seconds": seconds, "memory_bytes": settings.SOLVER_MEMORY_BYTES}
    filling, store, board = Filling(), Store(), Board.from_json(revision.content)
    for position in openings(rules, most_spins):
        question = Question(position, revision, rules)
        table, created = Table.objects.select_related("board_revision").get_or_create(
            key=_key(question),
            defaults={
                "configuration": position.notation,
                **Table.columns(question),
                **first_start(limits),
            },
        )
        if created:
            filling.begun.append(table)
        elif table.unfinished:
            filling.under_way.append(table)
        elif table.status == Status.DONE and _is_kept(store, table, board, rules):
            filling.kept.append(table)
        elif table.status == Status.OUT_OF_REACH and table.limits == limits:
            filling.too_big.append(table)
        elif jobs.enqueue(table, limits):
            table.refresh_from_db()
            filling.begun.append(table)
        else:  # somebody else has just done so
            filling.under_way.append(table)
    filling.queue_is_there = announce(filling.begun)
    return filling


def standing(tables: Sequence[Table]) -> QuerySet[Table]:
    """The same tables as they stand now."""
    return Table.objects.filter(pk__in=[table.pk for table in tables])


def of_board(revision: BoardRevision, rules: Rules) -> QuerySet[Table]:
    """All tables that were wanted of a board under these rules."""
    return Table.objects.filter(
        purpose=Purpose.OPENING, board_revision=revision, rules=rules.options(), engine_version=ENGINE_VERSION
    )


def stop(tables: QuerySet[Table]) -> int:
    """Stop what is being built and what waits; how many. Tables that are there stay."""
    unfinished = list(tables.filter(status__in=(Status.QUEUED, Status.RUNNING)))
    for table in unfinished:
        jobs_of(table).request_cancel(table.pk)
    return len(unfinished)


def retry(tables: QuerySet[Table]) -> int:
    """Queue again what failed, was stopped or was too big; how many."""
    rested = tables.filter(status__in=(Status.FAILED, Status.CANCELLED, Status.OUT_OF_REACH))
    begun = [table for table in rested if jobs_of(table).enqueue(table, table.limits)]
    announce(list(standing(begun)))
    return len(begun)


def recover_silent() -> None:
    """Let tables whose worker was lost wait in line again; the line is called when a place is free."""
    for line in (jobs, what_ifs):
        for table in line.silent():
            if line.take_over(table):
                logger.warning("table %s (%s): no word of its worker, it waits again", table.pk, table)


def _key(question: Question) -> str:
    identity = {
        "configuration": question.position.notation,
        "board": question.revision.digest,
        "rules": question.rules.options(),
        "engine": ENGINE_VERSION,
    }
    return identity_key(identity)


def _is_kept(store: Store, table: Table, board: Board, rules: Rules) -> bool:
    """Whether the file of a table that was built is still in the store."""
    return table.unit is not None and open_table(store, table.question.position, board, rules, table.unit) is not None
