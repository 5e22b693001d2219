"""Retention of answers to questions."""

from __future__ import annotations

from django.conf import settings

from pressorpass_site.work.retention import JobRetention

from .models import Analysis


class Analyses(JobRetention):
    """Answers to questions. A saved analysis has the answer itself."""

    what = "answers"
    model = Analysis

    @property
    def most(self) -> int:
        most: int = settings.KEEP_ANSWERS
        return most
