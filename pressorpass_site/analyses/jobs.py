"""The life of a job, as compare-and-swap steps on its row.

Every step is one UPDATE that names the state it expects, so whoever comes second changes nothing
and is told so: a duplicate message, a worker thought dead that wakes up, two pages that both find
a stale job. Nothing here sends messages or computes; services.py and tasks.py do.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from .models import Analysis, Status

INTERRUPTED = "The solver was interrupted {attempts} times on this position, so it was given up."


def new_token() -> str:
    """A name for one start of a job."""
    return secrets.token_hex(16)


def first_start(limits: dict[str, Any]) -> dict[str, Any]:
    """The fields of a new row whose job is about to be announced."""
    return {"status": Status.QUEUED, "token": new_token(), "limits": limits, "queued_at": timezone.now()}


def enqueue(analysis: Analysis, limits: dict[str, Any]) -> str | None:
    """Put a question that rests back into the queue; the new token, or None if somebody else did.

    An answer that is there already stays, to be looked at and to be bettered.
    """
    begun = first_start(limits)
    changed = Analysis.objects.filter(pk=analysis.pk, status=analysis.status, token=analysis.token).update(
        **begun,
        attempts=0,
        started_at=None,
        heartbeat_at=None,
        finished_at=None,
        cancel_requested=False,
        progress=0.0,
        stage="",
        message="",
    )
    return begun["token"] if changed else None


def claim(pk: int, token: str) -> bool:
    """Begin a queued job: true for one worker only."""
    now = timezone.now()
    changed = Analysis.objects.filter(pk=pk, token=token, status=Status.QUEUED).update(
        status=Status.RUNNING, attempts=F("attempts") + 1, started_at=now, heartbeat_at=now
    )
    return bool(changed)


def wanted(pk: int, token: str) -> bool:
    """Whether this start of the job is still the one, and nobody wants it stopped: one cheap look."""
    return Analysis.objects.filter(pk=pk, token=token, status=Status.RUNNING, cancel_requested=False).exists()


def beat(pk: int, token: str, progress: float, stage: str) -> bool:
    """Say that the job is alive; false when it should stop (cancelled, or no longer ours)."""
    changed = Analysis.objects.filter(pk=pk, token=token, status=Status.RUNNING).update(
        heartbeat_at=timezone.now(), progress=progress, stage=stage[:200]
    )
    return bool(changed) and wanted(pk, token)


def improve(pk: int, token: str, result: dict[str, Any], steps: list[dict[str, Any]]) -> bool:
    """Put a better answer in the place of the last; false when the job should stop instead.

    `steps` says what each answer said, this one included. A job that was told to stop stores
    nothing more: whoever stopped it keeps what he saw.
    """
    changed = Analysis.objects.filter(pk=pk, token=token, status=Status.RUNNING, cancel_requested=False).update(
        result=result, steps=steps, heartbeat_at=timezone.now()
    )
    return bool(changed)


def request_cancel(pk: int) -> None:
    """Ask for a stop: at once if nobody has begun, at the worker's next look otherwise."""
    unfinished = Analysis.objects.filter(pk=pk)
    waiting = unfinished.filter(status=Status.QUEUED)
    if not waiting.update(status=Status.CANCELLED, finished_at=timezone.now(), token=new_token()):
        unfinished.filter(status=Status.RUNNING).update(cancel_requested=True)


def finish(pk: int, token: str, status: Status, *, message: str = "") -> bool:
    """Store how the job ended, unless another start has taken its place; its answers stay."""
    changed = Analysis.objects.filter(pk=pk, token=token, status=Status.RUNNING).update(
        status=status, message=message, finished_at=timezone.now(), progress=1.0, stage=""
    )
    return bool(changed)


def park(pk: int, token: str) -> bool:
    """Let a job that has an answer wait for a place; this was not a start that failed."""
    changed = Analysis.objects.filter(pk=pk, token=token, status=Status.RUNNING, cancel_requested=False).update(
        status=Status.QUEUED,
        attempts=F("attempts") - 1,
        queued_at=timezone.now(),
        started_at=None,
        progress=0.0,
        stage="",
    )
    return bool(changed)


def next_parked() -> tuple[int, str] | None:
    """The job that has waited longest for a place, to be announced: (pk, token)."""
    waiting = Analysis.objects.filter(status=Status.QUEUED, result__isnull=False).order_by("queued_at")
    for row in waiting[:2]:
        # Moved to the end of the line, so that the next place goes to another one.
        if waiting.filter(pk=row.pk, token=row.token, queued_at=row.queued_at).update(queued_at=timezone.now()):
            return row.pk, row.token
    return None


def unsendable(pk: int, token: str, message: str) -> None:
    """The queue could not be reached: say so rather than wait for ever."""
    Analysis.objects.filter(pk=pk, token=token, status=Status.QUEUED).update(
        status=Status.FAILED, message=message, finished_at=timezone.now()
    )


def orphans() -> QuerySet[Analysis]:
    """Jobs that no living worker is at, or whose message may be lost."""
    now = timezone.now()
    silent = now - timedelta(seconds=settings.JOB_STALE_SECONDS)
    overdue = now - timedelta(seconds=settings.JOB_RESEND_SECONDS)
    return Analysis.objects.filter(
        Q(status=Status.RUNNING, heartbeat_at__lt=silent) | Q(status=Status.QUEUED, queued_at__lt=overdue)
    )


def silence(analysis: Analysis) -> float:
    """Seconds since the worker of a running job was heard of."""
    if analysis.status != Status.RUNNING or analysis.heartbeat_at is None:
        return 0.0
    return (timezone.now() - analysis.heartbeat_at).total_seconds()


def take_over(analysis: Analysis) -> str | None:
    """Put an orphan back into the queue; the token to announce, or None if there is nothing to do.

    An interrupted job gets a new token, so that its old worker can do no harm if it lives after
    all. A waiting job keeps its token and its place: the second message is only a reminder.
    """
    row = Analysis.objects.filter(pk=analysis.pk, status=analysis.status, token=analysis.token)
    now = timezone.now()
    if analysis.status == Status.QUEUED:
        return analysis.token if row.filter(queued_at=analysis.queued_at).update(queued_at=now) else None
    row = row.filter(heartbeat_at=analysis.heartbeat_at)
    if analysis.cancel_requested:
        row.update(status=Status.CANCELLED, finished_at=now)
        return None
    if analysis.attempts >= settings.JOB_ATTEMPTS:
        message = INTERRUPTED.format(attempts=analysis.attempts)
        row.update(status=Status.FAILED, message=message, finished_at=now)
        return None
    token = new_token()
    changed = row.update(status=Status.QUEUED, token=token, queued_at=now, progress=0.0, stage="")
    return token if changed else None
