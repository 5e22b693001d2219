"""The cube kernel in single precision: half the memory, answers to about 1e-6."""

import numpy as np

ctypedef float real
PRECISION = np.float32

cdef extern from "rows.h":
    void rows_sum "rows32_sum"(
        real* acc, long width, const real** row, const long* stride, const real* weight, int taps, long n, int planes
    ) nogil
    void rows_choose "rows32_choose"(
        real* acc, long width, const real** row, const long* stride, const int* option, const int* first,
        const real* chance, int landings, const real* key, real tolerance, long n, int planes
    ) nogil
    void rows_prefer "rows32_prefer"(
        real* best, long width, const real* other, long stride, const real* key, real tolerance, long n, int planes
    ) nogil
    void rows_settle_cell "rows32_settle_cell"(
        real* v, long width, const real* other, long stride, long i, const real* key, real tolerance, int planes
    ) nogil
    void rows_climb "rows32_climb"(
        real* v, long width, const int* shift, const real* weight, int taps, long to, int step, const real* other,
        long stride, const real* key, real tolerance, int planes
    ) nogil

include "_cubes.pxi"
