"""Types of the compiled module ``_sweep.pyx``; what they mean is documented there."""

import numpy as np
import numpy.typing as npt

from ._graph import Bytes, Int32, Sets

DONE: int
STOPPED: int

Doubles = npt.NDArray[np.float64]

class Spin:
    def __init__(
        self,
        moves: Int32,
        weights: Doubles,
        whammy: Doubles,
        chances: Doubles,
        options: Int32,
        orders: Int32,
        parts: Int32,
        part_moves: Int32,
        part_weights: Doubles,
    ) -> None: ...

class FrameSweep:
    def __init__(
        self,
        spin: Spin,
        gives_spin: Bytes,
        graph: tuple[Int32 | Bytes, ...],
        order_class: Bytes,
        sets: Sets,
        values: Doubles,
        spent: Doubles,
        below: Doubles,
        whammy_lane: Int32,
        off_lane: Int32,
        fourths: list[Doubles],
        fourth_lanes: list[Int32],
        fourth_slot: Int32,
        ends: Doubles,
        tolerance: float,
    ) -> None: ...
    def run(self, first: int, last: int, scale: float, max_sweeps: int, stop: Bytes) -> int: ...
