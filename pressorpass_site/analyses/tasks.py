"""The background work: one question in, better and better answers stored as they come."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from celery import shared_task
from kombu.exceptions import OperationalError

from engine import Board, Cancelled, Limits, Now, Position, Rules, SolveResult, refine
from pressorpass_site.work.running import TIME_LIMIT, NoPlace, doing
from pressorpass_site.work.slots import Line, Place, Urgency, form, place
from pressorpass_site.work.watch import Watch

from .answer_quality import rougher, step
from .jobs import jobs
from .models import Analysis

logger = logging.getLogger(__name__)


# Late acknowledgement and redelivery are set for all tasks in the settings.
@shared_task(name="analyses.solve", time_limit=TIME_LIMIT)
def solve_analysis(pk: int, token: str) -> None:
    """Solve a queued question. A duplicate or outdated message ends here quietly.

    However the job ends, the answers it has stored stay.
    """
    if not jobs.claim(pk, token):
        logger.info("analysis %s: nothing to do for this message", pk)
        return
    with place() as one, doing(jobs, pk, token, Urgency.FIRST_ANSWER) as watch:
        _refine(Analysis.objects.select_related("board_revision", "now_revision").get(pk=pk), watch, one)


def call_first() -> bool:
    """Announce the job that has waited longest for a place to better its answer."""
    parked = jobs.next_parked()
    if parked is None:
        return False
    try:
        solve_analysis.apply_async(parked, retry=False)
    except (OperationalError, OSError) as error:  # it is announced again after a while, like any lost message
        logger.warning("analysis %s could not be announced: %s", parked[0], error)
    return True


form(Line(Urgency.FIRST_ANSWER, jobs.first_answer_waits, lambda: False))  # they are announced when they are asked
form(Line(Urgency.SOMEBODY_LOOKS, jobs.anybody_waits, call_first))


def _refine(analysis: Analysis, watch: Watch, one: Place) -> None:
    """Store every answer as it comes; go on after the first only where there is a place.

    A job that is started again begins anew with rough answers; the better one that an earlier
    start has left stays until this one has caught up with it.
    """
    left, steps = analysis.result, list(analysis.steps)
    if left is not None and not one.take():
        raise NoPlace
    for found in _answers(analysis, watch):
        result = found.to_json()
        if left is None or not rougher(result, left):
            left = None
            steps.append(step(result))
            if not jobs.improve(analysis.pk, analysis.token, result, steps):
                raise Cancelled
        if found.method != "exact" and not one.take():
            raise NoPlace


def _answers(analysis: Analysis, watch: Watch) -> Iterator[SolveResult]:
    position = Position.parse(analysis.position)
    board = Board.from_json(analysis.board_revision.content)
    rules = Rules.preset("show").with_options(analysis.rules)
    limits = Limits(analysis.limits["seconds"], analysis.limits["memory_bytes"], keep=True)
    now = None
    if analysis.now_revision is not None:
        now = Now(Board.from_json(analysis.now_revision.content), analysis.now_spins)
    return refine(position, board, rules, limits, now=now, progress=watch.report, cancel=watch.cancel)
