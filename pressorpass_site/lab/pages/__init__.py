"""The games' own pages: most open on play, and some have a form of their own for their questions.

`TABLES` has what the site adds to a game of the engine. A game needs none of it: then its page has its questions, its
fact and its rules as the engine declares them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.http import HttpRequest

from engine import lab
from engine.lab import Game, Question

from ..fields import joined
from . import betsy, betsy_play, hog_play, pig_play, tree_play, yahtzee_card, yahtzee_play
from .table import Asking, Play


@dataclass(frozen=True)
class OwnForm:
    """A form that does not send exactly one text for each option: its template, its reader and its context.

    `is_set_up` tells whether a position is being set up, so that nothing is asked yet.
    """

    template: str
    typed: Callable[[HttpRequest], dict[str, str]]
    context: Callable[[HttpRequest, Question], dict[str, Any]]
    is_set_up: Callable[[HttpRequest], bool] = lambda request: False


@dataclass(frozen=True)
class Table:
    """A game in play, and how its pages look.

    Attributes:
        play: the game at the table; None if it is not played on its page.
        form: of its questions, where it is not made of their options alone.
        style, script: files of its own; `symbols` is a template of drawings that its questions refer to.
    """

    play: type[Play[Any]] | None
    form: OwnForm | None = None
    style: str = ""
    script: str = ""
    symbols: str = ""

    @property
    def is_played(self) -> bool:
        """Whether the game is played on its page; templates would call the class ``play`` instead of testing it."""
        return self.play is not None


DICE: dict[str, Any] = {"style": "css/lab-yahtzee.css", "symbols": "lab/games/_yahtzee_pips.html"}
QUESTIONS_ALONE = Table(None, **DICE)  # they may have exhibits of dice
YAHTZEE: dict[str, Any] = {
    "form": OwnForm("lab/games/_yahtzee_fields.html", yahtzee_card.typed, yahtzee_card.form_context),
    **DICE,
}
TABLES = {
    "pig": Table(pig_play.PigPlay),
    "hog": Table(hog_play.HogPlay),
    "tree": Table(tree_play.TreePlay, style="css/lab-tree.css", script="js/lab-tree.js"),
    "yahtzee": Table(yahtzee_play.YahtzeePlay, **YAHTZEE),
    "sebastian": Table(yahtzee_play.SebastianPlay, **YAHTZEE),
    "betsy": Table(
        betsy_play.BetsyPlay,
        form=OwnForm("lab/games/_betsy_fields.html", betsy.typed, betsy.form_context, betsy.is_set_up),
        style="css/lab-betsy.css",
        symbols="lab/games/_betsy_birds.html",
    ),
}


def table_of(game: Game) -> Table:
    """Return a game in play, and how its pages look."""
    return TABLES.get(game.name, QUESTIONS_ALONE)


def typed(request: HttpRequest, game: Game, question: Question) -> dict[str, str]:
    """Return the typed options by name."""
    form = table_of(game).form
    return joined(question.options, request.GET, form.typed(request) if form else request.GET.dict())


def is_set_up(request: HttpRequest, game: Game) -> bool:
    """Return whether a position is being set up, so that nothing is asked yet."""
    form = table_of(game).form
    return form is not None and form.is_set_up(request)


def form_context(request: HttpRequest, game: Game, question: Question) -> dict[str, Any]:
    """Return the look of the page, the template of the form's fields, and what it shows besides them."""
    table = table_of(game)
    own = {"fields": table.form.template, **table.form.context(request, question)} if table.form else {}
    return {"table": table, "fields": "lab/_groups.html", **own}


def listed(game: Game, without: Question | None = None) -> dict[str, Any]:
    """Return a game's questions: the most frequent, then the others by topic."""
    found = [question for question in game.questions if question is not without]
    by_topic = groupby((each for each in found if each.topic), lambda each: each.topic)
    return {
        "most_asked": [each for each in found if not each.topic],
        "topics": [(topic, list(questions)) for topic, questions in by_topic],
    }


def play_page(request: HttpRequest, game: Game) -> Asking[dict[str, Any]]:
    """Return the context of a game's page."""
    table = table_of(game)
    shown = (yield from table.play(request).page()) if table.play else {}
    return {
        "game": game,
        "table": table,
        "explanation": (f"lab/games/_{game.name}_explain.html", "lab/games/_explain.html"),
        **listed(game),
        **shown,
    }


def all_games() -> list[tuple[Game, tuple[str, ...], bool]]:
    """Return all games, each with its picture, the first of these that there is, and whether its page is a game."""
    return [
        (game, (f"lab/pictures/_{game.name}.html", "lab/pictures/_dice.html"), table_of(game).is_played)
        for game in lab.GAMES
    ]
