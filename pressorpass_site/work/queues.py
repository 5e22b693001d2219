"""Queues: an app says what its jobs are; claiming, slots, rescue and dispatch follow from that."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from celery import shared_task
from django.conf import settings
from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from pressorpass_site.core import metrics, shutdown

from . import log_context, scheduling
from .dispatch import BrokerUnreachable, send
from .jobs import LOOK_RESOLUTION, PAST_LOOK_RESOLUTION, PICK_UP_TIME, J, Jobs, in_view_now, queued_fields
from .models import ACTIVE, RETRYABLE, Job, Status
from .priority import JobThread
from .running import TIME_LIMIT, Run, run_job
from .scheduling import Urgency, register_queue, released_slot
from .slots import Slot
from .waiting import place

logger = logging.getLogger(__name__)

UNREACHABLE = "The queue of the solver cannot be reached just now. Nothing is lost: try again in a moment."

POLL_SECONDS = 0.01
LONG_POLL_SECONDS = 0.05

# How long a request keeps a job in view: that of a page which asks again within two seconds as long as it is shown,
# and the first one of a page that does so only if it has scripts.
POLL_LOOK = 5.0
PAGE_LOOK = 30.0

# A job that is to go on waits so long for one out of view to leave its slot.
SLOT_PATIENCE = 0.5
# How often a running job checks whether it must yield.
YIELD_CHECK_SECONDS = 0.1


class JobQueue(Jobs[J]):
    """The jobs of one model that are done by one task.

    Args:
        model: what a job is a row of.
        work: does one job: computes, and stores results through the `Run`.
        task: the Celery task's name, by which messages are routed.
        urgency: which queue goes first while somebody is looking at its jobs.
        only: which rows of the model are in this queue, where it has several.
        slotless: which rows begin in any free process while in view; all others need a slot to begin.
        fails_undispatched: whether a job fails at once if the broker is unreachable when it is asked
            for. Otherwise it stays queued, and a worker finds it.
    """

    def __init__(
        self,
        model: type[J],
        work: Callable[[J, Run], None],
        *,
        task: str,
        urgency: Urgency,
        only: Q | None = None,
        slotless: Q | None = None,
        fails_undispatched: bool = False,
    ) -> None:
        super().__init__(model, only, slotless)
        self.urgency = urgency
        self._work = work
        self._fails_undispatched = fails_undispatched

        # Late acknowledgement and redelivery are set for all tasks in the settings.
        @shared_task(name=task, time_limit=TIME_LIMIT)
        def execute(pk: int, token: str) -> None:
            self.execute(pk, token)

        self._task = execute
        register_queue(self)

    # --- What services use ---

    def get_or_create(
        self, key: str, limits: dict[str, Any], *, look: float = POLL_LOOK, **fields: Any
    ) -> tuple[J, bool]:
        """The job that this key names, and whether it is new: then it is to be dispatched."""
        return self.rows.get_or_create(key=key, defaults={**fields, **queued_fields(limits, look)})

    def dispatch(self, *jobs: J) -> None:
        """Send a message for each queued job, once the transaction is committed."""
        self._send_on_commit(jobs, fail=self._fails_undispatched)

    def look(self, *jobs: J, seconds: float) -> None:
        """Keep jobs in view, and send those on their way that were parked because nobody was looking.

        Of jobs that have ended it is recorded on which day they were last looked at.
        """
        until = timezone.now() + timedelta(seconds=seconds)
        seen = [job for job in jobs if _is_another_look(job, until)]
        if not seen:
            return
        self.keep_in_view([job.pk for job in seen], seconds)
        self._send_on_commit([job for job in seen if job.status == Status.QUEUED and not job.in_view], fail=False)
        for job in seen:
            job.in_view_until = until

    def start(self, job: J, limits: dict[str, Any], *, look: float = POLL_LOOK, **fields: Any) -> J:
        """Queue and dispatch a job that has ended, with `fields` set; if another request has just done so, that counts."""
        started = self.enqueue(job, limits, look, **fields)
        job.refresh_from_db()
        if started:
            self.dispatch(job)
        return job

    def retry(self, job: J, limits: dict[str, Any], **fields: Any) -> J:
        """Start a job again that failed, was cancelled or was out of reach."""
        return self.start(job, limits, **fields) if job.status in RETRYABLE else job

    def retry_all(self, jobs: QuerySet[J], limits: dict[str, Any] | None = None, *, look: float = 0.0) -> int:
        """Start those again that did not end well, by default with the same limits; how many."""
        ended = list(jobs.filter(self.only, status__in=RETRYABLE))
        started = [job.pk for job in ended if self.enqueue(job, limits or job.limits, look)]
        self.dispatch(*self.rows.filter(pk__in=started))
        return len(started)

    def cancel(self, job: J) -> J:
        """Cancel a job, for everybody who is waiting for it; results that it has stored stay."""
        self.request_cancel(job.pk)
        job.refresh_from_db()
        return job

    def cancel_all(self, jobs: QuerySet[J]) -> int:
        """Cancel those that are queued or running; how many."""
        active = list(jobs.filter(self.only, status__in=ACTIVE))
        for job in active:
            self.request_cancel(job.pk)
        return len(active)

    def refresh(self, job: J) -> J:
        """The job as it stands, queued again if its worker or message was lost."""
        if job.is_active and self.orphans().filter(pk=job.pk).exists():
            self._rescue(job)
            job.refresh_from_db()
        return job

    def wait(self, job: J, seconds: float, until: Callable[[J], bool] = lambda job: not job.is_active) -> J:
        """Reread a job until it has ended, or something else is true of it, for about `seconds` at most.

        Where too many requests wait already, this one gets the job as it stands. A process that is to stop waits no
        longer.
        """
        if until(job) or seconds <= 0:
            return job
        end = time.monotonic() + seconds
        with place(job) as reread:
            while reread and not until(job) and time.monotonic() < end and not shutdown.is_under_way():
                time.sleep(POLL_SECONDS)
                reread()
        return job

    def long_poll(self, job: J, seconds: float) -> J:
        """The job once it has ended, or as it stands after about `seconds` or when the process is to stop; for long waits."""
        active = self.rows.filter(pk=job.pk, status__in=ACTIVE)
        end = time.monotonic() + seconds
        while active.exists() and time.monotonic() < end and not shutdown.is_under_way():
            time.sleep(LONG_POLL_SECONDS)
        job.refresh_from_db()
        return job

    # --- What workers use ---

    def execute(self, pk: int, token: str) -> None:
        """Do the job that a message names.

        A duplicate or outdated message ends here quietly. So does one that finds no slot: the job stays
        queued, and is dispatched again when a slot is free.
        """
        thread = JobThread()
        with log_context.of_job(self.task_name, pk):
            thread.run(lambda: self._execute(pk, token, thread))

    @property
    def task_name(self) -> str:
        return str(self._task.name)

    def rescue_orphans(self) -> int:
        """Queue every orphan again; how many."""
        return sum(self._rescue(job) for job in self.orphans())

    def dispatch_next(self, *, in_view: bool) -> bool:
        """Dispatch the parked one of these jobs that has waited longest; whether there was one."""
        for job in self._parked(in_view)[:2]:
            # Moved to the end of the queue, so that the next slot goes to another job.
            if self.touch_queued(job):
                self._send([(job.pk, job.token)])
                return True
        return False

    def is_waiting_for_slot(self, *, in_view: bool) -> bool:
        """Whether a job that somebody is looking at, or nobody, is waiting for a slot."""
        since = timezone.now() - PICK_UP_TIME
        parked = self._parked(in_view).filter(queued_at__lt=since)
        return parked.exists() or (in_view and self.held_up().exists())

    def is_waiting_for_process(self) -> bool:
        """Whether a job in view that needs no slot has found no free process."""
        return self.late().exists()

    def count_in_view(self) -> int:
        """How many queued or running jobs somebody is looking at."""
        return self.rows.filter(self.only, in_view_now(), status__in=ACTIVE).count()

    def count_unfinished(self) -> dict[str, int]:
        """How many jobs are queued and how many are running, in view or not."""
        unfinished = self.rows.filter(self.only, status__in=ACTIVE).values_list("status").annotate(Count("pk"))
        return dict.fromkeys(map(str, ACTIVE), 0) | {str(status): count for status, count in unfinished}

    def count_ahead(self, job: J) -> int:
        """How many jobs in view go before a queued one."""
        ahead = self.before(job).exclude(pk=job.pk).count()
        return ahead + scheduling.count_more_urgent(self.urgency)

    def _execute(self, pk: int, token: str, thread: JobThread) -> None:
        with released_slot() as slot:
            if not self._begin(slot, pk, token):
                logger.info("nothing to do for this message")
                return
            began = time.monotonic()
            acquire, must_yield = partial(self._acquire, slot, pk, token), self._yield_check(slot, thread)
            try:
                with run_job(self, pk, token, acquire, must_yield) as run:
                    self._work(_within_memory(self.rows.get(pk=pk)), run)
            finally:
                self._tell(pk, token, time.monotonic() - began)

    def _tell(self, pk: int, token: str, seconds: float) -> None:
        """Log and count how a start of a job ended; one that was replaced meanwhile is `replaced`."""
        found = self.rows.filter(pk=pk, token=token).values_list("status", flat=True).first()
        status = "replaced" if found is None else str(found)
        metrics.JOB_SECONDS.labels(self.task_name, status).observe(seconds)
        logger.info("job left", extra={"status": status, "seconds": round(seconds, 3)})

    def _begin(self, slot: Slot, pk: int, token: str) -> bool:
        if self.slotless is not None and self.claim(pk, token, self.slotless & in_view_now()):
            return True
        is_seen = self.rows.filter(in_view_now(), pk=pk).exists()
        return scheduling.may_begin(self._urgency(is_seen), slot) and self.claim(pk, token)

    def _acquire(self, slot: Slot, pk: int, token: str) -> bool:
        """A slot for a running job; if there is none, one that a less urgent job leaves to it soon."""
        if slot.acquire():
            return True
        self.want_slot(pk, token, True)
        end = time.monotonic() + SLOT_PATIENCE
        while not slot.acquire() and time.monotonic() < end and not scheduling.is_process_wanted():
            time.sleep(POLL_SECONDS)
        self.want_slot(pk, token, False)
        return slot.acquired

    def _yield_check(self, slot: Slot, thread: JobThread) -> Callable[[bool], bool]:
        """What tells whether a running job must yield, which depends on whether it is in view.

        Now and then it also gives the job's threads the priority that they should have.
        """
        check_at = 0.0

        def must_yield(seen: bool) -> bool:
            nonlocal check_at
            if thread.interrupted:
                return True
            now = time.monotonic()
            if now < check_at:
                return False
            check_at = now + YIELD_CHECK_SECONDS
            urgency = Urgency.FIRST_ANSWER if seen and not slot.acquired else self._urgency(seen)
            thread.set_niceness(urgency.niceness)
            return scheduling.must_yield(urgency, slot)

        return must_yield

    def _urgency(self, seen: bool) -> Urgency:
        """How urgent a job of this queue is that needs a slot."""
        return self.urgency if seen or self.urgency == Urgency.IN_ADVANCE else Urgency.OUT_OF_VIEW

    def _parked(self, seen: bool) -> QuerySet[J]:
        return self.parked().filter(in_view_now()) if seen else self.parked().exclude(in_view_now())

    def _rescue(self, job: J) -> bool:
        requeued = self.requeue(job)
        if requeued:
            logger.warning("%s (%s): its worker is silent, queued again", self._name(job.pk), job.status)
            job.refresh_from_db()
            self.dispatch(job)
        return requeued

    def _send_on_commit(self, jobs: Iterable[J], *, fail: bool) -> None:
        messages = {(job.pk, job.token): job for job in jobs}

        def send_all() -> None:
            for pk, _ in messages:
                logger.info("job queued", extra={"job": f"{self.task_name} {pk}"})
            if not self._send(messages) and fail:
                for (pk, token), job in messages.items():
                    self.fail_queued(pk, token, UNREACHABLE)
                    job.refresh_from_db(fields=["status", "message", "finished_at"])

        if messages:
            transaction.on_commit(send_all)

    def _send(self, messages: Iterable[tuple[int, str]]) -> bool:
        """Whether the messages were sent; otherwise this is logged."""
        try:
            send(self._task, messages)
        except BrokerUnreachable as error:
            logger.warning("%s could not be dispatched: %s", self.model._meta.verbose_name_plural, error)
            return False
        return True

    def _name(self, pk: int) -> str:
        return f"{self.model._meta.verbose_name} {pk}"


def _within_memory(job: J) -> J:
    """The job with no more memory than this worker may spend: it was asked for on another host, which may have more."""
    if (asked := job.limits.get("memory_bytes")) is not None:
        job.limits = job.limits | {"memory_bytes": min(asked, settings.SOLVER_MEMORY_BYTES)}
    return job


def _is_another_look(job: Job, until: datetime) -> bool:
    """Whether that a job is in view until then is to be recorded."""
    resolution = LOOK_RESOLUTION if job.is_active else PAST_LOOK_RESOLUTION
    return job.in_view_until is None or abs(until - job.in_view_until) > resolution
