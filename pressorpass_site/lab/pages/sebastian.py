"""Sebastian: Yahtzee in Latin, and its autoplayer's results beside the best player's."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from engine.lab import Question
from engine.lab.games.yahtzee.rules import CATEGORIES, LATIN

from ..labels import AnswerView
from .shared import query
from .yahtzee import shown
from .yahtzee_card import title

LATIN_TITLES = [(title(latin), title(english)) for latin, english in zip(LATIN, CATEGORIES, strict=True)]


def examples() -> list[tuple[str, str]]:
    """Return links to example questions: words, address."""

    def link(name: str, **options: Any) -> str:
        return reverse("lab:question", args=["sebastian", name]) + query(options) + "#lab-answer"

    return [
        ("The autoplayer’s games beside the best", link("distribution", policy="autoplayer", depth=2, games=20000)),
        ("What each player gives away", link("policy", policy="autoplayer", depth=2)),
        ("Watch it play", link("game", policy="autoplayer", depth=2, seed=1)),
    ]


def context(request: HttpRequest, question: Question, view: AnswerView | None) -> dict[str, Any]:
    """Return the context of Sebastian's page for this question and its answer."""
    return shown("sebastian", request, question, view)
