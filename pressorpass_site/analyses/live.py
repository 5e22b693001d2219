"""Questions of a page whose numbers are being changed: which page asked them, and in which turn.

Most of them are wanted for a moment only. A row remembers the page and the turn that began it, until
somebody else asks the same; as long as nobody has, the page's next question may stop its job.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.db.models import QuerySet

from .models import Analysis

# In the place of a page's name: it went on to other numbers. Nobody meant to stop the job for others.
DROPPED = "dropped"

_NAME = re.compile(r"[0-9a-f]{32}")
_MOST_TURNS = 999_999


@dataclass(frozen=True)
class Turn:
    """One question in the line of a page's questions; the page names itself by chance."""

    page: str
    number: int

    @classmethod
    def read(cls, page: str, number: str) -> Turn | None:
        """What a page says of itself; None if it says nothing that can be used."""
        if not _NAME.fullmatch(page) or not (number.isascii() and number.isdecimal() and len(number) < 7):
            return None
        return cls(page, int(number))

    @property
    def text(self) -> str:
        """As a row remembers it; the texts of a page's turns sort as the turns do."""
        return f"{self.page}.{self.number:06d}"

    def earlier(self, rows: QuerySet[Analysis]) -> QuerySet[Analysis]:
        """Those that the page asked before."""
        return rows.filter(live__gte=f"{self.page}.", live__lt=self.text)

    @property
    def overtaken(self) -> bool:
        """Whether a later question of the page came here before this one."""
        return Analysis.objects.filter(live__gt=self.text, live__lte=f"{self.page}.{_MOST_TURNS}").exists()


def claimed_by_others(live: str, turn: Turn | None) -> bool:
    """Whether somebody other than the page that a row remembers asks its question now."""
    if live in ("", DROPPED):
        return False
    return turn is None or not live.startswith(f"{turn.page}.")
