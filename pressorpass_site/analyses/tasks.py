"""The background work: one question in, better and better answers stored as they come."""

from __future__ import annotations

import time
from collections.abc import Iterator

from django.db.models import Q
from django.utils import timezone

from engine import Limits, SolveResult, Unaffordable, refine
from pressorpass_site.core import metrics
from pressorpass_site.questions.question import AUTO
from pressorpass_site.work.pace import Pace
from pressorpass_site.work.queues import JobQueue
from pressorpass_site.work.running import Run
from pressorpass_site.work.scheduling import Urgency, is_process_wanted

from .best_known import best_known, from_table
from .crowd import share_table
from .figures import step
from .models import Analysis, Status

# A first answer that says nothing does not count: the job goes on without a slot for this long at most.
ROUGH_SECONDS = 6.0


def solve(analysis: Analysis, run: Run) -> None:
    """Store every answer as it comes, combined with the known ones; go on after the first only with a slot.

    The known answers are the stored one, which an earlier start, a table or the page may have left, and the current
    table's. A job that is started again begins with rough answers, which change nothing. An answer cut short by other
    work of the machine is marked, so that it can be asked for again.
    """
    pace, exact, began = Pace(), False, time.monotonic()
    if analysis.result is None:
        _answer_from_table(analysis, run)
    try:
        for found in pace.timed(_answers(analysis, run)):
            exact = found.method == "exact"
            store(analysis, run, found)
            rough = analysis.answer is None or analysis.answer.says_nothing
            if not exact and (not rough or time.monotonic() - began >= ROUGH_SECONDS):
                run.acquire_slot()
    except Unaffordable:
        run.store(cut_short=pace.slow)
        raise
    run.store(cut_short=pace.slow and not exact)


def _answer_from_table(analysis: Analysis, run: Run) -> None:
    """Store a table's answer, which others who wait may share; if any do, go on only with a slot."""
    found = from_table(analysis.question)
    if found is None:
        share_table(analysis, run.cancel)
        found = from_table(analysis.question)
    if found is not None and found["method"] != "exact":  # an exact one is read again at once, with the outcomes
        store(analysis, run, SolveResult.from_json(found))
        if is_process_wanted():
            run.acquire_slot()


def store(analysis: Analysis, run: Run, found: SolveResult) -> None:
    """Store an answer combined with the known one, if it adds anything."""
    analysis.refresh_from_db(fields=("result", "steps"))
    best = best_known(analysis.question, analysis.result, found.to_json())
    if best is not None and best is not analysis.result:
        steps = [*analysis.steps, step(best)]
        run.store(result=best, steps=steps)
        if analysis.result is None and analysis.queued_at:
            waited = (timezone.now() - analysis.queued_at).total_seconds()
            metrics.FIRST_ANSWER_SECONDS.labels(jobs.task_name).observe(waited)
        analysis.result, analysis.steps = best, steps


def _answers(analysis: Analysis, run: Run) -> Iterator[SolveResult]:
    question = analysis.question
    limits = Limits(
        analysis.limits["seconds"],
        analysis.limits["memory_bytes"],
        method=question.method,
        keep=question.method == AUTO,
    )
    return refine(
        question.position,
        question.board,
        question.rules,
        limits,
        next_spins=question.next_spins_board,
        progress=run.report,
        cancel=run.cancel,
    )


# A first answer needs no slot, so it never waits for a better one of another question. Nor, once nobody waits for a
# first answer, does a job that has only a table's estimate so far: it is often exact at once, and parked if it turns
# out to be long.
jobs = JobQueue(
    Analysis,
    solve,
    task="analyses.solve",
    urgency=Urgency.REFINEMENT,
    slotless=Q(result__isnull=True) | Q(status=Status.QUEUED, slot_wanted=False),
    unanswered=Q(result__isnull=True),
    fails_undispatched=True,
)
