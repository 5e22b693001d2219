"""The text's h(b): the material of both sides and the bonus of each bird's square, for White."""

from __future__ import annotations

from dataclasses import dataclass

from .piece_values import UNIT, square_bonuses
from .rules import EMPTY, PIECE_VALUES, Position, after, moves, square_name


@dataclass(frozen=True, slots=True)
class Part:
    """The contribution of one bird to h(b), for White.

    Attributes:
        bird: its letter, a capital for White.
        square: its name.
        material: in parakeets.
        bonus: of its square, in hundredths of a parakeet.
    """

    bird: str
    square: str
    material: int
    bonus: int


def parts(board: str) -> list[Part]:
    """Return the birds of a board from a1 to h8."""
    bonuses = {kind: square_bonuses(kind) for kind in PIECE_VALUES}
    found = []
    for square, bird in enumerate(board):
        if bird == EMPTY:
            continue
        kind, sign = bird.upper(), 1 if bird.isupper() else -1
        seen = square if sign > 0 else square ^ 56  # Black's tables are White's, turned over
        found.append(Part(bird, square_name(square), sign * PIECE_VALUES[kind], sign * bonuses[kind][seen]))
    return found


def evaluate(board: str) -> int:
    """Return h(b) in hundredths of a parakeet."""
    return sum(UNIT * part.material + part.bonus for part in parts(board))


def changes(position: Position) -> dict[str, int]:
    """Return the change of h(b) by each move, in hundredths of a parakeet; the mover's largest gain first."""
    here, sign = evaluate(position.board), 1 if position.side == "w" else -1
    found = {str(move): evaluate(after(position, move).board) - here for move in moves(position)}
    return dict(sorted(found.items(), key=lambda each: -sign * each[1]))
