"""Types of the compiled module ``_reach.pyx``; what they mean is documented there."""

from typing import Any

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]

SUM: int
WHAMMY: int
WHAMMY_OFF: int

class Axes:
    a_first: Ints
    a_length: Ints
    dollars: tuple[Longs, Longs, Longs]
    b_next: Ints
    c_next: Ints
    shift: Ints
    gives_spin: Bytes
    zero_b: int
    zero_c: int
    moves: int
    tracks: int
    longest: int
    size_b: int
    size_c: int
    lines: int
    def __init__(
        self,
        a_first: Ints,
        a_length: Ints,
        dollars: tuple[Any, ...],
        b_next: Ints,
        c_next: Ints,
        shift: Ints,
        zero: tuple[int, int],
        gives_spin: Bytes,
    ) -> None: ...

class Ranges:
    count: int
    lines: int
    def __init__(self, count: int, axes: Axes) -> None: ...
    def add(self, k: int, line: int, lo: int, hi: int) -> None: ...
    def close(self) -> Longs: ...
    def find(self, k: int, line: int, cell: int) -> tuple[int, int, int] | None: ...

class Reach:
    def __init__(self, axes: Axes) -> None: ...
    def close(self, ranges: Ranges, mover: Ints, spin: Ints, passes: Ints) -> None: ...
    def follow(
        self, source: Ranges, numbers: Ints, mover: int, kind: int, target: Ranges, after: Ints, stop: bytearray
    ) -> None: ...
