"""What an app declares of its jobs, and what its services call: ask, look, wait, retry, cancel.

A job is a row. Every step is one UPDATE that names the state it expects, so that a second attempt changes nothing and
returns false: a duplicate message, a worker thought dead that wakes up, two pages that both find a lost job.

A job is viewed while requests show it: each extends `viewed_until`, and a page that is left just asks no more. What nobody
views is worked on by idle workers alone.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Generic, NamedTuple, TypeVar

from celery import shared_task
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Case, Exists, F, Max, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce, Greatest, Least, Now
from django.utils import timezone

from pressorpass_site.core import clients
from pressorpass_site.core.http import shutdown
from pressorpass_site.core.http.places import FIRST_ANSWERS
from pressorpass_site.core.limits import Allowance, Rate, RateLimited

from . import picking, running
from .broker import BrokerUnreachable, send
from .models import ACTIVE, LAST_LOOK, LOOK, RETRYABLE, Job, Priority, Status
from .picking import VIEWED, WHOLE, in_seconds

logger = logging.getLogger(__name__)

J = TypeVar("J", bound=Job)

# A look is a write, so looks at one job are written no more often than this; at a finished one once a day, which is enough
# for retention.
LOOK_RESOLUTION, PAST_LOOK_RESOLUTION = timedelta(seconds=1), timedelta(days=1)
# A client may cancel what it has looked at this recently: keys of answers can be computed by anybody.
CANCEL_SECONDS = 30.0
# When to ask again with too many questions: by then the pages that have been closed do not count.
RETRY_SECONDS = 10

INTERRUPTED = "The solver was interrupted {attempts} times on this position, so it was given up."
UNREACHABLE = "The queue of the solver cannot be reached just now. Nothing is lost: try again in a moment."


class TooManyQuestions(RateLimited):
    """The client has to wait until some of its questions are answered, or to close pages that wait for them."""

    def __init__(self, most: int) -> None:
        super().__init__(
            Allowance(granted=False, rate=Rate(most, most * RETRY_SECONDS), filling=most * RETRY_SECONDS),
            f"{most} questions from your address are still being solved: try again in {RETRY_SECONDS} seconds.",
        )


class Kind(NamedTuple):
    """Rows of a queue that one function works out; messages of `task` wake a worker for them."""

    jobs: JobQueue[Any]
    task: Any
    work: Callable[[Any, running.Run], None]
    rows: Q


class JobQueue(Generic[J]):
    """The jobs of one kind.

    Args:
        model: what a job is a row of.
        work: does one job: computes, and stores results through the `Run`.
        task: the Celery task's name, by which messages are routed.
        priority: what goes first of the jobs that somebody views.
        kind: that of the rows, by default the model's; workers do those that are `only` so.
        refine: betters a first answer, in a job of its own that `work` leaves behind; `refine_task` names its task.
        fails_undispatched: whether a job fails at once if no message can be sent; else it waits until a worker finds it.
        alone: whether they are done one after another.
    """

    def __init__(
        self,
        model: type[J],
        work: Callable[[J, running.Run], None],
        *,
        task: str,
        priority: Priority,
        kind: str = "",
        only: Q | None = None,
        refine: Callable[[J, running.Run], None] | None = None,
        refine_task: str = "",
        fails_undispatched: bool = False,
        alone: bool = False,
    ) -> None:
        self.model, self.kind, self.task_name, self.alone = model, kind or model.KIND, task, alone
        self.refines, self._priority, self._fails_undispatched = refine is not None, priority, fails_undispatched
        rows, refined = Q(kind=self.kind) & (only or Q()), Q(priority=Priority.REFINE)
        self.kinds = [Kind(self, _task(task), work, rows & ~refined if refine else rows)]
        if refine:
            self.kinds.append(Kind(self, _task(refine_task), refine, rows & refined))
        picking.queues[self.kind] = self

    @property
    def rows(self) -> QuerySet[J]:
        return self.model._base_manager.filter(kind=self.kind)

    def kind_of(self, priority: int) -> Kind:
        """Return what does the jobs of a priority."""
        return self.kinds[-1] if priority == Priority.REFINE else self.kinds[0]

    # --- Asking ---

    def ask(self, key: str, limits: dict[str, Any], *, look: float = LOOK, afresh: bool = False, **fields: Any) -> J:
        """Return the job that this key names, viewed for `look` seconds; start it if it is new.

        It is also started if it was too large for other limits; with `afresh`, if it did not end well. With `look=0` it
        is done in the background: by idle workers, a bounded number for each client. The `fields` are as for
        `get_or_create`.
        """
        job, created = self.get_or_create(key, limits, look=look, **fields)
        if created:
            return job
        if job.status == Status.OUT_OF_REACH and job.limits != limits:
            return self.start(job, limits, look=look)
        return self.retry(job, limits) if afresh else self.refresh(job, look)

    def get_or_create(
        self,
        key: str,
        limits: dict[str, Any],
        *,
        look: float = LOOK,
        before_new: Callable[[], object] | None = None,
        **fields: Any,
    ) -> tuple[J, bool]:
        """Return the job that this key names, and whether it is new: then it is started.

        `before_new` is called before a new job is stored, and may raise.

        Raises:
            TooManyQuestions: it would be new, and the client has too many that are not done.
        """
        job = self.rows.filter(key=key).first()
        if job is not None:
            return job, False
        if before_new is not None:
            before_new()
        defaults = {"kind": self.kind, **fields, **self.queued(limits, look, check())}
        job, created = self.model._base_manager.get_or_create(key=key, defaults=defaults)
        if created:
            self._count_again(job)
            job.refresh_from_db(fields=("queued_at", "viewed_until", "client_seq"))
            self.dispatch(job)
        return job, created

    def queued(self, limits: dict[str, Any], look: float, client_seq: int) -> dict[str, Any]:
        """Return the columns of a job that the present client asks, to be dispatched once it is stored."""
        return {
            "status": Status.QUEUED,
            "token": secrets.token_hex(16),
            "priority": self._priority,
            "client": clients.current(),
            "client_seq": client_seq,
            "limits": limits,
            "queued_at": in_seconds(0),
            "viewed_until": in_seconds(look) if look else None,
        }

    def _count_again(self, job: J) -> None:
        """Correct the `client_seq` of a new job: requests that come together count before any of them is stored."""
        if job.client != clients.SITE:
            seq = picking.count_questions(job.client, Q(pk__lt=job.pk))[0]
            if seq > job.client_seq:
                self.rows.filter(pk=job.pk, status=Status.QUEUED).update(client_seq=seq)

    def dispatch(self, *jobs: J) -> None:
        """Send a message for each queued job, once the transaction is committed."""
        if jobs:
            transaction.on_commit(lambda: self._send(jobs))

    def start(self, job: J, limits: dict[str, Any], *, look: float = LOOK, **fields: Any) -> J:
        """Queue a job that has ended, with `fields` set; if another request has just done so, that counts.

        Raises:
            TooManyQuestions: the client has too many questions that are not done.
        """
        fields |= self.queued(limits, look, check()) | {"attempts": 0, "progress": 0.0, "stage": "", "message": ""}
        fields |= dict.fromkeys(("started_at", "heartbeat_at", "finished_at", "shared_until"))
        same = self.rows.filter(pk=job.pk, status=job.status, token=job.token)
        started = same.update(**fields, cut_short=False, cancel_requested=False)
        job.refresh_from_db()
        if started:
            self.dispatch(job)
        return job

    def retry(self, job: J, limits: dict[str, Any], **fields: Any) -> J:
        """Start a job again that failed, was canceled or was too large."""
        return self.start(job, limits, **fields) if job.status in RETRYABLE else self.refresh(job, LOOK)

    def _send(self, jobs: Collection[J]) -> None:
        try:
            for kind in self.kinds:
                if mine := [job for job in jobs if self.kind_of(job.priority) is kind]:
                    send(kind.task, len(mine))
        except BrokerUnreachable as error:
            logger.warning("%s: no worker can be woken: %s", self.task_name, error)
            for job in jobs if self._fails_undispatched else ():
                ended = {"status": Status.FAILED, "message": UNREACHABLE, "cut_short": True}
                row = self.rows.filter(pk=job.pk, token=job.token, status=Status.QUEUED)
                row.update(**ended, finished_at=in_seconds(0))
                job.refresh_from_db(fields=["status", "message", "finished_at"])

    # --- Looking ---

    def look(self, *jobs: J, seconds: float = LOOK) -> None:
        """Extend the time for which jobs are viewed; start those again that were cut short a while ago."""
        with suppress(TooManyQuestions):  # nobody is refused what they see for what they might see
            for job in jobs:
                if job.is_worth_another_start:
                    self.start(job, job.limits, look=seconds)
        client, until = clients.current(), in_seconds(seconds)
        due = [job for job in jobs if _is_another_look(job, timezone.now() + timedelta(seconds=seconds))]
        viewed: dict[str, Any] = {"viewed_until": Greatest(Coalesce("viewed_until", until), until)}
        rows = self.rows.filter(pk__in=[job.pk for job in due])
        if any(not job.is_active for job in due):
            rows.exclude(status__in=ACTIVE).update(**viewed)
        if client != clients.SITE:
            if any(job.client_seq and job.client != client and job.status == Status.QUEUED for job in due):
                # It goes as early as a question of the present client would, if that is sooner.
                viewed["client_seq"] = Least("client_seq", Value(picking.count_questions(client)[0]))
            by_others = VIEWED & ~Q(client__in=(client, clients.SITE))
            both = Greatest(Coalesce("shared_until", "viewed_until"), "viewed_until")
            viewed["shared_until"] = Case(When(by_others, then=both), default=F("shared_until"))
            viewed["client"] = Value(client)
        if due:
            rows.filter(status__in=ACTIVE, cancel_requested=False).update(**viewed)

    def refresh(self, job: J, look: float = 0.0) -> J:
        """Return the job as it stands, queued again if its worker was lost; extend its view by `look` seconds."""
        if look:
            self.look(job, seconds=look)
        if job.status == Status.RUNNING and picking.lost(self.rows).filter(pk=job.pk).exists():
            self.rescue(job)
            job.refresh_from_db()
        return job

    def wait(self, job: J, seconds: float, until: Callable[[J], bool] = lambda job: not job.is_active) -> J:
        """Return the job once it has ended, or something else is true of it, or as it stands after about `seconds`.

        If too many requests wait already, this one does not: its page shows how far the job is, and asks again.
        """
        if until(job):
            return job
        with FIRST_ANSWERS.place() as free:
            return self.long_poll(job, seconds if free else 0.0, until)

    def wait_for_answer(self, job: J, seconds: float, *, after_first: float = 0.15) -> J:
        """Return a job once it has a result, after about `seconds` at most, so that it arrives with the page.

        Most results are final soon after the first one: once that is there, wait `after_first` seconds longer.
        """
        self.wait(job, seconds, lambda job: job.result is not None or not job.is_active)
        return self.wait(job, after_first) if job.result is not None else job

    def long_poll(self, job: J, seconds: float, until: Callable[[J], bool] = lambda job: not job.is_active) -> J:
        """Do the same, where the caller limits how many wait; a process that is to stop waits no longer."""
        end, seen = time.monotonic() + seconds, None
        while not until(job) and time.monotonic() < end and not shutdown.is_under_way():
            time.sleep(running.REREAD_SECONDS)
            if (state := self.state(job.pk)) != seen:
                seen = state
                job.refresh_from_db()
        return job

    def state(self, pk: int) -> Any:
        """Return what each step in the life of a job changes; read so often that Django would take longer than the read."""
        columns = "status, token, cancel_requested, heartbeat_at, finished_at"
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {columns} FROM {self.model._meta.db_table} WHERE id = %s", [pk])  # noqa: S608
            return cursor.fetchone()

    def count_ahead(self, job: J) -> int:
        """Return the number of viewed jobs of the same priority that run, or go before a queued one."""
        earlier = Q(client_seq__lt=job.client_seq) | Q(client_seq=job.client_seq, queued_at__lt=job.queued_at)
        ahead = VIEWED & (Q(status=Status.RUNNING) | Q(earlier, status=Status.QUEUED))
        return picking.table().filter(ahead, priority=job.priority).count()

    # --- Canceling ---

    def cancel(self, *jobs: J, **fields: Any) -> None:
        """Cancel jobs, with `fields` set, at which the present client has just looked, and nobody else does. Stored results stay."""
        active, client = [job for job in jobs if job.is_active], clients.current()
        rows = self.model._base_manager.alias(looked=LAST_LOOK).filter(pk__in=[job.pk for job in active], client=client)
        rows = rows.filter(looked__gt=in_seconds(LOOK - CANCEL_SECONDS)).exclude(shared_until__gt=Now())
        _stop(rows, client=client, **fields)
        for job in active:
            job.refresh_from_db()

    def drop(self, *jobs: J) -> None:
        """Cancel jobs whose page has gone on to another question, likewise: a look begins them again."""
        self.cancel(*jobs, cut_short=True)

    def cancel_all(self, jobs: QuerySet[J]) -> int:
        """Cancel queued and running jobs for all clients; return their number."""
        active = list(jobs.filter(kind=self.kind, status__in=ACTIVE).values_list("pk", flat=True))
        _stop(self.rows.filter(pk__in=active), client=clients.SITE)
        return len(active)

    # --- What workers use ---

    def claim(self, pk: int, token: str) -> bool:
        """Begin a queued job; return true for one worker only."""
        row, now = self.rows.filter(pk=pk, token=token, status=Status.QUEUED), in_seconds(0)
        if self.alone:
            row = row.filter(~Exists(self.rows.filter(status=Status.RUNNING)))
        begun = {"status": Status.RUNNING, "attempts": F("attempts") + 1, "started_at": now, "heartbeat_at": now}
        return bool(row.update(**begun))

    def rescue(self, job: J) -> bool:
        """Queue a job again whose worker is silent, or give it up; return false if it was not queued by this call.

        It gets a new token, so that its old worker can do no harm if it is alive after all.
        """
        row = self.rows.filter(pk=job.pk, status=job.status, token=job.token, heartbeat_at=job.heartbeat_at)
        if job.cancel_requested:
            row.update(status=Status.CANCELLED, finished_at=in_seconds(0))
            return False
        if job.attempts >= settings.JOB_ATTEMPTS:
            message = INTERRUPTED.format(attempts=job.attempts)
            row.update(status=Status.FAILED, message=message, cut_short=True, finished_at=in_seconds(0))
            return False
        again = {"status": Status.QUEUED, "token": secrets.token_hex(16), "queued_at": in_seconds(0)}
        if not row.update(**again, progress=0.0, stage=""):
            return False
        logger.warning("%s %s: its worker is silent, queued again", self.task_name, job.pk)
        self.dispatch(job)
        return True

    def execute(self) -> None:
        """Do the job of this queue that is next, without a worker; for tests and measurements."""
        running.execute(self.kinds[0].task, self.kinds)


def check() -> int:
    """Return the `client_seq` of the present client's next question: the number of its unfinished ones that are viewed.

    Of the others the oldest are canceled, if they are too many.

    Raises:
        TooManyQuestions: the middleware turns it into a page with status 429.
    """
    client, most = clients.current(), settings.QUESTIONS_PER_CLIENT
    viewed, others = (0, 0) if client == clients.SITE else picking.count_questions(client)
    if most and viewed >= most:
        raise TooManyQuestions(most)
    if most and others > most:
        rows = picking.table().filter(~VIEWED, status__in=ACTIVE, client=client).annotate(whole=WHOLE)
        seen_last = rows.values_list("whole").annotate(last=Max("viewed_until")).order_by("-last")
        _stop(rows.filter(whole__in=[whole for whole, _ in seen_last[most:]]), cut_short=True)
    return viewed


def _stop(rows: QuerySet[Any], **fields: Any) -> None:
    """Cancel jobs, with `fields` set: at once if they are queued, when the worker next checks if they run."""
    rows.filter(status=Status.QUEUED).update(status=Status.CANCELLED, finished_at=in_seconds(0), **fields)
    rows.filter(status=Status.RUNNING).update(cancel_requested=True, **fields)


def _is_another_look(job: Job, until: datetime) -> bool:
    """Return whether to record that the present client looks at a job until then.

    By the host's clock, as it only saves writes: where that is wrong, each look is written.
    """
    if job.viewed_until is None:
        return True
    if not job.is_active:
        return abs(until - job.viewed_until) > PAST_LOOK_RESOLUTION
    known = job.viewed_until
    if clients.current() not in (job.client, clients.SITE):
        known = min(known, job.shared_until or job.created_at)
    return abs(until - known) > LOOK_RESOLUTION


def _task(name: str) -> Any:
    """Make a Celery task. Late acknowledgement and redelivery are set for all tasks in the settings."""

    @shared_task(name=name, time_limit=running.TIME_LIMIT)
    def woken(*_: object) -> None:  # messages of versions up to 1.3 name a job
        running.execute(woken, picking.served())

    return woken
