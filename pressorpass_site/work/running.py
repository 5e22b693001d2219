"""Running a claimed job: watched by a second thread, and with its end stored in words."""

from __future__ import annotations

import errno
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection

from engine import CancelFlag, Cancelled, InputError, Overdue, Progress, TableError, Unaffordable, Unsettled

from .jobs import Jobs
from .models import Status
from .watch import Watch

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
DATABASE_RETRY_SECONDS = 0.5


class NoSlot(Exception):
    """There is no slot to go on in."""


class Run:
    """What the function that does a job may use."""

    def __init__(self, store: Callable[..., bool], acquire_slot: Callable[[], bool], watch: Watch) -> None:
        self._store = store
        self._acquire_slot = acquire_slot
        self.cancel: CancelFlag = watch.cancel
        self.report: Callable[[Progress], None] = watch.report

    def store(self, **fields: Any) -> None:
        """Store results in the job's row.

        Raises:
            Cancelled: the job should stop; nothing was stored.
        """
        if not outlasting(partial(self._store, **fields)):
            raise Cancelled

    def acquire_slot(self) -> None:
        """From here on the work is long.

        Raises:
            NoSlot: there is no slot, so the job is to be parked.
        """
        if not self._acquire_slot():
            raise NoSlot


@contextmanager
def run_job(
    jobs: Jobs[Any], pk: int, token: str, acquire_slot: Callable[[], bool], must_yield: Callable[[bool], bool]
) -> Iterator[Run]:
    """Watch over a claimed job while the block does it, and store how it ended.

    The block raises what the engine raises, or NoSlot. What it has stored stays, however it ends. A
    job is parked when it `must_yield` to more urgent ones, which is told whether it is in view.
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

    def park() -> None:
        if not outlasting(partial(jobs.park, pk, token)):  # it was cancelled meanwhile
            finish(Status.CANCELLED)

    try:
        with watch.watching(name, partial(jobs.beat, pk, token), should_continue):
            yield Run(partial(jobs.store, pk, token), acquire_slot, watch)
    except NoSlot:
        park()
    except Cancelled:
        if preempted:
            park()
        elif watch.timed_out:
            minutes = round(settings.JOB_LIMIT_SECONDS / 60, 1)
            finish(Status.FAILED, TIMED_OUT.format(minutes=minutes), cut_short=True)
        else:
            finish(Status.CANCELLED)
    except Overdue as error:
        finish(Status.FAILED, str(error), cut_short=True)
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
            time.sleep(DATABASE_RETRY_SECONDS)
