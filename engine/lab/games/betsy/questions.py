"""Betsy's questions to the lab."""

from __future__ import annotations

from ...options import PLAYED
from ...question import Fact, Game, questions_of
from . import board_questions, game_questions
from .options import HOW_FAR, THE_GAMES, THE_PLAYERS, THE_POSITION

GAME = Game(
    "betsy",
    "Betsy",
    "chess with birds: capture the kingfisher",
    "Chess with birds: capture the kingfisher.",
    (*questions_of(board_questions.__name__), *questions_of(game_questions.__name__)),
    Fact(
        "What is a draw by stalemate in chess can be a lost game in Betsy.",
        "A kingfisher that is not attacked must still step, even if it will be captured wherever it goes. In the "
        "example, the move that would only draw in chess wins within three plies (moves of either side).",
        "solve",
        {"board": ".QK.....................................................k.......", "plies": "3"},
    ),
    (PLAYED, THE_POSITION, HOW_FAR, THE_PLAYERS, THE_GAMES),
    "perft",
)
