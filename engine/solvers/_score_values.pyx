"""Simplex interpolation in a table of score values: within one order of the scores, never across.

Contestants are ordered by rising scores, those out first and tied ones by seat. The scores of one order are cut
into tetrahedra (Kuhn's: within a cell of the table, those of one order of the fractions), none of which reaches across
an order.
"""

import numpy as np

cimport cython
from libc.stdint cimport int32_t, int64_t

cdef enum:
    SEATS = 3
    OUT = 4  # Whammies
    LANES = 80  # Whammies of the lowest (0 to 4), then of the two others (0 to 3)


@cython.final
cdef class ScoreTable:
    """Chances to win by scores and Whammies.

    Args:
        apart: float32 [orders of seats, 80, n, n, n, 3], for three different scores, rising; where two are equal, the
            limit of the values beside them. 1 order instead of 6 if the order of the seats does not matter.
        low_level: float32 [orders, 80, n, n, 3], where the two lower scores are tied.
        high_level: float32 [orders, 80, n, n, 3], where the two higher scores are tied.
        level: float32 [80, n, 3], where all scores are tied.
        step: dollars between the points.
    """

    def __init__(
        self, const float[:, :, :, :, :, ::1] apart, const float[:, :, :, :, ::1] low_level,
        const float[:, :, :, :, ::1] high_level, const float[:, :, ::1] level, double step,
    ):
        self.hold = (apart, low_level, high_level, level)
        self.apart, self.low_level = &apart[0, 0, 0, 0, 0, 0], &low_level[0, 0, 0, 0, 0]
        self.high_level, self.level = &high_level[0, 0, 0, 0, 0], &level[0, 0, 0]
        self.points, self.by_seats, self.step = <int>apart.shape[2], apart.shape[0] > 1, step

    def values(self, const int64_t[:, ::1] scores, const int32_t[:, ::1] whammies):
        """Return the chances of the seats, float64 [m, 3].

        Args:
            scores: int64 [m, 3], by seat. whammies: int32 [m, 3], by seat; at most one seat is out.
        """
        payoffs = np.empty((scores.shape[0], SEATS))
        cdef double[:, ::1] value = payoffs
        cdef Py_ssize_t i
        with nogil:
            for i in range(scores.shape[0]):
                self.read(&scores[i, 0], &whammies[i, 0], &value[i, 0])
        return payoffs

    cdef void read(self, const int64_t* score, const int32_t* whammies, double* value) noexcept nogil:
        """Write the chances of the seats to ``value`` [3]."""
        cdef int[3] seat = [0, 1, 2]
        cdef int[3] at
        cdef int[3] along = [0, 1, 2]  # the axes, from the largest fraction to the smallest
        cdef double[3] part
        cdef long[3] stride
        cdef double x, weight
        cdef const float* corner
        cdef int i, j, lane, order, p, dimensions
        cdef long n = self.points
        cdef bint low, high
        for i in range(1, SEATS):  # the seats by rising scores
            j = i
            while j and comes_before(seat[j], seat[j - 1], score, whammies):
                seat[j], seat[j - 1] = seat[j - 1], seat[j]
                j -= 1
        for i in range(SEATS):
            x = min(max(0.0, score[seat[i]] / self.step), <double>(n - 1))
            at[i] = min(<int>x, <int>n - 2)
            part[i] = x - at[i]
        lane = 16 * whammies[seat[0]] + 4 * whammies[seat[1]] + whammies[seat[2]]
        order = 2 * seat[0] + (seat[1] > seat[2]) if self.by_seats else 0
        low = score[seat[0]] == score[seat[1]] and whammies[seat[0]] < OUT
        high = score[seat[1]] == score[seat[2]]
        if low and high:
            corner = self.level + lane * n * SEATS
            dimensions = 1
        elif low or high:
            corner = (self.low_level if low else self.high_level) + (order * LANES + lane) * n * n * SEATS
            dimensions = 2
            if low:
                at[1], part[1] = at[2], part[2]
        else:
            corner = self.apart + (order * LANES + lane) * n * n * n * SEATS
            dimensions = 3
        x = SEATS
        for i in range(dimensions - 1, -1, -1):
            stride[i] = <long>x
            x *= n
            corner += at[i] * stride[i]
        for i in range(1, dimensions):  # of equal fractions the higher score's first, to keep the order of the scores
            j = i
            while j and part[along[j]] >= part[along[j - 1]]:
                along[j], along[j - 1] = along[j - 1], along[j]
                j -= 1
        for p in range(SEATS):
            value[seat[p]] = (1 - part[along[0]]) * corner[p]
        for i in range(dimensions):
            corner += stride[along[i]]
            weight = part[along[i]] - (part[along[i + 1]] if i + 1 < dimensions else 0.0)
            if weight > 0:
                for p in range(SEATS):
                    value[seat[p]] += weight * corner[p]


cdef inline bint comes_before(int one, int other, const int64_t* score, const int32_t* whammies) noexcept nogil:
    """Return whether a seat comes before another: out, or with a lower score; tied ones by seat."""
    if (whammies[one] == OUT) != (whammies[other] == OUT):
        return whammies[one] == OUT
    return score[one] < score[other] or (score[one] == score[other] and one < other)
