"""The states of the site's parts: database (reading and writing), queue and workers.

Each part is checked now and then, however often somebody asks.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TookTooLong
from pathlib import Path

import redis
from django.db import DatabaseError, connection, transaction

from pressorpass_site.core import redis_client
from pressorpass_site.environment import DISK_FULL as DISK_FULL
from pressorpass_site.environment import SHARED_BYTES, free_room
from pressorpass_site.work import heartbeat

from .models import WriteCheck

WELL = "ok"
PATIENCE_SECONDS = 1.0
FRESH_SECONDS = 2.0
WRITTEN_SECONDS = 5.0  # between two successful writes
LOCKED_SECONDS = 0.7  # for which SQLite may be locked before that is reported; requests wait longer
# The size of a form's data: less may still fit into the last page of a full disk.
WRITTEN_BYTES = 64 * 1024
_LOCKED = f"locked for {LOCKED_SECONDS:g} s or longer"
_READ_ONLY = "the database only lets itself be read"
# By PostgreSQL's codes and SQLite's words.
WRITING_WRONG = {
    "25006": _READ_ONLY,
    "53100": DISK_FULL,
    "55P03": _LOCKED,
    "database is locked": _LOCKED,
    "database or disk is full": DISK_FULL,
    "attempt to write a readonly database": _READ_ONLY,
}

States = dict[str, str]


class Check:
    """A check of some parts, in a thread of its own: one at a time, and none while the last result is fresh.

    Callers wait `PATIENCE_SECONDS` at most, even if a part hangs.
    """

    def __init__(self, look: Callable[[], States], *parts: str, fresh: float = FRESH_SECONDS) -> None:
        self._look = look
        self._fresh = fresh
        self._silent = dict.fromkeys(parts, f"no answer within {PATIENCE_SECONDS:g} s")
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="health")
        self._lock = threading.Lock()
        self._latest: Future[States] | None = None
        self._began_at = 0.0

    def begin(self) -> tuple[Future[States], float]:
        """Begin a check, unless the last one is fresh; return it and the time when it began."""
        with self._lock:
            now = time.monotonic()
            if self._latest is None or (self._latest.done() and now - self._began_at >= self._lasts(self._latest)):
                self._latest, self._began_at = self._thread.submit(self._look), now
            return self._latest, self._began_at

    def _lasts(self, look: Future[States]) -> float:
        """Return the seconds for which a finished check stays fresh; after a failure the next one follows soon."""
        return self._fresh if set(look.result().values()) == {WELL} else FRESH_SECONDS

    def states(self) -> States:
        """Return the state of each part: `ok` or the fault."""
        latest, began_at = self.begin()
        try:
            return latest.result(max(began_at + PATIENCE_SECONDS - time.monotonic(), 0.0))
        except TookTooLong:
            return self._silent

    def age(self) -> int:
        """Return the whole seconds since the last check began."""
        with self._lock:
            return int(time.monotonic() - self._began_at)

    def forget(self) -> None:
        """Drop the last check, so that the next call makes a new one."""
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
    """Write a row and read it back."""
    try:
        if _has_lost_its_file():
            return {"writing": "unknown"}
        return {"writing": WELL if _is_read_back(os.urandom(WRITTEN_BYTES)) else "what was written reads otherwise"}
    except DatabaseError as error:
        known = getattr(error.__cause__, "sqlstate", None) or str(error)
        wrong = WRITING_WRONG.get(known, f"fails ({type(error).__name__})")
        # On a full disk SQLite may not get so far as to say so (environment.SqliteConnection).
        return {"writing": DISK_FULL if wrong == _READ_ONLY and _is_without_room() else wrong}
    finally:
        connection.close()


def _is_read_back(written: bytes) -> bool:
    """Replace the bytes of the last check; return whether these are read back."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"PRAGMA busy_timeout={LOCKED_SECONDS * 1000:.0f}")
        else:
            cursor.execute(f"SET lock_timeout = {LOCKED_SECONDS * 1000:.0f}")
        with transaction.atomic():
            if connection.vendor == "sqlite":
                WriteCheck.objects.all().delete()
            else:  # begins a new file: room in the old one would hide a full disk
                cursor.execute("TRUNCATE pages_writecheck")
            row = WriteCheck.objects.create(written=written)
    found = WriteCheck.objects.filter(pk=row.pk).first()
    return found is None or bytes(found.written) == written  # none: another process has written since


def _is_without_room() -> bool:
    """Return whether the disk of SQLite's file is full."""
    return connection.vendor == "sqlite" and free_room(Path(connection.settings_dict["NAME"]).parent) < SHARED_BYTES


def _has_lost_its_file() -> bool:
    """Return whether a connection would make an empty database."""
    return connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists()


def _look_at_queue() -> States:
    """Write to the queue's server, as one that is full answers but takes no question."""
    try:
        alive = heartbeat.workers()
        states = {"queue": WELL, "worker": WELL if alive else "none has been heard of lately"}
        redis_client.write()
    except redis.OutOfMemoryError:
        return {**states, "queue": "its memory is full"}
    except redis.ResponseError as error:  # MISCONF, mostly: its disk is full
        return {**states, "queue": DISK_FULL if "MISCONF" in str(error) else f"takes nothing ({error})"}
    except redis.RedisError as error:
        return {"queue": f"unreachable ({type(error).__name__})", "worker": "unknown"}
    return states


DATABASE = Check(_look_at_database, "database")
WRITING = Check(_look_at_writing, "writing", fresh=WRITTEN_SECONDS)
QUEUE = Check(_look_at_queue, "queue", "worker")
CHECKS = (DATABASE, WRITING, QUEUE)


def states() -> States:
    """Return the states of the database, of writing to it, of queue and worker."""
    for check in CHECKS:  # those that hang are waited for together
        check.begin()
    return {part: state for check in CHECKS for part, state in check.states().items()}
