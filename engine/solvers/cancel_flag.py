"""Canceling a solver from another thread, its progress, and a pool of threads that stop together."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import TypeVar

from ..errors import Cancelled

LOOK_SECONDS = 0.03

Result = TypeVar("Result")


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


def ignore_progress(progress: Progress) -> None:
    """Ignore a report."""


@contextmanager
def deadline(cancel: CancelFlag, seconds: float) -> Iterator[CancelFlag]:
    """Yield a flag that is set after a number of seconds, or as soon as ``cancel`` is."""
    flag, over = CancelFlag(), threading.Event()
    if cancel.is_set():
        flag.set()
    end = time.monotonic() + seconds

    def watch() -> None:
        while not over.wait(min(LOOK_SECONDS, max(0.0, end - time.monotonic()))):
            if cancel.is_set() or time.monotonic() >= end:
                flag.set()
                return

    watcher = threading.Thread(target=watch, name="deadline", daemon=True)
    watcher.start()
    try:
        yield flag
    finally:
        over.set()
        watcher.join()


class Team:
    """A pool of threads that all stop when one fails, or when the context is left.

    A team of one is the calling thread itself, unless that is the main thread, which must handle signals.

    Args:
        threads: their number.
        cancel: the caller's flag, never set by the team, as several solves may share it.

    Attributes:
        stop: the flag for the work to poll: set soon after ``cancel``, after a failure, and at the end.
    """

    def __init__(self, threads: int, cancel: CancelFlag):
        alone = threads == 1 and threading.current_thread() is not threading.main_thread()
        self.stop = cancel if alone else CancelFlag()
        self._cancel = cancel
        self._pool = None if alone else ThreadPoolExecutor(threads)

    def __enter__(self) -> Team:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._pool is not None:
            self.stop.set()
            self._pool.shutdown(cancel_futures=True)

    def results(self, works: Iterable[Callable[[], Result]]) -> Iterator[Result]:
        """Yield the result of each work, in order; raise the error of one as soon as it fails."""
        if self._pool is None:
            yield from (work() for work in works)
            return
        reports = [self._pool.submit(work) for work in works]
        for report in reports:
            while not report.done():
                self._wait_for(reports)
            yield report.result()

    def _wait_for(self, reports: list[Future[Result]]) -> None:
        """Wait a moment, or until all work is done; raise the error of a failed one."""
        if self._cancel.is_set():
            self.stop.set()
        for report in wait(reports, LOOK_SECONDS, FIRST_EXCEPTION).done:
            if (error := report.exception()) is not None:
                raise error
