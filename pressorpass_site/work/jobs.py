"""The life of a job, as steps on its row.

Every step is one UPDATE that names the state it expects, so that a second attempt changes nothing and returns false: a
duplicate message, a worker thought dead that wakes up, two pages that both find an orphan. Nothing here sends messages
or computes.

A job is in view while somebody looks at it: each request that shows it keeps it in view for some seconds. The row knows
the client heard from last, and until when others look, so that nobody ends what somebody else waits for.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable
from datetime import timedelta
from functools import cache
from typing import Any, Generic, TypeVar

from django.conf import settings
from django.db.models import Case, F, Q, QuerySet, Value, When
from django.utils import timezone

from pressorpass_site.core import clients
from pressorpass_site.core.database.compiled import CompiledQuery

from .models import ACTIVE, Job, Status, is_in_view

J = TypeVar("J", bound=Job)

# A look is a write, so looks at one job are written no more often than this; at a finished one once a day, which is enough
# for retention. A job whose page is left stays in view for as long, as the client may have it on another page.
LOOK_RESOLUTION, PAST_LOOK_RESOLUTION = timedelta(seconds=1), timedelta(days=1)
# How often a request or a running job rereads the row that it waits for. A first answer takes 0.15 seconds, so half of
# this is not felt; a read takes 0.02 ms of processor time with SQLite.
REREAD_SECONDS = 0.02

INTERRUPTED = "The solver was interrupted {attempts} times on this position, so it was given up."
THE_SITE = "the site"  # cancels as commands and workers do, which are no clients


def new_token() -> str:
    """Return a name for one start of a job."""
    return secrets.token_hex(16)


def queued_fields(limits: dict[str, Any], look: float, client_seq: int) -> dict[str, Any]:
    """Return the fields of a job about to be dispatched for the present client, in view for `look` seconds."""
    now = timezone.now()
    return {
        "status": Status.QUEUED,
        "token": new_token(),
        "client": clients.current(),
        "client_seq": client_seq,
        "limits": limits,
        "queued_at": now,
        "in_view_until": now + timedelta(seconds=look) if look else None,
    }


def in_view_now() -> Q:
    """Return the condition that somebody looks at a job."""
    return Q(in_view_until__gt=timezone.now())


def has_cancelled(job: Job) -> bool:
    """Return whether the present client cancelled the job and has not asked for it again."""
    return job.cancelled_by == (clients.current() or THE_SITE)


class Jobs(Generic[J]):
    """The steps for the rows of one model, `only` those that meet a condition."""

    def __init__(self, model: type[J], only: Q | None = None) -> None:
        self.model = model
        self.only = only or Q()

    @property
    def rows(self) -> QuerySet[J]:
        return self.model._default_manager.all()

    # --- Asking and looking ---

    def enqueue(self, job: J, limits: dict[str, Any], look: float, client_seq: int = 0, **fields: Any) -> bool:
        """Queue a job that has ended, under a new token; return false if another request has just done so.

        A result that is there already stays; `fields` are set as well.
        """
        changed = self.rows.filter(pk=job.pk, status=job.status, token=job.token).update(
            **queued_fields(limits, look, client_seq),
            **fields,
            attempts=0,
            started_at=None,
            heartbeat_at=None,
            finished_at=None,
            others_until=None,
            cancelled_by="",
            cut_short=False,
            cancel_requested=False,
            refines=False,
            progress=0.0,
            stage="",
            message="",
        )
        return bool(changed)

    def keep_in_view(self, pks: Collection[int], seconds: float) -> None:
        """Put jobs in view of the present client for some seconds; a cancel of it is taken back."""
        client, until = clients.current(), timezone.now() + timedelta(seconds=seconds)
        own = Q(client__in=(client, clients.SITE))
        longer = Q(others_until__gt=until)
        if client == clients.SITE:
            self.rows.filter(pk__in=pks).update(in_view_until=until)
            return
        self.rows.filter(pk__in=pks).update(
            client=client,
            cancelled_by=Case(When(cancelled_by=client, then=Value("")), default=F("cancelled_by")),
            others_until=Case(When(own, then=F("others_until")), default=F("in_view_until")),
            in_view_until=Case(
                When(own & longer, then=F("others_until")),
                When(~own & Q(in_view_until__gt=until), then=F("in_view_until")),
                default=until,
            ),
        )

    def leave(self, pks: Iterable[int]) -> None:
        """End the present client's look at jobs whose page was left; the client's other pages soon renew it."""
        end, client = timezone.now() + LOOK_RESOLUTION, clients.current()
        active = self.rows.filter(pk__in=list(pks), status__in=ACTIVE)
        if client != clients.SITE:
            active.exclude(client__in=(client, clients.SITE)).filter(others_until__gt=end).update(others_until=end)
            active = active.filter(client__in=(client, clients.SITE))
        others = Case(When(others_until__gt=end, then=F("others_until")), default=end)
        active.filter(in_view_until__gt=end).update(in_view_until=others)

    def withdraw(self, job: J) -> None:
        """Cancel a job for the present client: it ends unless another client looks at it."""
        client = clients.current()
        row = self.rows.filter(pk=job.pk, status__in=ACTIVE)
        row.update(cancelled_by=client or THE_SITE)
        others = row.filter(others_until__gt=timezone.now())
        if row.filter(in_view_now()).exclude(client__in=(client, clients.SITE)).update(others_until=None):
            return
        if not others.update(in_view_until=F("others_until"), others_until=None, client=clients.SITE):
            self.request_cancel(job.pk)

    def request_cancel(self, pk: int) -> None:
        """Cancel a job: at once if it is queued, when the worker next checks if it is running."""
        row = self.rows.filter(pk=pk)
        queued = row.filter(status=Status.QUEUED)
        if not queued.update(status=Status.CANCELLED, finished_at=timezone.now(), token=new_token()):
            row.filter(status=Status.RUNNING).update(cancel_requested=True)

    # --- Working ---

    def claim(self, pk: int, token: str) -> bool:
        """Begin a queued job; return true for one worker only."""
        now = timezone.now()
        changed = self.rows.filter(pk=pk, token=token, status=Status.QUEUED).update(
            status=Status.RUNNING, attempts=F("attempts") + 1, started_at=now, heartbeat_at=now
        )
        return bool(changed)

    def is_current(self, pk: int, token: str) -> bool:
        """Return whether this start of the job has been neither replaced nor cancelled."""
        return bool(_start(self.model).fetch([pk, Status.RUNNING, token]))

    def beat(self, pk: int, token: str, progress: float, stage: str) -> bool | None:
        """Record that the job is alive; return whether it is in view, and None if it was cancelled or replaced."""
        self._running(pk, token).update(heartbeat_at=timezone.now(), progress=progress, stage=stage[:200])
        found = list(self._current(pk, token).values_list("in_view_until", flat=True))
        return is_in_view(found[0]) if found else None

    def store(self, pk: int, token: str, **fields: Any) -> bool:
        """Store results of the running job; return false when it should stop instead.

        A cancelled job stores nothing more: the answer stays as it was when it was cancelled.
        """
        return bool(self._current(pk, token).update(**fields, heartbeat_at=timezone.now()))

    def finish(self, pk: int, token: str, status: Status, *, message: str = "", **fields: Any) -> bool:
        """Store how the job ended, with further `fields`, unless it has been replaced; its results stay."""
        changed = self._running(pk, token).update(
            **fields, status=status, message=message, finished_at=timezone.now(), progress=1.0, stage=""
        )
        return bool(changed)

    def park(self, pk: int, token: str, **fields: Any) -> bool:
        """Queue a running job again, with `fields` set; this does not count as an attempt."""
        changed = self._current(pk, token).update(
            **fields,
            status=Status.QUEUED,
            attempts=F("attempts") - 1,
            queued_at=timezone.now(),
            started_at=None,
            progress=0.0,
            stage="",
        )
        return bool(changed)

    def fail_queued(self, pk: int, token: str, message: str) -> None:
        """End a queued job that cannot be dispatched."""
        self.rows.filter(pk=pk, token=token, status=Status.QUEUED).update(
            status=Status.FAILED, message=message, cut_short=True, finished_at=timezone.now()
        )

    def orphans(self) -> QuerySet[J]:
        """Return running jobs whose worker is silent; where the clock was set back, its last beat is far ahead."""
        now, patience = timezone.now(), timedelta(seconds=settings.JOB_STALE_SECONDS)
        heard = Q(heartbeat_at__range=(now - patience, now + patience))
        return self.rows.filter(self.only, ~heard | Q(heartbeat_at=None), status=Status.RUNNING)

    def requeue(self, job: J) -> bool:
        """Queue an orphan again; return false if there is nothing to dispatch.

        It gets a new token, so that its old worker can do no harm if it is alive after all.
        """
        row = self.rows.filter(pk=job.pk, status=job.status, token=job.token, heartbeat_at=job.heartbeat_at)
        now = timezone.now()
        if job.cancel_requested:
            row.update(status=Status.CANCELLED, finished_at=now)
            return False
        if job.attempts >= settings.JOB_ATTEMPTS:
            message = INTERRUPTED.format(attempts=job.attempts)
            row.update(status=Status.FAILED, message=message, cut_short=True, finished_at=now)
            return False
        changed = row.update(status=Status.QUEUED, token=new_token(), queued_at=now, progress=0.0, stage="")
        return bool(changed)

    def _current(self, pk: int, token: str) -> QuerySet[J]:
        return self._running(pk, token).filter(cancel_requested=False)

    def _running(self, pk: int, token: str) -> QuerySet[J]:
        return self.rows.filter(pk=pk, token=token, status=Status.RUNNING)


@cache
def _start(model: type[Job]) -> CompiledQuery:
    """Return a query for one start of a job; its parameters are in the order of the columns' names."""
    rows = model._base_manager.filter(pk=0, token="", status=Status.RUNNING, cancel_requested=False)
    return CompiledQuery(rows.order_by().values_list("pk"))
