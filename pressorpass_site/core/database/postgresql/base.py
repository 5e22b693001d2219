"""PostgreSQL for Django; the web server's processes give up a database server that hangs within seconds.

A statement that PostgreSQL itself ends (`STATEMENT_SECONDS`, `LOCK_SECONDS`) leaves the connection usable. A server
that is stopped, or behind a network that swallows packets, ends nothing: then the connection is closed, and for a while
no other one is tried. Workers and commands wait as long as it takes.
"""

from __future__ import annotations

import socket
import threading
import time
from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg.abc import RV, PQGen

CONNECT_SECONDS = 2  # libpq takes no less
STATEMENT_SECONDS = 2.0
LOCK_SECONDS = 1.5
SILENT_SECONDS = 2.4  # PostgreSQL has not even said that a statement took too long
PAUSE_SECONDS = 2.0
_LOOK_SECONDS = 0.1  # psycopg's own: the time a Ctrl-C waits


class Trials:
    """Permission to connect: for everybody, but after a silence for one at a time, with a pause after each."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._silent = False
        self._next_at = 0.0

    def begin(self) -> bool:
        """Return whether the caller may try."""
        with self._lock:
            now = time.monotonic()
            if self._silent and now < self._next_at:
                return False
            self._next_at = now + CONNECT_SECONDS + PAUSE_SECONDS  # its result is known by then
            return True

    def end(self, *, silent: bool) -> None:
        """Note whether the server has answered."""
        with self._lock:
            self._silent = silent
            self._next_at = time.monotonic() + PAUSE_SECONDS


TRIALS = Trials()


class PageConnection(psycopg.Connection[Any]):
    """A connection that ends when its server has said nothing for `SILENT_SECONDS`."""

    def wait(self, gen: PQGen[RV], interval: float = _LOOK_SECONDS, timeout: float | None = None) -> RV:
        """Return the server's answer.

        Raises:
            psycopg.OperationalError: it is silent, or its answer is an error.
        """
        try:
            return super().wait(gen, interval, SILENT_SECONDS if timeout is None else timeout)
        except psycopg.OperationalError:
            if self.pgconn.transaction_status != psycopg.pq.TransactionStatus.ACTIVE:
                raise
            # Its late answer would be taken for that to the next statement.
            self.pgconn.finish()
            TRIALS.end(silent=True)
            raise psycopg.OperationalError(f"PostgreSQL was silent for {SILENT_SECONDS:g} s") from None


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, with impatient connections where `of_pages` is set."""

    of_pages = False

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a new connection.

        Raises:
            psycopg.OperationalError: the server cannot be reached, or could not a moment ago.
        """
        if not self.of_pages:
            return super().get_new_connection(conn_params)
        if not TRIALS.begin():
            raise psycopg.OperationalError("PostgreSQL was silent a moment ago")
        silent = False
        try:
            connection = _connect(conn_params | {"connect_timeout": CONNECT_SECONDS})
        except psycopg.errors.ConnectionTimeout:
            silent = True
            raise
        finally:
            TRIALS.end(silent=silent)
        self.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
        return connection

    def init_connection_state(self) -> None:
        """Prepare a new connection."""
        super().init_connection_state()
        if self.of_pages:
            for name, seconds in (("statement_timeout", STATEMENT_SECONDS), ("lock_timeout", LOCK_SECONDS)):
                self.connection.execute(f"SET {name} = {seconds * 1000:.0f}")
            self.connection.commit()


def _connect(params: dict[str, Any]) -> PageConnection:
    """Return a connection to the first address that accepts one; psycopg would wait for each silent one."""
    addresses = _addresses(str(params.get("host", "")))
    for address in addresses[:-1]:
        try:
            return PageConnection.connect(**params | address)
        except psycopg.errors.ConnectionTimeout:
            raise
        except psycopg.OperationalError:  # refused, such as by IPv6
            continue
    return PageConnection.connect(**params | addresses[-1])


def _addresses(host: str) -> list[dict[str, str]]:
    """Return the parameters for each address of a host; an invalid one, or a folder, is left to psycopg."""
    if not host or host.startswith("/") or "," in host:
        return [{}]
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError:
        return [{}]
    return [{"hostaddr": str(address[0])} for *_, address in found]
