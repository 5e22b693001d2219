import numpy as np
import numpy.typing as npt

class ScoreTable:
    def __init__(
        self,
        apart: npt.NDArray[np.float32],
        low_level: npt.NDArray[np.float32],
        high_level: npt.NDArray[np.float32],
        level: npt.NDArray[np.float32],
        step: float,
    ) -> None: ...
    def values(self, scores: npt.NDArray[np.int64], whammies: npt.NDArray[np.int32]) -> npt.NDArray[np.float64]: ...
