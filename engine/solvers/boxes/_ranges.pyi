"""Types of the compiled module ``_ranges.pyx``; what they mean is documented there."""

import numpy as np
import numpy.typing as npt

from ._boxes import Tracks

Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]

class Axes:
    scores: Tracks
    a_first: Ints
    a_length: Ints
    dollars: list[Longs]
    moves: int
    tracks: int
    size_b: int
    size_c: int
    lines: int
    def __init__(self, scores: Tracks) -> None: ...

class Ranges:
    count: int
    lines: int
    def __init__(self, count: int, axes: Axes) -> None: ...
    def add(self, k: int, line: int, lo: int, hi: int) -> None: ...
    def add_all(self, k: int, stop: bytearray) -> None: ...
    def sizes(self, stop: bytearray) -> Longs: ...
    def find(self, k: int, line: int, cell: int) -> tuple[int, int, int] | None: ...

class Reach:
    def __init__(self, axes: Axes) -> None: ...
    def close(self, ranges: Ranges, mover: Ints, spin: Ints, passes: Ints, stop: bytearray) -> None: ...
    def follow(
        self, source: Ranges, numbers: Ints, mover: int, kind: int, target: Ranges, after: Ints, stop: bytearray
    ) -> None: ...
