"""The games of the lab: each package here is one, loaded on first use.

``PLACE`` is a game's place in the list of games, ``questions.GAME`` the game. Most games need NumPy, which takes longer
to load than a move of Betsy may take.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from ...errors import InputError
from ..question import Game

_GAMES = (module.name for module in iter_modules(__path__) if module.ispkg)
NAMES = tuple(sorted(_GAMES, key=lambda name: import_module(f".{name}", __name__).PLACE))


@cache
def find_game(name: str) -> Game:
    """Return the game of that name. Raises InputError."""
    if name not in NAMES:
        raise InputError(f"there is no game “{name}” in the lab", field="game")
    loaded_game: Game = import_module(f".{name}.questions", __package__).GAME
    return loaded_game
