"""The Celery tasks that build tables into the store, and solve score values into a file beside them."""

from django.conf import settings
from django.template.defaultfilters import filesizeformat

from engine import ENGINE_VERSION, InputError, Limits, Unaffordable, build_grid_tables, build_table
from engine.tables import Store, StoredTable, keep_values, size_of
from pressorpass_site.answers.models import OPENING, SCORE_VALUES, WHAT_IF, Table
from pressorpass_site.core.pace import CpuShare
from pressorpass_site.work.jobs import JobType
from pressorpass_site.work.models import Queue
from pressorpass_site.work.running import JobRun, get_brief_memory, make_job_task

opening_jobs = JobType(Table, task="tables.build", queue=Queue.BACKGROUND, kind=OPENING)
what_if_jobs = JobType(
    Table, task="tables.build_for_what_ifs", queue=Queue.LATER, kind=WHAT_IF, refine_queue=Queue.BACKGROUND
)
score_value_jobs = JobType(Table, task="tables.solve_score_values", queue=Queue.BACKGROUND, kind=SCORE_VALUES)
jobs_by_kind = {jobs.kind: jobs for jobs in (opening_jobs, what_if_jobs, score_value_jobs)}


@make_job_task(opening_jobs)
def build(table: Table, run: JobRun) -> None:
    _refuse_other_engine(table)
    store, question = Store(), table.question
    _refuse_if_full(store, table)
    stored_table = build_table(
        store,
        question.position,
        question.board,
        question.rules,
        Limits(table.limits["seconds"], settings.SOLVER_MEMORY_BYTES),
        progress=run.report,
        cancel=run.cancel,
    )
    _store(run, stored_table, stored_table.key["unit"])


@make_job_task(what_if_jobs)
def build_for_what_ifs(table: Table, run: JobRun) -> bool:
    """Build one finer table after the other; each is used while the next is being built. A brief run builds the coarsest.

    If other work of the machine cut it short, the job is marked as interrupted, so that asking again restarts it.
    """
    _refuse_other_engine(table)
    question, pace = table.question, CpuShare()
    building = build_grid_tables(
        Store(),
        question.position,
        question.board,
        question.rules,
        Limits(table.limits["seconds"], get_brief_memory()),
        progress=run.report,
        cancel=run.cancel,
    )
    try:
        for stored_table in pace.time_results(building):
            first, second = stored_table.dollars[question.position.mover_seat][:2]
            _store(run, stored_table, int(second - first))
            if run.is_brief:
                return True
    except Unaffordable:
        run.store(was_interrupted=pace.slow)
        raise
    run.store(was_interrupted=pace.slow)
    return False


@make_job_task(score_value_jobs)
def solve_score_values(table: Table, run: JobRun) -> None:
    _refuse_other_engine(table)
    question = table.question
    assert question.engine_next_round is not None
    rules = question.rules.seated(question.position.mover_seat)
    memory = settings.SOLVER_MEMORY_BYTES
    path = keep_values(question.engine_next_round, rules, memory=memory, progress=run.report, cancel=run.cancel)
    run.store(result={"bytes": size_of(path)})


def _store(run: JobRun, stored_table: StoredTable, unit: int) -> None:
    run.store(result={"unit": unit, "bytes": size_of(stored_table.path), "states": stored_table.states})


def _refuse_other_engine(table: Table) -> None:
    """Raise InputError if another version of the engine queued the row: that version would not find the file."""
    if table.engine_version != ENGINE_VERSION:
        raise InputError(f"Version {table.engine_version} of the engine asked for this table.")


def _refuse_if_full(store: Store, table: Table) -> None:
    """Raise InputError if the folder is full: a table built in advance must not push out one that is used."""
    similar_tables = Table.objects.filter(kind=OPENING, board_revision=table.board_revision, rules=table.rules)
    expected = max(filter(None, similar_tables.values_list("result__bytes", flat=True)), default=0)
    used_bytes = sum(entry.bytes for entry in store.list() if entry.table is not None)  # other files go first
    if used_bytes + expected > store.max_bytes:
        room, in_use = filesizeformat(store.max_bytes), filesizeformat(used_bytes)
        raise InputError(f"The folder of tables is full: it holds {in_use} of {room} (PRESSORPASS_TABLES_MAX).")
