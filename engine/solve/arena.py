"""Memory for large tables: planned beforehand, taken in one piece, given back at the end."""

from __future__ import annotations

import mmap
from bisect import insort
from typing import Any

import numpy as np
import numpy.typing as npt

GRAIN = 16  # numbers that every extent starts at a multiple of


class Extents:
    """Where pieces of one long array lie; first fit, so that the array stays short.

    Args:
        guard: numbers left free after each piece.
    """

    def __init__(self, guard: int):
        self.guard = guard
        self.length = 0
        self._free: list[tuple[int, int]] = []  # (start, size), rising, never touching each other
        self._size: dict[int, int] = {}

    def allocate(self, size: int) -> int:
        """The start of a piece of at least this size."""
        size = -(-(size + self.guard) // GRAIN) * GRAIN
        for index, (start, room) in enumerate(self._free):
            if room >= size:
                if room > size:
                    self._free[index] = (start + size, room - size)
                else:
                    del self._free[index]
                self._size[start] = size
                return start
        start = self.length
        if self._free and sum(self._free[-1]) == self.length:
            start = self._free.pop()[0]
        self.length = start + size
        self._size[start] = size
        return start

    def free(self, start: int) -> None:
        """Frees a piece."""
        insort(self._free, (start, self._size.pop(start)))
        joined: list[tuple[int, int]] = []
        for begin, size in self._free:
            if joined and sum(joined[-1]) == begin:
                joined[-1] = (joined[-1][0], joined[-1][1] + size)
            else:
                joined.append((begin, size))
        self._free = joined


def reserve(numbers: int, dtype: Any) -> npt.NDArray[Any]:
    """An array of zeros that takes memory only where it is written to, in large pages if there are any."""
    size = max(1, numbers) * np.dtype(dtype).itemsize
    memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        memory.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(memory, dtype)[:numbers]
