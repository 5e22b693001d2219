"""Types of the compiled module ``_search.pyx``; what they mean is documented there."""

import numpy as np
import numpy.typing as npt

from .._spin import KernelScores, KernelSpin
from ..kernel_rules import KernelPosition, KernelRules

class BoundedSearch:
    expanded: int
    visited: int
    left: int
    full: bool
    def __init__(
        self,
        *,
        position: KernelPosition,
        stages: tuple[KernelSpin, ...],
        second_from: int,
        scores: KernelScores,
        options: KernelRules,
        offers: bool,
        split: bool,
        ends: bool,
        rounding: float,
        depth: int,
        memory: npt.NDArray[np.uint8],
        stop: bytearray,
    ) -> None: ...
    def round(self, threshold: float, most: int) -> None: ...
    def actions(self) -> tuple[list[float] | None, list[float] | None]: ...
