"""Types of the compiled modules ``_kernel32.pyx`` and ``_kernel64.pyx``; what they mean is documented in ``_kernel.pyx.tp``."""

from typing import Any

import numpy as np
import numpy.typing as npt

from ._cells import Cells, Tracks
from ._frame import FrameRules

PRECISION: type[np.floating[Any]]
WIDEST_VECTORS: int

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Reals = npt.NDArray[Any]

class Rows: ...

class Block(Rows):
    floors: list[Rows]
    def __init__(
        self, tracks: Tracks, cells: Cells, memory: Reals, first: Longs, planes: int, shared: Block | None = None
    ) -> None: ...
    def add_floors(self, boxes: Ints, memory: Reals, first: Longs) -> None: ...
    def all_scores(self, k: int) -> Reals: ...

class DollarEnd(Rows):
    def __init__(self, tracks: Tracks, shares: Reals, axis_of: Ints, scale: float, bonus: float) -> None: ...

class OrderEnd(Rows):
    def __init__(self, tracks: Tracks, shares: Reals, out: Bytes, planes: int) -> None: ...

class Front:
    def __init__(self, own: Block) -> None: ...

class SpinRows:
    def __init__(
        self,
        *,
        terms: Ints,
        weights: Reals,
        spent: int,
        chances: Reals,
        first: Ints,
        options: Ints,
        mixed_first: Ints,
        mixed_rows: Ints,
        mixed_weights: Reals,
    ) -> None: ...

class Game:
    def __init__(
        self,
        *,
        spin: SpinRows,
        planes: int,
        seats: Ints,
        scale: float,
        bonus: float,
        leads: Longs,
        by_lead: Bytes,
        tolerance: float,
        in_cycles: float,
        convergence: float,
        slow: int,
        roughly: bool,
    ) -> None: ...

class Lane:
    def __init__(
        self,
        *,
        rules: FrameRules,
        own: Block,
        below: list[Rows | None],
        after_whammy: list[Rows | None],
        after_whammy_off: list[Rows | None],
        last_whammy: Bytes,
        staying: npt.NDArray[np.float64],
    ) -> None: ...

class Sweep:
    def __init__(self, game: Game, lane: Lane) -> None: ...
    def run(self, front: Front, stop: bytearray) -> None: ...
