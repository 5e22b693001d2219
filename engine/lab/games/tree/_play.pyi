"""Types of the compiled module ``_play.pyx``; what they mean is documented there."""

import numpy as np
import numpy.typing as npt

def play_games(
    form: int,
    end: float,
    ends: npt.NDArray[np.float64],
    mean: float,
    ratio: float,
    shares: npt.NDArray[np.float64],
    top: float,
    step: float,
    enough: float,
    kind: int,
    reach: int,
    other_kind: int,
    other_reach: int,
    seed: int,
    first: int,
    last: int,
    nodes: int,
    flag: bytearray,
    by_move: npt.NDArray[np.int64],
    sums: npt.NDArray[np.float64],
) -> int: ...
