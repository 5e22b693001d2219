# Included by _cubes32.pyx and _cubes64.pyx, which define `real` and the inner loops.
#
# Values of one frame for one lane, configuration by configuration. A configuration is everything but
# the scores and the Whammies: spins of each seat, who is out, who is up. Its values are rows along
# axis A, [line][plane][cell], for the lines and ranges that `_reach.pyx` found. With two planes the
# third payoff is what is missing to 1; with six the first three are dollars and the others the chances
# to win that go with them.
#
# Order. Inside a frame an extra spin raises the score of the one up, and a pass keeps all scores.
# So lines are taken by falling scores of C, then of B; on a line the configurations in an order in
# which each comes after those it reads there (`orders`), and a row of axis A from its top down.
# Every cell is then computed once. Only where B's or C's score is at its cap may a spin lead back to
# the same line; such lines are repeated until they stand still. Where two contestants are at the cap,
# passes may go round in a circle: those cells come first, all of a circle at once from zero, as the
# definition (`oracle.py`) wants it, since a circle may have several equilibria.

from libc.math cimport NAN, fabs
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from ._reach cimport Axes, Line, Ranges, Runs, Table

cdef int BLOCK = 16  # inner loops read and write up to one block beyond a row
cdef int PATTERNS = 27
cdef int A = 0
cdef int B = 1
cdef int MAX_REPEATS = 2000
cdef int FEW_REPEATS = 40  # where values need not settle
cdef real NEVER = 1e30  # what nobody prefers is this much worse than anything

DONE = 0
STOPPED = 1


cdef struct Source:  # one configuration's values in one lane
    real* values  # NULL where it never arises
    const Table* table


cdef inline int64_t dollars_at(Axes axes, int axis, Py_ssize_t c, Py_ssize_t b, int track, int i) noexcept nogil:
    """The score of an axis at a cell."""
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
            self.source[k].table = &ranges.table[k]
            if first[k] >= 0 and ranges.table[k].cells:
                self.source[k].values = &memory[first[k] * planes]

    def __dealloc__(self):
        free(self.source)

    def fill_end(self, Axes axes, const real[:, ::1] shares, const int32_t[::1] axis_of, double scale, double bonus):
        """The end of the game: shares of the win [27, 3] by the order of the scores.

        With six planes a share's dollars are the score's and ``bonus``, over ``scale``; ``axis_of`` has
        each seat's axis.
        """
        cdef Py_ssize_t b, c, line
        cdef int t, r, p, i
        cdef long width
        cdef Runs runs
        cdef real* row
        cdef real share
        cdef const Table* table = self.source[0].table
        cdef bint dollars = self.planes == 6
        if self.source[0].values == NULL:
            return
        with nogil:
            for c in range(table.first_c, table.last_c):
                for b in range(table.first_b, table.last_b):
                    for t in range(axes.tracks):
                        line = axes.line(c, b, t)
                        width = table.line[line].high - table.line[line].low
                        if width <= 0:
                            continue
                        axes.find_runs(c, b, t, table.line[line].low, table.line[line].high, &runs)
                        row = self.source[0].values + table.line[line].start * <int64_t>self.planes
                        for r in range(runs.count):
                            for p in range(self.planes):
                                share = shares[runs.pattern[r], p % 3]
                                for i in range(runs.start[r], runs.start[r + 1]):
                                    row[p * width + i - table.line[line].low] = share * (
                                        <real>((dollars_at(axes, axis_of[p], c, b, t, i) + bonus) / scale)
                                        if dollars and p < 3 else 1
                                    )

    def cube(self, Axes axes, int k):
        """All stored values of one configuration: [C, B, A of track 0, planes], NaN where there is none."""
        cdef Py_ssize_t b, c
        cdef int i, p
        cdef Line here
        cdef real[:, :, :, ::1] cube = np.full((axes.size_c, axes.size_b, axes.length[0], self.planes), NAN, PRECISION)
        cdef const real* row
        if self.source[k].values != NULL:
            for c in range(axes.size_c):
                for b in range(axes.size_b):
                    here = self.source[k].table.line[axes.line(c, b, 0)]
                    row = self.source[k].values + here.start * <int64_t>self.planes - here.low
                    for p in range(self.planes):
                        for i in range(here.low, here.high):
                            cube[c, b, i, p] = row[p * (here.high - here.low) + i]
        return np.asarray(cube)


cdef class Spin:
    """The landings of one spin; rows are moves, then WHAMMY (row ``moves``), OFF, and mixtures of rows.

    Chances are by axis, as only some may know the board.

    Args:
        taps, weights: rows that landings without a choice lead to, and their chances [3, taps]: those
            without an extra spin first (``spent`` of them), the Whammy among them.
        chances, first, options: landings with a choice: landing l offers rows
            options[first[l]] .. options[first[l + 1] - 1], in order of preference.
        mixed_first, mixed_rows, mixed_weights: each mixture's rows and their weights.
    """

    cdef const int32_t[::1] taps, first, options, mixed_first, mixed_rows
    cdef const real[:, ::1] weights, chances
    cdef const real[::1] mixed_weights
    cdef int tap_count, spent, landings, mixtures

    def __init__(self, taps, weights, int spent, chances, first, options, mixed_first, mixed_rows, mixed_weights):
        self.taps, self.weights, self.spent, self.chances = taps, weights, spent, chances
        self.first, self.options = first, options
        self.mixed_first, self.mixed_rows, self.mixed_weights = mixed_first, mixed_rows, mixed_weights
        self.tap_count = <int>len(taps)
        self.landings = <int>len(first) - 1
        self.mixtures = <int>len(mixed_first) - 1


