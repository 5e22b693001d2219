"""The background work: one question in, better and better answers stored as they come."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import partial

from celery import shared_task
from django.conf import settings
from kombu.exceptions import OperationalError

from engine import (
    Board,
    Cancelled,
    InputError,
    Limits,
    Position,
    Rules,
    SolveResult,
    Unaffordable,
    Unsettled,
    refine,
)
from pressorpass_site.core.places import Place, line, place
from pressorpass_site.core.watch import Watch

from . import jobs
from .models import Analysis, Status
from .refinement import rougher, step

logger = logging.getLogger(__name__)

# A kernel that did not react to its flag would be killed with its process after so long.
GRACE_SECONDS = 30

OVERDUE = "The solver was stopped after {minutes:g} minutes without reaching the end."
BROKEN = "The solver stopped with an error of its own. It has been logged."


class NoPlace(Exception):
    """There is an answer, and no place to work out a better one."""


# Late acknowledgement and redelivery are set for all tasks in the settings.
@shared_task(name="analyses.solve", time_limit=settings.JOB_LIMIT_SECONDS + GRACE_SECONDS)
def solve_analysis(pk: int, token: str) -> None:
    """Solve a queued question. A duplicate or outdated message ends here quietly.

    However the job ends, the answers it has stored stay.
    """
    if not jobs.claim(pk, token):
        logger.info("analysis %s: nothing to do for this message", pk)
        return
    with place() as one:
        _work(Analysis.objects.select_related("board_revision").get(pk=pk), one)


@line
def call_next() -> bool:
    """Announce the job that has waited longest for a place to better its answer."""
    parked = jobs.next_parked()
    if parked is None:
        return False
    try:
        solve_analysis.apply_async(parked, retry=False)
    except (OperationalError, OSError) as error:  # it is announced again after a while, like any lost message
        logger.warning("analysis %s could not be announced: %s", parked[0], error)
    return True


def _work(analysis: Analysis, one: Place) -> None:
    pk, token = analysis.pk, analysis.token
    watch = Watch(settings.JOB_LIMIT_SECONDS)
    try:
        with watch.over_job(f"analysis {pk}", partial(jobs.beat, pk, token), partial(jobs.wanted, pk, token)):
            _refine(analysis, watch, one)
    except NoPlace:
        if not jobs.park(pk, token):
            jobs.finish(pk, token, Status.CANCELLED)
    except Cancelled:
        if watch.overdue:
            message = OVERDUE.format(minutes=round(settings.JOB_LIMIT_SECONDS / 60, 1))
            jobs.finish(pk, token, Status.FAILED, message=message)
        else:
            jobs.finish(pk, token, Status.CANCELLED)
    except (Unaffordable, Unsettled) as error:
        jobs.finish(pk, token, Status.OUT_OF_REACH, message=str(error))
    except InputError as error:
        jobs.finish(pk, token, Status.FAILED, message=error.message)
    except Exception:
        logger.exception("analysis %s failed", pk)
        jobs.finish(pk, token, Status.FAILED, message=BROKEN)
    else:
        jobs.finish(pk, token, Status.DONE)


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
    limits = Limits(analysis.limits["seconds"], analysis.limits["memory_bytes"])
    return refine(position, board, rules, limits, progress=watch.report, cancel=watch.cancel)
