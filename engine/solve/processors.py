"""How many threads one solve uses: as many as there are processors for it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

MOST = 8  # more threads get in one another's way
# How many solves may run side by side: a program that does so sets it, and each gets its share of the processors.
SIDE_BY_SIDE = "PRESSORPASS_SIDE_BY_SIDE"
QUOTA = Path("/sys/fs/cgroup/cpu.max")  # "200000 100000": two processors for each 100 ms; "max" for all


def threads() -> int:
    """The threads of one solve. No result depends on their number."""
    sharing = 1
    with suppress(ValueError):
        sharing = max(1, int(os.environ.get(SIDE_BY_SIDE, "1")))
    return min(MOST, -(-processors() // sharing))


def processors() -> int:
    """The processors that this process may use, by its affinity and by the quota of its container."""
    here = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with suppress(OSError, ValueError):
        quota, period = QUOTA.read_text().split()
        here = min(here, -(-int(quota) // int(period)))
    return max(1, here)
