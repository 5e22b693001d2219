"""The life of a job, as compare-and-swap steps on its row.

Every step is one UPDATE that names the state it expects, so whoever comes second changes nothing
and is told so: a duplicate message, a worker thought dead that wakes up, two pages that both find
a stale job. Nothing here sends messages or computes; an app's services and tasks do.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any, Generic, TypeVar

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from .models import Job, Status

J = TypeVar("J", bound=Job)

INTERRUPTED = "The solver was interrupted {attempts} times on this position, so it was given up."


def new_token() -> str:
    """A name for one start of a job."""
    return secrets.token_hex(16)


def first_start(limits: dict[str, Any]) -> dict[str, Any]:
    """The fields of a new row whose job is about to be announced."""
    return {"status": Status.QUEUED, "token": new_token(), "limits": limits, "queued_at": timezone.now()}


class Jobs(Generic[J]):
    """The steps for the rows of one model."""

    def __init__(self, model: type[J]) -> None:
        self.model = model

    @property
    def rows(self) -> QuerySet[J]:
        return self.model._default_manager.all()

    def enqueue(self, job: J, limits: dict[str, Any]) -> str | None:
        """Put a job that rests back into the queue; the new token, or None if somebody else did.

        A result that is there already stays.
        """
        begun = first_start(limits)
        changed = self.rows.filter(pk=job.pk, status=job.status, token=job.token).update(
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

    def claim(self, pk: int, token: str) -> bool:
        """Begin a queued job: true for one worker only."""
        now = timezone.now()
        changed = self.rows.filter(pk=pk, token=token, status=Status.QUEUED).update(
            status=Status.RUNNING, attempts=F("attempts") + 1, started_at=now, heartbeat_at=now
        )
        return bool(changed)

    def wanted(self, pk: int, token: str) -> bool:
        """Whether this start of the job is still the one, and nobody wants it stopped: one cheap look."""
        return self._running(pk, token).filter(cancel_requested=False).exists()

    def beat(self, pk: int, token: str, progress: float, stage: str) -> bool:
        """Say that the job is alive; false when it should stop (cancelled, or no longer ours)."""
        changed = self._running(pk, token).update(heartbeat_at=timezone.now(), progress=progress, stage=stage[:200])
        return bool(changed) and self.wanted(pk, token)

    def store(self, pk: int, token: str, **fields: Any) -> bool:
        """Store what the running job has found; false when it should stop instead.

        A job that was told to stop stores nothing more: whoever stopped it keeps what he saw.
        """
        found = self._running(pk, token).filter(cancel_requested=False)
        return bool(found.update(**fields, heartbeat_at=timezone.now()))

    def request_cancel(self, pk: int) -> None:
        """Ask for a stop: at once if nobody has begun, at the worker's next look otherwise."""
        unfinished = self.rows.filter(pk=pk)
        waiting = unfinished.filter(status=Status.QUEUED)
        if not waiting.update(status=Status.CANCELLED, finished_at=timezone.now(), token=new_token()):
            unfinished.filter(status=Status.RUNNING).update(cancel_requested=True)

    def finish(self, pk: int, token: str, status: Status, *, message: str = "") -> bool:
        """Store how the job ended, unless another start has taken its place; its results stay."""
        changed = self._running(pk, token).update(
            status=status, message=message, finished_at=timezone.now(), progress=1.0, stage=""
        )
        return bool(changed)

    def park(self, pk: int, token: str) -> bool:
        """Let a job wait for a place; this was not a start that failed."""
        changed = (
            self._running(pk, token)
            .filter(cancel_requested=False)
            .update(
                status=Status.QUEUED,
                attempts=F("attempts") - 1,
                queued_at=timezone.now(),
                started_at=None,
                progress=0.0,
                stage="",
            )
        )
        return bool(changed)

    def parked(self) -> QuerySet[J]:
        """Those that wait for a place, the one that has waited longest first."""
        return self.rows.filter(status=Status.QUEUED).order_by("queued_at", "pk")

    def next_parked(self) -> tuple[int, str] | None:
        """The job that is to have the next place, to be announced: (pk, token)."""
        waiting = self.parked()
        for row in waiting[:2]:
            # Moved to the end of the line, so that the next place goes to another one.
            if waiting.filter(pk=row.pk, token=row.token, queued_at=row.queued_at).update(queued_at=timezone.now()):
                return row.pk, row.token
        return None

    def unsendable(self, pk: int, token: str, message: str) -> None:
        """The queue could not be reached: say so rather than wait for ever."""
        self.rows.filter(pk=pk, token=token, status=Status.QUEUED).update(
            status=Status.FAILED, message=message, finished_at=timezone.now()
        )

    def silent(self) -> QuerySet[J]:
        """Jobs whose worker has not been heard of for a while."""
        since = timezone.now() - timedelta(seconds=settings.JOB_STALE_SECONDS)
        return self.rows.filter(status=Status.RUNNING, heartbeat_at__lt=since)

    def orphans(self) -> QuerySet[J]:
        """Silent jobs, and those that have waited so long that their message may be lost."""
        overdue = timezone.now() - timedelta(seconds=settings.JOB_RESEND_SECONDS)
        return self.silent() | self.rows.filter(Q(status=Status.QUEUED, queued_at__lt=overdue))

    def silence(self, job: J) -> float:
        """Seconds since the worker of a running job was heard of."""
        if job.status != Status.RUNNING or job.heartbeat_at is None:
            return 0.0
        return (timezone.now() - job.heartbeat_at).total_seconds()

    def take_over(self, job: J) -> str | None:
        """Put an orphan back into the queue; the token to announce, or None if there is nothing to do.

        An interrupted job gets a new token, so that its old worker can do no harm if it lives after
        all. A waiting job keeps its token and its place: the second message is only a reminder.
        """
        row = self.rows.filter(pk=job.pk, status=job.status, token=job.token)
        now = timezone.now()
        if job.status == Status.QUEUED:
            return job.token if row.filter(queued_at=job.queued_at).update(queued_at=now) else None
        row = row.filter(heartbeat_at=job.heartbeat_at)
        if job.cancel_requested:
            row.update(status=Status.CANCELLED, finished_at=now)
            return None
        if job.attempts >= settings.JOB_ATTEMPTS:
            message = INTERRUPTED.format(attempts=job.attempts)
            row.update(status=Status.FAILED, message=message, finished_at=now)
            return None
        token = new_token()
        changed = row.update(status=Status.QUEUED, token=token, queued_at=now, progress=0.0, stage="")
        return token if changed else None

    def _running(self, pk: int, token: str) -> QuerySet[J]:
        return self.rows.filter(pk=pk, token=token, status=Status.RUNNING)
