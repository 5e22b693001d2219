"""Retention of the lab's answers."""

from __future__ import annotations

from django.conf import settings

from pressorpass_site.work.retention import JobRetention

from .models import LabAnswer


class LabAnswers(JobRetention):
    """Answers of the lab."""

    what = "answers of the lab"
    model = LabAnswer

    @property
    def most(self) -> int:
        most: int = settings.KEEP_ANSWERS
        return most