cdef class FrameRules:
    """What follows the configurations of a frame: numbers of configurations by the order of the scores.

    Args:
        up: int32 [configurations], axis of the one up; spin: configuration after an extra spin.
        spent: int32 [configurations, 28], after a spin without another, in the frame below.
        whammy, fourth: likewise after a Whammy; after the fourth in the frame without this contestant,
            where -2 - seat means that the game is decided for that seat. The last of 28 columns of these
            three is the configuration where it is the same for all orders, or -1.
        passes: int32 [configurations, 2, 27], after a pass, in this frame.
        orders: int32 [4, configurations], orders in which to compute a line: for lines where no cap
            plays a part, B's, C's, both. early: uint8 [4, configurations], who is read before his turn.
        depends: uint8 [4, configurations, configurations], who reads whom on the same line.
        circles: int32 [8 * 27], by the set of axes at the cap (bits A, B, C) and the order, the number of
            groups of configurations that read one another there; circle [8 * 27, configurations]: their
            members, each group after those it reads; circle_first [8 * 27, configurations + 1]: where each
            group begins.
    """

    cdef const int32_t[::1] up, spin
    cdef const int32_t[:, ::1] spent, whammy, fourth, orders
    cdef const int32_t[:, :, ::1] passes
    cdef const uint8_t[:, ::1] early
    cdef const uint8_t[:, :, ::1] depends
    cdef const int32_t[::1] circles
    cdef const int32_t[:, ::1] circle, circle_first
    cdef int count
    cdef bint cyclic[4]

    def __init__(self, up, spin, spent, whammy, fourth, passes, orders, early, depends, circles, circle, circle_first):
        self.up, self.spin, self.spent, self.whammy, self.fourth = up, spin, spent, whammy, fourth
        self.passes, self.orders, self.early, self.depends = passes, orders, early, depends
        self.circles, self.circle, self.circle_first = circles, circle, circle_first
        self.count = <int>len(up)
        for order in range(4):
            self.cyclic[order] = order > 0 or bool(early[order].any())


