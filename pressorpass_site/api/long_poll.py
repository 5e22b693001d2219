"""Long polling: a request may wait for its answer, up to a number of waiting requests per process.

A waiting request occupies a thread. When all slots are taken, or a client has half of them, further requests get the
current state at once and have to ask again.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from pressorpass_site.analyses import services
from pressorpass_site.analyses.models import Analysis
from pressorpass_site.core import clients

_lock = threading.Lock()
_waiting: Counter[str] = Counter()  # requests waiting in this process, by client


def wait_until_finished(analysis: Analysis, seconds: float) -> Analysis:
    """Return the analysis once its job has ended, or as it stands after `seconds`."""
    if not seconds or not analysis.is_active:
        return analysis
    with waiting_slot() as free:
        return services.wait_until_ended(analysis, seconds) if free else analysis


@contextmanager
def waiting_slot() -> Iterator[bool]:
    """Take a slot during the block; yield whether there was one."""
    client, most = clients.current(), settings.API_HELD_REQUESTS
    with _lock:
        free = _waiting.total() < most and _waiting[client] < max(most // 2, 1)
        _waiting[client] += free
    try:
        yield free
    finally:
        with _lock:
            _waiting[client] -= free
            if not _waiting[client]:
                del _waiting[client]
