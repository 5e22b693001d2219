"""Cells that dense expectimax needs: boxes of scores, or a range for each line, by interval arithmetic.

With one or two holders of spins, most contestants stay at the entered score, or at $0 after a Whammy; only those who
won a sum may have many scores. A *track* is a list of possible scores on an axis, a *pattern* the choice of a track for
each of the three axes. Each configuration and pattern has one box: a range of each axis's track.

Where all three scores may vary, boxes hold two to three times the reachable cells. Then no score has a track of its
own, and each *line* has a range: a line runs along one of A's tracks, with B's and C's scores fixed. Ranges are widened
to intervals, so everything that a computed cell needs is computed too.
"""

import numpy as np

cimport cython
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free, malloc

from .._spin cimport WHAMMY, WHAMMY_OFF

from ...errors import Unaffordable

cdef enum:
    A = 0
    B = 1
    C = 2

cdef int64_t MAX_CELLS = 0x7FFFFFFF  # of a configuration, whose lines store 32-bit cell numbers

cdef int[3] PAIR_FIRST = [0, 0, 1]  # the pairs of axes whose order counts
cdef int[3] PAIR_SECOND = [1, 2, 2]


@cython.final
cdef class Tracks:
    """The tracks of each axis, and the moves along them.

    Args:
        scores: three lists of four tracks, each a rising sequence of dollars (or empty): from $0 up, from the entered
            score up, $0 alone, the entered score alone. The first two end at the cap. Only boxes have the last two.
        sum_targets: by axis and track, the track that a sum leads to, and the place of this track's first score on it.
        steps: int32 [moves], places that each move goes along a track; gives_spin: uint8 [moves].
        remainders: int32 [moves], index of the remainder that each sum without an extra spin adds (see ``LayerModel``).
        interpolated: whether values are read between the scores. Then a sum with an extra spin may add less than its
            step on the grid.
    """

    def __init__(self, scores, sum_targets, steps, gives_spin, remainders, bint interpolated):
        cdef int axis, track, other, m
        self.dollars = [np.array([score for one_track in tracks for score in one_track], np.int64) for tracks in scores]
        self.hold = []
        self.steps, self.gives_spin, self.remainders = steps, gives_spin, remainders
        self.remainder_count, self.interpolated = 1 + max(remainders), interpolated
        self.moves = <int>len(steps)
        self.max_length = 0
        self.at_zero = AT_ZERO if len(scores[0][AT_ZERO]) else FROM_ZERO
        last = [max(track for track in range(TRACKS) if len(tracks[track])) for tracks in scores]
        self.patterns = PATTERNS if self.at_zero == AT_ZERO else 1 + last[0] + TRACKS * (last[1] + TRACKS * last[2])
        for axis in range(AXES):
            self.scores[axis] = self._scores(self.dollars[axis])
            start = 0
            for track in range(TRACKS):
                self.first[axis][track] = start
                self.length[axis][track] = <int>len(scores[axis][track])
                start += self.length[axis][track]
                self.max_length = max(self.max_length, self.length[axis][track])
                self.sum_track[axis][track], self.sum_shift[axis][track] = sum_targets[axis][track]
        for axis in range(AXES):
            for track in range(TRACKS):
                for other in range(AXES):
                    if other != axis:
                        here = np.array(scores[axis][track], np.int64)
                        self.place_at[axis][track][other] = self._find_places(here, self.dollars[other], "left")
                        self.place_above[axis][track][other] = self._find_places(here, self.dollars[other], "right")
        self.min_step = self.min_extra_step = self.max_length
        self.max_step = self.max_extra_step = -1
        for m in range(self.moves):
            if self.gives_spin[m]:
                self.min_extra_step = min(self.min_extra_step, self.steps[m])
                self.max_extra_step = max(self.max_extra_step, self.steps[m])
            else:
                self.min_step = min(self.min_step, self.steps[m])
                self.max_step = max(self.max_step, self.steps[m])

        self.size_b, self.size_c = self.length[B][0] + self.length[B][1], self.length[C][0] + self.length[C][1]
        self.line_tracks = 1 + (self.length[A][1] > 0)
        self.lines = <Py_ssize_t>self.size_b * self.size_c * self.line_tracks
        if self.at_zero == FROM_ZERO:  # for lines: boxes need none, and may have a hundred times the scores
            self.moves_b, self.moves_c = self._find_targets(B, self.size_b), self._find_targets(C, self.size_c)

    def _find_targets(self, int axis, int size):
        """Return the target of each move from each varying score of an axis: int32 [moves, scores]."""
        cdef int m, track, place, first, length
        cdef int32_t[:, ::1] targets = np.empty((self.moves, size), np.int32)
        for m in range(self.moves):
            for track in range(2):
                first, length = self.first[axis][track], self.length[axis][track]
                for place in range(length):
                    targets[m, first + place] = first + min(place + self.steps[m], length - 1)
        return np.asarray(targets)

    cdef Py_ssize_t first_line(self, int pattern) noexcept nogil:
        """Return the first line of a pattern; strides are ``line_tracks`` along B, ``size_b * line_tracks`` along C."""
        return self.line(
            self.first[C][track_of(pattern, C)], self.first[B][track_of(pattern, B)], track_of(pattern, A)
        )

    cdef const int64_t* _scores(self, scores) except NULL:
        cdef const int64_t[::1] view = scores
        return &view[0]

    cdef const int32_t* _find_places(self, scores, others, side) except NULL:
        """Return the indices at which ``others`` would be inserted in ``scores``: int32, owned by this object."""
        places = np.searchsorted(scores, others, side=side).astype(np.int32)
        cdef const int32_t[::1] view = places
        self.hold.append(places)
        return &view[0]

    cdef void find_runs_between(self, int axis, int track, int y, int z, int low, int high, Runs* runs) noexcept nogil:
        """Find the runs of cells low..high of a row along ``axis`` with one order of the scores.

        ``y`` and ``z`` are the indices of the two other scores in ``scores`` of their axes. An order is a number from 0
        to 26: 9 * (A against B) + 3 * (A against C) + (B against C), each 0 for less, 1 for tied, 2 for more.
        """
        cdef int axis_y = 1 if axis == 0 else 0
        cdef int axis_z = 1 if axis == 2 else 2
        cdef int at_y = self.place_at[axis][track][axis_y][y]
        cdef int above_y = self.place_above[axis][track][axis_y][y]
        cdef int at_z = self.place_at[axis][track][axis_z][z]
        cdef int above_z = self.place_above[axis][track][axis_z][z]
        cdef int third = order_of(self.scores[axis_y][y], self.scores[axis_z][z])
        cdef int i = low
        cdef int end, to_one, to_other
        runs.count = 0
        while i < high:
            end = high
            if i < at_y:
                end = min(end, at_y)
            elif i < above_y:
                end = min(end, above_y)
            if i < at_z:
                end = min(end, at_z)
            elif i < above_z:
                end = min(end, above_z)
            to_one = (i >= at_y) + (i >= above_y)
            to_other = (i >= at_z) + (i >= above_z)
            runs.start[runs.count] = i
            if axis == 0:
                runs.order[runs.count] = 9 * to_one + 3 * to_other + third
            elif axis == 1:
                runs.order[runs.count] = 9 * (2 - to_one) + 3 * third + to_other
            else:
                runs.order[runs.count] = 9 * third + 3 * (2 - to_one) + 2 - to_other
            runs.count += 1
            i = end
        runs.start[runs.count] = high

    cdef bint narrow(self, int pattern, int order, Box* box) noexcept nogil:
        """Narrow a box to the scores in one order; return whether any are left."""
        cdef int[3] relation = [order // 9, order // 3 % 3, order % 3]
        cdef int pair, low, high, axis
        for _ in range(AXES):
            for pair in range(AXES):
                low, high = PAIR_FIRST[pair], PAIR_SECOND[pair]
                if relation[pair] == 1:
                    self._raise(pattern, low, high, False, box)
                    self._raise(pattern, high, low, False, box)
                    self._lower(pattern, low, high, True, box)
                    self._lower(pattern, high, low, True, box)
                else:
                    if relation[pair] == 2:
                        low, high = high, low
                    self._lower(pattern, low, high, False, box)
                    self._raise(pattern, high, low, True, box)
                for axis in range(AXES):
                    if box.low[axis] >= box.high[axis]:
                        return False
        return True

    cdef void _raise(self, int pattern, int axis, int other, bint above, Box* box) noexcept nogil:
        """Raise an axis's low end to the first score at or ``above`` the other axis's lowest."""
        cdef int track = track_of(pattern, axis)
        cdef int lowest = self.first[other][track_of(pattern, other)] + box.low[other]
        cdef const int32_t* place_at = self.place_at[axis][track][other]
        cdef const int32_t* place_above = self.place_above[axis][track][other]
        box.low[axis] = max(box.low[axis], (place_above if above else place_at)[lowest])

    cdef void _lower(self, int pattern, int axis, int other, bint tied, Box* box) noexcept nogil:
        """Lower an axis's high end to the last score below the other axis's highest, or ``tied`` with it."""
        cdef int track = track_of(pattern, axis)
        cdef int highest = self.first[other][track_of(pattern, other)] + box.high[other] - 1
        cdef const int32_t* place_at = self.place_at[axis][track][other]
        cdef const int32_t* place_above = self.place_above[axis][track][other]
        box.high[axis] = min(box.high[axis], (place_above if tied else place_at)[highest])


@cython.final
cdef class Cells:
    """The cells of a frame's configurations for one class of lanes.

    Methods with ``stop``, uint8 [1], return early once the caller sets it to cancel.

    Args:
        count: configurations.
        tracks: the scores; four on each axis for boxes, two for lines.
        line_ranged: whether each line has a range.

    Raises:
        MemoryError: no room for the tables.
    """

    def __init__(self, int count, Tracks tracks, bint line_ranged):
        cdef int k
        self.count, self.tracks, self.patterns, self.line_ranged = count, tracks, tracks.patterns, line_ranged
        self.box = <Box*>calloc(count * self.patterns + 1, sizeof(Box))
        if self.box == NULL:
            raise MemoryError
        if not line_ranged:
            return
        self.first_c = self.first_b = 1 << 30
        self.config = <ConfigLines*>calloc(count + 1, sizeof(ConfigLines))
        self.reached = <PackedRange*>calloc(count * tracks.lines + 1, sizeof(PackedRange))
        if self.config == NULL or self.reached == NULL:
            raise MemoryError
        for k in range(count):
            self.config[k].reached = self.reached + k * tracks.lines
            self.config[k].first_c = self.config[k].first_b = 1 << 30

    def __dealloc__(self):
        free(self.box)
        free(self.config)
        free(self.reached)
        free(self.memory)

    # -- adding -------------------------------------------------------------------------------

    def add_cells(self, int k, int pattern, low, high, const uint8_t[::1] stop):
        """Add all cells of a configuration and pattern from one place to another, both included."""
        cdef Box box
        cdef int axis
        for axis in range(AXES):
            box.low[axis], box.high[axis] = low[axis], high[axis] + 1
        if self.line_ranged:
            with nogil:
                self.add_box_to_lines(k, pattern, &box, &stop[0])
        else:
            self.add(k, pattern, &box)

    cdef bint add(self, int k, int pattern, const Box* box) noexcept nogil:
        """Widen a box to hold another; return whether it changed."""
        cdef Box* here = &self.box[k * self.patterns + pattern]
        cdef bint changed = False
        cdef int axis
        if here.cells == 0:
            here[0] = box[0]
            here.cells = 1
            return True
        for axis in range(AXES):
            if box.low[axis] < here.low[axis]:
                here.low[axis] = box.low[axis]
                changed = True
            if box.high[axis] > here.high[axis]:
                here.high[axis] = box.high[axis]
                changed = True
        return changed

    cdef void add_box_to_lines(self, int k, int pattern, const Box* box, const uint8_t* stop) noexcept nogil:
        """Add a box of cells to the lines that it crosses."""
        cdef int first_b = self.tracks.first[B][track_of(pattern, B)]
        cdef int first_c = self.tracks.first[C][track_of(pattern, C)]
        cdef int b, c
        for c in range(box.low[C], box.high[C]):
            if stop[0]:
                return
            for b in range(box.low[B], box.high[B]):
                self.widen(k, first_c + c, first_b + b, track_of(pattern, A), box.low[A], box.high[A])

    # -- closing a frame ----------------------------------------------------------------------

    def close_under_moves(
        self, const int32_t[::1] mover, const int32_t[::1] spin, const int32_t[:, :, ::1] passes,
        const uint8_t[::1] stop,
    ):
        """Close a frame's cells under extra spins and passes.

        Extra spins lead to higher scores, so for lines one walk by rising scores suffices.

        Args:
            mover, spin: int32 [configurations], the mover's axis, and the configuration after an extra spin.
            passes: int32 [configurations, 2, 27], the configuration that a pass leads to, by the order of
                the scores, or -1.
        """
        cdef PackedRange* here = NULL
        cdef uint8_t* grown = NULL
        if not self.line_ranged:
            with nogil:
                self.close_boxes(mover, spin, passes, &stop[0])
            return
        try:
            here = <PackedRange*>malloc((self.count + 1) * sizeof(PackedRange))
            grown = <uint8_t*>calloc(self.count + 1, 1)
            if here == NULL or grown == NULL:
                raise MemoryError
            with nogil:
                self.close_lines(mover, spin, passes, here, grown, &stop[0])
        finally:
            free(here)
            free(grown)

    cdef void close_boxes(
        self, const int32_t[::1] mover, const int32_t[::1] spin, const int32_t[:, :, ::1] passes, const uint8_t* stop
    ) noexcept nogil:
        cdef bint changed = True
        cdef int k, pattern
        while changed:
            changed = False
            for k in range(self.count):
                if stop[0]:
                    return
                for pattern in range(self.patterns):
                    if self.box[k * self.patterns + pattern].cells and self.close_box(
                        k, pattern, mover[k], spin[k], &passes[k, 0, 0]
                    ):
                        changed = True

    cdef bint close_box(self, int k, int pattern, int mover, int spin, const int32_t* passes) noexcept nogil:
        """Widen the successors of a box in its frame; return whether any changed."""
        cdef Box box = self.box[k * self.patterns + pattern]
        cdef Box after = box
        cdef int track = track_of(pattern, mover)
        cdef int to = self.tracks.sum_track[mover][track]
        cdef bint changed = False
        cdef int place, order, top
        if self.tracks.max_extra_step >= 0:
            top = self.tracks.length[mover][to] - 1
            after.low[mover] = min(
                box.low[mover] + self.tracks.sum_shift[mover][track] + self.tracks.min_extra_step, top
            )
            after.high[mover] = top + 1
            changed = self.add(spin, with_track(pattern, mover, to), &after)
        for place in range(2):
            for order in range(ORDERS):
                if passes[place * ORDERS + order] >= 0:
                    after = box
                    if self.tracks.narrow(pattern, order, &after) and self.add(
                        passes[place * ORDERS + order], pattern, &after
                    ):
                        changed = True
        return changed

    cdef void close_lines(
        self, const int32_t[::1] mover, const int32_t[::1] spin, const int32_t[:, :, ::1] passes,
        PackedRange* here, uint8_t* grown, const uint8_t* stop,
    ) noexcept nogil:
        cdef Py_ssize_t b, c, line
        cdef int t, k
        cdef bint any_here
        c = self.first_c
        while c < self.last_c:
            b = self.first_b
            while b < self.last_b:
                if stop[0]:
                    return
                for t in range(self.tracks.line_tracks):
                    line = self.tracks.line(c, b, t)
                    any_here = False
                    for k in range(self.count):
                        here[k] = self.config[k].reached[line]
                        grown[k] = here[k].high > 0
                        any_here = any_here or grown[k]
                    if any_here:
                        self.close_line(mover, spin, passes, c, b, t, here, grown, stop)
                        for k in range(self.count):
                            if here[k].high:
                                self.widen(k, c, b, t, RANGE_LIMIT - here[k].below, here[k].high)
                                if self.tracks.max_extra_step >= 0 and mover[k] == B:
                                    self._push(spin[k], c, b, t, here[k])
                b += 1
            for k in range(self.count if self.tracks.max_extra_step >= 0 else 0):
                if stop[0]:
                    return
                if mover[k] == C and self.config[k].first_c <= c and c < self.config[k].last_c:
                    self._push_slab(k, spin[k], c)
            c += 1

    cdef void close_line(
        self, const int32_t[::1] mover, const int32_t[::1] spin, const int32_t[:, :, ::1] passes,
        Py_ssize_t c, Py_ssize_t b, int track, PackedRange* here, uint8_t* grown, const uint8_t* stop,
    ) noexcept nogil:
        """Close the ranges of a line under passes, A's extra spins, and extra spins of others at the cap."""
        cdef int top = self.tracks.length[A][track] - 1
        cdef int min_extra_step = 0 if self.tracks.interpolated else self.tracks.min_extra_step
        cdef bint stays[3]
        cdef bint changed = True
        cdef int k, r, place, target, lo, hi, low, high
        cdef Runs runs
        self.tracks.find_runs_between(A, track, <int>b, <int>c, 0, top + 1, &runs)
        stays[B] = self._stays(self.tracks.moves_b, b)
        stays[C] = self._stays(self.tracks.moves_c, c)
        while changed and not stop[0]:
            changed = False
            for k in range(self.count):
                if not grown[k]:
                    continue
                grown[k] = False
                changed = True
                low, high = RANGE_LIMIT - here[k].below, here[k].high
                if mover[k] == A:
                    if self.tracks.max_extra_step >= 0:
                        widen_range(here, grown, spin[k], min(low + min_extra_step, top), top + 1)
                elif stays[mover[k]]:
                    widen_range(here, grown, spin[k], low, high)
                for r in range(runs.count):
                    lo = max(runs.start[r], low)
                    hi = min(runs.start[r + 1], high)
                    if lo >= hi:
                        continue
                    for place in range(2):
                        target = passes[k, place, runs.order[r]]
                        if target >= 0:
                            widen_range(here, grown, target, lo, hi)

    cdef bint _stays(self, const int32_t[:, ::1] moves, Py_ssize_t i) noexcept nogil:
        """Return whether an extra spin may leave a score unchanged."""
        cdef int m
        if self.tracks.interpolated and self.tracks.max_extra_step >= 0:
            return True
        for m in range(self.tracks.moves):
            if self.tracks.gives_spin[m] and moves[m, i] == i:
                return True
        return False

    cdef void _push(
        self, int spin, Py_ssize_t c, Py_ssize_t b, int track, PackedRange here
    ) noexcept nogil:
        """Add the successors of one line by extra spins of B."""
        cdef int m
        for m in range(self.tracks.moves):
            if self.tracks.gives_spin[m]:
                self.widen(spin, c, self.tracks.moves_b[m, b], track, RANGE_LIMIT - here.below, here.high)

    cdef void _push_slab(self, int k, int spin, Py_ssize_t c) noexcept nogil:
        """Add the successors of all lines with one score of C by extra spins of C."""
        cdef const ConfigLines* config = &self.config[k]
        cdef int m
        for m in range(self.tracks.moves):
            if self.tracks.gives_spin[m] and self.tracks.moves_c[m, c] != c:
                self._merge_lines(
                    config, c, config.first_b, config.last_b, self, spin, self.tracks.moves_c[m, c], config.first_b
                )

    # -- spins to a frame below ---------------------------------------------------------------

    def add_successors(
        self, const int32_t[::1] numbers, int mover, int kind, Cells target, const int32_t[:, ::1] after,
        const uint8_t[::1] stop,
    ):
        """Add the successors of some configurations by a spin to the cells of another frame.

        Args:
            numbers, mover: the configurations that spin, and their mover's axis.
            kind: the result of the spin: ``SUM`` (no extra spin), ``WHAMMY`` or ``WHAMMY_OFF``.
            target: the cells of the other frame. after: int32 [configurations, 28], see ``FrameTransitions``.
        """
        cdef Py_ssize_t i
        cdef int pattern
        with nogil:
            for i in range(numbers.shape[0]):
                if stop[0]:
                    break
                if self.line_ranged:
                    self.add_line_successors(&self.config[numbers[i]], mover, kind, target, after[numbers[i]], &stop[0])
                    continue
                for pattern in range(self.patterns):
                    if self.box[numbers[i] * self.patterns + pattern].cells:
                        self.add_box_successors(numbers[i], pattern, mover, kind, target, &after[numbers[i], 0])

    cdef void add_box_successors(
        self, int k, int pattern, int mover, int kind, Cells target, const int32_t* numbers
    ) noexcept nogil:
        cdef Box after = self.box[k * self.patterns + pattern]
        cdef int track = track_of(pattern, mover)
        cdef int to = track
        cdef int top, from_
        if kind == WHAMMY:
            to = AT_ZERO
            after.low[mover], after.high[mover] = 0, 1
        elif kind == SUM:
            if self.tracks.min_step > self.tracks.max_step:
                return
            to = self.tracks.sum_track[mover][track]
            top = self.tracks.length[mover][to] - 1
            from_ = self.tracks.sum_shift[mover][track]
            after.low[mover] = min(after.low[mover] + from_ + self.tracks.min_step, top)
            after.high[mover] = min(after.high[mover] - 1 + from_ + self.tracks.max_step, top) + 1
        target.add_box_by_order(with_track(pattern, mover, to), &after, numbers)

    cdef void add_box_by_order(self, int pattern, const Box* box, const int32_t* numbers) noexcept nogil:
        """Widen the boxes of the configurations for each order of the scores in a box."""
        cdef Box narrowed
        cdef int order
        if numbers[ORDERS] >= 0:
            self.add(numbers[ORDERS], pattern, box)
            return
        for order in range(ORDERS):
            if numbers[order] >= 0:
                narrowed = box[0]
                if self.tracks.narrow(pattern, order, &narrowed):
                    self.add(numbers[order], pattern, &narrowed)

    cdef void add_line_successors(
        self, const ConfigLines* config, int mover, int kind, Cells target, const int32_t[::1] after,
        const uint8_t* stop,
    ) noexcept nogil:
        cdef Py_ssize_t c
        for c in range(config.first_c, config.last_c):
            if stop[0]:
                return
            if after[ORDERS] < 0:
                self._add_lines_by_order(config, c, mover, kind, target, after)
            elif mover == A and kind != WHAMMY_OFF:
                self._add_along(config, c, kind, target, after[ORDERS])
            else:
                self._add_across(config, c, mover, kind, target, after[ORDERS])

    cdef void _add_across(
        self, const ConfigLines* config, Py_ssize_t c, int mover, int kind, Cells target, int number
    ) noexcept nogil:
        """Add the successors of all lines with one score of C, where A's score stays and one configuration follows."""
        cdef Py_ssize_t first = config.first_b
        cdef Py_ssize_t last = config.last_b
        cdef Py_ssize_t b, end
        cdef int m
        if kind == WHAMMY_OFF:
            self._merge_lines(config, c, first, last, target, number, c, first)
        elif kind == WHAMMY and mover == C:
            self._merge_lines(config, c, first, last, target, number, 0, first)
        elif kind == WHAMMY:
            for b in range(first, last):
                self._merge_lines(config, c, b, b + 1, target, number, c, 0)
        else:
            for m in range(self.tracks.moves):
                if self.tracks.gives_spin[m]:
                    continue
                if mover == C:
                    self._merge_lines(config, c, first, last, target, number, self.tracks.moves_c[m, c], first)
                    continue
                b = first
                while b < last:  # a run of scores that move to neighboring scores
                    end = b + 1
                    while end < last and self.tracks.moves_b[m, end] == self.tracks.moves_b[m, end - 1] + 1:
                        end += 1
                    self._merge_lines(config, c, b, end, target, number, c, self.tracks.moves_b[m, b])
                    b = end

    cdef void _merge_lines(
        self, const ConfigLines* config, Py_ssize_t c, Py_ssize_t first, Py_ssize_t last, Cells target, int number,
        Py_ssize_t to_c, Py_ssize_t to_b,
    ) noexcept nogil:
        """Merge the ranges of lines with neighboring scores of B, from ``first``, into as many lines from ``to_b``."""
        cdef const int16_t* reached = <const int16_t*>(config.reached + self.tracks.line(c, first, 0))
        cdef int16_t* to = <int16_t*>(target.config[number].reached + self.tracks.line(to_c, to_b, 0))
        cdef Py_ssize_t i
        for i in range((last - first) * self.tracks.line_tracks * 2):
            to[i] = max(to[i], reached[i])
        target.cover(number, <int>to_c, <int>to_c + 1, <int>to_b, <int>(to_b + last - first))

    cdef void _add_along(
        self, const ConfigLines* config, Py_ssize_t c, int kind, Cells target, int number
    ) noexcept nogil:
        """Add the successors of all lines with one score of C, where A's score moves and one configuration follows."""
        cdef Py_ssize_t b
        cdef int t, last
        cdef PackedRange reached
        for b in range(config.first_b, config.last_b):
            for t in range(self.tracks.line_tracks):
                reached = config.reached[self.tracks.line(c, b, t)]
                if not reached.high:
                    continue
                if kind == WHAMMY:
                    target.widen(number, c, b, 0, 0, 1)
                elif self.tracks.min_step <= self.tracks.max_step:
                    last = self.tracks.length[A][t] - 1
                    target.widen(
                        number, c, b, t, min(RANGE_LIMIT - reached.below + self.tracks.min_step, last),
                        min(reached.high - 1 + self.tracks.max_step, last) + 1,
                    )

    cdef void _add_lines_by_order(
        self, const ConfigLines* config, Py_ssize_t c, int mover, int kind, Cells target, const int32_t[::1] numbers
    ) noexcept nogil:
        """Add the successors of all lines with one score of C, where they depend on the order of the scores."""
        cdef Py_ssize_t b
        cdef int t, m, lo, hi, last
        cdef PackedRange reached
        for b in range(config.first_b, config.last_b):
            for t in range(self.tracks.line_tracks):
                reached = config.reached[self.tracks.line(c, b, t)]
                if not reached.high:
                    continue
                lo, hi = RANGE_LIMIT - reached.below, reached.high
                if kind == WHAMMY_OFF:
                    target._add_run(numbers, c, b, t, lo, hi)
                elif kind == WHAMMY and mover == A:
                    target._add_run(numbers, c, b, 0, 0, 1)
                elif kind == WHAMMY and mover == B:
                    target._add_run(numbers, c, 0, t, lo, hi)
                elif kind == WHAMMY:
                    target._add_run(numbers, 0, b, t, lo, hi)
                elif mover == A:
                    if self.tracks.min_step <= self.tracks.max_step:
                        last = self.tracks.length[A][t] - 1
                        target._add_run(
                            numbers, c, b, t, min(lo + self.tracks.min_step, last),
                            min(hi - 1 + self.tracks.max_step, last) + 1,
                        )
                else:
                    for m in range(self.tracks.moves):
                        if self.tracks.gives_spin[m]:
                            continue
                        if mover == B:
                            target._add_run(numbers, c, self.tracks.moves_b[m, b], t, lo, hi)
                        else:
                            target._add_run(numbers, self.tracks.moves_c[m, c], b, t, lo, hi)

    cdef void _add_run(
        self, const int32_t[::1] numbers, Py_ssize_t c, Py_ssize_t b, int track, int lo, int hi
    ) noexcept nogil:
        """Widen a line's ranges to hold cells lo..hi, each in the configuration for its order of the scores."""
        cdef Runs runs
        cdef int r
        self.tracks.find_runs_between(A, track, <int>b, <int>c, lo, hi, &runs)
        for r in range(runs.count):
            if numbers[runs.order[r]] >= 0:
                self.widen(numbers[runs.order[r]], c, b, track, runs.start[r], runs.start[r + 1])

    # -- once the cells are known -------------------------------------------------------------

    def lay_out(self, const uint8_t[::1] stop):
        """Lay the final cells out; return int64 [configurations, patterns, 2], cells and rows.

        The lines of all patterns are stored together and counted for the first pattern.

        Raises:
            Unaffordable: a configuration has more than ``MAX_CELLS``.
        """
        cdef int64_t[:, :, ::1] sizes = np.zeros((self.count, self.patterns, 2), np.int64)
        cdef int k, pattern, axis
        cdef int64_t max_cells = 0
        cdef Box* box
        if self.line_ranged:
            self.memory = <LineRange*>calloc(self.count * self.tracks.lines + 1, sizeof(LineRange))
            if self.memory == NULL:
                raise MemoryError
        with nogil:
            for k in range(self.count):
                if stop[0]:
                    break
                if self.line_ranged:
                    self.config[k].line = self.memory + k * self.tracks.lines
                    self.number_lines(k, &sizes[k, 0, 0], &stop[0])
                    self.enclose_lines(k)
                    max_cells = max(max_cells, self.config[k].cells)
                    continue
                for pattern in range(self.patterns):
                    box = &self.box[k * self.patterns + pattern]
                    if box.cells:
                        box.cells = 1
                        for axis in range(AXES):
                            box.cells *= box.high[axis] - box.low[axis]
                        axis = row_axis(pattern)
                        sizes[k, pattern, 0] = box.cells
                        sizes[k, pattern, 1] = box.cells // (box.high[axis] - box.low[axis])
        free(self.reached)
        self.reached = NULL
        if max_cells > MAX_CELLS:
            raise Unaffordable("There are too many different scores at this unit for each way to share out the spins.")
        return np.asarray(sizes)

    cdef void number_lines(self, int k, int64_t* sizes, const uint8_t* stop) noexcept nogil:
        cdef ConfigLines* config = &self.config[k]
        cdef Py_ssize_t c, line
        cdef PackedRange reached
        cdef LineRange* here
        for c in range(config.first_c, config.last_c):
            if stop[0]:
                break
            for line in range(self.tracks.line(c, config.first_b, 0), self.tracks.line(c, config.last_b, 0)):
                reached = config.reached[line]
                if reached.high:
                    here = &config.line[line]
                    here.start, here.low, here.high = <int32_t>config.cells, RANGE_LIMIT - reached.below, reached.high
                    config.cells += here.high - here.low
                    sizes[1] += 1
        sizes[0] = config.cells
        config.reached = NULL

    cdef void enclose_lines(self, int k) noexcept nogil:
        """Find the boxes that hold a configuration's lines, pattern by pattern."""
        cdef const ConfigLines* config = &self.config[k]
        cdef int pattern, axis, first
        cdef Box* box
        if not config.cells:
            return
        for pattern in range(self.patterns):
            box = &self.box[k * self.patterns + pattern]
            box.cells = 1
            for axis in range(AXES):
                first = self.tracks.first[axis][track_of(pattern, axis)]
                box.low[axis], box.high[axis] = 0, self.tracks.length[axis][track_of(pattern, axis)]
                if axis == B:
                    box.low[B] = max(0, config.first_b - first)
                    box.high[B] = min(box.high[B], config.last_b - first)
                elif axis == C:
                    box.low[C] = max(0, config.first_c - first)
                    box.high[C] = min(box.high[C], config.last_c - first)
                if box.low[axis] >= box.high[axis]:
                    box.cells = 0

    def find_floors(self, const uint8_t[::1] stop):
        """Return the boxes that hold the cells of lines where an axis's score is $0, as after a Whammy.

        int32 [axes, configurations, patterns, axes, 2], low and high.
        """
        cdef int32_t[:, :, :, :, ::1] ranges = np.zeros((AXES, self.count, self.patterns, AXES, 2), np.int32)
        cdef int axis, k, pattern, b, c, low, high
        cdef const Box* box
        cdef LineRange here
        with nogil:
            for axis in range(AXES):
                for k in range(self.count):
                    if stop[0]:
                        break
                    for pattern in range(self.patterns):
                        box = &self.box[k * self.patterns + pattern]
                        if not box.cells or track_of(pattern, axis) != FROM_ZERO:
                            continue
                        for c in range(box.low[C], 1 if axis == C else box.high[C]):
                            if stop[0]:
                                break
                            for b in range(box.low[B], 1 if axis == B else box.high[B]):
                                here = self.config[k].line[self.tracks.first_line(pattern) + self.tracks.line(c, b, 0)]
                                low, high = here.low, min(here.high, 1) if axis == A else here.high
                                if low < high:
                                    extend(&ranges[axis, k, pattern, A, 0], low, high)
                                    extend(&ranges[axis, k, pattern, B, 0], b, b + 1)
                                    extend(&ranges[axis, k, pattern, C, 0], c, c + 1)
        return np.asarray(ranges)

    def find_cell(self, int k, int pattern, place):
        """Return the location of a cell, or None if it is not needed.

        That is the pattern that its row is counted for, the row's first cell, the cell's place in it, and its width.
        """
        cdef const Box* box = &self.box[k * self.patterns + pattern]
        cdef LineRange here
        cdef int axis
        if not box.cells:
            return None
        for axis in range(AXES):
            if not box.low[axis] <= place[axis] < box.high[axis]:
                return None
        if self.line_ranged:
            here = self.config[k].line[
                self.tracks.first_line(pattern) + self.tracks.line(place[C], place[B], 0)
            ]
            if not here.low <= place[A] < here.high:
                return None
            return 0, here.start, place[A] - here.low, here.high - here.low
        axis = row_axis(pattern)
        axis_y, axis_z = (1 if axis == 0 else 0), (1 if axis == 2 else 2)
        width = box.high[axis] - box.low[axis]
        row = (place[axis_z] - box.low[axis_z]) * (box.high[axis_y] - box.low[axis_y]) + place[axis_y] - box.low[axis_y]
        return pattern, row * width, place[axis] - box.low[axis], width


cdef inline void extend(int32_t* range, int low, int high) noexcept nogil:
    """Widen a range, which may be empty, to hold another."""
    range[0] = low if range[0] == range[1] else min(range[0], low)
    range[1] = max(range[1], high)


cdef inline void widen_range(PackedRange* here, uint8_t* grown, int k, int lo, int hi) noexcept nogil:
    """Widen one configuration's range on the current line, and mark it if it changed."""
    if RANGE_LIMIT - lo > here[k].below or hi > here[k].high:
        here[k].below = max(here[k].below, <int16_t>(RANGE_LIMIT - lo))
        here[k].high = max(here[k].high, <int16_t>hi)
        grown[k] = True
