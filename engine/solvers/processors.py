"""The number of threads of one solve, and the width of its vectors, both as large as the machine allows."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from .. import calibration

# The number of solves that may run side by side: a program that runs several sets it, and each gets its share of the
# processors.
SIDE_BY_SIDE = "PRESSORPASS_SIDE_BY_SIDE"
# The vectors that the kernels use, if not the widest of the machine.
VECTORS = "PRESSORPASS_VECTORS"
WIDTHS = {"default": 16, "v3": 32, "v4": 64}  # x86-64-v3 and x86-64-v4; in bytes
QUOTA = Path("/sys/fs/cgroup/cpu.max")  # "200000 100000": two processors for each 100 ms; "max" for all

_limit = threading.local()


def count_threads() -> int:
    """Return the threads of one solve that begins in this thread. No result depends on their number."""
    sharing = 1
    with suppress(ValueError):
        sharing = max(1, int(os.environ.get(SIDE_BY_SIDE, "1")))
    return min(getattr(_limit, "threads", calibration.MAX_THREADS), -(-processors() // sharing))


@contextmanager
def limit_threads(most: int) -> Iterator[None]:
    """Let the solves that begin in this thread meanwhile have at most this many threads each."""
    before = getattr(_limit, "threads", calibration.MAX_THREADS)
    _limit.threads = min(most, before)
    try:
        yield
    finally:
        _limit.threads = before


def processors() -> int:
    """Return the processors that this process may use, by its affinity and by the quota of its container."""
    here = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with suppress(OSError, ValueError):
        quota, period = QUOTA.read_text().split()
        here = min(here, -(-int(quota) // int(period)))
    return max(1, here)


def vectors(widest: int) -> int:
    """Return the width of the vectors in a kernel's inner loops, in bytes; no result depends on it.

    Args:
        widest: the most bytes that this machine and the kernel's build have.

    Raises:
        ImportError: the environment asks for a width that is unknown or not available here.
    """
    setting = os.environ.get(VECTORS, "")
    if not setting:
        return widest
    here = [name for name, width in WIDTHS.items() if width <= widest]
    if setting not in here:
        raise ImportError(f"{VECTORS} is {setting!r}; here it may be {', '.join(here)}.")
    return WIDTHS[setting]
