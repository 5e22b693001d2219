"""Running a claimed job: watched by a second thread, and with its end stored in words."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from django.conf import settings

from engine import CancelFlag, Cancelled, InputError, Progress, TableError, Unaffordable, Unsettled

from .jobs import Jobs
from .models import Status
from .watch import Watch

logger = logging.getLogger(__name__)

# A kernel that does not react to its flag is killed with its process after this long.
GRACE_SECONDS = 30
TIME_LIMIT = settings.JOB_LIMIT_SECONDS + GRACE_SECONDS

TIMED_OUT = "The solver was stopped after {minutes:g} minutes without reaching the end."
BROKEN = "The solver stopped with an error of its own. It has been logged."


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
        if not self._store(**fields):
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

    def park() -> None:
        if not jobs.park(pk, token):  # it was cancelled meanwhile
            jobs.finish(pk, token, Status.CANCELLED)

    try:
        with watch.watching(name, partial(jobs.beat, pk, token), should_continue):
            yield Run(partial(jobs.store, pk, token), acquire_slot, watch)
    except NoSlot:
        park()
    except Cancelled:
        if preempted:
            park()
        elif watch.timed_out:
            message = TIMED_OUT.format(minutes=round(settings.JOB_LIMIT_SECONDS / 60, 1))
            jobs.finish(pk, token, Status.FAILED, message=message)
        else:
            jobs.finish(pk, token, Status.CANCELLED)
    except (Unaffordable, Unsettled) as error:
        jobs.finish(pk, token, Status.OUT_OF_REACH, message=str(error))
    except (InputError, TableError) as error:
        jobs.finish(pk, token, Status.FAILED, message=str(error))
    except Exception:
        logger.exception("%s failed", name)
        jobs.finish(pk, token, Status.FAILED, message=BROKEN)
    else:
        jobs.finish(pk, token, Status.DONE)
