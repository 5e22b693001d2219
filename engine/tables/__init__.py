"""Kept answers: one solve of a configuration answers for every score (docs/decisions/0010-tables.md).

A configuration is everything of a position but the scores: spins, Whammies and who is up.
``cube`` holds its answers, ``packed`` is their file, ``store`` a bounded directory of such files,
``lookup`` one position's answer, ``heat`` maps over two contestants' scores.
"""

from .cube import AnswerCube, Answers, Box, TableError
from .heat import Flip, HeatMap, break_even, heat_map, spread
from .lookup import TableAnswer, look_up, open_table
from .packed import KeptCube
from .store import Kept, Store

__all__ = [
    "AnswerCube",
    "Answers",
    "Box",
    "Flip",
    "HeatMap",
    "Kept",
    "KeptCube",
    "Store",
    "TableAnswer",
    "TableError",
    "break_even",
    "heat_map",
    "look_up",
    "open_table",
    "spread",
]
