"""Data retention: rows of each kind are removed beyond an age or a number.

pressorpass_site/retention.py lists the kinds, in the order in which they are tidied.
Removed answers are computed again on request. Rows are removed in small transactions, so that the site can go on, and
several processes may tidy at once.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.module_loading import import_string

EVERY_SECONDS = 3600  # between two cleanups, each by one of all workers
BATCH = 200  # rows removed in one transaction
PAUSE_SECONDS = 0.02  # between two transactions, for other writers

# SQLite: free pages up to this share of the file stay, as they are soon used again.
FREE_SHARE = 0.1
VACUUM_PAGES = 500  # returned in one transaction


@dataclass(frozen=True)
class Retention:
    """The limits of one kind of rows. The oldest `removable` ones go first if there are too many.

    `last_look` is the time from which the age counts; `days_kept` is None for KEEP_DAYS. `share` is the number of rows
    that stay, as a multiple of KEEP_ANSWERS; None if only the age is limited.
    """

    label: str
    rows: QuerySet[Any]
    last_look: Any
    removable: Q = field(default_factory=Q)
    days_kept: int | None = None
    share: float | None = None

    @property
    def days(self) -> int:
        """The days for which a row stays after its `last_look`."""
        days: int = settings.KEEP_DAYS if self.days_kept is None else self.days_kept
        return days

    @property
    def max_rows(self) -> int | None:
        return None if self.share is None else round(self.share * settings.KEEP_ANSWERS)

    def query_older(self, before: datetime) -> QuerySet[Any]:
        return self._add_last_look().filter(last_look__lt=before)

    def tidy(self, now: datetime) -> int:
        """Remove rows beyond the age or the number; return the number removed."""
        old = self.query_older(now - timedelta(days=self.days))
        removed_count = remove(old, old)
        if self.max_rows is not None and (count := self.rows.count() - self.max_rows) > 0:
            surplus = self._add_last_look().filter(self.removable).order_by("last_look", "pk")
            removed_count += remove(surplus[:count], surplus)
        return removed_count

    def _add_last_look(self) -> QuerySet[Any]:
        return self.rows.alias(last_look=self.last_look).order_by()  # the models' order would hide the index


@dataclass(frozen=True)
class CleanupResult:
    kind: Retention
    removed_count: int
    remaining_count: int


@cache
def list_retention_rules() -> tuple[Retention, ...]:
    kinds: tuple[Retention, ...] = import_string(settings.RETENTION)
    return kinds


def tidy(now: datetime | None = None) -> Iterator[CleanupResult]:
    """Remove expired rows of one kind after the other, then return SQLite's free space to the system."""
    for kind in list_retention_rules():
        removed_count = kind.tidy(now or timezone.now())
        yield CleanupResult(kind, removed_count, kind.rows.count())
    return_free_space()


def remove(rows: QuerySet[Any], removable: QuerySet[Any]) -> int:
    """Delete rows and their dependents in small transactions; return the number of rows without the dependents.

    Rows that have been requested meanwhile, so that they are no longer `removable`, stay.
    """
    pks, removed_count = list(rows.values_list("pk", flat=True)), 0
    for start in range(0, len(pks), BATCH):
        if start:
            time.sleep(PAUSE_SECONDS)
        with transaction.atomic():
            _, deleted = removable.filter(pk__in=pks[start : start + BATCH]).order_by().delete()
        removed_count += deleted.get(rows.model._meta.label, 0)
    return removed_count


def return_free_space() -> None:
    """Shorten SQLite's file by most of its free pages; PostgreSQL does so by itself.

    A file that was made without `auto_vacuum` keeps its size; SQLite uses its free pages again.
    """
    if connection.vendor != "sqlite":
        return
    free, pages = _read_pragma("freelist_count"), _read_pragma("page_count")
    while free > FREE_SHARE * pages:
        # `execute` would stop after one page, which Python takes for the statement's end.
        connection.connection.executescript(f"PRAGMA incremental_vacuum({VACUUM_PAGES})")
        free_pages, pages = _read_pragma("freelist_count"), _read_pragma("page_count")
        if free_pages >= free:
            return
        free = free_pages
        time.sleep(PAUSE_SECONDS)


def _read_pragma(name: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name}")
        return int(cursor.fetchone()[0])
