"""Kept answers: one solve of a configuration answers for every score (docs/decisions/0010-tables.md).

A configuration is everything of a position but the scores: spins, Whammies and who is up.
``cube`` holds its answers, ``packed`` is their file, ``store`` a bounded directory of such files,
``lookup`` one position's answer, ``heat`` maps over two contestants' scores.
"""

from engine.tables.cube import AnswerCube, Answers, Box, TableError
from engine.tables.heat import Flip, HeatMap, break_even, heat_map, spread
from engine.tables.lookup import TableAnswer, look_up, open_table
from engine.tables.packed import KeptCube
from engine.tables.store import Kept, Store

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
