"""All games of the lab, in the order they are shown."""

from __future__ import annotations

from engine.errors import InputError
from engine.lab.games.betsy.questions import GAME as BETSY
from engine.lab.games.hog.questions import GAME as HOG
from engine.lab.games.pig.questions import GAME as PIG
from engine.lab.games.sebastian.questions import GAME as SEBASTIAN
from engine.lab.games.tree.questions import GAME as TREE
from engine.lab.games.yahtzee.questions import GAME as YAHTZEE
from engine.lab.question import Game

GAMES: tuple[Game, ...] = (PIG, HOG, TREE, YAHTZEE, SEBASTIAN, BETSY)


def game(name: str) -> Game:
    """The game of that name. Raises InputError."""
    for each in GAMES:
        if each.name == name:
            return each
    raise InputError(f"there is no game “{name}” in the lab", field="game")
