"""Finding, saving, editing, listing and rerunning saved answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from django.db import transaction
from django.db.models import F, Max, Q, QuerySet
from django.http import HttpRequest

from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.analyses.models import Analysis
from pressorpass_site.answers.models import BOARDS
from pressorpass_site.core import owners
from pressorpass_site.core.listing import Filters
from pressorpass_site.core.owned import NotFound, Visibility, find_visible
from pressorpass_site.core.quota import Quota
from pressorpass_site.core.refused import Refused
from pressorpass_site.work.models import LOOK

from . import versions
from .models import SavedAnalysis, Version

QUOTA = Quota(
    most=1000,
    per_day=200,
    per_day_total=20_000,
    scope="save",
    full="You have saved {} answers, the maximum. Delete some first.",
    enough_today="You have saved {} answers today. Please come back tomorrow.",
    too_much="Too much has been saved",
)
MAX_VERSIONS = 50  # per saved answer


@dataclass(frozen=True)
class SavedFields:
    """The fields that the owner can edit."""

    title: str
    note: str = ""
    visibility: Visibility = Visibility.UNLISTED


_VERSIONS = Version.objects.select_related("saved", "analysis", *BOARDS)

# --- finding -------------------------------------------------------------------------------------


def find(request: HttpRequest, code: str) -> SavedAnalysis:
    """Return the saved answer with this code in its address.

    Raises:
        NotFound: it does not exist, or it is another owner's and private.
    """
    return find_visible(SavedAnalysis.objects.all(), code, partial(may_edit, request))


def may_edit(request: HttpRequest, saved: SavedAnalysis) -> bool:
    """Return whether it belongs to the requester."""
    return owners.is_owner(request, saved.owner)


def version_of(saved: SavedAnalysis, number: int | None = None) -> Version:
    """Return a version, the newest without a number; it takes its answer now if that has arrived.

    Raises:
        NotFound: there is no such version.
    """
    rows = _VERSIONS.filter(saved=saved)
    version = (rows if number is None else rows.filter(number=number)).order_by("-number").first()
    if version is None:
        raise NotFound(saved.code)
    return _settled(version)


def newest_of(listed: Iterable[SavedAnalysis]) -> dict[SavedAnalysis, Version]:
    """Return the newest version of each, in order, omitting any just deleted."""
    listed = list(listed)
    rows = _VERSIONS.filter(saved__in=listed).alias(newest=Max("saved__versions__number")).filter(number=F("newest"))
    found = {version.saved_id: version for version in rows}
    return {saved: _settled(found[saved.pk], in_view=False) for saved in listed if saved.pk in found}


def mine(request: HttpRequest) -> QuerySet[SavedAnalysis]:
    """Return the requester's saved answers."""
    return SavedAnalysis.objects.filter(owner__in=owners.owner_ids(request))


def public() -> QuerySet[SavedAnalysis]:
    """Return all public saved answers."""
    return SavedAnalysis.objects.filter(visibility=Visibility.PUBLIC)


def matching(rows: QuerySet[SavedAnalysis], wanted: Filters) -> QuerySet[SavedAnalysis]:
    """Return the saved answers that match."""
    return wanted.of(rows, _matching)


# --- saving --------------------------------------------------------------------------------------


def save(owner: str, analysis: Analysis, fields: SavedFields) -> SavedAnalysis:
    """Save the current answer of an analysis; its final answer if there is none yet.

    Raises:
        Refused: the limit of the owner, or of the site, is reached.
    """
    QUOTA.check(owner, SavedAnalysis.objects.all())
    answer = versions.answer_fields(analysis)
    with transaction.atomic():
        saved = SavedAnalysis.objects.create(
            owner=owner,
            position=analysis.position,
            title=fields.title,
            note=fields.note,
            visibility=fields.visibility,
        )
        versions.add(saved, analysis, answer)
    return saved


def edit(saved: SavedAnalysis, fields: SavedFields) -> None:
    """Change the owner's fields."""
    saved.title, saved.note, saved.visibility = fields.title, fields.note, fields.visibility
    saved.save()


# --- running again -------------------------------------------------------------------------------


def run_again(version: Version) -> Analysis | None:
    """Ask a version's question on the newest boards; None where it cannot be asked there."""
    question = versions.newer_than(version).question
    return analyses.ask(question, afresh=True) if question else None


def rerun_of(version: Version) -> Analysis | None:
    """Return the analysis that `run_again` has started; None if it has not been run again."""
    question = versions.newer_than(version).question
    found = Analysis.objects.filter(key=question.key).first() if question else None
    return analyses.refresh(found) if found else None


def keep(saved: SavedAnalysis, analysis: Analysis) -> Version:
    """Add the answer of a rerun as the newest version.

    Raises:
        Refused: there is no final answer yet, or the limit of versions is reached.
    """
    if analysis.answer is None or analysis.is_active:
        raise Refused("The new answer is not ready yet.")
    if saved.versions.count() >= MAX_VERSIONS:
        raise Refused(f"This has {MAX_VERSIONS} versions, the maximum. Save the answer anew to continue.")
    answer = versions.answer_fields(analysis)
    with transaction.atomic():
        version = versions.add(saved, analysis, answer)
        saved.save()  # updates the time of the last change
    return version


def _settled(version: Version, *, in_view: bool = True) -> Version:
    """Return the version, with its answer if that has arrived.

    One that is in view and still waits after its question was removed (`retention`) asks it again.
    """
    if version.taken_at is None and version.analysis is not None:
        analyses.refresh(version.analysis, look=LOOK if in_view else 0)
    elif version.taken_at is None and in_view:
        versions.link(version, analyses.ask(version.question))
    return versions.settle(version)


def _matching(word: str) -> Q:
    found = Q(title__icontains=word) | Q(note__icontains=word)
    if number := word.replace("$", "").replace(",", ""):
        found |= Q(position__icontains=number)
    return found
