"""The life of an analysis' job: the common steps, and answers that better one another."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from pressorpass_site.work.jobs import Jobs
from pressorpass_site.work.models import Status

from .models import Analysis

# A question without an answer is begun at once where a process is free; after so long none is.
AT_ONCE = timedelta(seconds=1)
# Brief work that uses the process kept free for first answers leaves it after so long.
AT_LAST = timedelta(seconds=0.1)


class AnalysisJobs(Jobs[Analysis]):
    """A job with an answer may wait for a place to better it."""

    def improve(self, pk: int, token: str, result: dict[str, Any], steps: list[dict[str, Any]]) -> bool:
        """Put a better answer in the place of the last; false when the job should stop instead.

        `steps` says what each answer said, this one included.
        """
        return self.store(pk, token, result=result, steps=steps)

    def parked(self) -> QuerySet[Analysis]:
        return super().parked().filter(result__isnull=False)

    def anybody_waits(self) -> bool:
        """Whether somebody waits for a place, or for a process that is free to begin with his question."""
        neglected = Q(result__isnull=False) | Q(queued_at__lt=timezone.now() - AT_ONCE)
        return self.rows.filter(neglected, status=Status.QUEUED).exists()

    def first_answer_waits(self) -> bool:
        """Whether somebody without an answer has waited as long as a free process would not let him."""
        since = timezone.now() - AT_LAST
        return self.rows.filter(result__isnull=True, queued_at__lt=since, status=Status.QUEUED).exists()


jobs = AnalysisJobs(Analysis)
