"""A worker's turn: it claims the job that is next, does it under the eyes of a second thread, and stores how it ended."""

from __future__ import annotations

import errno
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import copy_context
from functools import partial
from typing import Any, NoReturn

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from django.db.models import Case, F, Value, When
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

from . import locks, scheduling
from .dispatch import BrokerUnreachable, queue_of, send
from .jobs import REREAD_SECONDS, Jobs
from .models import Status
from .processor import JobThread
from .scheduling import Candidate, Kind, Urgency, is_answered, kind_of

logger = logging.getLogger(__name__)

# A job that has ignored its flag for as long as a job may take is killed with its process.
TIME_LIMIT = 2 * settings.JOB_LIMIT_SECONDS

TIMED_OUT = "The solver was stopped after {minutes:g} minutes without reaching the end."
BROKEN = "The solver stopped with an error of its own. It has been logged."
OUT_OF_MEMORY = "The solver ran out of memory. Nothing stored is lost: try again when the machine is less busy."

# The errors of a database that is stopped, locked or out of room. Results wait for its return, for a while; then the job
# is left as it is, and started again once the database is back (jobs.orphans).
DATABASE_AWAY = (OperationalError, InterfaceError)

# The longest that a first answer which says little is improved in its own job.
FIRST_SECONDS = 6.0
# How often a job records that it is alive, a write of 0.4 ms, and asks whether it must make room, a query over all kinds of
# 0.1 ms (processor time, SQLite). Whether it should stop, a small read, it asks every REREAD_SECONDS.
BEAT_SECONDS = 0.5


