"""The days of the dilemma: each has a number that never changes, and begins at midnight in New York."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby
from zoneinfo import ZoneInfo

from django.utils import timezone

ZONE = ZoneInfo("America/New_York")
ZONE_WORDS = "midnight Eastern"
FIRST = date(2026, 11, 1)  # number 1


def number_at(moment: datetime) -> int:
    """Return the number of the day at a moment; 1 before the first day, for clocks that are wrong."""
    return max((moment.astimezone(ZONE).date() - FIRST).days + 1, 1)


def today() -> int:
    """Return the number of today."""
    return number_at(timezone.now())


def date_of(number: int) -> date:
    """Return the date of a number."""
    return FIRST + timedelta(days=number - 1)


@dataclass(frozen=True)
class Month:
    """The days of a month so far; `empty` is the number of weekdays before its first one, from Sunday on."""

    first: date
    days: list[tuple[int, date]]

    @property
    def empty(self) -> int:
        return (self.days[0][1].weekday() + 1) % 7


def months(last: int) -> list[Month]:
    """Return the days up to number `last` by months, the latest month first."""
    dated = ((number, date_of(number)) for number in range(1, last + 1))
    grouped = groupby(dated, key=lambda each: each[1].replace(day=1))
    return [Month(first, list(found)) for first, found in grouped][::-1]
