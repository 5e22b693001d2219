"""The life of a table's job: the common steps."""

from __future__ import annotations

from django.db.models import QuerySet

from engine import ENGINE_VERSION
from pressorpass_site.work.jobs import Jobs

from .models import Purpose, Table


class TableJobs(Jobs[Table]):
    """Tables of one purpose, which all wait for a place."""

    def __init__(self, purpose: Purpose) -> None:
        super().__init__(Table)
        self.purpose = purpose

    @property
    def rows(self) -> QuerySet[Table]:
        return super().rows.filter(purpose=self.purpose)

    def parked(self) -> QuerySet[Table]:
        return super().parked().filter(engine_version=ENGINE_VERSION)

    def anybody_waits(self) -> bool:
        """Whether one is in the line."""
        return self.parked().exists()


jobs = TableJobs(Purpose.OPENING)
what_ifs = TableJobs(Purpose.WHAT_IF)


def jobs_of(table: Table) -> TableJobs:
    """The steps of a table's own line."""
    return what_ifs if table.purpose == Purpose.WHAT_IF else jobs
