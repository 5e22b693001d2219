"""The life of a table's job: the common steps."""

from __future__ import annotations

from django.db.models import QuerySet

from engine import ENGINE_VERSION
from pressorpass_site.core.jobs import Jobs

from .models import Table


class TableJobs(Jobs[Table]):
    """All of them wait for a place."""

    def parked(self) -> QuerySet[Table]:
        return super().parked().filter(engine_version=ENGINE_VERSION)


jobs = TableJobs(Table)
