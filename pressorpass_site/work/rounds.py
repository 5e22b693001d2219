"""What a Celery worker does besides tasks, every two seconds: say that it lives, look after jobs.

A thread of the worker's main process does it. It never touches pictures (their library hangs
after a fork, and this process forks) and keeps no database connection open between rounds.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import redis
from celery.signals import worker_ready, worker_shutting_down
from django.db import connection

from . import heartbeat, slots

logger = logging.getLogger(__name__)

ROUND_SECONDS = 2.0

_duties: list[Callable[[], object]] = []
_stop = threading.Event()


def every_round(duty: Callable[[], object]) -> None:
    """Have something done in every round; it should be short."""
    _duties.append(duty)


@worker_ready.connect
def _begin(**_: Any) -> None:
    _stop.clear()
    threading.Thread(target=_rounds, name="worker-rounds", daemon=True).start()


@worker_shutting_down.connect
def _end(**_: Any) -> None:
    _stop.set()


def _rounds() -> None:
    name = f"{socket.gethostname()}:{os.getpid()}"
    while not _stop.is_set():
        try:
            heartbeat.beat(name)
            for duty in _duties:
                duty()
            slots.call_if_free()
        except Exception:  # queue or database away for a moment: the next round will do
            logger.warning("worker round failed", exc_info=True)
        finally:
            connection.close()
        _stop.wait(ROUND_SECONDS)
    with suppress(redis.RedisError):  # its last sign of life expires by itself
        heartbeat.leave(name)
