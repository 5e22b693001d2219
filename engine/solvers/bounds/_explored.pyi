"""Types of the compiled module ``_explored.pyx``; what they mean is documented there."""

import numpy as np
import numpy.typing as npt

from .._spin import KernelScores, KernelSpin
from ..kernel_rules import KernelRules

class Explored:
    def __init__(
        self,
        *,
        stages: tuple[KernelSpin, KernelSpin],
        arises: npt.NDArray[np.uint8],
        second_from: int,
        scores: KernelScores,
        options: KernelRules,
        offers: bool,
        step: float,
        memory: int,
        stop: bytearray,
    ) -> None: ...
