"""The file of a table: a description and an array of payoffs, which is mapped into memory and read in place.

Layout: ``_HEAD`` (magic, format, and the CRC-32 of all that follows), the description as a line of JSON, and the payoffs
in single precision, little-endian: [action, scores of seat 1, of seat 2, of seat 3, seat], NaN for no answer.
"""

from __future__ import annotations

import json
import os
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from ..solvers.cancel_flag import CancelFlag
from .answer_table import Dollars, Payoffs, SolvedTable, TableError
from .key import Key

MAGIC = b"PoPtable"
FORMAT = 2
NOISE = 1e-5  # chances this far outside 0 to 1 are arithmetic

_HEAD = struct.Struct("<8sII")
_ALIGNED = 64  # bytes: the payoffs begin at a multiple
_MAX_DESCRIPTION = 16 * 2**20


@dataclass(frozen=True)
class StoredTable(SolvedTable):
    """A table in a file.

    Attributes:
        key: the question it answers; its cap is the one used for solving.
        matter: the sum that matters in the rest of the game (``key.matter``); None if no distance from the cap is enough.
        path, bytes: the file and its size.
    """

    key: Key
    matter: int | None
    path: Path
    bytes: int

    @property
    def cap(self) -> int:
        return self.key.cap

    @property
    def grid(self) -> int | None:
        """Dollars between the scores of an estimate; None for an exact table."""
        return self.key.parts.get("grid")

    def high_enough(self, *scores: Dollars) -> npt.NDArray[np.bool_]:
        sufficient = np.full(np.broadcast_shapes(*(np.shape(score) for score in scores)), self.matter is not None)
        for one, other in combinations(scores, 2):  # the distance that two have below the cap together
            sufficient &= np.maximum(self.cap - one, 0) + np.maximum(self.cap - other, 0) >= (self.matter or 0)
        return sufficient


def describe(key: Key, matter: int | None, table: SolvedTable) -> bytes:
    """Return the description of a table as its file has it."""
    text = json.dumps(
        {
            "parts": key.parts,
            "cap": key.cap,
            "matter": matter,
            "dollars": [axis.tolist() for axis in table.dollars],
            "actions": [name for name, _ in _actions(table)],
            "rounding": table.rounding,
            "states": table.states,
        },
        separators=(",", ":"),
    ).encode()
    return text + b" " * (-(_HEAD.size + len(text) + 1) % _ALIGNED) + b"\n"


def size_of(description: bytes, table: SolvedTable) -> int:
    """Return the bytes of a table's file."""
    return _HEAD.size + len(description) + sum(payoffs.nbytes for _, payoffs in _actions(table))


def write(file: BinaryIO, description: bytes, table: SolvedTable, cancel: CancelFlag | None = None) -> None:
    """Write a table to an empty file, and see that it reaches the disk.

    Raises:
        ValueError: its payoffs are not chances.
        OSError: the disk is full, or the file cannot be written.
        Cancelled: the flag was set; the file is not finished.
    """
    file.write(bytes(_HEAD.size))
    file.write(description)
    checksum = zlib.crc32(description)
    for _, payoffs in _actions(table):
        for layer in payoffs:  # one score of seat 1 at a time, to save memory
            if cancel is not None:
                cancel.check()
            chances = _chances(layer).data
            checksum = zlib.crc32(chances, checksum)
            file.write(chances)
    file.seek(0)
    file.write(_HEAD.pack(MAGIC, FORMAT, checksum))
    file.flush()
    os.fsync(file.fileno())


def read(path: Path, *, check: bool = True) -> StoredTable:
    """Return the table of a file.

    Args:
        path: the file.
        check: compare all of it with its checksum; otherwise only the description may be trusted to be one.

    Raises:
        TableError: it is not a table, has another format, or is damaged.
        OSError: it cannot be opened.
    """
    with path.open("rb") as file:
        checksum, description = _read_start(path, file)
        content = np.asarray(np.memmap(file, np.uint8, "r"))
    try:
        if check and zlib.crc32(content[_HEAD.size :].data) != checksum:
            raise ValueError("checksum")
        data = json.loads(description)
        a, b, c = (np.array(axis, np.int64) for axis in data["dollars"])
        payoffs = content[_HEAD.size + len(description) :].view("<f4")
        by_action = dict(zip(data["actions"], payoffs.reshape(-1, len(a), len(b), len(c), 3), strict=True))
        return StoredTable(
            (a, b, c),
            by_action.get("press"),
            by_action.get("pass"),
            float(data["rounding"]),
            int(data["states"]),
            Key(dict(data["parts"]), int(data["cap"])),
            None if data["matter"] is None else int(data["matter"]),
            path,
            len(content),
        )
    except (LookupError, TypeError, ValueError, OverflowError, RecursionError):
        raise TableError(f"{path.name} is damaged, so its answers cannot be trusted.") from None


def _read_start(path: Path, file: BinaryIO) -> tuple[int, bytes]:
    """Return the checksum and the description of an open file. Raises TableError if it is not a table."""
    head = file.read(_HEAD.size)
    if len(head) < _HEAD.size or not head.startswith(MAGIC):
        raise TableError(f"{path.name} is not a table.")
    _, version, checksum = _HEAD.unpack(head)
    if version != FORMAT:
        raise TableError(f"{path.name} has format {version}; this engine reads format {FORMAT}.")
    return checksum, file.readline(_MAX_DESCRIPTION)


def _actions(table: SolvedTable) -> Iterator[tuple[str, Payoffs]]:
    for name, payoffs in (("press", table.press), ("pass", table.passing)):
        if payoffs is not None:
            yield name, payoffs


def _chances(payoffs: Payoffs) -> Payoffs:
    """Return payoffs as chances that lie side by side in memory. Raises ValueError if they are none."""
    missing = np.isnan(payoffs).sum(axis=-1)
    if ((missing != 0) & (missing != payoffs.shape[-1])).any():
        raise ValueError("A payoff is missing for some of the three contestants only.")
    chances = np.ascontiguousarray(np.clip(payoffs, 0, 1), "<f4")
    if (np.abs(chances - payoffs) > NOISE).any():
        raise ValueError("Payoffs must be chances from 0 to 1.")
    return chances
