# Included by _cubes32.pyx and _cubes64.pyx, which define `real` and the inner loops.
#
# Values of one frame, configuration by configuration. A configuration is everything but the scores
# and the Whammies: spins of each seat, who is out, who is up. Its values are rows along axis A,
# [cells][3 payoffs][lanes], for the lines and ranges that `_reach.pyx` found.
#
# Order. Inside a frame an extra spin raises the score of the one up, and a pass keeps all scores.
# So lines are taken by falling scores of C, then of B; on a line the configurations in an order in
# which each comes after those it passes to (`order`), and a row of axis A from its top down. Every
# cell is then computed once. Only where a score is at its cap does a spin lead back to the same
# line; such lines are repeated until they stand still.

from libc.math cimport NAN, fabs
from libc.stdint cimport int32_t, int64_t, uint8_t, uintptr_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

cdef int PATTERNS = 27
cdef int A = 0
cdef int B = 1
cdef int C = 2
cdef int MAX_REPEATS = 2000
cdef real NEVER = -1e30  # a payoff nobody prefers

DONE = 0
STOPPED = 1


cdef struct Table:  # which cells of a line are stored, and where
    const int32_t* low
    const int32_t* high
    const int64_t* start


cdef struct Block:  # one configuration's values, in the lanes of this sweep
    real* values
    int table  # or -1: one cell that holds for all scores


cdef struct Gather:  # one configuration's values, lane by lane
    const real** lane
    long* stride
    long* width
    int table


cdef struct Config:
    int up
    real* values
    int table
    int spin  # configuration after an extra spin, in this frame
    const int32_t* spent  # [PATTERNS] block after a spin is used
    const int32_t* passes  # [2][PATTERNS] configuration after a pass, or -1
    const uint8_t* may_press  # [PATTERNS]
    const int32_t* whammy  # [PATTERNS] gather after a Whammy, the score of the one up being 0
    const int32_t* fourth  # [PATTERNS] gather after a fourth Whammy
    const int32_t* off  # [PATTERNS] gather after a Whammy off
    int one_spent  # the block after a spin is used where it is the same for all patterns, else -1
    int one_off  # likewise the gather after a Whammy off
    real* plane  # values after a Whammy, see fill_plane


