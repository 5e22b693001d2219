"""The states of the site's parts: database (reading and writing), queue and workers.

A row is written to the database and a key to the queue. Each holds for a moment, however many ask.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import redis
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections

from pressorpass_site.core import redis_client
from pressorpass_site.environment import DISK_FULL as DISK_FULL
from pressorpass_site.environment import SHARED_BYTES, free_room
from pressorpass_site.work import heartbeat

WELL = "ok"
FRESH_SECONDS = 2.0
LOCKED_SECONDS = 0.7  # for which a database may be locked before that is reported; requests wait longer
# The size of a form's data: less may still fit into the last page of a full disk.
WRITTEN_BYTES = 64 * 1024
# A new file in PostgreSQL: room in the old one would hide a full disk.
WRITE = {
    "sqlite": (f"PRAGMA busy_timeout={LOCKED_SECONDS * 1000:.0f}", "BEGIN IMMEDIATE", "DELETE FROM pages_writecheck"),
    "postgresql": (f"SET lock_timeout = {LOCKED_SECONDS * 1000:.0f}", "BEGIN", "TRUNCATE pages_writecheck"),
}
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
    """A look at some parts, one at a time; its result, for which others wait, stays fresh for a moment.

    Its parts answer within seconds, or are given up (redis_client.py, core/database/postgresql/).
    """

    def __init__(self, look: Callable[[], States]) -> None:
        self._look = look
        self._lock = threading.Lock()
        self._states: States | None = None
        self._looked_at = 0.0

    def states(self) -> States:
        """Return the state of each part: `ok` or the fault."""
        with self._lock:
            if self._states is None or self.age >= FRESH_SECONDS:
                self._states, self._looked_at = self._look(), time.monotonic()
            return self._states

    @property
    def age(self) -> float:
        """The seconds since the last look."""
        return time.monotonic() - self._looked_at

    def forget(self) -> None:
        """Drop the last result."""
        self._states = None


def _look_at_database() -> States:
    """Read and write over a new connection: one that is open may outlive the database's file."""
    connection = connections[DEFAULT_DB_ALIAS].copy()
    if _has_lost_its_file(connection):
        return {"database": "its file is missing", "writing": "unknown"}
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM pages_writecheck LIMIT 1")
        return {"database": WELL, "writing": _writing(connection)}
    except DatabaseError as error:
        return {"database": f"unreachable ({type(error).__name__})", "writing": "unknown"}
    finally:
        connection.close()


def _writing(connection: Any) -> str:
    """Write the one row, and read it back; return `ok` or the fault."""
    written = os.urandom(WRITTEN_BYTES)
    try:
        with connection.cursor() as cursor:
            for statement in WRITE[connection.vendor]:
                cursor.execute(statement)
            cursor.execute("INSERT INTO pages_writecheck (id, written) VALUES (1, %s)", [written])
            cursor.execute("SELECT written FROM pages_writecheck")
            found = bytes(cursor.fetchone()[0])
            cursor.execute("COMMIT")
    except DatabaseError as error:
        known = getattr(error.__cause__, "sqlstate", None) or str(error)
        wrong = WRITING_WRONG.get(known, f"fails ({type(error).__name__})")
        # On a full disk SQLite may not get so far as to say so (environment.SqliteConnection).
        return DISK_FULL if wrong == _READ_ONLY and _is_without_room(connection) else wrong
    return WELL if found == written else "what was written reads otherwise"


def _is_without_room(connection: Any) -> bool:
    """Return whether the disk of SQLite's file is full."""
    return connection.vendor == "sqlite" and free_room(Path(connection.settings_dict["NAME"]).parent) < SHARED_BYTES


def _has_lost_its_file(connection: Any) -> bool:
    """Return whether a connection would make an empty database."""
    return connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists()


def _look_at_queue() -> States:
    """Write to the queue's server, as one that is full answers but takes no question."""
    try:
        alive = heartbeat.workers()
        states = {"queue": WELL, "worker": WELL if alive else "none has been heard of lately"}
        if damage := heartbeat.read_damage():
            states["worker"] = f"cannot read the database ({damage})"
        redis_client.write()
    except redis.OutOfMemoryError:
        return {**states, "queue": "its memory is full"}
    except redis.ResponseError as error:  # MISCONF, mostly: its disk is full
        return {**states, "queue": DISK_FULL if "MISCONF" in str(error) else f"takes nothing ({error})"}
    except redis.RedisError as error:
        return {"queue": f"unreachable ({type(error).__name__})", "worker": "unknown"}
    return states


DATABASE = Check(_look_at_database)
QUEUE = Check(_look_at_queue)
CHECKS = (DATABASE, QUEUE)


def states() -> States:
    """Return the states of the database, of writing to it, of queue and worker."""
    return {part: state for check in CHECKS for part, state in check.states().items()}
