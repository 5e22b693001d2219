"""The games of the lab: each package here is one, loaded on first use.

Its ``PLACE`` is where it is shown among the games, and its module ``questions`` has its ``GAME``. Most games need NumPy,
which takes longer to load than a move of Betsy may take.
"""

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from ...errors import InputError
from ..question import Game


def list_names(folders: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the games in folders of this package, in the order they are shown."""
    names = [module.name for module in iter_modules(folders) if module.ispkg]
    places: dict[str, int] = {name: import_module(f".{name}", __name__).PLACE for name in names}
    return tuple(sorted(places, key=places.__getitem__))


NAMES = list_names(__path__)


@cache
def game(name: str) -> Game:
    """Return the game of that name. Raises InputError."""
    if name not in NAMES:
        raise InputError(f"there is no game “{name}” in the lab", field="game")
    loaded_game: Game = import_module(f".{name}.questions", __package__).GAME
    return loaded_game
