"""The games of the lab, a package for each, loaded on first use.

Most games need NumPy, which takes longer to load than a move of Betsy may take.
"""

from functools import cache
from importlib import import_module

from ...errors import InputError
from ..question import Game

NAMES = ("pig", "hog", "tree", "yahtzee", "sebastian", "betsy")  # in the order they are shown


@cache
def game(name: str) -> Game:
    """Return the game of that name. Raises InputError."""
    if name not in NAMES:
        raise InputError(f"there is no game “{name}” in the lab", field="game")
    found: Game = import_module(f".{name}.questions", __package__).GAME
    return found
