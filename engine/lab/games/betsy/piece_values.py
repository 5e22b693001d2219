"""The values of birds: by material alone, and by square for the search behind ``play``."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .rules import PIECE_VALUES

PieceValues = npt.NDArray[np.int32]

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
    """int32 [6 kinds, 64 squares], parakeets: the same on every square."""
    return np.repeat(np.array([[PIECE_VALUES[kind]] for kind in KINDS], np.int32), 64, axis=1)


def by_square() -> PieceValues:
    """int32 [6 kinds, 64 squares], hundredths of a parakeet, for White.

    Capturing a kingfisher ends the search, so it has only the value of its square.
    """
    tables = [np.array(SQUARES[kind].split(), np.int32).reshape(8, 8)[::-1].ravel() for kind in KINDS]
    values = np.array([0 if kind == "K" else UNIT * PIECE_VALUES[kind] for kind in KINDS], np.int32)
    return np.ascontiguousarray(values[:, None] + np.array(tables), dtype=np.int32)
