"""Which scores can be reached, frame by frame: the rows that the cube kernel must compute.

The scores of the three seats span a box with axes A, B and C. A *line* runs along A, with B's and
C's scores fixed and one of A's tracks (scores on the grid of $0, or on that of the score A came
with). For each configuration every line has one range of A that is reached; ranges are widened to
stay in one piece, so everything a computed cell needs is computed too.
"""

import numpy as np

cimport cython
from libc.stdlib cimport calloc, free

cdef int A = 0
cdef int B = 1
cdef int ORDERS = 27

# What a spin may lead to, see ``Reach.follow``.
SUM, WHAMMY, WHAMMY_OFF = 0, 1, 2


@cython.final
cdef class Axes:
    """The box of scores and how sums move through it.

    Args:
        a_first, a_length: int32 [tracks], where each track of A starts among A's scores, its length.
        dollars: three int64 arrays, the scores of axes A, B, C.
        b_next, c_next: int32 [moves, scores], index after each move; shift: int32 [moves], along A.
        zero: index of $0 on axes B and C (on A it is the first score of track 0).
        gives_spin: uint8 [moves].
    """

    def __init__(self, a_first, a_length, dollars, b_next, c_next, shift, zero, gives_spin):
        self.a_first, self.a_length, self.dollars, self.b_next, self.c_next = a_first, a_length, dollars, b_next, c_next
        self.shift, self.gives_spin = shift, gives_spin
        self.first, self.length, self.moves_a, self.spins = a_first, a_length, shift, gives_spin
        self.a_dollars, self.b_dollars, self.c_dollars = dollars
        self.moves_b, self.moves_c = b_next, c_next
        self.zero_b, self.zero_c = zero
        self.moves = <int>self.spins.shape[0]
        self.tracks = <int>self.first.shape[0]
        self.longest = max(a_length)
        self.size_b = self.b_dollars.shape[0]
        self.size_c = self.c_dollars.shape[0]
        self.lines = self.size_b * self.size_c * self.tracks
        self._bound_runs()

    def _bound_runs(self):
        """For each track and score of B and C: the first cells of A at and above that score."""
        cdef int side, t
        cdef Py_ssize_t i, size
        cdef int16_t* bound
        for side in range(4):
            size = self.size_b if side < 2 else self.size_c
            bound = <int16_t*>calloc(size * self.tracks, sizeof(int16_t))
            if bound == NULL:
                raise MemoryError
            self.bound[side] = bound
            for t in range(self.tracks):
                track = self.dollars[0][self.first[t] : self.first[t] + self.length[t]]
                places = np.searchsorted(track, self.dollars[1 + side // 2], side="right" if side % 2 else "left")
                for i in range(size):
                    bound[i * self.tracks + t] = places[i]

    def __dealloc__(self):
        cdef int side
        for side in range(4):
            free(self.bound[side])


@cython.final
cdef class Ranges:
    """The ranges of a frame's configurations, by line, for one class of lanes.

    Raises:
        MemoryError: no room for the tables.
    """

    def __init__(self, int count, Py_ssize_t lines):
        cdef int k
        self.count = count
        self.lines = lines
        self.first_c = self.first_b = 1 << 30
        self.config = <ConfigRanges*>calloc(count + 1, sizeof(ConfigRanges))
        self.memory = <LineRange*>calloc(count * lines + 1, sizeof(LineRange))
        if self.config == NULL or self.memory == NULL:
            raise MemoryError
        for k in range(count):
            self.config[k].line = self.memory + k * lines
            self.config[k].first_c = self.config[k].first_b = 1 << 30

    def __dealloc__(self):
        free(self.config)
        free(self.memory)

    def add(self, int k, Axes axes, Py_ssize_t line, int lo, int hi):
        """Widens one line's range to hold cells lo..hi."""
        cdef Py_ssize_t place = line // axes.tracks
        self.widen(k, axes, place // axes.size_b, place % axes.size_b, line % axes.tracks, lo, hi)

    def close(self):
        """Lays the cells out once the ranges are final. Returns int64 [configurations, 2], cells and rows."""
        cdef int k
        cdef Py_ssize_t line
        cdef int64_t cells
        cdef LineRange* here
        cdef int64_t rows
        cdef int64_t[:, ::1] sizes = np.zeros((self.count, 2), np.int64)
        with nogil:
            for k in range(self.count):
                cells = rows = 0
                for line in range(self.lines):
                    here = &self.config[k].line[line]
                    here.start = <int32_t>cells
                    if here.high > here.low:
                        cells += here.high - here.low
                        rows += 1
                self.config[k].cells = sizes[k, 0] = cells
                sizes[k, 1] = rows
        return np.asarray(sizes)

    def find(self, int k, Py_ssize_t line, int cell):
        """(first cell of the line's storage, place in it, its width), or None where it is not reached."""
        cdef LineRange here = self.config[k].line[line]
        if not here.low <= cell < here.high:
            return None
        return here.start, cell - here.low, here.high - here.low


cdef class Reach:
    """Spreads ranges through one frame and on to those below it.

    Args:
        axes: the box of scores.
    """

    cdef Axes axes
    cdef int least, most, least_extra
    cdef bint extra

    def __init__(self, Axes axes):
        cdef int m
        self.axes = axes
        self.least = self.least_extra = 1 << 30
        self.most = 0
        self.extra = False
        for m in range(axes.moves):
            if axes.spins[m]:
                self.extra = True
                self.least_extra = min(self.least_extra, axes.moves_a[m])
            else:
                self.least = min(self.least, axes.moves_a[m])
                self.most = max(self.most, axes.moves_a[m])

    def close(self, Ranges ranges, const int32_t[::1] mover, const int32_t[::1] spin, const int32_t[:, :, ::1] passes):
        """Closes a frame's ranges under extra spins and passes.

        Extra spins lead to higher scores, so one walk over the lines by rising scores suffices.

        Args:
            mover, spin: int32 [configurations], the mover's axis, and the configuration after an extra spin.
            passes: int32 [configurations, 2, 27], the configuration that a pass leads to, by the order of
                the scores, or -1.
        """
        with nogil:
            self._close(ranges, mover, spin, passes)

    cdef void _close(
        self, Ranges ranges, const int32_t[::1] mover, const int32_t[::1] spin, const int32_t[:, :, ::1] passes
    ) noexcept nogil:
        cdef Py_ssize_t b, c, line
        cdef int t, k, r, target, place, lo, hi
        cdef bint any_here, changed
        cdef Runs runs
        cdef LineRange* here
        c = ranges.first_c
        while c < ranges.last_c:
            b = ranges.first_b
            while b < ranges.last_b:
                for t in range(self.axes.tracks):
                    line = self.axes.line(c, b, t)
                    any_here = False
                    for k in range(ranges.count):
                        if ranges.config[k].line[line].high > ranges.config[k].line[line].low:
                            any_here = True
                            break
                    if not any_here:
                        continue
                    self.axes.find_runs(c, b, t, 0, self.axes.length[t], &runs)
                    changed = True
                    while changed:
                        changed = False
                        for k in range(ranges.count):
                            here = &ranges.config[k].line[line]
                            if here.high <= here.low:
                                continue
                            if self.extra and mover[k] == A:
                                lo = min(here.low + self.least_extra, self.axes.length[t] - 1)
                                if ranges.widen(spin[k], self.axes, c, b, t, lo, self.axes.length[t]):
                                    changed = True
                            elif self.extra:
                                if self._push(ranges, k, mover[k], spin[k], c, b, t):
                                    changed = True
                            for r in range(runs.count):
                                lo = max(runs.start[r], <int>here.low)
                                hi = min(runs.start[r + 1], <int>here.high)
                                if lo >= hi:
                                    continue
                                for place in range(2):
                                    target = passes[k, place, runs.pattern[r]]
                                    if target >= 0 and ranges.widen(target, self.axes, c, b, t, lo, hi):
                                        changed = True
                b += 1
            c += 1

    cdef bint _push(
        self, Ranges ranges, int k, int mover, int spin, Py_ssize_t c, Py_ssize_t b, int track
    ) noexcept nogil:
        """Extra spins of B or C: whether they changed this very line, as they do at a cap."""
        cdef Py_ssize_t line = self.axes.line(c, b, track)
        cdef Py_ssize_t to_b = b
        cdef Py_ssize_t to_c = c
        cdef bint changed = False
        cdef int m
        for m in range(self.axes.moves):
            if not self.axes.spins[m]:
                continue
            if mover == B:
                to_b = self.axes.moves_b[m, b]
            else:
                to_c = self.axes.moves_c[m, c]
            if ranges.widen(
                spin, self.axes, to_c, to_b, track, ranges.config[k].line[line].low, ranges.config[k].line[line].high
            ) and to_b == b and to_c == c:
                changed = True
        return changed

    def follow(self, Ranges source, int k, int mover, int kind, Ranges target, const int32_t[::1] numbers):
        """Widens the ranges of what a configuration's spin leads to.

        Args:
            source, k, mover: the configuration that spins, and its axis.
            kind: SUM (no extra spin), WHAMMY or WHAMMY_OFF.
            target, numbers: where it leads: int32 [28], the configuration by the order of the scores after
                the spin, or -1; last, the configuration where it is the same for all, or -1.
        """
        with nogil:
            self._follow(source, k, mover, kind, target, numbers)

    cdef void _follow(
        self, Ranges source, int k, int mover, int kind, Ranges target, const int32_t[::1] numbers
    ) noexcept nogil:
        cdef ConfigRanges* config = &source.config[k]
        cdef Py_ssize_t b, c, line
        cdef int t, m, lo, hi
        for c in range(config.first_c, config.last_c):
            for b in range(config.first_b, config.last_b):
                for t in range(self.axes.tracks):
                    line = self.axes.line(c, b, t)
                    lo = config.line[line].low
                    hi = config.line[line].high
                    if hi <= lo:
                        continue
                    if kind == 2:
                        self._reach(target, numbers, c, b, t, lo, hi)
                    elif kind == 1 and mover == A:
                        self._reach(target, numbers, c, b, 0, 0, 1)
                    elif kind == 1 and mover == B:
                        self._reach(target, numbers, c, self.axes.zero_b, t, lo, hi)
                    elif kind == 1:
                        self._reach(target, numbers, self.axes.zero_c, b, t, lo, hi)
                    elif mover == A:
                        if self.least <= self.most:
                            lo = min(lo + self.least, self.axes.length[t] - 1)
                            hi = min(hi - 1 + self.most, self.axes.length[t] - 1) + 1
                            self._reach(target, numbers, c, b, t, lo, hi)
                    else:
                        for m in range(self.axes.moves):
                            if self.axes.spins[m]:
                                continue
                            if mover == B:
                                self._reach(target, numbers, c, self.axes.moves_b[m, b], t, lo, hi)
                            else:
                                self._reach(target, numbers, self.axes.moves_c[m, c], b, t, lo, hi)

    cdef void _reach(
        self, Ranges target, const int32_t[::1] numbers, Py_ssize_t c, Py_ssize_t b, int track, int lo, int hi
    ) noexcept nogil:
        """Cells lo..hi of a line are reached, each in the configuration that its order of scores leads to."""
        cdef Runs runs
        cdef int r
        if numbers[ORDERS] >= 0:
            target.widen(numbers[ORDERS], self.axes, c, b, track, lo, hi)
            return
        self.axes.find_runs(c, b, track, lo, hi, &runs)
        for r in range(runs.count):
            if numbers[runs.pattern[r]] >= 0:
                target.widen(
                    numbers[runs.pattern[r]], self.axes, c, b, track, runs.start[r], runs.start[r + 1]
                )
