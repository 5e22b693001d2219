"""The door to saved analyses: finding, saving, editing, listing, running again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar

from django.db import transaction
from django.db.models import Count, F, Max, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from pressorpass_site.analyses import services as analyses
from pressorpass_site.analyses.models import Analysis
from pressorpass_site.core import owners

from . import versions
from .models import SavedAnalysis, Tag, Version, Visibility

MOST_SAVED = 1000  # of one owner
MOST_A_DAY = 200  # of one owner
MOST_A_DAY_IN_ALL = 20_000  # of everybody, as a browser may forget its cookie
MOST_VERSIONS = 50  # of one saved analysis
MOST_WORDS = 8  # that a list is searched for


class NotFound(LookupError):
    """There is no such saved analysis, or none that whoever asks may see."""


class Refused(Exception):
    """Something cannot be saved; the message is for people."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True)
class Facts:
    """What somebody says about what he saves."""

    title: str
    note: str = ""
    tags: Sequence[str] = ()
    visibility: Visibility = Visibility.UNLISTED


@dataclass(frozen=True)
class Filters:
    """What a list shows, and in which order."""

    NEWEST: ClassVar[str] = "newest"
    ORDERS: ClassVar[dict[str, tuple[str, tuple[str, ...]]]] = {
        "newest": ("newest first", ("-created_at", "-pk")),
        "oldest": ("oldest first", ("created_at", "pk")),
        "changed": ("last changed first", ("-updated_at", "-pk")),
        "title": ("by title", ("title", "pk")),
    }

    text: str = ""
    tag: str = ""
    visibility: str = ""
    order: str = NEWEST

    def __bool__(self) -> bool:
        return bool(self.text or self.tag or self.visibility)


_VERSIONS = Version.objects.select_related("saved", "analysis", "board_revision__board", "now_revision__board")

# --- finding -------------------------------------------------------------------------------------


def find(request: HttpRequest, code: str) -> SavedAnalysis:
    """The saved analysis with this code in its address.

    Raises:
        NotFound: there is none, or it is private and somebody else's.
    """
    saved = SavedAnalysis.objects.filter(code=code).prefetch_related("tags").first()
    if saved is None or (saved.private and not may_edit(request, saved)):
        raise NotFound(code)
    return saved


def may_edit(request: HttpRequest, saved: SavedAnalysis) -> bool:
    """Whether it belongs to whoever asks."""
    return owners.is_owner(request, saved.owner)


def version_of(saved: SavedAnalysis, number: int | None = None) -> Version:
    """A version, the newest without a number; its answer is taken now if it was waited for.

    Raises:
        NotFound: there is no such version.
    """
    rows = _VERSIONS.filter(saved=saved)
    version = (rows if number is None else rows.filter(number=number)).order_by("-number").first()
    if version is None:
        raise NotFound(saved.code)
    return _settled(version)


def newest_of(listed: Iterable[SavedAnalysis]) -> dict[SavedAnalysis, Version]:
    """The newest version of each."""
    newest = _VERSIONS.filter(saved__in=list(listed)).alias(newest=Max("saved__versions__number"))
    return {version.saved: _settled(version) for version in newest.filter(number=F("newest"))}


def listed(request: HttpRequest, filters: Filters) -> QuerySet[SavedAnalysis]:
    """What whoever asks has saved."""
    return _filtered(SavedAnalysis.objects.filter(owner__in=owners.owner_ids(request)), filters)


def listed_publicly(filters: Filters) -> QuerySet[SavedAnalysis]:
    """What everybody has saved for everybody."""
    return _filtered(SavedAnalysis.objects.filter(visibility=Visibility.PUBLIC), filters)


def tags_of(request: HttpRequest) -> QuerySet[Tag]:
    """The tags in the list of whoever asks, each with its `uses`, the most used first."""
    return _counted(Q(saved__owner__in=owners.owner_ids(request)))


def tags_in_public() -> QuerySet[Tag]:
    """The tags in the list of everybody, each with its `uses`, the most used first."""
    return _counted(Q(saved__visibility=Visibility.PUBLIC))


# --- saving --------------------------------------------------------------------------------------


def save(owner: str, analysis: Analysis, facts: Facts) -> SavedAnalysis:
    """Save what an analysis says now under a title; what it comes to, if it says nothing yet.

    Raises:
        Refused: the owner, or the site, has as many as it may.
    """
    with transaction.atomic():
        saved = _new(owner, analysis.position, facts)
        versions.add(saved, analysis)
    if analysis.is_active:  # from now on it is wanted, whatever the page that began it goes on to
        analyses.ask(analysis.question)
    return saved


