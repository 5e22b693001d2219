"""Retention of votes."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet

from pressorpass_site.core.owners import COOKIE_SECONDS
from pressorpass_site.core.retention import Retention

from .models import Vote


class Votes(Retention):
    """Votes on dilemmas: a browser that voted longer ago than its cookie lasts is a new one anyway."""

    what = "votes"
    days = COOKIE_SECONDS // (24 * 3600)

    @property
    def most(self) -> int:
        """The number of votes that stay; each is a small row."""
        most: int = settings.KEEP_ANSWERS
        return 10 * most

    def rows(self) -> QuerySet[Vote]:
        return Vote.objects.all()

    def older_than(self, before: datetime) -> QuerySet[Vote]:
        return Vote.objects.filter(made_at__lt=before)

    def removable(self) -> QuerySet[Vote]:
        return Vote.objects.order_by("made_at", "pk")
