"""The cube kernel in single precision: half the memory, answers to about 1e-6."""

import numpy as np

ctypedef float real
PRECISION = np.float32

cdef extern from "lanes.h":
    void lanes_sum "lanes32_sum"(real* acc, const real** rows, const real* weight, int taps, long n) nogil
    void lanes_add "lanes32_add"(real* acc, const real* row, real weight, long n) nogil
    void lanes_prefer "lanes32_prefer"(
        real* best, const real* other, int up, real tol, long cells, int lanes, int planes
    ) nogil
    void lanes_spread "lanes32_spread"(real* acc, const real* cell, real weight, long cells, long n) nogil
    void lanes_gather "lanes32_gather"(
        real* row, const real** start, const long* stride, const long* width, long first, long cells, int lanes,
        real never
    ) nogil

include "_cubes.pxi"
