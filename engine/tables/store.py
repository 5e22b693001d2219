"""A directory of tables with a size limit, safe for several processes at once (see ``array_file``).

The modification time of a table's description is the time of its last use, to within an hour.
"""

from __future__ import annotations

import logging
import os
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .. import calibration
from ..errors import InputError
from ..formatting import size_text
from ..game.board import Board
from ..game.options import Rules
from ..game.position import Position
from ..game.rules import PlayRules
from ..solvers.score_cap import NEGLIGIBLE
from ..version import ENGINE_VERSION
from . import answer_table, array_file
from .answer_table import SolvedTable, StoredTable
from .array_file import SUFFIX, TableError, list_files
from .key import digest_of, key_of, relevant_sum

TABLE_GRIDS = tuple(calibration.TABLE_ERROR)  # of tables for what-ifs, and the units that are tried with unit=auto
DEFAULT_BYTES = 2 * 2**30
FOLDER = "[0-9a-f]" * 32  # pattern of a folder's name, the digest of a key
USED_WITHIN_SECONDS = 3600.0  # precision of the time of the last use
FOR_MAPS = 1e-6  # largest effect of a cap on an answer that is only shown on a map
# Largest effect of a cap on an estimate, by the bound of engine.solvers.score_cap; by benchmarks/what_ifs.py the real
# change is a hundredth of it.
FOR_ESTIMATES = 1e-2

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class StoreEntry:
    """A table of the store.

    Attributes:
        path: the file of the description. bytes: the size of all its files.
        used: the time of the last use, in seconds since 1970.
        table: not checked for damage; None if it cannot be used, for this ``reason``.
    """

    path: Path
    bytes: int
    used: float
    table: StoredTable | None
    reason: str | None = None


class Store:
    """Tables in a directory.

    Args:
        directory: by default the environment's ``PRESSORPASS_TABLES``, else
            ``$XDG_CACHE_HOME/pressorpass/tables``, else ``~/.cache/pressorpass/tables``. Created with
            the first table.
        max_bytes: the limit for all tables together; by default the environment's
            ``PRESSORPASS_TABLES_MAX``, bytes or a text such as ``500M``, else 2 GiB.

    Raises:
        InputError: ``PRESSORPASS_TABLES_MAX`` cannot be read.
    """

    def __init__(self, directory: Path | str | None = None, max_bytes: int | None = None):
        self.directory = Path(directory) if directory is not None else default_directory()
        self.max_bytes = default_bytes() if max_bytes is None else max_bytes

    def find(
        self,
        position: Position,
        board: Board,
        play_rules: PlayRules,
        grid: int | None = None,
        *,
        between: bool = False,
    ) -> StoredTable | None:
        """Return the table with the lowest cap that answers this position, or None; update the time of its last use.

        With ``grid`` the table is on that grid. With ``between`` the position's scores may lie between the table's, if
        none is above the highest. With ``cap=auto`` any cap will do that suffices for these scores, whatever
        ``play_rules.cap``. A file that cannot be used is skipped and logged.
        """
        try:
            key = key_of(position, board, play_rules, grid)
        except TableError:
            return None
        folder, only_cap = self.directory / digest_of(key), play_rules.rules.cap
        scores = [np.array(position.contestants[seat].score) for seat in position.still_in]
        names = (path.stem for path in list_files(folder, SUFFIX))
        for cap in sorted(int(name) for name in names if re.fullmatch("[0-9]{1,9}", name)):
            if only_cap not in (None, cap):
                continue
            table = _read_sound(folder / f"{cap}{SUFFIX}", key)
            if table is None or not (table.spans(position) if between else table.covers(position)):
                continue
            if only_cap is not None or table.cap_suffices(*scores):
                with suppress(OSError):  # a read-only directory
                    if time.time() - table.path.stat().st_mtime > USED_WITHIN_SECONDS:
                        os.utime(table.path)
                return table
        return None

    def keep(
        self,
        position: Position,
        board: Board,
        play_rules: PlayRules,
        table: SolvedTable,
        grid: int | None = None,
    ) -> Path:
        """Store the table of a position's configuration, replacing any that was there.

        Tables on a grid are estimates, for which the cap need only be roughly sufficient. Otherwise, with
        ``cap=auto``, scores are left out at which ``play_rules.cap`` might change an answer by more than
        1e-6 even beside two scores of $0: maps may show the others, but positions are only answered to 1e-9.
        The least recently used tables make room.

        Raises:
            TableError: such a table is never stored, there is no room, or writing fails.
        """
        key, cap = key_of(position, board, play_rules, grid), play_rules.cap
        if play_rules.rules.cap is None and grid is None:
            sums = relevant_sum(position, board, play_rules, FOR_MAPS)
            if sums is None or 2 * cap < sums:
                raise TableError(f"A cap of ${cap:,} is too low for a table with cap=auto.")
            table = table.up_to(2 * cap - sums)
        negligible = NEGLIGIBLE if grid is None else FOR_ESTIMATES
        relevant = relevant_sum(position, board, play_rules, negligible)
        size = sum(payoffs.nbytes for payoffs in table.by_action.values())
        if size > self.max_bytes:
            raise TableError(f"The table takes {size_text(size)}; the store has room for {size_text(self.max_bytes)}.")
        path = self.directory / digest_of(key) / f"{cap}{SUFFIX}"
        try:
            for folder in self.directory.glob(FOLDER):
                array_file.remove_abandoned(folder)
            array_file.make_room(self._paths(), self.max_bytes - size)
            answer_table.write(path, key, cap, relevant, table)
            # Other processes may have stored tables meanwhile.
            array_file.make_room(self._paths(), self.max_bytes, path)
        except OSError as error:
            raise TableError(f"The table cannot be stored in {self.directory}: {error.strerror or error}.") from None
        return path

    def list(self) -> list[StoreEntry]:
        """Return every table, most recently used first, and unusable files with the reason."""
        entries = []
        for path in self._paths():
            with suppress(OSError):  # removed by another process
                entries.append(_entry(path))
        return sorted(entries, key=lambda entry: -entry.used)

    def clear(self) -> int:
        """Remove every table; return their number."""
        count = sum(array_file.remove(path) for path in self._paths())
        for folder in self.directory.glob(FOLDER):
            array_file.remove_abandoned(folder)
        return count

    def _paths(self) -> Iterator[Path]:
        return self.directory.glob(f"{FOLDER}/*{SUFFIX}")


