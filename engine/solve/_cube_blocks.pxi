# What the cube kernel reads and writes: stored rows, one spin, the configurations of a frame. See `_cubes.pxi`.

cdef struct Source:  # one configuration's values in one lane
    real* values  # NULL where it never arises
    const ConfigRanges* ranges


cdef inline int64_t dollars_at(Axes axes, int axis, Py_ssize_t c, Py_ssize_t b, int track, int i) noexcept nogil:
    """Return the score of an axis at a cell."""
    if axis == A:
        return axes.a_dollars[axes.first[track] + i]
    return axes.b_dollars[b] if axis == B else axes.c_dollars[c]


cdef class Block:
    """One lane's values of a frame.

    Args:
        ranges: where each configuration's cells are.
        memory: at least ``planes`` numbers for each cell and BLOCK - 1 beyond.
        first: int64 [configurations], each one's first cell in ``memory``, or -1 where it never arises.
        planes: payoffs stored for a cell.
    """

    cdef Ranges ranges
    cdef object memory
    cdef Source* source
    cdef int planes

    def __init__(self, Ranges ranges, real[::1] memory, const int64_t[::1] first, int planes):
        cdef int k
        self.ranges, self.memory, self.planes = ranges, memory, planes
        self.source = <Source*>calloc(ranges.count + 1, sizeof(Source))
        if self.source == NULL:
            raise MemoryError
        for k in range(ranges.count):
            self.source[k].ranges = &ranges.config[k]
            if first[k] >= 0 and ranges.config[k].cells:
                self.source[k].values = &memory[first[k] * planes]

    def __dealloc__(self):
        free(self.source)

    def fill_end(self, Axes axes, const real[:, ::1] shares, const int32_t[::1] axis_of, double scale, double bonus):
        """Fill in the end of the game: shares of the win [27, 3] by the order of the scores.

        With six planes a share's dollars are the score's and ``bonus``, over ``scale``; ``axis_of`` has
        each seat's axis.
        """
        cdef Py_ssize_t b, c, line
        cdef int t, r, p, i
        cdef long width
        cdef Runs runs
        cdef real* row
        cdef real share
        cdef const ConfigRanges* ranges = self.source[0].ranges
        cdef bint dollars = self.planes == 6
        if self.source[0].values == NULL:
            return
        with nogil:
            for c in range(ranges.first_c, ranges.last_c):
                for b in range(ranges.first_b, ranges.last_b):
                    for t in range(axes.tracks):
                        line = axes.line(c, b, t)
                        width = ranges.line[line].high - ranges.line[line].low
                        if width <= 0:
                            continue
                        axes.find_runs(c, b, t, ranges.line[line].low, ranges.line[line].high, &runs)
                        row = self.source[0].values + ranges.line[line].start * <int64_t>self.planes
                        for r in range(runs.count):
                            for p in range(self.planes):
                                share = shares[runs.pattern[r], p % 3]
                                for i in range(runs.start[r], runs.start[r + 1]):
                                    row[p * width + i - ranges.line[line].low] = share * (
                                        <real>((dollars_at(axes, axis_of[p], c, b, t, i) + bonus) / scale)
                                        if dollars and p < 3 else 1
                                    )

    def cube(self, Axes axes, int k):
        """Return all stored values of one configuration: [C, B, A of track 0, planes], NaN where there is none."""
        cdef Py_ssize_t b, c
        cdef int i, p
        cdef LineRange here
        cdef real[:, :, :, ::1] cube = np.full((axes.size_c, axes.size_b, axes.length[0], self.planes), NAN, PRECISION)
        cdef const real* row
        if self.source[k].values != NULL:
            for c in range(axes.size_c):
                for b in range(axes.size_b):
                    here = self.source[k].ranges.line[axes.line(c, b, 0)]
                    row = self.source[k].values + here.start * <int64_t>self.planes - here.low
                    for p in range(self.planes):
                        for i in range(here.low, here.high):
                            cube[c, b, i, p] = row[p * (here.high - here.low) + i]
        return np.asarray(cube)


cdef class FrameRules:
    """What follows the configurations of a frame: numbers of configurations by the order of the scores.

    Args:
        mover: int32 [configurations], axis of the mover; spin: configuration after an extra spin.
        spent: int32 [configurations, 28], after a spin without another, in the frame below.
        whammy, fourth: likewise after a Whammy; after the fourth in the frame without this contestant,
            where -2 - seat means that the game is decided for that seat. The last of 28 columns of these
            three is the configuration where it is the same for all orders, or -1.
        passes: int32 [configurations, 2, 27], after a pass, in this frame.
        orders: int32 [4, configurations], orders in which to compute a line: for lines where no cap
            plays a part, B's, C's, both. early: uint8 [4, configurations], those read before their turn.
        depends: uint8 [4, configurations, configurations], which reads which on the same line.
        cycles: int32 [8 * 27], by the set of axes at the cap (bits A, B, C) and the order, the number of
            groups of configurations that read one another there; cycle [8 * 27, configurations]: their
            members, each group after those it reads; cycle_first [8 * 27, configurations + 1]: where each
            group begins.
    """

    cdef const int32_t[::1] mover, spin
    cdef const int32_t[:, ::1] spent, whammy, fourth, orders
    cdef const int32_t[:, :, ::1] passes
    cdef const uint8_t[:, ::1] early
    cdef const uint8_t[:, :, ::1] depends
    cdef const int32_t[::1] cycles
    cdef const int32_t[:, ::1] cycle, cycle_first
    cdef int count
    cdef bint cyclic[4]

    def __init__(
        self, mover, spin, spent, whammy, fourth, passes, orders, early, depends, cycles, cycle, cycle_first
    ):
        self.mover, self.spin, self.spent, self.whammy, self.fourth = mover, spin, spent, whammy, fourth
        self.passes, self.orders, self.early, self.depends = passes, orders, early, depends
        self.cycles, self.cycle, self.cycle_first = cycles, cycle, cycle_first
        self.count = <int>len(mover)
        for order in range(4):
            self.cyclic[order] = order > 0 or bool(early[order].any())
