"""How often pages ask how far their jobs are: in a crowd less often, as asking takes processor time that the jobs need."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

from . import scheduling

COUNT_SECONDS = 0.5  # a few queries, by each process
UNHURRIED = 8  # jobs in view that make no difference
TURN_SECONDS = 0.15  # what one first answer takes, more or less


@dataclass(frozen=True)
class _Crowd:
    in_view: int = 0
    waiting: int = 0
    counted_at: float = float("-inf")


_lock = threading.Lock()
_crowd = _Crowd()


def stretched(seconds: float, most: float) -> float:
    """A time between two looks at better answers: longer while many jobs are in view, but no longer than `most`."""
    return min(seconds * max(1.0, _now().in_view / UNHURRIED), max(seconds, most))


def until_first_answer(least: float, most: float) -> float:
    """In how many seconds to look for a first answer: sooner than those who wait now have had their turns."""
    return min(max(least, TURN_SECONDS * _now().waiting), most)


def _now() -> _Crowd:
    global _crowd  # as this process has counted it
    with _lock:
        if time.monotonic() - _crowd.counted_at >= COUNT_SECONDS:
            queues = scheduling.queues()
            in_view = sum(queue.count_in_view() for queue in queues)
            _crowd = _Crowd(in_view, sum(queue.count_late() for queue in queues), time.monotonic())
        return _crowd
