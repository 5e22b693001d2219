"""What a Celery worker does besides tasks, every two seconds: its heartbeat, orphans, free slots.

A thread of the worker's main process does it. It never makes pictures (their library hangs after
a fork, and this process forks) and keeps no database connection open between rounds.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
from contextlib import suppress

import redis
from django.db import connection

from . import heartbeat, scheduling

logger = logging.getLogger(__name__)

ROUND_SECONDS = 2.0

_stopping = threading.Event()


def start() -> None:
    """Begin the rounds."""
    _stopping.clear()
    threading.Thread(target=_rounds, name="worker-rounds", daemon=True).start()


def stop() -> None:
    """End them after the one that is under way."""
    _stopping.set()


def _rounds() -> None:
    name = f"{socket.gethostname()}:{os.getpid()}"
    while not _stopping.is_set():
        try:
            heartbeat.beat(name)
            scheduling.rescue_orphans()
            scheduling.dispatch_if_slot_free()
        except Exception:  # broker or database away for a moment: the next round will do
            logger.warning("worker round failed", exc_info=True)
        finally:
            connection.close()
        _stopping.wait(ROUND_SECONDS)
    with suppress(redis.RedisError):  # the last heartbeat expires by itself
        heartbeat.leave(name)
