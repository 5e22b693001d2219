# Included by _kernel32.pyx and _kernel64.pyx, which define the precision: `real`, and what `rows.h` needs.
#
# Values of one frame for one lane, plate by plate. A plate is the cells of one configuration (spins of each seat, who
# is out, who moves) and one pattern (which track each score is on, see `_cells.pyx`): rows along the pattern's first
# score that varies, all planes of a row side by side. Its lines are all of one length (a box), or each has a range of
# its own, where all three scores vary. With two planes the third payoff is what is missing to 1; with six the first
# three are dollars and the others the chances to win that go with them.
#
# Order. Inside a frame a pass keeps all scores, and an extra spin raises the mover's, which leads to
# a higher place on the same track or to a pattern in which one more score varies. So patterns are
# taken by the falling number of scores that vary, then outer places from the top down, then
# configurations in an order in which each comes after those that it reads on its line, then a row
# from its top down: every cell is computed once. Only where scores are at the cap may a spin lead
# back to the same line; such lines are repeated until they stand still. Where two contestants are at the cap,
# passes may go round in a cycle, which may have several equilibria. So those cells come first, all of a cycle at once
# from zero, as the definition (`oracle.py`) wants it (`_cycle.pxi`).

import numpy as np

cimport cython
from libc.math cimport INFINITY, NAN, fabs
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

from ._cells cimport (
    FROM_ENTRY, ORDERS, SIDES, Box, Cells, LineRange, Runs, Tracks, order_of, row_axis, track_of, with_track,
)
from ._frame cimport FrameRules

from ..processors import vectors

cdef extern from "rows.h":
    int BLOCK  # inner loops read and write up to one block beyond a row
    int vectors_in_use "vectors"
    int vectors_widest()
    int CACHE_LINE
    void prefetch(const void* place) nogil
    void rows_sum(
        real* acc, long width, const real** row, const long* stride, const real* weight, int taps, long n, int planes
    ) nogil
    void rows_prefer(
        real* best, long width, const real* other, long stride, const real* key, real tolerance, long n, int planes
    ) nogil
    void rows_settle_cell(
        real* v, long width, const real* other, long stride, long i, const real* key, real tolerance, int planes
    ) nogil
    ctypedef struct Landings:
        real tolerance
    Landings* new_landings(
        int most, const int32_t* tap, const real* weight, int taps, const int32_t* option, const int32_t* first,
        const real* chance, int landings, const real* key, real tolerance
    ) nogil
    void free_landings(Landings* spin) nogil
    void rows_press(
        real* acc, long width, const real** row, const long* stride, Landings* spin, long n, int planes
    ) nogil
    void rows_climb(
        real* v, long width, const int* shift, const real* weight, int taps, long to, int step, const real* other,
        long stride, const real* key, real tolerance, int planes
    ) nogil

vectors_in_use = vectors(vectors_widest())

cdef int MAX_REPEATS = 20000  # as many as the oracle and the graph
cdef int SLOW = 1000  # repeats in which values that settle at all come nearer by more than half
# The same on a grid, whose values need not settle. Choices that chase one another come back after a few repeats: after
# a multiple of those, what a row ends at does not depend on the rows beside it.
cdef int SLOW_ON_GRID = 240
cdef real NEVER = 1e30  # what is never preferred is this much worse than anything

include "_spin_rows.pxi"
include "_sources.pxi"
include "_front.pxi"


@cython.final
cdef class Game:
    """What all blocks of a solve have in common.

    Args:
        spin: the landings of a spin.
        planes: payoffs stored for a cell; seats: int32 [3], the seat of each axis.
        scale, bonus: with six planes, dollars for one unit of value, and dollars that a win is worth beside
            the score.
        leads: int64 [3], by axis, the lead above which a seat always passes, or -1; by_lead: uint8 [3],
            by axis, whether a seat never passes with less.
        tolerance, in_cycles: payoffs closer than this are equal, elsewhere and where play may be endless.
        still: values that move less stand still.
        roughly: values that do not settle stay as they are.
    """

    cdef SpinRows spin
    cdef int planes
    cdef const int32_t[::1] seats
    cdef double scale, bonus, tolerance, in_cycles, still
    cdef const int64_t[::1] leads
    cdef const uint8_t[::1] by_lead
    cdef bint roughly

    def __init__(
        self, *, SpinRows spin, int planes, seats, double scale, double bonus, leads, by_lead,
        double tolerance, double in_cycles, double still, bint roughly,
    ):
        self.spin, self.planes, self.seats = spin, planes, seats
        self.scale, self.bonus, self.leads, self.by_lead = scale, bonus, leads, by_lead
        self.tolerance, self.in_cycles, self.still, self.roughly = tolerance, in_cycles, still, roughly


