"""The full table on disk: built once, mapped into memory afterwards.

A file is a header of one JSON line, padded with spaces to ``HEADER`` bytes, and the values as little-endian
float64. The header names format and rules and has a digest of the values. A file that is damaged, or is
no such file, is built anew; where nothing can be written the table is built for this answer alone.
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
from .table import Table, shape, solve

FORMAT = 1
HEADER = 4096
# Up to here a card is solved on the spot: the rows below it take less time than reading the full table.
MOST_BOXES = 8


@dataclass(frozen=True, slots=True)
class Kept:
    """A full table, where it lies and what it is: ``path`` is None if it could not be kept."""

    table: Table
    digest: str
    path: Path | None
    built: bool


def directory() -> Path:
    """Where the lab keeps its tables: ``PRESSORPASS_LAB``, else the user's cache."""
    own = os.environ.get("PRESSORPASS_LAB")
    if own:
        return Path(own).expanduser()
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "pressorpass" / "lab"


def table_for(rules: RuleSet, card: Card, budget: Budget) -> Table:
    """A table that has the card and all it leads to. Raises Exhausted, Cancelled."""
    if len(card.open) <= MOST_BOXES:
        return solve(rules, card, budget)
    return full_table(rules, budget).table


def full_table(rules: RuleSet, budget: Budget, rebuild: bool = False, threads: int = 2) -> Kept:
    """The full table, from disk if it is there and sound. Raises Exhausted, Cancelled."""
    played: RuleSet = "plain" if rules == "sebastian" else rules
    path = _path(played)
    if path is not None and not rebuild:
        with suppress(OSError, ValueError, KeyError, TypeError):
            return _read(rules, played, path)
    table = solve(played, Card(), budget, threads)
    digest = _digest(table.values)
    kept = path is not None and _write(path, played, table, digest)
    return Kept(Table(rules, table.values), digest, path if kept else None, built=True)


def _path(rules: RuleSet) -> Path | None:
    with suppress(RuntimeError):  # nobody's home is known
        return directory() / f"yahtzee-{rules}.table"
    return None


def _header(rules: RuleSet, digest: str) -> dict[str, Any]:
    return {"format": FORMAT, "game": "yahtzee", "rules": rules, "shape": list(shape(rules)), "digest": digest}


def _digest(values: Any) -> str:
    return hashlib.sha256(np.ascontiguousarray(values, dtype="<f8").data).hexdigest()


def _read(rules: RuleSet, played: RuleSet, path: Path) -> Kept:
    with path.open("rb") as file:
        header = json.loads(file.read(HEADER))
    values = np.memmap(path, dtype="<f8", mode="r", offset=HEADER, shape=shape(played))
    digest = _digest(values)
    if header != _header(played, digest):
        raise ValueError("not the table that its name says")
    return Kept(Table(rules, values), digest, path, built=False)


def _write(path: Path, rules: RuleSet, table: Table, digest: str) -> bool:
    """Whether the table is on disk now."""
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
