"""The pages of games: most begin with a game in play, and some have a special form for their questions.

`GAME_PAGES` has the site's additions to the games of the engine. A game without additions has a page with its questions,
its fact and its rules, as the engine declares them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any

from django.http import HttpRequest

from engine import lab
from engine.lab import Game, Question
from engine.lab.games.yahtzee.rules import ScoreSheet, score_sheet
from engine.lab.games.yatzy.rules import score_sheet as yatzy_sheet

from ..fields import join_texts
from . import betsy, betsy_play, hog_play, pig_play, tree_play, yahtzee_card, yahtzee_play, yatzy_play
from .play import PageGenerator, Play


@dataclass(frozen=True)
class SpecialForm:
    """A form that does not send exactly one text for each option: its reader, and the context of its macro.

    `is_set_up` tells whether a position is being set up, so that the question is not asked yet.
    """

    read_texts: Callable[[HttpRequest], dict[str, str]]
    context: Callable[[HttpRequest, Question], dict[str, Any]]
    is_set_up: Callable[[HttpRequest], bool] = lambda request: False


@dataclass(frozen=True)
class GamePage:
    """A game in play, and the looks of its pages.

    `parts` is the file of its macros, all optional: `symbols` for drawings, the `fields` of its special form, its picture
    in play (`hand`) and beside it (`board`), and its `explanation`.
    """

    play: type[Play[Any]] | None
    parts: str
    form: SpecialForm | None = None
    style: str = ""
    script: str = ""


DICE = "css/lab-yahtzee.css"
QUESTIONS_ONLY = GamePage(None, "lab/games/_others.html", style=DICE)  # answers may show dice


def _build_card_form(sheet: ScoreSheet, numbers: Mapping[str, int]) -> SpecialForm:
    """Return the form with a score sheet; `numbers` are its boxes by all names that a URL may have."""
    return SpecialForm(
        partial(yahtzee_card.read_texts, numbers), partial(yahtzee_card.build_yahtzee_form, sheet, numbers)
    )


LATIN, YATZY = score_sheet("sebastian"), yatzy_sheet("usual")
GAME_PAGES = {
    "pig": GamePage(pig_play.PigPlay, "lab/games/_pig.html"),
    "hog": GamePage(hog_play.HogPlay, "lab/games/_hog.html"),
    "tree": GamePage(tree_play.TreePlay, "lab/games/_tree.html", style="css/lab-tree.css", script="js/lab-tree.js"),
    "yahtzee": GamePage(
        yahtzee_play.YahtzeePlay,
        "lab/games/_yahtzee.html",
        _build_card_form(score_sheet("official"), LATIN.numbers),
        DICE,
    ),
    "sebastian": GamePage(
        yahtzee_play.SebastianPlay, "lab/games/_sebastian.html", _build_card_form(LATIN, LATIN.numbers), DICE
    ),
    "yatzy": GamePage(yatzy_play.YatzyPlay, "lab/games/_yatzy.html", _build_card_form(YATZY, YATZY.numbers), DICE),
    "betsy": GamePage(
        betsy_play.BetsyPlay,
        "lab/games/_betsy.html",
        SpecialForm(betsy.read_texts, betsy.build_betsy_form, betsy.is_set_up),
        style="css/lab-betsy.css",
    ),
}

# The context of a page without a game in play.
NO_PLAY: dict[str, Any] = {"play": None, "lede": "", "address_errors": (), "is_waiting": False}


def get_game_page(game: Game) -> GamePage:
    return GAME_PAGES.get(game.name, QUESTIONS_ONLY)


def read_texts(request: HttpRequest, game: Game, question: Question) -> dict[str, str]:
    form = get_game_page(game).form
    return join_texts(question.options, request.GET, form.read_texts(request) if form else request.GET.dict())


def is_set_up(request: HttpRequest, game: Game) -> bool:
    form = get_game_page(game).form
    return form is not None and form.is_set_up(request)


def build_form_context(request: HttpRequest, game: Game, question: Question) -> dict[str, Any]:
    game_page = get_game_page(game)
    return {"game_page": game_page, "own": game_page.form.context(request, question) if game_page.form else {}}


def group_questions(game: Game, without: Question | None = None) -> dict[str, Any]:
    """Return a game's questions: the most frequent, then the others by topic."""
    questions = [question for question in game.questions if question is not without]
    by_topic = groupby((question for question in questions if question.topic), lambda question: question.topic)
    return {
        "frequent_questions": [question for question in questions if not question.topic],
        "topics": [(topic, list(group)) for topic, group in by_topic],
    }


def build_play_page(request: HttpRequest, game: Game) -> PageGenerator[dict[str, Any]]:
    game_page = get_game_page(game)
    play_context = (yield from game_page.play(request).build_page()) if game_page.play else NO_PLAY
    return {"game": game, "game_page": game_page, **group_questions(game), **play_context}


def list_games() -> list[tuple[Game, bool]]:
    """Return all games, and whether each can be played on its page."""
    return [(game, get_game_page(game).play is not None) for game in lab.GAMES]