@cython.final
cdef class Lane:
    """One lane of a frame, and the blocks that it reads.

    Args:
        rules: the frame's configurations.
        own, below: this lane's block in this frame; values of the frame with a spin less.
        after_whammy: list [configurations], the values that a Whammy of the mover leads to, or None.
        after_whammy_off: list [3], by axis, the values below after a Whammy off, or None.
        last_whammy: uint8 [3], by axis, whether the next Whammy is the fourth.
        staying: double [configurations], what is the chance to win of the last one in after a fourth Whammy.
    """

    cdef FrameRules rules
    cdef Block own
    cdef Rows below
    cdef list after_whammy, after_whammy_off
    cdef const uint8_t[::1] last_whammy
    cdef const double[::1] staying

    def __init__(
        self, *, FrameRules rules, Block own, Rows below, list after_whammy, list after_whammy_off, last_whammy, staying,
    ):
        self.rules, self.own, self.below = rules, own, below
        self.after_whammy, self.after_whammy_off, self.last_whammy = after_whammy, after_whammy_off, last_whammy
        self.staying = staying


include "_row.pxi"
include "_cycle.pxi"


@cython.final
cdef class Sweep(CycleKernel):
    """Computes slabs of one lane of one frame, one thread's share."""

    cdef int* active  # configurations on the line at hand
    cdef int* in_slab  # those with cells in the slab, in the order for the axes `gathered`
    cdef int slab_count, gathered, slab_axis, line_axis
    cdef uint8_t* changed

    def __init__(self, Game game, Lane lane):
        CycleKernel.__init__(self, game, lane)
        self.active = <int*>calloc(lane.rules.count + 1, sizeof(int))
        self.in_slab = <int*>calloc(lane.rules.count + 1, sizeof(int))
        self.changed = <uint8_t*>calloc(lane.rules.count + 1, 1)
        if self.active == NULL or self.in_slab == NULL or self.changed == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.active)
        free(self.in_slab)
        free(self.changed)

    def run(self, Front front, const uint8_t[::1] stop):
        """Compute slabs until none is left, soon returning after ``stop`` [1] was set.

        Args:
            front: shared by the threads that compute the block, each with a ``Sweep`` of its own.
            stop: the cancel flag.
        """
        cdef int slab = 0
        cdef const Slabs* here
        self.stop = &stop[0]
        with nogil:
            here = front.take(&slab)
            while here != NULL and self.do_slab(front, here, slab):
                here = front.take(&slab)

    cdef bint do_slab(self, Front front, const Slabs* here, int slab) except -1 nogil:
        """Compute all lines of a slab; return false when to stop."""
        cdef int line
        cdef int known = 1 << 30
        cdef int vary = varying(here.pattern)
        if not front.wait_for_freer(vary, self.stop):
            return False
        self.start(here)
        self.place[here.slab_axis] = slab
        for line in range(here.high[here.line_axis] - 1, here.low[here.line_axis] - 1, -1):
            if self.stop[0]:
                return False
            if known > line:
                known = front.wait(self.tracks, here, slab, line, self.stop)
                if known > line:
                    return False
            self.place[here.line_axis] = line
            self.do_line(here.low[self.axis], here.high[self.axis])
            front_tell(front.progress(here, slab), line)
        front_tell(front.progress(here, slab), 0)
        front_finish(&front.left[vary])
        return True

    cdef void start(self, const Slabs* here) noexcept nogil:
        self.pattern = here.pattern
        self.axis = row_axis(here.pattern)
        self.length = self.tracks.length[self.axis][track_of(here.pattern, self.axis)]
        self.along_row = track_of(here.pattern, self.axis) <= FROM_ENTRY
        self.one = 1 if self.axis == 0 else 0
        self.other_axis = 1 if self.axis == 2 else 2
        self.slab_axis, self.line_axis = here.slab_axis, here.line_axis
        self.place[self.axis] = 0
        self.gathered = -1

    cdef int do_line(self, int low, int high) except -1 nogil:
        """Compute cells low..high of all configurations on one line."""
        cdef int count, j, row_bit
        cdef bint settles
        row_bit = self.along_row << self.axis
        self.capped = 0
        self.settled = False
        if self.extra:
            if self.at_cap(self.one):
                self.capped |= 1 << self.one
            if self.at_cap(self.other_axis):
                self.capped |= 1 << self.other_axis
        count = self.gather(self.capped | row_bit)
        if count == 0:
            return 0
        self.compare_within(self.in_cycles if self.capped else self.usual)
        self.tracks.find_runs(self.pattern, self.axis, self.place, low, high, &self.runs)
        if not self.capped:
            for j in range(count):
                if not self.compute_row(self.active[j], low, high):
                    self.give_up(count, low, high)
                    break
            return 0
        if self.rules.largest and self.tell_apart(low, high):
            return 0
        if not self.settle(count, self.capped | row_bit, low, high):
            self.give_up(count, low, high)
        return 0

    cdef bint at_cap(self, int side) noexcept nogil:
        cdef int track = track_of(self.pattern, side)
        return track <= FROM_ENTRY and self.place[side] == self.tracks.length[side][track] - 1

    cdef int gather(self, int staying) noexcept nogil:
        """List the configurations on the line, each if possible after those it reads; return how many there are.

        Args:
            staying: the axes whose extra spins stay on the line (bits).
        """
        cdef int j, k, low, high
        cdef int count = 0
        cdef const Box* box
        if staying != self.gathered:
            self.gather_slab(staying)
        for j in range(self.slab_count):
            k = self.in_slab[j]
            box = self.own.plate[k * self.patterns + self.pattern].box
            low, high = 0, self.length
            if box.low[self.line_axis] <= self.place[self.line_axis] < box.high[self.line_axis] and self.bounds(
                k, &low, &high
            ):
                self.active[count] = k
                count += 1
        return count

    cdef void gather_slab(self, int staying) noexcept nogil:
        """List the configurations that have cells in the slab at hand."""
        cdef int j, k
        cdef const Box* box
        self.gathered = staying
        self.slab_count = 0
        for j in range(self.rules.count):
            k = self.rules.orders[staying, j]
            if self.has_own(k):
                box = self.own.plate[k * self.patterns + self.pattern].box
                if box.low[self.slab_axis] <= self.place[self.slab_axis] < box.high[self.slab_axis]:
                    self.in_slab[self.slab_count] = k
                    self.slab_count += 1

    cdef void give_up(self, int count, int low, int high) noexcept nogil:
        """Give a line up: its choices chase one another, so it has no answer, nor has what depends on it."""
        cdef int j
        for j in range(count):
            self.fill(self.active[j], low, high, NAN)

    # -- lines at the cap ---------------------------------------------------------------------

    cdef bint settle(self, int count, int staying, int low, int high) noexcept nogil:
        """Compute all configurations, from zero, until they stand still; return false when they never do."""
        cdef int j, k, repeat
        cdef bint again
        cdef real worst
        cdef real before = <real>INFINITY
        for j in range(count):
            self.fill(self.active[j], low, self.length - 1 if self.settled else high, 0)
            self.changed[self.active[j]] = False
        for j in range(count):
            k = self.active[j]
            if not self.compute_row(k, low, high):
                return False
            # Only those that were read before their turn make others out of date.
            self.changed[k] = self.rules.early[staying, k]
        if not self.rules.circular[staying]:
            return True
        for repeat in range(MAX_REPEATS):
            again = False
            worst = 0
            for j in range(count):
                k = self.active[j]
                if not self.reads_changed(k):
                    continue
                if not self.compute_row(k, low, high):
                    return False
                worst = max(worst, self.moved)
                if self.moved > self.still:
                    self.changed[k] |= 2
            for j in range(count):
                # Bit 1: changed in this round; it becomes bit 0, what the next round goes by.
                self.changed[self.active[j]] >>= 1
                again = again or self.changed[self.active[j]]
            if not again:
                return True
            if self.stuck(repeat, worst, &before):
                break
        return self.roughly

    cdef bint reads_changed(self, int k) noexcept nogil:
        """Return whether a row that this configuration reads on its line changed, this round or the one before."""
        cdef int j
        cdef int mover = self.rules.mover[k]
        cdef int spun = self.rules.spin[k]
        if spun != k and self.changed[spun] and (self.capped >> mover & 1 or mover == self.axis):
            return True
        for j in range(self.rules.pass_first[k], self.rules.pass_first[k + 1]):
            if self.changed[self.rules.pass_targets[j]]:
                return True
        return False

    cdef bint tell_apart(self, int low, int high) except -1 nogil:
        """Compute the cells where several contestants are at the cap, cycle by cycle; return whether that is all."""
        cdef int i
        cdef bint at_top = self.along_row and high == self.length
        if at_top:
            self.do_cycles(self.capped | 1 << self.axis, high - 1)
        if self.capped & (self.capped - 1):
            for i in range(high - 1 - at_top, low - 1, -1):
                if self.stop[0]:
                    break
                self.do_cycles(self.capped, i)
            return True
        self.settled = at_top
        return False
