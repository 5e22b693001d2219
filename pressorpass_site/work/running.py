"""A run of a job in a worker: claim it, compute while a second thread watches, store results and how the run ended."""

import errno
import logging
import mmap
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from typing import Any, TypeVar

from celery import shared_task
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from django.db.models import F, Q, QuerySet
from structlog.contextvars import bound_contextvars

from engine import (
    CancelFlag,
    Cancelled,
    InputError,
    Progress,
    ShortOfMemory,
    TableError,
    Unaffordable,
    Unsettled,
)
from pressorpass_site.core import metrics
from pressorpass_site.environment import is_database_damage

from .jobs import POLL_SECONDS, JobType, has_room, query_job_rows
from .models import ACTIVE, VIEWED, Job, Queue, Status, build_time_from_now, queue_columns

logger = logging.getLogger(__name__)

J = TypeVar("J", bound=Job)
Work = Callable[[J, "JobRun"], bool | None]
End = Callable[[], None]

TIMED_OUT = "The solver was stopped after {minutes:g} minutes without reaching the end."
BROKEN = "The solver stopped because of an error, which has been logged."
OUT_OF_MEMORY = "The solver ran out of memory. Nothing stored is lost: try again when the machine is less busy."

# The errors of a database that is stopped, locked or out of room. Results wait for the database for a while; then the job
# stays unchanged, and is queued again once the database is back (`JobType.resend`).
DATABASE_AWAY = (OperationalError, InterfaceError)

# After this long a job with a refine queue moves there: from FIRST without a result, and from LATER or with a result.
FIRST_SECONDS, LATER_SECONDS = 3.0, 1.0
# How often a running job records that it is alive.
BEAT_SECONDS = 0.5

# Shared with the processes of the pool, which the worker forks: a signal does not reach them inside a kernel.
_stopping = mmap.mmap(-1, 1)


def stop_worker() -> None:
    """Make the jobs of this worker end and queue themselves again, because it shuts down."""
    _stopping[0] = 1


def get_brief_memory() -> int:
    """Return the bytes that brief work may take in this worker; its first answers use what long jobs leave."""
    memory: int = settings.SOLVER_MEMORY_BYTES
    return memory // 2


def make_job_task(job_type: JobType[J]) -> Callable[[Work[J]], Work[J]]:
    """Return a decorator that makes the Celery task of a job type from the function that computes its results.

    The function stores results through its `JobRun`, and returns whether a refinement is to follow.
    """

    def register(work: Work[J]) -> Work[J]:
        # A job that has ignored its flag for as long as a job may take is killed with its process.
        @shared_task(name=job_type.task, time_limit=2 * settings.JOB_LIMIT_SECONDS)
        def do(pk: int, token: str) -> None:
            try:
                run(job_type, work, pk, token)
            except DATABASE_AWAY:
                logger.warning("%s %s stopped, as the database is away", job_type.task, pk, exc_info=True)

        return work

    return register


def run(job_type: JobType[J], work: Work[J], pk: int, token: str) -> None:
    """Run the job of a message, if it is still queued with this token."""
    queryset, started_at = job_type.rows.filter(pk=pk, token=token), time.monotonic()
    claimed = claim(job_type, pk, token)
    job = queryset.first()
    if job is None:
        return
    job_run = JobRun(job_type, job)
    if not claimed:
        job_run.leave()
        return
    with bound_contextvars(job=job_run.name):
        job_run.do(partial(work, job, job_run))
        status = str(queryset.values_list("status", flat=True).first() or "requeued")  # with another token
        seconds = time.monotonic() - started_at
        metrics.JOB_SECONDS.labels(job_type.task, status).observe(seconds)
        logger.info("job left", extra={"status": status, "seconds": round(seconds, 3)})


def claim(job_type: JobType[Any], pk: int, token: str) -> bool:
    """Start a queued job that a page shows or that runs in the background; return whether this call did so."""
    claimable = job_type.rows.filter(VIEWED | Q(queue=Queue.BACKGROUND), pk=pk, token=token, status=Status.QUEUED)
    now = build_time_from_now(0)
    return bool(claimable.update(status=Status.RUNNING, attempts=F("attempts") + 1, started_at=now, heartbeat_at=now))


