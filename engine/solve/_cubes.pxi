# Included by _cubes32.pyx and _cubes64.pyx, which define `real` and the inner loops.
#
# Values of one frame for one lane, configuration by configuration. A configuration is everything but
# the scores and the Whammies: spins of each seat, who is out, who moves. Its values are rows along
# axis A, [line][plane][cell], for the lines and ranges that `_reach.pyx` found. With two planes the
# third payoff is what is missing to 1; with six the first three are dollars and the others the chances
# to win that go with them.
#
# Order. Inside a frame an extra spin raises the mover's score, and a pass keeps all scores.
# So lines are taken by falling scores of C, then of B; on a line the configurations in an order in
# which each comes after those it reads there (`orders`), and a row of axis A from its top down.
# Every cell is then computed once. Only where B's or C's score is at its cap may a spin lead back to
# the same line; such lines are repeated until they stand still. Where two contestants are at the cap,
# passes may go round in a cycle: those cells come first, all of a cycle at once from zero, as the
# definition (`oracle.py`) wants it, since a cycle may have several equilibria. Or it is proven afterwards
# that there is one only (`_cap_proof.pxi`).

cimport cython
from libc.math cimport INFINITY, NAN, fabs
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

from ._reach cimport Axes, ConfigRanges, LineRange, Ranges, Runs

cdef int BLOCK = 16  # inner loops read and write up to one block beyond a row
cdef int PATTERNS = 27
cdef int A = 0
cdef int B = 1
cdef int MAX_REPEATS = 20000  # as many as the oracle and the graph
cdef int FEW_REPEATS = 40  # where values need not settle
cdef int SLOW = 1000  # repeats in which values that settle at all come nearer by more than half
cdef real NEVER = 1e30  # what is never preferred is this much worse than anything

include "_spin_rows.pxi"
include "_cube_blocks.pxi"
include "_cube_front.pxi"
include "_cap_proof.pxi"
include "_cube_rows.pxi"


