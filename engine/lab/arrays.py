"""The kinds of arrays in the lab, for type hints."""

import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Shorts = npt.NDArray[np.int16]
Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
