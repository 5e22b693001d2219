"""The life of a job, as compare-and-swap steps on its row.

Every step is one UPDATE that names the state it expects, so a second attempt changes nothing and
returns false: a duplicate message, a worker thought dead that wakes up, two pages that both find
an orphan. Nothing here sends messages or computes.

Most jobs need a slot (slots.py) to begin. Until there is one they are parked: queued in the database.

A job is in view while somebody is looking at it: every request of a page or a program that shows how far it is
keeps it in view for a while.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Generic, TypeVar

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from pressorpass_site.core import clients

from . import interests
from .models import ACTIVE, Job, Status, is_in_view

J = TypeVar("J", bound=Job)

# A free process begins a job for which there is a slot, or that needs none, sooner than this.
PICK_UP_TIME = timedelta(seconds=0.1)

# At a job that has ended looks are counted by the day, which is enough to tell what nobody asks for any more.
PAST_LOOK_RESOLUTION = timedelta(days=1)
# A page that is left was perhaps not the only one: the next request of another one keeps the job in view.
LEAVE_TIME = timedelta(seconds=1.5)

INTERRUPTED = "The solver was interrupted {attempts} times on this position, so it was given up."


def new_token() -> str:
    """A name for one start of a job."""
    return secrets.token_hex(16)


def queued_fields(limits: dict[str, Any], look: float) -> dict[str, Any]:
    """The fields of a row whose job is about to be dispatched for the present client, in view for `look` seconds."""
    now = timezone.now()
    until = now + timedelta(seconds=look) if look else None
    return {
        "status": Status.QUEUED,
        "token": new_token(),
        "client": clients.current(),
        "limits": limits,
        "queued_at": now,
        "in_view_until": until,
    }


def in_view_now() -> Q:
    """Jobs that somebody is looking at."""
    return Q(in_view_until__gt=timezone.now())


class Jobs(Generic[J]):
    """The steps for the rows of one model, `only` those that meet a condition.

    Rows that are `slotless` begin in any free process while they are in view; all others need a slot. Those of them that
    are `unanswered` go first, as there is nothing to show yet; by default all are.
    """

    def __init__(
        self, model: type[J], only: Q | None = None, slotless: Q | None = None, unanswered: Q | None = None
    ) -> None:
        self.model = model
        self.only = only or Q()
        self.slotless = slotless
        self.unanswered = unanswered or Q()

    @property
    def rows(self) -> QuerySet[J]:
        return self.model._default_manager.all()

    def parked(self) -> QuerySet[J]:
        """Queued jobs that need a slot, the one that has waited longest first."""
        queued = self.rows.filter(self.only, status=Status.QUEUED).order_by("queued_at", "pk")
        return queued if self.slotless is None else queued.exclude(self.slotless & in_view_now())

    def late(self) -> QuerySet[J]:
        """Queued jobs that need no slot and have nothing to show, and that no process has begun."""
        return self.slotless_in_view().filter(self.unanswered, queued_at__lt=timezone.now() - PICK_UP_TIME)

    def held_up(self) -> QuerySet[J]:
        """Running jobs in view that cannot go on without a slot."""
        return self.rows.filter(self.only, in_view_now(), status=Status.RUNNING, slot_wanted=True)

    def before(self, job: J) -> QuerySet[J]:
        """Jobs in view of the same kind as a queued one, with a slot or without, that run or have waited longer."""
        earlier = Q(queued_at__lt=job.queued_at) | Q(queued_at=job.queued_at, pk__lt=job.pk)
        alike = self.rows.filter(self.only, in_view_now(), Q(status=Status.RUNNING) | Q(earlier, status=Status.QUEUED))
        if self.slotless is None:
            return alike
        slotless = self.rows.filter(self.slotless, pk=job.pk).exists()
        return alike.filter(self.slotless) if slotless else alike.exclude(self.slotless)

    def orphans(self) -> QuerySet[J]:
        """Return running jobs whose worker is silent; where the clock was set back, its last beat is far ahead."""
        now, patience = timezone.now(), timedelta(seconds=settings.JOB_STALE_SECONDS)
        heard = Q(heartbeat_at__range=(now - patience, now + patience))
        return self.rows.filter(self.only, ~heard | Q(heartbeat_at=None), status=Status.RUNNING)

    def slotless_in_view(self) -> QuerySet[J]:
        """Queued jobs that begin in any free process."""
        if self.slotless is None:
            return self.rows.none()
        return self.rows.filter(self.only, self.slotless, in_view_now(), status=Status.QUEUED)

    def active_in_view(self) -> QuerySet[J]:
        """Queued and running jobs that somebody is looking at."""
        return self.rows.filter(self.only, in_view_now(), status__in=ACTIVE)

    def enqueue(self, job: J, limits: dict[str, Any], look: float, **fields: Any) -> bool:
        """Queue a job that has ended, under a new token; false if another request has just done so.

        A result that is there already stays; `fields` are set as well.
        """
        changed = self.rows.filter(pk=job.pk, status=job.status, token=job.token).update(
            **queued_fields(limits, look),
            **fields,
            attempts=0,
            started_at=None,
            heartbeat_at=None,
            finished_at=None,
            cut_short=False,
            cancel_requested=False,
            slot_wanted=False,
            progress=0.0,
            stage="",
            message="",
        )
        return bool(changed)

    def claim(self, pk: int, token: str, condition: Q | None = None) -> bool:
        """Begin a queued job, if the `condition` holds: true for one worker only."""
        now = timezone.now()
        changed = self.rows.filter(condition or Q(), pk=pk, token=token, status=Status.QUEUED).update(
            status=Status.RUNNING, attempts=F("attempts") + 1, started_at=now, heartbeat_at=now, slot_wanted=False
        )
        return bool(changed)

    def should_continue(self, pk: int, token: str) -> bool:
        """Whether this start of the job is still the current one and is not cancelled: one cheap query."""
        return self._current(pk, token).exists()

    def is_current_in_view(self, pk: int, token: str) -> bool | None:
        """Whether the job is in view, if it `should_continue`; otherwise None."""
        found = list(self._current(pk, token).values_list("in_view_until", flat=True))
        return is_in_view(found[0]) if found else None

    def keep_in_view(self, pks: Iterable[int], look: float) -> None:
        """Put jobs in view for so many seconds from now: the last look counts, and is remembered when they have ended."""
        self.rows.filter(pk__in=pks).update(in_view_until=timezone.now() + timedelta(seconds=look))

    def leave(self, pks: Iterable[int]) -> None:
        """A page of the present client that showed these jobs was closed or left; its others are soon heard from."""
        until = timezone.now() + LEAVE_TIME
        left = list(pks)
        others = interests.others_look_until(self.model, left)
        for pk in left:
            end = max(until, others.get(pk, until))
            self.rows.filter(pk=pk, status__in=ACTIVE, in_view_until__gt=end).update(in_view_until=end)

    def want_slot(self, pk: int, token: str, wanted: bool) -> None:
        """Record that a running job cannot go on without a slot, or can."""
        self._running(pk, token).update(slot_wanted=wanted)

    def beat(self, pk: int, token: str, progress: float, stage: str) -> bool:
        """Record that the job is alive; false when it should stop (cancelled or replaced)."""
        changed = self._running(pk, token).update(heartbeat_at=timezone.now(), progress=progress, stage=stage[:200])
        return bool(changed) and self.should_continue(pk, token)

    def store(self, pk: int, token: str, **fields: Any) -> bool:
        """Store results of the running job; false when it should stop instead.

        A cancelled job stores nothing more: the answer stays as it was when it was cancelled.
        """
        return bool(self._current(pk, token).update(**fields, heartbeat_at=timezone.now()))

    def request_cancel(self, pk: int) -> None:
        """Cancel a job: at once if it is queued, when the worker next checks if it is running."""
        row = self.rows.filter(pk=pk)
        queued = row.filter(status=Status.QUEUED)
        if not queued.update(status=Status.CANCELLED, finished_at=timezone.now(), token=new_token()):
            row.filter(status=Status.RUNNING).update(cancel_requested=True)

    def finish(self, pk: int, token: str, status: Status, *, message: str = "", **fields: Any) -> bool:
        """Store how the job ended, with further `fields`, unless it has been replaced; its results stay."""
        changed = self._running(pk, token).update(
            **fields, status=status, message=message, finished_at=timezone.now(), progress=1.0, stage=""
        )
        return bool(changed)

    def park(self, pk: int, token: str) -> bool:
        """Put a running job back to wait for a slot; this does not count as an attempt."""
        changed = self._current(pk, token).update(
            status=Status.QUEUED,
            attempts=F("attempts") - 1,
            queued_at=timezone.now(),
            started_at=None,
            slot_wanted=True,
            progress=0.0,
            stage="",
        )
        return bool(changed)

    def hand_over(self, pk: int, client: str) -> None:
        """Let a queued job wait for another client's turn."""
        self.rows.filter(pk=pk, status=Status.QUEUED).update(client=client)

    def fail_queued(self, pk: int, token: str, message: str) -> None:
        """End a queued job that cannot be dispatched."""
        self.rows.filter(pk=pk, token=token, status=Status.QUEUED).update(
            status=Status.FAILED, message=message, cut_short=True, finished_at=timezone.now()
        )

    def requeue(self, job: J) -> bool:
        """Put an orphan back into the queue; false if there is nothing to dispatch.

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
