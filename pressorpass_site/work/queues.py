"""The life of a job, as steps on its row: an app declares a queue of its jobs, and its services call what that offers.

Every step is one UPDATE that names the state it expects, so that a second attempt changes nothing and returns false: a
duplicate message, a worker thought dead that wakes up, two pages that both find an orphan. Times are the database's.

A job is viewed while requests show it: each extends `viewed_until`, and a page that is left just asks no more. What nobody
views is worked on by idle workers alone.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import timedelta
from typing import Any, Generic, NamedTuple, TypeVar

from celery import shared_task
from django.conf import settings
from django.db import connection, transaction
from django.db.models import (
    Case,
    DateTimeField,
    Exists,
    Expression,
    ExpressionWrapper,
    F,
    IntegerField,
    Max,
    Q,
    QuerySet,
    Value,
    When,
)
from django.db.models.functions import Coalesce, Greatest, Least, Now
from django.utils import timezone

from pressorpass_site.core import clients
from pressorpass_site.core.http import shutdown
from pressorpass_site.core.http.places import FIRST_ANSWERS
from pressorpass_site.core.limits import Allowance, Rate, RateLimited

from . import picking, running
from .broker import BrokerUnreachable, send
from .models import ACTIVE, LOOK, RETRYABLE, Job, Priority, Status
from .picking import UNVIEWED, VIEWED, WHOLE
from .running import REREAD_SECONDS

logger = logging.getLogger(__name__)

J = TypeVar("J", bound=Job)

# A look is a write, so looks at one job are written no more often than this; at a finished one once a day, which is enough
# for retention.
LOOK_RESOLUTION, PAST_LOOK_RESOLUTION = timedelta(seconds=1), timedelta(days=1)
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
        priority: what goes first. With a `refine`, only first answers have it: with a `result` jobs are brief.
        kind: that of the rows, by default the model's.
        only: which of them workers do; by default all.
        refine: betters a first answer, in a job of its own that `work` leaves behind (`Run.leave_to_refinement`).
        refine_task: the name of its task.
        fails_undispatched: whether a job fails at once if the broker is unreachable when it is asked
            for. Otherwise it stays queued, and a worker finds it.
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
        self.refines = refine is not None
        self._priority, self._fails_undispatched = priority, fails_undispatched
        rows = Q(kind=self.kind) & (only or Q())
        self.kinds = [Kind(self, _task(task), work, rows & ~Q(priority=Priority.REFINE) if refine else rows)]
        if refine:
            self.kinds.append(Kind(self, _task(refine_task), refine, rows & Q(priority=Priority.REFINE)))
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

        It is also started if it was out of reach of other limits; with `afresh`, if it did not end well. With `look=0` it
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
        defaults = {"kind": self.kind, **fields, **self.queued(limits, look, check(), fields.get("result"))}
        job, created = self.model._base_manager.get_or_create(key=key, defaults=defaults)
        if created:
            job.refresh_from_db(fields=("queued_at", "viewed_until"))
            self.dispatch(job)
        return job, created

    def queued(self, limits: dict[str, Any], look: float, client_seq: int, result: Any = None) -> dict[str, Any]:
        """Return the columns of a job that the present client asks, to be dispatched once it is stored."""
        return {
            "status": Status.QUEUED,
            "token": secrets.token_hex(16),
            "priority": Priority.BRIEF if self.refines and result is not None else self._priority,
            "client": clients.current(),
            "client_seq": client_seq,
            "limits": limits,
            "queued_at": _in_seconds(0),
            "viewed_until": _in_seconds(look) if look else None,
        }

    def dispatch(self, *jobs: J) -> None:
        """Send a message for each queued job, once the transaction is committed."""
        if jobs:
            transaction.on_commit(lambda: self._send(jobs))

    def start(self, job: J, limits: dict[str, Any], *, look: float = LOOK, **fields: Any) -> J:
        """Queue a job that has ended, with `fields` set; if another request has just done so, that counts.

        Raises:
            TooManyQuestions: the client has too many questions that are not done.
        """
        started = self._enqueue(job, limits, look, check(), **fields)
        job.refresh_from_db()
        if started:
            self.dispatch(job)
        return job

    def retry(self, job: J, limits: dict[str, Any], **fields: Any) -> J:
        """Start a job again that failed, was cancelled or was out of reach."""
        if job.status in RETRYABLE:
            return self.start(job, limits, **fields)
        return self.refresh(job, LOOK)

    def retry_all(self, jobs: QuerySet[J], limits: dict[str, Any] | None = None, *, look: float = 0.0) -> int:
        """Start those again that did not end well, by default with the same limits; return their number."""
        ended, (seq, _) = list(jobs.filter(kind=self.kind, status__in=RETRYABLE)), count_questions()
        started = [job.pk for job in ended if self._enqueue(job, limits or job.limits, look, seq)]
        self.dispatch(*self.rows.filter(pk__in=started))
        return len(started)

    def _enqueue(self, job: J, limits: dict[str, Any], look: float, client_seq: int, **fields: Any) -> bool:
        changed = self.rows.filter(pk=job.pk, status=job.status, token=job.token).update(
            **self.queued(limits, look, client_seq, fields.get("result", job.result)),
            **fields,
            attempts=0,
            started_at=None,
            heartbeat_at=None,
            finished_at=None,
            shared_until=None,
            cut_short=False,
            cancel_requested=False,
            progress=0.0,
            stage="",
            message="",
        )
        return bool(changed)

    def _send(self, jobs: Collection[J]) -> None:
        try:
            for kind in self.kinds:
                if mine := [job for job in jobs if self.kind_of(job.priority) is kind]:
                    send(kind.task, len(mine))
        except BrokerUnreachable as error:
            logger.warning("%s could not be dispatched: %s", self.model._meta.verbose_name_plural, error)
            for job in jobs if self._fails_undispatched else ():
                self.rows.filter(pk=job.pk, token=job.token, status=Status.QUEUED).update(
                    status=Status.FAILED, message=UNREACHABLE, cut_short=True, finished_at=_in_seconds(0)
                )
                job.refresh_from_db(fields=["status", "message", "finished_at"])

    # --- Looking ---

    def look(self, *jobs: J, seconds: float = LOOK) -> None:
        """Extend the time for which jobs are viewed; start those again that were cut short a while ago."""
        with suppress(TooManyQuestions):  # nobody is refused what they see for what they might see
            for job in jobs:
                if job.is_worth_another_start:
                    self.start(job, job.limits, look=seconds)
        client, until = clients.current(), _in_seconds(seconds)
        due = [job for job in jobs if _is_another_look(job, timezone.now() + timedelta(seconds=seconds))]
        if not due:
            return
        viewed = {"viewed_until": Greatest(Coalesce("viewed_until", until), until)}
        rows = self.rows.filter(pk__in=[job.pk for job in due])
        active = rows.filter(status__in=ACTIVE, cancel_requested=False)
        if any(not job.is_active for job in due):
            rows.exclude(status__in=ACTIVE).update(**viewed)
        if client == clients.SITE:
            active.update(**viewed)
            return
        if any(job.client_seq and job.client != client and job.status == Status.QUEUED for job in due):
            # It goes as early as a question of the present client would, if that is sooner.
            viewed["client_seq"] = Least("client_seq", Value(count_questions()[0]))
        both = Greatest(Coalesce("shared_until", "viewed_until"), "viewed_until")
        others = VIEWED & ~Q(client__in=(client, clients.SITE))
        active.update(client=client, shared_until=Case(When(others, then=both), default=F("shared_until")), **viewed)

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
        end = time.monotonic() + seconds
        seen: object = None
        while not until(job) and time.monotonic() < end and not shutdown.is_under_way():
            time.sleep(REREAD_SECONDS)
            state = self._state(job.pk)
            if state != seen:
                seen = state
                job.refresh_from_db()
        return job

    def count_ahead(self, job: J) -> int:
        """Return the number of viewed jobs of the same priority that run, or go before a queued one."""
        earlier = Q(client_seq__lt=job.client_seq) | Q(client_seq=job.client_seq, queued_at__lt=job.queued_at)
        ahead = VIEWED & (Q(status=Status.RUNNING) | Q(earlier, status=Status.QUEUED))
        return picking.table().filter(ahead, priority=job.priority).count()

    # --- Cancelling ---

    def cancel(self, *jobs: J, **fields: Any) -> None:
        """Cancel jobs, with `fields` set, at which nobody but the present client looks. Stored results stay."""
        only_viewer = Q(client__in=(clients.current(), clients.SITE)) & ~Q(shared_until__gt=Now())
        active = [job for job in jobs if job.is_active]
        rows = self.model._base_manager.filter(only_viewer | UNVIEWED, pk__in=[job.pk for job in active])
        _stop(rows, client=clients.current(), **fields)
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
        row = self.rows.filter(pk=pk, token=token, status=Status.QUEUED)
        if self.alone:
            row = row.filter(~Exists(self.rows.filter(status=Status.RUNNING)))
        now = _in_seconds(0)
        return bool(row.update(status=Status.RUNNING, attempts=F("attempts") + 1, started_at=now, heartbeat_at=now))

    def is_current(self, pk: int, token: str) -> bool:
        """Return whether this start of the job has been neither replaced nor cancelled."""
        state = self._state(pk)
        return state is not None and state[:2] == (Status.RUNNING, token) and not state[2]

    def beat(self, pk: int, token: str, progress: float, stage: str) -> tuple[bool, int] | None:
        """Record that the job is alive; return whether it is viewed, with its priority; None if it is to stop."""
        self._running(pk, token).update(heartbeat_at=_in_seconds(0), progress=progress, stage=stage[:200])
        found = self._current(pk, token).values_list(Case(When(VIEWED, then=True), default=False), "priority").first()
        return (bool(found[0]), found[1]) if found else None

    def store(self, pk: int, token: str, **fields: Any) -> bool:
        """Store results of the running job; return false when it should stop instead.

        A cancelled job stores nothing more: the answer stays as it was when it was cancelled.
        """
        return bool(self._current(pk, token).update(**fields, **self._less_urgent(fields), heartbeat_at=_in_seconds(0)))

    def store_beside(self, job: J, **fields: Any) -> bool:
        """Store an answer that was found without the job, unless another has come meanwhile."""
        same = self.rows.filter(pk=job.pk, token=job.token, status=job.status)
        return bool(same.filter(result__isnull=job.result is None).update(**fields, **self._less_urgent(fields)))

    def finish(self, pk: int, token: str, status: Status, *, message: str = "", **fields: Any) -> bool:
        """Store how the job ended, with further `fields`, unless it has been replaced; its results stay."""
        ended = {"status": status, "message": message, "finished_at": _in_seconds(0), "progress": 1.0, "stage": ""}
        return bool(self._running(pk, token).update(**fields, **ended))

    def park(self, pk: int, token: str) -> bool:
        """Queue a running job again; this does not count as an attempt. One with an answer is to be refined."""
        answered = _if(Q(result__isnull=False), Priority.REFINE)
        changed = self._current(pk, token).update(
            status=Status.QUEUED,
            priority=answered if self.refines else F("priority"),
            attempts=F("attempts") - 1,
            queued_at=_in_seconds(0),
            started_at=None,
            progress=0.0,
            stage="",
        )
        return bool(changed)

    def rescue(self, job: J) -> bool:
        """Queue a job again whose worker is silent, or give it up; return false if it was not queued by this call.

        It gets a new token, so that its old worker can do no harm if it is alive after all.
        """
        row = self.rows.filter(pk=job.pk, status=job.status, token=job.token, heartbeat_at=job.heartbeat_at)
        if job.cancel_requested:
            row.update(status=Status.CANCELLED, finished_at=_in_seconds(0))
            return False
        if job.attempts >= settings.JOB_ATTEMPTS:
            message = INTERRUPTED.format(attempts=job.attempts)
            row.update(status=Status.FAILED, message=message, cut_short=True, finished_at=_in_seconds(0))
            return False
        again = {"status": Status.QUEUED, "token": secrets.token_hex(16), "queued_at": _in_seconds(0)}
        if not row.update(**again, progress=0.0, stage=""):
            return False
        logger.warning("%s %s: its worker is silent, queued again", self.task_name, job.pk)
        self.dispatch(job)
        return True

    def execute(self) -> None:
        """Do the job of this queue that is next, without a worker; for tests and measurements."""
        running.execute(self.kinds[0].task, self.kinds)

    def _less_urgent(self, fields: dict[str, Any]) -> dict[str, Any]:
        """Return the priority of a first answer that has come, though it may be rough: others see nothing yet."""
        if not self.refines or "result" not in fields:
            return {}
        return {"priority": _if(Q(priority=Priority.FIRST), Priority.BRIEF)}

    def _state(self, pk: int) -> Any:
        """Return what each step in the life of a job changes; read so often that Django would take longer than the read."""
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT status, token, cancel_requested, heartbeat_at, finished_at FROM {self.model._meta.db_table}"  # noqa: S608
                " WHERE id = %s",
                [pk],
            )
            return cursor.fetchone()

    def _current(self, pk: int, token: str) -> QuerySet[J]:
        return self._running(pk, token).filter(cancel_requested=False)

    def _running(self, pk: int, token: str) -> QuerySet[J]:
        return self.rows.filter(pk=pk, token=token, status=Status.RUNNING)


def check() -> int:
    """Return the `client_seq` of the present client's next question: the number of its unfinished ones that are viewed.

    Of the others the oldest are cancelled, if they are too many.

    Raises:
        TooManyQuestions: the middleware turns it into a page with status 429.
    """
    most = settings.QUESTIONS_PER_CLIENT
    viewed, unviewed = count_questions()
    if most and viewed >= most:
        raise TooManyQuestions(most)
    if most and unviewed > most:
        rows = picking.table().filter(UNVIEWED, status__in=ACTIVE, client=clients.current()).annotate(whole=WHOLE)
        seen_last = rows.values_list("whole").annotate(last=Max("viewed_until")).order_by("-last")
        _stop(rows.filter(whole__in=[whole for whole, _ in seen_last[most:]]), cut_short=True)
    return viewed


def count_questions() -> tuple[int, int]:
    """Return the present client's numbers of unfinished questions, viewed and not viewed; 0 for commands and workers."""
    client = clients.current()
    return (0, 0) if client == clients.SITE else picking.count_questions(client)


def _stop(rows: QuerySet[Any], **fields: Any) -> None:
    """Cancel jobs, with `fields` set: at once if they are queued, when the worker next checks if they run."""
    rows.filter(status=Status.QUEUED).update(status=Status.CANCELLED, finished_at=_in_seconds(0), **fields)
    rows.filter(status=Status.RUNNING).update(cancel_requested=True, **fields)


def _if(condition: Q, priority: Priority) -> Case:
    """Return this priority where a condition holds, and the present one elsewhere."""
    return Case(When(condition, then=priority), default="priority", output_field=IntegerField())


def _in_seconds(seconds: float) -> Expression:
    """Return the time some seconds from now, as Django writes times: SQLite's own has fewer digits."""
    return ExpressionWrapper(Now() + timedelta(seconds=seconds), output_field=DateTimeField())


def _is_another_look(job: Job, until: Any) -> bool:
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
