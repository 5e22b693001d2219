"""The board model for kernels: the landings of one spin, and the scores that they move along."""

from libc.stdint cimport int32_t, int64_t, uint8_t

from ._rules cimport Position

cpdef enum:
    # Parts of an option that are no moves.
    WHAMMY_OFF = -1
    WHAMMY = -2


cdef struct SpinData:  # see ``KernelSpin``
    int moves
    const uint8_t* gives_spin
    const uint8_t* takes_lead
    const double* weights
    int term_count
    const int32_t* terms  # moves with a chance in ``weights``
    double whammy[3]
    int landings
    const double* chances
    const int32_t* options
    int option_count
    int order_count
    const int32_t* orders
    const int32_t* parts
    const int32_t* part_moves
    const double* part_weights


cdef struct ScoreData:  # see ``KernelScores``
    const int64_t* dollars[3]
    const int32_t* next[3]
    const uint8_t* order[3]
    int count[3]
    int zero[3]


cdef inline int place_from(const SpinData* spin, int move, const Position* p) noexcept nogil:
    """Return the index of the score that a move starts from; -1 where the mover leads already and keeps its score.

    That is the mover's own score or, where the slide takes the lead, the best of the others' (all seats then have one
    list of scores).
    """
    cdef int seat
    cdef int top = 0
    if not spin.takes_lead[move]:
        return p.score[p.mover]
    for seat in range(3):
        if seat != p.mover:
            top = max(top, p.score[seat])
    return -1 if p.score[p.mover] > top else top


cdef class KernelSpin:
    cdef SpinData data
    cdef object _hold


cdef class KernelScores:
    cdef ScoreData data
    cdef object _hold
