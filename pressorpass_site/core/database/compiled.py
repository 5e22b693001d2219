"""Queries compiled once: Django takes longer to write a small query than the database to answer it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import connection
from django.db.models import QuerySet


class CompiledQuery:
    """The SQL of a query set; `fetch` runs it with other parameters, in the same places."""

    def __init__(self, rows: QuerySet[Any, Any]) -> None:
        self._sql, self.parameters = rows.query.sql_with_params()

    def fetch(self, parameters: Sequence[Any] | None = None) -> tuple[tuple[Any, ...], ...]:
        """Return the rows as the database has them."""
        with connection.cursor() as cursor:
            cursor.execute(self._sql, self.parameters if parameters is None else parameters)
            return tuple(map(tuple, cursor.fetchall()))
