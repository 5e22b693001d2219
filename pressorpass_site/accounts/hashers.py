"""Hashing of passwords, which is slow on purpose, in one low-priority thread."""

from __future__ import annotations

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from django.contrib.auth.hashers import PBKDF2PasswordHasher

from pressorpass_site.core import limits
from pressorpass_site.core.http import request_threads

# One is hashed in each process while the others wait; each holds one of the threads that answer requests.
MOST_AT_ONCE = 3
NICENESS = 5

_room = threading.BoundedSemaphore(MOST_AT_ONCE)


class PatientHasher(PBKDF2PasswordHasher):
    """Django's PBKDF2, one hash at a time.

    Raises:
        limits.Busy: too many hashes are waiting. The middleware turns it into the page with status 429.
    """

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        if not _room.acquire(blocking=False):
            raise limits.Busy(
                "Too many people are logging in or choosing a password just now: try again in a few seconds."
            )
        try:
            with request_threads.idle():
                return _thread().submit(super().encode, password, salt, iterations).result()
        finally:
            _room.release()


@cache
def _thread() -> ThreadPoolExecutor:
    """Return the thread, started by the process that hashes, not by the one that it was forked from."""
    return ThreadPoolExecutor(1, thread_name_prefix="password", initializer=_make_room)


def _make_room() -> None:
    """Lower this thread's priority; only Linux has one for each thread."""
    if sys.platform == "linux":
        niceness = min(os.getpriority(os.PRIO_PROCESS, os.getpid()) + NICENESS, 19)
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
