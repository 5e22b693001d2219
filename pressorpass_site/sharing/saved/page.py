"""Template contexts of the pages of saved answers. Nothing is asked or begun here."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

from engine.formatting import plural
from pressorpass_site.answers.analyses.answers import Answer
from pressorpass_site.answers.analyses.page import job_words
from pressorpass_site.answers.models import Analysis
from pressorpass_site.questions.address import address
from pressorpass_site.questions.podium_words import score_and_rest
from pressorpass_site.questions.question import SEATS, Question
from pressorpass_site.questions.rule_labels import rules_sentence

from ..models import SavedAnalysis, Version
from . import services
from .difference import Side, board_words, difference, screens
from .difference import rows as rows_of_pair


@dataclass(frozen=True)
class SavedRow:
    saved: SavedAnalysis
    answer: Answer | None
    board: str
    rules: str
    outdated: bool
    mine: bool


def of_version(request: HttpRequest, saved: SavedAnalysis, version: Version, newest: Version) -> dict[str, Any]:
    question = version.question
    answer = version.answer
    context: dict[str, Any] = {
        "saved": saved,
        "version": version,
        "newest": newest,
        "latest": version.number == newest.number,
        "mine": services.may_edit(request, saved),
        "versions": [newest] if newest.number == 1 else _versions(saved),
        "question": question,
        "question_words": question_words(question),
        "live": address(question, pinned=True),
        "analysis": version.analysis,
        "answer": answer,
        "newer": None,
        "waiting": None,
    }
    if answer is not None:
        if context["latest"]:
            context["newer"] = services.newer_than(version)
    elif version.analysis is not None and version.analysis.is_active:
        context["waiting"] = job_words(version.analysis)
    return context


def _versions(saved: SavedAnalysis) -> QuerySet[Version]:
    rows = saved.versions.select_related("board_revision__board")
    return rows.defer("result", "steps", "board_revision__content")


def of_again(request: HttpRequest, saved: SavedAnalysis, version: Version, analysis: Analysis | None) -> dict[str, Any]:
    """Return the page that shows a version beside the final answer of its rerun, once there is one."""
    newer = services.newer_than(version)
    context: dict[str, Any] = {
        "saved": saved,
        "version": version,
        "mine": services.may_edit(request, saved),
        "newer": newer,
        "analysis": analysis,
        "waiting": None,
        "unfinished": False,
        "old_link": "",
        "new_link": "",
    }
    old = side_of(version)
    if newer.question and analysis:
        new = Side(newer.question, None if analysis.is_active else analysis.answer)
        context |= pair(old, new, (f"Version {version.number}", "the new answer"))
        if analysis.is_active:
            context["waiting"] = job_words(analysis)
    return context


def rows(request: HttpRequest, newest: Mapping[SavedAnalysis, Version]) -> list[SavedRow]:
    return [
        SavedRow(
            saved,
            version.answer,
            board_words(version.board_revision),
            rules_sentence(version.question.rules),
            bool(services.newer_than(version)),
            services.may_edit(request, saved),
        )
        for saved, version in newest.items()
    ]


def pair(old: Side, new: Side, names: tuple[str, str] = ("A", "B")) -> dict[str, Any]:
    return {
        "old": old,
        "new": new,
        "new_question_words": question_words(new.question),
        "old_name": names[0],
        "new_name": names[1][0].upper() + names[1][1:],
        "screens": screens(old, new, names),
        "rows": rows_of_pair(old, new),
        "difference": difference(old, new, names),
    }


def side_of(version: Version) -> Side:
    return Side(version.question, version.answer)


def question_words(question: Question) -> dict[str, Any]:
    position = question.position
    return {
        "notation": position.notation,
        "link": address(question, pinned=True),
        "contestants": [
            {"name": name, "up": seat == position.mover_seat, "podium": score_and_rest(contestant)}
            for seat, (name, contestant) in enumerate(zip(SEATS, position.contestants, strict=True))
        ],
        "board": board_words(question.revision),
        "rules": rules_sentence(question.rules),
    }


def title_for(question: Question) -> str:
    """Return the suggested title: “Left: press or pass with $8,000 and 3 spins”."""
    position = question.position
    choice = "press or stop" if position.alone else "press or pass"
    mover = position.mover
    spins = plural(mover.passed, "passed spin") if mover.passed else plural(mover.earned, "spin")
    return f"{SEATS[position.mover_seat]}: {choice} with ${mover.score:,} and {spins}"
