"""What a worker does besides jobs, every two seconds: its heartbeat, jobs of lost workers, messages; and tidying each hour.

Two threads of its main process do it, which keep no database connection open between rounds.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
from contextlib import suppress

import redis
from celery.worker import state
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection

from pressorpass_site import watchdog
from pressorpass_site.core import metrics, redis_client
from pressorpass_site.core.database import retention

from . import heartbeat, picking
from .broker import BrokerUnreachable

logger = logging.getLogger(__name__)

# Three of its heartbeats are missed before a worker is taken to be lost.
ROUND_SECONDS = settings.JOB_STALE_SECONDS / 3

# Of a broker or a database that is away, locked or full.
AWAY = (redis.RedisError, BrokerUnreachable, OperationalError, InterfaceError)

_stopping = threading.Event()


def start(processes: int) -> None:
    """Start the rounds of a worker with this number of processes for jobs."""
    _stopping.clear()
    name = f"{socket.gethostname()}:{os.getpid()}"
    metrics.SLOTS.labels(name).set(processes)
    for work in (_beats, _rounds):
        threading.Thread(target=work, args=(name,), name=f"worker{work.__name__}", daemon=True).start()
    watchdog.tell_systemd("READY=1")


def stop() -> None:
    """Stop the rounds after the present one."""
    _stopping.set()


def _beats(name: str) -> None:
    """Send the heartbeat, which neither a long backlog nor a locked database delays."""
    while not _stopping.is_set():
        try:
            heartbeat.beat(name)
            redis_client.write()
        except redis.RedisError as error:
            _warn("heartbeat failed", error)
            watchdog.show_life()  # the main loop waits for the broker
        _stopping.wait(ROUND_SECONDS)
    with suppress(redis.RedisError):  # the last heartbeat expires by itself
        heartbeat.leave(name)


def _rounds(name: str) -> None:
    while not _stopping.is_set():
        try:
            picking.rescue_lost()
            metrics.SLOTS_IN_USE.labels(name).set(len(state.active_requests))
            picking.wake()
            if heartbeat.may("tidy", retention.EVERY_SECONDS):
                threading.Thread(target=_tidy, name="tidy", daemon=True).start()
        except Exception as error:  # broker or database away for a moment: the next round will do
            _warn("worker round failed", error)
        finally:
            connection.close()
        _stopping.wait(ROUND_SECONDS)


def _warn(what: str, error: Exception) -> None:
    """Log what failed; where it failed matters only for what is not away or full."""
    logger.warning("%s: %s", what, error, exc_info=not isinstance(error, AWAY))


def _tidy() -> None:
    """Remove what is too old or too much, in a thread of its own, as the first time that may take minutes."""
    try:
        for tidied in retention.tidy():
            if tidied.gone:
                logger.info("%s: %d removed, %d left", tidied.kind.what, tidied.gone, tidied.kept)
    except Exception as error:  # the next hour will do
        _warn("tidying failed", error)
    finally:
        connection.close()
