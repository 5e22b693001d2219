"""A worker's turn: it claims the job that is next, runs it under the eyes of a second thread, and stores how it ended."""

from __future__ import annotations

import errno
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import copy_context
from typing import TYPE_CHECKING, Any, NoReturn

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from django.db.models import Case, F, IntegerField, Value, When
from structlog.contextvars import bound_contextvars

from engine import (
    CancelFlag,
    Cancelled,
    InputError,
    Overdue,
    Progress,
    ShortOfMemory,
    TableError,
    Unaffordable,
    Unsettled,
)
from pressorpass_site.core import metrics

from . import picking
from .broker import BrokerUnreachable, queue_of, send
from .models import Priority, Status
from .picking import Candidate, in_seconds
from .processor import JobThread
from .worker import end_if_damaged

if TYPE_CHECKING:
    from .queues import Kind

logger = logging.getLogger(__name__)

# A job that has ignored its flag for as long as a job may take is killed with its process.
TIME_LIMIT = 2 * settings.JOB_LIMIT_SECONDS

TIMED_OUT = "The solver was stopped after {minutes:g} minutes without reaching the end."
BROKEN = "The solver stopped with an error of its own. It has been logged."
OUT_OF_MEMORY = "The solver ran out of memory. Nothing stored is lost: try again when the machine is less busy."

# The errors of a database that is stopped, locked or out of room. Results wait for its return, for a while; then the job
# is left as it is, and started again once the database is back (picking.lost).
DATABASE_AWAY = (OperationalError, InterfaceError)

# The longest that a first answer which says little is improved in its own job.
FIRST_SECONDS = 6.0
# How often a request or a running job rereads the row that it waits for. A first answer takes 0.15 seconds, so half of
# this is not felt.
REREAD_SECONDS = 0.02
# How often a job records that it is alive, and asks whether it must make room.
BEAT_SECONDS = 0.5
# The step in niceness from one priority to the next; the first is as nice as the web server, a job that nobody views as the
# last. On Linux a step of five leaves a job a third of its time.
NICENESS = 5


def brief_memory() -> int:
    """Return the bytes that brief work may take in this worker; its first answers use what long jobs leave."""
    memory: int = settings.SOLVER_MEMORY_BYTES
    return memory // 2


class LeftToRefinement(Exception):
    """There is a first answer; a job of its own is to better it."""


