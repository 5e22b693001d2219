"""The background work: one question in, better and better answers stored as they come."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.conf import settings
from django.utils import timezone

from engine import SHORT_OF_MEMORY, Limits, SolveResult, Unaffordable, refine
from pressorpass_site.core import metrics
from pressorpass_site.core.pace import Pace
from pressorpass_site.work.models import Priority
from pressorpass_site.work.picking import first_answers_wait
from pressorpass_site.work.queues import JobQueue
from pressorpass_site.work.running import Run

from .crowd import share_table
from .known import better, from_table
from .models import Analysis


def answer_first(analysis: Analysis, run: Run) -> None:
    """Store a first answer, and leave better ones to a job of their own.

    It comes from a table if there is one, which others who wait may share.
    """
    if analysis.result is None:
        _answer_from_table(analysis, run)

    def go_on() -> None:
        if analysis.answer is not None and not analysis.answer.says_nothing:
            run.leave_to_refinement()

    _solve(analysis, run, go_on)


def refine_answer(analysis: Analysis, run: Run) -> None:
    """Store better and better answers. It begins with rough ones, which change nothing."""
    _solve(analysis, run, lambda: None)


def _solve(analysis: Analysis, run: Run, go_on: Callable[[], None]) -> None:
    """Store every answer that is better than the known ones as it comes; call `go_on` after each that is not exact.

    The known answers are the stored one, which an earlier job, a table or the page may have left, and the current
    table's. An answer cut short by other work of the machine, which took its time or its memory, is marked, so that it
    can be asked for again.
    """
    pace, exact, short = Pace(), False, False
    try:
        for found in pace.timed(_answers(analysis, run)):
            exact, short = found.method == "exact", SHORT_OF_MEMORY in found.notes
            store(analysis, run, found)
            if not exact:
                go_on()
    except Unaffordable:
        run.store(cut_short=pace.slow)
        raise
    run.store(cut_short=short or (pace.slow and not exact))


def _answer_from_table(analysis: Analysis, run: Run) -> None:
    """Store a table's answer; if others wait for a first answer, leave a better one for later."""
    found = from_table(analysis.question)
    if found is None:
        share_table(analysis, run.cancel)
        found = from_table(analysis.question)
    if found is not None and found["method"] != "exact":  # an exact one is read again at once, with the outcomes
        store(analysis, run, SolveResult.from_json(found))
        if first_answers_wait():
            run.leave_to_refinement()


def store(analysis: Analysis, run: Run, found: SolveResult) -> None:
    """Store an answer if it is better than the known one."""
    analysis.refresh_from_db(fields=("result", "steps"))
    if fields := better(analysis, found.to_json()):
        run.store(**fields)
        if analysis.result is None and analysis.queued_at:
            waited = (timezone.now() - analysis.queued_at).total_seconds()
            metrics.FIRST_ANSWER_SECONDS.labels(jobs.task_name).observe(waited)
        analysis.result, analysis.steps = fields["result"], fields["steps"]


def _answers(analysis: Analysis, run: Run) -> Iterator[SolveResult]:
    question = analysis.question
    limits = Limits(analysis.limits["seconds"], settings.SOLVER_MEMORY_BYTES, method=question.method)
    return refine(
        question.position,
        question.board,
        question.rules,
        limits,
        next_spins=question.next_spins_board,
        then=question.next_round,
        progress=run.report,
        cancel=run.cancel,
    )


jobs = JobQueue(
    Analysis,
    answer_first,
    task="analyses.solve",
    priority=Priority.FIRST,
    refine=refine_answer,
    refine_task="analyses.refine",
    fails_undispatched=True,
)
