"""Retention of answers about choice squares."""

from __future__ import annotations

from django.conf import settings

from pressorpass_site.work.retention import JobRetention

from .models import ChoiceRow


class Choices(JobRetention):
    """Answers about choice squares."""

    what = "answers on choice squares"
    model = ChoiceRow

    @property
    def most(self) -> int:
        most: int = settings.KEEP_ANSWERS
        return most
