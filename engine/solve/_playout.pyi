"""Types of the compiled module ``_playout.pyx``; what they mean is documented there."""

from typing import Any

import numpy as np
import numpy.typing as npt

from ._cube_values import CubeValues
from ._spin import Doubles, Int32, KernelSpin
from .kernel_rules import KernelPosition, KernelRules

PRESS: int
PASS: int

Bytes = npt.NDArray[np.uint8]

class Player:
    def __init__(
        self,
        stages: tuple[KernelSpin, KernelSpin],
        second_from: int,
        scores: npt.NDArray[np.int64],
        options: KernelRules,
        sums: list[Int32],
        cap: int,
        values: CubeValues,
        ends: Doubles,
        fourth: Doubles,
        tolerance: float,
    ) -> None: ...
    def value(self, position: KernelPosition) -> tuple[float, float, float]: ...
    def run(
        self,
        root: KernelPosition,
        action: int,
        seed: int,
        first: int,
        count: int,
        aims: tuple[float, ...],
        stop: bytearray,
    ) -> dict[str, Any]: ...
