"""What the kernel and playouts need of ``_ranges.pyx``."""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t

from ._boxes cimport Box, Tracks


cdef struct LineRange:  # cells low..high of a line are needed, and stored from cell ``start`` of the configuration
    int32_t start
    int16_t low
    int16_t high


cdef struct Reached:  # a line's range while it may still be widened, so that to widen is to take what is larger
    int16_t below  # END - low, 0 where the line is empty
    int16_t high


cdef struct ConfigRanges:  # the lines of one configuration
    LineRange* line
    Reached* reached
    int first_c, last_c, first_b, last_b  # lines outside this box are empty
    int64_t cells


cimport cython

cdef enum:
    END = 32767


@cython.final
cdef class Axes:
    cdef readonly Tracks scores
    cdef readonly object dollars, a_first, a_length
    cdef int32_t[:, ::1] moves_b, moves_c
    cdef const unsigned char[::1] spins
    cdef int length[2]
    cdef readonly int moves, tracks
    cdef readonly Py_ssize_t size_b, size_c, lines

    cdef Py_ssize_t first_line(self, int pattern) noexcept nogil
    cdef inline Py_ssize_t line(self, Py_ssize_t c, Py_ssize_t b, int track) noexcept nogil:
        return (c * self.size_b + b) * self.tracks + track


@cython.final
cdef class Ranges:
    cdef ConfigRanges* config
    cdef Box* box  # [configurations, patterns], what holds the lines of each
    cdef readonly int count
    cdef readonly Py_ssize_t lines
    cdef Axes axes
    cdef LineRange* memory
    cdef Reached* reached
    cdef int first_c, last_c, first_b, last_b

    cdef void _close(self, ConfigRanges* config, int64_t* sizes, const uint8_t* stop) noexcept nogil
    cdef void _enclose(self, int k) noexcept nogil

    cdef inline void cover(self, int k, int first_c, int last_c, int first_b, int last_b) noexcept nogil:
        """Note that some lines in this box are reached."""
        cdef ConfigRanges* config = &self.config[k]
        config.first_c, config.last_c = min(config.first_c, first_c), max(config.last_c, last_c)
        config.first_b, config.last_b = min(config.first_b, first_b), max(config.last_b, last_b)
        self.first_c, self.last_c = min(self.first_c, first_c), max(self.last_c, last_c)
        self.first_b, self.last_b = min(self.first_b, first_b), max(self.last_b, last_b)

    cdef inline void widen(self, int k, Py_ssize_t c, Py_ssize_t b, int track, int lo, int hi) noexcept nogil:
        """Widen a line's range to hold lo..hi."""
        cdef Reached* line = &self.config[k].reached[self.axes.line(c, b, track)]
        if not line.high:
            self.cover(k, <int>c, <int>c + 1, <int>b, <int>b + 1)
        line.below = max(line.below, <int16_t>(END - lo))
        line.high = max(line.high, <int16_t>hi)
