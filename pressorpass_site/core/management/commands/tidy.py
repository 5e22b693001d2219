"""`manage.py tidy`: remove expired rows."""

from typing import Any

from django.core.management.base import BaseCommand

from ...database.retention import CleanupResult, tidy


class Command(BaseCommand):
    """Removes rows also while the site runs; a worker does the same every hour."""

    help = "Remove stored answers and sessions that are too old or too many (KEEP_DAYS, KEEP_ANSWERS)."

    def handle(self, **_: Any) -> None:
        for cleanup in tidy():
            self.stdout.write(_describe_cleanup(cleanup))


def _describe_cleanup(cleanup: CleanupResult) -> str:
    """Return text such as “answers: 12 removed, 3,456 stay (of at most 100,000; for 90 days)”."""
    kind = cleanup.kind
    limits = [f"at most {kind.max_rows:,}"] if kind.max_rows is not None else []
    limits += [f"for {kind.days} days"] if kind.days else []
    return f"{kind.label}: {cleanup.removed_count:,} removed, {cleanup.remaining_count:,} left" + (
        f" ({', '.join(limits)})" if limits else ""
    )
