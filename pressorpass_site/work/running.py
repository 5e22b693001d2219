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
from .dispatch import BrokerUnreachable, log_lines_of, queue_of, send
from .jobs import Jobs
from .models import Status
from .processor import JobThread
from .scheduling import Candidate, Kind, Urgency, kind_of

logger = logging.getLogger(__name__)

# A kernel that does not react to its flag is killed with its process after this long.
GRACE_SECONDS = 30
TIME_LIMIT = settings.JOB_LIMIT_SECONDS + GRACE_SECONDS

TIMED_OUT = "The solver was stopped after {minutes:g} minutes without reaching the end."
BROKEN = "The solver stopped with an error of its own. It has been logged."
OUT_OF_MEMORY = "The solver ran out of memory. Nothing stored is lost: try again when the machine is less busy."

# A database that is stopped, locked or out of room: what was computed waits so long for it to come back. Then the job
# is left as it is; it is started again once the database is back (jobs.orphans).
DATABASE_AWAY = (OperationalError, InterfaceError)
DATABASE_PATIENCE = 120.0

# A first answer that says little is bettered in its own job for this long at most.
FIRST_SECONDS = 6.0
# How often a job checks whether it should stop (a read), and how often it records a beat (a write) and asks whether it
# must make room (a query).
CHECK_SECONDS = 0.04
BEAT_SECONDS = 0.5


class LeftToRefinement(Exception):
    """There is a first answer; a job of its own is to better it."""


