"""The games' own pages: each opens on play, and some have a form of their own for their questions.

`PLAY` has the page of a game in play, which asks for what it needs by yielding `Ask`, and the parts of its address.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.http import HttpRequest

from engine.lab import GAMES, Game, Question
from engine.lab.exhibits import Ask
from engine.lab.found import Found
from engine.lab.games.yahtzee.rules import CATEGORIES, LATIN
from engine.lab.games.yahtzee.words import title

from ..fields import joined
from . import betsy, betsy_play, hog_play, pig_play, tree_play, yahtzee_card, yahtzee_play

Page = Generator[Ask, Found, dict[str, Any]]
PLAY: dict[str, tuple[Callable[[HttpRequest], Page], tuple[str, ...]]] = {
    "pig": (pig_play.play_page, pig_play.PARTS),
    "hog": (hog_play.play_page, hog_play.PARTS),
    "tree": (tree_play.play_page, tree_play.PARTS),
    "yahtzee": (yahtzee_play.yahtzee, yahtzee_play.PARTS),
    "sebastian": (yahtzee_play.sebastian, yahtzee_play.PARTS),
    "betsy": (betsy_play.play_page, betsy_play.PARTS),
}
# Sebastian is played and asked about on Yahtzee's card.
LOOKS_LIKE = {"sebastian": "yahtzee"}


@dataclass(frozen=True)
class OwnForm:
    """A form that does not send exactly one text for each option: its template, its reader and its context."""

    template: str
    typed: Callable[[HttpRequest], dict[str, str]]
    context: Callable[[HttpRequest, Question], dict[str, Any]]


CARD = OwnForm("lab/games/_yahtzee_fields.html", yahtzee_card.typed, yahtzee_card.form_context)
FORMS = {
    "yahtzee": CARD,
    "sebastian": CARD,
    "betsy": OwnForm("lab/games/_betsy_fields.html", betsy.typed, betsy.form_context),
}
LATIN_TITLES = [(title(latin), title(english)) for latin, english in zip(LATIN, CATEGORIES, strict=True)]


def typed(request: HttpRequest, game: Game, question: Question) -> dict[str, str]:
    """Return the typed options by name."""
    texts = FORMS[game.name].typed(request) if game.name in FORMS else request.GET.dict()
    return joined(question, request.GET, texts)


def is_set_up(request: HttpRequest, game: Game) -> bool:
    """Return whether a position is being set up, so that nothing is asked yet."""
    return game.name == "betsy" and betsy.is_set_up(request)


def form_context(request: HttpRequest, game: Game, question: Question) -> dict[str, Any]:
    """Return the template of the form's fields, and what it shows besides them."""
    own = FORMS.get(game.name)
    return {"fields": "lab/_groups.html"} if own is None else {"fields": own.template, **own.context(request, question)}


def looks_like(game: Game) -> str:
    """Return the game whose templates and styles a game has."""
    return LOOKS_LIKE.get(game.name, game.name)


def listed(game: Game, without: Question | None = None) -> dict[str, Any]:
    """Return a game's questions: the most asked, and the others by what is asked about."""
    found = [question for question in game.questions if question is not without]
    by_topic = groupby((each for each in found if each.topic), lambda each: each.topic)
    return {
        "most_asked": [each for each in found if not each.topic],
        "topics": [(topic, list(questions)) for topic, questions in by_topic],
    }


def play_page(request: HttpRequest, game: Game) -> Page:
    """Return the context of a game's own template."""
    shown = yield from PLAY[game.name][0](request)
    return {
        "game": game,
        "explanation": f"lab/games/_{game.name}_explain.html",
        "latin": LATIN_TITLES if game.name == "sebastian" else (),
        **listed(game),
        **shown,
    }


def question_of_old_address(game: Game, names: Iterable[str]) -> str:
    """Return the question of an old address, whose names are not all parts of a game in play; "" if there is none."""
    question = game.opens_with
    options = game.question(question).named_options.keys()
    return question if options & set(names) - set(PLAY[game.name][1]) else ""


def all_games() -> list[tuple[Game, str]]:
    """Return all games with their pictures, in the order they are shown."""
    return [(game, f"lab/pictures/_{game.name}.html") for game in GAMES]
