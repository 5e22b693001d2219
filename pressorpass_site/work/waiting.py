"""Requests that wait for jobs: those for the same job read its row once for all, and some threads stay free.

A request that finds no place does not wait: its page shows how far the job is, and asks again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.conf import settings

from .models import Job

# Requests of one process that may wait for the same job; the others of a crowd would all get the same.
PLACES_AT_A_JOB = 2
# A row that was read so recently is not read again.
FRESH_SECONDS = 0.01


@dataclass
class _Row:
    """A row that requests wait for."""

    waiting: int = 0
    read_at: float = 0.0
    values: dict[str, object] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def reread(self, job: Job) -> None:
        """Give the job what its row holds, read by whichever request was the first."""
        with self.lock:
            if not self.values or time.monotonic() - self.read_at >= FRESH_SECONDS:
                job.refresh_from_db()
                self.read_at = time.monotonic()
                self.values = {each.attname: getattr(job, each.attname) for each in job._meta.concrete_fields}
                return
        for name, value in self.values.items():
            setattr(job, name, value)


_rows: dict[tuple[type[Job], int], _Row] = {}
_lock = threading.Lock()
_waiting = 0


@contextmanager
def place(job: Job) -> Iterator[Callable[[], None] | None]:
    """What rereads the job while a request waits for it; None if there is no place to wait."""
    global _waiting  # requests of this process
    key = type(job), job.pk
    with _lock:
        row = _rows.setdefault(key, _Row())
        free = row.waiting < PLACES_AT_A_JOB and _waiting < settings.WAITING_REQUESTS
        row.waiting += free
        _waiting += free
    try:
        yield (lambda: row.reread(job)) if free else None
    finally:
        with _lock:
            row.waiting -= free
            _waiting -= free
            if not row.waiting:
                _rows.pop(key, None)
