"""Types of the compiled module ``_turn.pyx``, which has the documentation."""

import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float64]
Bytes = npt.NDArray[np.uint8]

class Turn:
    def __init__(self, goal: int, sides: int, bust: int, slack: float) -> None: ...
    def solve(self, hold: Reals, win: float, choice: Bytes | None = None) -> tuple[Reals, Reals]: ...
    def outcome(self, hold: Reals, win: float, choice: Bytes) -> tuple[float, float]: ...
    def limited_step(
        self, before: Reals, after: Reals, win: float, cost: float, choice: Bytes | None = None
    ) -> None: ...

class Side:
    goal: int
    def __init__(self, values: Reals, threshold: int = 0, guide: Reals | None = None) -> None: ...

def row(turn: Turn, a: Side, b: Side, own: int, first: int, last: int, stop: bytearray) -> None: ...