@cython.final
cdef class Sweep(RowKernel):
    """Computes lines of one lane of one frame, one thread's share."""

    cdef inline bint arises(self, int k, Py_ssize_t line) noexcept nogil:
        cdef const ConfigRanges* ranges = self.own[k].ranges
        return ranges.line[line].high > ranges.line[line].low

    cdef bint do_line(
        self, Py_ssize_t c, Py_ssize_t b, int track, const int* active, int count, int order
    ) noexcept nogil:
        """Compute all configurations on one line; return false when they do not settle."""
        cdef Py_ssize_t line = self.axes.line(c, b, track)
        cdef int j, k
        cdef int begin = 0
        cdef int top = self.axes.length[track] - 1
        while begin < count and not self.arises(active[begin], line):
            begin += 1
        if begin == count:
            return True
        self.axes.find_runs(c, b, track, 0, top + 1, &self.runs)
        self.settled = False
        self.order = order
        if self.rules.cyclic[order]:
            self.clear(active, count, line)
        if order and self.rules.cycles[(1 + 2 * order) * PATTERNS + self.runs.pattern[self.runs.count - 1]]:
            self.do_cycles(c, b, track, 1 + 2 * order, top)
            if order == 3:
                self.do_rest_in_cycles(c, b, track, top)
                return True
            self.settled = True
        for j in range(begin, count):
            k = active[j]
            if self.arises(k, line):
                if not self.compute_row(k, c, b, track):
                    return False
                self.changed[k] = self.rules.early[order, k]
        if not self.rules.cyclic[order]:
            return True
        if not self.repeat_line(c, b, track, active, count, order):
            return False
        if self.proving and not self.settled:
            self.line_c, self.line_b, self.line_track = c, b, track
            self.prove(active, count, 0 if order == 3 else top, top + 1)
        return True

    cdef void do_rest_in_cycles(self, Py_ssize_t c, Py_ssize_t b, int track, int top) noexcept nogil:
        """Compute the cells below the top one, where B and C are at the cap and A is not."""
        cdef int i
        for i in range(top - 1, -1, -1):
            self.do_cycles(c, b, track, 6, i)

    cdef void do_cycles(self, Py_ssize_t c, Py_ssize_t b, int track, int at_cap, int i) noexcept nogil:
        """Compute one cell of a line where two or three contestants are at the cap, group by group.

        A group whose choices chase one another has no answer, nor has what depends on it. The others of the line have.
        """
        cdef int group, first, last
        cdef int run = 0
        cdef int row
        while self.runs.start[run + 1] <= i:
            run += 1
        row = at_cap * PATTERNS + self.runs.pattern[run]
        for group in range(self.rules.cycles[row]):
            first = self.rules.cycle_first[row, group]
            last = self.rules.cycle_first[row, group + 1]
            if not self.do_cycle(&self.rules.cycle[row, first], last - first, c, b, track, i):
                self.give_up_cells(&self.rules.cycle[row, first], last - first, self.axes.line(c, b, track), i)

    cdef void give_up_cells(self, const int32_t* members, int count, Py_ssize_t line, int i) noexcept nogil:
        cdef int j, p
        cdef long stride
        cdef real* values
        for j in range(count):
            if self.stored(members[j], line, i):
                values = self.at(&self.own[members[j]], line, i, &stride)
                for p in range(self.planes):
                    values[p * stride] = NAN

    cdef bint do_cycle(
        self, const int32_t* members, int count, Py_ssize_t c, Py_ssize_t b, int track, int i
    ) noexcept nogil:
        """Go through rounds in which every member reads what the round before gave, from zero until all stand still.

        False when they never do: a round that gives what an earlier one gave, bit for bit, starts it all again.
        """
        cdef Py_ssize_t line = self.axes.line(c, b, track)
        cdef bint top = i == self.axes.length[track] - 1
        cdef long stride
        cdef int j, k, p, repeat
        cdef size_t size = count * self.planes * sizeof(real)
        cdef real moved
        cdef real* values
        cdef bint fine
        memset(self.round, 0, size)
        for repeat in range(self.repeats):
            moved = 0
            for j in range(count):
                k = members[j]
                if not self.stored(k, line, i):
                    continue
                # Only at the cap may a spin of A's come back; below it, what it reads is known.
                self.once = count > 1 or (self.rules.mover[k] == A and not top)
                fine = self.compute(k, c, b, track, i, i + 1)
                self.once = False
                if not fine:
                    return False
                values = self.at(&self.own[k], line, i, &stride)
                moved = max(moved, self.apart(self.press, values, stride, 1))
                for p in range(self.planes):
                    self.round[j * self.planes + p] = self.press[p * self.width]
            for j in range(count):
                if self.stored(members[j], line, i):
                    values = self.at(&self.own[members[j]], line, i, &stride)
                    for p in range(self.planes):
                        values[p * stride] = self.round[j * self.planes + p]
            if count == 1 or moved <= self.still:
                return True
            if not self.roughly and repeat and memcmp(self.round, self.earlier, size) == 0:
                return False
            if repeat & (repeat + 1) == 0:  # compared with twice as many rounds as the one before
                memcpy(self.earlier, self.round, size)
        return self.roughly

    cdef void clear(self, const int* active, int count, Py_ssize_t line) noexcept nogil:
        """Set to zero the rows that may be read before they are computed."""
        cdef const ConfigRanges* ranges
        cdef int j, k
        for j in range(count):
            k = active[j]
            ranges = self.own[k].ranges
            self.changed[k] = False
            if ranges.line[line].high > ranges.line[line].low:
                memset(
                    self.own[k].values + ranges.line[line].start * <int64_t>self.planes, 0,
                    (ranges.line[line].high - ranges.line[line].low) * <long>self.planes * sizeof(real),
                )

    cdef bint repeat_line(
        self, Py_ssize_t c, Py_ssize_t b, int track, const int* active, int count, int order
    ) noexcept nogil:
        """Compute rows again that read what has changed since, until all stand still."""
        cdef Py_ssize_t line = self.axes.line(c, b, track)
        cdef int i, j, k, repeat
        cdef bint needed, again
        cdef real before = INFINITY
        for repeat in range(self.repeats):
            again = False
            self.moved = 0
            for j in range(count):
                k = active[j]
                if not self.arises(k, line):
                    continue
                needed = False
                for i in range(count):
                    if self.changed[active[i]] and self.rules.depends[order, k, active[i]]:
                        needed = True
                        break
                if needed and not self.redo(k, c, b, track):
                    return False
            for j in range(count):
                # Bit 1: changed in this round; it becomes bit 0, what the next round goes by.
                self.changed[active[j]] >>= 1
                again = again or self.changed[active[j]]
            if not again:
                return True
            if repeat % SLOW == SLOW - 1:
                if 2 * self.moved > before:
                    return False
                before = self.moved
        return self.roughly

    cdef bint redo(self, int k, Py_ssize_t c, Py_ssize_t b, int track) noexcept nogil:
        """Compute a row again; mark it if it moved."""
        cdef const ConfigRanges* ranges = self.own[k].ranges
        cdef Py_ssize_t line = self.axes.line(c, b, track)
        cdef long n = ranges.line[line].high - ranges.line[line].low
        cdef const real* values = self.own[k].values + ranges.line[line].start * <int64_t>self.planes
        cdef int p
        cdef bint fine
        cdef real moved
        for p in range(self.planes):
            memcpy(self.old + p * self.width, values + p * n, n * sizeof(real))
        fine = self.compute_row(k, c, b, track)
        moved = self.apart(self.old, values, n, n)
        self.moved = max(self.moved, moved)
        if moved > self.still:
            self.changed[k] |= 2
        return fine

    def run(self, Front front, const uint8_t[::1] stop):
        """Compute slabs until none is left to take, or ``stop`` [1] is set.

        Args:
            front: shared by the threads that compute the block, each with a ``Sweep`` of its own.
        """
        cdef int c
        with nogil:
            c = front.take()
            while c >= 0 and self.do_slab(front, c, &stop[0]):
                c = front.take()
        if not self.proven:
            front.unproven = True

    cdef bint do_slab(self, Front front, Py_ssize_t c, const uint8_t* stop) noexcept nogil:
        """Compute all lines with one score of C; return false if ``stop`` was set."""
        cdef Py_ssize_t b, known
        cdef int t, j, k, order
        cdef int count = 0
        cdef const ConfigRanges* ranges
        cdef int first_b = 1 << 30
        cdef int last_b = 0
        cdef bint c_capped = self.capped(self.axes.moves_c, c)
        for order in range(2):
            count = 0
            for j in range(self.rules.count):
                k = self.rules.orders[2 * c_capped + order, j]
                ranges = self.own[k].ranges
                if self.own[k].values != NULL and ranges.first_c <= c and c < ranges.last_c:
                    first_b = min(first_b, ranges.first_b)
                    last_b = max(last_b, ranges.last_b)
                    self.active[order * self.rules.count + count] = k
                    count += 1
        known = last_b
        for b in range(last_b - 1, first_b - 1, -1):
            if b < known:
                known = front.wait(self.axes, c, b, stop)
            if stop[0]:
                return False
            order = self.capped(self.axes.moves_b, b)
            for t in range(self.axes.tracks):
                if not self.do_line(c, b, t, self.active + order * self.rules.count, count, 2 * c_capped + order):
                    self.give_up(self.axes.line(c, b, t))
            front.tell(c, b)
        front.tell(c, 0)
        return True

    cdef void give_up(self, Py_ssize_t line) noexcept nogil:
        """Give a line up: its choices chase one another, so it has no answer, nor has what depends on it."""
        cdef int k
        cdef long i
        cdef const ConfigRanges* ranges
        for k in range(self.rules.count):
            ranges = self.own[k].ranges
            if self.own[k].values == NULL:
                continue
            for i in range((ranges.line[line].high - ranges.line[line].low) * <long>self.planes):
                self.own[k].values[ranges.line[line].start * <int64_t>self.planes + i] = NAN

    cdef bint capped(self, const int32_t[:, ::1] moves, Py_ssize_t i) noexcept nogil:
        """Return whether an extra spin may leave this score as it is."""
        cdef int m
        for m in range(self.moves):
            if self.axes.spins[m] and moves[m, i] == i:
                return True
        return False
