"""Intervals for the three payoffs: six numbers, the lows by seat and then the highs (see ``bounds.search``)."""

from libc.stdint cimport uint8_t

cdef extern from *:
    """
    #define UNIT_ROUNDING 1.2e-16  /* half a unit in the last place of 1, and a little more */
    /* The tolerance of the rules (values so close are equal), seen from either side of rounding. */
    #define SURELY_EQUAL 0.9999e-12
    #define SURELY_LESS 1.0001e-12
    #define STILL 1e-16  /* an interval that moves less, or is narrower, stands still */
    """
    const double UNIT_ROUNDING
    const double SURELY_EQUAL
    const double SURELY_LESS
    const double STILL


cdef inline double width_of(const double* bound) noexcept nogil:
    """Return the width of the widest of the three."""
    return max(bound[3] - bound[0], max(bound[4] - bound[1], bound[5] - bound[2]))


cdef inline void choose_interval(
    const double* rows, int count, int mover, uint8_t* candidates, double* result
) noexcept nogil:
    """Find the interval of a decision over rows of six, in order of preference; mark those that may be the best."""
    cdef int k, place
    cdef int found = 0
    cdef double low = -1
    cdef double high = -1
    cdef const double* row
    for place in range(3):
        result[place], result[3 + place] = 1, 0
    for k in range(count):
        candidates[k] = False
        low = max(low, rows[6 * k + mover])
        high = max(high, rows[6 * k + 3 + mover])
    for k in range(count):
        row = rows + 6 * k
        if row[3 + mover] < low - SURELY_LESS:
            continue
        candidates[k] = True
        for place in range(3):
            result[place] = min(result[place], row[place])
            result[3 + place] = max(result[3 + place], row[3 + place])
        found += 1
        if row[mover] >= high - SURELY_EQUAL:
            break  # nothing after it is ever preferred
    if found > 1:
        result[mover] = max(result[mover], low - SURELY_LESS)


cdef inline void widen(double* bound, double rounding) noexcept nogil:
    """Widen by what arithmetic may have lost, relative to the numbers' size."""
    cdef int seat
    for seat in range(3):
        bound[seat] = bound[seat] * (1.0 - rounding)
        bound[3 + seat] = min(1.0, bound[3 + seat] * (1.0 + rounding))


cdef inline void use_sum(double* bound, bint at_least, bint at_most) noexcept nogil:
    """Shrink by what follows if the three payoffs sum to 1 at least, or at most."""
    cdef int seat
    cdef double others
    for seat in range(3):
        others = bound[3 + (seat + 1) % 3] + bound[3 + (seat + 2) % 3]
        if at_least:
            bound[seat] = max(bound[seat], 1.0 - others - 4 * UNIT_ROUNDING if others else 1.0)
    for seat in range(3):
        others = bound[(seat + 1) % 3] + bound[(seat + 2) % 3]
        if at_most:
            bound[3 + seat] = min(bound[3 + seat], 1.0 - others + 4 * UNIT_ROUNDING if others else 1.0)
