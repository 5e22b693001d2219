"""Requests that wait for a job to change; some threads of each process stay free for others."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

from django.conf import settings

from pressorpass_site.core.database.compiled import CompiledQuery
from pressorpass_site.core.http import request_threads, shutdown

from .jobs import REREAD_SECONDS, J
from .models import Job

_lock = threading.Lock()
_waiting = 0


def wait(job: J, seconds: float, until: Callable[[J], bool]) -> J:
    """Reread a job as it changes until something is true of it, for about `seconds` at most.

    A process that is to stop waits no longer.
    """
    end = time.monotonic() + seconds
    seen: object = None
    with request_threads.idle():
        while not until(job) and time.monotonic() < end and not shutdown.is_under_way():
            time.sleep(REREAD_SECONDS)
            state = _states(type(job)).fetch([job.pk])
            if state != seen:
                seen = state
                job.refresh_from_db()
    return job


@contextmanager
def place() -> Iterator[bool]:
    """Yield whether a request may wait for a first answer; some threads of a process stay free."""
    global _waiting  # requests of this process
    with _lock:
        free = _waiting < settings.WAITING_REQUESTS
        _waiting += free
    try:
        yield free
    finally:
        with _lock:
            _waiting -= free


@cache
def _states(model: type[Job]) -> CompiledQuery:
    """Return a query for what each step in the life of a job changes."""
    row = model._base_manager.filter(pk=0).order_by()
    return CompiledQuery(row.values_list("status", "token", "heartbeat_at", "finished_at", "cancel_requested"))
