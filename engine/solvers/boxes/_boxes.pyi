"""Types of the compiled module ``_boxes.pyx``; what they mean is documented there."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Place = tuple[int, int, int]

SUM: int
WHAMMY: int
WHAMMY_OFF: int

class Tracks:
    dollars: list[Longs]
    patterns: int
    def __init__(
        self,
        scores: Sequence[Sequence[Sequence[int]]],
        leads_to: Sequence[Sequence[tuple[int, int]]],
        steps: Ints,
        gives_spin: npt.NDArray[np.uint8],
    ) -> None: ...

class Boxes:
    count: int
    def __init__(self, count: int) -> None: ...
    def add_cell(self, k: int, pattern: int, place: Place) -> None: ...
    def sizes(self, stop: bytearray) -> Longs: ...
    def find(self, k: int, pattern: int, place: Place) -> tuple[int, int, int] | None: ...
    def close(self, tracks: Tracks, mover: Ints, spin: Ints, passes: Ints, stop: bytearray) -> None: ...
    def follow(
        self, tracks: Tracks, numbers: Ints, mover: int, kind: int, target: Boxes, after: Ints, stop: bytearray
    ) -> None: ...
