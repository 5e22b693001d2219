"""Types of the compiled module ``_outlook.pyx``; what they mean is documented there."""

import numpy as np
import numpy.typing as npt

from ._grid_values import GridValues
from ._score_values import ScoreTable
from ._spin import Doubles, Int32, KernelSpin
from .kernel_rules import KernelPosition, KernelRules

class Outlook:
    def __init__(
        self,
        *,
        stages: tuple[KernelSpin, KernelSpin],
        second_from: int,
        next_spins: int,
        scores: npt.NDArray[np.int64],
        options: KernelRules,
        sums: list[Int32],
        cap: int,
        values: GridValues,
        ends: Doubles,
        scale: float,
        bonus: float,
        fourth: Doubles,
        tolerance: float,
        after: ScoreTable | None,
    ) -> None: ...
    def value(self, position: KernelPosition) -> tuple[float, ...]: ...
