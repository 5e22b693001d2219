"""The games' own pages, and the games that can be played.

A game's module has `context(request, question, view)` for its page, whose template extends lab/page.html (`view` is None
while there is no answer), and may have `play_page(request)` if the game can be played.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest

from engine.lab import Game, Question

from ..labels import AnswerView
from . import (
    betsy,
    betsy_play,
    hog,
    hog_play,
    pig,
    pig_play,
    sebastian,
    tree,
    tree_play,
    yahtzee,
    yahtzee_card,
    yahtzee_play,
)

PAGES: dict[str, Callable[[HttpRequest, Question, AnswerView | None], dict[str, Any]]] = {
    "pig": pig.context,
    "hog": hog.context,
    "yahtzee": yahtzee.context,
    "sebastian": sebastian.context,
    "tree": tree.context,
    "betsy": betsy.context,
}
PLAY_PAGES: dict[str, Callable[[HttpRequest], dict[str, Any]]] = {
    "pig": pig_play.play_page,
    "hog": hog_play.play_page,
    "tree": tree_play.play_page,
    "yahtzee": yahtzee_play.yahtzee,
    "sebastian": yahtzee_play.sebastian,
    "betsy": betsy_play.play_page,
}

# Games whose form does not send exactly one text for each option.
READERS: dict[str, Callable[[HttpRequest], dict[str, str]]] = {
    "yahtzee": yahtzee_card.typed,
    "sebastian": yahtzee_card.typed,
    "betsy": betsy.typed,
}


def typed(request: HttpRequest, game: Game) -> dict[str, str]:
    """The typed options by name."""
    reader = READERS.get(game.name)
    return reader(request) if reader else request.GET.dict()


def template(game: Game) -> str:
    """The template of a game's page."""
    return f"lab/games/{game.name}.html" if game.name in PAGES else "lab/page.html"


def play_template(name: str) -> str:
    """The template of a game that is played; Sebastian's card is Yahtzee's."""
    return f"lab/games/{'yahtzee' if name == 'sebastian' else name}_play.html"


def context(request: HttpRequest, game: Game, question: Question, view: AnswerView | None) -> dict[str, Any]:
    """The context of the game's template."""
    page = PAGES.get(game.name)
    return {"can_play": game.name in PLAY_PAGES, **(page(request, question, view) if page else {})}
