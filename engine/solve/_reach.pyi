"""Types of the compiled module ``_reach.pyx``; what they mean is documented there."""

from typing import Any

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int32]

class Reach:
    def __init__(
        self,
        a_first: Ints,
        a_length: Ints,
        dollars: tuple[Any, ...],
        b_next: Ints,
        c_next: Ints,
        shift: Ints,
        zero: tuple[int, int],
        gives_spin: Bytes,
    ) -> None: ...
    def spread(
        self,
        configs: list[tuple[int, int]],
        low_arrays: list[Ints],
        high_arrays: list[Ints],
        passes: Ints,
        after: list[tuple[int, int, Ints, Ints]],
    ) -> None: ...
