"""Threads that work on one job together: when one fails, or nobody waits for the job any more, all of them stop."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from types import TracebackType
from typing import TypeVar

from .cancel_flag import LOOK_SECONDS, CancelFlag
from .processor_time import current_job

Result = TypeVar("Result")


class Team:
    """A pool of threads for the current job; leave its context to stop them all.

    A team of one is the calling thread itself, unless that is the main one, which must remain open to signals.

    Args:
        threads: how many there are.
        cancel: the caller's flag, which the team never sets: it may be that of several solves.

    Attributes:
        stop: the flag that the work is to look at: set soon after ``cancel``, when some work fails, and in the end.
    """

    def __init__(self, threads: int, cancel: CancelFlag):
        alone = threads == 1 and threading.current_thread() is not threading.main_thread()
        self.stop = cancel if alone else CancelFlag()
        self._cancel, self._job = cancel, current_job()
        self._pool = None if alone else ThreadPoolExecutor(threads)

    def __enter__(self) -> Team:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._pool is not None:
            self.stop.set()
            self._pool.shutdown(cancel_futures=True)

    def results(self, works: Iterable[Callable[[], Result]]) -> Iterator[Result]:
        """Yield what each piece of work returns, in order; as soon as one fails, raise what it raised."""
        if self._pool is None:
            yield from (work() for work in works)
            return
        reports = [self._pool.submit(self._job.run, work) for work in works]
        for report in reports:
            while not report.done():
                self._look_at(reports)
            yield report.result()

    def _look_at(self, reports: list[Future[Result]]) -> None:
        """Wait a moment, or until all is done; raise what failed."""
        if self._cancel.is_set():
            self.stop.set()
        for report in wait(reports, LOOK_SECONDS, FIRST_EXCEPTION).done:
            if (error := report.exception()) is not None:
                raise error
