"""Full tables on disk: built once, then read.

A table is an uncompressed NumPy file with one array, named after the game and its rules, whose checksum is checked. A
missing, damaged or wrong file is rebuilt; if it cannot be written, the table is built for this answer only.
"""

import hashlib
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from ...arrays import Reals
from ...budget import Budget
from .rules import Card, RuleSet
from .table import ValueTable, solve_card

MAX_BOXES_SOLVED = 8  # with more open boxes, reading the full table takes less time than solving the card's rows


@dataclass(frozen=True, slots=True)
class FullTable:
    """A full table and its file; ``path`` is None if it could not be stored."""

    table: ValueTable
    path: Path | None
    built: bool

    @property
    def digest(self) -> str:
        return hashlib.sha256(np.ascontiguousarray(self.table.values, dtype="<f8").data).hexdigest()


def get_table(rules: RuleSet, card: Card, budget: Budget) -> ValueTable:
    """Return a table with the card and all later cards. Raises Exhausted, Cancelled."""
    if len(card.open) <= MAX_BOXES_SOLVED:
        return solve_card(rules, card, budget)
    return get_full_table(rules, budget).table


def get_full_table(rules: RuleSet, budget: Budget, rebuild: bool = False, threads: int = 2) -> FullTable:
    """Return the full table, from disk if it is stored and valid. Raises Exhausted, Cancelled."""
    table_rules: RuleSet = "plain" if rules == "sebastian" else rules
    name = f"yahtzee-{table_rules}"
    return get_or_build(name, rules, lambda: solve_card(table_rules, Card(), budget, threads).values, rebuild)


def get_or_build(name: str, rules: RuleSet, build: Callable[[], Reals], rebuild: bool = False) -> FullTable:
    """Return the table of that name from disk, or build it."""
    path = _find_path(name)
    if path is not None and not rebuild:
        with suppress(OSError, ValueError, KeyError, EOFError, BadZipFile), np.load(path) as arrays:
            return FullTable(ValueTable(rules, arrays[name]), path, built=False)
    values = build()
    is_stored = path is not None and _write_table(path, name, values)
    return FullTable(ValueTable(rules, values), path if is_stored else None, built=True)


def _find_path(name: str) -> Path | None:
    """Return the file in the folder ``PRESSORPASS_LAB``, else in the user's cache; None without a home folder."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache") / "pressorpass" / "lab"
    with suppress(RuntimeError):
        return Path(os.environ.get("PRESSORPASS_LAB") or cache).expanduser() / f"{name}.table"
    return None


def _write_table(path: Path, name: str, values: Reals) -> bool:
    """Write the table, under another name until it is complete; return whether it is now on disk."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"{secrets.token_hex(8)}.part")
        try:
            with unfinished.open("xb") as file:
                np.savez(file, **{name: values})  # type: ignore[arg-type]
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
        return True
    return False
