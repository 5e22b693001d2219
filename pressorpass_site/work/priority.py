"""Work that leaves the processors to everything else."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connection

T = TypeVar("T")

NICENESS = 15


def at_low_priority(work: Callable[[], T]) -> T:
    """Do the work in a thread of low priority; threads that it starts have the same.

    A thread, because an unprivileged process cannot raise its priority again. Only on Linux do
    threads have a priority of their own; elsewhere the work is done as usual.
    """

    def with_own_connection() -> T:
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(1, thread_name_prefix="low-priority", initializer=_lower_priority) as thread:
        return thread.submit(with_own_connection).result()


def _lower_priority() -> None:
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
