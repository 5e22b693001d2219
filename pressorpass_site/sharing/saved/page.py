"""Template contexts of the pages of saved answers. Starts no job."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

from engine.formatting import format_count
from pressorpass_site.answers.analyses.answers import Answer
from pressorpass_site.answers.analyses.page import describe_job
from pressorpass_site.answers.models import Analysis
from pressorpass_site.questions.address import build_address
from pressorpass_site.questions.podium_words import score_and_rest
from pressorpass_site.questions.question import SEATS, Question
from pressorpass_site.questions.rule_labels import describe_rules

from ..models import SavedAnalysis, Version
from . import services
from .difference import ComparisonSide, compare_rows, compare_screens, compare_sides, describe_board


@dataclass(frozen=True)
class SavedRow:
    saved: SavedAnalysis
    answer: Answer | None
    board: str
    rules: str
    outdated: bool
    mine: bool


def build_version_context(
    request: HttpRequest, saved_answer: SavedAnalysis, version: Version, newest: Version
) -> dict[str, Any]:
    question = version.question
    answer = version.answer
    context: dict[str, Any] = {
        "saved": saved_answer,
        "version": version,
        "newest": newest,
        "latest": version.number == newest.number,
        "mine": services.can_edit(request, saved_answer),
        "versions": [newest] if newest.number == 1 else _query_versions(saved_answer),
        "question": question,
        "question_words": describe_question(question),
        "live": build_address(question, is_pinned=True),
        "analysis": version.analysis,
        "answer": answer,
        "rerun_reasons": None,
        "waiting": None,
    }
    if answer is not None:
        if context["latest"]:
            context["rerun_reasons"] = services.find_rerun_reasons(version)
    elif version.analysis is not None and version.analysis.is_active:
        context["waiting"] = describe_job(version.analysis)
    return context


def _query_versions(saved_answer: SavedAnalysis) -> QuerySet[Version]:
    versions = saved_answer.versions.select_related("board_revision__board")
    return versions.defer("result", "steps", "board_revision__content")


def build_rerun_context(
    request: HttpRequest, saved_answer: SavedAnalysis, version: Version, analysis: Analysis | None
) -> dict[str, Any]:
    """Return the context of a version beside the final answer of its rerun, once there is one."""
    reasons = services.find_rerun_reasons(version)
    context: dict[str, Any] = {
        "saved": saved_answer,
        "version": version,
        "mine": services.can_edit(request, saved_answer),
        "rerun_reasons": reasons,
        "analysis": analysis,
        "waiting": None,
        "unfinished": False,
        "old_link": "",
        "new_link": "",
    }
    old = build_side(version)
    if reasons.question and analysis:
        new = ComparisonSide(reasons.question, None if analysis.is_active else analysis.answer)
        context |= build_pair(old, new, (f"Version {version.number}", "the new answer"))
        if analysis.is_active:
            context["waiting"] = describe_job(analysis)
    return context


def build_rows(request: HttpRequest, newest: Mapping[SavedAnalysis, Version]) -> list[SavedRow]:
    return [
        SavedRow(
            saved_answer,
            version.answer,
            describe_board(version.board_revision),
            describe_rules(version.question.rules),
            bool(services.find_rerun_reasons(version)),
            services.can_edit(request, saved_answer),
        )
        for saved_answer, version in newest.items()
    ]


def build_pair(old: ComparisonSide, new: ComparisonSide, names: tuple[str, str] = ("A", "B")) -> dict[str, Any]:
    return {
        "old": old,
        "new": new,
        "new_question_words": describe_question(new.question),
        "old_name": names[0],
        "new_name": names[1][0].upper() + names[1][1:],
        "screens": compare_screens(old, new, names),
        "rows": compare_rows(old, new),
        "difference": compare_sides(old, new, names),
    }


def build_side(version: Version) -> ComparisonSide:
    return ComparisonSide(version.question, version.answer)


def describe_question(question: Question) -> dict[str, Any]:
    position = question.position
    return {
        "notation": position.notation,
        "link": build_address(question, is_pinned=True),
        "contestants": [
            {"name": name, "up": seat == position.mover_seat, "podium": score_and_rest(contestant)}
            for seat, (name, contestant) in enumerate(zip(SEATS, position.contestants, strict=True))
        ],
        "board": describe_board(question.revision),
        "rules": describe_rules(question.rules),
    }


def suggest_title(question: Question) -> str:
    """Return text such as “Left: press or pass with $8,000 and 3 spins”."""
    position = question.position
    choice = "press or stop" if position.alone else "press or pass"
    mover = position.mover
    spins = format_count(mover.passed, "passed spin") if mover.passed else format_count(mover.earned, "spin")
    return f"{SEATS[position.mover_seat]}: {choice} with ${mover.score:,} and {spins}"
