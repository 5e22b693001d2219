"""Stored tables: one solve of a configuration answers for every score (docs/decisions/0010-tables.md).

A configuration is a position without its scores: spins, Whammies and who is up. ``answer_table`` holds
its answers, ``packed`` is the file format, ``store`` a directory of such files with a size limit,
``heat`` makes maps over two contestants' scores.
"""

from .answer_table import AnswerTable, Box, SolvedTable, TableError
from .heat import Flip, HeatMap, break_even, heat_map, spread
from .packed import StoredTable
from .store import Store, StoreEntry, open_table

__all__ = [
    "AnswerTable",
    "Box",
    "Flip",
    "HeatMap",
    "SolvedTable",
    "Store",
    "StoreEntry",
    "StoredTable",
    "TableError",
    "break_even",
    "heat_map",
    "open_table",
    "spread",
]
