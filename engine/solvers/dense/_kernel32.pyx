"""The kernel in single precision."""

import numpy as np

cdef extern from *:
    """
    #define REAL float
    #define INT int32_t
    """

ctypedef float real
PRECISION = np.float32

include "_kernel.pxi"
