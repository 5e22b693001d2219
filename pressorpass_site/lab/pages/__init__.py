"""What the page of each game shows besides a question and its answer: pictures, tables, play.

A game's module has `context(request, question, told)`; its template extends lab/page.html. `told` is
None as long as there is no answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest

from engine.lab import Game, Question

from ..told import Told

Page = Callable[[HttpRequest, Question, Told | None], dict[str, Any]]

PAGES: dict[str, Page] = {}


def template(game: Game) -> str:
    """The template of a game's page."""
    return f"lab/games/{game.name}.html" if game.name in PAGES else "lab/page.html"


def context(request: HttpRequest, game: Game, question: Question, told: Told | None) -> dict[str, Any]:
    """What that template wants to know."""
    page = PAGES.get(game.name)
    return page(request, question, told) if page else {}
