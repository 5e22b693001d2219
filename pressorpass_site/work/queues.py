"""Queues: an app says what its jobs are, and its services call what a queue offers."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from celery import shared_task
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from pressorpass_site.core import clients
from pressorpass_site.core.http.places import FIRST_ANSWERS

from . import allowance, scheduling, waiting
from .dispatch import BrokerUnreachable, send
from .jobs import LOOK_RESOLUTION, PAST_LOOK_RESOLUTION, J, Jobs, has_cancelled, queued_fields
from .models import ACTIVE, RETRYABLE, Job, Status
from .models import PAGE_LOOK as PAGE_LOOK
from .models import POLL_LOOK as POLL_LOOK
from .running import TIME_LIMIT, Run, execute
from .scheduling import Kind, Urgency

logger = logging.getLogger(__name__)

UNREACHABLE = "The queue of the solver cannot be reached just now. Nothing is lost: try again in a moment."


class JobQueue(Jobs[J]):
    """The jobs of one model, or of a part of its rows.

    Args:
        model: what a job is a row of.
        work: does one job: computes, and stores results through the `Run`.
        task: the Celery task's name, by which messages are routed.
        urgency: what goes first. Of queues that refine, only first answers have it; with a `result` jobs are brief.
        only: which rows of the model are in this queue, where it has several.
        refine: betters a first answer, in a job of its own that `work` leaves behind (`Run.leave_to_refinement`).
        refine_task: the name of its task.
        fails_undispatched: whether a job fails at once if the broker is unreachable when it is asked
            for. Otherwise it stays queued, and a worker finds it.
        lock: names what one process of a machine does at a time.
    """

    def __init__(
        self,
        model: type[J],
        work: Callable[[J, Run], None],
        *,
        task: str,
        urgency: Urgency,
        only: Q | None = None,
        refine: Callable[[J, Run], None] | None = None,
        refine_task: str = "",
        fails_undispatched: bool = False,
        lock: str = "",
    ) -> None:
        super().__init__(model, Q(kind=model.KIND) if only is None else only)
        self.urgency = urgency
        self._fails_undispatched = fails_undispatched
        self._task = _task(task)
        self._refine_task = _task(refine_task) if refine else self._task
        if refine is None:
            kinds = [(self._task, work, urgency, Q())]
        else:
            first = Q(refines=False)
            kinds = [
                (self._task, work, urgency, first & Q(result__isnull=True)),
                (self._task, work, Urgency.BRIEF, first & Q(result__isnull=False)),
                (self._refine_task, refine, Urgency.REFINE, Q(refines=True)),
            ]
        self._kinds = [
            Kind(self, each, function, goes_first, self.only & rows, refine is not None, lock)
            for each, function, goes_first, rows in kinds
        ]
        scheduling.register(*self._kinds)

    @property
    def task_name(self) -> str:
        return str(self._task.name)

    # --- Asking ---

    def ask(self, key: str, limits: dict[str, Any], *, look: float, afresh: bool = False, **fields: Any) -> J:
        """Return the job that this key names, in view for `look` seconds; start it if it is new.

        It is also started if it was out of reach of other limits; with `afresh`, if it did not end well. The `fields`
        are as for `get_or_create`.
        """
        job, created = self.get_or_create(key, limits, look=look, **fields)
        if created:
            self.dispatch(job)
            return job
        if job.status == Status.OUT_OF_REACH and job.limits != limits:
            return self.start(job, limits, look=look)
        return self.retry(job, limits) if afresh else self.refresh(job, look)

    def get_or_create(
        self,
        key: str,
        limits: dict[str, Any],
        *,
        look: float = POLL_LOOK,
        before_new: Callable[[], object] | None = None,
        **fields: Any,
    ) -> tuple[J, bool]:
        """Return the job that this key names, and whether it is new: then it is to be dispatched.

        `before_new` is called before a new job is stored, and may raise.

        Raises:
            TooManyQuestions: it would be new, and the client has too many that are not done.
        """
        job = self.rows.filter(key=key).first()
        if job is not None:
            return job, False
        if before_new is not None:
            before_new()
        defaults = {**fields, **queued_fields(limits, look, allowance.check())}
        return self.rows.get_or_create(key=key, defaults=defaults)

    def dispatch(self, *jobs: J) -> None:
        """Send a message for each queued job, once the transaction is committed."""
        self._send(jobs, fail=self._fails_undispatched)

    def start(self, job: J, limits: dict[str, Any], *, look: float = POLL_LOOK, **fields: Any) -> J:
        """Queue and dispatch a job that has ended, with `fields` set; if another request has just done so, that counts.

        Raises:
            TooManyQuestions: the client has too many questions that are not done.
        """
        started = self.enqueue(job, limits, look, allowance.check(), **fields)
        job.refresh_from_db()
        if started:
            self.dispatch(job)
        return job

    def retry(self, job: J, limits: dict[str, Any], **fields: Any) -> J:
        """Start a job again that failed, was cancelled or was out of reach, or join one that went on for others."""
        if job.status in RETRYABLE:
            return self.start(job, limits, **fields)
        if job.is_active:
            self.keep_in_view([job.pk], POLL_LOOK)
            job.refresh_from_db()
        return job

    def retry_all(self, jobs: QuerySet[J], limits: dict[str, Any] | None = None, *, look: float = 0.0) -> int:
        """Start those again that did not end well, by default with the same limits; return their number."""
        ended, (seq, _) = list(jobs.filter(self.only, status__in=RETRYABLE)), allowance.count_unfinished()
        started = [job.pk for job in ended if self.enqueue(job, limits or job.limits, look, seq)]
        self.dispatch(*self.rows.filter(pk__in=started))
        return len(started)

    # --- Looking ---

    def look(self, *jobs: J, seconds: float) -> None:
        """Keep jobs in view, with a message for those that come into it; start those again that were cut short a while ago.

        A client who has cancelled a job that is stopping, or goes on for others, does not keep it in view.
        """
        with suppress(allowance.TooManyQuestions):  # nobody is refused what they see for what they might see
            for job in jobs:
                if job.is_worth_another_start:
                    self.start(job, job.limits, look=seconds)
        until = timezone.now() + timedelta(seconds=seconds)
        seen = [job for job in jobs if not self._is_given_up(job) and _is_another_look(job, until)]
        if not seen:
            return
        self._join([job for job in seen if job.client_seq and job.status == Status.QUEUED])
        self.keep_in_view([job.pk for job in seen], seconds)
        self._send([job for job in seen if job.status == Status.QUEUED and not job.in_view])
        for job in seen:
            job.in_view_until = until

    def refresh(self, job: J, look: float = 0.0) -> J:
        """Return the job as it stands, queued again if its worker was lost; keep it in view for `look` seconds."""
        if look:
            self.look(job, seconds=look)
        if job.status == Status.RUNNING and self.orphans().filter(pk=job.pk).exists():
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
            return waiting.wait(job, seconds if free else 0.0, until)

    def wait_for_answer(self, job: J, seconds: float, *, after_first: float = 0.15) -> J:
        """Return a job once it has a result, after about `seconds` at most, so that it arrives with the page.

        Most results are final soon after the first one: once that is there, wait `after_first` seconds longer.
        """
        self.wait(job, seconds, lambda job: _has_result(job) or not job.is_active)
        return self.wait(job, after_first) if _has_result(job) else job

    def long_poll(self, job: J, seconds: float) -> J:
        """Return the job once it has ended, or as it stands after about `seconds`; the caller limits how many wait."""
        return waiting.wait(job, seconds, lambda job: not job.is_active)

    def count_ahead(self, job: J) -> int:
        """Return the number of jobs in view, of the same urgency, that go before a queued one."""
        if self._refine_task is self._task or (not job.refines and not _has_result(job)):
            return scheduling.count_ahead(job, self.urgency)
        return scheduling.count_ahead(job, Urgency.REFINE if job.refines else Urgency.BRIEF)

    # --- Cancelling ---

    def cancel(self, *jobs: J) -> None:
        """Cancel jobs for the present client; a job goes on while somebody else looks at it. Stored results stay."""
        for job in jobs:
            if job.is_active:
                self.withdraw(job)
                job.refresh_from_db()

    def cancel_all(self, jobs: QuerySet[J]) -> int:
        """Cancel queued and running jobs for all clients; return their number."""
        active = list(jobs.filter(self.only, status__in=ACTIVE))
        for job in active:
            self.request_cancel(job.pk)
        return len(active)

    def goes_on_for_others(self, job: J) -> bool:
        """Return whether the present client has cancelled the job, which goes on as somebody else looks at it."""
        return job.is_active and not job.cancel_requested and job.in_view and has_cancelled(job)

    # --- What workers use ---

    def execute(self) -> None:
        """Do the job of this queue that is next, without a worker; for tests and measurements."""
        execute(self._task, self._kinds)

    def rescue(self, job: J) -> bool:
        """Queue an orphan again; return false if somebody else has just done so."""
        requeued = self.requeue(job)
        if requeued:
            name = f"{self.model._meta.verbose_name} {job.pk}"
            logger.warning("%s (%s): its worker is silent, queued again", name, job.status)
            job.refresh_from_db()
            self.dispatch(job)
        return requeued

    def _send(self, jobs: Iterable[J], *, fail: bool = False) -> None:
        tokens = {job.token: job for job in jobs}

        def send_all() -> None:
            for job in tokens.values():
                logger.info("job queued", extra={"job": f"{self.task_name} {job.pk}"})
            refined = [job.refines for job in tokens.values()]
            try:
                for task, count in ((self._task, refined.count(False)), (self._refine_task, refined.count(True))):
                    if count:
                        send(task, [()] * count)
            except BrokerUnreachable as error:
                logger.warning("%s could not be dispatched: %s", self.model._meta.verbose_name_plural, error)
                for token, job in tokens.items() if fail else ():
                    self.fail_queued(job.pk, token, UNREACHABLE)
                    job.refresh_from_db(fields=["status", "message", "finished_at"])

        if tokens:
            transaction.on_commit(send_all)

    def _is_given_up(self, job: J) -> bool:
        """Return whether the present client has cancelled the job, which is stopping or goes on for others."""
        return (job.cancel_requested and has_cancelled(job)) or self.goes_on_for_others(job)

    def _join(self, jobs: Iterable[J]) -> None:
        """Let jobs that wait go as early as a question of the present client would, if that is sooner."""
        others = [job for job in jobs if job.client != clients.current() != clients.SITE]
        if others:
            seq, _ = allowance.count_unfinished()
            self.rows.filter(pk__in=[job.pk for job in others], client_seq__gt=seq).update(client_seq=seq)


def _task(name: str) -> Any:
    """Make a Celery task. Late acknowledgement and redelivery are set for all tasks in the settings."""

    @shared_task(name=name, time_limit=TIME_LIMIT)
    def woken(*_: object) -> None:  # messages of versions up to 1.3 name a job
        execute(woken, scheduling.served())

    return woken


def _has_result(job: Job) -> bool:
    return getattr(job, "result", None) is not None


def _is_another_look(job: Job, until: datetime) -> bool:
    """Return whether to record that the present client looks at a job until then."""
    if job.in_view_until is None:
        return True
    if not job.is_active:
        return abs(until - job.in_view_until) > PAST_LOOK_RESOLUTION
    if clients.current() in (job.client, clients.SITE):
        return abs(max(until, job.others_until or until) - job.in_view_until) > LOOK_RESOLUTION
    both = min(job.in_view_until, job.others_until or job.created_at)
    return both < until - LOOK_RESOLUTION