def open_table(store: Store, position: Position, board: Board, rules: Rules, unit: int) -> StoredTable | None:
    """Return the stored table that has a position's scores at a unit, whatever the unit of the rules; None without one."""
    return store.find(position, board, PlayRules(rules.seated(position.mover_seat), unit, rules.cap or 0))


def best_table(store: Store, position: Position, board: Board, rules: Rules) -> StoredTable | None:
    """Return the best stored table for what-ifs whose scores and cap suffice for a position."""
    play_rules = rules_for_what_ifs(position, rules, 0)
    tables = (store.find(position, board, play_rules, grid, between=True) for grid in (None, *TABLE_GRIDS))
    return next(filter(None, tables), None)


def rules_for_what_ifs(position: Position, rules: Rules, cap: int) -> PlayRules:
    """Return the rules of tables for what-ifs: exact to the dollar unless the rules have a unit."""
    return PlayRules(rules.seated(position.mover_seat), rules.unit or 1, rules.cap if rules.cap is not None else cap)


def default_directory() -> Path:
    own = os.environ.get("PRESSORPASS_TABLES")
    if own:
        return Path(own).expanduser()
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "pressorpass" / "tables"


def default_bytes() -> int:
    """Return the default size limit of a store. Raises InputError."""
    text = os.environ.get("PRESSORPASS_TABLES_MAX", "").strip()
    if not text:
        return DEFAULT_BYTES
    match = re.fullmatch(r"([0-9]{1,15})\s*([KMGT]?)(?:i?B)?", text, re.IGNORECASE)
    if match is None:
        raise InputError("PRESSORPASS_TABLES_MAX takes bytes, or a size such as 500M or 2G.")
    return int(match[1]) << 10 * " KMGT".index(match[2].upper() or " ")


def _read_sound(path: Path, key: dict[str, Any]) -> StoredTable | None:
    """Return the table in a file; None, and a line in the log, if there is no usable one."""
    try:
        table = answer_table.read(path)
        if table.key != key or str(table.cap) != path.stem:
            raise TableError(f"{path.name} is not the table its name says it is.")
        return table
    except (OSError, TableError) as error:
        if not isinstance(error, FileNotFoundError):
            log.warning("A table in %s is ignored: %s", path.parent, error)
        return None


def _entry(path: Path) -> StoreEntry:
    state, table, reason = path.stat(), None, None
    try:
        table = answer_table.read(path, check=False)
        if (version := table.key.get("engine")) != ENGINE_VERSION:
            table, reason = None, f"It was made by engine {version}; this is engine {ENGINE_VERSION}."
    except TableError as error:
        reason = str(error)
    return StoreEntry(path, array_file.size_of(path), state.st_mtime, table, reason)
