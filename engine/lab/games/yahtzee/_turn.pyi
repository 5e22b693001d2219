"""Types of the compiled module ``_turn.pyx``, which has the documentation."""

import numpy as np
import numpy.typing as npt

Doubles = npt.NDArray[np.float64]
Shorts = npt.NDArray[np.int16]
Rows = npt.NDArray[np.int32]

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
        free: bool,
        bonus: float,
        yahtzee_bonus: float,
    ) -> None: ...
    def solve(self, values: Doubles, mixed: bool, rows: Rows, stop: bytearray) -> int: ...
    def turns(self, ends: Doubles, guides: Doubles | None, values: Doubles, sign: float, stop: bytearray) -> bool: ...

class Player:
    def __init__(
        self, sheet: Sheet, guide: Doubles, auto: bool, keeps: Shorts, firsts: Shorts | None, preferred: Shorts
    ) -> None: ...
    def follow(self, values: Doubles | None, estimates: Doubles | None, rows: Rows, stop: bytearray) -> int: ...
    def choices(self, blocks: Rows, choices_out: Shorts) -> None: ...
