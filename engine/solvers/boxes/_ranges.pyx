"""Which scores can be reached, frame by frame: a range for each row.

The scores of the three seats span a box with axes A, B and C. A *line* runs along A, with B's and
C's scores fixed and one of A's tracks (scores on the grid of $0, or on that of the score A came
with). For each configuration every line has one range of A that is reached; ranges are widened to
stay in one piece, so everything a computed cell needs is computed too.
"""

import numpy as np

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free, malloc

from ...errors import Unaffordable
from ._boxes cimport ORDERS, SIDES, WHAMMY, WHAMMY_OFF, Box, Runs, Tracks, track_of

cdef enum:
    A = 0
    B = 1
    C = 2

cdef int64_t MOST_CELLS = 0x7FFFFFFF  # of a configuration, whose lines count them in 32 bits


@cython.final
cdef class Axes:
    """The box of scores as lines along A, and how sums move through it.

    B's and C's scores are those of all their tracks, one after the other.

    Args:
        scores: the tracks of each axis, of which only the first two are used.
    """

    def __init__(self, Tracks scores):
        cdef int track
        self.scores = scores
        self.dollars = scores.dollars
        self.size_b, self.size_c = len(self.dollars[B]), len(self.dollars[C])
        self.tracks = 0
        for track in range(2):
            self.length[track] = scores.length[A][track]
            self.tracks += self.length[track] > 0
        self.a_first = np.array([scores.first[A][track] for track in range(self.tracks)], np.int32)
        self.a_length = np.array([self.length[track] for track in range(self.tracks)], np.int32)
        self.moves, self.spins = scores.moves, scores.spins
        self.moves_b, self.moves_c = self._moved(B), self._moved(C)
        self.lines = self.size_b * self.size_c * self.tracks

    def _moved(self, int axis):
        """Return where each move leads from each of an axis's scores: int32 [moves, scores]."""
        cdef int m, track, place, first, length
        cdef int32_t[:, ::1] moved = np.empty((self.moves, len(self.dollars[axis])), np.int32)
        for m in range(self.moves):
            for track in range(2):
                first, length = self.scores.first[axis][track], self.scores.length[axis][track]
                for place in range(length):
                    moved[m, first + place] = first + min(place + self.scores.steps[m], length - 1)
        return np.asarray(moved)

    cdef Py_ssize_t first_line(self, int pattern) noexcept nogil:
        """Return the first line of a pattern: lines are ``tracks`` apart along B, ``size_b`` times that along C."""
        return self.line(
            self.scores.first[C][track_of(pattern, C)], self.scores.first[B][track_of(pattern, B)],
            track_of(pattern, A),
        )


