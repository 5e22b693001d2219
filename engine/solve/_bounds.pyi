"""Types of the compiled module ``_bounds.pyx``; what they mean is documented there."""

import numpy as np
import numpy.typing as npt

from ._spin import KernelScores, KernelSpin
from .kernel_rules import KernelPosition, KernelRules

class BoundedSearch:
    expanded: int
    visited: int
    left: int
    full: bool
    def __init__(
        self,
        stages: tuple[KernelSpin, KernelSpin],
        arises: npt.NDArray[np.uint8],
        second_from: int,
        scores: KernelScores,
        options: KernelRules,
        offers: bool,
        split: bool,
        ends: bool,
        step: float,
        rounding: float,
        depth: int,
        memory: int,
        stop: bytearray,
    ) -> None: ...
    def set_root(self, position: KernelPosition) -> bool: ...
    def round(self, threshold: float, most: int) -> None: ...
    def actions(self) -> tuple[list[float] | None, list[float] | None]: ...
