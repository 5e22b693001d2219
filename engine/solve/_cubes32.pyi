"""Types of the compiled module ``_cubes32.pyx``; what they mean is documented in ``_cubes.pxi``."""

from typing import Any

import numpy as np
import numpy.typing as npt

PRECISION: type[np.floating[Any]]
DONE: int
STOPPED: int

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int32]

class CubeSweep:
    def __init__(
        self,
        lanes: int,
        axes: tuple[Any, ...],
        spin: tuple[Any, ...],
        counts: tuple[int, int, int, int],
        seats: Ints,
        offers: bool,
        tolerance: float,
        still: float,
    ) -> None: ...
    def add_table(self, low: Ints, high: Ints, start: npt.NDArray[np.int64]) -> None: ...
    def add_block(self, values: npt.NDArray[Any], table: int) -> None: ...
    def add_gather(self, lanes: list[Any], table: int) -> None: ...
    def add_config(
        self,
        up: int,
        values: npt.NDArray[Any],
        table: int,
        spin: int,
        spent: Ints,
        passes: Ints,
        may_press: Bytes,
        whammy: Ints,
        fourth: Ints,
        off: Ints,
    ) -> None: ...
    def prepare(self, depends: Bytes, early: Bytes) -> None: ...
    def run(self, first_c: int, last_c: int, stop: Bytes) -> int: ...
