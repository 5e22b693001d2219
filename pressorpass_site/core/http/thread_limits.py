"""Limits that keep slow work from taking all threads of a process."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings


class ThreadLimit:
    """Non-blocking semaphore that limits how many threads of this process do one kind of slow work; the limit is a
    setting.
    """

    def __init__(self, setting: str) -> None:
        self._setting = setting
        self._taken = 0
        self._lock = threading.Lock()

    @contextmanager
    def try_acquire(self) -> Iterator[bool]:
        """Yield whether the block is within the limit; the block checks this itself."""
        with self._lock:
            free = self._taken < getattr(settings, self._setting)
            self._taken += free
        try:
            yield free
        finally:
            with self._lock:
                self._taken -= free


HASHES = ThreadLimit("HASHES_AT_ONCE")
HELD_REQUESTS = ThreadLimit("API_HELD_REQUESTS")
FIRST_ANSWERS = ThreadLimit("WAITING_REQUESTS")
