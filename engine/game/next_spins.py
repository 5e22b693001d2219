"""A board that changes during the game: the next spins are on one board, all later ones on another."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import BoardError, RulesError
from .board import Board
from .options import Rules
from .position import Position

MAX_SPINS = 6


@dataclass(frozen=True, slots=True)
class NextSpinsBoard:
    """The board of the next spins, no matter who takes them.

    On the show, a prize that had been won was replaced by another (docs/rules.md 1.12).

    Attributes:
        board: the board of these spins. spins: their number, 1 to ``MAX_SPINS``.

    Raises:
        BoardError: ``spins`` is out of range (``field`` is "spins"), or no position is played on the board ("now").
    """

    board: Board
    spins: int = 1

    def __post_init__(self) -> None:
        if not isinstance(self.spins, int) or isinstance(self.spins, bool) or not 1 <= self.spins <= MAX_SPINS:
            raise BoardError(f"The board may change after 1 to {MAX_SPINS} spins.", field="spins")
        self.board.check("now")


def check_next_spins(position: Position, rules: Rules) -> None:
    """Raise RulesError if the rules change the board too: it would not be clear which board a spin is on."""
    if rules.mixes_boards(position.spins):
        raise RulesError(
            "Where the board changes, reduce holds for all spins or for none: reduce_from=1.", field="reduce_from"
        )
