"""Places for long work, so that a worker always has a process free for somebody who has no answer yet.

The places are bytes of one nameless file, which the worker opens before it forks. A lock on a
byte belongs to the pool process that took it and ends with that process, however it ends.
"""

from __future__ import annotations

import fcntl
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

_places = tempfile.TemporaryFile()  # noqa: SIM115  (open as long as the process lives)


class Slot:
    """A place that may be taken; `taken` says whether it was."""

    def __init__(self) -> None:
        self._place: int | None = None

    @property
    def taken(self) -> bool:
        return self._place is not None

    def take(self) -> bool:
        """Take a free place, or keep the one taken before; false if there is none."""
        for place in range(settings.WORKER_REFINERS):
            if self.taken:
                break
            try:
                fcntl.lockf(_places, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
            except OSError:
                continue
            self._place = place
        return self.taken

    def release(self) -> None:
        if self._place is not None:
            fcntl.lockf(_places, fcntl.LOCK_UN, 1, self._place)
            self._place = None


@contextmanager
def slot() -> Iterator[Slot]:
    """A place to be taken when it is needed, free again in the end."""
    one = Slot()
    try:
        yield one
    finally:
        one.release()