def copy(owner: str, version: Version, facts: Facts) -> SavedAnalysis:
    """Save the same answer once more, as somebody's own.

    Raises:
        Refused: as `save`.
    """
    with transaction.atomic():
        saved = _new(owner, version.saved.position, facts)
        versions.copy(version, saved)
    return saved


def edit(saved: SavedAnalysis, facts: Facts) -> None:
    """Say something else about what is saved."""
    with transaction.atomic():
        saved.title, saved.note, saved.visibility = facts.title, facts.note, facts.visibility
        saved.save()
        _set_tags(saved, facts.tags)


def delete(saved: SavedAnalysis) -> None:
    """Remove it with all of its versions."""
    saved.delete()


# --- running again -------------------------------------------------------------------------------


def run_again(version: Version) -> Analysis | None:
    """Ask the question of a version as it stands today; None where the newest board is incomplete."""
    question = versions.newer_than(version).question
    return analyses.ask(question, afresh=True) if question else None


def ran_again(version: Version) -> Analysis | None:
    """The answer, or its job, that running again has led to; None if nobody has done so."""
    question = versions.newer_than(version).question
    found = Analysis.objects.filter(key=question.key).first() if question else None
    return analyses.refresh(found) if found else None


def keep(saved: SavedAnalysis, analysis: Analysis) -> Version:
    """Keep the answer of a question that was asked again; the old one stays as an earlier version.

    Raises:
        Refused: there is no answer to it yet, or there are as many versions as there may be.
    """
    if analysis.result is None:
        raise Refused("There is no new answer yet, so there is nothing to keep.")
    if saved.versions.count() >= MOST_VERSIONS:
        raise Refused(f"This has {MOST_VERSIONS} versions, which is as many as it may have. Save a copy to go on.")
    with transaction.atomic():
        version = versions.add(saved, analysis)
        saved.save()  # when it was last changed
    return version


def _settled(version: Version) -> Version:
    """The version with its answer, if that is there by now."""
    if version.taken_at is None and version.analysis is not None:
        analyses.refresh(version.analysis)
    return versions.settle(version)


def _new(owner: str, position: str, facts: Facts) -> SavedAnalysis:
    _refuse_if_full(owner)
    saved = SavedAnalysis.objects.create(
        owner=owner, position=position, title=facts.title, note=facts.note, visibility=facts.visibility
    )
    _set_tags(saved, facts.tags)
    return saved


def _set_tags(saved: SavedAnalysis, names: Iterable[str]) -> None:
    saved.tags.set([Tag.objects.get_or_create(name=name)[0] for name in names])


def _refuse_if_full(owner: str) -> None:
    day_ago = timezone.now() - timedelta(days=1)
    mine = SavedAnalysis.objects.filter(owner=owner)
    if mine.count() >= MOST_SAVED:
        raise Refused(f"You have saved {MOST_SAVED:,} analyses, which is as many as anybody may. Delete some first.")
    if mine.filter(created_at__gt=day_ago).count() >= MOST_A_DAY:
        raise Refused(f"You have saved {MOST_A_DAY} analyses today. Please come back tomorrow.")
    if SavedAnalysis.objects.filter(created_at__gt=day_ago).count() >= MOST_A_DAY_IN_ALL:
        raise Refused("So much has been saved here today that no more is taken. Please come back tomorrow.")


def _filtered(rows: QuerySet[SavedAnalysis], filters: Filters) -> QuerySet[SavedAnalysis]:
    for word in filters.text.split()[:MOST_WORDS]:
        found = Q(title__icontains=word) | Q(note__icontains=word) | Q(tags__name__icontains=word)
        if number := word.replace("$", "").replace(",", ""):
            found |= Q(position__icontains=number)
        rows = rows.filter(found)
    if filters.tag:
        rows = rows.filter(tags__name=filters.tag)
    if filters.visibility:
        rows = rows.filter(visibility=filters.visibility)
    _, order = Filters.ORDERS[filters.order]
    return rows.distinct().order_by(*order).prefetch_related("tags")


def _counted(uses: Q) -> QuerySet[Tag]:
    return Tag.objects.filter(uses).annotate(uses=Count("saved", filter=uses, distinct=True)).order_by("-uses", "name")
