"""Versions of saved answers: creating them, and comparing them with newer boards and answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils import timezone

from engine import ENGINE_VERSION
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.analyses.models import Analysis
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.questions.question import Question
from pressorpass_site.work.models import ACTIVE

from .models import SavedAnalysis, Version


@dataclass(frozen=True)
class Newer:
    """The changes since a version was saved.

    Attributes:
        boards: each outdated revision with the newest one.
        engine: the engine's current version, if it is a different one.
        refined: whether the same question has a better answer now.
        question: the question on the newest boards; None where it cannot be asked there.
        refusal: why it cannot; else "".
    """

    boards: list[tuple[BoardRevision, BoardRevision]] = field(default_factory=list)
    engine: str = ""
    refined: bool = False
    question: Question | None = None
    refusal: str = ""

    def __bool__(self) -> bool:
        return bool(self.boards or self.engine or self.refined)


def add(saved: SavedAnalysis, analysis: Analysis, answer: dict[str, Any]) -> Version:
    """Add an analysis with the fields of its current answer (`answer_fields`) as the newest version."""
    with transaction.atomic():
        SavedAnalysis.objects.select_for_update().get(pk=saved.pk)
        return Version.objects.create(
            saved=saved,
            number=_next_number(saved),
            board_revision=analysis.board_revision,
            now_revision=analysis.now_revision,
            now_spins=analysis.now_spins,
            then_revision=analysis.then_revision,
            then_questions=analysis.then_questions,
            rules=analysis.rules,
            method=analysis.method,
            analysis=analysis,
            **answer,
        )


def settle(version: Version) -> Version:
    """Store the answer in a version that waits for one, if its job has ended."""
    analysis = version.analysis
    if version.taken_at is None and analysis is not None and not analysis.is_active and analysis.answer is not None:
        Version.objects.filter(pk=version.pk, taken_at=None).update(**answer_fields(analysis))
        version.refresh_from_db(fields=("result", "steps", "engine_version", "taken_at"))
    return version


def settle_all() -> None:
    """Store the answers that have arrived in all versions that wait for one."""
    arrived = Version.objects.filter(taken_at=None, analysis__result__isnull=False)
    for version in arrived.exclude(analysis__status__in=ACTIVE).select_related("analysis").iterator():
        settle(version)


def link(version: Version, analysis: Analysis) -> None:
    """Have a version without an answer wait for this analysis."""
    Version.objects.filter(pk=version.pk, taken_at=None).update(analysis=analysis)
    version.analysis = analysis


def newer_than(version: Version) -> Newer:
    """Return the changes since a version with an answer was saved."""
    if version.result is None:
        return Newer()
    question = version.question
    now = question.on_newest_boards
    pairs = set(zip(question.revisions, now.revisions, strict=True))
    overtaken = [(old, new) for old, new in pairs if old != new]
    analysis = version.analysis
    return Newer(
        boards=overtaken,
        engine=ENGINE_VERSION if version.engine_version != ENGINE_VERSION else "",
        refined=not overtaken and analysis is not None and len(analysis.steps) > len(version.steps),
        question=None if now.refusal else now,
        refusal=now.refusal,
    )


def export(version: Version) -> dict[str, Any]:
    """Return a version as JSON for the export of an account's data."""
    found: dict[str, Any] = {
        "version": version.number,
        "saved": version.made_at.isoformat(),
        "board": boards.pinned(version.board_revision),
        "rules": version.rules,
        "method": version.method,
        "engine": version.engine_version,
        "answered": version.taken_at.isoformat() if version.taken_at else None,
        "answer": version.result,
    }
    if version.now_revision:
        found["next_spins"] = {"board": boards.pinned(version.now_revision), "spins": version.now_spins}
    if version.then_revision:
        found["then"] = {"board": boards.pinned(version.then_revision), "questions": version.then_questions}
    return found


def answer_fields(analysis: Analysis) -> dict[str, Any]:
    """Return a version's fields for the analysis's answer, if there is one.

    It may read the file of a table: to be called before the transaction, in which others wait to write.
    """
    answer = analyses.learn(analysis).answer
    if answer is None:
        return {}
    return {
        "result": analysis.result,
        "steps": analysis.steps,
        "engine_version": answer.result["engine"],
        "taken_at": timezone.now(),
    }


def _next_number(saved: SavedAnalysis) -> int:
    latest = saved.versions.order_by("-number").first()
    return latest.number + 1 if latest else 1
