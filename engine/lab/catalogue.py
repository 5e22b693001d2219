"""The games of the lab, each loaded on first use.

Most games need NumPy, which takes longer to load than a move of Betsy may take.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from ..errors import InputError
from .games import NAMES
from .question import Game


@cache
def game(name: str) -> Game:
    """Return the game of that name. Raises InputError."""
    if name not in NAMES:
        raise InputError(f"there is no game “{name}” in the lab", field="game")
    found: Game = import_module(f".games.{name}.questions", __package__).GAME
    return found


def all_games() -> tuple[Game, ...]:
    """Return all games, in the order they are shown."""
    return tuple(map(game, NAMES))
