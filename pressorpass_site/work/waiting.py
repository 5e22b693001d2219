"""Requests that wait for jobs: one of them watches the rows of all, and some threads stay free.

A request that finds no place does not wait: its page shows how far the job is, and asks again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from .models import Job

# Requests of one process that may wait for the same job; the others of a crowd would all get the same.
PLACES_AT_A_JOB = 2
WATCH_SECONDS = 0.015
# Every step in the life of a job changes one of these.
_STATE = ("status", "token", "heartbeat_at", "finished_at", "cancel_requested")

_Key = tuple[type[Job], int]


@dataclass
class _Row:
    """A row that requests wait for, with what whoever watches has read of it, and when."""

    waiting: int = 0
    state: tuple[Any, ...] = ()
    read_at: float = 0.0


_rows: dict[_Key, _Row] = {}
_waiting = 0
_watched = False  # whether one of the requests watches the rows
_changed = threading.Condition()


class Place:
    """A request's place among those that wait; it keeps one job up to date."""

    def __init__(self, job: Job, row: _Row) -> None:
        self._job = job
        self._row = row
        self._state = _state_of(job)
        self._read_at = time.monotonic()

    def wait(self, until: float) -> None:
        """Return once the row has changed, with the job read again, or at that time (of the monotonic clock)."""
        global _watched  # by a request of this process
        with _changed:
            while _watched and self._goes_on(until):
                _changed.wait(until - time.monotonic())
            watches = self._goes_on(until)
            _watched = _watched or watches
        if watches:
            try:
                while self._goes_on(until):
                    time.sleep(WATCH_SECONDS)
                    _read_all()
            finally:
                with _changed:
                    _watched = False
                    _changed.notify_all()
        if self._is_changed:
            self._job.refresh_from_db()
            self._state, self._read_at = _state_of(self._job), time.monotonic()

    @property
    def _is_changed(self) -> bool:
        return self._row.read_at > self._read_at and self._row.state != self._state

    def _goes_on(self, until: float) -> bool:
        return not self._is_changed and time.monotonic() < until


@contextmanager
def place(job: Job) -> Iterator[Place | None]:
    """A place to wait for the job's next change; None if there is none."""
    global _waiting  # requests of this process
    key = type(job), job.pk
    with _changed:
        row = _rows.setdefault(key, _Row())
        free = row.waiting < PLACES_AT_A_JOB and _waiting < settings.WAITING_REQUESTS
        row.waiting += free
        _waiting += free
    try:
        yield Place(job, row) if free else None
    finally:
        with _changed:
            row.waiting -= free
            _waiting -= free
            if not row.waiting:
                _rows.pop(key, None)


def _state_of(job: Job) -> tuple[Any, ...]:
    return tuple(getattr(job, name) for name in _STATE)


def _read_all() -> None:
    """Read the state of all rows that requests wait for, in one query for each model, and wake whom it concerns."""
    with _changed:
        keys = list(_rows)
    read_at = time.monotonic()
    found: dict[_Key, tuple[Any, ...]] = {}
    for model in {model for model, _ in keys}:
        rows = model._default_manager.filter(pk__in=[pk for of, pk in keys if of is model])
        found |= {(model, pk): tuple(state) for pk, *state in rows.order_by().values_list("pk", *_STATE)}
    with _changed:
        changed = False
        for key, state in found.items():
            if row := _rows.get(key):
                changed = changed or row.state != state
                row.state, row.read_at = state, read_at
        if changed:
            _changed.notify_all()
