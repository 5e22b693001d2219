"""The values of birds by material and by square, as arrays for the kernel, and the evaluation h(b), their sum."""

import json
from array import array
from pathlib import Path
from typing import NamedTuple

from .rules import EMPTY, PIECE_VALUES, BirdPosition, list_moves, make_move, square_name

# int32 [6 kinds, 64 squares], for White.
PieceValues = memoryview

KINDS = "PNBRQK"  # in the kernel's order
UNIT = 100  # a parakeet, in the search for ``play``

# Bonus of each square in hundredths of a parakeet, by kind, for White with the far row first, so that the tables look
# like boards. After T. Michniewski's "simplified evaluation function" for chess.
SQUARES: dict[str, list[list[int]]] = json.loads(Path(__file__).with_name("squares.json").read_bytes())


def build_material_values() -> PieceValues:
    """Return values in parakeets, the same on every square."""
    return _pack([[PIECE_VALUES[kind]] * 64 for kind in KINDS])


def build_square_values() -> PieceValues:
    """Return values in hundredths of a parakeet.

    Capturing a kingfisher ends the search, so it has only the value of its square.
    """
    worth = {kind: 0 if kind == "K" else UNIT * PIECE_VALUES[kind] for kind in KINDS}
    return _pack([[worth[kind] + bonus for bonus in get_square_bonuses(kind)] for kind in KINDS])


def get_square_bonuses(kind: str) -> list[int]:
    """Return the bonus of each square for a white bird of a kind, from a1 to h8, in hundredths of a parakeet."""
    return [bonus for row in reversed(SQUARES[kind]) for bonus in row]


def _pack(values: list[list[int]]) -> PieceValues:
    """Return values as the kernel takes them, without NumPy, which takes too long to load for a short time limit."""
    packed = array("i", [value for kind in values for value in kind])
    return memoryview(packed).cast("B").cast("i", (len(KINDS), 64))


class Part(NamedTuple):
    """One bird's part of h(b), for White: material in parakeets, the bonus of its square in hundredths of a parakeet."""

    bird: str
    square: str
    material: int
    bonus: int


def list_parts(board: str) -> list[Part]:
    """Return the birds of a board from a1 to h8."""
    bonuses = {kind: get_square_bonuses(kind) for kind in PIECE_VALUES}
    bird_parts = []
    for square, bird in enumerate(board):
        if bird != EMPTY:
            kind, sign = bird.upper(), 1 if bird.isupper() else -1
            bonus = bonuses[kind][square if sign > 0 else square ^ 56]  # Black's tables are White's, turned over
            bird_parts.append(Part(bird, square_name(square), sign * PIECE_VALUES[kind], sign * bonus))
    return bird_parts


def evaluate(board: str) -> int:
    """Return h(b) in hundredths of a parakeet."""
    return sum(UNIT * part.material + part.bonus for part in list_parts(board))


def list_changes(position: BirdPosition) -> dict[str, int]:
    """Return the change of h(b) by each move, in hundredths of a parakeet; the mover's largest gain first."""
    here = evaluate(position.board)
    change_by_move = {str(move): evaluate(make_move(position, move).board) - here for move in list_moves(position)}
    return dict(sorted(change_by_move.items(), key=lambda item: -position.sign * item[1]))
