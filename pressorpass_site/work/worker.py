"""What a worker does besides jobs: its heartbeat; and every two seconds jobs of lost workers and messages, hourly tidying.

The main process forks those of the pool, so it must never hold a connection to the database: SQLite's locks are lost in a
fork, and the file is damaged. It sends heartbeats alone. The rest runs in a thread of the pool's processes, one of all
workers' at a time.
"""

from __future__ import annotations

import logging
import os
import signal
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
from pressorpass_site.environment import tells_of_damage

from . import heartbeat, picking
from .broker import BrokerUnreachable

logger = logging.getLogger(__name__)

# Three of its heartbeats are missed before a worker is taken to be lost.
ROUND_SECONDS = settings.JOB_STALE_SECONDS / 3

# Of a broker or a database that is away, locked or full.
AWAY = (redis.RedisError, BrokerUnreachable, OperationalError, InterfaceError)

_stopping = threading.Event()


def start_heartbeat(processes: int) -> None:
    """Start the heartbeat of a worker with this number of processes for jobs, in its main process."""
    _stopping.clear()
    name = f"{socket.gethostname()}:{os.getpid()}"
    metrics.SLOTS.labels(name).set(processes)
    threading.Thread(target=_send_heartbeats, args=(name,), name="worker_heartbeat", daemon=True).start()
    watchdog.tell_systemd("READY=1")


def start_rounds() -> None:
    """Start the rounds in a process of the pool."""
    _stopping.clear()
    threading.Thread(target=_do_rounds, name="worker_rounds", daemon=True).start()


def stop() -> None:
    """Stop the heartbeat or the rounds of this process after the present one."""
    _stopping.set()


def end_if_damaged(error: Exception) -> None:
    """End the worker of this process of its pool, and have /health say why, if an error tells of a damaged database."""
    if not tells_of_damage(error.__cause__):
        return
    logger.critical("the worker ends, as it cannot read the database: %s", error)
    with suppress(redis.RedisError):
        heartbeat.report_damage(str(error))
    os.kill(os.getppid(), signal.SIGQUIT)


def _send_heartbeats(name: str) -> None:
    """Send the heartbeat, which neither a long backlog nor a locked database delays."""
    while not _stopping.is_set():
        metrics.SLOTS_IN_USE.labels(name).set(len(state.active_requests))
        try:
            heartbeat.beat(name)
            redis_client.write()
        except redis.RedisError as error:
            _warn("heartbeat failed", error)
            watchdog.show_life()  # the main loop waits for the broker
        _stopping.wait(ROUND_SECONDS)
    with suppress(redis.RedisError):  # the last heartbeat expires by itself
        heartbeat.leave(name)


def _do_rounds() -> None:
    while not _stopping.is_set():
        try:
            if heartbeat.may("round", ROUND_SECONDS / 2):
                picking.rescue_lost()
                picking.wake()
                if heartbeat.may("tidy", retention.EVERY_SECONDS):
                    threading.Thread(target=_tidy, name="tidy", daemon=True).start()
        except Exception as error:  # broker or database away for a moment: the next round will do
            _warn("worker round failed", error)
            end_if_damaged(error)
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
