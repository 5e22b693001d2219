"""Retention of unused tags. Saved analyses stay until their owners delete them."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from pressorpass_site.core.retention import Retention
from pressorpass_site.work.models import ACTIVE

from . import versions
from .models import Tag, Version


class Tags(Retention):
    """Tags that no saved analysis has any more."""

    what = "unused tags"
    days = 0

    def tidy(self, now: datetime) -> int:
        """Have versions take the answers that they wait for, whose rows may be removed next; then remove the tags."""
        waiting = Version.objects.filter(taken_at=None, analysis__result__isnull=False)
        for version in waiting.exclude(analysis__status__in=ACTIVE).select_related("analysis").iterator():
            versions.settle(version)
        return super().tidy(now)

    def rows(self) -> QuerySet[Tag]:
        return Tag.objects.filter(saved=None)

    def older_than(self, before: datetime) -> QuerySet[Tag]:
        return self.rows()
