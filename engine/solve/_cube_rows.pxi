# One row of a configuration: cells of a line, computed from other rows. See `_cubes.pxi`.

cdef class RowKernel(CapProof):
    """Computes rows of one lane of one frame.

    Args:
        axes, spin, rules: the box of scores, the spin, the frame's configurations.
        planes: payoffs stored for a cell; seats: int32 [3], the seat of each axis.
        own, below: blocks of this lane in this frame, and in the one with a spin less.
        hit: list [configurations], the block that a Whammy of the mover leads to, or None.
        last_whammy: uint8 [3], by seat, whether the next Whammy is the fourth.
        off: list [3], by seat, the block below after a Whammy off, or None.
        scale, bonus: with six planes, dollars for one unit of value, and dollars that a win is worth beside
            the score.
        staying: double [configurations], what is the chance to win of the last one in after a fourth Whammy.
        leads: int64 [3], by axis, the lead above which a seat always passes, or -1; by_lead: uint8 [3],
            by axis, whether a seat never passes with less.
        tolerance: payoffs closer than this are equal; still: values that move less stand still.
        roughly: values that do not settle soon stay as they are.
        proving: whether to prove that cycles at the cap have one equilibrium.
    """

    cdef Axes axes
    cdef list hold
    cdef uint8_t last_whammy[3]
    cdef double scale, bonus
    cdef const double[::1] staying
    cdef double stays  # of the configuration at hand
    cdef int axis_of[3]
    cdef Source* own
    cdef Source* below
    cdef Source** hit
    cdef Source* off[3]
    cdef bint roughly
    cdef int repeats
    cdef real* round  # what a cycle's next round gives each member
    cdef real* earlier  # what an earlier one gave
    cdef real moved  # how far a repeated line's values move in a round
    cdef bint once  # a row's own cells are read as they are, not solved for
    cdef bint settled  # the line's top cells are known
    cdef int order  # whether B's and C's scores are at the cap on the line (bits)
    cdef int* active
    cdef uint8_t* changed
    cdef Runs runs  # of the line at hand
    cdef Py_ssize_t line_c, line_b  # of a line to be proven
    cdef int line_track

    def __init__(
        self, Axes axes, SpinRows spin, FrameRules rules, int planes, const int32_t[::1] seats, Block own, Block below,
        list hit, const uint8_t[::1] last_whammy, list off, double scale, double bonus, const double[::1] staying,
        const int64_t[::1] leads, const uint8_t[::1] by_lead,
        double tolerance, double still, bint roughly, bint proving,
    ):
        cdef int k
        cdef Block block
        self.prepare(
            spin, &axes.moves_a[0], &axes.spins[0], axes.moves, axes.longest, planes, seats, tolerance, still
        )
        self.axes, self.rules = axes, rules
        self.hold = [own, below, hit, off]
        self.own, self.below = own.source, below.source
        self.roughly = roughly
        self.scale, self.bonus, self.staying = scale, bonus, staying
        self.repeats = FEW_REPEATS if roughly else MAX_REPEATS
        self.prepare_proof(proving, &axes.spins[0], axes.longest)
        self.hit = <Source**>calloc(rules.count + 1, sizeof(void*))
        self.active = <int*>calloc(2 * (rules.count + 1), sizeof(int))
        self.changed = <uint8_t*>calloc(rules.count + 1, 1)
        self.round = <real*>calloc(rules.count + 1, planes * sizeof(real))
        self.earlier = <real*>calloc(rules.count + 1, planes * sizeof(real))
        if (
            self.hit == NULL or self.active == NULL or self.changed == NULL or self.round == NULL
            or self.earlier == NULL
        ):
            raise MemoryError
        for k in range(rules.count):
            if hit[k] is not None:
                block = hit[k]
                self.hit[k] = block.source
        for k in range(3):
            self.axis_of[seats[k]] = k
            self.last_whammy[k] = last_whammy[k]
            self.lead[k], self.by_lead[k] = leads[k], by_lead[k]
            self.off[k] = NULL
            if off[k] is not None:
                block = off[k]
                self.off[k] = block.source
        self.once = self.settled = False
        self.order = 0

    def __dealloc__(self):
        free(self.hit)
        free(self.active)
        free(self.changed)
        free(self.round)
        free(self.earlier)

    cdef inline bint stored(self, int k, Py_ssize_t line, int i) noexcept nogil:
        """Return whether a cell of a configuration is needed, and stored."""
        cdef const ConfigRanges* ranges = self.own[k].ranges
        return self.own[k].values != NULL and ranges.line[line].low <= i and i < ranges.line[line].high

    # -- rows of other configurations ---------------------------------------------------------

    cdef inline real* at(self, const Source* source, Py_ssize_t line, int i, long* stride) noexcept nogil:
        """Return the stored row of a line from cell ``i`` on; ``stride`` numbers lie between its planes."""
        cdef LineRange here = source.ranges.line[line]
        stride[0] = here.high - here.low
        return source.values + here.start * <int64_t>self.planes + (i - here.low)

    cdef const real* follow(
        self, const Source* sources, const int32_t* targets, Py_ssize_t c, Py_ssize_t b, int track, int lo, int hi,
        real* scratch, long* stride, int mover,
    ) noexcept nogil:
        """Return cells lo..hi of a line, in the configurations that the order of the scores leads to.

        A stored row where it is one configuration for all cells, else composed in ``scratch``. What does
        not arise is ``NEVER`` for the mover.
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
                self.never(scratch + (runs.start[r] - lo), mover, runs.start[r + 1] - runs.start[r])
            else:
                row = self.at(&sources[target], line, runs.start[r], &inner)
                self.copy(scratch + (runs.start[r] - lo), row, inner, runs.start[r + 1] - runs.start[r])
        return scratch

    cdef void decided(
        self, real* row, int winner, Py_ssize_t c, Py_ssize_t b, int track, int first, int last
    ) noexcept nogil:
        """Fill cells first..last of a line where one contestant is left and has won."""
        cdef int p, i
        for p in range(self.planes):
            for i in range(last - first):
                row[p * self.width + i] = <real>self.stays if p % 3 == winner else 0
        if self.planes == 6:
            for i in range(first, last):
                row[winner * self.width + (i - first)] = <real>(
                    (dollars_at(self.axes, self.axis_of[winner], c, b, track, i) + self.bonus) / self.scale
                )

    cdef const real* hit_row(
        self, int k, Py_ssize_t c, Py_ssize_t b, int track, int lo, int hi, long* stride
    ) noexcept nogil:
        """Return the row after a Whammy, where the score of the mover is $0, whatever it was."""
        cdef int mover = self.rules.mover[k]
        cdef const int32_t* targets = &self.rules.whammy[k, 0]
        cdef const real* row
        cdef long inner, i
        cdef int p
        if self.last_whammy[mover]:
            targets = &self.rules.fourth[k, 0]
            self.stays = self.staying[k]
        if mover != A:
            if mover == B:
                b = self.axes.zero_b
            else:
                c = self.axes.zero_c
            return self.follow(self.hit[k], targets, c, b, track, lo, hi, self.whammy_row, stride, mover)
        row = self.follow(self.hit[k], targets, c, b, 0, 0, 1, self.other, &inner, mover)
        for p in range(self.planes):
            for i in range(hi - lo):
                self.whammy_row[p * self.width + i] = row[p * inner]
        stride[0] = self.width
        return self.whammy_row

    cdef const real* pass_row(self, int k, Py_ssize_t line, int lo, int hi, long* stride) noexcept nogil:
        """Return the values after the pass that the mover prefers, or NULL where there is none."""
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
                self.never(self.passing + (begin - lo), self.rules.mover[k], end - begin)
                continue
            row = self.at(&self.own[first], line, begin, &inner)
            self.copy(self.passing + (begin - lo), row, inner, end - begin)
            if second >= 0 and self.own[second].values != NULL:
                row = self.at(&self.own[second], line, begin, &inner)
                # Writes a block beyond; the next runs are still to come.
                rows_prefer(
                    self.passing + (begin - lo), self.width, row, inner, self.key[self.rules.mover[k]], self.tolerance,
                    end - begin, self.planes,
                )
        return self.passing

    # -- pressing -----------------------------------------------------------------------------

    cdef void set_off_row(self, int k, Py_ssize_t c, Py_ssize_t b, int track, int lo, int hi) noexcept nogil:
        cdef int mover = self.rules.mover[k]
        cdef int row = self.moves + 1
        if self.off[mover] == NULL:
            self.never(self.off_row, mover, hi - lo)
            self.row[row], self.stride[row] = self.off_row, self.width
            return
        self.row[row] = self.follow(
            self.off[mover], &self.rules.spent[k, 0], c, b, track, lo, hi, self.off_row, &self.stride[row], mover
        )

    cdef void decide(self, int k, Py_ssize_t line, int lo, int hi, real* rows) noexcept nogil:
        """Turn ``rows`` (pressing, cells lo..hi) into values: a pass where it is better, or forced."""
        cdef long stride
        cdef const real* passed = self.pass_row(k, line, lo, hi, &stride)
        cdef int mover = self.rules.mover[k]
        cdef int begin, end, p
        if passed == NULL:
            return
        if self.noting != NULL:
            self.note_choice(mover, lo, passed, stride, hi - lo)
        if not self.by_lead[mover]:
            rows_prefer(rows, self.width, passed, stride, self.key[mover], self.tolerance, hi - lo, self.planes)
        if self.lead[mover] >= 0:
            self.find_led(mover, line, lo, hi, &begin, &end)
            for p in range(self.planes):
                memcpy(
                    rows + p * self.width + (begin - lo), passed + p * stride + (begin - lo),
                    (end - begin) * sizeof(real),
                )

    cdef void find_led(self, int mover, Py_ssize_t line, int lo, int hi, int* begin, int* end) noexcept nogil:
        """Find the cells of lo..hi where the mover must pass by the lead: along A they are one piece."""
        cdef int track = <int>(line % self.axes.tracks)
        cdef Py_ssize_t place = line // self.axes.tracks
        cdef int64_t y = self.axes.b_dollars[place % self.axes.size_b]
        cdef int64_t z = self.axes.c_dollars[place // self.axes.size_b]
        cdef const int64_t* x = &self.axes.a_dollars[self.axes.first[track]]
        cdef int64_t lead = self.lead[mover]
        cdef int64_t mine
        begin[0] = lo
        end[0] = hi
        if mover == A:
            begin[0] = first_above(x, lo, hi, max(y, z) + lead)
            return
        mine = (y if mover == B else z) - lead
        end[0] = first_above(x, lo, hi, mine - 1) if mine > (z if mover == B else y) else lo

    cdef inline real apart(self, const real* rows, const real* values, long stride, long n) noexcept nogil:
        """Return how far a scratch row is from a stored one."""
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
        """Put into ``press`` what pressing is worth, where nothing leads back to the line and landings leave no choice.

        What most rows take, short ones above all: so as little as can be done for each move.
        """
        cdef Py_ssize_t line = self.axes.line(c, b, track)
        cdef int mover = self.rules.mover[k]
        cdef int single = self.rules.spent[k, PATTERNS]
        cdef const Source* own = &self.own[self.rules.spin[k]]
        cdef const Source* below = &self.below[single] if single >= 0 and self.below[single].values != NULL else NULL
        cdef Py_ssize_t scores = self.axes.size_b if mover == B else self.axes.size_c
        cdef Py_ssize_t here = b if mover == B else c
        cdef Py_ssize_t step = self.axes.tracks if mover == B else self.axes.size_b * self.axes.tracks
        cdef const int32_t* moves = &self.axes.moves_b[0, here] if mover == B else &self.axes.moves_c[0, here]
        cdef const uint8_t* spins = &self.axes.spins[0]
        cdef const int32_t* taps = &self.spin.taps[0]
        cdef const Source* source
        cdef Py_ssize_t to
        cdef LineRange there
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
                    self.below, &self.rules.spent[k, 0], to if mover != B else c, to if mover == B else b, track,
                    lo, hi,
                    self.composed + m * self.width * self.planes, &self.tap_stride[t], mover,
                )
                continue
            there = source.ranges.line[line + (to - here) * step]
            self.tap_row[t] = source.values + there.start * <int64_t>self.planes + (lo - there.low)
            self.tap_stride[t] = there.high - there.low
        rows_sum(
            self.press, self.width, self.tap_row, self.tap_stride, &self.spin.weights[mover, 0], self.spin.tap_count,
            hi - lo, self.planes,
        )

    cdef bint row_across(self, int k, Py_ssize_t c, Py_ssize_t b, int track, int lo, int hi) noexcept nogil:
        """Put into ``press`` cells lo..hi of a row of B's or C's, all at once: each move leads to one other line."""
        cdef Py_ssize_t line = self.axes.line(c, b, track)
        cdef int mover = self.rules.mover[k]
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
        if self.spin.landings == 0 and not (self.order >> (mover - 1) & 1):
            self.press_across(k, c, b, track, lo, hi)
            self.decide(k, line, lo, hi, self.press)
            return True
        # Lines of the same track that moves lead to lie `step` apart for each score of the mover.
        moves = &self.axes.moves_b[0, 0] if mover == B else &self.axes.moves_c[0, 0]
        scores = self.axes.size_b if mover == B else self.axes.size_c
        here = b if mover == B else c
        step = self.axes.tracks if mover == B else self.axes.size_b * self.axes.tracks
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
                    self.below, &self.rules.spent[k, 0], to if mover != B else c, to if mover == B else b, track,
                    lo, hi,
                    self.composed + m * self.width * self.planes, &self.stride[m], mover,
                )
        self.row[self.moves] = self.hit_row(k, c, b, track, lo, hi, &self.stride[self.moves])
        if self.spin.landings == 0:
            self.sum_taps(mover, 0, self.spin.tap_count, values if loops else NULL, self.press, n)
            if loops:
                for t in range(self.spin.tap_count):
                    if self.row[self.spin.taps[t]] == values:
                        back += self.spin.weights[mover, t]
                for p in range(self.planes):
                    for i in range(n):
                        self.press[p * self.width + i] *= (1 / (1 - back)) if back < 1 - 1e-6 else 0
            self.decide(k, line, lo, hi, self.press)
            return True
        self.set_off_row(k, c, b, track, lo, hi)
        for repeat in range(self.repeats):
            self.press_landings(mover, self.press, n)
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
        int lo, int hi, real* row, int mover,
    ) noexcept nogil:
        """Copy cells lo..hi of A's row into ``row`` by cell; beyond the cap the score stays at it."""
        cdef int length = self.axes.length[track]
        cdef int last = min(hi, length)
        cdef int first = min(lo, length - 1)
        cdef const real* found
        cdef long stride, i
        cdef int p
        if targets == NULL:
            found = self.at(&sources[target], self.axes.line(c, b, track), first, &stride)
        else:
            found = self.follow(sources, targets, c, b, track, first, last, self.other, &stride, mover)
        self.copy(row + first, found, stride, last - first)
        for p in range(self.planes):
            for i in range(length, hi):
                row[p * self.width + i] = row[p * self.width + length - 1]

    cdef bint row_of_a(self, int k, Py_ssize_t c, Py_ssize_t b, int track, int lo, int hi) noexcept nogil:
        """Put into ``press`` cells lo..hi of A's own row: an extra spin leads up a row of the same line."""
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
            self.press_landings(A, self.press, hi - lo)
            self.decide(k, line, lo, hi, self.press)
        elif self.spin.landings == 0:
            self.climb(k, line, lo, hi)
        else:
            return self.climb_choosing(k, line, lo, hi)
        return True

    cdef void climb(self, int k, Py_ssize_t line, int lo, int hi) noexcept nogil:
        """Put into ``press`` the values of a row whose extra spins lead up the row itself, to the cap and back."""
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
                if self.noting != NULL:
                    self.compare(
                        self.press + top, self.width, passed + top, stride, A,
                        &self.noting[hi - 1].margin, &self.noting[hi - 1].gap,
                    )
                rows_settle_cell(
                    self.press, self.width, passed, stride, top, self.key[A], self.tolerance, self.planes
                )
        for p in range(self.planes):
            for i in range(top + 1, top + 1 + self.pad):
                self.press[p * self.width + i] = self.press[p * self.width + top]
        rows_climb(
            self.press, self.width, self.shifts, &self.spin.weights[A, self.spin.spent],
            self.spin.tap_count - self.spin.spent, min(top, begin - lo), self.least_extra, passed, stride,
            self.key[A], self.tolerance, self.planes,
        )

    cdef bint climb_choosing(self, int k, Py_ssize_t line, int lo, int hi) noexcept nogil:
        """Do as ``climb`` where a landing may leave a choice, step by step."""
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
            self.note_from = first
            for repeat in range(self.repeats):
                self.press_landings(A, self.press, n)
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

    cdef bint compute(self, int k, Py_ssize_t c, Py_ssize_t b, int track, int lo, int hi) noexcept nogil:
        """Put into ``press`` cells lo..hi of a configuration on a line; return false when they do not settle."""
        self.note_from = lo
        if self.rules.mover[k] == A:
            return self.row_of_a(k, c, b, track, lo, hi)
        return self.row_across(k, c, b, track, lo, hi)

    cdef bint compute_row(self, int k, Py_ssize_t c, Py_ssize_t b, int track) noexcept nogil:
        """Compute and store the cells of a row that are not settled."""
        cdef Py_ssize_t line = self.axes.line(c, b, track)
        cdef int lo = self.own[k].ranges.line[line].low
        cdef int hi = self.own[k].ranges.line[line].high
        cdef int top = self.axes.length[track] - 1
        cdef long stride
        cdef real* values
        # A row that leads to itself is climbed from the top, known or not.
        if self.settled and (self.rules.mover[k] != A or self.rules.spin[k] != k):
            hi = min(hi, top)
        if lo >= hi:
            return True
        if not self.compute(k, c, b, track, lo, hi):
            return False
        values = self.at(&self.own[k], line, lo, &stride)
        self.store(values, stride, self.press, hi - lo)
        return True

    # -- cells at the cap, for the proof ------------------------------------------------------

    cdef bint needs(self, int k, int i) noexcept nogil:
        return self.stored(k, self.axes.line(self.line_c, self.line_b, self.line_track), i)

    cdef bint at_the_cap(self, int mover, int i) noexcept nogil:
        return i == self.axes.length[self.line_track] - 1 if mover == A else self.order >> (mover - 1) & 1

    cdef int passed_to(self, int k, int which, int i) noexcept nogil:
        cdef int run = 0
        cdef int found
        while self.runs.start[run + 1] <= i:
            run += 1
        found = self.rules.passes[k, which, self.runs.pattern[run]]
        return found if found >= 0 and self.own[found].values != NULL else -1

    cdef const real* payoffs(self, int k, int i, long* stride) noexcept nogil:
        return self.at(&self.own[k], self.axes.line(self.line_c, self.line_b, self.line_track), i, stride)

    cdef bint note_row(self, int k, int lo, int hi) noexcept nogil:
        cdef LineRange here = self.own[k].ranges.line[self.axes.line(self.line_c, self.line_b, self.line_track)]
        lo, hi = max(lo, here.low), min(hi, here.high)
        return lo >= hi or self.compute(k, self.line_c, self.line_b, self.line_track, lo, hi)
