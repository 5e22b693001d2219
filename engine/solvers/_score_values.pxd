"""Declaration of the table of score values, for kernels."""

from libc.stdint cimport int32_t, int64_t


cdef class ScoreTable:
    cdef object hold
    cdef const float* apart
    cdef const float* low_level
    cdef const float* high_level
    cdef const float* level
    cdef int points
    cdef bint by_seats
    cdef double step

    cdef void read(self, const int64_t* score, const int32_t* whammies, double* value) noexcept nogil
