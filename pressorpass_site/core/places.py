"""Places for long work, so that a worker always has a process free for somebody who has no answer yet.

The places are bytes of one nameless file, which the worker opens before it forks. A lock on a
byte belongs to the pool process that took it and ends with that process, however it ends.
"""

from __future__ import annotations

import fcntl
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings

_places = tempfile.TemporaryFile()  # noqa: SIM115  (open as long as the process lives)
_lines: list[Callable[[], bool]] = []


class Place:
    """A place that may be taken; `taken` says whether it was."""

    def __init__(self) -> None:
        self._number: int | None = None

    @property
    def taken(self) -> bool:
        return self._number is not None

    def take(self) -> bool:
        """Take a free place, or keep the one taken before; false if there is none."""
        for number in range(settings.WORKER_REFINERS):
            if self.taken:
                break
            try:
                fcntl.lockf(_places, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
            except OSError:
                continue
            self._number = number
        return self.taken

    def release(self) -> None:
        if self._number is not None:
            fcntl.lockf(_places, fcntl.LOCK_UN, 1, self._number)
            self._number = None


@contextmanager
def place() -> Iterator[Place]:
    """A place to be taken when it is needed; in the end it is free again and the next is called."""
    one = Place()
    try:
        yield one
    finally:
        if one.taken:
            one.release()
            call_next()


def line(announce_next: Callable[[], bool]) -> Callable[[], bool]:
    """Register those who wait: `announce_next` calls the first of them, and says whether there was one.

    Lines are asked in the order in which they were registered.
    """
    _lines.append(announce_next)
    return announce_next


def call_next() -> None:
    """A place is free: call whoever waits for one."""
    any(announce_next() for announce_next in _lines)