class Watch:
    """What the computing and the watching thread share; the job is stopped after `seconds`.

    `cancel` and `report` are for the engine; `timed_out` says whether the time ran out.
    """

    def __init__(self, seconds: float) -> None:
        self.cancel = CancelFlag()
        self.done = 0.0
        self.stage = ""
        self.timed_out = False
        self._ended = threading.Event()
        self._deadline = time.monotonic() + seconds

    def report(self, progress: Progress) -> None:
        """Take note of the engine's progress; the watching thread writes it to the database."""
        self.done, self.stage = progress.done, progress.stage

    @contextmanager
    def watching(
        self, name: str, beat: Callable[[float, str], bool], should_continue: Callable[[], bool]
    ) -> Iterator[None]:
        """Call `beat` with the progress now and then, and `should_continue` more often, until the block ends.

        Either returns false when the job should stop.
        """
        # In a copy of the context, which has the ids in log lines.
        arguments = (self._watch, name, beat, should_continue)
        thread = threading.Thread(target=copy_context().run, args=arguments, name=f"watch {name}", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._ended.set()
            thread.join()

    def _watch(self, name: str, beat: Callable[[float, str], bool], should_continue: Callable[[], bool]) -> None:
        beat_at = 0.0
        try:
            while not self._ended.wait(CHECK_SECONDS):
                now = time.monotonic()
                if now >= self._deadline:
                    self.timed_out = True
                    self.cancel.set()
                try:
                    if now >= beat_at:
                        beat_at = now + BEAT_SECONDS
                        go_on = beat(self.done, self.stage)
                    else:
                        go_on = should_continue()
                    if not go_on:
                        self.cancel.set()
                except Exception:  # a database that is away for a moment must not end the watching
                    logger.warning("%s: heartbeat failed", name, exc_info=True)
                    self._ended.wait(BEAT_SECONDS)
        finally:
            connection.close()


class Run:
    """What the function that does a job may use."""

    def __init__(self, store: Callable[..., bool], watch: Watch) -> None:
        self._store = store
        self.cancel: CancelFlag = watch.cancel
        self.report: Callable[[Progress], None] = watch.report

    def store(self, **fields: Any) -> None:
        """Store results in the job's row.

        Raises:
            Cancelled: the job should stop; nothing was stored.
        """
        if not outlasting(partial(self._store, **fields)):
            raise Cancelled

    def leave_to_refinement(self) -> NoReturn:
        """End the job of a first answer, and queue one that betters it.

        Raises:
            LeftToRefinement: always.
        """
        raise LeftToRefinement


def execute(task: Any, kinds: Sequence[Kind]) -> None:
    """Do what a message of this task wakes a worker for: the job of these kinds that is next."""
    thread = JobThread()
    thread.run(lambda: _execute(task, kinds, thread))


def _execute(task: Any, kinds: Sequence[Kind], thread: JobThread) -> None:
    found = scheduling.begin(kinds)
    if found is None:
        logger.info("nothing to do for this message")
        return
    kind = kind_of(found)
    try:
        if kind.broker_queue != queue_of(task):  # another worker may serve that queue alone
            with suppress(BrokerUnreachable):
                send(task)
        with log_lines_of(kind.name, found.pk):
            _run(found, thread)
    finally:
        if kind.lock:
            locks.release(kind.lock)
    scheduling.wake()


def _run(found: Candidate, thread: JobThread) -> None:
    kind, began = kind_of(found), time.monotonic()
    check_at = 0.0
    rows = kind.jobs.rows.filter(pk=found.pk)

    def must_yield(in_view: bool) -> bool:
        """Tell whether to make room; now and then also give the threads the priority that they should have."""
        nonlocal check_at
        now = time.monotonic()
        if not thread.interrupted and now >= check_at:
            check_at = now + BEAT_SECONDS
            thread.set_niceness(Urgency(found.urgency).niceness(in_view=in_view))
            if found.urgency == Urgency.FIRST and now - began >= FIRST_SECONDS and scheduling.is_answered(found):
                return True
            return scheduling.must_yield(found._replace(hidden=not in_view))
        return thread.interrupted

    try:
        with run_job(kind.jobs, found.pk, found.token, must_yield, refinable=kind.refinable) as run:
            kind.work(_within_memory(rows.get()), run)
    finally:
        _tell(found, time.monotonic() - began)


def _within_memory(job: Any) -> Any:
    """Return the job with no more memory than this worker may spend: another host, which asked for it, may have more."""
    if (asked := job.limits.get("memory_bytes")) is not None:
        job.limits = job.limits | {"memory_bytes": min(asked, settings.SOLVER_MEMORY_BYTES)}
    return job


def _tell(found: Candidate, seconds: float) -> None:
    """Log and count how a start of a job ended; one that was replaced meanwhile is `replaced`."""
    kind = kind_of(found)
    rows = kind.jobs.rows.filter(pk=found.pk, token=found.token).values_list("status", flat=True)
    status = str(rows.first() or "replaced")
    metrics.JOB_SECONDS.labels(kind.name, status).observe(seconds)
    logger.info("job left", extra={"status": status, "seconds": round(seconds, 3)})


@contextmanager
def run_job(
    jobs: Jobs[Any], pk: int, token: str, must_yield: Callable[[bool], bool], *, refinable: bool = False
) -> Iterator[Run]:
    """Watch over a claimed job while the block does it, and store how it ended.

    The block raises what the engine raises, or LeftToRefinement. What it has stored stays, however it ends. A job is
    queued again when it `must_yield` to others, which is told whether it is in view: to be refined if it is `refinable`
    and there is an answer.
    """
    name = f"{jobs.model._meta.verbose_name} {pk}"
    watch = Watch(settings.JOB_LIMIT_SECONDS)
    preempted = False

    def should_continue() -> bool:
        nonlocal preempted
        in_view = jobs.is_current_in_view(pk, token)
        if in_view is None:
            return False
        preempted = preempted or must_yield(in_view)
        return not preempted

    def finish(status: Status, message: str = "", **fields: Any) -> None:
        outlasting(partial(jobs.finish, pk, token, status, message=message, **fields))

    def park(**fields: Any) -> None:
        if not outlasting(partial(jobs.park, pk, token, **fields)):  # it was cancelled meanwhile
            finish(Status.CANCELLED)

    try:
        with watch.watching(name, partial(jobs.beat, pk, token), should_continue):
            yield Run(partial(jobs.store, pk, token), watch)
    except LeftToRefinement:
        park(refines=True)
    except Cancelled:
        if preempted:
            answered = Case(When(result__isnull=False, then=Value(True)), default=F("refines"))
            park(**({"refines": answered} if refinable else {}))
        elif watch.timed_out:
            minutes = round(settings.JOB_LIMIT_SECONDS / 60, 1)
            finish(Status.FAILED, TIMED_OUT.format(minutes=minutes), cut_short=True)
        else:
            finish(Status.CANCELLED)
    except Overdue as error:
        finish(Status.FAILED, str(error), cut_short=True)
    except ShortOfMemory:
        finish(Status.FAILED, OUT_OF_MEMORY, cut_short=True)
    except (Unaffordable, Unsettled) as error:
        finish(Status.OUT_OF_REACH, str(error))
    except (InputError, TableError) as error:
        finish(Status.FAILED, str(error))
    except DATABASE_AWAY:
        logger.exception("%s stopped, as the database is away; it is started again when it is back", name)
    except Exception as error:
        logger.exception("%s failed", name)
        if _lacks_memory(error):
            finish(Status.FAILED, OUT_OF_MEMORY, cut_short=True)
        else:
            finish(Status.FAILED, BROKEN)
    else:
        finish(Status.DONE)


def _lacks_memory(error: Exception) -> bool:
    if isinstance(error, RuntimeError):
        return "can't start new thread" in str(error)  # no room for its stack
    return isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM)


def outlasting(write: Callable[[], bool]) -> bool:
    """Do one write; while the database is away, try again for `DATABASE_PATIENCE` seconds.

    Raises:
        OperationalError, InterfaceError: it is still away.
    """
    deadline = time.monotonic() + DATABASE_PATIENCE
    while True:
        try:
            return write()
        except DATABASE_AWAY:
            if connection.in_atomic_block or time.monotonic() >= deadline:
                raise
            logger.warning("the database is away; what was computed waits for it", exc_info=True)
            connection.close()
            time.sleep(BEAT_SECONDS)
