# Included by _plates32.pyx and _plates64.pyx, which define `real` and the inner loops.
#
# Values of one frame for one lane, plate by plate. A plate is the box of cells of one configuration
# (spins of each seat, who is out, who moves) and one pattern (which track each score is on, see
# `_boxes.pyx`), [outer axis][outer axis][plane][row axis]. With two planes the third payoff is what
# is missing to 1.
#
# Order. Inside a frame a pass keeps all scores, and an extra spin raises the mover's, which leads to
# a higher place on the same track or to a pattern in which one more score varies. So patterns are
# taken by the falling number of scores that vary, then outer places from the top down, then
# configurations in an order in which each comes after those that it reads on its line, then a row
# from its top down: every cell is computed once. Only where scores are at the cap may a spin lead
# back to the same cell; such cells are repeated until they stand still. Where that ends may then have to be
# proven (`_cap_proof.pxi`).

cimport cython
from libc.math cimport fabs
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from ._boxes cimport (
    AT_ZERO, FROM_ENTRY, ORDERS, PATTERNS, SIDES, Box, Boxes, Runs, Tracks, row_axis, track_of, with_track,
)

cdef int BLOCK = 16  # inner loops read and write up to one block beyond a row
cdef int MAX_REPEATS = 2000
cdef real NEVER = 1e30  # what is never preferred is this much worse than anything
cdef int SUBSETS = 8  # of the axes

include "_spin_rows.pxi"
include "_plate_sources.pxi"
include "_cap_proof.pxi"
include "_plate_front.pxi"
include "_plate_rows.pxi"


@cython.final
cdef class Sweep(PlateRows):
    """Computes slabs of one lane of one frame, one thread's share."""

    def run(self, Front front, const uint8_t[::1] stop):
        """Compute slabs until none is left, soon returning after ``stop`` [1] was set.

        Args:
            front: shared by the threads that compute the block, each with a ``Sweep`` of its own.
            stop: the cancel flag.
        """
        cdef int slab = 0
        cdef const Slabs* here
        with nogil:
            here = front.take(&slab)
            while here != NULL and self.do_slab(front, here, slab, &stop[0]):
                here = front.take(&slab)
        if not self.proven:
            front.unproven = True

    cdef bint do_slab(self, Front front, const Slabs* here, int slab, const uint8_t* stop) noexcept nogil:
        """Compute all lines of a slab; return false when to stop."""
        cdef int line
        cdef int known = 1 << 30
        cdef int vary = varying(here.pattern)
        if not front.wait_for_freer(vary, stop):
            return False
        self.start(here)
        self.place[here.slab_axis] = slab
        for line in range(here.high[here.line_axis] - 1, here.low[here.line_axis] - 1, -1):
            if stop[0]:
                return False
            if known > line:
                known = front.wait(self.tracks, here, slab, line, stop)
                if known > line:
                    return False
            self.place[here.line_axis] = line
            if not self.do_line(here.low[self.axis], here.high[self.axis]):
                front_tell(&front.failed, True)
                return False
            front_tell(front.progress(here, slab), line)
        front_tell(front.progress(here, slab), 0)
        front_finish(&front.left[vary])
        return True

    cdef void start(self, const Slabs* here) noexcept nogil:
        self.pattern = here.pattern
        self.axis = row_axis(here.pattern)
        self.along_row = track_of(here.pattern, self.axis) <= FROM_ENTRY
        self.one = 1 if self.axis == 0 else 0
        self.other_axis = 1 if self.axis == 2 else 2
        self.place[self.axis] = 0

    cdef bint do_line(self, int low, int high) noexcept nogil:
        """Compute all configurations on one line; return false when they do not settle."""
        cdef int capped = 0
        cdef int count, j
        if self.extra:
            if self.at_cap(self.one):
                capped |= 1 << self.one
            if self.at_cap(self.other_axis):
                capped |= 1 << self.other_axis
        self.capped = capped
        count = self.gather_active(capped | (self.along_row << self.axis))
        if count == 0:
            return True
        self.tracks.find_runs(self.pattern, self.axis, self.place, low, high, &self.runs)
        if capped == 0:
            for j in range(count):
                if not self.compute_row(self.active[j], 0, 1 << 30):
                    return False
            return True
        if not capped & (capped - 1) and self.along_row:
            return self.do_capped_line(count, low, high)
        if not self.settle(count, 0, 1 << 30):
            return False
        if capped & (capped - 1):
            self.prove(self.active, count, low, high)
        return True

    cdef bint do_capped_line(self, int count, int low, int high) noexcept nogil:
        """Compute a line where one score beside the row's is at the cap.

        That one's extra spins stay on the line, so that rows read each other to and fro. Pieces of them no
        longer than the least sum that brings a spin do not, except the cell where the row's score is at
        the cap too.
        """
        cdef int last = high
        cdef int first, j
        cdef int top = self.tracks.length[self.axis][track_of(self.pattern, self.axis)] - 1
        cdef bint fine = True
        if last > top:
            fine = self.settle(count, top, top + 1)
            if fine:
                self.prove(self.active, count, top, top + 1)
            last = top
        count = self.gather_active(self.capped)
        self.stepwise = True
        while fine and last > low:
            first = max(low, last - self.least_extra)
            for j in range(count):
                self.clear(self.active[j], first, last)
                fine = fine and self.compute_row(self.active[j], first, last)
            last = first
        self.stepwise = False
        return fine

    cdef bint at_cap(self, int side) noexcept nogil:
        cdef int track = track_of(self.pattern, side)
        return track <= FROM_ENTRY and self.place[side] == self.tracks.length[side][track] - 1

    cdef int gather_active(self, int staying) noexcept nogil:
        """List the configurations on the line, each if possible after those it reads."""
        cdef const int32_t* order = &self.rules.orders[staying, 0]
        cdef int j, k
        cdef int count = 0
        cdef const Box* box
        for j in range(self.rules.count):
            k = order[j]
            if self.own.plate[k * PATTERNS + self.pattern].values == NULL:
                continue
            box = &self.own.boxes.box[k * PATTERNS + self.pattern]
            if (
                box.low[self.one] <= self.place[self.one] < box.high[self.one]
                and box.low[self.other_axis] <= self.place[self.other_axis] < box.high[self.other_axis]
            ):
                self.active[count] = k
                count += 1
        return count

    cdef bint settle(self, int count, int low, int high) noexcept nogil:
        """Compute cells low..high of all configurations, from zero, until they stand still."""
        cdef int j, k, repeat, place, order
        cdef bint again, needed
        for j in range(count):
            self.clear(self.active[j], low, high)
            self.changed[self.active[j]] = True
        for repeat in range(MAX_REPEATS):
            again = False
            for j in range(count):
                k = self.active[j]
                if repeat and not self.reads_changed(k):
                    continue
                if not self.compute_row(k, low, high):
                    return False
                if self.moved > self.still:
                    self.changed[k] |= 2
            for j in range(count):
                # Bit 1: changed in this round; it becomes bit 0, what the next round goes by.
                self.changed[self.active[j]] >>= 1
                again = again or self.changed[self.active[j]]
            if not again:
                return True
        return False

    cdef bint reads_changed(self, int k) noexcept nogil:
        """Return whether a cell that this configuration reads on its line changed, this round or the one before."""
        cdef int j
        cdef int mover = self.rules.mover[k]
        if self.changed[self.rules.spin[k]] and (self.capped >> mover & 1 or mover == self.axis):
            return True
        for j in range(self.rules.pass_first[k], self.rules.pass_first[k + 1]):
            if self.changed[self.rules.pass_targets[j]]:
                return True
        return False
