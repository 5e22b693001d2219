"""The number of threads of one solve, and the width of its vectors, both as large as the machine allows."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from .. import calibration

# Environment variables: the number of solves that run side by side, each with a share of the processors; and the vectors
# that the kernels use instead of the machine's widest.
SIDE_BY_SIDE = "PRESSORPASS_SIDE_BY_SIDE"
VECTORS = "PRESSORPASS_VECTORS"
WIDTHS = {"default": 16, "v3": 32, "v4": 64}  # x86-64-v3 and x86-64-v4; in bytes
QUOTA = Path("/sys/fs/cgroup/cpu.max")  # "200000 100000": two processors for each 100 ms; "max" for all

_limit = threading.local()


def count_threads() -> int:
    """Return the number of threads of a solve that begins in this thread; no result depends on it."""
    sharing = 1
    with suppress(ValueError):
        sharing = max(1, int(os.environ.get(SIDE_BY_SIDE, "1")))
    return min(getattr(_limit, "threads", calibration.MAX_THREADS), -(-count_processors() // sharing))


@contextmanager
def limit_threads(max_threads: int) -> Iterator[None]:
    """Limit the threads of each solve that begins in this thread within the context."""
    before = getattr(_limit, "threads", calibration.MAX_THREADS)
    _limit.threads = min(max_threads, before)
    try:
        yield
    finally:
        _limit.threads = before


def count_processors() -> int:
    """Return the number of processors that this process may use, by its affinity and its container's quota."""
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with suppress(OSError, ValueError):
        quota, period = QUOTA.read_text().split()
        count = min(count, -(-int(quota) // int(period)))
    return max(1, count)


def vectors(widest: int) -> int:
    """Return the width of the vectors in a kernel's inner loops, in bytes; no result depends on it.

    Args:
        widest: the largest width in bytes that the machine and the kernel's build support.

    Raises:
        ImportError: the environment asks for a width that is unknown or not available here.
    """
    setting = os.environ.get(VECTORS, "")
    if not setting:
        return widest
    available = [name for name, width in WIDTHS.items() if width <= widest]
    if setting not in available:
        raise ImportError(f"{VECTORS} is {setting!r}; here it may be {', '.join(available)}.")
    return WIDTHS[setting]
