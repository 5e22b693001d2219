"""What the cube kernel needs of ``_reach.pyx``."""

from libc.stdint cimport int16_t, int32_t, int64_t


cdef struct LineRange:  # cells low..high of a line are needed, and stored from cell ``start`` of the configuration
    int32_t start
    int16_t low
    int16_t high


cdef struct ConfigRanges:  # the lines of one configuration
    LineRange* line
    int first_c, last_c, first_b, last_b  # lines outside this box are empty
    int64_t cells


cdef struct Runs:  # pieces of a line on which the order of the three scores is the same
    int count
    int start[6]
    int pattern[5]


cimport cython


@cython.final
cdef class Axes:
    cdef readonly object a_first, a_length, dollars, b_next, c_next, shift, gives_spin
    cdef const int32_t[::1] first, length, moves_a
    cdef const int64_t[::1] a_dollars, b_dollars, c_dollars
    cdef const int32_t[:, ::1] moves_b, moves_c
    cdef const unsigned char[::1] spins
    cdef int16_t* bound[4]
    cdef readonly int zero_b, zero_c, moves, tracks, longest
    cdef readonly Py_ssize_t size_b, size_c, lines

    cdef inline Py_ssize_t line(self, Py_ssize_t c, Py_ssize_t b, int track) noexcept nogil:
        return (c * self.size_b + b) * self.tracks + track

    cdef inline void find_runs(
        self, Py_ssize_t c, Py_ssize_t b, int track, int lo, int hi, Runs* runs
    ) noexcept nogil:
        """Pieces of cells lo..hi of a line on which the order of the scores is the same.

        The order is a number from 0 to 26: 9 * (A against B) + 3 * (A against C) + (B against C), each
        0 for less, 1 for level, 2 for more.
        """
        cdef int at_b = self.bound[0][b * self.tracks + track]
        cdef int above_b = self.bound[1][b * self.tracks + track]
        cdef int at_c = self.bound[2][c * self.tracks + track]
        cdef int above_c = self.bound[3][c * self.tracks + track]
        cdef int64_t y = self.b_dollars[b]
        cdef int64_t z = self.c_dollars[c]
        cdef int last = (y > z) - (y < z) + 1
        cdef int i = lo
        cdef int end
        runs.count = 0
        while i < hi:
            end = hi
            if i < at_b:
                end = min(end, at_b)
            elif i < above_b:
                end = min(end, above_b)
            if i < at_c:
                end = min(end, at_c)
            elif i < above_c:
                end = min(end, above_c)
            runs.start[runs.count] = i
            runs.pattern[runs.count] = 9 * ((i >= at_b) + (i >= above_b)) + 3 * ((i >= at_c) + (i >= above_c)) + last
            runs.count += 1
            i = end
        runs.start[runs.count] = hi


@cython.final
cdef class Ranges:
    cdef ConfigRanges* config
    cdef readonly int count
    cdef readonly Py_ssize_t lines
    cdef LineRange* memory
    cdef int first_c, last_c, first_b, last_b

    cdef inline bint widen(
        self, int k, Axes axes, Py_ssize_t c, Py_ssize_t b, int track, int lo, int hi
    ) noexcept nogil:
        """Widens a line's range to hold lo..hi; whether it changed."""
        cdef ConfigRanges* config = &self.config[k]
        cdef LineRange* line = &config.line[axes.line(c, b, track)]
        if line.high <= line.low:
            line.low = lo
            line.high = hi
            config.first_c = min(config.first_c, <int>c)
            config.last_c = max(config.last_c, <int>c + 1)
            config.first_b = min(config.first_b, <int>b)
            config.last_b = max(config.last_b, <int>b + 1)
            self.first_c = min(self.first_c, <int>c)
            self.last_c = max(self.last_c, <int>c + 1)
            self.first_b = min(self.first_b, <int>b)
            self.last_b = max(self.last_b, <int>b + 1)
            return True
        if lo >= line.low and hi <= line.high:
            return False
        line.low = min(lo, line.low)
        line.high = max(hi, line.high)
        return True
