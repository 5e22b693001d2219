"""Types of the compiled module ``_frame.pyx``; what they mean is documented there."""

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]

class FrameRules:
    pass_first: Ints
    pass_targets: Ints
    orders: Ints
    early: npt.NDArray[np.uint8]
    def __init__(
        self,
        mover: Ints,
        spin: Ints,
        spent: Ints,
        whammy: Ints,
        fourth: Ints,
        passes: Ints,
        cycles: tuple[Ints, Ints, Ints, int] | None = None,
    ) -> None: ...
