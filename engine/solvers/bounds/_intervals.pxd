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


cdef inline double widest_of(const double* bound) noexcept nogil:
    return max(bound[3] - bound[0], max(bound[4] - bound[1], bound[5] - bound[2]))


cdef inline int choose_interval(
    const double** rows, int count, int mover, uint8_t* candidates, double* result
) noexcept nogil:
    """Find the interval of a decision over ``rows``, in order of preference; mark the candidates.

    Returns how many branches may be the best one.
    """
    cdef int k, seat
    cdef int found = 0
    cdef double low = -1
    cdef double high = -1
    cdef const double* row
    for k in range(count):
        low = max(low, rows[k][mover])
        high = max(high, rows[k][3 + mover])
    for k in range(count):
        candidates[k] = False
    for k in range(count):
        row = rows[k]
        if row[3 + mover] < low - SURELY_LESS:
            continue
        candidates[k] = True
        if found == 0:
            for seat in range(6):
                result[seat] = row[seat]
        else:
            for seat in range(3):
                result[seat] = min(result[seat], row[seat])
                result[3 + seat] = max(result[3 + seat], row[3 + seat])
        found += 1
        if row[mover] >= high - SURELY_EQUAL:
            break  # nothing after it is ever preferred
    if found > 1:
        result[mover] = max(result[mover], low - SURELY_LESS)
    return found


cdef inline void tighten_interval(double* bound, double rounding, bint at_least, bint at_most) noexcept nogil:
    """Widen by what arithmetic may have lost, then use that the three sum to 1 at least, or at most."""
    cdef int seat
    cdef double rest
    for seat in range(3):
        bound[seat] = max(0.0, bound[seat] * (1.0 - rounding))
        bound[3 + seat] = min(1.0, bound[3 + seat] * (1.0 + rounding))
    if at_least:
        for seat in range(3):
            rest = bound[3 + (seat + 1) % 3] + bound[3 + (seat + 2) % 3]
            rest = 1.0 if rest == 0 else 1.0 - rest - 4 * UNIT_ROUNDING
            if rest > bound[seat]:
                bound[seat] = rest
    if at_most:
        for seat in range(3):
            rest = bound[(seat + 1) % 3] + bound[(seat + 2) % 3]
            rest = 1.0 if rest == 0 else 1.0 - rest + 4 * UNIT_ROUNDING
            if rest < bound[3 + seat]:
                bound[3 + seat] = rest
