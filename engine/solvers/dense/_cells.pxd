"""Declarations of ``_cells.pyx`` for the kernel and playouts."""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t

cdef enum:
    AXES = 3
    TRACKS = 4  # of each axis: scores from $0 up, scores from the entered score up, $0 alone, the entered score alone
    FROM_ZERO = 0
    FROM_ENTRY = 1
    AT_ZERO = 2
    AT_ENTRY = 3
    ORDERS = 27
    RANGE_LIMIT = 32767


cpdef enum:
    PATTERNS = 64  # a pattern is the track of each axis: A's + 4 * B's + 16 * C's
    FIXED_SCORES = 42  # bits of a pattern that mark tracks of a single score


cpdef enum:
    SUM = 0  # a sum without an extra spin; the other results of a spin are in ``_spin.pxd``


cdef struct Box:  # the cells of one configuration and pattern: a range of each axis's track
    int32_t low[3]
    int32_t high[3]
    int64_t cells  # 0 if none is needed


cdef struct LineRange:  # the needed cells of a line, low..high, stored from cell ``start`` of the configuration
    int32_t start
    int16_t low
    int16_t high


cdef struct PackedRange:  # range under construction, encoded so that widening is an element-wise max
    int16_t below  # RANGE_LIMIT - low, 0 where the line is empty
    int16_t high


cdef struct ConfigLines:  # the lines of one configuration
    LineRange* line
    PackedRange* reached
    int first_c, last_c, first_b, last_b  # lines outside this box are empty
    int64_t cells


cdef struct Runs:  # maximal runs of cells of a row with one order of the three scores
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
    for axis in range(AXES):
        if track_of(pattern, axis) <= FROM_ENTRY:
            return axis
    return 0


cdef inline int order_of(int64_t a, int64_t b) noexcept nogil:
    """Return 0 if a < b, 1 if a == b, 2 if a > b."""
    return (a > b) - (a < b) + 1


cimport cython


@cython.final
cdef class Tracks:
    cdef readonly object dollars
    cdef list hold
    cdef const int64_t* scores[3]  # of an axis: all tracks one after the other
    cdef int first[3][4]  # where a track starts in ``scores``
    cdef int length[3][4]
    cdef int sum_track[3][4]  # the track that a sum leads to
    cdef int sum_shift[3][4]  # the place of this track's first score on that track
    cdef readonly const int32_t[::1] steps  # of each move
    cdef readonly const uint8_t[::1] gives_spin
    cdef readonly const int32_t[::1] remainders
    cdef int moves, remainder_count
    cdef readonly bint interpolated
    cdef int min_step, max_step  # of sums without an extra spin; min > max without such sums
    cdef int min_extra_step, max_extra_step
    cdef int max_length
    cdef readonly int patterns  # numbers of patterns that may arise
    cdef int at_zero  # the track of $0 after a Whammy
    # By axis, track and other axis: for each score of the other axis, the first place at or above it, and above it.
    cdef const int32_t* place_at[3][4][3]
    cdef const int32_t* place_above[3][4][3]

    # A line runs along A: one for each of A's first two tracks and each score on the first two tracks of B and C.
    cdef readonly Py_ssize_t lines
    cdef readonly int line_tracks, size_b, size_c
    cdef int32_t[:, ::1] moves_b, moves_c  # [moves, scores], the score after each move

    cdef const int64_t* _scores(self, scores) except NULL
    cdef const int32_t* _find_places(self, scores, others, side) except NULL
    cdef Py_ssize_t first_line(self, int pattern) noexcept nogil
    cdef inline Py_ssize_t line(self, Py_ssize_t c, Py_ssize_t b, int track) noexcept nogil:
        return (c * self.size_b + b) * self.line_tracks + track

    cdef inline int64_t score(self, int axis, int track, int place) noexcept nogil:
        return self.scores[axis][self.first[axis][track] + place]

    cdef inline void find_runs(
        self, int pattern, int axis, const int* place, int low, int high, Runs* runs
    ) noexcept nogil:
        """Find the runs of a row along ``axis``; ``place`` has the places of the other two scores on their tracks."""
        cdef int axis_y = 1 if axis == 0 else 0
        cdef int axis_z = 1 if axis == 2 else 2
        self.find_runs_between(
            axis, track_of(pattern, axis), self.first[axis_y][track_of(pattern, axis_y)] + place[axis_y],
            self.first[axis_z][track_of(pattern, axis_z)] + place[axis_z], low, high, runs,
        )

    cdef void find_runs_between(self, int axis, int track, int y, int z, int low, int high, Runs* runs) noexcept nogil
    cdef bint narrow(self, int pattern, int order, Box* box) noexcept nogil
    cdef void _raise(self, int pattern, int axis, int other, bint above, Box* box) noexcept nogil
    cdef void _lower(self, int pattern, int axis, int other, bint tied, Box* box) noexcept nogil


