"""The lab: other games, solved with the same ideas as Press Your Luck.

``ask`` answers a question about one of ``GAMES``. ``games`` has their rules and solvers, ``families`` and ``two_player``
the questions that many games have; ``docs/lab/`` explains each game, common terms, and how to add a game.
"""

from typing import Any

from .answer import Answer
from .ask import Reply, ask
from .budget import Budget
from .games import NAMES, find_game
from .options import Option
from .question import Game, Question

__all__ = ["GAMES", "NAMES", "Answer", "Budget", "Game", "Option", "Question", "Reply", "ask", "find_game"]

GAMES: tuple[Game, ...]  # loaded on first use


def __getattr__(name: str) -> Any:
    if name == "GAMES":
        return tuple(map(find_game, NAMES))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
