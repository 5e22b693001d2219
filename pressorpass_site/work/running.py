"""How a job is done, whatever it works on: watched, and with its end stored in words."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from django.conf import settings

from engine import Cancelled, InputError, TableError, Unaffordable, Unsettled

from .jobs import Jobs
from .models import Status
from .slots import Urgency, must_give_way
from .watch import Watch

logger = logging.getLogger(__name__)

# A kernel that did not react to its flag would be killed with its process after so long.
GRACE_SECONDS = 30
TIME_LIMIT = settings.JOB_LIMIT_SECONDS + GRACE_SECONDS

OVERDUE = "The solver was stopped after {minutes:g} minutes without reaching the end."
BROKEN = "The solver stopped with an error of its own. It has been logged."


class NoPlace(Exception):
    """There is no place for going on, or somebody more urgent needs it."""


@contextmanager
def doing(jobs: Jobs[Any], pk: int, token: str, urgency: Urgency) -> Iterator[Watch]:
    """Look after a claimed job while the block does it, and store how that ended.

    The block raises what the engine raises, or NoPlace to let the job wait for a place. What it
    has stored stays, however it ends. A job that keeps more urgent work waiting is put back.
    """
    name = f"{jobs.model._meta.verbose_name} {pk}"
    watch = Watch(settings.JOB_LIMIT_SECONDS)
    gives_way = False

    def go_on() -> bool:
        nonlocal gives_way
        gives_way = gives_way or must_give_way(urgency)
        return not gives_way and jobs.wanted(pk, token)

    def put_back() -> None:
        if not jobs.park(pk, token):  # it was told to stop meanwhile
            jobs.finish(pk, token, Status.CANCELLED)

    try:
        with watch.over_job(name, partial(jobs.beat, pk, token), go_on):
            yield watch
    except NoPlace:
        put_back()
    except Cancelled:
        if gives_way:
            put_back()
        elif watch.overdue:
            message = OVERDUE.format(minutes=round(settings.JOB_LIMIT_SECONDS / 60, 1))
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
