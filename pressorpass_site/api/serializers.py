"""Analyses, boards, positions and lab answers as JSON objects (see schemas.py)."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from engine import Contestant, Pass, game_over, legal_actions
from engine.lab import Game, Option
from pressorpass_site.answers.analyses.page import describe_job
from pressorpass_site.answers.choices import services as choices
from pressorpass_site.answers.models import Analysis, ChoiceAnalysis
from pressorpass_site.boards import eras, statistics
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.lab.models import LabAnswer
from pressorpass_site.lab.services import LabQuery
from pressorpass_site.questions.address import build_address
from pressorpass_site.questions.question import Question
from pressorpass_site.work.models import Status

from .schemas import PLACES

# Below this share of the work, the remaining time cannot be estimated.
MIN_SHARE_FOR_ETA = 0.02


def serialize_analysis(request: HttpRequest, analysis: Analysis) -> dict[str, Any]:
    question, answer = analysis.question, analysis.answer
    data = analysis.result if analysis.result and answer else _serialize_unanswered(question, analysis.engine_version)
    return {
        **_serialize_job_state(request, analysis, question, build_address(question, is_pinned=True)),
        "progress": _serialize_progress(analysis) if analysis.is_active else None,
        "outcomes_error": None,
        **data,
        "rules": question.rules.options(),  # an answer of an earlier time does not name all of today's options
        "call": answer.call if answer else None,
    }


def serialize_choice(request: HttpRequest, choice_analysis: ChoiceAnalysis) -> dict[str, Any]:
    question, answer = choice_analysis.question, choice_analysis.answer
    data = (
        choice_analysis.result if choice_analysis.result and answer else _serialize_unanswered_choice(choice_analysis)
    )
    doing = choice_analysis.stage or (
        "Solving" if choice_analysis.status == Status.RUNNING else "Waiting for the solver"
    )
    return {
        **_serialize_job_state(
            request,
            choice_analysis,
            question,
            choices.build_choice_address(question, choice_analysis.square, choice_analysis.shows, is_pinned=True),
        ),
        "progress": {"doing": doing, "share": choice_analysis.progress, "seconds_left": None}
        if choice_analysis.is_active
        else None,
        **data,
        "call": answer.call if answer else None,
    }


def _serialize_job_state(
    request: HttpRequest, stored_answer: Analysis | ChoiceAnalysis, question: Question, page: str
) -> dict[str, Any]:
    return {
        "id": stored_answer.key,
        "status": Status(stored_answer.status).value,
        "url": request.build_absolute_uri(page),
        "message": question.unavailable_reason or stored_answer.message or None,
        "revision": boards.build_pinned_reference(question.revision),
    }


def _serialize_unanswered_choice(choice_analysis: ChoiceAnalysis) -> dict[str, Any]:
    offer = choices.read_offers(choice_analysis.question, choice_analysis.square, choice_analysis.shows)
    return {
        "position": choice_analysis.position,
        "board": offer.board.id,
        "rules": offer.rules.options(),
        "square": choice_analysis.square,
        "slide": offer.slide.text,
        **dict.fromkeys(("takes", "best", "margin", "too_close")),
        "notes": list(offer.notes),
        "seconds": None,
        "engine": choice_analysis.engine_version,
    }


def serialize_lab_game(request: HttpRequest, game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "url": request.build_absolute_uri(reverse("lab:game", args=[game.name])),
        "questions": [
            {
                "name": question.name,
                "summary": question.summary,
                "unit": question.unit,
                "options": [_serialize_lab_option(option) for option in question.options if not option.local],
            }
            for question in game.questions
        ],
    }


def _serialize_lab_option(option: Option) -> dict[str, Any]:
    fields = ("name", "help", "default", "required")
    return {name: getattr(option, name) for name in fields} | {"choices": list(option.choices)}


def serialize_lab_answer(request: HttpRequest, lab_answer: LabAnswer, question: LabQuery) -> dict[str, Any]:
    unknown: dict[str, Any] = {"answer": None, "known": None, "error": None, "details": {}}
    identity = {"game": lab_answer.game, "question": lab_answer.question, "parameters": question.parameters}
    return {
        "status": Status(lab_answer.status).value,
        "url": request.build_absolute_uri(lab_answer.address),
        "message": lab_answer.message or None,
        **(lab_answer.result or identity | unknown),
    }


def _serialize_unanswered(question: Question, engine: str) -> dict[str, Any]:
    unknown = ("unit", "cap", "method", "actions", "best", "margin", "too_close", "states", "seconds")
    now, then = question.next_spins, question.next_round
    return {
        "position": question.position.notation,
        "board": question.revision.board.slug,
        "rules": question.rules.options(),
        **({"now": {"board": now.revision.board.slug, "spins": now.spins}} if now else {}),
        **({"then": {"board": then.revision.board.slug, "questions": then.questions}} if then else {}),
        **dict.fromkeys(unknown),
        "engine": engine,
        "notes": None,
        "outcomes": None,
    }


def _serialize_progress(analysis: Analysis) -> dict[str, Any]:
    progress = describe_job(analysis)
    share = progress.percent / 100
    remaining_seconds = None
    if share >= MIN_SHARE_FOR_ETA and analysis.started_at is not None:
        remaining_seconds = round((timezone.now() - analysis.started_at).total_seconds() * (1 - share) / share, 1)
    return {"doing": f"{progress.title} {progress.detail}".strip(), "share": share, "seconds_left": remaining_seconds}


def serialize_board(request: HttpRequest, revision: BoardRevision) -> dict[str, Any]:
    about = revision.board
    figures = statistics.compute_exact_figures(revision.engine_board)
    spin = figures.after_moves if figures else None
    return {
        "id": about.slug,
        "label": about.label,
        "revision": revision.number,
        "era": eras.get_era(about),
        "round": about.round,
        "valid_from": about.valid_from.isoformat() if about.valid_from else None,
        "valid_to": about.valid_to.isoformat() if about.valid_to else None,
        "complete": revision.complete,
        "figures": spin
        and {
            "whammy": float(spin.whammy),
            "extra_spin": float(spin.extra_spin),
            "mean": float(spin.mean),
            "spread": spin.spread,
        },
        "url": request.build_absolute_uri(revision.get_absolute_url()),
    }


def serialize_whole_board(request: HttpRequest, revision: BoardRevision) -> dict[str, Any]:
    numbers = revision.board.revisions.order_by("-number").values_list("number", flat=True)
    return serialize_board(request, revision) | {"revisions": list(numbers), "content": revision.content}


def serialize_position(request: HttpRequest, question: Question) -> dict[str, Any]:
    position = question.position
    rules = question.rules.seated(position.mover_seat)
    return {
        "position": position.notation,
        "up": position.mover_seat + 1,
        "contestants": serialize_contestants(PLACES, position.contestants),
        "spins": position.spins,
        "holders": [seat + 1 for seat, contestant in enumerate(position.contestants) if contestant.spins],
        "over": game_over(position, rules),
        "actions": [
            {"action": "pass", "to": None if action.to is None else action.to + 1}
            if isinstance(action, Pass)
            else {"action": "press", "to": None}
            for action in legal_actions(position, rules)
        ],
        "guesses": list(question.reading.guesses) if question.reading else [],
        "url": request.build_absolute_uri(build_address(question)),
    }


def serialize_contestants(names: Iterable[str], podiums: Iterable[Contestant]) -> list[dict[str, Any]]:
    numbers = ("score", "earned", "passed", "whammies", "out")
    return [
        {"name": name} | {number: getattr(podium, number) for number in numbers}
        for name, podium in zip(names, podiums, strict=True)
    ]
