"""Types of the compiled module ``_plates32.pyx``; what they mean is documented in ``_plates.pxi``."""

from typing import Any

import numpy as np
import numpy.typing as npt

from ._boxes import Boxes, Tracks

PRECISION: type[np.floating[Any]]

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Reals = npt.NDArray[Any]

class Rows: ...

class Block(Rows):
    def __init__(self, boxes: Boxes, memory: Reals, first: Longs, planes: int) -> None: ...

class EndRows(Rows):
    def __init__(self, tracks: Tracks, shares: Reals, out: Bytes, planes: int) -> None: ...

class Front:
    restless: bool
    unproven: bool
    def __init__(self, tracks: Tracks, own: Block) -> None: ...

class SpinRows:
    def __init__(
        self,
        taps: Ints,
        weights: Reals,
        spent: int,
        chances: Reals,
        first: Ints,
        options: Ints,
        mixed_first: Ints,
        mixed_rows: Ints,
        mixed_weights: Reals,
    ) -> None: ...

class FrameRules:
    def __init__(self, mover: Ints, spin: Ints, spent: Ints, whammy: Ints, fourth: Ints, passes: Ints) -> None: ...

class Sweep:
    def __init__(
        self,
        tracks: Tracks,
        spin: SpinRows,
        rules: FrameRules,
        planes: int,
        seats: Ints,
        own: Block,
        below: Rows | None,
        hit: list[Rows | None],
        last_whammy: Bytes,
        off: list[Rows | None],
        staying: npt.NDArray[np.float64],
        leads: npt.NDArray[np.int64],
        by_lead: npt.NDArray[np.uint8],
        tolerance: float,
        still: float,
        proving: bool,
    ) -> None: ...
    def run(self, front: Front, stop: bytearray) -> None: ...
