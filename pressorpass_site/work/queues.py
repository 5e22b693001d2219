"""Queues: an app says what its jobs are; claiming, slots, rescue and dispatch follow from that."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from typing import Any

from celery import shared_task
from django.db import transaction
from django.db.models import Q, QuerySet

from .dispatch import BrokerUnreachable, send
from .jobs import J, Jobs, queued_fields
from .models import ACTIVE, RETRYABLE
from .priority import at_low_priority
from .running import TIME_LIMIT, Run, run_job
from .scheduling import Urgency, must_yield, register_queue, released_slot
from .slots import Slot

logger = logging.getLogger(__name__)

UNREACHABLE = "The queue of the solver cannot be reached just now. Nothing is lost: try again in a moment."

POLL_SECONDS = 0.01
LONG_POLL_SECONDS = 0.05


class JobQueue(Jobs[J]):
    """The jobs of one model that are done by one task.

    Args:
        model: what a job is a row of.
        work: does one job: computes, and stores results through the `Run`.
        task: the Celery task's name, by which messages are routed.
        urgency: which queue goes first where slots are scarce.
        only: which rows of the model are in this queue, where it has several.
        slotless: which rows begin in any free process; all others need a slot to begin.
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

    def get_or_create(self, key: str, limits: dict[str, Any], **fields: Any) -> tuple[J, bool]:
        """The job that this key names, and whether it is new: then it is to be dispatched."""
        return self.rows.get_or_create(key=key, defaults={**fields, **queued_fields(limits)})

    def dispatch(self, *jobs: J) -> None:
        """Send a message for each queued job, once the transaction is committed."""
        messages = [(job.pk, job.token) for job in jobs]
        if messages:
            transaction.on_commit(lambda: self._send(messages, fail=self._fails_undispatched))

    def start(self, job: J, limits: dict[str, Any], **fields: Any) -> J:
        """Queue and dispatch a job that has ended, with `fields` set; if another request has just done so, that counts."""
        started = self.enqueue(job, limits, **fields)
        job.refresh_from_db()
        if started:
            self.dispatch(job)
        return job

    def retry(self, job: J, limits: dict[str, Any], **fields: Any) -> J:
        """Start a job again that failed, was cancelled or was out of reach."""
        return self.start(job, limits, **fields) if job.status in RETRYABLE else job

    def retry_all(self, jobs: QuerySet[J], limits: dict[str, Any] | None = None) -> int:
        """Start those again that did not end well, by default with the same limits; how many."""
        ended = list(jobs.filter(self.only, status__in=RETRYABLE))
        started = [job.pk for job in ended if self.enqueue(job, limits or job.limits)]
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
        """Reread a job until it has ended, or something else is true of it, for about `seconds` at most."""
        end = time.monotonic() + seconds
        while not until(job) and time.monotonic() < end:
            time.sleep(POLL_SECONDS)
            job.refresh_from_db()
        return job

    def long_poll(self, job: J, seconds: float) -> J:
        """The job once it has ended, or as it stands after about `seconds`; for waits that may be long."""
        active = self.rows.filter(pk=job.pk, status__in=ACTIVE)
        end = time.monotonic() + seconds
        while active.exists() and time.monotonic() < end:
            time.sleep(LONG_POLL_SECONDS)
        job.refresh_from_db()
        return job

    # --- What workers use ---

    def execute(self, pk: int, token: str) -> None:
        """Do the job that a message names.

        A duplicate or outdated message ends here quietly. So does one that finds no slot: the job stays
        queued, and is dispatched again when a slot is free.
        """
        with released_slot() as slot:
            if not self._begin(slot, pk, token):
                logger.info("%s: nothing to do for this message", self._name(pk))
                return
            with run_job(self, pk, token, slot, lambda: must_yield(self.urgency, slot)) as run:
                job = self.rows.get(pk=pk)
                if self.urgency == Urgency.IN_ADVANCE:
                    at_low_priority(lambda: self._work(job, run))
                else:
                    self._work(job, run)

    def rescue_orphans(self) -> int:
        """Queue every orphan again; how many."""
        return sum(self._rescue(job) for job in self.orphans())

    def dispatch_next(self) -> bool:
        """Dispatch the parked job that has waited longest; whether there was one."""
        for job in self.parked()[:2]:
            # Moved to the end of the queue, so that the next slot goes to another job.
            if self.touch_queued(job):
                self._send([(job.pk, job.token)], fail=False)
                return True
        return False

    def is_waiting(self) -> bool:
        """Whether a job is waiting for a slot or for a process."""
        return self.is_waiting_for_process() or self.parked().exists()

    def is_waiting_for_process(self) -> bool:
        """Whether a job that needs no slot has found no free process."""
        return self.late().exists()

    def _begin(self, slot: Slot, pk: int, token: str) -> bool:
        if self.slotless is not None and self.claim(pk, token, self.slotless):
            return True
        has_slot = slot.acquire(or_spare=self.urgency.is_brief)
        return has_slot and not must_yield(self.urgency, slot) and self.claim(pk, token)

    def _rescue(self, job: J) -> bool:
        requeued = self.requeue(job)
        if requeued:
            logger.warning("%s (%s): its worker is silent, queued again", self._name(job.pk), job.status)
            job.refresh_from_db()
            self.dispatch(job)
        return requeued

    def _send(self, messages: Iterable[tuple[int, str]], *, fail: bool) -> None:
        try:
            send(self._task, messages)
        except BrokerUnreachable as error:
            logger.warning("%s could not be dispatched: %s", self.model._meta.verbose_name_plural, error)
            if fail:
                for pk, token in messages:
                    self.fail_queued(pk, token, UNREACHABLE)

    def _name(self, pk: int) -> str:
        return f"{self.model._meta.verbose_name} {pk}"
