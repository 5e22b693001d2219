"""What is remembered of clients for as long as it matters to whose turn it is."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from pressorpass_site.core.retention import Retention

from .models import Interest, Turn


class Interests(Retention):
    """Who looked at which job."""

    what = "looks at jobs"
    days = 1

    def rows(self) -> QuerySet[Any]:
        return Interest.objects.all()

    def older_than(self, before: datetime) -> QuerySet[Any]:
        return Interest.objects.filter(until__lt=before)


class Turns(Retention):
    """Whose job began when."""

    what = "turns of clients"
    days = 1

    def rows(self) -> QuerySet[Any]:
        return Turn.objects.all()

    def older_than(self, before: datetime) -> QuerySet[Any]:
        return Turn.objects.filter(at__lt=before)