cdef class Sweep:
    """Computes one lane of one frame.

    Args:
        axes, spin, rules: the box of scores, the spin, the frame's configurations.
        planes: payoffs stored for a cell; seats: int32 [3], the seat of each axis.
        own, below: blocks of this lane in this frame, and in the one with a spin less.
        hit: list [configurations], the block that a Whammy of the one up leads to, or None.
        last_whammy: uint8 [3], by seat, whether the next Whammy is the fourth.
        off: list [3], by seat, the block below after a Whammy off, or None.
        scale, bonus: with six planes, dollars for one unit of value, and dollars that a win is worth beside
            the score.
        staying: double [configurations], what is the chance to win of the last one in after a fourth Whammy.
        leads: int64 [3], by axis, the lead above which the one up always passes, or -1; by_lead: uint8 [3],
            by axis, whether he never passes with less.
        tolerance: payoffs closer than this are equal; still: values that move less stand still.
        roughly: values that do not settle soon stay as they are.
    """

    cdef Axes axes
    cdef Spin spin
    cdef FrameRules rules
    cdef list hold
    cdef int planes, moves, pad, least_extra, least, most
    cdef bint plain, extra  # whether some sum comes without, with an extra spin
    cdef int seat[3]
    cdef real key[3][3]  # by axis up, the weight of each stored payoff in what he gets
    cdef uint8_t last_whammy[3]
    cdef double scale, bonus
    cdef const double[::1] staying
    cdef double stays  # of the configuration at hand
    cdef int axis_of[3]
    cdef int64_t lead[3]
    cdef uint8_t by_lead[3]
    cdef Source* own
    cdef Source* below
    cdef Source** hit
    cdef Source* off[3]
    cdef real tolerance, still
    cdef bint roughly
    cdef int repeats
    cdef long width  # of a scratch row, in numbers for a plane
    cdef real* scratch
    cdef real* below_row  # by cell along A, padded beyond the cap
    cdef real* own_row
    cdef real* whammy_row
    cdef real* off_row
    cdef real* press
    cdef real* other
    cdef real* passing
    cdef real* old
    cdef real* round  # what a circle's next round gives each member
    cdef bint once  # a row's own cells are read as they are, not solved for
    cdef bint settled  # the line's top cells are known
    cdef int order  # whether B's and C's scores are at the cap on the line (bits)
    cdef int* shifts  # along A, of each tap with an extra spin
    cdef real* composed  # a row for each move and mixture
    cdef const real** row
    cdef long* stride
    cdef const real** tap_row
    cdef long* tap_stride
    cdef real* tap_weight
    cdef int* active
    cdef uint8_t* changed
    cdef Runs runs  # of the line at hand

    def __init__(
        self, Axes axes, Spin spin, FrameRules rules, int planes, const int32_t[::1] seats, Block own, Block below,
        list hit, const uint8_t[::1] last_whammy, list off, double scale, double bonus, const double[::1] staying,
        const int64_t[::1] leads, const uint8_t[::1] by_lead,
        double tolerance, double still, bint roughly,
    ):
        cdef int k, m, p, seat, rows
        cdef long plane
        cdef Block block
        self.axes, self.spin, self.rules, self.planes = axes, spin, rules, planes
        self.hold = [own, below, hit, off]
        self.own, self.below = own.source, below.source
        self.tolerance, self.still, self.roughly = tolerance, still, roughly
        self.scale, self.bonus, self.staying = scale, bonus, staying
        self.repeats = FEW_REPEATS if roughly else MAX_REPEATS
        self.moves = axes.moves
        self.hit = <Source**>calloc(rules.count + 1, sizeof(void*))
        if self.hit == NULL:
            raise MemoryError
        for k in range(rules.count):
            if hit[k] is not None:
                block = hit[k]
                self.hit[k] = block.source
        for k in range(3):
            seat = seats[k]
            self.seat[k] = seat
            self.axis_of[seat] = k
            self.last_whammy[k] = last_whammy[k]
            self.lead[k], self.by_lead[k] = leads[k], by_lead[k]
            self.off[k] = NULL
            if off[k] is not None:
                block = off[k]
                self.off[k] = block.source
            for p in range(3):
                # The third seat of two planes gets 1 - a - b: as a key, -a - b.
                self.key[k][p] = (1 if p == seat else 0) if seat < planes else (-1 if p < planes else 0)
        self.pad = self.most = 0
        self.plain = self.extra = False
        self.least_extra = self.least = axes.longest
        for m in range(self.moves):
            self.pad = max(self.pad, axes.moves_a[m])
            if axes.spins[m]:
                self.extra = True
                self.least_extra = min(self.least_extra, axes.moves_a[m])
            else:
                self.plain = True
                self.most = max(self.most, axes.moves_a[m])
                self.least = min(self.least, axes.moves_a[m])
        rows = self.moves + 2 + spin.mixtures
        self.width = axes.longest + self.pad + 2 * BLOCK
        plane = self.width * planes
        self.scratch = <real*>calloc((8 + rows) * plane, sizeof(real))
        self.row = <const real**>calloc(rows + 1, sizeof(void*))
        self.stride = <long*>calloc(rows + 1, sizeof(long))
        self.tap_row = <const real**>calloc(spin.tap_count + 1, sizeof(void*))
        self.tap_stride = <long*>calloc(spin.tap_count + 1, sizeof(long))
        self.tap_weight = <real*>calloc(spin.tap_count + 1, sizeof(real))
        self.active = <int*>calloc(2 * (rules.count + 1), sizeof(int))
        self.changed = <uint8_t*>calloc(rules.count + 1, 1)
        self.round = <real*>calloc(rules.count + 1, planes * sizeof(real))
        self.once = self.settled = False
        self.order = 0
        self.shifts = <int*>calloc(spin.tap_count + 1, sizeof(int))
        if (
            self.scratch == NULL or self.row == NULL or self.stride == NULL or self.tap_row == NULL
            or self.tap_stride == NULL or self.tap_weight == NULL or self.active == NULL or self.changed == NULL
            or self.shifts == NULL or self.round == NULL
        ):
            raise MemoryError
        for k in range(spin.spent, spin.tap_count):
            self.shifts[k - spin.spent] = axes.moves_a[spin.taps[k]]
        self.below_row = self.scratch
        self.own_row = self.scratch + plane
        self.whammy_row = self.scratch + 2 * plane
        self.off_row = self.scratch + 3 * plane
        self.press = self.scratch + 4 * plane
        self.other = self.scratch + 5 * plane
        self.passing = self.scratch + 6 * plane
        self.old = self.scratch + 7 * plane
        self.composed = self.scratch + 8 * plane

    def __dealloc__(self):
        free(self.hit)
        free(self.scratch)
        free(<void*>self.row)
        free(self.stride)
        free(<void*>self.tap_row)
        free(self.tap_stride)
        free(self.tap_weight)
        free(self.active)
        free(self.changed)
        free(self.round)
        free(self.shifts)

    # -- rows of other configurations ---------------------------------------------------------

    cdef inline real* at(self, const Source* source, Py_ssize_t line, int i, long* stride) noexcept nogil:
        """The stored row of a line from cell ``i`` on; ``stride`` numbers lie between its planes."""
        cdef Line here = source.table.line[line]
        stride[0] = here.high - here.low
        return source.values + here.start * <int64_t>self.planes + (i - here.low)

    cdef inline void copy(self, real* to, const real* row, long stride, long n) noexcept nogil:
        cdef int p
        for p in range(self.planes):
            memcpy(to + p * self.width, row + p * stride, n * sizeof(real))

    cdef const real* follow(
        self, const Source* sources, const int32_t* targets, Py_ssize_t c, Py_ssize_t b, int track, int lo, int hi,
        real* scratch, long* stride, int up,
    ) noexcept nogil:
        """Cells lo..hi of a line, in the configurations that the order of the scores leads to.

        A stored row where it is one configuration for all cells, else composed in ``scratch``. What does
        not arise is ``NEVER`` for the one up.
        """
        cdef Py_ssize_t line = self.axes.line(c, b, track)
        cdef Runs runs
        cdef int r, target
        cdef const real* row
        cdef long inner
        target = targets[PATTERNS]
        if target >= 0 and sources != NULL and sources[target].values != NULL:
            return self.at(&sources[target], line, lo, stride)
        self.axes.find_runs(c, b, track, lo, hi, &runs)
        stride[0] = self.width
        for r in range(runs.count):
            target = targets[runs.pattern[r]]
            if target <= -2:
                self.decided(scratch + (runs.start[r] - lo), -2 - target, c, b, track, runs.start[r], runs.start[r + 1])
            elif target < 0 or sources == NULL or sources[target].values == NULL:
                self.never(scratch + (runs.start[r] - lo), up, runs.start[r + 1] - runs.start[r])
            else:
                row = self.at(&sources[target], line, runs.start[r], &inner)
                self.copy(scratch + (runs.start[r] - lo), row, inner, runs.start[r + 1] - runs.start[r])
        return scratch

    cdef void decided(
        self, real* row, int winner, Py_ssize_t c, Py_ssize_t b, int track, int first, int last
    ) noexcept nogil:
        """Cells first..last of a line where only one is left, who has won."""
        cdef int p, i
        for p in range(self.planes):
            for i in range(last - first):
                row[p * self.width + i] = <real>self.stays if p % 3 == winner else 0
        if self.planes == 6:
            for i in range(first, last):
                row[winner * self.width + (i - first)] = <real>(
                    (dollars_at(self.axes, self.axis_of[winner], c, b, track, i) + self.bonus) / self.scale
                )

    cdef void never(self, real* row, int up, long n) noexcept nogil:
        cdef int p
        cdef long i
        for p in range(self.planes):
            for i in range(n):
                row[p * self.width + i] = -NEVER * self.key[up][p] if p < 3 else 0

    cdef const real* hit_row(
        self, int k, Py_ssize_t c, Py_ssize_t b, int track, int lo, int hi, long* stride
    ) noexcept nogil:
        """After a Whammy the score of the one up is $0, whatever it was."""
        cdef int up = self.rules.up[k]
        cdef const int32_t* targets = &self.rules.whammy[k, 0]
        cdef const real* row
        cdef long inner, i
        cdef int p
        if self.last_whammy[up]:
            targets = &self.rules.fourth[k, 0]
            self.stays = self.staying[k]
        if up != A:
            if up == B:
                b = self.axes.zero_b
            else:
                c = self.axes.zero_c
            return self.follow(self.hit[k], targets, c, b, track, lo, hi, self.whammy_row, stride, up)
        row = self.follow(self.hit[k], targets, c, b, 0, 0, 1, self.other, &inner, up)
        for p in range(self.planes):
            for i in range(hi - lo):
                self.whammy_row[p * self.width + i] = row[p * inner]
        stride[0] = self.width
        return self.whammy_row

    cdef const real* pass_row(self, int k, Py_ssize_t line, int lo, int hi, long* stride) noexcept nogil:
        """Values after the pass that the one up prefers, or NULL where he cannot pass at all."""
        cdef int r, first, second, begin, end
        cdef int single = -2
        cdef bint mixed = False
        cdef const real* row
        cdef long inner
        for r in range(self.runs.count):
            if self.runs.start[r + 1] <= lo or self.runs.start[r] >= hi:
                continue
            first = self.rules.passes[k, 0, self.runs.pattern[r]]
            mixed = mixed or self.rules.passes[k, 1, self.runs.pattern[r]] >= 0 or (single != -2 and first != single)
            single = first
        if not mixed:
            if single < 0 or self.own[single].values == NULL:
                return NULL
            return self.at(&self.own[single], line, lo, stride)
        stride[0] = self.width
        for r in range(self.runs.count):
            begin = max(lo, self.runs.start[r])
            end = min(hi, self.runs.start[r + 1])
            if begin >= end:
                continue
            first = self.rules.passes[k, 0, self.runs.pattern[r]]
            second = self.rules.passes[k, 1, self.runs.pattern[r]]
            if first < 0 or self.own[first].values == NULL:
                self.never(self.passing + (begin - lo), self.rules.up[k], end - begin)
                continue
            row = self.at(&self.own[first], line, begin, &inner)
            self.copy(self.passing + (begin - lo), row, inner, end - begin)
            if second >= 0 and self.own[second].values != NULL:
                row = self.at(&self.own[second], line, begin, &inner)
                # Writes a block beyond; the next runs are still to come.
                rows_prefer(
                    self.passing + (begin - lo), self.width, row, inner, self.key[self.rules.up[k]], self.tolerance,
                    end - begin, self.planes,
                )
        return self.passing

    # -- pressing -----------------------------------------------------------------------------

    cdef void sum_taps(self, int up, int first, int last, const real* skip, real* acc, long n) noexcept nogil:
        """Landings without a choice, from the rows in ``row``; not those that lead to the row ``skip``."""
        cdef int t, used = 0
        for t in range(first, last):
            if self.row[self.spin.taps[t]] == skip:
                continue
            self.tap_row[used] = self.row[self.spin.taps[t]]
            self.tap_stride[used] = self.stride[self.spin.taps[t]]
            self.tap_weight[used] = self.spin.weights[up, t]
            used += 1
        rows_sum(acc, self.width, self.tap_row, self.tap_stride, self.tap_weight, used, n, self.planes)

    cdef void add_choices(self, int up, real* acc, long n) noexcept nogil:
        """Landings with a choice: the option that the one up prefers."""
        cdef int m, t, first
        cdef real* mixed
        for m in range(self.spin.mixtures):
            first = self.spin.mixed_first[m]
            mixed = self.composed + (self.moves + 2 + m) * self.width * self.planes
            for t in range(first, self.spin.mixed_first[m + 1]):
                self.tap_row[t - first] = self.row[self.spin.mixed_rows[t]]
                self.tap_stride[t - first] = self.stride[self.spin.mixed_rows[t]]
            rows_sum(
                mixed, self.width, self.tap_row, self.tap_stride, &self.spin.mixed_weights[first],
                self.spin.mixed_first[m + 1] - first, n, self.planes,
            )
            self.row[self.moves + 2 + m] = mixed
            self.stride[self.moves + 2 + m] = self.width
        rows_choose(
            acc, self.width, self.row, self.stride, <const int*>&self.spin.options[0], <const int*>&self.spin.first[0],
            &self.spin.chances[up, 0], self.spin.landings, self.key[up], self.tolerance, n, self.planes,
        )

    cdef void set_off_row(self, int k, Py_ssize_t c, Py_ssize_t b, int track, int lo, int hi) noexcept nogil:
        cdef int up = self.rules.up[k]
        cdef int row = self.moves + 1
        if self.off[up] == NULL:
            self.never(self.off_row, up, hi - lo)
            self.row[row], self.stride[row] = self.off_row, self.width
            return
        self.row[row] = self.follow(
            self.off[up], &self.rules.spent[k, 0], c, b, track, lo, hi, self.off_row, &self.stride[row], up
        )

    cdef void decide(self, int k, Py_ssize_t line, int lo, int hi, real* rows) noexcept nogil:
        """Turns ``rows`` (pressing, cells lo..hi) into values: a pass where it is better, or where he must."""
        cdef long stride
        cdef const real* passed = self.pass_row(k, line, lo, hi, &stride)
        cdef int up = self.rules.up[k]
        cdef int begin, end, p
        if passed == NULL:
            return
        if not self.by_lead[up]:
            rows_prefer(rows, self.width, passed, stride, self.key[up], self.tolerance, hi - lo, self.planes)
        if self.lead[up] >= 0:
            self.find_led(up, line, lo, hi, &begin, &end)
            for p in range(self.planes):
                memcpy(
                    rows + p * self.width + (begin - lo), passed + p * stride + (begin - lo), (end - begin) * sizeof(real)
                )

    cdef void find_led(self, int up, Py_ssize_t line, int lo, int hi, int* begin, int* end) noexcept nogil:
        """The cells of lo..hi where the one up leads by so much that he must pass: along A they are one piece."""
        cdef int track = <int>(line % self.axes.tracks)
        cdef Py_ssize_t place = line // self.axes.tracks
        cdef int64_t y = self.axes.b_dollars[place % self.axes.size_b]
        cdef int64_t z = self.axes.c_dollars[place // self.axes.size_b]
        cdef const int64_t* x = &self.axes.a_dollars[self.axes.first[track]]
        cdef int64_t lead = self.lead[up]
        cdef int64_t mine
        begin[0] = lo
        end[0] = hi
        if up == A:
            begin[0] = self.first_above(x, lo, hi, max(y, z) + lead)
            return
        mine = (y if up == B else z) - lead
        end[0] = self.first_above(x, lo, hi, mine - 1) if mine > (z if up == B else y) else lo

    cdef int first_above(self, const int64_t* dollars, int lo, int hi, int64_t sum) noexcept nogil:
        """The first of cells lo..hi with more dollars than this, or ``hi``."""
        cdef int middle
        while lo < hi:
            middle = (lo + hi) // 2
            if dollars[middle] > sum:
                hi = middle
            else:
                lo = middle + 1
        return lo

    cdef inline real apart(self, const real* rows, const real* values, long stride, long n) noexcept nogil:
        """How far a scratch row is from a stored one."""
        cdef real most = 0
        cdef real here
        cdef long i
        cdef int p
        for p in range(self.planes):
            for i in range(n):
                here = <real>fabs(rows[p * self.width + i] - values[p * stride + i])
                most = max(most, here)
        return most

    cdef inline void store(self, real* values, long stride, const real* rows, long n) noexcept nogil:
        cdef int p
        for p in range(self.planes):
            memcpy(values + p * stride, rows + p * self.width, n * sizeof(real))

    cdef void press_across(self, int k, Py_ssize_t c, Py_ssize_t b, int track, int lo, int hi) noexcept nogil:
        """Into ``press`` what pressing is worth, where nothing leads back to the line and landings leave no choice.

        What most rows take, short ones above all: so as little as can be done for each move.
        """
        cdef Py_ssize_t line = self.axes.line(c, b, track)
        cdef int up = self.rules.up[k]
        cdef int single = self.rules.spent[k, PATTERNS]
        cdef const Source* own = &self.own[self.rules.spin[k]]
        cdef const Source* below = &self.below[single] if single >= 0 and self.below[single].values != NULL else NULL
        cdef Py_ssize_t scores = self.axes.size_b if up == B else self.axes.size_c
        cdef Py_ssize_t here = b if up == B else c
        cdef Py_ssize_t step = self.axes.tracks if up == B else self.axes.size_b * self.axes.tracks
        cdef const int32_t* moves = &self.axes.moves_b[0, here] if up == B else &self.axes.moves_c[0, here]
        cdef const uint8_t* spins = &self.axes.spins[0]
        cdef const int32_t* taps = &self.spin.taps[0]
        cdef const Source* source
        cdef Py_ssize_t to
        cdef Line there
        cdef int m, t
        for t in range(self.spin.tap_count):
            m = taps[t]
            if m == self.moves:
                self.tap_row[t] = self.hit_row(k, c, b, track, lo, hi, &self.tap_stride[t])
                continue
            to = moves[m * scores]
            source = own if spins[m] else below
            if source == NULL:
                self.tap_row[t] = self.follow(
                    self.below, &self.rules.spent[k, 0], to if up != B else c, to if up == B else b, track, lo, hi,
                    self.composed + m * self.width * self.planes, &self.tap_stride[t], up,
                )
                continue
            there = source.table.line[line + (to - here) * step]
            self.tap_row[t] = source.values + there.start * <int64_t>self.planes + (lo - there.low)
            self.tap_stride[t] = there.high - there.low
        rows_sum(
            self.press, self.width, self.tap_row, self.tap_stride, &self.spin.weights[up, 0], self.spin.tap_count, hi - lo,
            self.planes,
        )

    cdef bint row_across(self, int k, Py_ssize_t c, Py_ssize_t b, int track, int lo, int hi) noexcept nogil:
        """Into ``press`` cells lo..hi of a row of B's or C's: each move leads to one other line, all cells at once."""
        cdef Py_ssize_t line = self.axes.line(c, b, track)
        cdef int up = self.rules.up[k]
        cdef long n = hi - lo
        cdef long i, own_stride
        cdef const int32_t* moves
        cdef const Source* below
        cdef Py_ssize_t scores, here, step, to
        cdef int m, p, t, repeat, single
        cdef real back = 0
        cdef real moved
        cdef real* values = self.at(&self.own[k], line, lo, &own_stride)
        cdef int spun = self.rules.spin[k]
        cdef bint loops = False
        if self.spin.landings == 0 and not (self.order >> (up - 1) & 1):
            self.press_across(k, c, b, track, lo, hi)
            self.decide(k, line, lo, hi, self.press)
            return True
        # Lines of the same track that moves lead to lie `step` apart for each score of the one up.
        moves = &self.axes.moves_b[0, 0] if up == B else &self.axes.moves_c[0, 0]
        scores = self.axes.size_b if up == B else self.axes.size_c
        here = b if up == B else c
        step = self.axes.tracks if up == B else self.axes.size_b * self.axes.tracks
        single = self.rules.spent[k, PATTERNS]
        below = &self.below[single] if single >= 0 and self.below[single].values != NULL else NULL
        for m in range(self.moves):
            to = moves[m * scores + here]
            if self.axes.spins[m]:
                self.row[m] = self.at(&self.own[spun], line + (to - here) * step, lo, &self.stride[m])
                loops = loops or to == here and spun == k and not self.once
            elif below != NULL:
                self.row[m] = self.at(below, line + (to - here) * step, lo, &self.stride[m])
            else:
                self.row[m] = self.follow(
                    self.below, &self.rules.spent[k, 0], to if up != B else c, to if up == B else b, track, lo, hi,
                    self.composed + m * self.width * self.planes, &self.stride[m], up,
                )
        self.row[self.moves] = self.hit_row(k, c, b, track, lo, hi, &self.stride[self.moves])
        if self.spin.landings == 0:
            self.sum_taps(up, 0, self.spin.tap_count, values if loops else NULL, self.press, n)
            if loops:
                for t in range(self.spin.tap_count):
                    if self.row[self.spin.taps[t]] == values:
                        back += self.spin.weights[up, t]
                for p in range(self.planes):
                    for i in range(n):
                        self.press[p * self.width + i] *= (1 / (1 - back)) if back < 1 - 1e-6 else 0
            self.decide(k, line, lo, hi, self.press)
            return True
        self.set_off_row(k, c, b, track, lo, hi)
        for repeat in range(self.repeats):
            self.sum_taps(up, 0, self.spin.tap_count, NULL, self.press, n)
            self.add_choices(up, self.press, n)
            self.decide(k, line, lo, hi, self.press)
            if not loops:
                return True
            moved = self.apart(self.press, values, own_stride, n)
            self.store(values, own_stride, self.press, n)
            if moved <= self.still:
                return True
        return self.roughly

    cdef void fetch_along(
        self, const Source* sources, const int32_t* targets, int target, Py_ssize_t c, Py_ssize_t b, int track,
        int lo, int hi, real* row, int up,
    ) noexcept nogil:
        """Cells lo..hi of A's row into ``row`` by cell; beyond the cap the score stays at it."""
        cdef int length = self.axes.length[track]
        cdef int last = min(hi, length)
        cdef int first = min(lo, length - 1)
        cdef const real* found
        cdef long stride, i
        cdef int p
        if targets == NULL:
            found = self.at(&sources[target], self.axes.line(c, b, track), first, &stride)
        else:
            found = self.follow(sources, targets, c, b, track, first, last, self.other, &stride, up)
        self.copy(row + first, found, stride, last - first)
        for p in range(self.planes):
            for i in range(length, hi):
                row[p * self.width + i] = row[p * self.width + length - 1]

    cdef bint row_of_a(self, int k, Py_ssize_t c, Py_ssize_t b, int track, int lo, int hi) noexcept nogil:
        """Into ``press`` cells lo..hi of A's own row: an extra spin leads to a higher cell of a row of the same line."""
        cdef Py_ssize_t line = self.axes.line(c, b, track)
        cdef int spun = self.rules.spin[k]
        cdef bint itself = spun == k and not self.once
        cdef bint extra = self.extra
        cdef int m
        if self.plain:
            self.fetch_along(
                self.below, &self.rules.spent[k, 0], 0, c, b, track, lo + self.least, hi + self.most, self.below_row, A
            )
        if extra and not itself:
            self.fetch_along(
                self.own, NULL, spun, c, b, track, lo + self.least_extra, hi + self.pad, self.own_row, A
            )
        for m in range(self.moves):
            self.row[m] = (self.own_row if self.axes.spins[m] else self.below_row) + lo + self.axes.moves_a[m]
            self.stride[m] = self.width
        self.row[self.moves] = self.hit_row(k, c, b, track, lo, hi, &self.stride[self.moves])
        if self.spin.landings:
            self.set_off_row(k, c, b, track, lo, hi)
        if not (extra and itself):
            self.sum_taps(A, 0, self.spin.tap_count, NULL, self.press, hi - lo)
            if self.spin.landings:
                self.add_choices(A, self.press, hi - lo)
            self.decide(k, line, lo, hi, self.press)
        elif self.spin.landings == 0:
            self.climb(k, line, lo, hi)
        else:
            return self.climb_choosing(k, line, lo, hi)
        return True

    cdef void climb(self, int k, Py_ssize_t line, int lo, int hi) noexcept nogil:
        """Into ``press`` the values of a row whose extra spins lead up the row itself, to the cap and back."""
        cdef long top = hi - 1 - lo
        cdef long stride = 0
        cdef long known_stride
        cdef int p, t
        cdef long i
        cdef real back = 0
        cdef const real* passed
        cdef const real* known
        cdef int begin = hi
        cdef int end = hi
        self.sum_taps(A, 0, self.spin.spent, NULL, self.press, hi - lo)
        passed = self.pass_row(k, line, lo, hi, &stride)
        if passed != NULL and self.lead[A] >= 0:
            self.find_led(A, line, lo, hi, &begin, &end)
        if begin < hi:
            for p in range(self.planes):
                memcpy(
                    self.press + p * self.width + (begin - lo), passed + p * stride + (begin - lo),
                    (hi - begin) * sizeof(real),
                )
        if self.by_lead[A]:
            passed = NULL
        if begin < hi:
            pass
        elif self.settled:
            known = self.at(&self.own[k], line, hi - 1, &known_stride)
            for p in range(self.planes):
                self.press[p * self.width + top] = known[p * known_stride]
        else:
            # At the cap an extra spin comes back: v = rest + back * v.
            for t in range(self.spin.spent, self.spin.tap_count):
                back += self.spin.weights[A, t]
            for p in range(self.planes):
                self.press[p * self.width + top] *= (1 / (1 - back)) if back < 1 - 1e-6 else 0
            if passed != NULL:
                rows_settle_cell(
                    self.press, self.width, passed, stride, top, self.key[A], self.tolerance, self.planes
                )
        for p in range(self.planes):
            for i in range(top + 1, top + 1 + self.pad):
                self.press[p * self.width + i] = self.press[p * self.width + top]
        rows_climb(
            self.press, self.width, self.shifts, &self.spin.weights[A, self.spin.spent],
            self.spin.tap_count - self.spin.spent, min(top, begin - lo), self.least_extra, passed, stride, self.key[A], self.tolerance,
            self.planes,
        )

    cdef bint climb_choosing(self, int k, Py_ssize_t line, int lo, int hi) noexcept nogil:
        """As ``climb``, where a landing may leave a choice: step by step."""
        cdef int last = hi
        cdef int first, p, m, repeat, rows
        cdef long i, n, stride
        cdef real moved
        cdef const real* top = self.at(&self.own[k], line, hi - 1, &stride)
        cdef bint known = self.settled
        rows = self.moves + 2
        for p in range(self.planes):
            for i in range(hi - 1, hi + self.pad):
                self.own_row[p * self.width + i] = top[p * stride] if known else 0
        if known:
            last = hi - 1
        while last > lo:
            first = last - 1 if last == hi else max(lo, last - self.least_extra)
            n = last - first
            for m in range(rows):
                self.row[m] += first - lo
            for repeat in range(self.repeats):
                self.sum_taps(A, 0, self.spin.tap_count, NULL, self.press, n)
                self.add_choices(A, self.press, n)
                self.decide(k, line, first, last, self.press)
                moved = 0
                for p in range(self.planes):
                    if last == hi:
                        # At the cap an extra spin comes back: from zero until it stands still.
                        moved = max(
                            moved, <real>fabs(self.press[p * self.width] - self.own_row[p * self.width + first])
                        )
                        for i in range(first, hi + self.pad):
                            self.own_row[p * self.width + i] = self.press[p * self.width]
                    else:
                        memcpy(
                            self.own_row + p * self.width + first, self.press + p * self.width, n * sizeof(real)
                        )
                if moved <= self.still:
                    break
            else:
                if not self.roughly:
                    return False
            for m in range(rows):
                self.row[m] -= first - lo
            last = first
        for p in range(self.planes):
            memcpy(self.press + p * self.width, self.own_row + p * self.width + lo, (hi - lo) * sizeof(real))
        return True

    # -- all rows -----------------------------------------------------------------------------

    cdef bint compute(self, int k, Py_ssize_t c, Py_ssize_t b, int track, int lo, int hi) noexcept nogil:
        """Into ``press`` cells lo..hi of a configuration on a line. False when they do not settle."""
        if self.rules.up[k] == A:
            return self.row_of_a(k, c, b, track, lo, hi)
        return self.row_across(k, c, b, track, lo, hi)

    cdef bint compute_row(self, int k, Py_ssize_t c, Py_ssize_t b, int track) noexcept nogil:
        """Computes and stores the cells of a row that are not settled."""
        cdef Py_ssize_t line = self.axes.line(c, b, track)
        cdef int lo = self.own[k].table.line[line].low
        cdef int hi = self.own[k].table.line[line].high
        cdef int top = self.axes.length[track] - 1
        cdef long stride
        cdef real* values
        # A row that leads to itself is climbed from the top, known or not.
        if self.settled and (self.rules.up[k] != A or self.rules.spin[k] != k):
            hi = min(hi, top)
        if lo >= hi:
            return True
        if not self.compute(k, c, b, track, lo, hi):
            return False
        values = self.at(&self.own[k], line, lo, &stride)
        self.store(values, stride, self.press, hi - lo)
        return True

    cdef inline bint arises(self, int k, Py_ssize_t line) noexcept nogil:
        cdef const Table* table = self.own[k].table
        return table.line[line].high > table.line[line].low

    cdef bint do_line(
        self, Py_ssize_t c, Py_ssize_t b, int track, const int* active, int count, int order
    ) noexcept nogil:
        """All configurations on one line. False when they do not settle."""
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
        if order and self.rules.circles[(1 + 2 * order) * PATTERNS + self.runs.pattern[self.runs.count - 1]]:
            if not self.do_circles(c, b, track, 1 + 2 * order, top):
                return False
            if order == 3:
                return self.do_rest_in_circles(c, b, track, top)
            self.settled = True
        for j in range(begin, count):
            k = active[j]
            if self.arises(k, line):
                if not self.compute_row(k, c, b, track):
                    return False
                self.changed[k] = self.rules.early[order, k]
        if self.rules.cyclic[order] and not self.repeat_line(c, b, track, active, count, order):
            return False
        return True

    cdef bint do_rest_in_circles(self, Py_ssize_t c, Py_ssize_t b, int track, int top) noexcept nogil:
        """The cells below the top one, where B and C are at the cap and A is not."""
        cdef int i
        for i in range(top - 1, -1, -1):
            if not self.do_circles(c, b, track, 6, i):
                return False
        return True

    cdef bint do_circles(self, Py_ssize_t c, Py_ssize_t b, int track, int at_cap, int i) noexcept nogil:
        """One cell of a line where two or three contestants are at the cap, group by group."""
        cdef int group, first, last
        cdef int run = 0
        cdef int row
        while self.runs.start[run + 1] <= i:
            run += 1
        row = at_cap * PATTERNS + self.runs.pattern[run]
        for group in range(self.rules.circles[row]):
            first = self.rules.circle_first[row, group]
            last = self.rules.circle_first[row, group + 1]
            if not self.do_circle(&self.rules.circle[row, first], last - first, c, b, track, i):
                return False
        return True

    cdef bint do_circle(
        self, const int32_t* members, int count, Py_ssize_t c, Py_ssize_t b, int track, int i
    ) noexcept nogil:
        """Rounds in which every member reads what the round before gave, from zero until all stand still."""
        cdef Py_ssize_t line = self.axes.line(c, b, track)
        cdef bint top = i == self.axes.length[track] - 1
        cdef long stride
        cdef int j, k, p, repeat
        cdef real moved
        cdef real* values
        cdef bint fine
        for repeat in range(self.repeats):
            moved = 0
            for j in range(count):
                k = members[j]
                if not self.stored(k, line, i):
                    continue
                # Only at the cap may a spin of A's come back; below it, what it reads is known.
                self.once = count > 1 or (self.rules.up[k] == A and not top)
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
        return self.roughly

    cdef inline bint stored(self, int k, Py_ssize_t line, int i) noexcept nogil:
        """Whether a cell of a configuration is needed, and stored."""
        cdef const Table* table = self.own[k].table
        return self.own[k].values != NULL and table.line[line].low <= i and i < table.line[line].high

    cdef void clear(self, const int* active, int count, Py_ssize_t line) noexcept nogil:
        """Iteration starts from zero where a row may be read before it is computed."""
        cdef const Table* table
        cdef int j, k
        for j in range(count):
            k = active[j]
            table = self.own[k].table
            self.changed[k] = False
            if table.line[line].high > table.line[line].low:
                memset(
                    self.own[k].values + table.line[line].start * <int64_t>self.planes, 0,
                    (table.line[line].high - table.line[line].low) * <long>self.planes * sizeof(real),
                )

    cdef bint repeat_line(
        self, Py_ssize_t c, Py_ssize_t b, int track, const int* active, int count, int order
    ) noexcept nogil:
        """Computes rows again that read what has changed since, until all stand still."""
        cdef Py_ssize_t line = self.axes.line(c, b, track)
        cdef int i, j, k, repeat
        cdef bint needed, again
        for repeat in range(self.repeats):
            again = False
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
        return self.roughly

    cdef bint redo(self, int k, Py_ssize_t c, Py_ssize_t b, int track) noexcept nogil:
        """Computes a row again; marks it if it moved."""
        cdef const Table* table = self.own[k].table
        cdef Py_ssize_t line = self.axes.line(c, b, track)
        cdef long n = table.line[line].high - table.line[line].low
        cdef const real* values = self.own[k].values + table.line[line].start * <int64_t>self.planes
        cdef int p
        cdef bint fine
        for p in range(self.planes):
            memcpy(self.old + p * self.width, values + p * n, n * sizeof(real))
        fine = self.compute_row(k, c, b, track)
        if self.apart(self.old, values, n, n) > self.still:
            self.changed[k] |= 2
        return fine

    def run(self, const uint8_t[::1] stop):
        """Computes all lines. Returns DONE, or STOPPED soon after ``stop`` [1] was set."""
        cdef int state = 0
        with nogil:
            state = self._run(&stop[0])
        return state

    cdef int _run(self, const uint8_t* stop) noexcept nogil:
        cdef Py_ssize_t b, c
        cdef int t, j, k, order, count
        cdef const Table* table
        cdef int first_c = 1 << 30
        cdef int last_c = 0
        cdef int first_b, last_b
        cdef bint c_capped
        for k in range(self.rules.count):
            if self.own[k].values != NULL:
                first_c = min(first_c, self.own[k].table.first_c)
                last_c = max(last_c, self.own[k].table.last_c)
        for c in range(last_c - 1, first_c - 1, -1):
            c_capped = self.capped(self.axes.moves_c, c)
            first_b = 1 << 30
            last_b = 0
            for order in range(2):
                count = 0
                for j in range(self.rules.count):
                    k = self.rules.orders[2 * c_capped + order, j]
                    table = self.own[k].table
                    if self.own[k].values != NULL and table.first_c <= c and c < table.last_c:
                        first_b = min(first_b, table.first_b)
                        last_b = max(last_b, table.last_b)
                        self.active[order * self.rules.count + count] = k
                        count += 1
            for b in range(last_b - 1, first_b - 1, -1):
                if stop[0]:
                    return 1
                order = self.capped(self.axes.moves_b, b)
                for t in range(self.axes.tracks):
                    if not self.do_line(
                        c, b, t, self.active + order * self.rules.count, count, 2 * c_capped + order
                    ):
                        self.give_up(self.axes.line(c, b, t))
        return 0

    cdef void give_up(self, Py_ssize_t line) noexcept nogil:
        """A line whose choices chase one another has no answer, nor has what depends on it."""
        cdef int k
        cdef long i
        cdef const Table* table
        for k in range(self.rules.count):
            table = self.own[k].table
            if self.own[k].values == NULL:
                continue
            for i in range((table.line[line].high - table.line[line].low) * <long>self.planes):
                self.own[k].values[table.line[line].start * <int64_t>self.planes + i] = NAN

    cdef bint capped(self, const int32_t[:, ::1] moves, Py_ssize_t i) noexcept nogil:
        """Whether an extra spin may leave this score as it is."""
        cdef int m
        for m in range(self.moves):
            if self.axes.spins[m] and moves[m, i] == i:
                return True
        return False
