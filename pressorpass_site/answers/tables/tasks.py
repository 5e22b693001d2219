"""The background work: one configuration in, its table in the store; or what a score is worth, in a file beside them."""

from __future__ import annotations

from django.conf import settings
from django.db.models import Q
from django.template.defaultfilters import filesizeformat

from engine import ENGINE_VERSION, InputError, Limits, Unaffordable, build_grid_tables, build_table
from engine.tables import Store, StoredTable, keep_values
from pressorpass_site.core.pace import Pace
from pressorpass_site.work.models import Priority
from pressorpass_site.work.queues import JobQueue
from pressorpass_site.work.running import Run, brief_memory

from .models import OPENING, SCORE_VALUES, WHAT_IF, Table


def build(table: Table, run: Run) -> None:
    """Build a table in advance."""
    store, question = Store(), table.question
    _refuse_if_full(store, table)
    kept = build_table(
        store,
        question.position,
        question.board,
        question.rules,
        Limits(table.limits["seconds"], settings.SOLVER_MEMORY_BYTES),
        progress=run.report,
        cancel=run.cancel,
    )
    _store(run, kept, kept.key.parts["unit"])


def build_for_what_ifs(table: Table, run: Run) -> None:
    """Build one finer table after the other; each is used while the next is being built.

    Tables cut short by other work of the machine are marked, so that they can be asked for again.
    """
    question, pace = table.question, Pace()
    building = build_grid_tables(
        Store(),
        question.position,
        question.board,
        question.rules,
        Limits(table.limits["seconds"], brief_memory()),
        progress=run.report,
        cancel=run.cancel,
    )
    try:
        for kept in pace.timed(building):
            first, second = kept.dollars[question.position.mover_seat][:2]
            _store(run, kept, int(second - first))
    except Unaffordable:
        run.store(cut_short=pace.slow)
        raise
    run.store(cut_short=pace.slow)


def solve_score_values(table: Table, run: Run) -> None:
    """Solve what a score is worth before round 2, and keep it."""
    question = table.question
    assert question.next_round is not None
    rules = question.rules.seated(question.position.mover_seat)
    memory = settings.SOLVER_MEMORY_BYTES
    path = keep_values(question.next_round, rules, memory=memory, progress=run.report, cancel=run.cancel)
    run.store(result={"bytes": path.stat().st_size})


def _store(run: Run, kept: StoredTable, unit: int) -> None:
    run.store(result={"unit": unit, "bytes": kept.bytes, "states": kept.states})


def _refuse_if_full(store: Store, table: Table) -> None:
    """Raise if the folder is full: a table built in advance must not push out one that is used.

    Raises:
        InputError: there is no room for one more like those of the same board and rules.
    """
    alike = Table.objects.filter(kind=OPENING, board_revision=table.board_revision, rules=table.rules)
    expected = max(filter(None, alike.values_list("result__bytes", flat=True)), default=0)
    used = sum(entry.bytes for entry in store.list() if entry.table is not None)  # others go first
    if used + expected > store.max_bytes:
        room, held = filesizeformat(store.max_bytes), filesizeformat(used)
        raise InputError(f"The folder of tables is full: it holds {held} of {room} (PRESSORPASS_TABLES_MAX).")


# Rows of another engine are left alone: this one cannot read their files.
opening_jobs = JobQueue(
    Table,
    build,
    task="tables.build",
    priority=Priority.BACKGROUND,
    kind=OPENING,
    only=Q(engine_version=ENGINE_VERSION),
)
what_if_jobs = JobQueue(
    Table,
    build_for_what_ifs,
    task="whatif.build_table",  # not tables.*: someone is looking, so it goes through the queue of answers
    priority=Priority.BRIEF,
    alone=True,  # a second one would keep maps and other brief work waiting
    kind=WHAT_IF,
    only=Q(engine_version=ENGINE_VERSION),
)
score_value_jobs = JobQueue(
    Table,
    solve_score_values,
    task="tables.solve_score_values",
    priority=Priority.BACKGROUND,
    alone=True,  # it takes gigabytes
    kind=SCORE_VALUES,
    only=Q(engine_version=ENGINE_VERSION),
)
jobs_by_kind = {jobs.kind: jobs for jobs in (opening_jobs, what_if_jobs, score_value_jobs)}
