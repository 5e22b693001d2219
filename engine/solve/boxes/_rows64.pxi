# The inner loops in double precision. Included by the kernel.

import numpy as np

from libc.stdint cimport int32_t

from ..processors import vectors

ctypedef double real
PRECISION = np.float64

cdef extern from "rows.h":
    int vectors_in_use "vectors"
    int vectors_widest()
    void rows_sum "rows64_sum"(
        real* acc, long width, const real** row, const long* stride, const real* weight, int taps, long n, int planes
    ) nogil
    void rows_prefer "rows64_prefer"(
        real* best, long width, const real* other, long stride, const real* key, real tolerance, long n, int planes
    ) nogil
    void rows_settle_cell "rows64_settle_cell"(
        real* v, long width, const real* other, long stride, long i, const real* key, real tolerance, int planes
    ) nogil
    ctypedef struct Landings "rows64_landings":
        pass
    Landings* new_landings "rows64_new_landings"(
        int most, const int32_t* tap, const real* weight, int taps, const int32_t* option, const int32_t* first,
        const real* chance, int landings, const real* key, real tolerance
    ) nogil
    void free_landings "rows64_free_landings"(Landings* spin) nogil
    void rows_press "rows64_press"(
        real* acc, long width, const real** row, const long* stride, Landings* spin, long n, int planes
    ) nogil
    void rows_climb "rows64_climb"(
        real* v, long width, const int* shift, const real* weight, int taps, long to, int step, const real* other,
        long stride, const real* key, real tolerance, int planes
    ) nogil

vectors_in_use = vectors(vectors_widest())
