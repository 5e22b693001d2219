"""The cube kernel in double precision."""

import numpy as np

ctypedef double real
PRECISION = np.float64

cdef extern from "lanes.h":
    void lanes_sum "lanes64_sum"(real* acc, const real** rows, const real* weight, int taps, long n) nogil
    void lanes_add "lanes64_add"(real* acc, const real* row, real weight, long n) nogil
    void lanes_prefer "lanes64_prefer"(
        real* best, const real* other, int up, real tol, long cells, int lanes, int planes
    ) nogil
    void lanes_spread "lanes64_spread"(real* acc, const real* cell, real weight, long cells, long n) nogil
    void lanes_gather "lanes64_gather"(
        real* row, const real** start, const long* stride, const long* width, long first, long cells, int lanes,
        real never
    ) nogil

include "_cubes.pxi"
