"""Types of the compiled module ``_components.pyx``; what they mean is documented there."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Int32 = npt.NDArray[np.int32]
Components = tuple[Int32, Int32, npt.NDArray[np.uint8]]

def components(
    first: npt.NDArray[np.int64], targets: Int32, roots: Sequence[int] | None = None, stop: bytearray | None = None
) -> Components: ...
def component_lists(successors: Sequence[Sequence[int]], roots: Sequence[int] | None = None) -> list[list[int]]: ...
