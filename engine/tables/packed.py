"""The file of a table: packed, memory-mapped, checksummed brick by brick.

Layout, little-endian: a fixed head (``_HEAD``: magic, format, length and checksum of the
description, checksum of the list of checksums); the description, JSON; a CRC-32 for each brick;
the bricks. A brick holds up to 8 x 8 x 8 neighboring cells, so that one lookup touches one brick
and a plane through the cube few, whichever seat it holds fixed. A cell holds each action's payoffs
as 24-bit numbers: all three seats', or where they sum to 1 only the first two.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from ..solvers.cancel_flag import CancelFlag
from .answer_table import AnswerTable, Box, Dollars, Payoffs, SolvedTable, TableError, dollars_of, enough
from .key import Key

MAGIC = b"PoPtable"
FORMAT = 1
BRICK = 8
ONE = 2**24 - 2  # the code of probability 1
NOTHING = 2**24 - 1  # the code of "no answer at these scores"
NOISE = 1e-5  # sums this close to 1 are 1; chances this far outside 0 to 1 are arithmetic

_HEAD = struct.Struct("<8sIIII")
_LONGEST_DESCRIPTION = 16 * 2**20

Bytes = npt.NDArray[np.uint8]
Codes = npt.NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Description:
    """The description in a table's file.

    Attributes:
        key: the question it answers; its cap is the one used for solving.
        matter: the sum that matters in the rest of the game (``key.matter``), or None.
        dollars: the scores of each seat.
        actions: which of ``press`` and ``pass`` it has.
        seats: payoffs stored; 2 if the third follows from the other two.
        rounding, states: as in ``AnswerTable``.
    """

    key: Key
    matter: int | None
    dollars: tuple[list[int], list[int], list[int]]
    actions: tuple[str, ...]
    seats: int
    rounding: float
    states: int

    @property
    def shape(self) -> tuple[int, int, int]:
        a, b, c = self.dollars
        return len(a), len(b), len(c)

    @property
    def cell_bytes(self) -> int:
        return 3 * self.seats * len(self.actions)

    @property
    def bricks(self) -> tuple[int, int, int]:
        a, b, c = (-(-length // BRICK) for length in self.shape)
        return a, b, c

    @property
    def data_bytes(self) -> int:
        a, b, c = self.shape
        return a * b * c * self.cell_bytes

    def to_bytes(self) -> bytes:
        return json.dumps(
            {
                "parts": self.key.parts,
                "cap": self.key.cap,
                "matter": self.matter,
                "dollars": self.dollars,
                "actions": self.actions,
                "seats": self.seats,
                "rounding": self.rounding,
                "states": self.states,
            },
            separators=(",", ":"),
        ).encode()

    @classmethod
    def from_bytes(cls, text: bytes) -> Description:
        """Read a description. Raises LookupError, TypeError or ValueError for what ``to_bytes`` never writes."""
        data = json.loads(text)
        a, b, c = ([int(score) for score in axis] for axis in data["dollars"])
        found = cls(
            Key(dict(data["parts"]), int(data["cap"])),
            None if data["matter"] is None else int(data["matter"]),
            (a, b, c),
            tuple(data["actions"]),
            int(data["seats"]),
            float(data["rounding"]),
            int(data["states"]),
        )
        if found.actions not in (("press",), ("pass",), ("press", "pass")) or found.seats not in (2, 3):
            raise ValueError("actions or seats")
        if not all(axis and axis[0] >= 0 and axis == sorted(set(axis)) for axis in found.dollars):
            raise ValueError("scores")
        return found


# -- writing ----------------------------------------------------------------------------------


def describe(key: Key, matter: int | None, table: SolvedTable) -> Description:
    """Return the description by which a table is packed. Raises ValueError if its payoffs are not chances."""
    off_one = outside = 0.0
    for payoffs in (table.press, table.passing):
        if payoffs is None:
            continue
        for layer in payoffs:  # one score of seat 1 at a time, to save memory
            known = layer[~np.isnan(layer[..., 0])].astype(np.float64)
            if known.size:
                if not np.isfinite(known).all():
                    raise ValueError("A payoff is missing for some of the three contestants only.")
                off_one = max(off_one, float(np.abs(known.sum(axis=-1) - 1).max()))
                outside = max(outside, float(known.max()) - 1, -float(known.min()))
    if outside > NOISE:
        raise ValueError("Payoffs must be chances from 0 to 1.")
    pair = off_one <= NOISE
    # A code is off by half a step and by the correction that makes three sum to 1; it is read in single precision.
    loss = 3 * outside + (off_one if pair else 0.0) + 3 / ONE
    dollars = tuple([int(score) for score in axis] for axis in table.dollars)
    return Description(
        key,
        matter,
        (dollars[0], dollars[1], dollars[2]),
        tuple(name for name, has in (("press", table.press), ("pass", table.passing)) if has is not None),
        2 if pair else 3,
        table.rounding + loss,
        table.states,
    )


def size_of(description: Description, text: bytes) -> int:
    """Return the bytes of the file of a table whose description is written as ``text``."""
    a, b, c = description.bricks
    return _HEAD.size + len(text) + 4 * a * b * c + description.data_bytes


def write(file: BinaryIO, description: Description, table: SolvedTable, cancel: CancelFlag | None = None) -> None:
    """Write a table to an empty file.

    Raises:
        OSError: the disk is full, or the file cannot be written.
        Cancelled: the flag was set; the file is not finished.
    """
    text = description.to_bytes()
    a, b, c = description.bricks
    sums = np.zeros(a * b * c, "<u4")
    file.seek(_HEAD.size + len(text) + sums.nbytes)
    number = 0
    for slab in _slabs(description, table):
        if cancel is not None:
            cancel.check()
        for y, z in product(range(b), range(c)):
            brick = slab[:, y * BRICK : (y + 1) * BRICK, z * BRICK : (z + 1) * BRICK].tobytes()
            sums[number] = zlib.crc32(brick)
            number += 1
            file.write(brick)
    file.seek(0)
    file.write(_HEAD.pack(MAGIC, FORMAT, len(text), zlib.crc32(text), zlib.crc32(sums.tobytes())))
    file.write(text)
    file.write(sums.tobytes())


def _slabs(description: Description, table: SolvedTable) -> Iterator[Bytes]:
    """Yield the packed cells, one brick's depth of seat 1's scores at a time: [<= 8, n2, n3, cell_bytes]."""
    length, *rest = description.shape
    for first in range(0, length, BRICK):
        part = slice(first, min(first + BRICK, length))
        codes = [
            _codes(payoffs[part], description.seats == 2)
            for payoffs in (table.press, table.passing)
            if payoffs is not None
        ]
        joined = np.concatenate(codes, axis=-1).astype("<u4")
        three_bytes = joined.view(np.uint8).reshape(*joined.shape, 4)[..., :3]
        yield np.ascontiguousarray(three_bytes).reshape(part.stop - part.start, *rest, description.cell_bytes)


def _codes(payoffs: Payoffs, pair: bool) -> Codes:
    """Return 24-bit codes of payoffs [..., 3]; of the first two seats where the three sum to 1."""
    nothing = np.isnan(payoffs[..., :1])
    codes = np.rint(np.clip(np.where(nothing, 0, payoffs), 0, 1).astype(np.float64) * ONE).astype(np.int64)
    if pair:
        # The rest of the sum goes to the largest, so that a chance of 0 stays 0.
        largest = codes.argmax(axis=-1)[..., None]
        left = ONE - codes.sum(axis=-1, keepdims=True)
        np.put_along_axis(codes, largest, np.take_along_axis(codes, largest, -1) + left, -1)
        codes = codes[..., :2]
    return np.where(nothing, NOTHING, codes).astype(np.uint32)


# -- reading ----------------------------------------------------------------------------------


class StoredTable(AnswerTable):
    """A table's file, open for reading; only the parts read are checked, and a damaged file is removed.

    Attributes:
        description: the one in the file.
        bytes: its size.
        cap: where scores stop in the table.

    Args:
        path: the file.

    Raises:
        TableError: it is not a table, has another format, or is damaged.
        OSError: it cannot be opened.
    """

    def __init__(self, path: Path):
        self.path = path
        with path.open("rb") as file:
            self.bytes = os.fstat(file.fileno()).st_size
            if self.bytes < _HEAD.size:
                raise TableError(f"{path.name} is not a table: it is too short.")
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._view = memoryview(self._map)
        magic, version, length, text_sum, sums_sum = _HEAD.unpack_from(self._view)
        if magic != MAGIC:
            raise TableError(f"{path.name} is not a table.")
        if version != FORMAT:
            raise TableError(f"{path.name} has format {version}; this engine reads format {FORMAT}.")
        text = bytes(self._view[_HEAD.size : _HEAD.size + min(length, _LONGEST_DESCRIPTION)])
        if zlib.crc32(text) != text_sum:
            raise self._damaged("its description")
        try:
            self.description = Description.from_bytes(text)
        except (LookupError, TypeError, ValueError, RecursionError):
            raise self._damaged("its description") from None
        if size_of(self.description, text) != self.bytes:
            raise self._damaged("its length")
        a, b, c = self.description.bricks
        first = _HEAD.size + length
        self._data = first + 4 * a * b * c
        self._sums = np.frombuffer(self._view[first : self._data], "<u4")
        if zlib.crc32(self._view[first : self._data]) != sums_sum:
            raise self._damaged("its checksums")
        x, y, z = (dollars_of(axis) for axis in self.description.dollars)
        self.dollars = (x, y, z)
        self.rounding = self.description.rounding
        self.states = self.description.states
        self.cap = self.description.key.cap

    @property
    def key(self) -> Key:
        return self.description.key

    def high_enough(self, *scores: Dollars) -> npt.NDArray[np.bool_]:
        return enough(self.cap, self.description.matter, scores)

    def read(self, box: Box) -> tuple[Payoffs | None, Payoffs | None]:
        ranges = [part.indices(length)[:2] for part, length in zip(box, self.shape, strict=True)]
        packed = np.empty([max(0, stop - start) for start, stop in ranges] + [self.description.cell_bytes], np.uint8)
        touched = [range(start // BRICK, -(-stop // BRICK)) if stop > start else range(0) for start, stop in ranges]
        for brick in product(*touched):
            cells = self._brick(brick)
            inside, target = [], []
            for (start, stop), place, length in zip(ranges, brick, cells.shape, strict=False):
                first = place * BRICK
                inside.append(slice(max(start - first, 0), min(stop - first, length)))
                target.append(slice(max(first - start, 0), min(first + length, stop) - start))
            packed[tuple(target)] = cells[tuple(inside)]
        payoffs = _payoffs(packed, len(self.description.actions), self.description.seats)
        by_action = dict(zip(self.description.actions, np.moveaxis(payoffs, -2, 0), strict=True))
        return by_action.get("press"), by_action.get("pass")

    def verify(self, cancel: CancelFlag | None = None) -> None:
        """Read and check the whole file. Raises TableError if any of it is damaged, Cancelled if ``cancel`` was set."""
        for brick in product(*(range(count) for count in self.description.bricks)):
            if cancel is not None:
                cancel.check()
            self._brick(brick)

    def _brick(self, brick: tuple[int, ...]) -> Bytes:
        """Return the cells of one brick [<= 8, <= 8, <= 8, cell_bytes], checked."""
        i, j, k = brick
        _, n2, n3 = self.shape
        _, rows, columns = self.description.bricks
        a, b, c = (min(BRICK, n - BRICK * at) for at, n in zip(brick, self.shape, strict=True))
        # Bricks are stored one after another; those at the ends are smaller.
        before = BRICK * i * n2 * n3 + a * (BRICK * j * n3 + b * BRICK * k)
        size = self.description.cell_bytes
        first = self._data + before * size
        part = self._view[first : first + a * b * c * size]
        if zlib.crc32(part) != self._sums[(i * rows + j) * columns + k]:
            with suppress(OSError):
                self.path.unlink()  # otherwise it would pass for sound and never be built again
            raise self._damaged("part of its answers")
        return np.frombuffer(part, np.uint8).reshape(a, b, c, size)

    def _damaged(self, what: str) -> TableError:
        return TableError(f"{self.path.name} is damaged: {what} cannot be trusted.")


def _payoffs(packed: Bytes, actions: int, seats: int) -> Payoffs:
    """Return the payoffs [..., action, 3] of packed cells [..., cell_bytes]."""
    three = packed.reshape(*packed.shape[:-1], actions, seats, 3).astype(np.uint32)
    codes = three[..., 0] | three[..., 1] << 8 | three[..., 2] << 16
    values = codes.astype(np.float64)
    payoffs = np.empty((*codes.shape[:-1], 3), np.float32)
    payoffs[..., :seats] = values / ONE
    if seats == 2:
        payoffs[..., 2] = (ONE - values.sum(axis=-1)) / ONE
    payoffs[codes[..., 0] == NOTHING] = np.nan
    return payoffs
