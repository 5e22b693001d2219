"""The days of the dilemma: each has a number that never changes, and begins at midnight in New York."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import groupby
from zoneinfo import ZoneInfo

from django.utils import timezone

ZONE = ZoneInfo("America/New_York")
ZONE_WORDS = "midnight Eastern"
FIRST_DATE = date(2026, 11, 1)  # of day 1
FIRST_OF_ROUND_1 = 39  # the first Wednesday with a dilemma of round 1: December 9, 2026
FIRST_OF_THREE = 31  # the first day with three dilemmas: December 1, 2026


def get_day_number(moment: datetime) -> int:
    """Return the number of the day at a moment; 1 before the first day, if the clock is wrong."""
    return max((moment.astimezone(ZONE).date() - FIRST_DATE).days + 1, 1)


def get_today() -> int:
    return get_day_number(timezone.now())


def get_day_date(number: int) -> date:
    return FIRST_DATE + timedelta(days=number - 1)


def get_day_end(number: int) -> datetime:
    return datetime.combine(get_day_date(number + 1), time(), ZONE)


def has_three(number: int) -> bool:
    return number >= FIRST_OF_THREE


def count_days_until_sunday(number: int) -> int:
    """Return the number of days from a day to the next Sunday; 0 on a Sunday."""
    return (6 - get_day_date(number).weekday()) % 7


def is_sunday(number: int) -> bool:
    return not count_days_until_sunday(number)


def count_round_1_days(number: int) -> int | None:
    """Return the number of days with a dilemma of round 1 before a day that has one; None for other days."""
    weeks, days = divmod(number - FIRST_OF_ROUND_1, 7)
    return weeks if weeks >= 0 and not days else None


@dataclass(frozen=True)
class Month:
    """The days of a month so far; `empty` is the number of weekdays before its first one, from Sunday on."""

    first: date
    days: list[tuple[int, date]]

    @property
    def empty(self) -> int:
        return (self.days[0][1].weekday() + 1) % 7


def list_months(last: int) -> list[Month]:
    """Return the days up to number `last` by months, the latest month first."""
    dated = ((number, get_day_date(number)) for number in range(1, last + 1))
    grouped = groupby(dated, key=lambda dated_entry: dated_entry[1].replace(day=1))
    return [Month(first, list(month_days)) for first, month_days in grouped][::-1]
