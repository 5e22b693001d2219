"""The Celery tasks of answers: solve a question and store better and better results; play a hundred tries."""

from collections.abc import Iterator

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from engine import SHORT_OF_MEMORY, Limits, SolveResult, Unaffordable, refine
from pressorpass_site.answers.models import BOARDS, Analysis
from pressorpass_site.answers.tables import whatif_tables as tables
from pressorpass_site.core import metrics
from pressorpass_site.core.pace import CpuShare
from pressorpass_site.work.jobs import JobType
from pressorpass_site.work.models import Queue
from pressorpass_site.work.running import JobRun, make_job_task

from . import tries
from .known import build_better_columns, get_table_result

jobs = JobType(Analysis, task="analyses.solve", queue=Queue.FIRST, refine_queue=Queue.REFINE)


@make_job_task(jobs)
def solve(analysis: Analysis, run: JobRun) -> bool:
    """Store each answer that is better than the stored one and the table's; a brief run ends with the first useful one.

    If other work of the machine took the job's time or memory, the job is marked as interrupted, so that asking again
    restarts it.
    """
    pace, exact, short = CpuShare(), False, False
    if run.is_brief:
        if analysis.result is None and run.keeps_others_waiting:
            tables.build_coarsest(analysis.question, run.cancel)
        if _store_from_table(analysis, run):
            return True
    try:
        for answer in pace.time_results(_solve_analysis(analysis, run)):
            exact, short = answer.method == "exact", SHORT_OF_MEMORY in answer.notes
            store(analysis, run, answer)
            if run.is_brief and not exact and analysis.answer is not None and not analysis.answer.is_too_rough:
                return True
    except Unaffordable:
        run.store(was_interrupted=pace.slow)
        raise
    run.store(was_interrupted=short or (pace.slow and not exact))
    return False


def _store_from_table(analysis: Analysis, run: JobRun) -> bool:
    """Store a table's estimate; return whether there is one. An exact answer is left to the solver, which adds outcomes."""
    result = get_table_result(analysis.question) if analysis.result is None else None
    if result is None or result["method"] == "exact":
        return False
    store(analysis, run, SolveResult.from_json(result))
    return True


def store(analysis: Analysis, run: JobRun, result: SolveResult) -> None:
    """Store an answer if it is better than the stored one and the table's."""
    analysis.refresh_from_db(fields=("result", "steps"))
    if fields := build_better_columns(analysis, result.to_json()):
        run.store(**fields)
        if analysis.result is None and analysis.queued_at:
            waited = (timezone.now() - analysis.queued_at).total_seconds()
            metrics.FIRST_ANSWER_SECONDS.labels(jobs.task).observe(waited)
        analysis.result, analysis.steps = fields["result"], fields["steps"]


def _solve_analysis(analysis: Analysis, run: JobRun) -> Iterator[SolveResult]:
    question = analysis.question
    limits = Limits(analysis.limits["seconds"], settings.SOLVER_MEMORY_BYTES, method=question.method)
    return refine(
        question.position,
        question.board,
        question.rules,
        limits,
        next_spins=question.next_spins_board,
        then=question.engine_next_round,
        progress=run.report,
        cancel=run.cancel,
    )


@shared_task(name=tries.TASK, time_limit=settings.JOB_LIMIT_SECONDS)
def play_tries(pk: int, first: int) -> None:
    """Store the next hundred tries of an answered question. Every worker plays the same games, so no token is needed."""
    analysis = Analysis.objects.select_related(*BOARDS).filter(pk=pk, result__isnull=False).first()
    if analysis is not None and (new_tries := tries.play(analysis, first)) is not None:
        Analysis.objects.filter(pk=pk).update(tries=new_tries)
