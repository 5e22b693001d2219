"""Arena memory for large arrays: planned beforehand, allocated in one piece, reused by the next solver."""

from __future__ import annotations

import mmap
import os
from bisect import insort
from contextlib import suppress
from typing import Any
from weakref import finalize

import numpy as np
import numpy.typing as npt

from .. import calibration

GRAIN = 16  # every extent starts at a multiple of this many numbers


class FirstFitAllocator:
    """First-fit allocation of pieces of one long array.

    Args:
        guard: numbers left free after each piece.
    """

    def __init__(self, guard: int):
        self.guard = guard
        self.length = 0
        self._free: list[tuple[int, int]] = []  # (start, size), rising, never touching each other
        self._size: dict[int, int] = {}

    def allocate(self, size: int) -> int:
        """Return the start of a piece of at least this size."""
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
        insort(self._free, (start, self._size.pop(start)))
        joined: list[tuple[int, int]] = []
        for begin, size in self._free:
            if joined and sum(joined[-1]) == begin:
                joined[-1] = (joined[-1][0], joined[-1][1] + size)
            else:
                joined.append((begin, size))
        self._free = joined


# At most one unused piece of memory, and how many of its bytes were ever written. A lease may end at any time and in any
# thread, even within `arena_array`, so every access is a single, atomic call of the list.
_kept: list[tuple[mmap.mmap, int]] = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_kept.clear)


class _ArenaLease:
    """Lease on the arena buffer, held by an array and its views; the buffer is reusable once all are collected."""

    def __init__(self, memory: mmap.mmap, numbers: int, dtype: npt.DTypeLike):
        self.__array_interface__ = np.frombuffer(memory, dtype, numbers).__array_interface__


def arena_array(numbers: int, dtype: npt.DTypeLike, limit: int) -> npt.NDArray[Any]:
    """Return an array with arbitrary content, in large pages if possible; only pages that are written to take memory.

    Touching a page for the first time takes longer than computing all its values. So a process keeps the memory of one
    discarded array, up to ``calibration.MAX_KEPT_ARENA_BYTES``, for the next array. Until then the system may reclaim its
    pages. If more than ``limit`` bytes are kept, they are freed first.

    Raises:
        MemoryError: the system has no memory left.
    """
    size = max(1, numbers) * np.dtype(dtype).itemsize
    try:
        memory, written_bytes = _kept.pop()
    except IndexError:
        memory, written_bytes = None, 0
    if memory is None or len(memory) < size or written_bytes > limit:
        del memory  # freed before more is allocated
        memory, written_bytes = map_memory(size), 0
    lease = _ArenaLease(memory, numbers, dtype)
    finalize(lease, _keep, memory, max(written_bytes, size), os.getpid()).atexit = False
    return np.asarray(lease)


def map_memory(size: int) -> mmap.mmap:
    """Return new memory, with room for a longer array next time; pages that are not written to cost nothing."""
    step = max(calibration.MIN_ARENA_BYTES, 1 << size.bit_length() >> 3)
    room = -(-size // step) * step
    try:
        memory = mmap.mmap(-1, room, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except OSError as error:
        raise MemoryError(f"The system has no {size / 2**30:.1f} GiB of memory left.") from error
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with suppress(OSError):  # a system built without large pages
            memory.madvise(mmap.MADV_HUGEPAGE)
    return memory


def _keep(memory: mmap.mmap, written_bytes: int, process: int) -> None:
    """Keep memory for the next array, unless a larger piece is kept already.

    A parent process's memory is not kept: writing to shared pages would copy them.
    """
    if written_bytes > calibration.MAX_KEPT_ARENA_BYTES or process != os.getpid() or not hasattr(mmap, "MADV_FREE"):
        return
    if all(len(buffer) <= len(memory) for buffer, _ in tuple(_kept)):
        with suppress(OSError):  # a system that cannot reclaim the pages: nothing is kept
            memory.madvise(mmap.MADV_FREE)
            _kept[:] = [(memory, written_bytes)]
