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
    interrupted = jobs.is_silent(analysis) or (analysis.status == Status.QUEUED and analysis.started_at is not None)
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
        again = min(analysis.attempts + 1, settings.JOB_ATTEMPTS)
        detail = f"It starts again by itself (start {again} of {settings.JOB_ATTEMPTS}). Nothing you typed is lost."
        return "The solver was interrupted.", detail if _solver_alive() else f"{detail} {_NOBODY}"
    if running:
        return "Working it out…", analysis.stage or "Getting ready"
    if not _solver_alive():
        return "Waiting for a solver.", _NOBODY
    return "Waiting for a solver.", "Others asked first; yours is next in line."


_NOBODY = "No solver is running at the moment; the question keeps its place until one is."


def _solver_alive() -> bool:
    try:
        return heartbeat.workers() > 0
    except redis.RedisError:
        return False
