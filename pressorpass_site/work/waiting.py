"""Requests that wait for a job to change."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache

from pressorpass_site.core.database.compiled import CompiledQuery
from pressorpass_site.core.http import shutdown

from .jobs import REREAD_SECONDS, J
from .models import Job


def wait(job: J, seconds: float, until: Callable[[J], bool]) -> J:
    """Reread a job as it changes until something is true of it, for about `seconds` at most.

    A process that is to stop waits no longer.
    """
    end = time.monotonic() + seconds
    seen: object = None
    while not until(job) and time.monotonic() < end and not shutdown.is_under_way():
        time.sleep(REREAD_SECONDS)
        state = _states(type(job)).fetch([job.pk])
        if state != seen:
            seen = state
            job.refresh_from_db()
    return job


@cache
def _states(model: type[Job]) -> CompiledQuery:
    """Return a query for what each step in the life of a job changes."""
    row = model._base_manager.filter(pk=0).order_by()
    return CompiledQuery(row.values_list("status", "token", "heartbeat_at", "finished_at", "cancel_requested"))
