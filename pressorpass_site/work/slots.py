"""Slots: how many of a worker's processes may do long work at the same time.

There is one slot fewer than processes, so that one process is always free for jobs that need none.
Brief work uses that process too, as the spare slot. A slot is a file lock, which the operating
system releases when its process ends, however that ends.
"""

from __future__ import annotations

import fcntl
import tempfile
from itertools import count

from django.conf import settings

_locks = tempfile.TemporaryFile()  # noqa: SIM115  (open as long as the process lives)


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
            try:
                fcntl.lockf(_locks, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
            except OSError:
                continue
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
        try:
            fcntl.lockf(_locks, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, self._number)
        except OSError:
            return False
        self._taken = True
        return True

    def leave(self) -> None:
        """Leave it to others."""
        self._taken = False
        fcntl.lockf(_locks, fcntl.LOCK_UN, 1, self._number)


def in_use() -> int:
    """How many slots other processes of this worker hold; the spare one counts too."""
    held = 0
    for number in range(settings.WORKER_SLOTS + 1):
        try:
            fcntl.lockf(_locks, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
        except OSError:
            held += 1
        else:
            fcntl.lockf(_locks, fcntl.LOCK_UN, 1, number)
    return held
