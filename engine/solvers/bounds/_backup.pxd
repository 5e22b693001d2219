"""What the bounded search needs of ``_backup.pyx``."""

from libc.stdint cimport int32_t, uint8_t

from .._spin cimport SpinData
from ._explored cimport Explored
from ._pool cimport NodePool

cimport cython


@cython.final
cdef class Backup:
    cdef Explored explored
    cdef NodePool* pool
    cdef const SpinData* spin
    cdef bint split
    cdef bint ends
    cdef double rounding
    cdef double* scratch  # one row of six for each option of a landing
    cdef const double** rows
    cdef uint8_t* candidates

    cdef void set_ends(self) noexcept nogil
    cdef const int32_t* preference(self, int32_t i, int mover) noexcept nogil
    cdef int list_options(self, int landing, const int32_t* order, const int32_t* edges) noexcept nogil
    cdef int choose_option(self, int count, int mover) noexcept nogil
    cdef void press(self, int32_t i, double* bound) noexcept nogil
    cdef bint passing(self, int32_t i, double* bound) noexcept nogil
    cdef double settle(self, int32_t i) noexcept nogil
    cdef double _update(self, int32_t i) noexcept nogil
