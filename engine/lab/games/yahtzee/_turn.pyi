"""Types of the compiled module ``_turn.pyx``; what they mean is documented there."""

import numpy as np
import numpy.typing as npt

Doubles = npt.NDArray[np.float64]
Shorts = npt.NDArray[np.int16]
Bytes = npt.NDArray[np.uint8]
Rows = npt.NDArray[np.int32]
Places = npt.NDArray[np.uint16]

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
    def solve(self, values: Doubles, rows: Rows, places: Places, stop: bytearray) -> int: ...
    def guided(self, guides: Doubles, ends: Doubles, values: Doubles, sign: float, stop: bytearray) -> bool: ...
    def turns(self, ends: Doubles, values: Doubles, sign: float, stop: bytearray) -> bool: ...

class Player:
    def __init__(
        self,
        sheet: Sheet,
        guide: Doubles,
        bonus: float,
        uniform: bool,
        scoring_first: bool,
        keeps: Shorts | None,
        firsts: Shorts | None,
        preferred: Shorts | None,
    ) -> None: ...
    def follow(
        self,
        values: Doubles,
        believed: Doubles,
        rows: Rows,
        places: Places,
        stop: bytearray,
        only_believed: bool = ...,
    ) -> int: ...
    def choices(self, cards: Rows, places: Places, found: Shorts) -> None: ...
    def play(
        self, cards: Rows, places: Places, faces: Bytes, rolls: Shorts, boxes: Shorts, stop: bytearray
    ) -> bool: ...

def mixed(sheet: Sheet, chances: Doubles, values: Doubles, rows: Rows, places: Places, stop: bytearray) -> int: ...
