"""What the kernel needs of ``_boxes.pyx``."""

from libc.stdint cimport int32_t, int64_t, uint8_t

cdef enum:
    SIDES = 3  # axes of the box of scores
    TRACKS = 4  # of each axis: the scores from $0 or from the entered score on, and those two alone
    FROM_ZERO = 0
    FROM_ENTRY = 1
    AT_ZERO = 2
    AT_ENTRY = 3
    PATTERNS = 64  # which track the score of each axis is on: 1 * A's + 4 * B's + 16 * C's
    ORDERS = 27


# What a spin may lead to: a sum without another spin, a Whammy, or a Whammy off.
cpdef enum:
    SUM = 0
    WHAMMY = 1
    WHAMMY_OFF = 2


cdef struct Box:  # the cells of one configuration and pattern: a range of each axis's track
    int32_t low[3]
    int32_t high[3]
    int64_t cells  # 0 where none is needed


cdef struct Runs:  # pieces of a row on which the order of the three scores is the same
    int count
    int start[6]
    int order[5]


cdef inline int track_of(int pattern, int axis) noexcept nogil:
    return pattern >> 2 * axis & 3


cdef inline int with_track(int pattern, int axis, int track) noexcept nogil:
    return (pattern & ~(3 << 2 * axis)) | track << 2 * axis


cdef inline int row_axis(int pattern) noexcept nogil:
    """Return the axis that a pattern's rows run along: the first whose score varies, or A."""
    cdef int axis
    for axis in range(SIDES):
        if track_of(pattern, axis) <= FROM_ENTRY:
            return axis
    return 0


cdef inline int order_of(int64_t one, int64_t other) noexcept nogil:
    """Return how two scores compare: 0 for less, 1 for level, 2 for more."""
    return (one > other) - (one < other) + 1


cimport cython


@cython.final
cdef class Tracks:
    cdef readonly object dollars
    cdef list hold
    cdef const int64_t* scores[3]  # of an axis: all tracks one after the other
    cdef int first[3][4]  # where a track starts among them
    cdef int length[3][4]
    cdef int to[3][4]  # the track that a sum leads to
    cdef int shift[3][4]  # and the place on it of the track's first score
    cdef const int32_t[::1] steps  # of each move
    cdef const uint8_t[::1] spins
    cdef int moves
    cdef int least, most  # steps of sums without an extra spin; least > most where there are none
    cdef int least_extra, most_extra
    cdef int longest
    cdef readonly int patterns  # numbers of patterns that may arise
    cdef int at_zero  # the track of $0 after a Whammy
    # By axis and track, and another axis: by that one's place, the first cell at or above its score, and above it.
    cdef const int32_t* at[3][4][3]
    cdef const int32_t* above[3][4][3]

    cdef const int64_t* _scores(self, scores) except NULL
    cdef const int32_t* _places(self, scores, others, side) except NULL
    cdef inline int64_t score(self, int axis, int track, int place) noexcept nogil:
        return self.scores[axis][self.first[axis][track] + place]

    cdef inline void find_runs(
        self, int pattern, int axis, const int* place, int low, int high, Runs* runs
    ) noexcept nogil:
        """Find the runs of a row along ``axis``; ``place`` has the places of the other two scores on their tracks."""
        cdef int one = 1 if axis == 0 else 0
        cdef int other = 1 if axis == 2 else 2
        self.find_runs_between(
            axis, track_of(pattern, axis), self.first[one][track_of(pattern, one)] + place[one],
            self.first[other][track_of(pattern, other)] + place[other], low, high, runs,
        )

    cdef void find_runs_between(self, int axis, int track, int y, int z, int low, int high, Runs* runs) noexcept nogil
    cdef bint narrow(self, int pattern, int order, Box* box) noexcept nogil
    cdef void _raise(self, int pattern, int axis, int other, bint above, Box* box) noexcept nogil
    cdef void _lower(self, int pattern, int axis, int other, bint level, Box* box) noexcept nogil


@cython.final
cdef class Boxes:
    cdef Box* box  # [configurations][patterns]
    cdef readonly int count

    cdef bint add(self, int k, int pattern, const Box* box) noexcept nogil
    cdef bint _close(self, Tracks tracks, int k, int pattern, int mover, int spin, const int32_t* passes) noexcept nogil
    cdef void _follow(
        self, Tracks tracks, int k, int pattern, int mover, int kind, Boxes target, const int32_t* numbers
    ) noexcept nogil
