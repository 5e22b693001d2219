"""Retention of sessions and of the administrators' log. Accounts stay until their owners delete them."""

from __future__ import annotations

from datetime import datetime

from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db.models import QuerySet

from pressorpass_site.core.retention import Retention


class Sessions(Retention):
    """Sessions; each has its own date of expiry."""

    what = "sessions"
    days = 0

    def rows(self) -> QuerySet[Session]:
        return Session.objects.all()

    def older_than(self, before: datetime) -> QuerySet[Session]:
        return self.rows().filter(expire_date__lt=before)


class AdminLog(Retention):
    """The log of what administrators have changed."""

    what = "entries of the administrators' log"
    days = 730

    def rows(self) -> QuerySet[LogEntry]:
        return LogEntry.objects.all()

    def older_than(self, before: datetime) -> QuerySet[LogEntry]:
        return self.rows().filter(action_time__lt=before)
