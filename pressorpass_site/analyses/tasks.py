"""The background work: one question in, one stored answer out."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Iterator

from celery import shared_task
from django.db import connection

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
    solve,
)

from . import jobs
from .models import Analysis, Status

logger = logging.getLogger(__name__)

BEAT_SECONDS = 0.5


@shared_task(name="analyses.solve")  # late acknowledgement and redelivery are set for all tasks in the settings
def solve_analysis(pk: int, token: str) -> None:
    """Solve a queued question. A duplicate or outdated message ends here quietly."""
    if not jobs.claim(pk, token):
        logger.info("analysis %s: nothing to do for this message", pk)
        return
    analysis = Analysis.objects.select_related("board_revision").get(pk=pk)
    try:
        with _watched(pk, token) as watch:
            result = _solve(analysis, watch)
    except Cancelled:
        jobs.finish(pk, token, Status.CANCELLED)
    except (Unaffordable, Unsettled) as error:
        jobs.finish(pk, token, Status.OUT_OF_REACH, message=str(error))
    except InputError as error:
        jobs.finish(pk, token, Status.FAILED, message=error.message)
    except Exception:
        logger.exception("analysis %s failed", pk)
        jobs.finish(
            pk, token, Status.FAILED, message="The solver stopped with an error of its own. It has been logged."
        )
    else:
        jobs.finish(pk, token, Status.DONE, result=result.to_json())


def _solve(analysis: Analysis, watch: Watch) -> SolveResult:
    """The answer within the smallest budget that it fits into."""
    position = Position.parse(analysis.position)
    board = Board.from_json(analysis.board_revision.content)
    rules = Rules.preset("show").with_options(analysis.rules)
    *quick, patient = (Limits(seconds, analysis.limits["memory_bytes"]) for seconds in analysis.limits["seconds"])
    for limits in quick:
        with contextlib.suppress(Unaffordable):
            return solve(position, board, rules, limits, progress=watch.report, cancel=watch.cancel)
    return solve(position, board, rules, patient, progress=watch.report, cancel=watch.cancel)


class Watch:
    """What the solving thread and the watching thread tell each other."""

    def __init__(self) -> None:
        self.cancel = CancelFlag()
        self.done = 0.0
        self.stage = ""
        self.over = threading.Event()

    def report(self, progress: Progress) -> None:
        """Called by the solver; the watching thread carries it to the database."""
        self.done, self.stage = progress.done, progress.stage


@contextlib.contextmanager
def _watched(pk: int, token: str) -> Iterator[Watch]:
    """Beat for the job from a thread of its own while the solver works without the GIL."""
    watch = Watch()
    thread = threading.Thread(target=_beat_until_over, args=(pk, token, watch), name=f"watch-{pk}", daemon=True)
    thread.start()
    try:
        yield watch
    finally:
        watch.over.set()
        thread.join()


def _beat_until_over(pk: int, token: str, watch: Watch) -> None:
    try:
        while not watch.over.wait(BEAT_SECONDS):
            try:
                if not jobs.beat(pk, token, watch.done, watch.stage):
                    watch.cancel.set()
            except Exception:  # a database that is away for a moment must not end the watching
                logger.warning("analysis %s: heartbeat failed", pk, exc_info=True)
    finally:
        connection.close()
