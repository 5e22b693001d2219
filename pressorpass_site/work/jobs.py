"""Job types, and what services call: get or start a job, view it, wait for it, retry it, cancel it.

Each step is one UPDATE that names the token and the state it expects. All times are the database's.
"""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Generic, TypeVar

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError, connection, transaction
from django.db.models import Case, DateTimeField, ExpressionWrapper, F, Q, QuerySet, When
from django.db.models.functions import Coalesce, Greatest, Now
from django.utils import timezone

from pressorpass_site.core import clients
from pressorpass_site.core.http import shutdown
from pressorpass_site.core.http.thread_limits import FIRST_ANSWERS
from pressorpass_site.core.limits import Allowance, Rate, RateLimited

from .broker import BrokerUnreachable, send
from .models import (
    ACTIVE,
    LAST_VIEW,
    RETRYABLE,
    VIEW_SECONDS,
    VIEWED,
    Job,
    Queue,
    Status,
    build_time_from_now,
    queue_columns,
)

logger = logging.getLogger(__name__)

J = TypeVar("J", bound=Job)

# A view is a write, so views of one job are written no more often than this; of one that has ended once a day, which is
# enough for retention.
VIEW_RESOLUTION, ENDED_VIEW_RESOLUTION = timedelta(seconds=1), timedelta(days=1)
# A client may only cancel jobs that it has viewed this recently, because anybody can compute the key of an answer.
CANCEL_SECONDS = 30.0
# Of one client, queued or running.
MAX_BACKGROUND_JOBS = 60
# After this long most questions of a client with too many have a first answer.
RETRY_SECONDS = 5
# How often a request or a running job rereads its row. A first answer takes 0.15 seconds, so half of this is not felt.
POLL_SECONDS = 0.02

STALE = timedelta(seconds=settings.JOB_STALE_SECONDS)
# If a clock was set back, the last heartbeat is far in the future.
_HEARD = Q(heartbeat_at__gt=Now() - STALE, heartbeat_at__lt=Now() + STALE)
LOST = Q(status=Status.QUEUED, resend_at__lt=Now()) | (Q(status=Status.RUNNING) & ~_HEARD)
INTERRUPTED = "The solver was interrupted {attempts} times on this position, so it was given up."

job_types: dict[str, "JobType[Any]"] = {}  # by the kind of their rows


class TooManyQuestions(RateLimited):
    """The client has to wait until some of its questions have a first answer, or to close pages that wait for them.

    The middleware turns it into a page with status 429.
    """

    def __init__(self, max_questions: int) -> None:
        rate = Rate(max_questions, max_questions * RETRY_SECONDS)
        super().__init__(
            Allowance(granted=False, rate=rate, reset=RETRY_SECONDS),
            f"{max_questions} questions from your address are still being solved: try again in {RETRY_SECONDS} seconds.",
        )


