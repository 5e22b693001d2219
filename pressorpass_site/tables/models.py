"""One row per requested table, with the state of its job.

The tables themselves are files of the engine's store (docs/decisions/0010-tables.md), and solvers look only there: a
row tells how a file was made, or why there is none.
"""

from __future__ import annotations

from django.db import models

from pressorpass_site.questions.models import StoredQuestion
from pressorpass_site.work.models import Job


class Purpose(models.TextChoices):
    """The purpose of a table."""

    OPENING = "opening", "answers to openings, in advance"
    WHAT_IF = "whatif", "what-ifs that somebody looks at"


class Table(StoredQuestion, Job):
    """A configuration (spins and who is up) to be solved for every score.

    `key` is the hash of all that the table depends on: the unique constraint makes everybody who wants it share one
    row, and so one job.
    """

    key = models.CharField(max_length=64, unique=True, editable=False)
    purpose = models.CharField(max_length=10, choices=Purpose.choices, default=Purpose.OPENING)
    configuration = models.CharField(
        max_length=80, help_text="A position with every score $0, or for what-ifs one score that the table must reach."
    )
    # No table answers where the board changes after the next spins.
    now_revision = None
    now_spins = 0

    unit = models.PositiveIntegerField(null=True, blank=True, help_text="Dollars that sums were rounded to.")
    bytes = models.PositiveBigIntegerField(null=True, blank=True)
    states = models.PositiveBigIntegerField(null=True, blank=True, help_text="Positions that were computed.")

    class Meta:
        ordering = ("pk",)
        indexes = [models.Index(fields=("status", "queued_at"), name="tables_waiting")]

    def __str__(self) -> str:
        return self.configuration

    @property
    def notation(self) -> str:
        return self.configuration

    @property
    def seconds(self) -> float | None:
        """The seconds that it took to build, once it is built."""
        if self.started_at is None or self.finished_at is None:
            return None
        return (self.finished_at - self.started_at).total_seconds()
