"""What a Celery worker does besides tasks: say that it lives, and take over orphaned jobs.

A thread of the worker's main process does both. It never touches pictures (their library hangs
after a fork, and this process forks) and keeps no database connection open between rounds.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
from typing import Any

from celery.signals import worker_ready, worker_shutting_down
from django.db import connection

logger = logging.getLogger(__name__)

ROUND_SECONDS = 2.0

_stop = threading.Event()


@worker_ready.connect
def _begin(**_: Any) -> None:
    _stop.clear()
    threading.Thread(target=_rounds, name="worker-rounds", daemon=True).start()


@worker_shutting_down.connect
def _end(**_: Any) -> None:
    _stop.set()


def _rounds() -> None:
    from pressorpass_site.core import heartbeat

    from . import services

    name = f"{socket.gethostname()}:{os.getpid()}"
    while True:
        try:
            heartbeat.beat(name)
            services.recover_orphans()
        except Exception:  # queue or database away for a moment: the next round will do
            logger.warning("worker round failed", exc_info=True)
        finally:
            connection.close()
        if _stop.wait(ROUND_SECONDS):
            return
