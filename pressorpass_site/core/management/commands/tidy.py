"""`manage.py tidy`: remove expired rows."""

from typing import Any

from django.core.management.base import BaseCommand

from ...database.retention import Tidied, tidy


class Command(BaseCommand):
    """A command that removes it in small steps; the site may run meanwhile, and workers do the same every hour."""

    help = "Remove stored answers and sessions that are too old or too many (KEEP_DAYS, KEEP_ANSWERS)."

    def handle(self, **_: Any) -> None:
        for cleanup in tidy():
            self.stdout.write(_describe_cleanup(cleanup))


def _describe_cleanup(tidied: Tidied) -> str:
    """Return text such as “answers: 12 removed, 3,456 stay (of at most 100,000; for 90 days)”."""
    kind = tidied.kind
    limits = [f"at most {kind.most:,}"] if kind.most is not None else []
    limits += [f"for {kind.days} days"] if kind.days else []
    return f"{kind.what}: {tidied.removed_count:,} removed, {tidied.remaining_count:,} left" + (
        f" ({', '.join(limits)})" if limits else ""
    )
