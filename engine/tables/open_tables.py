"""Tables that a process keeps open: each is mapped and compared with its checksum once, not at every question."""

from __future__ import annotations

import os
import time
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path
from threading import Lock

from .table_file import StoredTable, read

MAX_TABLES = 32  # that stay open; the one used longest ago makes room
USED_WITHIN = 3600.0  # how exactly the time of the last use is known, in seconds

Identity = tuple[int, int, int]  # of a file: inode, size, and time of modification in nanoseconds
Identities = tuple[Identity, Identity]  # of a description and its array


class OpenTables:
    """The tables used last, by the files they were read from.

    A file is the one read before while its inode, its size and its modification time are the same. That of the description is
    the time of the last use, set once an hour at most: one that another process has set costs one more comparison.
    """

    def __init__(self) -> None:
        self._tables: OrderedDict[Path, tuple[Identities, StoredTable]] = OrderedDict()
        self._lock = Lock()

    def read(self, path: Path) -> StoredTable:
        """Return the table of a file. Raises as ``table_file.read``."""
        try:
            identity = _identity(path)
            with self._lock:
                known_stamp, table = self._tables.get(path, (None, None))
                if table is not None and known_stamp == (identity, _identity(table.array_path)):
                    self._tables.move_to_end(path)
                    return table
            table = read(path)
            identities = identity, _identity(table.array_path)
        except Exception:
            with self._lock:
                self._tables.pop(path, None)
            raise
        with self._lock:
            self._tables[path] = identities, table
            self._tables.move_to_end(path)
            paths = list(self._tables)
            removed_paths = [other for other in paths[-MAX_TABLES:] if not other.exists()]
            for other in [*paths[:-MAX_TABLES], *removed_paths]:  # an open file takes up the disk though removed
                del self._tables[other]
        return table

    def use(self, path: Path) -> None:
        """Set the time of a file's last use, if that is more than ``USED_WITHIN`` seconds ago."""
        with suppress(OSError), self._lock:  # a directory that may only be read
            before = _identity(path)
            if time.time() - before[2] / 1e9 < USED_WITHIN:
                return
            os.utime(path)
            known_stamp, table = self._tables.get(path, (None, None))
            if table is not None and known_stamp is not None and known_stamp[0] == before:
                self._tables[path] = (_identity(path), known_stamp[1]), table


def _identity(path: Path) -> Identity:
    state = path.stat()
    return state.st_ino, state.st_size, state.st_mtime_ns