def brief_memory() -> int:
    """Return the bytes that brief work may take in this worker.

    No memory is set aside for the worker of first answers; it uses what long jobs leave.
    """
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

    def __init__(
        self, jobs: Jobs[Any], pk: int, token: str, must_yield: Callable[[bool], bool] = lambda in_view: False
    ) -> None:
        self.cancel = CancelFlag()
        self.timed_out = self.preempted = False
        self._jobs, self._pk, self._token = jobs, pk, token
        self._must_yield = must_yield
        self._done, self._stage = 0.0, ""
        self._ended = threading.Event()

    @property
    def name(self) -> str:
        return f"{self._jobs.model._meta.verbose_name} {self._pk}"

    def report(self, progress: Progress) -> None:
        """Take note of the engine's progress; the watching thread writes it to the database."""
        self._done, self._stage = progress.done, progress.stage

    def store(self, **fields: Any) -> None:
        """Store results in the job's row.

        Raises:
            Cancelled: the job should stop; nothing was stored.
        """
        if not outlasting(partial(self._jobs.store, self._pk, self._token, **fields)):
            raise Cancelled

    def leave_to_refinement(self) -> NoReturn:
        """End the job of a first answer, and queue one that betters it.

        Raises:
            LeftToRefinement: always.
        """
        raise LeftToRefinement

    def finish(self, status: Status, message: str = "", **fields: Any) -> None:
        """Store how the job ended."""
        outlasting(partial(self._jobs.finish, self._pk, self._token, status, message=message, **fields))

    def park(self, **fields: Any) -> None:
        """Queue the job again, unless it was cancelled meanwhile."""
        if not outlasting(partial(self._jobs.park, self._pk, self._token, **fields)):
            self.finish(Status.CANCELLED)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Beat, and set the flag when the job should stop, until the block ends."""
        # In a copy of the context, which has the ids in log lines.
        context = copy_context()
        thread = threading.Thread(target=context.run, args=(self._watch,), name=f"watch {self.name}", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._ended.set()
            thread.join()

    def _watch(self) -> None:
        beat_at, deadline = 0.0, time.monotonic() + settings.JOB_LIMIT_SECONDS
        try:
            while not self._ended.wait(REREAD_SECONDS):
                now = time.monotonic()
                if now >= deadline:
                    self.timed_out = True
                    self.cancel.set()
                try:
                    if now >= beat_at:
                        beat_at = now + BEAT_SECONDS
                        goes_on = self._beat()
                    else:
                        goes_on = self._jobs.is_current(self._pk, self._token)
                    if not goes_on:
                        self.cancel.set()
                except Exception:  # a database that is away for a moment must not end the watching
                    logger.warning("%s: heartbeat failed", self.name, exc_info=True)
                    self._ended.wait(BEAT_SECONDS)
        finally:
            connection.close()

    def _beat(self) -> bool:
        """Record that the job is alive; return whether it goes on."""
        in_view = self._jobs.beat(self._pk, self._token, self._done, self._stage)
        self.preempted = self.preempted or (in_view is not None and self._must_yield(in_view))
        return in_view is not None and not self.preempted


def execute(task: Any, kinds: Sequence[Kind]) -> None:
    """Do what a message of this task wakes a worker for: the job of these kinds that is next."""
    thread = JobThread()
    thread.run(lambda: _execute(task, kinds, thread))


def _execute(task: Any, kinds: Sequence[Kind], thread: JobThread) -> None:
    try:
        found = scheduling.begin(kinds)
    except DATABASE_AWAY as error:  # the job stays as it is, and the next round wakes a worker again
        logger.warning("no job can be begun: %s", error)
        return
    if found is None:
        logger.info("nothing to do for this message")
        return
    kind = kind_of(found)
    try:
        if kind.broker_queue != queue_of(task):  # another worker may serve that queue alone
            with suppress(BrokerUnreachable):
                send(task)
        with bound_contextvars(job=f"{kind.name} {found.pk}"):
            _run(found, thread)
    finally:
        if kind.lock:
            locks.release(kind.lock)
    scheduling.wake()


def _run(found: Candidate, thread: JobThread) -> None:
    kind, began = kind_of(found), time.monotonic()

    def must_yield(in_view: bool) -> bool:
        """Return whether to make room; also give the threads the priority that they should have."""
        if thread.interrupted:
            return True
        thread.set_niceness(Urgency(found.urgency).niceness(in_view=in_view))
        if found.urgency == Urgency.FIRST and time.monotonic() - began >= FIRST_SECONDS and is_answered(found):
            return True
        return scheduling.must_yield(found._replace(hidden=not in_view))

    try:
        with run_job(Run(kind.jobs, found.pk, found.token, must_yield), refinable=kind.refinable) as run:
            kind.work(kind.jobs.rows.get(pk=found.pk), run)
    finally:
        _tell(found, time.monotonic() - began)


def _tell(found: Candidate, seconds: float) -> None:
    """Log and count how a start of a job ended; one that was replaced meanwhile is `replaced`."""
    kind = kind_of(found)
    rows = kind.jobs.rows.filter(pk=found.pk, token=found.token).values_list("status", flat=True)
    status = str(rows.first() or "replaced")
    metrics.JOB_SECONDS.labels(kind.name, status).observe(seconds)
    logger.info("job left", extra={"status": status, "seconds": round(seconds, 3)})


@contextmanager
def run_job(run: Run, *, refinable: bool = False) -> Iterator[Run]:
    """Watch over a claimed job while the block does it, and store how it ended.

    The block raises what the engine raises, or LeftToRefinement. What it has stored stays, however it ends. A job that
    has made room is queued again: to be refined if it is `refinable` and there is an answer.
    """
    try:
        with run.watching():
            yield run
    except LeftToRefinement:
        run.park(refines=True)
    except Cancelled:
        if run.preempted:
            answered = Case(When(result__isnull=False, then=Value(True)), default=F("refines"))
            run.park(**({"refines": answered} if refinable else {}))
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
        if _lacks_memory(error):
            run.finish(Status.FAILED, OUT_OF_MEMORY, cut_short=True)
        else:
            run.finish(Status.FAILED, BROKEN)
    else:
        run.finish(Status.DONE)


def _lacks_memory(error: Exception) -> bool:
    if isinstance(error, RuntimeError):
        return "can't start new thread" in str(error)  # no room for its stack
    return isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM)


def outlasting(write: Callable[[], bool]) -> bool:
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
