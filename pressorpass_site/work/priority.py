"""Work that leaves the processors to everybody else who wants them."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")

NICENESS = 15


def calmly(work: Callable[[], T]) -> T:
    """Do the work in a thread of low priority, with all threads that it starts.

    Only on Linux do threads have a priority of their own; elsewhere it is done as any other work.
    """
    with ThreadPoolExecutor(1, thread_name_prefix="calm", initializer=_step_back) as thread:
        return thread.submit(work).result()


def _step_back() -> None:
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