class Run:
    """One start of a job: what its function may use, and a second thread that watches over it.

    Attributes:
        cancel: the flag for the engine.
        timed_out: whether the job took longer than JOB_LIMIT_SECONDS.
        preempted: whether it is to make room for another one.
    """

    def __init__(self, job: Candidate, thread: JobThread) -> None:
        self.cancel, self.timed_out, self.preempted = CancelFlag(), False, False
        self.name = f"{job.work.task.name} {job.pk}"
        self._job, self._thread = job, thread
        self._jobs = picking.queues[job.kind]
        self._row = self._jobs.rows.filter(pk=job.pk, token=job.token, status=Status.RUNNING)
        self._wanted = self._row.filter(cancel_requested=False)
        self._done, self._stage = 0.0, ""
        self._began, self._ended = time.monotonic(), threading.Event()

    def report(self, progress: Progress) -> None:
        """Take note of the engine's progress; the watching thread writes it to the database."""
        self._done, self._stage = progress.done, progress.stage

    def store(self, **fields: Any) -> None:
        """Store results in the job's row.

        Raises:
            Cancelled: the job was canceled or replaced; nothing was stored.
        """
        if not outlasting(lambda: self._wanted.update(**fields, heartbeat_at=in_seconds(0))):
            raise Cancelled

    def leave_to_refinement(self) -> NoReturn:
        """End the job of a first answer, and queue one that betters it, by raising LeftToRefinement."""
        raise LeftToRefinement

    def finish(self, status: Status, message: str = "", **fields: Any) -> None:
        """Store how the job ended, unless it has been replaced; its results stay."""
        fields |= {"status": status, "message": message, "finished_at": in_seconds(0), "progress": 1.0, "stage": ""}
        outlasting(lambda: self._row.update(**fields))

    def park(self) -> None:
        """Queue the job again, unless it was canceled; this counts as no attempt. One with an answer is to be refined."""
        refined = When(result__isnull=False, then=Value(int(Priority.REFINE)))
        fields = {"priority": Case(refined, default=F("priority"), output_field=IntegerField())}
        fields = fields if self._jobs.refines else {}
        again = {"status": Status.QUEUED, "queued_at": in_seconds(0), "attempts": F("attempts") - 1, "started_at": None}
        if not outlasting(lambda: self._wanted.update(**again, **fields, progress=0.0, stage="")):
            self.finish(Status.CANCELLED)

    def beat(self) -> bool:
        """Record that the job is alive; return whether it goes on: not canceled, not replaced, not to make room."""
        self._row.update(heartbeat_at=in_seconds(0), progress=self._done, stage=self._stage[:200])
        found = self._wanted.values_list(picking.HIDDEN, picking.ANSWERED).first()
        if found is not None and not self.preempted:
            self.preempted = self._must_yield(self._job._replace(hidden=found[0], answered=found[1]))
        return found is not None and not self.preempted

    def _must_yield(self, job: Candidate) -> bool:
        """Return whether to make room; also give the threads the priority that they should have."""
        if self._thread.interrupted:
            return True
        self._thread.set_niceness(NICENESS * ((Priority.BACKGROUND if job.hidden else job.priority) - Priority.FIRST))
        seconds = time.monotonic() - self._began
        return (self._job.is_first and job.answered and seconds >= FIRST_SECONDS) or picking.must_yield(job)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Beat, and set the flag when the job should stop, until the block ends."""
        context = copy_context()  # the ids in log lines
        thread = threading.Thread(target=context.run, args=(self._watch,), name=f"watch {self.name}", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._ended.set()
            thread.join()

    def _watch(self) -> None:
        beat_at, deadline = 0.0, self._began + settings.JOB_LIMIT_SECONDS
        try:
            while not self._ended.wait(REREAD_SECONDS):
                now = time.monotonic()
                self.timed_out = now >= deadline
                try:
                    if now >= beat_at:
                        beat_at = now + BEAT_SECONDS
                        goes_on = self.beat()
                    else:
                        state = self._jobs.state(self._job.pk)
                        goes_on = state is not None and state[:3] == (Status.RUNNING, self._job.token, False)
                except Exception:  # a database that is away for a moment must not end the watching
                    logger.warning("%s: heartbeat failed", self.name, exc_info=True)
                    self._ended.wait(BEAT_SECONDS)
                    goes_on = True
                if self.timed_out or not goes_on:
                    self.cancel.set()
        finally:
            connection.close()


def execute(task: Any, kinds: Sequence[Kind]) -> None:
    """Do what a message of this task wakes a worker for: the job of these kinds that is next."""
    thread = JobThread()
    thread.run(lambda: _execute(task, kinds, thread))


def _execute(task: Any, kinds: Sequence[Kind], thread: JobThread) -> None:
    try:
        found = picking.begin(kinds)
    except DATABASE_AWAY as error:  # the job stays as it is, and the next round wakes a worker again
        logger.warning("no job can be begun: %s", error)
        return
    if found is None:
        logger.info("nothing to do for this message")
        return
    name, began, rows = found.work.task.name, time.monotonic(), picking.queues[found.kind].rows.filter(pk=found.pk)
    if queue_of(found.work.task) != queue_of(task):  # another worker may serve that queue alone
        with suppress(BrokerUnreachable):
            send(task)
    with bound_contextvars(job=f"{name} {found.pk}"):
        try:
            with run_job(Run(found, thread)) as run:
                found.work.work(rows.get(), run)
        finally:  # one that was replaced meanwhile is `replaced`
            status = str(rows.filter(token=found.token).values_list("status", flat=True).first() or "replaced")
            seconds = time.monotonic() - began
            metrics.JOB_SECONDS.labels(name, status).observe(seconds)
            logger.info("job left", extra={"status": status, "seconds": round(seconds, 3)})
    picking.wake()


@contextmanager
def run_job(run: Run) -> Iterator[Run]:
    """Watch over a claimed job while the block does it, and store how it ended.

    The block raises what the engine raises, or LeftToRefinement. What it has stored stays, however it ends.
    """
    try:
        with run.watching():
            yield run
    except LeftToRefinement:
        run.park()
    except Cancelled:
        if run.preempted:
            run.park()
        elif run.timed_out:
            minutes = round(settings.JOB_LIMIT_SECONDS / 60, 1)
            run.finish(Status.FAILED, TIMED_OUT.format(minutes=minutes), cut_short=True)
        else:
            run.finish(Status.CANCELLED)
    except Overdue as error:
        run.finish(Status.FAILED, str(error), cut_short=True)
    except ShortOfMemory:
        run.finish(Status.FAILED, OUT_OF_MEMORY, cut_short=True)
    except (Unaffordable, Unsettled) as error:
        run.finish(Status.OUT_OF_REACH, str(error))
    except (InputError, TableError) as error:
        run.finish(Status.FAILED, str(error))
    except DATABASE_AWAY:
        logger.exception("%s stopped, as the database is away; it is started again when it is back", run.name)
    except Exception as error:
        logger.exception("%s failed", run.name)
        end_if_damaged(error)
        short = _lacks_memory(error)
        run.finish(Status.FAILED, OUT_OF_MEMORY if short else BROKEN, cut_short=short)
    else:
        run.finish(Status.DONE)


def _lacks_memory(error: Exception) -> bool:
    if isinstance(error, RuntimeError):
        return "can't start new thread" in str(error)  # no room for its stack
    return isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM)


def outlasting(write: Callable[[], int]) -> int:
    """Do one write; while the database is away, try again for JOB_LIMIT_SECONDS.

    Raises:
        OperationalError, InterfaceError: it is still away.
    """
    deadline = time.monotonic() + settings.JOB_LIMIT_SECONDS
    while True:
        try:
            return write()
        except DATABASE_AWAY:
            if connection.in_atomic_block or time.monotonic() >= deadline:
                raise
            logger.warning("the database is away; what was computed waits for it", exc_info=True)
            connection.close()
            time.sleep(BEAT_SECONDS)
