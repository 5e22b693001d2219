"""Types of the compiled module ``_spin.pyx``; what they mean is documented there."""

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Doubles = npt.NDArray[np.float64]
Int32 = npt.NDArray[np.int32]

MAX_SCORES: int
WHAMMY_OFF: int
WHAMMY: int

class KernelSpin:
    def __init__(
        self,
        *,
        gives_spin: Bytes,
        leads: Bytes,
        weights: Doubles,
        whammy: Doubles,
        chances: Doubles,
        options: Int32,
        orders: Int32,
        parts: Int32,
        part_moves: Int32,
        part_weights: Doubles,
    ) -> None: ...

class KernelScores:
    def __init__(
        self, dollars: list[npt.NDArray[np.int64]], moves: list[Int32], order: list[Bytes], zero: tuple[int, ...]
    ) -> None: ...
