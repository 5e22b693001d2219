from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F, Max, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from engine import ENGINE_VERSION
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.models import BOARDS, Analysis
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core import owners
from pressorpass_site.core.errors import UserError
from pressorpass_site.core.listing import Filters
from pressorpass_site.core.owned import NotFound, Visibility, find_visible
from pressorpass_site.core.quota import Quota
from pressorpass_site.questions.question import Question
from pressorpass_site.work.models import ACTIVE, VIEW_SECONDS

from ..models import SavedAnalysis, Version

QUOTA = Quota(
    max_rows=1000,
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
    title: str
    note: str = ""
    visibility: Visibility = Visibility.UNLISTED


@dataclass(frozen=True)
class RerunReasons:
    """The changes since a version was saved; false without any.

    `question` is the version's question on the newest boards; None with an `unavailable_reason`.
    """

    boards: list[tuple[BoardRevision, BoardRevision]] = field(default_factory=list)
    engine: str = ""
    refined: bool = False
    question: Question | None = None
    unavailable_reason: str = ""

    def __bool__(self) -> bool:
        return bool(self.boards or self.engine or self.refined)


# --- finding -------------------------------------------------------------------------------------


def find(request: HttpRequest, code: str) -> SavedAnalysis:
    """Return the saved answer. Raises NotFound: there is none, or it is private and belongs to another owner."""
    return find_visible(SavedAnalysis.objects.all(), code, partial(can_edit, request))


def can_edit(request: HttpRequest, saved_answer: SavedAnalysis) -> bool:
    return owners.is_owner(request, saved_answer.owner)


def get_version(saved_answer: SavedAnalysis, number: int | None = None) -> Version:
    """Return a version, by default the newest, with its answer once there is one. Raises NotFound."""
    versions = saved_answer.versions.select_related("analysis")
    version = (versions if number is None else versions.filter(number=number)).order_by("-number").first()
    if version is None:
        raise NotFound(saved_answer.code)
    return _refresh_version(version)


def get_newest_versions(saved_answers: Iterable[SavedAnalysis]) -> dict[SavedAnalysis, Version]:
    """Return the newest version of each saved answer, in order, without any that was just deleted."""
    saved_answers = list(saved_answers)
    versions = Version.objects.select_related("saved", "analysis", *BOARDS).filter(saved__in=saved_answers)
    versions = versions.alias(newest=Max("saved__versions__number")).filter(number=F("newest"))
    by_saved = {version.saved_id: version for version in versions}
    return {
        saved_answer: _refresh_version(by_saved[saved_answer.pk], is_viewed=False)
        for saved_answer in saved_answers
        if saved_answer.pk in by_saved
    }


def query_own_saved_answers(request: HttpRequest) -> QuerySet[SavedAnalysis]:
    return SavedAnalysis.objects.filter(owner__in=owners.list_owner_ids(request))


def query_public_saved_answers() -> QuerySet[SavedAnalysis]:
    return SavedAnalysis.objects.filter(visibility=Visibility.PUBLIC)


def filter_saved_answers(saved_answers: QuerySet[SavedAnalysis], filters: Filters) -> QuerySet[SavedAnalysis]:
    return filters.pick(saved_answers, _match_word)


# --- saving --------------------------------------------------------------------------------------


def save(owner: str, analysis: Analysis, fields: SavedFields) -> SavedAnalysis:
    """Save an analysis with its answer, or later with its final one. Raises UserError: a limit is reached."""
    QUOTA.check(owner, SavedAnalysis.objects.all())
    answer_fields = _build_answer_fields(analysis)
    with transaction.atomic():
        saved_answer = SavedAnalysis.objects.create(
            owner=owner,
            position=analysis.position,
            title=fields.title,
            note=fields.note,
            visibility=fields.visibility,
        )
        _add_version(saved_answer, analysis, answer_fields)
    return saved_answer


def edit(saved_answer: SavedAnalysis, fields: SavedFields) -> None:
    saved_answer.title, saved_answer.note, saved_answer.visibility = fields.title, fields.note, fields.visibility
    saved_answer.save()


def store_arrived_answers() -> None:
    arrived = Version.objects.filter(taken_at=None, analysis__result__isnull=False)
    for version in arrived.exclude(analysis__status__in=ACTIVE).select_related("analysis").iterator():
        _fill_in_answer(version)


def export(version: Version) -> dict[str, Any]:
    version_json: dict[str, Any] = {
        "version": version.number,
        "saved": version.made_at.isoformat(),
        "board": boards.build_pinned_reference(version.board_revision),
        "rules": version.rules,
        "method": version.method,
        "engine": version.engine_version,
        "answered": version.taken_at.isoformat() if version.taken_at else None,
        "answer": version.result,
    }
    if version.next_spins_revision:
        version_json["next_spins"] = {
            "board": boards.build_pinned_reference(version.next_spins_revision),
            "spins": version.next_spins_count,
        }
    if version.next_round_revision:
        version_json["then"] = {
            "board": boards.build_pinned_reference(version.next_round_revision),
            "questions": version.questions_before_round_2,
        }
    return version_json


# --- running again -------------------------------------------------------------------------------


def find_rerun_reasons(version: Version) -> RerunReasons:
    if version.result is None:
        return RerunReasons()
    question = version.question
    newest_question = question.on_newest_boards
    pairs = set(zip(question.revisions, newest_question.revisions, strict=True))
    changed_boards = [(old, new) for old, new in pairs if old != new]
    analysis = version.analysis
    return RerunReasons(
        boards=changed_boards,
        engine=ENGINE_VERSION if version.engine_version != ENGINE_VERSION else "",
        refined=not changed_boards and analysis is not None and len(analysis.steps) > len(version.steps),
        question=None if newest_question.unavailable_reason else newest_question,
        unavailable_reason=newest_question.unavailable_reason,
    )


def start_rerun(version: Version) -> Analysis | None:
    """Get or start the analysis of a version's question on the newest boards; None if it is unavailable there."""
    question = find_rerun_reasons(version).question
    return analyses.get_or_start_analysis(question, retry_failed=True) if question else None


def get_rerun(version: Version) -> Analysis | None:
    question = find_rerun_reasons(version).question
    analysis = Analysis.objects.filter(key=question.key).first() if question else None
    return analyses.refresh(analysis) if analysis else None


def save_version(saved_answer: SavedAnalysis, analysis: Analysis) -> Version:
    """Add the answer of a rerun as the newest version. Raises UserError: it is not final, or there are too many versions."""
    if analysis.answer is None or analysis.is_active:
        raise UserError("The new answer is not ready yet.")
    if saved_answer.versions.count() >= MAX_VERSIONS:
        raise UserError(f"This has {MAX_VERSIONS} versions, the maximum. Save the answer anew to continue.")
    answer_fields = _build_answer_fields(analysis)
    with transaction.atomic():
        version = _add_version(saved_answer, analysis, answer_fields)
        saved_answer.save()  # updates the time of the last change
    return version


def _add_version(saved_answer: SavedAnalysis, analysis: Analysis, answer_fields: dict[str, Any]) -> Version:
    """Add the newest version, with the fields of the analysis's answer (`_build_answer_fields`)."""
    analyses.jobs.finish_unviewed(analysis)
    with transaction.atomic():
        SavedAnalysis.objects.select_for_update().get(pk=saved_answer.pk)
        return Version.objects.create(
            saved=saved_answer,
            number=saved_answer.versions.aggregate(latest=Max("number", default=0))["latest"] + 1,
            board_revision=analysis.board_revision,
            next_spins_revision=analysis.next_spins_revision,
            next_spins_count=analysis.next_spins_count,
            next_round_revision=analysis.next_round_revision,
            questions_before_round_2=analysis.questions_before_round_2,
            rules=analysis.rules,
            method=analysis.method,
            analysis=analysis,
            **answer_fields,
        )


def _build_answer_fields(analysis: Analysis) -> dict[str, Any]:
    """Return a version's fields for the analysis's answer; empty without an answer.

    This may read the file of a table, so call it before the transaction, which blocks other writers.
    """
    answer = analyses.adopt_table_answer(analysis).answer
    if answer is None:
        return {}
    return {
        "result": analysis.result,
        "steps": analysis.steps,
        "engine_version": answer.result["engine"],
        "taken_at": timezone.now(),
    }


def _refresh_version(version: Version, *, is_viewed: bool = True) -> Version:
    """Return the version, with its answer once there is one.

    A viewed version whose analysis was deleted before it had an answer (`retention`) starts it again.
    """
    if version.taken_at is None and version.analysis is not None:
        analyses.refresh(version.analysis, view_seconds=VIEW_SECONDS if is_viewed else 0)
    elif version.taken_at is None and is_viewed:
        version.analysis = analyses.get_or_start_analysis(version.question)
        analyses.jobs.finish_unviewed(version.analysis)
        Version.objects.filter(pk=version.pk, taken_at=None).update(analysis=version.analysis)
    return _fill_in_answer(version)


def _fill_in_answer(version: Version) -> Version:
    """Store the answer in a version without one, if its job has ended."""
    analysis = version.analysis
    if version.taken_at is None and analysis is not None and not analysis.is_active and analysis.answer is not None:
        Version.objects.filter(pk=version.pk, taken_at=None).update(**_build_answer_fields(analysis))
        version.refresh_from_db(fields=("result", "steps", "engine_version", "taken_at"))
    return version


def _match_word(word: str) -> Q:
    query = Q(title__icontains=word) | Q(note__icontains=word)
    if number := word.replace("$", "").replace(",", ""):
        query |= Q(position__icontains=number)
    return query
