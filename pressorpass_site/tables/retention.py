"""Retention of the rows of tables; the files have a limit of their own (PRESSORPASS_TABLES_MAX)."""

from __future__ import annotations

from django.conf import settings

from pressorpass_site.work.retention import JobRetention

from .models import Table


class Tables(JobRetention):
    """Jobs that have built a table. A table whose row has gone still answers."""

    what = "jobs of tables"
    model = Table

    @property
    def most(self) -> int:
        most: int = settings.KEEP_ANSWERS
        return most