class JobType(Generic[J]):
    """The jobs of one kind, and the Celery task that runs them (running.py).

    Args:
        model: the model whose rows are the jobs.
        task: the Celery task's name.
        queue: the queue of a job that a page waits for. A client's second and later questions go from FIRST to LATER.
        kind: the rows' kind, by default the model's.
        refine_queue: the queue of a job with a result, so that it leaves FIRST and LATER within seconds.
    """

    def __init__(
        self, model: type[J], *, task: str, queue: Queue, kind: str = "", refine_queue: Queue | None = None
    ) -> None:
        self.model, self.kind, self.task = model, kind or model.KIND, task
        self.queue, self.refine_queue = queue, refine_queue
        job_types[self.kind] = self

    @property
    def rows(self) -> QuerySet[J]:
        return self.model._base_manager.filter(kind=self.kind)

    # --- Starting: raises TooManyQuestions if a page waits, and the client has too many questions without a result ---

    def get_or_start(
        self,
        key: str,
        limits: dict[str, Any],
        *,
        view_seconds: float = VIEW_SECONDS,
        retry_failed: bool = False,
        **fields: Any,
    ) -> J:
        """Return the job with this key, viewed for some seconds; start it if it is new.

        A job that was too large is restarted if the limits have changed; `retry_failed` also restarts a failed or canceled
        one. Without `view_seconds` it runs in the background. The `fields` are as for `get_or_create`.
        """
        job, created = self.get_or_create(key, limits, view_seconds=view_seconds, **fields)
        if created:
            return job
        if job.status == Status.TOO_LARGE and job.limits != limits:
            return self.start(job, limits, view_seconds=view_seconds)
        return self.retry(job, limits) if retry_failed else self.refresh(job, view_seconds)

    def get_or_create(
        self,
        key: str,
        limits: dict[str, Any],
        *,
        view_seconds: float = VIEW_SECONDS,
        before_new: Callable[[], object] | None = None,
        **fields: Any,
    ) -> tuple[J, bool]:
        """Return the job with this key, and whether it is new: then it is started, after `before_new`, which may raise."""
        if job := self.rows.filter(key=key).first():
            return job, False
        if before_new is not None:
            before_new()
        return self.create(key, limits, view_seconds=view_seconds, **fields)

    def create(
        self, key: str, limits: dict[str, Any], *, view_seconds: float = VIEW_SECONDS, **fields: Any
    ) -> tuple[J, bool]:
        """Store and start a job with a new key; if another request has just stored one, return that, and False."""
        fields |= self._start_columns(limits, view_seconds, fields.get("result"))
        try:  # in no transaction, which the error would break
            job = self.model._base_manager.create(key=key, **{"kind": self.kind, **fields})
        except IntegrityError:
            if (other := self.rows.filter(key=key).first()) is None:
                raise
            return other, False
        # Simultaneous requests were counted before any of them was stored.
        if job.queue == Queue.FIRST and _query_waiting(job.client).filter(pk__lt=job.pk).exists():
            self.rows.filter(pk=job.pk, token=job.token).update(queue=Queue.LATER)
        job.refresh_from_db(fields=("queue", "queued_at", "resend_at", "viewed_until"))
        self.send(job, job.token, job.queue)
        return job, True

    def start(self, job: J, limits: dict[str, Any], *, view_seconds: float = VIEW_SECONDS, **fields: Any) -> J:
        """Queue a job that has ended, with `fields` set, unless another request has just queued it."""
        fields |= self._start_columns(limits, view_seconds, job.result)
        fields |= dict.fromkeys(("heartbeat_at", "finished_at", "shared_until"))
        # A page without scripts does not poll: its job ends before its reader comes back.
        fields["finishes_unviewed"] = job.finishes_unviewed or job.was_interrupted
        same_row = self.rows.filter(pk=job.pk, status=job.status, token=job.token)
        is_started = same_row.update(**fields, attempts=0, message="", was_interrupted=False, cancel_requested=False)
        reload_job(job)
        if is_started:
            self.send(job, job.token, job.queue)
        return job

    def retry(self, job: J, limits: dict[str, Any], **fields: Any) -> J:
        """Start a job again that failed, was canceled or was too large."""
        return self.start(job, limits, **fields) if job.status in RETRYABLE else self.refresh(job)

    def send(self, job: J, token: str, queue: str) -> None:
        """Send a queued job's message once the transaction is committed; if that fails, `resend` does so later."""

        def send_message() -> None:
            try:
                send(self.task, job.pk, token, queue=queue, priority=job.message_priority)
            except BrokerUnreachable as error:
                logger.warning("%s %s: no message could be sent: %s", self.task, job.pk, error)

        logger.info("job queued", extra={"job": f"{self.task} {job.pk}"})
        transaction.on_commit(send_message)

    def resend(self, job: J) -> bool:
        """Send a job's message again if it or its worker is lost; return whether that changed the row.

        A queued job keeps its token: a message that is only late keeps its place. A running job gets a new one, so that its
        worker does no harm if it is alive after all; one that has been started too often fails.
        """
        lost_rows = self.rows.filter(LOST, pk=job.pk, token=job.token)
        changes: dict[str, Any]
        if job.status == Status.QUEUED:
            twice_the_age = ExpressionWrapper(Now() + (Now() - F("queued_at")), output_field=DateTimeField())
            changes = {"token": job.token, "resend_at": twice_the_age}
        elif job.cancel_requested:
            changes = {"status": Status.CANCELLED, "finished_at": build_time_from_now(0)}
        elif job.attempts < settings.JOB_ATTEMPTS:
            changes = queue_columns(job.queue)
            del changes["started_at"]  # its page says that it was interrupted
            lost_rows = lost_rows.filter(cancel_requested=False)
        else:
            message = INTERRUPTED.format(attempts=job.attempts)
            changes = {
                "status": Status.FAILED,
                "message": message,
                "was_interrupted": True,
                "finished_at": build_time_from_now(0),
            }
        has_changed = bool(lost_rows.update(**changes))
        if has_changed and job.status == Status.RUNNING:
            logger.warning("%s %s: its worker is silent", self.task, job.pk)
        if has_changed and "token" in changes:
            self.send(job, changes["token"], job.queue)
        return has_changed

    def _start_columns(self, limits: dict[str, Any], view_seconds: float, result: Any) -> dict[str, Any]:
        queue = self._choose_queue(result, count_waiting()) if view_seconds else Queue.BACKGROUND
        viewed_until = build_time_from_now(view_seconds) if view_seconds else None
        return queue_columns(queue) | {
            "client": clients.get_current_client(),
            "limits": limits,
            "viewed_until": viewed_until,
        }

    def _choose_queue(self, result: Any, waiting_count: int = 0) -> Queue:
        if result is not None and self.refine_queue:
            return self.refine_queue
        return Queue.LATER if self.queue == Queue.FIRST and waiting_count else self.queue

    # --- Viewing ---

    def refresh(self, job: J, view_seconds: float = VIEW_SECONDS) -> J:
        """Return the job as it stands, viewed for some seconds more; its message is sent again if it was lost."""
        if view_seconds:
            self._view(job, view_seconds)
        if _seems_lost(job) and self.resend(job):
            reload_job(job)
        return job

    def _view(self, job: J, seconds: float) -> None:
        """Extend the time for which pages show the job; restart an interrupted job, and hurry one in the background."""
        with suppress(TooManyQuestions):  # The restart is optional: it must not break the page that is shown.
            if job.is_worth_another_start:
                self.start(job, job.limits, view_seconds=seconds)
            elif job.is_active and job.queue == Queue.BACKGROUND:
                self._hurry(job, seconds)
        if not _must_record_view(job, timezone.now() + timedelta(seconds=seconds)):
            return
        queryset, client, until = (
            self.rows.filter(pk=job.pk),
            clients.get_current_client(),
            build_time_from_now(seconds),
        )
        viewed: dict[str, Any] = {"viewed_until": Greatest(Coalesce("viewed_until", until), until)}
        if not job.is_active:
            queryset.exclude(status__in=ACTIVE).update(**viewed)
            return
        if client != clients.SITE:
            by_others = VIEWED & ~Q(client__in=(client, clients.SITE))
            shared_until = Greatest(Coalesce("shared_until", "viewed_until"), "viewed_until")
            viewed |= {
                "shared_until": Case(When(by_others, then=shared_until), default=F("shared_until")),
                "client": client,
            }
        queryset.filter(status__in=ACTIVE, cancel_requested=False).update(**viewed)

    def _hurry(self, job: J, seconds: float) -> None:
        """Move a viewed job out of the background queue, unless it is at work on a better answer."""
        if self._choose_queue(job.result) == Queue.BACKGROUND:
            return
        queue = self._choose_queue(job.result, count_waiting())
        rows = self.rows.filter(pk=job.pk, token=job.token, queue=Queue.BACKGROUND, cancel_requested=False)
        rows = rows.filter(Q(status=Status.QUEUED) | Q(status=Status.RUNNING, result__isnull=True))
        if rows.update(**queue_columns(queue), viewed_until=build_time_from_now(seconds)):
            reload_job(job)
            self.send(job, job.token, job.queue)

    def finish_unviewed(self, job: J) -> None:
        """Mark an active job to go on in the background, instead of ending once no page shows it."""
        if job.is_active and not job.finishes_unviewed:
            self.rows.filter(pk=job.pk, status__in=ACTIVE).update(finishes_unviewed=True)

    def wait(self, job: J, seconds: float, until: Callable[[J], bool] = lambda job: not job.is_active) -> J:
        """Return the job once it has ended or `until` is true, or after about `seconds`.

        If too many requests wait already, return the job at once: its page shows the progress, and polls.
        """
        if until(job):
            return job
        with FIRST_ANSWERS.try_acquire() as free:
            return self.long_poll(job, seconds if free else 0.0, until)

    def wait_for_answer(self, job: J, seconds: float, *, after_first: float = 0.15) -> J:
        """Return the job once it has a result, or after about `seconds`.

        Then wait `after_first` seconds longer, as most first results are final by then.
        """
        self.wait(job, seconds, lambda job: job.result is not None or not job.is_active)
        return self.wait(job, after_first) if job.result is not None else job

    def long_poll(self, job: J, seconds: float, until: Callable[[J], bool] = lambda job: not job.is_active) -> J:
        """Wait like `wait`, or until the process shuts down; the caller limits how many requests wait."""
        end = time.monotonic() + seconds
        last: Any = (job.status, job.token, job.cancel_requested, job.heartbeat_at, job.finished_at)
        while not until(job) and time.monotonic() < end and not shutdown.is_under_way():
            time.sleep(POLL_SECONDS)
            if (state := self.read_state(job.pk)) != last:
                last = state
                reload_job(job)
        return job

    def read_state(self, pk: int) -> Any:
        """Fetch the columns that change with every step. Raw SQL: this runs every 20 ms, and the ORM costs more than the query."""
        columns = "status, token, cancel_requested, heartbeat_at, finished_at"
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {columns} FROM {self.model._meta.db_table} WHERE id = %s", [pk])  # noqa: S608
            return cursor.fetchone()

    # --- Canceling ---

    def cancel(self, *jobs: J, **fields: Any) -> None:
        """Cancel jobs, with `fields` set, that only the current client is viewing. Stored results stay."""
        active, client = [job for job in jobs if job.is_active], clients.get_current_client()
        rows = self.model._base_manager.alias(viewed=LAST_VIEW).filter(pk__in=[job.pk for job in active], client=client)
        rows = rows.filter(viewed__gt=build_time_from_now(VIEW_SECONDS - CANCEL_SECONDS)).exclude(
            shared_until__gt=Now()
        )
        _stop(rows, client=client, **fields)
        for job in active:
            reload_job(job)

    def cancel_all(self, jobs: QuerySet[J]) -> int:
        """Cancel queued and running jobs for all clients; return their number."""
        active = list(jobs.filter(kind=self.kind, status__in=ACTIVE).values_list("pk", flat=True))
        _stop(self.rows.filter(pk__in=active), client=clients.SITE)
        return len(active)


