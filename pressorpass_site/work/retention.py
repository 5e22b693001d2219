"""Stored answers that nobody asks for any more: rows that are jobs."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from django.db.models import QuerySet

from pressorpass_site.core.retention import Retention

from .models import ACTIVE, LAST_LOOK, Job


class JobRetention(Retention):
    """Rows of one model, each a job with its answer.

    A job that is waiting or being done is not among the surplus. It goes only when nobody has looked at it for as long as
    at an answer; its worker then finds no row and stops.
    """

    model: ClassVar[type[Job]]

    def rows(self) -> QuerySet[Any]:
        return self.model._default_manager.all()

    def older_than(self, before: datetime) -> QuerySet[Any]:
        return self.rows().alias(last_look=LAST_LOOK).filter(last_look__lt=before)

    def removable(self) -> QuerySet[Any]:
        return self.rows().exclude(status__in=ACTIVE).alias(last_look=LAST_LOOK).order_by("last_look", "pk")