@cython.final
cdef class Ranges:
    """The ranges of a frame's configurations, by line, for one class of lanes.

    Args:
        count: configurations.
        axes: the box of scores.

    Raises:
        MemoryError: no room for the tables.
    """

    def __init__(self, int count, Axes axes):
        cdef int k
        self.count, self.axes, self.lines = count, axes, axes.lines
        self.first_c = self.first_b = 1 << 30
        self.config = <ConfigRanges*>calloc(count + 1, sizeof(ConfigRanges))
        self.reached = <Reached*>calloc(count * self.lines + 1, sizeof(Reached))
        self.box = <Box*>calloc(count * axes.scores.patterns + 1, sizeof(Box))
        if self.config == NULL or self.reached == NULL or self.box == NULL:
            raise MemoryError
        for k in range(count):
            self.config[k].reached = self.reached + k * self.lines
            self.config[k].first_c = self.config[k].first_b = 1 << 30

    def __dealloc__(self):
        free(self.config)
        free(self.box)
        free(self.reached)
        free(self.memory)

    def add(self, int k, Py_ssize_t line, int lo, int hi):
        """Widen one line's range to hold cells lo..hi."""
        cdef Py_ssize_t place = line // self.axes.tracks
        self.widen(k, place // self.axes.size_b, place % self.axes.size_b, <int>(line % self.axes.tracks), lo, hi)

    def add_all(self, int k, const uint8_t[::1] stop):
        """Widen all of a configuration's lines to hold every cell, unless ``stop`` [1] is set."""
        cdef Py_ssize_t b, c
        cdef int t
        with nogil:
            for c in range(self.axes.size_c):
                if stop[0]:
                    break
                for b in range(self.axes.size_b):
                    for t in range(self.axes.tracks):
                        self.widen(k, c, b, t, 0, self.axes.length[t])

    def sizes(self, const uint8_t[::1] stop):
        """Lay the cells out once the ranges are final; return int64 [configurations, 2], cells and rows.

        Args:
            stop: [1], set by the caller to cancel.

        Raises:
            Unaffordable: a configuration has more cells than are numbered.
        """
        cdef int k
        cdef int64_t most = 0
        cdef int64_t[:, ::1] sizes = np.zeros((self.count, 2), np.int64)
        self.memory = <LineRange*>calloc(self.count * self.lines + 1, sizeof(LineRange))
        if self.memory == NULL:
            raise MemoryError
        with nogil:
            for k in range(self.count):
                self.config[k].line = self.memory + k * self.lines
                self._close(&self.config[k], &sizes[k, 0], &stop[0])
                self._enclose(k)
                most = max(most, sizes[k, 0])
        free(self.reached)
        self.reached = NULL
        if most > MOST_CELLS:
            raise Unaffordable("There are too many different scores at this unit for each way to share out the spins.")
        return np.asarray(sizes)

    cdef void _close(self, ConfigRanges* config, int64_t* sizes, const uint8_t* stop) noexcept nogil:
        cdef Py_ssize_t c, line
        cdef Reached reached
        cdef LineRange* here
        for c in range(config.first_c, config.last_c):
            if stop[0]:
                break
            for line in range(self.axes.line(c, config.first_b, 0), self.axes.line(c, config.last_b, 0)):
                reached = config.reached[line]
                if reached.high:
                    here = &config.line[line]
                    here.start, here.low, here.high = <int32_t>config.cells, END - reached.below, reached.high
                    config.cells += here.high - here.low
                    sizes[1] += 1
        sizes[0] = config.cells
        config.reached = NULL

    cdef void _enclose(self, int k) noexcept nogil:
        """Find the boxes that hold a configuration's lines, pattern by pattern."""
        cdef const ConfigRanges* config = &self.config[k]
        cdef int pattern, axis, first
        cdef Box* box
        if not config.cells:
            return
        for pattern in range(self.axes.scores.patterns):
            box = &self.box[k * self.axes.scores.patterns + pattern]
            box.cells = 1
            for axis in range(SIDES):
                first = self.axes.scores.first[axis][track_of(pattern, axis)]
                box.low[axis], box.high[axis] = 0, self.axes.scores.length[axis][track_of(pattern, axis)]
                if axis == B:
                    box.low[B] = max(0, config.first_b - first)
                    box.high[B] = min(box.high[B], config.last_b - first)
                elif axis == C:
                    box.low[C] = max(0, config.first_c - first)
                    box.high[C] = min(box.high[C], config.last_c - first)
                if box.low[axis] >= box.high[axis]:
                    box.cells = 0

    def find(self, int k, Py_ssize_t line, int cell):
        """Return (first cell of the line's storage, place in it, its width), or None where it is not reached."""
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
    cdef Tracks scores
    cdef bint extra  # whether some sum comes with an extra spin

    def __init__(self, Axes axes):
        self.axes, self.scores = axes, axes.scores
        self.extra = axes.scores.most_extra >= 0

    def close(
        self, Ranges ranges, const int32_t[::1] mover, const int32_t[::1] spin, const int32_t[:, :, ::1] passes,
        const uint8_t[::1] stop,
    ):
        """Close a frame's ranges under extra spins and passes.

        Extra spins lead to higher scores, so one walk over the lines by rising scores suffices.

        Args:
            mover, spin: int32 [configurations], the mover's axis, and the configuration after an extra spin.
            passes: int32 [configurations, 2, 27], the configuration that a pass leads to, by the order of
                the scores, or -1.
            stop: [1], set by the caller to cancel.
        """
        cdef Reached* here = <Reached*>malloc((ranges.count + 1) * sizeof(Reached))
        cdef uint8_t* grown = <uint8_t*>calloc(ranges.count + 1, 1)
        try:
            if here == NULL or grown == NULL:
                raise MemoryError
            with nogil:
                self._close(ranges, mover, spin, passes, here, grown, &stop[0])
        finally:
            free(here)
            free(grown)

    cdef void _close(
        self, Ranges ranges, const int32_t[::1] mover, const int32_t[::1] spin, const int32_t[:, :, ::1] passes,
        Reached* here, uint8_t* grown, const uint8_t* stop,
    ) noexcept nogil:
        cdef Py_ssize_t b, c, line
        cdef int t, k
        cdef bint any_here
        c = ranges.first_c
        while c < ranges.last_c:
            b = ranges.first_b
            while b < ranges.last_b:
                if stop[0]:
                    return
                for t in range(self.axes.tracks):
                    line = self.axes.line(c, b, t)
                    any_here = False
                    for k in range(ranges.count):
                        here[k] = ranges.config[k].reached[line]
                        grown[k] = here[k].high > 0
                        any_here = any_here or grown[k]
                    if any_here:
                        self._close_line(ranges.count, mover, spin, passes, c, b, t, here, grown)
                        for k in range(ranges.count):
                            if here[k].high:
                                ranges.widen(k, c, b, t, END - here[k].below, here[k].high)
                                if self.extra and mover[k] == B:
                                    self._push(ranges, spin[k], c, b, t, here[k])
                b += 1
            for k in range(ranges.count):
                if self.extra and mover[k] == C and ranges.config[k].first_c <= c and c < ranges.config[k].last_c:
                    self._push_slab(ranges, k, spin[k], c)
            c += 1

    cdef void _close_line(
        self, int count, const int32_t[::1] mover, const int32_t[::1] spin, const int32_t[:, :, ::1] passes,
        Py_ssize_t c, Py_ssize_t b, int track, Reached* here, uint8_t* grown,
    ) noexcept nogil:
        """Add what arises on a line from what is there, by passes, spins of A's, and those of others at the cap."""
        cdef int top = self.axes.length[track] - 1
        cdef bint stays[3]
        cdef bint again = True
        cdef int k, r, place, target, lo, hi, low, high
        cdef Runs runs
        self.scores.find_runs_between(A, track, <int>b, <int>c, 0, top + 1, &runs)
        stays[B] = self._stays(self.axes.moves_b, b)
        stays[C] = self._stays(self.axes.moves_c, c)
        while again:
            again = False
            for k in range(count):
                if not grown[k]:
                    continue
                grown[k] = False
                again = True
                low, high = END - here[k].below, here[k].high
                if mover[k] == A:
                    if self.extra:
                        grow(here, grown, spin[k], min(low + self.scores.least_extra, top), top + 1)
                elif stays[mover[k]]:
                    grow(here, grown, spin[k], low, high)
                for r in range(runs.count):
                    lo = max(runs.start[r], low)
                    hi = min(runs.start[r + 1], high)
                    if lo >= hi:
                        continue
                    for place in range(2):
                        target = passes[k, place, runs.order[r]]
                        if target >= 0:
                            grow(here, grown, target, lo, hi)

    cdef bint _stays(self, const int32_t[:, ::1] moves, Py_ssize_t i) noexcept nogil:
        """Return whether an extra spin may leave a score as it is."""
        cdef int m
        for m in range(self.axes.moves):
            if self.axes.spins[m] and moves[m, i] == i:
                return True
        return False

    cdef void _push(
        self, Ranges ranges, int spin, Py_ssize_t c, Py_ssize_t b, int track, Reached here
    ) noexcept nogil:
        """Follow extra spins of B from one line."""
        cdef int m
        for m in range(self.axes.moves):
            if self.axes.spins[m]:
                ranges.widen(spin, c, self.axes.moves_b[m, b], track, END - here.below, here.high)

    cdef void _push_slab(self, Ranges ranges, int k, int spin, Py_ssize_t c) noexcept nogil:
        """Follow extra spins of C from all lines with one score of C."""
        cdef const ConfigRanges* config = &ranges.config[k]
        cdef int m
        for m in range(self.axes.moves):
            if self.axes.spins[m] and self.axes.moves_c[m, c] != c:
                self._unite(
                    config, c, config.first_b, config.last_b, ranges, spin, self.axes.moves_c[m, c], config.first_b
                )

    def follow(
        self, Ranges source, const int32_t[::1] numbers, int mover, int kind, Ranges target,
        const int32_t[:, ::1] after, const uint8_t[::1] stop,
    ):
        """Widen the ranges of what the spins of some configurations lead to.

        Args:
            source, numbers, mover: the configurations that spin, and their mover's axis.
            kind: what they lead to: ``SUM`` (no extra spin), ``WHAMMY`` or ``WHAMMY_OFF`` of ``_boxes.pyx``.
            target, after: where they lead: int32 [configurations, 28], the configuration by the order of the scores
                after the spin, or -1; last, the configuration where it is the same for all, or -1.
            stop: [1], set by the caller to cancel.
        """
        cdef Py_ssize_t i
        with nogil:
            for i in range(numbers.shape[0]):
                self._follow(&source.config[numbers[i]], mover, kind, target, after[numbers[i]], &stop[0])

    cdef void _follow(
        self, const ConfigRanges* config, int mover, int kind, Ranges target, const int32_t[::1] after,
        const uint8_t* stop,
    ) noexcept nogil:
        cdef Py_ssize_t c
        for c in range(config.first_c, config.last_c):
            if stop[0]:
                return
            if after[ORDERS] < 0:
                self._follow_by_order(config, c, mover, kind, target, after)
            elif mover == A and kind != WHAMMY_OFF:
                self._follow_along(config, c, kind, target, after[ORDERS])
            else:
                self._follow_across(config, c, mover, kind, target, after[ORDERS])

    cdef void _follow_across(
        self, const ConfigRanges* config, Py_ssize_t c, int mover, int kind, Ranges target, int number
    ) noexcept nogil:
        """Follow all lines with one score of C, where a spin keeps A's score and one configuration follows."""
        cdef Py_ssize_t first = config.first_b
        cdef Py_ssize_t last = config.last_b
        cdef Py_ssize_t b, end
        cdef int m
        if kind == WHAMMY_OFF:
            self._unite(config, c, first, last, target, number, c, first)
        elif kind == WHAMMY and mover == C:
            self._unite(config, c, first, last, target, number, 0, first)
        elif kind == WHAMMY:
            for b in range(first, last):
                self._unite(config, c, b, b + 1, target, number, c, 0)
        else:
            for m in range(self.axes.moves):
                if self.axes.spins[m]:
                    continue
                if mover == C:
                    self._unite(config, c, first, last, target, number, self.axes.moves_c[m, c], first)
                    continue
                b = first
                while b < last:  # scores that move to neighbouring ones, all at once
                    end = b + 1
                    while end < last and self.axes.moves_b[m, end] == self.axes.moves_b[m, end - 1] + 1:
                        end += 1
                    self._unite(config, c, b, end, target, number, c, self.axes.moves_b[m, b])
                    b = end

    cdef void _unite(
        self, const ConfigRanges* config, Py_ssize_t c, Py_ssize_t first, Py_ssize_t last, Ranges target, int number,
        Py_ssize_t to_c, Py_ssize_t to_b,
    ) noexcept nogil:
        """Follow lines with neighboring scores of B, from ``first`` on, to as many from ``to_b`` on."""
        cdef const int16_t* reached = <const int16_t*>(config.reached + self.axes.line(c, first, 0))
        cdef int16_t* to = <int16_t*>(target.config[number].reached + self.axes.line(to_c, to_b, 0))
        cdef Py_ssize_t i
        for i in range((last - first) * self.axes.tracks * 2):
            to[i] = max(to[i], reached[i])
        target.cover(number, <int>to_c, <int>to_c + 1, <int>to_b, <int>(to_b + last - first))

    cdef void _follow_along(
        self, const ConfigRanges* config, Py_ssize_t c, int kind, Ranges target, int number
    ) noexcept nogil:
        """Follow all lines with one score of C, where A's score moves and one configuration follows."""
        cdef Py_ssize_t b
        cdef int t, last
        cdef Reached reached
        for b in range(config.first_b, config.last_b):
            for t in range(self.axes.tracks):
                reached = config.reached[self.axes.line(c, b, t)]
                if not reached.high:
                    continue
                if kind == WHAMMY:
                    target.widen(number, c, b, 0, 0, 1)
                elif self.scores.least <= self.scores.most:
                    last = self.axes.length[t] - 1
                    target.widen(
                        number, c, b, t, min(END - reached.below + self.scores.least, last),
                        min(reached.high - 1 + self.scores.most, last) + 1,
                    )

    cdef void _follow_by_order(
        self, const ConfigRanges* config, Py_ssize_t c, int mover, int kind, Ranges target, const int32_t[::1] numbers
    ) noexcept nogil:
        """Follow all lines with one score of C, where the order of the scores decides what follows."""
        cdef Py_ssize_t b
        cdef int t, m, lo, hi, last
        cdef Reached reached
        for b in range(config.first_b, config.last_b):
            for t in range(self.axes.tracks):
                reached = config.reached[self.axes.line(c, b, t)]
                if not reached.high:
                    continue
                lo, hi = END - reached.below, reached.high
                if kind == WHAMMY_OFF:
                    self._reach(target, numbers, c, b, t, lo, hi)
                elif kind == WHAMMY and mover == A:
                    self._reach(target, numbers, c, b, 0, 0, 1)
                elif kind == WHAMMY and mover == B:
                    self._reach(target, numbers, c, 0, t, lo, hi)
                elif kind == WHAMMY:
                    self._reach(target, numbers, 0, b, t, lo, hi)
                elif mover == A:
                    if self.scores.least <= self.scores.most:
                        last = self.axes.length[t] - 1
                        self._reach(
                            target, numbers, c, b, t, min(lo + self.scores.least, last),
                            min(hi - 1 + self.scores.most, last) + 1,
                        )
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
        """Note that cells lo..hi of a line are reached, each in the configuration that its order of scores leads to."""
        cdef Runs runs
        cdef int r
        self.scores.find_runs_between(A, track, <int>b, <int>c, lo, hi, &runs)
        for r in range(runs.count):
            if numbers[runs.order[r]] >= 0:
                target.widen(numbers[runs.order[r]], c, b, track, runs.start[r], runs.start[r + 1])


cdef inline void grow(Reached* here, uint8_t* grown, int k, int lo, int hi) noexcept nogil:
    """Widen one configuration's range on the line at hand; mark it if that changes it."""
    if END - lo > here[k].below or hi > here[k].high:
        here[k].below = max(here[k].below, <int16_t>(END - lo))
        here[k].high = max(here[k].high, <int16_t>hi)
        grown[k] = True
