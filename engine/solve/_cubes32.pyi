"""Types of the compiled module ``_cubes32.pyx``; what they mean is documented in ``_cubes.pxi``."""

from typing import Any

import numpy as np
import numpy.typing as npt

from ._reach import Axes, Ranges

PRECISION: type[np.floating[Any]]

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Reals = npt.NDArray[Any]

class Block:
    def __init__(self, ranges: Ranges, memory: Reals, first: Longs, planes: int) -> None: ...
    def fill_end(self, axes: Axes, shares: Reals, axis_of: Ints, scale: float, bonus: float) -> None: ...
    def cube(self, axes: Axes, k: int) -> Reals: ...

class Front:
    unproven: bool
    def __init__(self, axes: Axes, own: Block) -> None: ...

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
    def __init__(
        self,
        mover: Ints,
        spin: Ints,
        spent: Ints,
        whammy: Ints,
        fourth: Ints,
        passes: Ints,
        orders: Ints,
        early: Bytes,
        depends: Bytes,
        cycles: Ints,
        cycle: Ints,
        cycle_first: Ints,
    ) -> None: ...

class Sweep:
    def __init__(
        self,
        axes: Axes,
        spin: SpinRows,
        rules: FrameRules,
        planes: int,
        seats: Ints,
        own: Block,
        below: Block,
        hit: list[Block | None],
        last_whammy: Bytes,
        off: list[Block | None],
        scale: float,
        bonus: float,
        staying: npt.NDArray[np.float64],
        leads: npt.NDArray[np.int64],
        by_lead: npt.NDArray[np.uint8],
        tolerance: float,
        still: float,
        roughly: bool,
        proving: bool,
    ) -> None: ...
    def run(self, front: Front, stop: bytearray) -> None: ...
