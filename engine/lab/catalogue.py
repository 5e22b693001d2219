"""All games of the lab, in the order they are shown."""

from __future__ import annotations

from ..errors import InputError
from .games.betsy.questions import GAME as BETSY
from .games.hog.questions import GAME as HOG
from .games.pig.questions import GAME as PIG
from .games.sebastian.questions import GAME as SEBASTIAN
from .games.tree.questions import GAME as TREE
from .games.yahtzee.questions import GAME as YAHTZEE
from .question import Game

GAMES: tuple[Game, ...] = (PIG, HOG, TREE, YAHTZEE, SEBASTIAN, BETSY)


def game(name: str) -> Game:
    """The game of that name. Raises InputError."""
    for each in GAMES:
        if each.name == name:
            return each
    raise InputError(f"there is no game “{name}” in the lab", field="game")
