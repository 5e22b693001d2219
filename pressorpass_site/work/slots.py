"""Slots: how many of a worker's processes may do long work at the same time.

There is one slot fewer than processes, so that one process is always free for jobs that need none.
Brief work uses that process too, as the spare slot. A slot is a file lock, which the operating
system releases when its process ends, however that ends.
"""

from __future__ import annotations

import fcntl
import tempfile
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

from django.conf import settings

_locks = tempfile.TemporaryFile()  # noqa: SIM115  (open as long as the process lives)
_NAMED = 1_000_000  # the first lock of what is named; those before have numbers of their own
TRY_SECONDS = 0.02


class Slot:
    """A slot that may be acquired."""

    def __init__(self) -> None:
        self._number: int | None = None

    @property
    def acquired(self) -> bool:
        return self._number is not None

    @property
    def is_spare(self) -> bool:
        return self._number == settings.WORKER_SLOTS

    def acquire(self, *, spare_first: bool = False) -> bool:
        """Take a free slot, or keep the one taken before; false if there is none.

        With `spare_first` the spare one will do, and is preferred: it leaves the others to long work.
        """
        numbers = list(range(settings.WORKER_SLOTS))
        if spare_first:
            numbers.insert(0, settings.WORKER_SLOTS)
        for number in numbers:
            if self.acquired:
                break
            if _try_lock(number):
                self._number = number
        return self.acquired

    def release(self) -> None:
        if self._number is not None:
            fcntl.lockf(_locks, fcntl.LOCK_UN, 1, self._number)
            self._number = None


class Alone:
    """What only one process of this worker does at a time; a file lock too. Each kind of work has its own."""

    _kinds = count()

    def __init__(self) -> None:
        self._kind = next(self._kinds)
        self._taken = False  # by this process

    @property
    def _number(self) -> int:
        return settings.WORKER_SLOTS + 1 + self._kind

    @property
    def is_free(self) -> bool:
        """Whether no other process does it."""
        if self._taken:
            return True
        free = self.take()
        if free:
            self.leave()
        return free

    def take(self) -> bool:
        """Be the one process that does it; false if another is."""
        self._taken = self._taken or _try_lock(self._number)
        return self._taken

    def leave(self) -> None:
        """Leave it to others."""
        self._taken = False
        fcntl.lockf(_locks, fcntl.LOCK_UN, 1, self._number)


@contextmanager
def alone_at(what: str, seconds: float) -> Iterator[bool]:
    """Be the one process of this worker that does what is named, once no other does; false if one still does after so long."""
    number = _NAMED + zlib.crc32(what.encode())
    until = time.monotonic() + seconds
    while not (alone := _try_lock(number)) and time.monotonic() < until:
        time.sleep(TRY_SECONDS)
    try:
        yield alone
    finally:
        if alone:
            fcntl.lockf(_locks, fcntl.LOCK_UN, 1, number)


def in_use() -> int:
    """How many slots other processes of this worker hold; the spare one counts too."""
    held = 0
    for number in range(settings.WORKER_SLOTS + 1):
        if _try_lock(number):
            fcntl.lockf(_locks, fcntl.LOCK_UN, 1, number)
        else:
            held += 1
    return held


def _try_lock(number: int) -> bool:
    """Take a lock; false if another process has it."""
    try:
        fcntl.lockf(_locks, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
    except OSError:
        return False
    return True
