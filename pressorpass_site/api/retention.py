"""Retention of revoked API keys. Of a key's use only the last time is stored."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from pressorpass_site.core.retention import Retention

from .models import ApiKey


class RevokedKeys(Retention):
    """Revoked keys, which their owner can still see for a while."""

    what = "revoked API keys"

    def rows(self) -> QuerySet[ApiKey]:
        return ApiKey.objects.exclude(revoked_at=None)

    def older_than(self, before: datetime) -> QuerySet[ApiKey]:
        return self.rows().filter(revoked_at__lt=before)
