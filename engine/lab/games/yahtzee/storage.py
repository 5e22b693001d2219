"""The full table on disk: built once, then memory-mapped.

A file is a header of one JSON line, padded with spaces to ``HEADER`` bytes, and the values as little-endian
float64. The header names the format and rules and has a digest of the values. A file that is damaged or not
a table is rebuilt; if it cannot be written, the table is built for this answer only.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ...budget import Budget
from .rules import Card, RuleSet
from .table import ValueTable, shape, solve

FORMAT = 1
HEADER = 4096
# Up to this many open boxes a card is solved directly: its rows take less time than reading the full table.
MOST_BOXES = 8


@dataclass(frozen=True, slots=True)
class FullTable:
    """A full table and its file; ``path`` is None if it could not be stored."""

    table: ValueTable
    digest: str
    path: Path | None
    built: bool


def directory() -> Path:
    """Return the folder of the lab's tables: ``PRESSORPASS_LAB``, else the user's cache."""
    own = os.environ.get("PRESSORPASS_LAB")
    if own:
        return Path(own).expanduser()
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "pressorpass" / "lab"


def table_for(rules: RuleSet, card: Card, budget: Budget) -> ValueTable:
    """Return a table with the card and all cards it leads to. Raises Exhausted, Cancelled."""
    if len(card.open) <= MOST_BOXES:
        return solve(rules, card, budget)
    return full_table(rules, budget).table


def full_table(rules: RuleSet, budget: Budget, rebuild: bool = False, threads: int = 2) -> FullTable:
    """Return the full table, from disk if it is stored and valid. Raises Exhausted, Cancelled."""
    played: RuleSet = "plain" if rules == "sebastian" else rules
    path = _path(played)
    if path is not None and not rebuild:
        with suppress(OSError, ValueError, KeyError, TypeError):
            return _read(rules, played, path)
    table = solve(played, Card(), budget, threads)
    digest = _digest(table.values)
    kept = path is not None and _write(path, played, table, digest)
    return FullTable(ValueTable(rules, table.values), digest, path if kept else None, built=True)


def _path(rules: RuleSet) -> Path | None:
    with suppress(RuntimeError):  # no home folder is known
        return directory() / f"yahtzee-{rules}.table"
    return None


def _header(rules: RuleSet, digest: str) -> dict[str, Any]:
    return {"format": FORMAT, "game": "yahtzee", "rules": rules, "shape": list(shape(rules)), "digest": digest}


def _digest(values: Any) -> str:
    return hashlib.sha256(np.ascontiguousarray(values, dtype="<f8").data).hexdigest()


def _read(rules: RuleSet, played: RuleSet, path: Path) -> FullTable:
    with path.open("rb") as file:
        header = json.loads(file.read(HEADER))
    values = np.memmap(path, dtype="<f8", mode="r", offset=HEADER, shape=shape(played))
    digest = _digest(values)
    if header != _header(played, digest):
        raise ValueError("not the table that its name says")
    return FullTable(ValueTable(rules, values), digest, path, built=False)


def _write(path: Path, rules: RuleSet, table: ValueTable, digest: str) -> bool:
    """Return whether the table is now on disk."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.stem, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(json.dumps(_header(rules, digest)).encode().ljust(HEADER))
                file.write(np.ascontiguousarray(table.values, dtype="<f8").data)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError:
        return False
    return True
