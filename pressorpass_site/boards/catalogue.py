"""The show's boards with their newest revisions, kept by the process and read again only when one has changed."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache

from django.db.models import F, Max, Q, QuerySet

from pressorpass_site.core.compiled import CompiledQuery
from pressorpass_site.core.request_cache import once_per_request

from .models import Board, BoardRevision

# The words about a board besides its newest revision.
_WORDS = ("slug", "name", "label", "show", "round", "valid_from", "valid_to")


@dataclass(frozen=True)
class Catalogue:
    """The newest revision of every board except fans' own; requests and threads share them, and nobody changes them."""

    version: Hashable
    revisions: tuple[BoardRevision, ...]

    def find(self, slug: str, number: str | None) -> BoardRevision | None:
        """Return the newest revision of a board, if that is the one with this number."""
        found = next((each for each in self.revisions if each.board.slug == slug), None)
        return found if found and (number is None or int(number) == found.number) else None


_kept = Catalogue(None, ())


@once_per_request
def catalogue() -> Catalogue:
    """Return the current boards."""
    global _kept
    version = hash(_show_boards().fetch())
    kept = _kept
    if kept.version != version:
        _kept = kept = Catalogue(version, tuple(newest_revisions()))
    return kept


def version_of(which: Q) -> Hashable:
    """Return a version that differs after each new revision of these boards or change of their words: one cheap query.

    A revision that was undone with its transaction may leave its number to another, but not its time.
    """
    return hash(_versions(which).fetch())


@cache
def _show_boards() -> CompiledQuery:
    return _versions(Q(owner=""))


def _versions(which: Q) -> CompiledQuery:
    newest = Board.objects.filter(which).order_by("pk").annotate(newest=Max("revisions__created_at"))
    return CompiledQuery(newest.values_list("pk", "newest", *_WORDS))


def newest_revisions() -> QuerySet[BoardRevision]:
    """Return the newest revision of every board except fans' own."""
    newest = BoardRevision.objects.filter(board__owner="").alias(newest=Max("board__revisions__number"))
    newest = newest.filter(number=F("newest"))
    return newest.select_related("board").order_by("board__slug")
