"""How often pages ask how far their jobs are: in a crowd less often, as asking takes processor time that the jobs need."""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import dataclass

from . import scheduling

COUNT_SECONDS = 0.5  # a query, by each process
UNHURRIED = 8  # jobs in view that make no difference
TURN_SECONDS = 0.15  # what one first answer takes, more or less
RATE_SECONDS = 5.0  # changes are counted over so long
CALM = 0.7  # changes a second, in one process, that make no difference


@dataclass(frozen=True)
class _Crowd:
    in_view: int = 0
    waiting: int = 0
    counted_at: float = float("-inf")


_lock = threading.Lock()
_crowd = _Crowd()
_changes: deque[float] = deque()  # when this process was last asked about changed numbers


def stretched(seconds: float, most: float) -> float:
    """A time between two looks at better answers: longer while many jobs are in view, but no longer than `most`."""
    return min(seconds * max(1.0, _now().in_view / UNHURRIED), max(seconds, most))


def until_first_answer(least: float, most: float) -> float:
    """In how many seconds to look for a first answer: sooner than those who wait now have had their turns."""
    return min(max(least, TURN_SECONDS * _now().waiting), most)


def until_settled(least: float, most: float) -> float:
    """In how many seconds numbers that were changed are taken to be meant: later, the more of them change all the time."""
    now = time.monotonic()
    with _lock:
        _changes.append(now)
        while _changes[0] < now - RATE_SECONDS:
            _changes.popleft()
        rate = len(_changes) / RATE_SECONDS
    return min(max(stretched(least, most), least * rate / CALM), most)


def _now() -> _Crowd:
    global _crowd  # as this process has counted it
    with _lock:
        if time.monotonic() - _crowd.counted_at >= COUNT_SECONDS:
            _crowd = _Crowd(*scheduling.count_in_view(), time.monotonic())
        return _crowd
