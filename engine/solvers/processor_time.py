"""Processor time by job: what one solve's threads use does not count as the work of another in the same process.

Threads that belong to no job, as those of a program around the engine, count for every job: whose they are is not known.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from time import clock_gettime, thread_time
from typing import ParamSpec, TypeVar
from weakref import WeakKeyDictionary, WeakSet

Asked = ParamSpec("Asked")
Found = TypeVar("Found")

# Not every system lets a thread look at another's clock: there its time is known once its work is done.
clock_of: Callable[[int], int] = getattr(time, "pthread_getcpuclockid", lambda thread: -1)

_thread = threading.local()
_jobs: WeakSet[Job] = WeakSet()
_lock = threading.Lock()


class Job:
    """A solve's threads: the one that it was asked in, and those that help it.

    Args:
        whole: the job that it is a part of.
    """

    def __init__(self, whole: Job | None = None):
        self.whole = whole
        self._done = 0.0  # seconds of work that is done, that of parts included
        self._working: dict[int, tuple[int, float]] = {}  # by thread, its clock, and what that said as it began
        with _lock:
            _jobs.add(self)

    def run(self, work: Callable[Asked, Found], *asked: Asked.args, **named: Asked.kwargs) -> Found:
        """Do some work of this job in the calling thread."""
        before: Job | None = getattr(_thread, "job", None)
        if before is not None:
            before.leave()
        self.join()
        try:
            return work(*asked, **named)
        finally:
            self.leave()
            if before is not None:
                before.join()

    def join(self) -> None:
        """Count the calling thread's time as this job's from now on."""
        _thread.job = self
        with _lock:
            self._working[threading.get_ident()] = clock_of(threading.get_ident()), thread_time()

    def leave(self) -> None:
        """Count the calling thread's time as this job's no longer."""
        _thread.job = None
        with _lock:
            _, began = self._working.pop(threading.get_ident())
            self._done += thread_time() - began
            if self.whole is not None and not self._working:
                self.whole._done += self._done
                self._done = 0.0

    def seconds(self) -> float:
        """Return the processor time of its threads and of the parts that are done; call it with the lock."""
        total = self._done
        for clock, began in self._working.values():
            with suppress(OSError):  # the thread has ended
                total += clock_gettime(clock) - began
        return total

    def whole_of(self) -> list[Job]:
        """Return this job, the one that it is a part of, and so on."""
        return [self] if self.whole is None else [self, *self.whole.whole_of()]


def current_job() -> Job:
    """Return the job that the calling thread works for: from now on its own, if there is none."""
    job: Job | None = getattr(_thread, "job", None)
    if job is None:
        job = Job()
        job.join()
    return job


def _forget() -> None:
    """Begin anew in a process that was forked, which has none of the threads, and perhaps a lock that one of them held."""
    global _lock
    _lock = threading.Lock()
    _jobs.clear()
    _thread.job = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


class ProcessorClock:
    """Processor time of the current job, all its threads and parts together, since the start."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._job, self._others = current_job(), WeakKeyDictionary[Job, float]()
        self._of_others()
        self._process = time.process_time()

    def look(self) -> float:
        """Return the seconds since the start."""
        others, process = self._of_others(), time.process_time()
        self.seconds += max(0.0, process - self._process - others)
        self._process = process
        return self.seconds

    def _of_others(self) -> float:
        """Return the processor time of other jobs since the last look."""
        now: dict[Job, float] = {}  # by whole, as the time of a part that is done becomes its whole's
        with _lock:
            for job in _jobs:
                wholes = job.whole_of()
                if self._job not in wholes:
                    now[wholes[-1]] = now.get(wholes[-1], 0.0) + job.seconds()
        grown = sum(max(0.0, seconds - self._others.get(job, 0.0)) for job, seconds in now.items())
        self._others.update(now)
        return grown
