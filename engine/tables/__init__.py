"""Stored tables: one solve of a configuration answers for every score (docs/decisions/0010-tables.md).

A configuration is a position without its scores: spins, Whammies and mover. ``answer_table`` holds its answers,
``store`` is a directory of tables with a size limit (``array_file`` writes and reads all arrays), ``heat`` makes maps
over two contestants' scores, ``score_value_store`` is the store of score values.
"""

from .answer_table import AnswerTable, Dollars, SolvedTable, StoredTable
from .array_file import TableError, size_of
from .heat import Flip, HeatMap, break_even, heat_map
from .score_value_store import keep_values, values_digest, values_kept_at
from .store import Store, StoreEntry, open_table

__all__ = [
    "AnswerTable",
    "Dollars",
    "Flip",
    "HeatMap",
    "SolvedTable",
    "Store",
    "StoreEntry",
    "StoredTable",
    "TableError",
    "break_even",
    "heat_map",
    "keep_values",
    "open_table",
    "size_of",
    "values_digest",
    "values_kept_at",
]