@cython.final
cdef class Cells:
    cdef Tracks tracks
    cdef Box* box  # [configurations, patterns]; of lines with ranges, the enclosing boxes
    cdef ConfigLines* config
    cdef PackedRange* reached
    cdef LineRange* memory
    cdef int first_c, last_c, first_b, last_b
    cdef readonly int count, patterns
    cdef readonly bint line_ranged

    cdef inline void cover(self, int k, int first_c, int last_c, int first_b, int last_b) noexcept nogil:
        """Extend the boxes of non-empty lines to hold these lines."""
        cdef ConfigLines* config = &self.config[k]
        config.first_c, config.last_c = min(config.first_c, first_c), max(config.last_c, last_c)
        config.first_b, config.last_b = min(config.first_b, first_b), max(config.last_b, last_b)
        self.first_c, self.last_c = min(self.first_c, first_c), max(self.last_c, last_c)
        self.first_b, self.last_b = min(self.first_b, first_b), max(self.last_b, last_b)

    cdef inline void widen(self, int k, Py_ssize_t c, Py_ssize_t b, int track, int lo, int hi) noexcept nogil:
        """Widen a line's range to hold lo..hi."""
        cdef PackedRange* line = &self.config[k].reached[self.tracks.line(c, b, track)]
        if not line.high:
            self.cover(k, <int>c, <int>c + 1, <int>b, <int>b + 1)
        line.below = max(line.below, <int16_t>(RANGE_LIMIT - lo))
        line.high = max(line.high, <int16_t>hi)

    cdef bint add(self, int k, int pattern, const Box* box) noexcept nogil
    cdef void add_box_to_lines(self, int k, int pattern, const Box* box, const uint8_t* stop) noexcept nogil
    cdef bint close_box(self, int k, int pattern, int mover, int spin, const int32_t* passes) noexcept nogil
    cdef void close_boxes(
        self, const int32_t[::1] mover, const int32_t[::1] spin, const int32_t[:, :, ::1] passes, const uint8_t* stop
    ) noexcept nogil
    cdef void add_box_successors(
        self, int k, int pattern, int mover, int kind, Cells target, const int32_t* numbers
    ) noexcept nogil
    cdef void add_box_by_order(self, int pattern, const Box* box, const int32_t* numbers) noexcept nogil
    cdef void close_lines(
        self, const int32_t[::1] mover, const int32_t[::1] spin, const int32_t[:, :, ::1] passes,
        PackedRange* here, uint8_t* grown, const uint8_t* stop,
    ) noexcept nogil
    cdef void close_line(
        self, const int32_t[::1] mover, const int32_t[::1] spin, const int32_t[:, :, ::1] passes,
        Py_ssize_t c, Py_ssize_t b, int track, PackedRange* here, uint8_t* grown, const uint8_t* stop,
    ) noexcept nogil
    cdef void enclose_lines(self, int k) noexcept nogil
    cdef void number_lines(self, int k, int64_t* sizes, const uint8_t* stop) noexcept nogil
    cdef bint _stays(self, const int32_t[:, ::1] moves, Py_ssize_t i) noexcept nogil
    cdef void _push(self, int spin, Py_ssize_t c, Py_ssize_t b, int track, PackedRange here) noexcept nogil
    cdef void _push_slab(self, int k, int spin, Py_ssize_t c) noexcept nogil
    cdef void add_line_successors(
        self, const ConfigLines* config, int mover, int kind, Cells target, const int32_t[::1] after,
        const uint8_t* stop,
    ) noexcept nogil
    cdef void _add_across(
        self, const ConfigLines* config, Py_ssize_t c, int mover, int kind, Cells target, int number
    ) noexcept nogil
    cdef void _merge_lines(
        self, const ConfigLines* config, Py_ssize_t c, Py_ssize_t first, Py_ssize_t last, Cells target, int number,
        Py_ssize_t to_c, Py_ssize_t to_b,
    ) noexcept nogil
    cdef void _add_along(
        self, const ConfigLines* config, Py_ssize_t c, int kind, Cells target, int number
    ) noexcept nogil
    cdef void _add_lines_by_order(
        self, const ConfigLines* config, Py_ssize_t c, int mover, int kind, Cells target, const int32_t[::1] numbers
    ) noexcept nogil
    cdef void _add_run(
        self, const int32_t[::1] numbers, Py_ssize_t c, Py_ssize_t b, int track, int lo, int hi
    ) noexcept nogil
