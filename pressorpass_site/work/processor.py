"""Processor time: a job's threads make room for more urgent work of other processes."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from typing import TypeVar

from django.db import connection

T = TypeVar("T")


class JobThread:
    """A thread that does one job.

    A thread, because an unprivileged process can lower its priority but not raise it again for the next job. Only
    on Linux do threads have a priority of their own; elsewhere all work has the same.
    """

    def __init__(self) -> None:
        self._others = frozenset(threading.enumerate())
        self._niceness = 0
        self.interrupted = False

    def run(self, work: Callable[[], T]) -> T:
        """Do the work in the thread, and wait for it.

        A process that is told to stop meanwhile still waits, so work must end soon once it is `interrupted`.
        """

        def with_own_connection() -> T:
            try:
                return work()
            finally:
                connection.close()

        context = copy_context()  # the ids in log lines
        with ThreadPoolExecutor(1, thread_name_prefix="job") as thread:
            try:
                return thread.submit(context.run, with_own_connection).result()
            except BaseException:
                self.interrupted = True
                raise

    def set_niceness(self, niceness: int) -> None:
        """Lower the priority of the job's threads, except the watcher's, by this much.

        Threads that they start later inherit it. Raising it again works only where the system allows it.
        """
        if sys.platform != "linux" or niceness == self._niceness == 0:
            return
        self._niceness = niceness
        value = os.getpriority(os.PRIO_PROCESS, os.getpid()) + niceness
        for thread in set(threading.enumerate()) - self._others - {threading.current_thread()}:
            if thread.native_id is not None:
                with suppress(ProcessLookupError, PermissionError):
                    os.setpriority(os.PRIO_PROCESS, thread.native_id, value)
