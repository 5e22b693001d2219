"""Cancelling a solver from another thread, and following its progress."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ..errors import Cancelled

LOOK_SECONDS = 0.03


class CancelFlag:
    """Set it from any thread; solvers notice within a tenth of a second and raise ``Cancelled``.

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
    """How far a solver is: the stage in words, and the part done from 0 to 1."""

    stage: str
    done: float


ProgressListener = Callable[[Progress], None]


def ignore(progress: Progress) -> None:
    """A listener that ignores all reports."""


@contextmanager
def deadline(cancel: CancelFlag, seconds: float, processor: float = math.inf) -> Iterator[CancelFlag]:
    """A flag that is set after a number of seconds, or as soon as ``cancel`` is.

    Args:
        cancel: another flag.
        seconds: by the clock.
        processor: of this process's processor time.
    """
    flag, over = CancelFlag(), threading.Event()
    if cancel.is_set():
        flag.set()
    end, last = time.monotonic() + seconds, time.process_time() + processor

    def watch() -> None:
        while not over.wait(min(LOOK_SECONDS, max(0.0, end - time.monotonic()))):
            if cancel.is_set() or time.monotonic() >= end or time.process_time() >= last:
                flag.set()
                return

    watcher = threading.Thread(target=watch, name="deadline", daemon=True)
    watcher.start()
    try:
        yield flag
    finally:
        over.set()
        watcher.join()
