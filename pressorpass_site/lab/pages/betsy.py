"""Betsy's form: the board, typed in rows or set up square by square, and preset positions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from engine import InputError
from engine.lab import Question
from engine.lab.exhibits import Board
from engine.lab.games.betsy.rules import SIDES, START, Position, read_board
from engine.lab.games.betsy.words import position_words

from . import betsy_board as boards
from . import betsy_setup as setup
from .old_table import query

# After 1. f2f3 e7e5 2. g2g4.
THREE_PLIES = "RNBQKBNRPPPPP..P.....P........P.....p...........pppp.ppprnbqkbnr"
FEW_BIRDS = "........p....................................K...Q.............k"
# The options that a preset adds for questions that require them.
NEEDS = {"perft": {"depth": "4"}, "solve": {"plies": "3"}, "minimax": {"depth": "4"}, "best": {"depth": "4"}}
NEEDS["value"] = {"depth": "2"}
TURN = "below"  # whose home row is at the bottom: a parameter of the page, not an option


def typed(request: HttpRequest) -> dict[str, str]:
    """Return the typed options by name; a board may be typed in rows, and one square of it may be tapped."""
    texts = request.GET.dict()
    texts.pop(TURN, None)
    square, bird = texts.pop(setup.PLACE, ""), texts.pop(setup.BIRD, "")
    if "board" in texts:
        texts["board"] = "".join(texts["board"].split())
    if square:
        texts["board"] = setup.placed(texts.get("board") or START, square, bird)
    return texts


def is_set_up(request: HttpRequest) -> bool:
    """Return whether the board is being set up, so that nothing is asked yet."""
    return setup.PLACE in request.GET


def form_context(request: HttpRequest, question: Question) -> dict[str, Any]:
    """Return what the form shows besides its fields."""
    text = (typed(request) or question.example).get("board") or START
    shown: dict[str, Any] = {
        "rows": "\n".join(text[first : first + 8] for first in range(0, len(text), 8)),
        "presets": _presets(question),
        "bird_choices": setup.choices(request.GET.get(setup.BIRD, "")),
    }
    position = _position(request, question)
    if position:
        below = request.GET.get(TURN, "") if request.GET.get(TURN) in SIDES else position.side
        other = {**typed(request), TURN: "b" if below == "w" else "w"}
        shown |= {
            "below": below,
            "mover": SIDES[position.side],
            "drawn": boards.picture(Board(position.board, position.side, words=position_words(position)), below),
            "squares": setup.rows(position.board),
            "turned": query(other) + "#lab-form",
        }
    return shown


def _position(request: HttpRequest, question: Question) -> Position | None:
    """Return the question's position, if it can be read."""
    if all(option.name != "board" for option in question.options):
        return None
    texts = typed(request) or question.example
    try:
        board = read_board(texts.get("board") or START)
    except InputError:  # the form reports it
        return None
    return Position(board, "b" if texts.get("side") == "b" else "w", 4 if texts.get("kingfisher") == "4" else 8)


@dataclass(frozen=True)
class Preset:
    """A link to the question with a preset position."""

    words: str
    address: str


def _presets(question: Question) -> list[Preset]:
    if question.name == "review" or all(option.name != "board" for option in question.options):
        return []
    page, needs = reverse("lab:question", args=["betsy", question.name]), NEEDS.get(question.name, {})
    return [
        Preset(words, page + query({**options, **needs}) + "#lab-answer")
        for words, options in (
            ("The start", {"side": "w"}),
            ("Black wins in three plies", {"board": THREE_PLIES, "side": "b"}),
            ("Few birds", {"board": FEW_BIRDS, "side": "w"}),
        )
    ]
