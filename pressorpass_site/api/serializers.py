"""Analyses, boards and positions as the API tells them: plain objects, in the shapes of shapes.py."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from engine import Pass, Position, game_over, legal_actions
from engine.lab import Game, Option
from pressorpass_site.analyses.models import Analysis, Status
from pressorpass_site.analyses.progress import waiting
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.lab.models import LabAnswer
from pressorpass_site.lab.services import Asked
from pressorpass_site.questions.address import address
from pressorpass_site.questions.question import Question
from pressorpass_site.questions.rule_words import SEATS

# A guess from less than this share of the work is none.
SHARE_WORTH_A_GUESS = 0.02


def analysis(request: HttpRequest, found: Analysis) -> dict[str, Any]:
    """A question and its best answer so far: the command line's object, with null for what is not known yet."""
    question = found.question
    return {
        "id": found.key,
        "status": Status(found.status).value,
        "url": request.build_absolute_uri(address(question, pinned=True)),
        "message": found.message or None,
        "progress": _progress(found) if found.unfinished else None,
        "revision": boards.pinned(question.revision),
        **(found.result or _unanswered(question, found.engine_version)),
    }


def lab_game(request: HttpRequest, game: Game) -> dict[str, Any]:
    """A game of the lab with its questions, without what only the command line takes."""
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
                "options": [_lab_option(option) for option in question.options if not option.local],
            }
            for question in game.questions
        ],
    }


def _lab_option(option: Option) -> dict[str, Any]:
    named = ("name", "help", "default", "required")
    return {name: getattr(option, name) for name in named} | {"choices": list(option.choices)}


def lab_answer(request: HttpRequest, row: LabAnswer, asked: Asked) -> dict[str, Any]:
    """A question of the lab and the command line's object, with null for what is not known."""
    unknown: dict[str, Any] = {"answer": None, "known": None, "error": None, "details": {}}
    question = {"game": row.game, "question": row.question, "parameters": asked.parameters}
    return {
        "status": Status(row.status).value,
        "url": request.build_absolute_uri(row.address),
        "message": row.message or None,
        **(row.result or question | unknown),
    }


def _unanswered(question: Question, engine: str) -> dict[str, Any]:
    """The engine's object before there is an answer."""
    unknown = ("unit", "cap", "method", "actions", "best", "margin", "too_close", "states", "seconds")
    now = question.now
    return {
        "position": question.position.notation,
        "board": question.revision.board.slug,
        "rules": question.rules.options(),
        **({"now": {"board": now.revision.board.slug, "spins": now.spins}} if now else {}),
        **dict.fromkeys(unknown),
        "engine": engine,
        "notes": None,
        "outcomes": None,
    }


def _progress(found: Analysis) -> dict[str, Any]:
    words = waiting(found)
    share = words.percent / 100
    left = None
    if share >= SHARE_WORTH_A_GUESS and found.started_at is not None:
        left = round((timezone.now() - found.started_at).total_seconds() * (1 - share) / share, 1)
    return {"doing": f"{words.title} {words.detail}".strip(), "share": share, "seconds_left": left}


def board(request: HttpRequest, revision: BoardRevision) -> dict[str, Any]:
    """A board as a list shows it."""
    about = revision.board
    counted = boards.exact_figures(revision)
    spin = counted.after_moves if counted else None
    return {
        "id": about.slug,
        "label": about.label,
        "revision": revision.number,
        "era": boards.era_of(about),
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


def board_in_full(request: HttpRequest, revision: BoardRevision) -> dict[str, Any]:
    """A board with its squares and slides."""
    numbers = revision.board.revisions.order_by("-number").values_list("number", flat=True)
    return board(request, revision) | {"revisions": list(numbers), "content": revision.content}


def position(request: HttpRequest, question: Question) -> dict[str, Any]:
    """A position, checked, and what may be done in it."""
    found = question.position
    rules = question.rules.seated(found.up)
    return {
        "position": found.notation,
        "up": found.up + 1,
        "contestants": _contestants(found),
        "spins": found.spins,
        "holders": [seat + 1 for seat, contestant in enumerate(found.contestants) if contestant.spins],
        "over": game_over(found, rules),
        "actions": [
            {"action": "pass", "to": None if action.to is None else action.to + 1}
            if isinstance(action, Pass)
            else {"action": "press", "to": None}
            for action in legal_actions(found, rules)
        ],
        "url": request.build_absolute_uri(address(question)),
    }


def _contestants(found: Position) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "score": contestant.score,
            "earned": contestant.earned,
            "passed": contestant.passed,
            "whammies": contestant.whammies,
            "out": contestant.out,
        }
        for name, contestant in zip(SEATS, found.contestants, strict=True)
    ]
