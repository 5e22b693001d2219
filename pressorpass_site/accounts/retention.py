"""How long sessions and the administrators' log stay. Accounts stay until their owners delete them."""

from __future__ import annotations

from datetime import datetime

from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db.models import QuerySet

from pressorpass_site.core.retention import Retention


class Sessions(Retention):
    """Sessions, which say themselves until when they are valid."""

    what = "sessions"
    days = 0

    def rows(self) -> QuerySet[Session]:
        return Session.objects.all()

    def older_than(self, before: datetime) -> QuerySet[Session]:
        return self.rows().filter(expire_date__lt=before)


class AdminLog(Retention):
    """What administrators have changed."""

    what = "entries of the administrators' log"
    days = 730

    def rows(self) -> QuerySet[LogEntry]:
        return LogEntry.objects.all()

    def older_than(self, before: datetime) -> QuerySet[LogEntry]:
        return self.rows().filter(action_time__lt=before)
