"""The review of a game as a subject of sharing."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.urls import reverse

from pressorpass_site.reviews import page
from pressorpass_site.reviews.services import ReviewStatus

if TYPE_CHECKING:
    from pressorpass_site.games.models import StoredGame


@dataclass(frozen=True)
class ReviewSubject:
    """The review of a game to share; addresses are paths on this site.

    Attributes:
        status: the review as far as it is.
        title: the game's.
        page, embed: its page, and the page for frames on other sites.
        files: the path of its pictures and data files.
        private: only its owner may see it.
        listed: anyone can find it without having been given a link.
    """

    status: ReviewStatus
    title: str
    page: str
    files: str
    embed: str
    private: bool
    listed: bool

    @property
    def settled(self) -> bool:
        """Never for good: the game may go on, or be renamed, hidden or deleted."""
        return False

    @property
    def headline(self) -> str:
        """The title of links to it."""
        return f"{self.title}: {self.verdict}"

    @property
    def verdict(self) -> str:
        """Who won, or how it stands."""
        return page.headline(self.status)

    @property
    def description(self) -> str:
        """The costliest call and the luckiest spin, or how far it is."""
        if told := page.progress(self.status):
            return f"{told}."
        return " ".join(page.story(self.status)) or "Luck and skill in a game of Press Your Luck."

    @property
    def picture_alt(self) -> str:
        """What the picture shows."""
        return f"{self.headline}. {self.description}"

    @property
    def version(self) -> str:
        """Changes whenever the figures or the title do."""
        events = len(self.status.plan.game.events)
        return hashlib.sha256(f"{self.status.version} {events} {self.title}".encode()).hexdigest()[:12]

    @property
    def picture(self) -> str:
        """The preview picture of links; its address changes with the review."""
        return f"{self.files}review.png?{urlencode({'v': self.version})}"


def of_game(row: StoredGame, status: ReviewStatus) -> ReviewSubject:
    """The review of a stored game."""
    return ReviewSubject(
        status,
        row.title,
        page=reverse("games:review", args=[row.code]),
        files=row.get_absolute_url(),
        embed=reverse("sharing:embed-review", args=[row.code]),
        private=row.private,
        listed=row.public,
    )
