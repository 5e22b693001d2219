"""PostgreSQL for Django; the web server's processes give up a database server that hangs within seconds.

PostgreSQL itself ends a statement that takes long, and the connection stays usable. A server that is stopped, or behind
a network that swallows packets, ends nothing: the connection is closed. Workers and commands wait as long as it takes.
"""

from __future__ import annotations

from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg.abc import RV, PQGen

CONNECT_SECONDS = 2  # libpq takes no less
STATEMENT_SECONDS = 2.0
LOCK_SECONDS = 1.5
SILENT_SECONDS = 2.4  # PostgreSQL has not even said that a statement took too long
_LOOK_SECONDS = 0.1  # psycopg's own: the time a Ctrl-C waits


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
            self.pgconn.finish()  # its late answer would be taken for that to the next statement
            raise psycopg.OperationalError(f"PostgreSQL was silent for {SILENT_SECONDS:g} s") from None


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, with impatient connections where `of_pages` is set."""

    of_pages = False

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a new connection."""
        if not self.of_pages:
            return super().get_new_connection(conn_params)
        self.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
        return PageConnection.connect(**conn_params | {"connect_timeout": CONNECT_SECONDS})

    def init_connection_state(self) -> None:
        """Prepare a new connection."""
        super().init_connection_state()
        if self.of_pages:
            for name, seconds in (("statement_timeout", STATEMENT_SECONDS), ("lock_timeout", LOCK_SECONDS)):
                self.connection.execute(f"SET {name} = {seconds * 1000:.0f}")
            self.connection.commit()
