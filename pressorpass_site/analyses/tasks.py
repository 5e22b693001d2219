"""The background work: one question in, better and better answers stored as they come."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Iterator

from celery import shared_task
from django.conf import settings
from django.db import connection
from kombu.exceptions import OperationalError

from engine import (
    Board,
    CancelFlag,
    Cancelled,
    InputError,
    Limits,
    Position,
    Progress,
    Rules,
    SolveResult,
    Unaffordable,
    Unsettled,
    refine,
)

from . import jobs
from .models import Analysis, Status
from .refinement import rougher, step
from .slots import Slot, slot

logger = logging.getLogger(__name__)

# How often a job looks whether somebody wants it stopped (a read of one row), and how often it
# says that it lives (a write).
LOOK_SECONDS = 0.1
BEAT_SECONDS = 0.5
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
    with slot() as place:
        _work(Analysis.objects.select_related("board_revision").get(pk=pk), place)
        had_place = place.taken
    if had_place:
        _call_next()


def _work(analysis: Analysis, place: Slot) -> None:
    pk, token = analysis.pk, analysis.token
    watch = Watch()
    try:
        with _watched(pk, token, watch):
            _refine(analysis, watch, place)
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


def _refine(analysis: Analysis, watch: Watch, place: Slot) -> None:
    """Store every answer as it comes; go on after the first only where there is a place.

    A job that is started again begins anew with rough answers; the better one that an earlier
    start has left stays until this one has caught up with it.
    """
    left, steps = analysis.result, list(analysis.steps)
    if left is not None and not place.take():
        raise NoPlace
    for found in _answers(analysis, watch):
        result = found.to_json()
        if left is None or not rougher(result, left):
            left = None
            steps.append(step(result))
            if not jobs.improve(analysis.pk, analysis.token, result, steps):
                raise Cancelled
        if found.method != "exact" and not place.take():
            raise NoPlace


def _call_next() -> None:
    """A place is free: announce the job that has waited for one longest."""
    parked = jobs.next_parked()
    if parked is None:
        return
    try:
        solve_analysis.apply_async(parked, retry=False)
    except OperationalError as error:  # it is announced again after a while, like any lost message
        logger.warning("analysis %s could not be announced: %s", parked[0], error)


def _answers(analysis: Analysis, watch: Watch) -> Iterator[SolveResult]:
    position = Position.parse(analysis.position)
    board = Board.from_json(analysis.board_revision.content)
    rules = Rules.preset("show").with_options(analysis.rules)
    limits = Limits(analysis.limits["seconds"], analysis.limits["memory_bytes"])
    return refine(position, board, rules, limits, progress=watch.report, cancel=watch.cancel)


class Watch:
    """What the solving thread and the watching thread tell each other."""

    def __init__(self) -> None:
        self.cancel = CancelFlag()
        self.done = 0.0
        self.stage = ""
        self.over = threading.Event()
        self.deadline = time.monotonic() + settings.JOB_LIMIT_SECONDS
        self.overdue = False

    def report(self, progress: Progress) -> None:
        """Called by the solver; the watching thread carries it to the database."""
        self.done, self.stage = progress.done, progress.stage


@contextlib.contextmanager
def _watched(pk: int, token: str, watch: Watch) -> Iterator[None]:
    """Look after the job from a thread of its own while the solver works without the GIL."""
    thread = threading.Thread(target=_look_after, args=(pk, token, watch), name=f"watch-{pk}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        watch.over.set()
        thread.join()


def _look_after(pk: int, token: str, watch: Watch) -> None:
    """Beat for the job until it is over, and set its flag when it should stop."""
    beat_at = 0.0
    try:
        while not watch.over.wait(LOOK_SECONDS):
            now = time.monotonic()
            if now >= watch.deadline:
                watch.overdue = True
                watch.cancel.set()
            try:
                if now >= beat_at:
                    beat_at = now + BEAT_SECONDS
                    wanted = jobs.beat(pk, token, watch.done, watch.stage)
                else:
                    wanted = jobs.wanted(pk, token)
                if not wanted:
                    watch.cancel.set()
            except Exception:  # a database that is away for a moment must not end the watching
                logger.warning("analysis %s: heartbeat failed", pk, exc_info=True)
                watch.over.wait(BEAT_SECONDS)
    finally:
        connection.close()
