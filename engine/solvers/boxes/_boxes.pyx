"""Which cells the kernel needs: boxes of scores, closed by interval arithmetic.

With one or two holders of spins, most contestants stand at the score that they came with, or at $0
after a Whammy; only those who won a sum since may have any of many scores. A *pattern* says which of
these holds for each of the three axes, a *track* being the scores that are possible. Every
configuration and pattern has one box: a range of each axis's track.
"""

import numpy as np

cimport cython
from libc.stdlib cimport calloc, free

cdef int[3] ONE = [0, 0, 1]  # the pairs of axes whose order counts
cdef int[3] OTHER = [1, 2, 2]


@cython.final
cdef class Tracks:
    """The tracks of each axis, and how sums move along them.

    Args:
        scores: three lists of four tracks, each a rising sequence of dollars (or empty): from $0 on, from
            the entered score on, $0 alone, the entered score alone. The first two end at the cap. Without the last
            two, which are for boxes, scores that stand still are places on the first two.
        leads_to: by axis and track, the track that a sum leads to and the place on it of the track's first score.
        steps: int32 [moves], how far each move goes along a track; gives_spin: uint8 [moves].
    """

    def __init__(self, scores, leads_to, steps, gives_spin):
        cdef int axis, track, other, m
        self.dollars = [np.array([x for its in tracks for x in its], np.int64) for tracks in scores]
        self.hold = []
        self.steps, self.spins = steps, gives_spin
        self.moves = <int>len(steps)
        self.longest = 0
        self.at_zero = AT_ZERO if len(scores[0][AT_ZERO]) else FROM_ZERO
        most = [max(track for track in range(TRACKS) if len(tracks[track])) for tracks in scores]
        self.patterns = PATTERNS if self.at_zero == AT_ZERO else 1 + most[0] + TRACKS * (most[1] + TRACKS * most[2])
        for axis in range(SIDES):
            self.scores[axis] = self._scores(self.dollars[axis])
            start = 0
            for track in range(TRACKS):
                self.first[axis][track] = start
                self.length[axis][track] = <int>len(scores[axis][track])
                start += self.length[axis][track]
                self.longest = max(self.longest, self.length[axis][track])
                self.to[axis][track], self.shift[axis][track] = leads_to[axis][track]
        for axis in range(SIDES):
            for track in range(TRACKS):
                for other in range(SIDES):
                    if other != axis:
                        here = np.array(scores[axis][track], np.int64)
                        self.at[axis][track][other] = self._places(here, self.dollars[other], "left")
                        self.above[axis][track][other] = self._places(here, self.dollars[other], "right")
        self.least = self.least_extra = self.longest
        self.most = self.most_extra = -1
        for m in range(self.moves):
            if self.spins[m]:
                self.least_extra = min(self.least_extra, self.steps[m])
                self.most_extra = max(self.most_extra, self.steps[m])
            else:
                self.least = min(self.least, self.steps[m])
                self.most = max(self.most, self.steps[m])

    cdef const int64_t* _scores(self, scores) except NULL:
        cdef const int64_t[::1] view = scores
        return &view[0]

    cdef const int32_t* _places(self, scores, others, side) except NULL:
        """Return where other scores would stand among these: int32, kept by this object."""
        places = np.searchsorted(scores, others, side=side).astype(np.int32)
        cdef const int32_t[::1] view = places
        self.hold.append(places)
        return &view[0]

    cdef void find_runs_between(self, int axis, int track, int y, int z, int low, int high, Runs* runs) noexcept nogil:
        """Find pieces of cells low..high of a row along ``axis`` on which the order of the scores is the same.

        ``y`` and ``z`` are the numbers of the two other scores among all of their axes. The order is a number from 0 to
        26: 9 * (A against B) + 3 * (A against C) + (B against C), each 0 for less, 1 for level, 2 for more.
        """
        cdef int one = 1 if axis == 0 else 0
        cdef int other = 1 if axis == 2 else 2
        cdef int at_y = self.at[axis][track][one][y]
        cdef int above_y = self.above[axis][track][one][y]
        cdef int at_z = self.at[axis][track][other][z]
        cdef int above_z = self.above[axis][track][other][z]
        cdef int third = order_of(self.scores[one][y], self.scores[other][z])
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
        """Narrow a box to what an order of the scores leaves of it; return whether anything is left."""
        cdef int[3] relation = [order // 9, order // 3 % 3, order % 3]
        cdef int pair, low, high, axis
        for _ in range(SIDES):
            for pair in range(SIDES):
                low, high = ONE[pair], OTHER[pair]
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
                for axis in range(SIDES):
                    if box.low[axis] >= box.high[axis]:
                        return False
        return True

    cdef void _raise(self, int pattern, int axis, int other, bint above, Box* box) noexcept nogil:
        """Leave an axis the scores that are at least the other's least, or above it."""
        cdef int track = track_of(pattern, axis)
        cdef int least = self.first[other][track_of(pattern, other)] + box.low[other]
        cdef int place = self.above[axis][track][other][least] if above else self.at[axis][track][other][least]
        box.low[axis] = max(box.low[axis], place)

    cdef void _lower(self, int pattern, int axis, int other, bint level, Box* box) noexcept nogil:
        """Leave an axis the scores that are below the other's most, or level with it."""
        cdef int track = track_of(pattern, axis)
        cdef int most = self.first[other][track_of(pattern, other)] + box.high[other] - 1
        cdef int place = self.above[axis][track][other][most] if level else self.at[axis][track][other][most]
        box.high[axis] = min(box.high[axis], place)


@cython.final
cdef class Boxes:
    """The boxes of a frame's configurations for one class of lanes, [configurations, patterns].

    Raises:
        MemoryError: no room for the tables.
    """

    def __init__(self, int count):
        self.count = count
        self.box = <Box*>calloc(count * PATTERNS + 1, sizeof(Box))
        if self.box == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.box)

    cdef bint add(self, int k, int pattern, const Box* box) noexcept nogil:
        """Widen a box to hold another; return whether it changed."""
        cdef Box* here = &self.box[k * PATTERNS + pattern]
        cdef bint changed = False
        cdef int axis
        if here.cells == 0:
            here[0] = box[0]
            here.cells = 1
            return True
        for axis in range(SIDES):
            if box.low[axis] < here.low[axis]:
                here.low[axis] = box.low[axis]
                changed = True
            if box.high[axis] > here.high[axis]:
                here.high[axis] = box.high[axis]
                changed = True
        return changed

    def add_cell(self, int k, int pattern, place):
        """Widen a box to hold one cell, given by its place on each axis's track."""
        cdef Box box
        cdef int axis
        for axis in range(SIDES):
            box.low[axis], box.high[axis] = place[axis], place[axis] + 1
        self.add(k, pattern, &box)

    def sizes(self, const uint8_t[::1] stop):
        """Count the cells once the boxes are final; return int64 [configurations, patterns, 2], cells and rows.

        Args:
            stop: [1], set by the caller to cancel.
        """
        cdef int64_t[:, :, ::1] sizes = np.zeros((self.count, PATTERNS, 2), np.int64)
        cdef int k, pattern, axis
        cdef Box* box
        for k in range(self.count):
            if stop[0]:
                break
            for pattern in range(PATTERNS):
                box = &self.box[k * PATTERNS + pattern]
                if box.cells:
                    box.cells = 1
                    for axis in range(SIDES):
                        box.cells *= box.high[axis] - box.low[axis]
                    axis = row_axis(pattern)
                    sizes[k, pattern, 0] = box.cells
                    sizes[k, pattern, 1] = box.cells // (box.high[axis] - box.low[axis])
        return np.asarray(sizes)

    def find(self, int k, int pattern, place):
        """Return (place of a cell in its box's storage in planes of rows: row's first cell, cell, width), or None."""
        cdef Box* box = &self.box[k * PATTERNS + pattern]
        cdef int axis
        if not box.cells:
            return None
        for axis in range(SIDES):
            if not box.low[axis] <= place[axis] < box.high[axis]:
                return None
        axis = row_axis(pattern)
        one, other = (1 if axis == 0 else 0), (1 if axis == 2 else 2)
        width = box.high[axis] - box.low[axis]
        row = (place[other] - box.low[other]) * (box.high[one] - box.low[one]) + place[one] - box.low[one]
        return row * width, place[axis] - box.low[axis], width

    def close(
        self, Tracks tracks, const int32_t[::1] mover, const int32_t[::1] spin, const int32_t[:, :, ::1] passes,
        const uint8_t[::1] stop,
    ):
        """Close a frame's boxes under extra spins and passes.

        Args:
            mover, spin: int32 [configurations], the mover's axis, and the configuration after an extra spin.
            passes: int32 [configurations, 2, 27], the configuration that a pass leads to, by the order of
                the scores, or -1.
            stop: [1], set by the caller to cancel.
        """
        cdef bint changed = True
        cdef int k, pattern
        with nogil:
            while changed:
                changed = False
                for k in range(self.count):
                    if stop[0]:
                        changed = False
                        break
                    for pattern in range(PATTERNS):
                        if self.box[k * PATTERNS + pattern].cells and self._close(
                            tracks, k, pattern, mover[k], spin[k], &passes[k, 0, 0]
                        ):
                            changed = True

    cdef bint _close(
        self, Tracks tracks, int k, int pattern, int mover, int spin, const int32_t* passes
    ) noexcept nogil:
        cdef Box box = self.box[k * PATTERNS + pattern]
        cdef Box after = box
        cdef int track = track_of(pattern, mover)
        cdef int to = tracks.to[mover][track]
        cdef bint changed = False
        cdef int place, order, top
        if tracks.most_extra >= 0:
            top = tracks.length[mover][to] - 1
            after.low[mover] = min(box.low[mover] + tracks.shift[mover][track] + tracks.least_extra, top)
            after.high[mover] = top + 1
            changed = self.add(spin, with_track(pattern, mover, to), &after)
        for place in range(2):
            for order in range(ORDERS):
                if passes[place * ORDERS + order] >= 0:
                    after = box
                    if tracks.narrow(pattern, order, &after) and self.add(
                        passes[place * ORDERS + order], pattern, &after
                    ):
                        changed = True
        return changed

    def follow(
        self, Tracks tracks, const int32_t[::1] numbers, int mover, int kind, Boxes target,
        const int32_t[:, ::1] after, const uint8_t[::1] stop,
    ):
        """Widen the boxes of what the spins of some configurations lead to.

        Args:
            numbers, mover: the configurations that spin, and their mover's axis.
            kind: SUM (no extra spin), WHAMMY or WHAMMY_OFF.
            target, after: where they lead: int32 [configurations, 28], the configuration by the order of the scores
                after the spin, or -1; last, the configuration where it is the same for all, or -1.
            stop: [1], set by the caller to cancel.
        """
        cdef Py_ssize_t i
        cdef int pattern
        with nogil:
            for i in range(numbers.shape[0]):
                if stop[0]:
                    break
                for pattern in range(PATTERNS):
                    if self.box[numbers[i] * PATTERNS + pattern].cells:
                        self._follow(tracks, numbers[i], pattern, mover, kind, target, &after[numbers[i], 0])

    cdef void _follow(
        self, Tracks tracks, int k, int pattern, int mover, int kind, Boxes target, const int32_t* numbers
    ) noexcept nogil:
        cdef Box after = self.box[k * PATTERNS + pattern]
        cdef int track = track_of(pattern, mover)
        cdef int to = track
        cdef int order, top
        cdef Box part
        if kind == WHAMMY:
            to = AT_ZERO
            after.low[mover], after.high[mover] = 0, 1
        elif kind == SUM:
            if tracks.least > tracks.most:
                return
            to = tracks.to[mover][track]
            top = tracks.length[mover][to] - 1
            after.low[mover] = min(after.low[mover] + tracks.shift[mover][track] + tracks.least, top)
            after.high[mover] = min(after.high[mover] - 1 + tracks.shift[mover][track] + tracks.most, top) + 1
        pattern = with_track(pattern, mover, to)
        if numbers[ORDERS] >= 0:
            target.add(numbers[ORDERS], pattern, &after)
            return
        for order in range(ORDERS):
            if numbers[order] >= 0:
                part = after
                if tracks.narrow(pattern, order, &part):
                    target.add(numbers[order], pattern, &part)
