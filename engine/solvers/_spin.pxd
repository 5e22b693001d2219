"""One spin of the board, and the scores it moves along, as every kernel reads them."""

from libc.stdint cimport int32_t, int64_t, uint8_t

cpdef enum:
    # Parts of an option that are no moves: the only numbers of these two.
    WHAMMY_OFF = -1
    WHAMMY = -2


cdef struct SpinData:  # as ``KernelSpin`` says
    int moves
    const uint8_t* gives_spin
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


cdef struct ScoreData:  # as ``KernelScores`` says
    const int64_t* dollars[3]
    const int32_t* next[3]
    const uint8_t* order[3]
    int count[3]
    int zero[3]


cdef class KernelSpin:
    cdef SpinData data
    cdef object _hold


cdef class KernelScores:
    cdef ScoreData data
    cdef object _hold
