"""The background work: one question in, better and better answers stored as they come."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q

from engine import Limits, SolveResult, refine
from pressorpass_site.work.queues import JobQueue
from pressorpass_site.work.running import Run
from pressorpass_site.work.scheduling import Urgency

from .figures import step, uncertainty
from .models import Analysis


def solve(analysis: Analysis, run: Run) -> None:
    """Store every answer as it comes; go on after the first only where there is a slot.

    A job that is started again begins anew with rough answers; the better one that an earlier
    start has left stays until this one has caught up with it.
    """
    left, steps = analysis.result, list(analysis.steps)
    for found in _answers(analysis, run):
        result = found.to_json()
        if left is None or uncertainty(result) <= uncertainty(left):
            left = None
            steps.append(step(result))
            run.store(result=result, steps=steps)
        if found.method != "exact":
            run.acquire_slot()


def _answers(analysis: Analysis, run: Run) -> Iterator[SolveResult]:
    question = analysis.question
    limits = Limits(analysis.limits["seconds"], analysis.limits["memory_bytes"], keep=True)
    return refine(
        question.position,
        question.board,
        question.rules,
        limits,
        next_spins=question.next_spins_board,
        progress=run.report,
        cancel=run.cancel,
    )


# A first answer needs no slot, so it never waits for a better one of another question.
jobs = JobQueue(
    Analysis,
    solve,
    task="analyses.solve",
    urgency=Urgency.REFINEMENT,
    slotless=Q(result__isnull=True),
    fails_undispatched=True,
)
