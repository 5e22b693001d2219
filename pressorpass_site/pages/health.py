"""What the site depends on: database (to be read and written), queue and workers, looked at now and then.

However often somebody asks, each part is looked at once in a while.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TookTooLong
from pathlib import Path

import redis
from django.db import DatabaseError, connection

from pressorpass_site.work import heartbeat

WELL = "ok"
PATIENCE_SECONDS = 1.0
FRESH_SECONDS = 2.0
LOCKED_SECONDS = 0.7  # for which SQLite may be locked before that is told; requests wait longer

States = dict[str, str]


class Check:
    """A look at some parts, in a thread of its own: one at a time, and none while the last result is fresh.

    Whoever asks waits `PATIENCE_SECONDS` at most, also where a part hangs.
    """

    def __init__(self, look: Callable[[], States], *parts: str) -> None:
        self._look = look
        self._silent = dict.fromkeys(parts, f"no answer within {PATIENCE_SECONDS:g} s")
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="health")
        self._lock = threading.Lock()
        self._latest: Future[States] | None = None
        self._began_at = 0.0

    def states(self) -> States:
        """By part, `ok` or what is wrong."""
        with self._lock:
            now = time.monotonic()
            if self._latest is None or (self._latest.done() and now - self._began_at >= FRESH_SECONDS):
                self._latest, self._began_at = self._thread.submit(self._look), now
            latest, patience = self._latest, max(self._began_at + PATIENCE_SECONDS - now, 0.0)
        try:
            return latest.result(patience)
        except TookTooLong:
            return self._silent

    def forget(self) -> None:
        """Look anew next time."""
        with self._lock:
            self._latest = None


def _look_at_database() -> States:
    """Read a row over a new connection: one that is open may outlive the database's file."""
    try:
        if _has_lost_its_file():
            return {"database": "its file is missing"}
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM django_migrations LIMIT 1")
    except DatabaseError as error:
        return {"database": f"unreachable ({type(error).__name__})"}
    finally:
        connection.close()
    return {"database": WELL}


def _look_at_writing() -> States:
    """Begin to write and leave it at that, which a program that keeps SQLite locked, or a standby of PostgreSQL, prevents."""
    try:
        if _has_lost_its_file():
            return {"writing": "unknown"}
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute(f"PRAGMA busy_timeout={LOCKED_SECONDS * 1000:.0f}")
                cursor.execute("BEGIN IMMEDIATE")
                cursor.execute("ROLLBACK")
                return {"writing": WELL}
            cursor.execute("SHOW transaction_read_only")
            return {"writing": WELL if cursor.fetchone() == ("off",) else "the database only lets itself be read"}
    except DatabaseError as error:
        locked = "locked" in str(error)
        return {"writing": f"locked for {LOCKED_SECONDS:g} s or longer" if locked else "unknown"}
    finally:
        connection.close()


def _has_lost_its_file() -> bool:
    """Whether a connection would make an empty database."""
    return connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists()


def _look_at_queue() -> States:
    try:
        alive = heartbeat.workers()
    except redis.RedisError as error:
        return {"queue": f"unreachable ({type(error).__name__})", "worker": "unknown"}
    return {"queue": WELL, "worker": WELL if alive else "none has been heard of lately"}


DATABASE = Check(_look_at_database, "database")
WRITING = Check(_look_at_writing, "writing")
QUEUE = Check(_look_at_queue, "queue", "worker")


def states() -> States:
    """The states of the database, of writing to it, of queue and worker."""
    return DATABASE.states() | WRITING.states() | QUEUE.states()
