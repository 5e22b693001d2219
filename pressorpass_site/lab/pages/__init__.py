"""What the page of each game shows besides a question and its answer, and the games that can be played.

A game's module has `context(request, question, told)` for its page, whose template extends lab/page.html
(`told` is None as long as there is no answer), and may have `try_out(request)` for a game to be played.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest

from engine.lab import Game, Question

from ..labels import Told
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

PAGES: dict[str, Callable[[HttpRequest, Question, Told | None], dict[str, Any]]] = {
    "pig": pig.context,
    "hog": hog.context,
    "yahtzee": yahtzee.context,
    "sebastian": sebastian.context,
    "tree": tree.context,
    "betsy": betsy.context,
}
TRIES: dict[str, Callable[[HttpRequest], dict[str, Any]]] = {
    "pig": pig_play.try_out,
    "hog": hog_play.try_out,
    "tree": tree_play.try_out,
    "yahtzee": yahtzee_play.yahtzee,
    "sebastian": yahtzee_play.sebastian,
    "betsy": betsy_play.try_out,
}

# How what a page's own form sends is read, where that is not one text for each option.
READERS: dict[str, Callable[[HttpRequest], dict[str, str]]] = {
    "yahtzee": yahtzee_card.typed,
    "sebastian": yahtzee_card.typed,
    "betsy": betsy.typed,
}


def typed(request: HttpRequest, game: Game) -> dict[str, str]:
    """Options by name, as they were typed."""
    reader = READERS.get(game.name)
    return reader(request) if reader else request.GET.dict()


def template(game: Game) -> str:
    """The template of a game's page."""
    return f"lab/games/{game.name}.html" if game.name in PAGES else "lab/page.html"


def play_template(name: str) -> str:
    """The template of a game that is played; Sebastian's card is Yahtzee's."""
    return f"lab/games/{'yahtzee' if name == 'sebastian' else name}_play.html"


def context(request: HttpRequest, game: Game, question: Question, told: Told | None) -> dict[str, Any]:
    """What that template wants to know."""
    page = PAGES.get(game.name)
    return {"can_try": game.name in TRIES, **(page(request, question, told) if page else {})}
