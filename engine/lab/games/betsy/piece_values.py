"""The values of birds: by material alone, and by square for the search behind ``play``."""

from __future__ import annotations

from array import array

from .rules import PIECE_VALUES

# int32 [6 kinds, 64 squares], for White.
PieceValues = memoryview

KINDS = "PNBRQK"  # in the kernel's order
UNIT = 100  # of the search behind play: a parakeet

# Bonus of each square in hundredths of a parakeet, for White with the far row first, so that the tables look
# like boards. After T. Michniewski's "simplified evaluation function" for chess.
SQUARES = {
    "P": """
          0   0   0   0   0   0   0   0
         50  50  50  50  50  50  50  50
         10  10  20  30  30  20  10  10
          5   5  10  25  25  10   5   5
          0   0   0  20  20   0   0   0
          5  -5 -10   0   0 -10  -5   5
          5  10  10 -20 -20  10  10   5
          0   0   0   0   0   0   0   0""",
    "N": """
        -50 -40 -30 -30 -30 -30 -40 -50
        -40 -20   0   0   0   0 -20 -40
        -30   0  10  15  15  10   0 -30
        -30   5  15  20  20  15   5 -30
        -30   0  15  20  20  15   0 -30
        -30   5  10  15  15  10   5 -30
        -40 -20   0   5   5   0 -20 -40
        -50 -40 -30 -30 -30 -30 -40 -50""",
    "B": """
        -20 -10 -10 -10 -10 -10 -10 -20
        -10   0   0   0   0   0   0 -10
        -10   0   5  10  10   5   0 -10
        -10   5   5  10  10   5   5 -10
        -10   0  10  10  10  10   0 -10
        -10  10  10  10  10  10  10 -10
        -10   5   0   0   0   0   5 -10
        -20 -10 -10 -10 -10 -10 -10 -20""",
    "R": """
          0   0   0   0   0   0   0   0
          5  10  10  10  10  10  10   5
         -5   0   0   0   0   0   0  -5
         -5   0   0   0   0   0   0  -5
         -5   0   0   0   0   0   0  -5
         -5   0   0   0   0   0   0  -5
         -5   0   0   0   0   0   0  -5
          0   0   0   5   5   0   0   0""",
    "Q": """
        -20 -10 -10  -5  -5 -10 -10 -20
        -10   0   0   0   0   0   0 -10
        -10   0   5   5   5   5   0 -10
         -5   0   5   5   5   5   0  -5
          0   0   5   5   5   5   0  -5
        -10   5   5   5   5   5   0 -10
        -10   0   5   0   0   0   0 -10
        -20 -10 -10  -5  -5 -10 -10 -20""",
    "K": """
        -30 -40 -40 -50 -50 -40 -40 -30
        -30 -40 -40 -50 -50 -40 -40 -30
        -30 -40 -40 -50 -50 -40 -40 -30
        -30 -40 -40 -50 -50 -40 -40 -30
        -20 -30 -30 -40 -40 -30 -30 -20
        -10 -20 -20 -20 -20 -20 -20 -10
         20  20   0   0   0   0  20  20
         20  30  10   0   0  10  30  20""",
}


def by_material() -> PieceValues:
    """Return values in parakeets, the same on every square."""
    return _packed([[PIECE_VALUES[kind]] * 64 for kind in KINDS])


def by_square() -> PieceValues:
    """Return values in hundredths of a parakeet.

    Capturing a kingfisher ends the search, so it has only the value of its square.
    """
    worth = {kind: 0 if kind == "K" else UNIT * PIECE_VALUES[kind] for kind in KINDS}
    return _packed([[worth[kind] + bonus for bonus in square_bonuses(kind)] for kind in KINDS])


def square_bonuses(kind: str) -> list[int]:
    """Return the bonus of each square for a white bird of a kind, from a1 to h8, in hundredths of a parakeet."""
    far_first = [int(text) for text in SQUARES[kind].split()]
    return [bonus for row in range(56, -1, -8) for bonus in far_first[row : row + 8]]


def _packed(values: list[list[int]]) -> PieceValues:
    """Return the kernel's form; without NumPy, which takes too long to load for a move within a short time limit."""
    packed = array("i", [value for kind in values for value in kind])
    return memoryview(packed).cast("B").cast("i", (len(KINDS), 64))
