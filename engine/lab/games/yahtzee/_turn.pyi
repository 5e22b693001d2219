"""Types of the compiled module ``_turn.pyx``; what they mean is documented there."""

import numpy as np
import numpy.typing as npt

Doubles = npt.NDArray[np.float64]
Shorts = npt.NDArray[np.int16]
Bytes = npt.NDArray[np.uint8]

class Sheet:
    def __init__(
        self,
        plus: Shorts,
        minus: Shorts,
        entry: Shorts,
        joker: Shorts,
        boxes: Shorts,
        scores: Shorts,
        face: Shorts,
        jokers: bool,
        bonus: float,
        yahtzee_bonus: float,
    ) -> None: ...
    def solve(
        self, values: Doubles, rows: npt.NDArray[np.int32], places: npt.NDArray[np.uint16], stop: Bytes
    ) -> int: ...
    def turns(self, ends: Doubles, values: Doubles, sign: float, stop: Bytes) -> bool: ...
