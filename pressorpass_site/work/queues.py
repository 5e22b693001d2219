"""Queues: an app says what its jobs are; claiming, slots, rescue and dispatch follow from that."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cached_property, partial
from typing import Any

from celery import shared_task
from django.conf import settings
from django.db import transaction
from django.db.models import Case, Count, Max, Min, Q, QuerySet, Value, When
from django.utils import timezone

from pressorpass_site.core import clients, metrics, request_threads, shutdown

from . import allowance, interests, log_context, scheduling, sharing, turns
from .dispatch import BrokerUnreachable, count_messages, queue_of, send
from .interests import LOOK_RESOLUTION
from .jobs import PAST_LOOK_RESOLUTION, PICK_UP_TIME, J, Jobs, in_view_now, queued_fields
from .models import ACTIVE, RETRYABLE, Job, Status
from .priority import JobThread
from .running import TIME_LIMIT, Run, run_job
from .scheduling import Candidate, Urgency, Waiting, register_queue
from .slots import Alone, Slot
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
# How many orphans are queued again at a time, so that a worker's rounds take no long.
MOST_RESCUED = 20
# A job that waits for longer than this waits for whoever's turn comes first, of those who look at it.
JOINED_TIME = timedelta(seconds=0.5)
# Comparing takes a query: of a crowd that waits for the same job somebody does it so often.
COMPARE_SECONDS, MOST_COMPARED = 1.0, 1000


class JobQueue(Jobs[J]):
    """The jobs of one model that are done by one task.

    Args:
        model: what a job is a row of.
        work: does one job: computes, and stores results through the `Run`.
        task: the Celery task's name, by which messages are routed.
        urgency: which queue goes first while somebody is looking at its jobs.
        only: which rows of the model are in this queue, where it has several.
        slotless: which rows begin in any free process while in view; all others need a slot to begin.
        unanswered: which of these go first, as there is nothing to show yet; by default all are alike.
        question: the field by which rows that belong to one question are known.
        fails_undispatched: whether a job fails at once if the broker is unreachable when it is asked
            for. Otherwise it stays queued, and a worker finds it.
        alone: whether a worker does one of these jobs at a time.
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
        unanswered: Q | None = None,
        question: str = "pk",
        fails_undispatched: bool = False,
        alone: bool = False,
    ) -> None:
        super().__init__(model, only, slotless, unanswered)
        self._alone = Alone() if alone else None
        self.urgency = urgency
        self._question = question
        self._compare_at: dict[str, float] = {}  # by token, when clients may next be compared for a job
        self._work = work
        self._fails_undispatched = fails_undispatched

        # Late acknowledgement and redelivery are set for all tasks in the settings.
        @shared_task(name=task, time_limit=TIME_LIMIT)
        def execute(*_: object) -> None:
            self.execute()

        self._task = execute
        register_queue(self)

    # --- What services use ---

    def get_or_create(
        self, key: str, limits: dict[str, Any], *, look: float = POLL_LOOK, **fields: Any
    ) -> tuple[J, bool]:
        """The job that this key names, and whether it is new: then it is to be dispatched.

        Raises:
            TooManyQuestions: it would be new, and the client has too many that are not done.
        """
        job = self.rows.filter(key=key).first()
        if job is not None:
            return job, False
        allowance.check()
        job, created = self.rows.get_or_create(key=key, defaults={**fields, **queued_fields(limits, look)})
        if look:
            interests.renew(self.model, [job.pk], look)
        return job, created

    def dispatch(self, *jobs: J) -> None:
        """Send a message for each queued job, once the transaction is committed."""
        self._send_on_commit(jobs, fail=self._fails_undispatched)

    def look(self, *jobs: J, seconds: float) -> None:
        """Keep jobs in view, and send those on their way that were parked because nobody was looking.

        A client who has just cancelled a job that goes on for others does not keep it in view. Of jobs that have ended it is
        recorded on which day they were last looked at; those that were cut short a while ago are started again.
        """
        self._start_what_was_cut_short(jobs, seconds)
        active = [job for job in jobs if job.is_active]
        counted = interests.renew(self.model, [job.pk for job in active], seconds) if active else set()
        for job in active:
            self._join(job)
        until = timezone.now() + timedelta(seconds=seconds)
        seen = [job for job in jobs if (job.pk in counted or not job.is_active) and _is_another_look(job, until)]
        if not seen:
            return
        self.keep_in_view([job.pk for job in seen], seconds)
        self._send_on_commit([job for job in seen if job.status == Status.QUEUED and not job.in_view], fail=False)
        for job in seen:
            job.in_view_until = until

    def _start_what_was_cut_short(self, jobs: Iterable[J], look: float) -> None:
        """As many as the client may ask for: nobody is refused what they see for what they might see."""
        with suppress(allowance.TooManyQuestions):
            for job in jobs:
                if job.is_worth_another_start:
                    self.start(job, job.limits, look=look)

    def start(self, job: J, limits: dict[str, Any], *, look: float = POLL_LOOK, **fields: Any) -> J:
        """Queue and dispatch a job that has ended, with `fields` set; if another request has just done so, that counts.

        Raises:
            TooManyQuestions: the client has too many questions that are not done.
        """
        allowance.check()
        started = self.enqueue(job, limits, look, **fields)
        if look:
            interests.renew(self.model, [job.pk], look, again=True)
        job.refresh_from_db()
        if started:
            self.dispatch(job)
        return job

    def retry(self, job: J, limits: dict[str, Any], **fields: Any) -> J:
        """Start a job again that failed, was cancelled or was out of reach, or join one that went on for others."""
        if job.status in RETRYABLE:
            return self.start(job, limits, **fields)
        if job.is_active:
            interests.renew(self.model, [job.pk], POLL_LOOK, again=True)
        return job

    def retry_all(self, jobs: QuerySet[J], limits: dict[str, Any] | None = None, *, look: float = 0.0) -> int:
        """Start those again that did not end well, by default with the same limits; how many."""
        ended = list(jobs.filter(self.only, status__in=RETRYABLE))
        started = [job.pk for job in ended if self.enqueue(job, limits or job.limits, look)]
        self.dispatch(*self.rows.filter(pk__in=started))
        return len(started)

    def withdraw(self, *jobs: J) -> None:
        """The present client wants these jobs no more: they are cancelled, unless somebody else looks at them.

        Results that they have stored stay.
        """
        active = [job for job in jobs if job.is_active]
        others = interests.others_look_until(self.model, [job.pk for job in active])
        for job in active:
            interests.withdraw(self.model, job.pk)
            if job.pk in others:
                self.rows.filter(pk=job.pk, status__in=ACTIVE).update(in_view_until=others[job.pk])
            else:
                self.request_cancel(job.pk)
            job.refresh_from_db()

    def goes_on_for_others(self, job: J) -> bool:
        """Whether the present client has cancelled the job, which goes on as somebody else is looking at it."""
        return job.is_active and not job.cancel_requested and self.is_withdrawn(job)

    def is_withdrawn(self, job: J) -> bool:
        """Whether the present client has cancelled the job a moment ago."""
        return interests.has_withdrawn(self.model, job.pk)

    def cancel_all(self, jobs: QuerySet[J]) -> int:
        """Cancel those that are queued or running, for everybody who waits for them; how many."""
        active = list(jobs.filter(self.only, status__in=ACTIVE))
        for job in active:
            self.request_cancel(job.pk)
        return len(active)

    def refresh(self, job: J) -> J:
        """The job as it stands, queued again if its worker or message was lost."""
        if job.status == Status.RUNNING and self.orphans().filter(pk=job.pk).exists():
            self._rescue(job)
            job.refresh_from_db()
        return job

    def wait(self, job: J, seconds: float, until: Callable[[J], bool] = lambda job: not job.is_active) -> J:
        """Reread a job as it changes until it has ended, or something else is true of it, for about `seconds` at most.

        Where too many requests wait already, this one gets the job as it stands. A process that is to stop waits no
        longer.
        """
        if until(job) or seconds <= 0:
            return job
        end = time.monotonic() + seconds
        with place(job) as found, request_threads.idle():
            while found and not until(job) and time.monotonic() < end and not shutdown.is_under_way():
                found.wait(end)
        return job

    def long_poll(self, job: J, seconds: float) -> J:
        """The job once it has ended, or as it stands after about `seconds` or when the process is to stop; for long waits."""
        active = self.rows.filter(pk=job.pk, status__in=ACTIVE)
        end = time.monotonic() + seconds
        with request_threads.idle():
            while active.exists() and time.monotonic() < end and not shutdown.is_under_way():
                time.sleep(LONG_POLL_SECONDS)
        job.refresh_from_db()
        return job

    # --- What workers use ---

    def execute(self) -> None:
        """Do the job whose turn it is, if any waits that may begin."""
        thread = JobThread()
        thread.run(lambda: self._execute(thread))

    @property
    def task_name(self) -> str:
        return str(self._task.name)

    def run(self, candidate: Candidate, slot: Slot, thread: JobThread) -> None:
        """Do a job that has begun."""
        pk, token, began = candidate.pk, candidate.token, time.monotonic()
        acquire, must_yield = partial(self._acquire, slot, pk, token), self._yield_check(candidate, slot, thread)
        with log_context.of_job(self.task_name, pk):
            try:
                with run_job(self, pk, token, acquire, must_yield) as run:
                    self._work(_within_memory(self.rows.get(pk=pk)), run)
            finally:
                if self._alone is not None:
                    self._alone.leave()
                self._tell(pk, token, time.monotonic() - began)

    def rescue_orphans(self) -> int:
        """Queue orphans again; return their number."""
        return sum(self._rescue(job) for job in self.orphans()[:MOST_RESCUED])

    # --- What scheduling uses ---

    @cached_property
    def broker_queue(self) -> str:
        """Where its messages wait for workers."""
        return queue_of(self._task)

    def is_called_by(self, message_of: scheduling.Queue) -> bool:
        """Whether a message of that queue may be a turn for this one: workers may serve the tables alone."""
        return message_of.broker_queue in (self.broker_queue, settings.CELERY_TASK_DEFAULT_QUEUE)

    def next_first_answer(self) -> Candidate | None:
        """Return the job in view that needs no slot and whose turn it is."""
        if self.slotless is None:
            return None
        waiting = self.slotless_in_view()
        found = self._candidate(waiting.filter(self.unanswered), slotless=True, in_view=True)
        if found is None and self.unanswered:
            found = self._candidate(waiting, slotless=True, in_view=True, unanswered=False)
        return found

    def next_parked(self, *, in_view: bool) -> Candidate | None:
        """Return the same of the jobs that need a slot."""
        if not self._may_begin_another():
            return None
        return self._candidate(self._parked(in_view), slotless=False, in_view=in_view)

    def _may_begin_another(self) -> bool:
        return self._alone is None or self._alone.is_free

    def begin(self, candidate: Candidate) -> bool:
        """Claim the job; false if it is gone, or another process does the one that this worker does at a time."""
        if self._alone is not None and not self._alone.take():
            return False
        condition = self.slotless & in_view_now() if candidate.slotless and self.slotless is not None else None
        claimed = self.claim(candidate.pk, candidate.token, condition)
        if claimed:
            turns.record(candidate.client)
        elif self._alone is not None:
            self._alone.leave()
        return claimed

    def wake(self, candidate: Candidate) -> None:
        """Send a message for the job, unless one is on its way."""
        with suppress(BrokerUnreachable):
            if not count_messages(self.broker_queue):
                send(self._task, [(candidate.pk, candidate.token)])

    def waiting(self) -> list[Waiting]:
        """Jobs in view that have waited for more than a moment."""
        found = []
        since = timezone.now() - PICK_UP_TIME
        for rows, urgency, needs_slot in (
            (self.late(), Urgency.FIRST_ANSWER, False),
            (self._parked(True).filter(queued_at__lt=since), self.urgency, True),
        ):
            if self._may_begin_another() if needs_slot else self.slotless is not None:
                first = rows.order_by().values_list("client").annotate(Min("queued_at"))
                found += [Waiting(client, urgency, at, needs_slot) for client, at in first]
        return found

    def running_clients(self, *, unanswered: bool) -> list[str]:
        """Whose jobs in view are running, or those of them that have nothing to show yet, one entry for each."""
        running = self.active_in_view().filter(self.unanswered if unanswered else Q(), status=Status.RUNNING)
        return list(running.order_by().values_list("client", flat=True))

    def count_questions(self, of: Collection[str]) -> dict[str, int]:
        """How many questions in view each of these clients has that are not done; those who have none are left out."""
        rows = self.active_in_view().filter(client__in=of).order_by().values_list("client")
        return dict(rows.annotate(Count(self._question, distinct=True)))

    def drop_unseen(self, client: str, keep: int) -> None:
        """Cancel a client's jobs out of view but for the last questions."""
        unseen = self.rows.filter(self.only, client=client, status__in=ACTIVE).exclude(in_view_now())
        seen_last = unseen.order_by().values_list(self._question).annotate(last=Max("in_view_until"))
        too_many = [question for question, _ in seen_last.order_by("-last")[keep:]]
        if too_many:
            self.cancel_all(unseen.filter(**{f"{self._question}__in": too_many}))

    def is_past_first_answer(self, pk: int, slot: Slot) -> bool:
        """Whether a job that runs without a slot has something to show, while others wait for a first answer.

        A first answer that says nothing goes on without one, and may take a minute.
        """
        if slot.acquired or not self.unanswered or not scheduling.is_process_wanted():
            return False
        return self.rows.filter(pk=pk).exclude(self.unanswered).exists()

    def is_waiting_for_slot(self, *, in_view: bool, besides: Collection[str] = ()) -> bool:
        """Whether a job that somebody is looking at, or nobody, is waiting for a slot, `besides` those of some clients."""
        since = timezone.now() - PICK_UP_TIME
        parked = self._parked(in_view).filter(queued_at__lt=since).exclude(client__in=besides)
        return (parked.exists() and self._may_begin_another()) or (in_view and self.held_up().exists())

    def is_waiting_for_process(self) -> bool:
        """Whether a job in view that needs no slot has found no free process."""
        return self.late().exists()

    def count_late(self) -> int:
        """How many jobs in view that need no slot have found no free process."""
        return self.late().count()

    def count_in_view(self) -> int:
        """How many queued or running jobs somebody is looking at."""
        return self.rows.filter(self.only, in_view_now(), status__in=ACTIVE).count()

    def count_unfinished(self) -> dict[tuple[str, bool], int]:
        """How many jobs are queued and how many are running, by status and whether somebody is looking."""
        seen = Case(When(in_view_now(), then=Value(True)), default=Value(False))
        unfinished = self.rows.filter(self.only, status__in=ACTIVE).order_by().annotate(seen=seen)
        counts = {(str(status), is_seen): 0 for status in ACTIVE for is_seen in (True, False)}
        for status, is_seen, count in unfinished.values_list("status", "seen").annotate(Count("pk")):
            counts[str(status), is_seen] = count
        return counts

    def count_ahead(self, job: J) -> int:
        """How many jobs in view go before a queued one."""
        ahead = self.before(job).exclude(pk=job.pk).count()
        return ahead + scheduling.count_more_urgent(self.urgency)

    def _execute(self, thread: JobThread) -> None:
        slot = Slot()
        try:
            candidate = scheduling.begin(slot, self)
            if candidate is None:
                logger.info("nothing to do for this message")
                return
            candidate.queue.run(candidate, slot, thread)
        finally:
            slot.release()
        scheduling.wake()

    def _tell(self, pk: int, token: str, seconds: float) -> None:
        """Log and count how a start of a job ended; one that was replaced meanwhile is `replaced`."""
        found = self.rows.filter(pk=pk, token=token).values_list("status", flat=True).first()
        status = "replaced" if found is None else str(found)
        metrics.JOB_SECONDS.labels(self.task_name, status).observe(seconds)
        logger.info("job left", extra={"status": status, "seconds": round(seconds, 3)})

    def _candidate(
        self, rows: QuerySet[J], *, slotless: bool, in_view: bool, unanswered: bool = True
    ) -> Candidate | None:
        columns = ("pk", "token", "client", "queued_at", "served_at")
        found = turns.in_order(rows).values(*columns).first()
        if found is None:
            return None
        return Candidate(queue=self, **found, slotless=slotless, in_view=in_view, unanswered=unanswered)

    def _join(self, job: J) -> None:
        """Let a job that waits wait for the present client's turn, if that one comes first."""
        client = clients.current()
        if job.status != Status.QUEUED or job.client == client or job.queued_at is None:
            return
        if timezone.now() - job.queued_at <= JOINED_TIME or time.monotonic() < self._compare_at.get(job.token, 0.0):
            return
        if len(self._compare_at) >= MOST_COMPARED:
            self._compare_at.clear()
        self._compare_at[job.token] = time.monotonic() + COMPARE_SECONDS
        if turns.is_before(client, job.client):
            self.hand_over(job.pk, client)

    def _acquire(self, slot: Slot, pk: int, token: str) -> bool:
        """A slot for a running job; if there is none, one that a less urgent job leaves to it soon.

        None while first answers have to wait: where one has, the next better answer begins later.
        """
        if sharing.first_answers_wait():
            return False
        if slot.acquire():
            return True
        self.want_slot(pk, token, True)
        end = time.monotonic() + SLOT_PATIENCE
        while not slot.acquire() and time.monotonic() < end and not scheduling.is_process_wanted():
            time.sleep(POLL_SECONDS)
        self.want_slot(pk, token, False)
        return slot.acquired

    def _yield_check(self, candidate: Candidate, slot: Slot, thread: JobThread) -> Callable[[bool], bool]:
        """What tells whether a running job must yield, which depends on whether it is in view.

        Now and then it also gives the job's threads the priority that they should have.
        """
        check_at = 0.0
        share_check_at = time.monotonic() + sharing.UNDISTURBED_SECONDS

        def must_yield(seen: bool) -> bool:
            nonlocal check_at, share_check_at
            if thread.interrupted:
                return True
            now = time.monotonic()
            if now < check_at:
                return False
            check_at = now + YIELD_CHECK_SECONDS
            urgency = Urgency.FIRST_ANSWER if seen and not slot.acquired else self._urgency(seen)
            thread.set_niceness(urgency.niceness)
            if scheduling.must_yield(urgency, slot, candidate.client) or self.is_past_first_answer(candidate.pk, slot):
                return True
            if now < share_check_at or urgency >= Urgency.OUT_OF_VIEW:
                return False
            share_check_at = now + sharing.CHECK_SECONDS
            return sharing.is_anothers_turn(self, candidate.pk, candidate.client, urgency, slot)

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
