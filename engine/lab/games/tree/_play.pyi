"""Types of the compiled module ``_play.pyx``; what they mean is documented there."""

import numpy as np
import numpy.typing as npt

def play_games(
    form: int,
    end: float,
    mean: float,
    ratio: float,
    top: float,
    step: float,
    enough: float,
    strategy: int,
    other: int,
    seed: int,
    first: int,
    last: int,
    nodes: int,
    flag: bytearray,
    by_move: npt.NDArray[np.int64],
    sums: npt.NDArray[np.float64],
) -> int: ...