cdef class CubeSweep:
    """Sweeps one frame for one group of lanes. The planner in ``cubes.py`` builds it.

    All arrays are kept alive by ``hold``. Call ``add_table``, ``add_block``, ``add_gather``,
    ``add_config`` in the order of their numbers, then ``run``.
    """

    cdef list hold
    cdef int lanes, cell  # a cell has 3 * lanes numbers
    cdef const int32_t[::1] a_first, a_length, shift
    cdef const int64_t[::1] a_dollars, b_dollars, c_dollars
    cdef const int32_t[:, ::1] b_next, c_next
    cdef const uint8_t[::1] gives_spin
    cdef int zero_b, zero_c, moves, tracks, longest, pad, step
    cdef Py_ssize_t size_b, size_c
    cdef const int32_t[::1] seats  # seat of each axis: its payoff
    cdef Table* tables
    cdef Block* blocks
    cdef Gather* gathers
    cdef Config* configs
    cdef int table_count, block_count, gather_count, config_count
    cdef const int32_t[::1] taps
    cdef const real[::1] weights
    cdef int spent_taps  # the first taps bring no extra spin
    cdef real whammy
    cdef const real[::1] chances
    cdef const int32_t[::1] options, parts, part_moves
    cdef const real[::1] part_weights
    cdef bint offers
    cdef real tolerance, still
    cdef real* below  # scratch rows, padded beyond the cap
    cdef real* own
    cdef real* off_row
    cdef real* press
    cdef real* best
    cdef real* other
    cdef real* composed
    cdef real* before
    cdef const real** row
    cdef const real** tap_row
    cdef int* pattern_of
    cdef uint8_t* changed
    cdef const uint8_t[:, ::1] depends
    cdef const uint8_t[::1] early

    def __init__(
        self, int lanes, tuple axes, tuple spin, tuple counts, const int32_t[::1] seats, bint offers,
        double tolerance, double still,
    ):
        """
        Args:
            lanes: how many lanes a cell has.
            axes: a_first, a_length, (dollars of A, B, C), b_next, c_next, shift, (zero of B, C), gives_spin.
            spin: taps, weights, taps without an extra spin, chance of a Whammy, then chances, options,
                parts, part_moves, part_weights of landings with a choice (as for ``_sweep.Spin``).
            counts: numbers of tables, blocks, gathers, configurations.
            seats: int32 [3], the seat of each axis.
            offers: whether a Whammy off is ever offered.
            tolerance: payoffs closer than this are equal.
            still: values that move less than this stand still.
        """
        cdef int m
        cdef long most
        self.hold = [axes, spin, seats]
        self.lanes = lanes
        self.cell = 3 * lanes
        (
            self.a_first, self.a_length, (self.a_dollars, self.b_dollars, self.c_dollars), self.b_next, self.c_next,
            self.shift, (self.zero_b, self.zero_c), self.gives_spin,
        ) = axes
        (
            self.taps, self.weights, self.spent_taps, self.whammy, self.chances, self.options, self.parts,
            self.part_moves, self.part_weights,
        ) = spin
        self.seats = seats
        self.offers = offers
        self.tolerance = tolerance
        self.still = still
        self.moves = <int>self.gives_spin.shape[0]
        self.tracks = <int>self.a_first.shape[0]
        self.size_b = self.b_dollars.shape[0]
        self.size_c = self.c_dollars.shape[0]
        self.longest = max(self.a_length)
        self.pad = max(1, max(self.shift))
        self.step = self.longest
        for m in range(self.moves):
            if self.gives_spin[m]:
                self.step = min(self.step, self.shift[m])
        most = <long>(self.longest + self.pad + 1) * self.cell
        self.tables = <Table*>calloc(counts[0] + 1, sizeof(Table))
        self.blocks = <Block*>calloc(counts[1] + 1, sizeof(Block))
        self.gathers = <Gather*>calloc(counts[2] + 1, sizeof(Gather))
        self.configs = <Config*>calloc(counts[3] + 1, sizeof(Config))
        self.below = <real*>calloc(most, sizeof(real))
        self.own = <real*>calloc(most, sizeof(real))
        self.off_row = <real*>calloc(most, sizeof(real))
        self.press = <real*>calloc(most, sizeof(real))
        self.best = <real*>calloc(most, sizeof(real))
        self.other = <real*>calloc(most, sizeof(real))
        self.before = <real*>calloc(most, sizeof(real))
        self.composed = <real*>calloc(most * (self.moves + 1), sizeof(real))
        self.row = <const real**>calloc(self.moves + 1, sizeof(void*))
        self.tap_row = <const real**>calloc(self.moves + 3, sizeof(void*))
        self.pattern_of = <int*>calloc(self.longest + 1, sizeof(int))
        self.changed = <uint8_t*>calloc(counts[3] + 1, 1)
        if (
            self.tables == NULL or self.blocks == NULL or self.gathers == NULL or self.configs == NULL
            or self.below == NULL or self.own == NULL or self.off_row == NULL or self.press == NULL
            or self.best == NULL or self.other == NULL or self.before == NULL or self.composed == NULL
            or self.row == NULL or self.tap_row == NULL or self.pattern_of == NULL or self.changed == NULL
        ):
            raise MemoryError

    def __dealloc__(self):
        cdef int k
        if self.configs != NULL:
            for k in range(self.config_count):
                free(self.configs[k].plane)
        if self.gathers != NULL:
            for k in range(self.gather_count):
                free(<void*>self.gathers[k].lane)
                free(self.gathers[k].stride)
                free(self.gathers[k].width)
        free(self.tables)
        free(self.blocks)
        free(self.gathers)
        free(self.configs)
        free(self.below)
        free(self.own)
        free(self.off_row)
        free(self.press)
        free(self.best)
        free(self.other)
        free(self.before)
        free(self.composed)
        free(<void*>self.row)
        free(<void*>self.tap_row)
        free(self.pattern_of)
        free(self.changed)

    # -- building -----------------------------------------------------------------------------

    def add_table(self, const int32_t[::1] low, const int32_t[::1] high, const int64_t[::1] start):
        cdef Table* table = &self.tables[self.table_count]
        self.hold.append((low, high, start))
        table.low, table.high, table.start = &low[0], &high[0], &start[0]
        self.table_count += 1

    def add_block(self, real[:, :, ::1] values, int table):
        self.hold.append(values)
        self.blocks[self.block_count].values = &values[0, 0, 0]
        self.blocks[self.block_count].table = table
        self.block_count += 1

    def add_gather(self, list lanes, int table):
        """``lanes``: for each lane (values [cells, 3, width], place) or None where it does not arise."""
        cdef Gather* gather = &self.gathers[self.gather_count]
        cdef real[:, :, ::1] values
        cdef int j
        gather.lane = <const real**>calloc(self.lanes, sizeof(void*))
        gather.stride = <long*>calloc(self.lanes, sizeof(long))
        gather.width = <long*>calloc(self.lanes, sizeof(long))
        self.gather_count += 1
        if gather.lane == NULL or gather.stride == NULL or gather.width == NULL:
            raise MemoryError
        gather.table = table
        for j, item in enumerate(lanes):
            if item is None:
                continue
            values, place = item
            self.hold.append(values)
            gather.lane[j] = &values[0, 0, <int>place]
            gather.width[j] = values.shape[2]
            gather.stride[j] = 3 * values.shape[2]

    def add_config(
        self, int up, real[:, :, ::1] values, int table, int spin, const int32_t[::1] spent,
        const int32_t[:, ::1] passes, const uint8_t[::1] may_press, const int32_t[::1] whammy,
        const int32_t[::1] fourth, const int32_t[::1] off,
    ):
        cdef Config* config = &self.configs[self.config_count]
        cdef int p
        self.hold.append((values, spent, passes, may_press, whammy, fourth, off))
        config.up, config.values, config.table, config.spin = up, &values[0, 0, 0], table, spin
        config.spent, config.passes, config.may_press = &spent[0], &passes[0, 0], &may_press[0]
        config.whammy, config.fourth, config.off = &whammy[0], &fourth[0], &off[0]
        config.one_spent = config.one_off = -1
        for p in range(PATTERNS):
            # -1 stands for orders of the scores that do not exist or are not reached.
            if spent[p] >= 0:
                if config.one_spent >= 0 and config.one_spent != spent[p]:
                    config.one_spent = -1
                    break
                config.one_spent = spent[p]
                config.one_off = off[p]
        self.config_count += 1

    # -- places -------------------------------------------------------------------------------

    cdef inline Py_ssize_t line(self, Py_ssize_t c, Py_ssize_t b, int track) noexcept nogil:
        return (c * self.size_b + b) * self.tracks + track

    cdef inline int pattern(self, int64_t a, int64_t b, int64_t c) noexcept nogil:
        return 9 * ((a > b) - (a < b) + 1) + 3 * ((a > c) - (a < c) + 1) + (b > c) - (b < c) + 1

    cdef inline real* cell_at(self, real* values, int table, Py_ssize_t line, int i) noexcept nogil:
        """The cell of a stored line, or the one cell that holds everywhere."""
        if table < 0:
            return values
        return values + (self.tables[table].start[line] + i - self.tables[table].low[line]) * self.cell

    cdef bint stored(self, int table, Py_ssize_t line, int i) noexcept nogil:
        return table < 0 or (self.tables[table].low[line] <= i and i < self.tables[table].high[line])

    cdef void fetch(self, Gather* gather, real* row, Py_ssize_t line, int i, long cells) noexcept nogil:
        """Cells from ``i`` of a line, lane by lane; cells never reached come out as ``NEVER``."""
        cdef long first, k
        if gather.table < 0:
            for k in range(cells):
                lanes_gather(
                    row + k * self.cell, gather.lane, gather.stride, gather.width, 0, 1, self.lanes, NEVER
                )
            return
        first = self.tables[gather.table].start[line] + i - self.tables[gather.table].low[line]
        lanes_gather(row, gather.lane, gather.stride, gather.width, first, cells, self.lanes, NEVER)

    # -- after a Whammy -----------------------------------------------------------------------

    cdef bint fill_planes(self) noexcept nogil:
        """Values after a Whammy: they do not depend on the score lost, so one plane serves a cube.

        By the axis up: A [C][B] cells, B [C][track][A], C [B][track][A].
        """
        cdef int k, t
        cdef Py_ssize_t b, c
        cdef Py_ssize_t size
        cdef Config* config
        for k in range(self.config_count):
            config = &self.configs[k]
            if config.up == A:
                size = self.size_c * self.size_b
            else:
                size = (self.size_c if config.up == B else self.size_b) * self.tracks * self.longest
            config.plane = <real*>calloc(size * self.cell, sizeof(real))
            if config.plane == NULL:
                return False
            if config.up == A:
                for c in range(self.size_c):
                    for b in range(self.size_b):
                        self.fill_plane(config, c, b, 0, 1, config.plane + (c * self.size_b + b) * self.cell)
                continue
            for t in range(self.tracks):
                if config.up == B:
                    for c in range(self.size_c):
                        self.fill_plane(
                            config, c, self.zero_b, t, self.a_length[t],
                            config.plane + (c * self.tracks + t) * self.longest * self.cell,
                        )
                else:
                    for b in range(self.size_b):
                        self.fill_plane(
                            config, self.zero_c, b, t, self.a_length[t],
                            config.plane + (b * self.tracks + t) * self.longest * self.cell,
                        )
        return True

    cdef void fill_plane(
        self, Config* config, Py_ssize_t c, Py_ssize_t b, int track, int cells, real* row
    ) noexcept nogil:
        """One row of a plane: still in, or out, whichever each lane is."""
        cdef int i, j, pat, kind, target
        cdef Gather* gather
        cdef Py_ssize_t line = self.line(c, b, track)
        for i in range(cells):
            pat = self.pattern(self.a_dollars[self.a_first[track] + i], self.b_dollars[b], self.c_dollars[c])
            for kind in range(2):
                target = config.fourth[pat] if kind else config.whammy[pat]
                if target < 0:
                    continue
                gather = &self.gathers[target]
                if not self.stored(gather.table, line, i):
                    continue
                self.fetch(gather, self.other, line, i, 1)
                for j in range(self.lanes):
                    if gather.lane[j] != NULL:
                        row[i * self.cell + j] = self.other[j]
                        row[i * self.cell + self.lanes + j] = self.other[self.lanes + j]
                        row[i * self.cell + 2 * self.lanes + j] = self.other[2 * self.lanes + j]

    cdef const real* whammy_row(self, Config* config, Py_ssize_t c, Py_ssize_t b, int track, int i) noexcept nogil:
        if config.up == A:
            return config.plane + (c * self.size_b + b) * self.cell
        if config.up == B:
            return config.plane + ((c * self.tracks + track) * self.longest + i) * self.cell
        return config.plane + ((b * self.tracks + track) * self.longest + i) * self.cell

    # -- rows that a spin leads to ------------------------------------------------------------

    cdef const real* spent_row(
        self, Config* config, Py_ssize_t c, Py_ssize_t b, int track, int lo, int hi, real* scratch
    ) noexcept nogil:
        """Cells lo..hi of a line once the spin is used. The next one up may depend on the scores."""
        cdef Py_ssize_t line = self.line(c, b, track)
        cdef Block* block
        cdef int i, pat
        if config.one_spent >= 0:
            block = &self.blocks[config.one_spent]
            return self.cell_at(block.values, block.table, line, lo)
        for i in range(lo, hi):
            pat = self.pattern(self.a_dollars[self.a_first[track] + i], self.b_dollars[b], self.c_dollars[c])
            if config.spent[pat] < 0:
                continue
            block = &self.blocks[config.spent[pat]]
            if self.stored(block.table, line, i):
                memcpy(
                    scratch + (i - lo) * self.cell, self.cell_at(block.values, block.table, line, i),
                    self.cell * sizeof(real),
                )
        return scratch

    cdef void fill_off(self, Config* config, Py_ssize_t c, Py_ssize_t b, int track, int lo, int hi) noexcept nogil:
        """``off_row`` [lo..hi): the spin used and a Whammy taken off, at the same score."""
        cdef int i, pat
        cdef Py_ssize_t line = self.line(c, b, track)
        if config.one_spent >= 0:
            if config.one_off >= 0:
                self.fetch(&self.gathers[config.one_off], self.off_row + lo * self.cell, line, lo, hi - lo)
            return
        for i in range(lo, hi):
            pat = self.pattern_of[i]
            if config.off[pat] >= 0 and self.stored(self.gathers[config.off[pat]].table, line, i):
                self.fetch(&self.gathers[config.off[pat]], self.off_row + i * self.cell, line, i, 1)

    cdef void option_row(
        self, int option, const real* whammy, bint one_whammy, const real* off, long cells, real* row
    ) noexcept nogil:
        """What one option of a landing is worth, for ``cells`` cells."""
        cdef int part, move
        cdef int first = self.parts[option]
        cdef int last = self.parts[option + 1]
        cdef const real* source
        if last - first > 1 or (one_whammy and self.part_moves[first] == -2):
            memset(row, 0, cells * self.cell * sizeof(real))
        for part in range(first, last):
            move = self.part_moves[part]
            if move == -2 and one_whammy:
                lanes_spread(row, whammy, self.part_weights[part], cells, self.cell)
                continue
            source = whammy if move == -2 else off if move == -1 else self.row[move]
            if last - first == 1:
                memcpy(row, source, cells * self.cell * sizeof(real))
            else:
                lanes_add(row, source, self.part_weights[part], cells * self.cell)

    cdef void add_choices(
        self, Config* config, const real* whammy, bint one_whammy, const real* off, long cells, real* acc
    ) noexcept nogil:
        """Adds the landings with a choice to ``acc``; ``row`` says where each move leads."""
        cdef int k, o
        cdef int payoff = self.seats[config.up]
        for k in range(<int>self.chances.shape[0]):
            self.option_row(self.options[k], whammy, one_whammy, off, cells, self.best)
            for o in range(self.options[k] + 1, self.options[k + 1]):
                self.option_row(o, whammy, one_whammy, off, cells, self.other)
                lanes_prefer(self.best, self.other, payoff, self.tolerance, cells, self.lanes, 3)
            lanes_add(acc, self.best, self.chances[k], cells * self.cell)

    # -- decisions ----------------------------------------------------------------------------

    cdef void decide(
        self, Config* config, Py_ssize_t line, int lo, int hi, real* rows
    ) noexcept nogil:
        """Turns ``rows`` (pressing, cells lo..hi) into values: a pass where it is better."""
        cdef int i, end, pat, k, target
        cdef int payoff = self.seats[config.up]
        cdef const real* passed
        cdef real* here
        cdef bint pressed
        i = lo
        while i < hi:
            pat = self.pattern_of[i]
            end = i + 1
            while end < hi and self.pattern_of[end] == pat:
                end += 1
            here = rows + (i - lo) * self.cell
            pressed = config.may_press[pat]
            for k in range(2):
                target = config.passes[k * PATTERNS + pat]
                if target < 0:
                    continue
                passed = self.cell_at(self.configs[target].values, self.configs[target].table, line, i)
                if pressed:
                    lanes_prefer(here, passed, payoff, self.tolerance, end - i, self.lanes, 3)
                else:
                    memcpy(here, passed, (end - i) * self.cell * sizeof(real))
                    pressed = True
            i = end

    # -- one row ------------------------------------------------------------------------------

    cdef bint row_of_a(self, int number, Py_ssize_t c, Py_ssize_t b, int track) noexcept nogil:
        """A's own row, from its top down, as an extra spin leads to a higher cell of the same row."""
        cdef Config* config = &self.configs[number]
        cdef Py_ssize_t line = self.line(c, b, track)
        cdef Table* table = &self.tables[config.table]
        cdef int lo = table.low[line]
        cdef int hi = table.high[line]
        cdef int length = self.a_length[track]
        cdef int t, m, first, last, start, target_lo, target_hi, repeat
        cdef long n, width = self.cell
        cdef real back, moved
        cdef const real* cell
        cdef const real* source
        cdef const real* whammy = self.whammy_row(config, c, b, track, 0)
        cdef real* values = config.values + table.start[line] * width
        cdef real* own = self.own
        cdef Table* lower
        cdef Config* spun = &self.configs[config.spin]
        cdef bint itself = config.spin == number
        cdef int taps = <int>self.taps.shape[0]
        # Where a used spin leads, beyond the cap too.
        if config.one_spent >= 0:
            lower = &self.tables[self.blocks[config.one_spent].table]
            target_lo = max(lo, lower.low[line])
            target_hi = lower.high[line]
            if target_hi > target_lo:
                memcpy(
                    self.below + target_lo * width,
                    self.cell_at(
                        self.blocks[config.one_spent].values, self.blocks[config.one_spent].table, line, target_lo
                    ),
                    (target_hi - target_lo) * width * sizeof(real),
                )
        else:
            source = self.spent_row(config, c, b, track, lo, length, self.composed)
            memcpy(self.below + lo * width, source, (length - lo) * width * sizeof(real))
        for t in range(self.pad):
            memcpy(self.below + (length + t) * width, self.below + (length - 1) * width, width * sizeof(real))
        if not itself:
            target_lo = self.tables[spun.table].low[line]
            target_hi = self.tables[spun.table].high[line]
            memcpy(
                own + target_lo * width, spun.values + self.tables[spun.table].start[line] * width,
                (target_hi - target_lo) * width * sizeof(real),
            )
            for t in range(self.pad):
                memcpy(own + (length + t) * width, own + (length - 1) * width, width * sizeof(real))
        if self.offers:
            self.fill_off(config, c, b, track, lo, hi)
        n = (hi - lo) * width
        for t in range(self.spent_taps):
            self.tap_row[t] = self.below + (lo + self.shift[self.taps[t]]) * width
        lanes_sum(self.press, self.tap_row, &self.weights[0], self.spent_taps, n)
        lanes_spread(self.press, whammy, self.whammy, hi - lo, width)
        last = hi
        while last > lo:
            first = last - 1 if last == length else max(lo, last - max(1, self.step))
            start = first - lo
            repeat = 0
            if itself and last == length:
                # At the cap an extra spin comes back: v = rest + back * v, or iterate with choices.
                memset(own + first * width, 0, (self.pad + 1) * width * sizeof(real))
                memcpy(self.before, self.press + start * width, width * sizeof(real))
            while True:
                for m in range(self.moves):
                    self.row[m] = (own if self.gives_spin[m] else self.below) + (first + self.shift[m]) * width
                if repeat:
                    memcpy(self.press + start * width, self.before, width * sizeof(real))
                back = 0
                self.tap_row[0] = self.press + start * width
                for t in range(self.spent_taps, taps):
                    self.tap_row[t - self.spent_taps] = self.row[self.taps[t]]
                    back += self.weights[t]
                if taps > self.spent_taps:
                    lanes_sum(
                        self.best, self.tap_row, &self.weights[self.spent_taps], taps - self.spent_taps,
                        (last - first) * width,
                    )
                    lanes_add(self.press + start * width, self.best, 1, (last - first) * width)
                if self.chances.shape[0]:
                    self.add_choices(
                        config, whammy, True, self.off_row + first * width, last - first, self.press + start * width
                    )
                if itself and last == length and self.chances.shape[0] == 0:
                    for n in range(width):
                        self.press[start * width + n] *= (1 / (1 - back)) if back < 1 - 1e-6 else 0
                self.decide(config, line, first, last, self.press + start * width)
                if not itself or last != length or self.chances.shape[0] == 0:
                    break
                moved = 0
                for n in range(width):
                    moved = max(moved, <real>fabs(self.press[start * width + n] - own[first * width + n]))
                for t in range(self.pad + 1):
                    memcpy(own + (first + t) * width, self.press + start * width, width * sizeof(real))
                repeat += 1
                if moved <= self.still:
                    break
                if repeat > MAX_REPEATS:
                    return False
            if itself:
                memcpy(own + first * width, self.press + start * width, (last - first) * width * sizeof(real))
                if last == length:
                    for t in range(self.pad):
                        memcpy(own + (length + t) * width, own + (length - 1) * width, width * sizeof(real))
            last = first
        memcpy(values, self.press, (hi - lo) * width * sizeof(real))
        return True

    cdef bint row_across(self, int number, Py_ssize_t c, Py_ssize_t b, int track) noexcept nogil:
        """A row of B's or C's: each move leads to one other line, the whole row at once."""
        cdef Config* config = &self.configs[number]
        cdef Py_ssize_t line = self.line(c, b, track)
        cdef Table* table = &self.tables[config.table]
        cdef int lo = table.low[line]
        cdef int hi = table.high[line]
        cdef long width = self.cell
        cdef long n = (hi - lo) * width
        cdef long j
        cdef Py_ssize_t to_b, to_c
        cdef int m, t, used = 0, repeat = 0
        cdef real back = 0
        cdef real moved
        cdef real weight[256]
        cdef real* values = config.values + table.start[line] * width
        cdef Config* spun = &self.configs[config.spin]
        cdef const real* whammy = self.whammy_row(config, c, b, track, lo)
        cdef bint choices = self.chances.shape[0] > 0
        cdef bint loops = False
        for m in range(self.moves):
            to_b = self.b_next[m, b] if config.up == B else b
            to_c = self.c_next[m, c] if config.up == C else c
            if self.gives_spin[m]:
                self.row[m] = self.cell_at(spun.values, spun.table, self.line(to_c, to_b, track), lo)
                loops = loops or (config.spin == number and self.row[m] == values)
            else:
                self.row[m] = self.spent_row(
                    config, to_c, to_b, track, lo, hi,
                    self.composed + m * <long>(self.longest + self.pad + 1) * width,
                )
        if self.offers:
            self.fill_off(config, c, b, track, lo, hi)
        while True:
            used = 0
            back = 0
            if self.whammy > 0:
                self.tap_row[0] = whammy
                weight[0] = self.whammy
                used = 1
            for t in range(<int>self.taps.shape[0]):
                if self.row[self.taps[t]] == values and not choices:
                    back += self.weights[t]
                    continue
                self.tap_row[used] = self.row[self.taps[t]]
                weight[used] = self.weights[t]
                used += 1
            lanes_sum(self.press, self.tap_row, weight, used, n)
            if choices:
                self.add_choices(config, whammy, False, self.off_row + lo * width, hi - lo, self.press)
            elif back > 0:
                for j in range(n):
                    self.press[j] *= (1 / (1 - back)) if back < 1 - 1e-6 else 0
            self.decide(config, line, lo, hi, self.press)
            if not (loops and choices):
                break
            moved = 0
            for j in range(n):
                moved = max(moved, <real>fabs(self.press[j] - values[j]))
            memcpy(values, self.press, n * sizeof(real))
            repeat += 1
            if moved <= self.still:
                return True
            if repeat > MAX_REPEATS:
                return False
        memcpy(values, self.press, n * sizeof(real))
        return True

    # -- all rows -----------------------------------------------------------------------------

    cdef bint compute(self, int number, Py_ssize_t c, Py_ssize_t b, int track) noexcept nogil:
        if self.configs[number].up == A:
            return self.row_of_a(number, c, b, track)
        return self.row_across(number, c, b, track)

    cdef bint do_line(self, Py_ssize_t c, Py_ssize_t b, int track, bint capped) noexcept nogil:
        """All configurations on one line. False when they do not settle."""
        cdef Py_ssize_t line = self.line(c, b, track)
        cdef int k, d, i, repeat
        cdef int lo = self.longest
        cdef bint again, needed
        cdef bint found = False
        cdef Table* table
        for k in range(self.config_count):
            table = &self.tables[self.configs[k].table]
            if table.high[line] > table.low[line]:
                found = True
                lo = min(lo, table.low[line])
        if not found:
            return True
        for i in range(lo, self.a_length[track]):
            self.pattern_of[i] = self.pattern(
                self.a_dollars[self.a_first[track] + i], self.b_dollars[b], self.c_dollars[c]
            )
        for k in range(self.config_count):
            # Where a row may be read before it is computed, iteration starts from zero.
            table = &self.tables[self.configs[k].table]
            if (capped or self.early[k]) and table.high[line] > table.low[line]:
                memset(
                    self.configs[k].values + table.start[line] * self.cell, 0,
                    (table.high[line] - table.low[line]) * <long>self.cell * sizeof(real),
                )
        for k in range(self.config_count):
            table = &self.tables[self.configs[k].table]
            self.changed[k] = False
            if table.high[line] > table.low[line]:
                if not self.compute(k, c, b, track):
                    return False
                # At a cap anything may depend on what comes later; elsewhere few do.
                self.changed[k] = capped or self.early[k]
        for repeat in range(MAX_REPEATS):
            again = False
            for k in range(self.config_count):
                table = &self.tables[self.configs[k].table]
                if table.high[line] <= table.low[line]:
                    continue
                needed = False
                for d in range(self.config_count):
                    if self.changed[d] and self.depends[k, d]:
                        needed = True
                        break
                if not needed:
                    continue
                if not self.redo(k, c, b, track, (table.high[line] - table.low[line]) * <long>self.cell):
                    return False
            again = False
            for k in range(self.config_count):
                # Bit 1: changed in this round; it becomes bit 0, what the next round goes by.
                self.changed[k] >>= 1
                again = again or self.changed[k]
            if not again:
                return True
        return False

    cdef bint redo(self, int number, Py_ssize_t c, Py_ssize_t b, int track, long n) noexcept nogil:
        """Computes a row again; marks it if it moved."""
        cdef Config* config = &self.configs[number]
        cdef real* values = config.values + self.tables[config.table].start[self.line(c, b, track)] * self.cell
        cdef real* old = <real*>malloc(n * sizeof(real))
        cdef real moved = 0
        cdef long j
        if old == NULL:
            return False
        memcpy(old, values, n * sizeof(real))
        if not self.compute(number, c, b, track):
            free(old)
            return False
        for j in range(n):
            moved = max(moved, <real>fabs(old[j] - values[j]))
        free(old)
        if moved > self.still:
            self.changed[number] |= 2
        return True

    def prepare(self, const uint8_t[:, ::1] depends, const uint8_t[::1] early):
        """Before ``run``.

        Args:
            depends: uint8 [configs, configs], whether a row reads another configuration's row of the
                same line.
            early: uint8 [configs], whether one that comes earlier in the order reads it.
        """
        cdef bint fine
        self.depends = depends
        self.early = early
        with nogil:
            fine = self.fill_planes()
        if not fine:
            raise MemoryError

    def run(self, Py_ssize_t first_c, Py_ssize_t last_c, const uint8_t[::1] stop):
        """Computes the planes of C from ``last_c - 1`` down to ``first_c``. DONE or STOPPED."""
        cdef Py_ssize_t b, c
        cdef int t
        cdef int state = 0
        cdef bint capped
        with nogil:
            for c in range(last_c - 1, first_c - 1, -1):
                for b in range(self.size_b - 1, -1, -1):
                    if stop[0]:
                        state = 1
                        break
                    capped = self.b_capped(b) or self.c_capped(c)
                    for t in range(self.tracks):
                        if not self.do_line(c, b, t, capped):
                            self.give_up(self.line(c, b, t))
                if state:
                    break
        return state

    cdef void give_up(self, Py_ssize_t line) noexcept nogil:
        """A line whose choices chase one another has no answer, nor has what depends on it."""
        cdef int k
        cdef long j
        cdef Table* table
        cdef real* values
        for k in range(self.config_count):
            table = &self.tables[self.configs[k].table]
            values = self.configs[k].values + table.start[line] * self.cell
            for j in range((table.high[line] - table.low[line]) * <long>self.cell):
                values[j] = NAN

    cdef bint b_capped(self, Py_ssize_t b) noexcept nogil:
        cdef int m
        for m in range(self.moves):
            if self.gives_spin[m] and self.b_next[m, b] == b:
                return True
        return False

    cdef bint c_capped(self, Py_ssize_t c) noexcept nogil:
        cdef int m
        for m in range(self.moves):
            if self.gives_spin[m] and self.c_next[m, c] == c:
                return True
        return False
