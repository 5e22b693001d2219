"""The games' own pages: each opens on play, and has a page for every question.

A game's module has `context(request, question, view)` for the pages of its questions, whose template extends
lab/question.html (`view` is None while there is no answer); its `_play` module has `play_page(request)` and `PARTS`,
the parts of its address.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from engine.lab import GAMES, Game, Question

from ..controls import joined
from ..facts import FACTS, Fact
from ..labels import AnswerView
from ..titles import questions, titled
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
PLAY_PARTS: dict[str, tuple[str, ...]] = {
    "pig": pig_play.PARTS,
    "hog": hog_play.PARTS,
    "tree": tree_play.PARTS,
    "yahtzee": yahtzee_play.PARTS,
    "sebastian": yahtzee_play.PARTS,
    "betsy": betsy_play.PARTS,
}
LINES = {
    "pig": "Roll one die again and again, or hold before a 1 takes it all.",
    "hog": "Roll up to ten dice at once, under six odd rules.",
    "tree": "Find a win at the bottom of a random tree, looking ahead or not.",
    "yahtzee": "Five dice, two rerolls, thirteen boxes.",
    "sebastian": "Yahtzee in Latin, with a computer player to beat.",
    "betsy": "Chess with birds: capture the kingfisher.",
}
# Further content of the game's page.
ABOUT: dict[str, Callable[[], dict[str, Any]]] = {
    "yahtzee": lambda: {"examples": yahtzee.examples()},
    "sebastian": lambda: {"examples": sebastian.examples(), "latin": sebastian.LATIN_TITLES},
}

# Games whose form does not send exactly one text for each option.
READERS: dict[str, Callable[[HttpRequest], dict[str, str]]] = {
    "yahtzee": yahtzee_card.typed,
    "sebastian": yahtzee_card.typed,
    "betsy": betsy.typed,
}
# The question that used to be at the game's own address.
OLD_QUESTIONS = {"pig": "solitaire", "hog": "duel", "tree": "win", "yahtzee": "value", "sebastian": "value"}
OLD_QUESTIONS["betsy"] = "perft"
# Sebastian is played and asked about on Yahtzee's card.
SHARED_TEMPLATES = {"sebastian": "yahtzee"}


@dataclass(frozen=True)
class GameCard:
    """A game on the lab's first page."""

    game: Game
    line: str
    fact: Fact
    picture: str


def cards() -> list[GameCard]:
    """Return all games, in the order they are shown."""
    return [GameCard(game, LINES[game.name], FACTS[game.name], f"lab/pictures/_{game.name}.html") for game in GAMES]


def typed(request: HttpRequest, game: Game, question: Question) -> dict[str, str]:
    """Return the typed options by name."""
    reader = READERS.get(game.name)
    texts = reader(request) if reader else request.GET.dict()
    return joined(game.name, question, request.GET, texts)


def is_set_up(request: HttpRequest, game: Game) -> bool:
    """Return whether a position is being set up, so that nothing is asked yet."""
    return game.name == "betsy" and betsy.is_set_up(request)


def template(game: Game) -> str:
    """Return the template of a game's questions."""
    return f"lab/games/{SHARED_TEMPLATES.get(game.name, game.name)}.html"


def play_template(game: Game) -> str:
    """Return the template of a game's own page."""
    return f"lab/games/{SHARED_TEMPLATES.get(game.name, game.name)}_play.html"


def context(request: HttpRequest, game: Game, question: Question, view: AnswerView | None) -> dict[str, Any]:
    """Return the context of a question's template."""
    return {
        "titled": titled(game, question),
        "others": questions(game, without=question),
        **PAGES[game.name](request, question, view),
    }


def play_context(request: HttpRequest, game: Game) -> dict[str, Any]:
    """Return the context of a game's own template."""
    return {
        "game": game,
        "fact": FACTS[game.name],
        "questions": questions(game),
        "explanation": f"lab/games/_{game.name}_explain.html",
        **(ABOUT[game.name]() if game.name in ABOUT else {}),
        **PLAY_PAGES[game.name](request),
    }


def question_of_old_address(game: Game, names: Iterable[str]) -> str:
    """Return the question of an old address, whose names are not all parts of a game in play; "" if there is none."""
    question = OLD_QUESTIONS[game.name]
    options = {option.name for option in game.question(question).options}
    return question if options & set(names) - set(PLAY_PARTS[game.name]) else ""
