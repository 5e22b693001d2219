"""Types of the compiled module ``_cells.pyx``, where each is documented."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]

PATTERNS: int
STANDING: int
SUM: int

class Tracks:
    dollars: list[npt.NDArray[np.int64]]
    lines: int
    steps: Ints
    spins: npt.NDArray[np.uint8]
    parts: Ints
    between: bool
    def __init__(
        self,
        scores: Sequence[Sequence[Sequence[int]]],
        leads_to: Sequence[Sequence[tuple[int, int]]],
        steps: Ints,
        gives_spin: npt.NDArray[np.uint8],
        parts: Ints,
        between: bool,
    ) -> None: ...

class Cells:
    lined: bool
    def __init__(self, count: int, tracks: Tracks, lined: bool) -> None: ...
    def add_cells(self, k: int, pattern: int, low: Sequence[int], high: Sequence[int]) -> None: ...
    def close(self, mover: Ints, spin: Ints, passes: Ints, stop: bytearray) -> None: ...
    def follow(self, numbers: Ints, mover: int, kind: int, target: Cells, after: Ints, stop: bytearray) -> None: ...
    def sizes(self, stop: bytearray) -> npt.NDArray[np.int64]: ...
    def floors(self) -> Ints: ...
    def find(self, k: int, pattern: int, place: Sequence[int]) -> tuple[int, int, int, int] | None: ...
