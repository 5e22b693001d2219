"""Cancelling a solver from another thread, and following its progress."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ..errors import Cancelled
from .processor_time import ProcessorClock

LOOK_SECONDS = 0.03


class CancelFlag:
    """A flag that any thread may set; solvers notice within a tenth of a second and raise ``Cancelled``.

    ``memory`` is the byte that kernels poll while they run without the GIL.
    """

    def __init__(self) -> None:
        self.memory = bytearray(1)

    def set(self) -> None:
        self.memory[0] = 1

    def is_set(self) -> bool:
        return bool(self.memory[0])

    def check(self) -> None:
        if self.is_set():
            raise Cancelled("The analysis was cancelled.")


@dataclass(frozen=True, slots=True)
class Progress:
    """A solver's progress: the stage in words, and the part done, from 0 to 1."""

    stage: str
    done: float


ProgressListener = Callable[[Progress], None]


def ignore(progress: Progress) -> None:
    """Ignore a report."""


class WorkClock:
    """Seconds of a job's work: the clock's, without the time that other work took, on the machine or in the process.

    A second in which the job got less than a second of processor time, all its threads together, counts as the time
    it got. So on an otherwise idle machine it agrees with the clock, for one thread and for several.

    Args:
        stretch: the most seconds by the clock that count as one of work, however busy the machine is.
    """

    def __init__(self, stretch: float = math.inf) -> None:
        self.seconds = 0.0
        self._stretch, self._began = stretch, time.monotonic()
        self._clock, self._processor, self._used = time.monotonic(), ProcessorClock(), 0.0

    def look(self) -> float:
        """Return the seconds of work since the start.

        Call it often: the time since the last call counts on the clock or the processor, whichever says less.
        """
        clock, used = time.monotonic(), self._processor.look()
        self.seconds += min(clock - self._clock, used - self._used)
        self.seconds = max(self.seconds, (clock - self._began) / self._stretch)
        self._clock, self._used = clock, used
        return self.seconds


@contextmanager
def deadline(cancel: CancelFlag, seconds: float, work: float = math.inf) -> Iterator[CancelFlag]:
    """Yield a flag that is set after a number of seconds, or as soon as ``cancel`` is.

    Args:
        cancel: another flag.
        seconds: by the clock.
        work: by a ``WorkClock``.
    """
    flag, over = CancelFlag(), threading.Event()
    if cancel.is_set():
        flag.set()
    end, worked = time.monotonic() + seconds, WorkClock()

    def watch() -> None:
        while not over.wait(min(LOOK_SECONDS, max(0.0, end - time.monotonic()))):
            if cancel.is_set() or time.monotonic() >= end or worked.look() >= work:
                flag.set()
                return

    watcher = threading.Thread(target=watch, name="deadline", daemon=True)
    watcher.start()
    try:
        yield flag
    finally:
        over.set()
        watcher.join()
