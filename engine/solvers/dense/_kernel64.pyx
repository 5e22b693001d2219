"""The kernel in double precision."""

import numpy as np

cdef extern from *:
    """
    #define REAL double
    #define INT int64_t
    """

ctypedef double real
PRECISION = np.float64

include "_kernel.pxi"
