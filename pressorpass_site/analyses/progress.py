"""What to tell somebody who waits for an answer."""

from __future__ import annotations

from dataclasses import dataclass

import redis
from django.conf import settings
from django.utils import timezone

from pressorpass_site.core import heartbeat

from . import jobs
from .models import Analysis, Status

LAMPS = 18
# Five beats missed: something has happened, though it may be too early to start again.
QUIET_SECONDS = 2.5
# Five beats missed: something has happened, though it is too early to start again.
QUIET_SECONDS = 2.5


@dataclass(frozen=True)
class Waiting:
    """A job as the progress card shows it."""

    title: str
    detail: str
    percent: int
    lamps: list[bool]
    elapsed: int
    interrupted: bool
    stopping: bool


def waiting(analysis: Analysis) -> Waiting:
    """Where the job stands, in words."""
    begun_before = analysis.status == Status.QUEUED and analysis.started_at is not None
    interrupted = begun_before or jobs.silence(analysis) > QUIET_SECONDS
    running = analysis.status == Status.RUNNING and not interrupted
    percent = int(100 * min(max(analysis.progress, 0.0), 1.0)) if running else 0
    title, detail = _words(analysis, running, interrupted)
    lit = round(LAMPS * percent / 100)
    since = analysis.started_at if running else analysis.queued_at
    elapsed = int((timezone.now() - since).total_seconds()) if since else 0
    return Waiting(
        title=title,
        detail=detail,
        percent=percent,
        lamps=[number < lit for number in range(LAMPS)],
        elapsed=max(elapsed, 0),
        interrupted=interrupted,
        stopping=analysis.cancel_requested,
    )


def _words(analysis: Analysis, running: bool, interrupted: bool) -> tuple[str, str]:
    if analysis.cancel_requested:
        return "Stopping…", "The solver has been told to stop."
    if interrupted:
        return "The solver was interrupted.", _what_next(analysis)
    if running:
        stage = analysis.stage or "Getting ready"
        again = f" · start {analysis.attempts} of {settings.JOB_ATTEMPTS}, after an interruption"
        return "Working it out…", stage + again if analysis.attempts > 1 else stage
    if not _solver_alive():
        return "Waiting for a solver.", _NOBODY
    return "Waiting for a solver.", "Others asked first; yours is next in line."


def _what_next(analysis: Analysis) -> str:
    if analysis.attempts >= settings.JOB_ATTEMPTS:
        return f"That was start {analysis.attempts} of {settings.JOB_ATTEMPTS}."
    again = f"It starts again by itself (start {analysis.attempts + 1} of {settings.JOB_ATTEMPTS}); nothing is lost."
    return again if _solver_alive() else f"{again} {_NOBODY}"


_NOBODY = "No solver is running at the moment; the question keeps its place until one is."


def _solver_alive() -> bool:
    try:
        return heartbeat.workers() > 0
    except redis.RedisError:
        return False
