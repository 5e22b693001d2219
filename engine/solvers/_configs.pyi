"""Types of the compiled module ``_configs.pyx``; what they mean is documented there."""

import numpy as np
import numpy.typing as npt

from ._spin import Int32
from .kernel_rules import KernelRules

STOPPED: int
TOO_MANY: int

Uint8 = npt.NDArray[np.uint8]
Keys = npt.NDArray[np.uint64]
Spins = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]

class Closure:
    def __init__(
        self,
        roots: list[tuple[Spins, int, int]],
        options: KernelRules,
        orders: Int32,
        scores: Int32,
        most: int,
        counted: int,
    ) -> None: ...
    def run(self, stop: bytearray) -> int: ...
    def arrays(self) -> tuple[Int32, Keys, Int32, Int32, Int32, Int32, Int32, Int32, Int32]: ...

def spins_of_keys(keys: Keys) -> list[Spins]: ...
def spread_lanes(arising: Keys, spin: Int32, passes: Int32) -> None: ...
def spread_lanes_below(arising: Keys, targets: Int32, numbers: Int32, lanes: int) -> None: ...
