"""Limits on the rows of one kind that an owner, an address and the whole site may make."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from . import limits
from .errors import UserError


@dataclass(frozen=True)
class Quota:
    """The limits of one kind of row, for an owner, for the whole site (a browser can drop its cookie), and for an address.

    `scope` names the rate limit of an address. `full` and `enough_today` are messages with a place for the limit;
    `too_much` begins the others.
    """

    max_rows: int
    per_day: int
    per_day_total: int
    scope: str
    full: str
    enough_today: str
    too_much: str

    def check(self, owner: str, rows: QuerySet[Any]) -> None:
        """Raises UserError: a limit is reached. Call it before the transaction, which other writers wait for."""
        today = rows.filter(created_at__gt=timezone.now() - timedelta(days=1))
        if rows.filter(owner=owner).count() >= self.max_rows:
            raise UserError(self.full.format(f"{self.max_rows:,}"))
        if today.filter(owner=owner).count() >= self.per_day:
            raise UserError(self.enough_today.format(self.per_day))
        if today.count() >= self.per_day_total:
            raise UserError(f"{self.too_much} on this site today. Please come back tomorrow.")
        allowance = limits.spend_own_allowance(self.scope)
        if not allowance.granted:
            retry_words = limits.describe_duration(allowance.retry_after)
            raise UserError(f"{self.too_much} from your address today: try again in {retry_words}.")