class JobRun:
    """One start of a job: the methods for its function, and the thread that watches it.

    Attributes:
        cancel: the flag for the engine.
        is_brief: whether to end with a first answer, and leave better ones to a refinement.
    """

    def __init__(self, job_type: JobType[Any], job: Job) -> None:
        self.cancel = CancelFlag()
        self.is_brief = bool(job_type.refine_queue) and job.queue in (Queue.FIRST, Queue.LATER)
        self.name = f"{job_type.task} {job.pk}"
        self._job_type, self._job, self._token = job_type, job, job.token
        self._rows = job_type.rows.filter(pk=job.pk, token=job.token)
        self._running = self._rows.filter(status=Status.RUNNING)
        self._wanted = self._running.filter(cancel_requested=False)
        self._progress: dict[str, Any] = {}
        self._has_result = False
        self._started, self._is_over = time.monotonic(), threading.Event()
        self._end: End | None = None  # stores the end of a job that must stop

    # --- For the function ---

    def report(self, progress: Progress) -> None:
        """Remember the engine's progress, which the watching thread writes to the database."""
        self._progress = {"progress": progress.done, "stage": progress.stage[:200]}

    def store(self, **fields: Any) -> None:
        """Store results in the job's row. Raises Cancelled: the run was canceled or replaced; nothing was stored."""
        if not _update(self._wanted, **fields, heartbeat_at=build_time_from_now(0)):
            raise Cancelled
        self._has_result = self._has_result or "result" in fields

    # --- The end of the run ---

    def do(self, work: Callable[[], bool | None]) -> None:
        """Do the job, and store how it ended; results stored before stay."""
        try:
            with self._start_watching():
                is_better_left = work()
        except Cancelled:
            (self._end or self.finish_canceled)()
        except ShortOfMemory:
            self.finish(Status.FAILED, OUT_OF_MEMORY, was_interrupted=True)
        except (Unaffordable, Unsettled) as error:
            self.finish(Status.TOO_LARGE, str(error))
        except (InputError, TableError) as error:
            self.finish(Status.FAILED, str(error))
        except DATABASE_AWAY:
            raise
        except Exception as error:
            logger.exception("%s failed", self.name)
            exit_if_damaged(error)
            short = _lacks_memory(error)
            self.finish(Status.FAILED, OUT_OF_MEMORY if short else BROKEN, was_interrupted=short)
        else:
            if is_better_left:
                self.leave_to_refinement()
            else:
                self.finish(Status.DONE)

    def finish(self, status: Status, message: str = "", **fields: Any) -> None:
        """Store how the job ended, unless another run has replaced this one; results stay."""
        fields |= {
            "status": status,
            "message": message,
            "finished_at": build_time_from_now(0),
            "progress": 1.0,
            "stage": "",
        }
        _update(self._running, **fields)

    def finish_canceled(self) -> None:
        self.finish(Status.CANCELLED)

    def finish_overdue(self) -> None:
        minutes = round(settings.JOB_LIMIT_SECONDS / 60, 1)
        self.finish(Status.FAILED, TIMED_OUT.format(minutes=minutes), was_interrupted=True)

    def requeue(self, queue: str) -> None:
        """Queue the job again, unless it was canceled; this counts as no attempt."""
        requeue_columns = queue_columns(queue) | {"attempts": F("attempts") - 1}
        if _update(self._wanted, **requeue_columns):
            self._job_type.send(self._job, requeue_columns["token"], queue)
        else:
            self.finish_canceled()

    def leave_to_refinement(self) -> None:
        """Queue the job for better answers; if the client has too many background jobs, a later view does so."""
        queue = self._job_type.refine_queue
        if queue and (queue != Queue.BACKGROUND or has_room(self._job.client)):
            self.requeue(queue)
        else:
            self.finish(Status.CANCELLED, was_interrupted=True)

    def leave(self) -> None:
        """End a job that no page shows as interrupted; one that finishes unviewed goes on in the background."""
        rows = self._rows.filter(status__in=ACTIVE).exclude(VIEWED).exclude(queue=Queue.BACKGROUND)
        requeue_columns = queue_columns(Queue.BACKGROUND)
        if has_room(self._job.client) and rows.filter(finishes_unviewed=True, cancel_requested=False).update(
            **requeue_columns
        ):
            self._job_type.send(self._job, requeue_columns["token"], Queue.BACKGROUND)
        else:
            rows.update(status=Status.CANCELLED, was_interrupted=True, finished_at=build_time_from_now(0))

    # --- The second thread ---

    @contextmanager
    def _start_watching(self) -> Iterator[None]:
        context = copy_context()  # the ids in log lines
        thread = threading.Thread(target=context.run, args=(self._watch,), name=f"watch {self.name}", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._is_over.set()
            thread.join()

    @property
    def keeps_others_waiting(self) -> bool:
        """Whether other first answers are queued."""
        return query_job_rows().filter(status=Status.QUEUED, queue=Queue.FIRST).exists()

    def _watch(self) -> None:
        """Record beats, and set the engine's flag when the job must stop."""
        next_beat = 0.0
        try:
            while not self._is_over.wait(POLL_SECONDS) and not self._end:
                try:
                    self._end = self._read_clock()
                    if self._end is None and time.monotonic() >= next_beat:
                        self._end = self.beat()
                        next_beat = time.monotonic() + BEAT_SECONDS
                    elif self._end is None:
                        self._end = self._read_row()
                except Exception:  # a database that is away for a moment must not end the watching
                    logger.warning("%s: heartbeat failed", self.name, exc_info=True)
                    self._is_over.wait(BEAT_SECONDS)
                if self._end:
                    self.cancel.set()
        finally:
            connection.close()

    def beat(self) -> End | None:
        """Record a heartbeat; return the way to end the job if it is to stop."""
        if self._wanted.filter(VIEWED | Q(queue=Queue.BACKGROUND)).update(
            heartbeat_at=build_time_from_now(0), **self._progress
        ):
            return None
        return self._read_row() or self.leave

    def _read_row(self) -> End | None:
        state = self._job_type.read_state(self._job.pk)
        is_wanted = state is not None and state[:2] == (Status.RUNNING, self._token) and not state[2]
        return None if is_wanted else self.finish_canceled

    def _read_clock(self) -> End | None:
        seconds = time.monotonic() - self._started
        if seconds >= settings.JOB_LIMIT_SECONDS:
            return self.finish_overdue
        waits = self._job.queue == Queue.FIRST and not self._has_result
        if self.is_brief and seconds >= (FIRST_SECONDS if waits else LATER_SECONDS):
            return self.leave_to_refinement
        return partial(self.requeue, self._job.queue) if _stopping[0] else None


def exit_if_damaged(error: BaseException) -> None:
    """Kill this pool process's worker if the error is of a damaged database; a new worker is started."""
    if is_database_damage(error.__cause__):
        logger.critical("the worker ends, as it cannot read the database: %s", error)
        os.kill(os.getppid(), signal.SIGKILL)  # a softer signal can lock Celery out while it takes in this failure


def _lacks_memory(error: Exception) -> bool:
    if isinstance(error, RuntimeError):
        return "can't start new thread" in str(error)  # no room for its stack
    return isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM)


def _update(rows: QuerySet[Any], **fields: Any) -> int:
    """Update rows; while the database is away, try again for JOB_LIMIT_SECONDS. Raises DATABASE_AWAY."""
    deadline = time.monotonic() + settings.JOB_LIMIT_SECONDS
    while True:
        try:
            return rows.update(**fields)
        except DATABASE_AWAY:
            if time.monotonic() >= deadline:
                raise
            logger.warning("the database is away; what was computed waits for it", exc_info=True)
            connection.close()
            time.sleep(BEAT_SECONDS)
