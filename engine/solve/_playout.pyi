"""Types of the compiled module ``_playout.pyx``; what they mean is documented there."""

from typing import Any

import numpy as np
import numpy.typing as npt

from ._reach import Axes, Ranges

PRESS: int
PASS: int

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Doubles = npt.NDArray[np.float64]

def config_key(spins: tuple[tuple[int, int], ...], up: int, out: int) -> int: ...

class Player:
    def __init__(
        self,
        play: tuple[Any, ...],
        sums: list[Ints],
        gives_spin: Bytes,
        cap: int,
        spin: tuple[Any, ...],
        axes: Axes,
        seats: Ints,
        tracks: list[Ints],
        seatings: Ints,
        keys: npt.NDArray[np.uint64],
        frames: Ints,
        numbers: Ints,
        lanes: npt.NDArray[np.int8],
        places: list[tuple[Ranges, Longs] | None],
        values: npt.NDArray[Any],
        planes: int,
        ends: Doubles,
        tolerance: float,
    ) -> None: ...
    def value(self, position: tuple[Any, ...]) -> tuple[float, float, float]: ...
    def run(
        self,
        root: tuple[Any, ...],
        action: int,
        seed: int,
        first: int,
        count: int,
        aims: tuple[float, ...],
        stop: Bytes,
    ) -> dict[str, Any]: ...