def reload_job(job: Job) -> None:
    """Read a job's row again; if the row has been removed, leave the job unchanged, so that its page works."""
    with suppress(ObjectDoesNotExist):
        job.refresh_from_db()


def query_job_rows() -> QuerySet[Any]:
    model: type[Job] = next(iter(job_types.values())).model._meta.concrete_model
    return model._base_manager.order_by()


def has_room(client: str) -> bool:
    """Return whether a client may have another job in the background; commands have no limit."""
    jobs = query_job_rows().filter(queue=Queue.BACKGROUND, status__in=ACTIVE, client=client)
    return client == clients.SITE or jobs.count() < MAX_BACKGROUND_JOBS


def count_waiting() -> int:
    """Return the number of questions without a result that the current client is viewing. Raises TooManyQuestions."""
    max_questions, count = settings.QUESTIONS_PER_CLIENT, _query_waiting(clients.get_current_client()).count()
    if max_questions and count >= max_questions:
        raise TooManyQuestions(max_questions)
    return count


def _query_waiting(client: str) -> QuerySet[Any]:
    """Return the active jobs without a result that a client is viewing; none for commands and workers."""
    rows = query_job_rows().filter(
        VIEWED, client=client, status__in=ACTIVE, cancel_requested=False, result__isnull=True
    )
    return rows.none() if client == clients.SITE else rows


def _stop(rows: QuerySet[Any], **fields: Any) -> None:
    """Cancel jobs, with `fields` set: queued ones at once, running ones when their worker next reads the row."""
    rows.filter(status=Status.QUEUED).update(status=Status.CANCELLED, finished_at=build_time_from_now(0), **fields)
    rows.filter(status=Status.RUNNING).update(cancel_requested=True, **fields)


# These functions only save queries, so they use the host's clock; the UPDATEs use the database's.


def _seems_lost(job: Job) -> bool:
    now = timezone.now()
    if job.status == Status.QUEUED:
        return job.resend_at is None or now >= job.resend_at
    return job.status == Status.RUNNING and (job.heartbeat_at is None or abs(now - job.heartbeat_at) >= STALE)


def _must_record_view(job: Job, until: datetime) -> bool:
    """Return whether to record that the current client views a job until then."""
    if job.viewed_until is None:
        return True
    if not job.is_active:
        return abs(until - job.viewed_until) > ENDED_VIEW_RESOLUTION
    last = job.viewed_until
    if clients.get_current_client() not in (job.client, clients.SITE):
        last = min(last, job.shared_until or job.created_at)
    return abs(until - last) > VIEW_RESOLUTION
