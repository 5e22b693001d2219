"""Types of the compiled module ``_grid_values.pyx``; what they mean is documented there."""

import numpy as np
import numpy.typing as npt

from ._spin import Int32
from .dense._cells import Cells, Tracks

class GridValues:
    def __init__(
        self,
        *,
        scores: list[tuple[Tracks, list[Int32]]],
        levels: Int32,
        seats: Int32,
        keys: npt.NDArray[np.uint64],
        frames: Int32,
        numbers: Int32,
        lanes: npt.NDArray[np.int8],
        places: list[tuple[Cells, npt.NDArray[np.int64]] | None],
        values: npt.NDArray[np.float32] | npt.NDArray[np.float64],
        planes: int,
        counted: int,
    ) -> None: ...
