"""Holding a request until its answer is there, without taking the web server from everybody else.

A held request keeps a thread busy that does nothing. Only so many of a process's threads may do that; whoever
comes then gets what there is at once and asks again.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from pressorpass_site.analyses import services
from pressorpass_site.analyses.models import Analysis

_lock = threading.Lock()
_held = 0


def held(analysis: Analysis, seconds: float) -> Analysis:
    """The analysis once its job has ended, or as it stands after so many seconds."""
    if not seconds or not analysis.unfinished:
        return analysis
    with thread_to_hold() as free:
        return services.ended(analysis, seconds) if free else analysis


@contextmanager
def thread_to_hold() -> Iterator[bool]:
    """Whether there is a thread to spare; if so, it is held during the block."""
    global _held  # how many there are in this process
    with _lock:
        free = _held < settings.API_HELD_REQUESTS
        _held += free
    try:
        yield free
    finally:
        with _lock:
            _held -= free
