"""What the answer page needs to know of a question and its answer: the context of its templates."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.questions import moment_list as moments
from pressorpass_site.questions.address import address
from pressorpass_site.questions.moments import Moment
from pressorpass_site.questions.question import Question
from pressorpass_site.questions.rule_words import sentence

from . import charts, optimal_comparison
from .answers import Answer
from .chains import chains
from .live import Turn
from .models import Analysis, Status
from .progress import HALTED, waiting
from .why import why


def context(request: HttpRequest, analysis: Analysis, question: Question, turn: Turn | None = None) -> dict[str, Any]:
    """What the changing part of the page needs in each state; `turn` is that of a page whose numbers change."""
    found: dict[str, Any] = {
        "analysis": analysis,
        "announce": None,
        "mendable": _mendable(analysis, question),
        "halted": HALTED[Status(analysis.status)] if analysis.halted else "",
        "here": address(question),
        "link": request.build_absolute_uri(address(question, pinned=True)),
        "boards": _boards(question),
        "overtaken": _overtaken(question),
        "rules_sentence": sentence(question.rules),
    }
    if analysis.result is not None:
        found |= answered(answer_of(analysis), question)
        found["charts"] = _charts(analysis)
        found["beside"] = optimal_comparison.beside(question, turn)
    if analysis.is_active:
        found["waiting"] = waiting(analysis)
    return found


def answered(answer: Answer, question: Question) -> dict[str, Any]:
    """What the cards of an answer need: verdict, odds, the ring of the board with the next spin.

    Besides, the card of the odds needs `charts`, the addresses of its chart (see `_charts`).
    """
    return {
        "answer": answer,
        "chart_height": charts.height(answer),
        "ring": boards.drawn_ring(question.next_revision, answer.best_outcomes),
        "playing_on": _playing_on(question) if answer.won else "",
        "why": why(answer, question),
        "chains": chains(answer, question),
        "boards": _boards(question),
        "rules_sentence": sentence(question.rules),
    }


def _charts(analysis: Analysis) -> dict[str, str]:
    """Where the chart of the odds is: as a spec for the browser and as a picture, light and dark."""
    return {
        f"{kind}_{theme}": f"{reverse(f'analyses:odds-{kind}', args=[analysis.key, theme])}?v={analysis.version}"
        for kind in ("spec", "picture")
        for theme in charts.THEMES
    }


def moment_of(question: Question) -> Moment | None:
    """The famous moment that the question is about; None for most."""
    if question.now:
        return None
    return moments.told_of(question.position.notation, question.revision.board.slug)


def answer_of(analysis: Analysis) -> Answer:
    """The answer that is stored with an analysis that has one."""
    assert analysis.result is not None
    return Answer(analysis.result, analysis.steps)


def _mendable(analysis: Analysis, question: Question) -> bool:
    """Whether trying again may bring what was not reached: not on a board whose moves have no end."""
    if analysis.status != Status.FAILED:
        return True
    revisions = {question.revision, question.next_revision}
    return not any(boards.unanswerable(revision) for revision in revisions)


def _playing_on(question: Question) -> str:
    """Where a contestant who has won already finds what his spins are worth against the house."""
    if not question.position.mover.earned or question.position.mover.passed:
        return ""
    return address(replace(question, rules=question.rules.with_options({"house": "play", "goal": "money"})))


def _boards(question: Question) -> dict[str, Any]:
    """The board of the answer, and where the next spins are on another, that one and their number."""

    def told(revision: BoardRevision) -> dict[str, Any]:
        return {"label": boards.label_of(revision), "link": revision.get_absolute_url(), "number": revision.number}

    spins = question.now.spins if question.now else 0
    return {"next": told(question.next_revision), "spins": spins, "later": told(question.revision)}


def _overtaken(question: Question) -> dict[str, Any] | None:
    """An answer keeps its revisions of boards; where there are newer ones, the way to ask on those."""
    newer = {revision: boards.newer(revision) for revision in (question.next_revision, question.revision)}
    overtaken = [{"revision": revision, "newer": found} for revision, found in newer.items() if found]
    if not overtaken:
        return None
    again = question.on_newest_boards
    complete = again.revision.complete and again.next_revision.complete
    return {"boards": overtaken, "again": address(again) if complete else ""}
