"""Limits on the rows of one kind that an owner, an address and the whole site may make."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from . import limits
from .refused import Refused


@dataclass(frozen=True)
class Quota:
    """The limits of one kind of row that has an owner and a time of creation.

    Attributes:
        most, per_day: of an owner.
        per_day_total: of all owners, as a browser can drop its cookie to become a new one.
        scope: the rate limit of an address (limits.py).
        full, enough_today: the messages when an owner's limits are reached, with a place for each limit.
        too_much: the beginning of the other messages: “Too many games have been begun”.
    """

    most: int
    per_day: int
    per_day_total: int
    scope: str
    full: str
    enough_today: str
    too_much: str

    def check(self, owner: str, rows: QuerySet[Any]) -> None:
        """Check that an owner may make another row; to be called before the transaction, in which others wait to write.

        Raises:
            Refused: a limit is reached.
        """
        today = rows.filter(created_at__gt=timezone.now() - timedelta(days=1))
        if rows.filter(owner=owner).count() >= self.most:
            raise Refused(self.full.format(f"{self.most:,}"))
        if today.filter(owner=owner).count() >= self.per_day:
            raise Refused(self.enough_today.format(self.per_day))
        if today.count() >= self.per_day_total:
            raise Refused(f"{self.too_much} on this site today. Please come back tomorrow.")
        allowance = limits.spend_own(self.scope)
        if not allowance.granted:
            again = limits.duration(allowance.retry_after)
            raise Refused(f"{self.too_much} from your address today: try again in {again}.")
