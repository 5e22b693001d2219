"""Holding a request until its answer is there, without taking the web server from everybody else.

A held request keeps a thread busy that does nothing. Only so many of a process's threads may do that; whoever
comes then gets what there is at once and asks again.
"""

from __future__ import annotations

import threading

from django.conf import settings

from pressorpass_site.analyses import services
from pressorpass_site.analyses.models import Analysis

_lock = threading.Lock()
_held = 0


def held(analysis: Analysis, seconds: float) -> Analysis:
    """The analysis once its job has ended, or as it stands after so many seconds."""
    global _held  # how many there are in this process
    if not seconds or not analysis.unfinished:
        return analysis
    with _lock:
        if _held >= settings.API_HELD_REQUESTS:
            return analysis
        _held += 1
    try:
        return services.ended(analysis, seconds)
    finally:
        with _lock:
            _held -= 1
