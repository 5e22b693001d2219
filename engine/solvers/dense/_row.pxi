# One row of a plate: cells along the row axis, computed from other rows. See `_kernel.pxi`.

cdef class RowKernel(SpinSums):
    """Computes rows of one lane of one frame."""

    cdef FrameRules rules
    cdef const uint8_t* stop  # set to cancel
    cdef int64_t lead[3]  # by axis, above which a contestant always passes, or -1
    cdef uint8_t by_lead[3]  # by axis, whether a contestant never passes with less
    cdef Block own
    cdef Source below
    cdef Source* after_whammy  # by configuration
    cdef Source after_whammy_off[3]
    cdef list hold
    cdef uint8_t last_whammy[3]
    cdef double scale, bonus
    cdef int axis_of[3]
    cdef const double[::1] staying
    cdef double stays  # of the configuration at hand
    cdef bint roughly
    cdef int slow  # repeats in which values that settle come nearer by more than half
    cdef int patterns
    cdef real moved  # how far the row at hand moved
    cdef real usual, in_cycles  # tolerances
    # The pattern and the line at hand.
    cdef int pattern, axis, one, other_axis
    cdef int place[3]
    cdef int length  # of the row axis's track
    cdef bint along_row  # whether the row axis varies
    cdef int capped  # axes beside the row's whose scores are at the cap (bits)
    cdef bint once  # a row's own cells are read as they are, not solved for
    cdef bint settled  # the line's top cells are known
    cdef Runs runs

    def __init__(self, Game game, Lane lane):
        cdef int k
        self.prepare(game.spin, lane.own.tracks, game.planes, game.seats, game.tolerance, game.still)
        self.usual, self.in_cycles = game.tolerance, game.in_cycles
        self.rules, self.staying = lane.rules, lane.staying
        self.patterns = lane.own.patterns
        self.own, self.below, self.hold = lane.own, source_of(lane.below), [game, lane]
        self.scale, self.bonus, self.roughly = game.scale, game.bonus, game.roughly
        self.slow = SLOW_ON_GRID if game.roughly else SLOW
        self.after_whammy = <Source*>calloc(lane.rules.count + 1, sizeof(Source))
        if self.after_whammy == NULL:
            raise MemoryError
        for k in range(lane.rules.count):
            self.after_whammy[k] = source_of(lane.after_whammy[k])
        for k in range(SIDES):
            self.axis_of[game.seats[k]] = k
            self.last_whammy[k] = lane.last_whammy[k]
            self.lead[k], self.by_lead[k] = game.leads[k], game.by_lead[k]
            self.after_whammy_off[k] = source_of(lane.after_whammy_off[k])
        self.once = self.settled = False

    def __dealloc__(self):
        free(self.after_whammy)

    # -- rows of other configurations ---------------------------------------------------------

    @cython.final
    cdef const real* fetch(
        self, const Source* source, int k, int pattern, const int* place, int low, int high, real* scratch, long* stride
    ) noexcept nogil:
        """Return cells low..high along the row axis of the line at ``place``: as stored, or gathered in ``scratch``."""
        cdef const Plate* plate
        cdef const real* found
        cdef long step, i
        cdef int p
        if source.end != NULL:
            return source.end.row(
                source.end, self.tracks, self.axis, pattern, place, low, high, scratch, self.width, stride
            )
        plate = &source.plate[k * self.patterns + pattern]
        found = locate(plate, place, self.axis, self.one, self.other_axis, low, self.planes, stride)
        step = plate.step[self.axis] if plate.line == NULL else 1
        if step == 1 or high - low == 1:
            return found
        for p in range(self.planes):
            for i in range(high - low):
                scratch[p * self.width + i] = found[p * stride[0] + i * step]
        stride[0] = self.width
        return scratch

    @cython.final
    cdef const real* follow(
        self, const Source* source, const int32_t* targets, int pattern, const int* place, int low, int high, real* scratch,
        long* stride, int mover,
    ) noexcept nogil:
        """Return cells low..high of a line in the configurations that the order of the scores leads to.

        A stored row where it is one configuration for all cells, else composed in ``scratch``. What does
        not arise is ``NEVER`` for the mover.
        """
        cdef Runs runs
        cdef int r
        cdef int target = targets[ORDERS]
        cdef const real* row
        cdef long inner
        if target >= 0 and has(source, target * self.patterns + pattern):
            return self.fetch(source, target, pattern, place, low, high, scratch, stride)
        self.tracks.find_runs(pattern, self.axis, place, low, high, &runs)
        stride[0] = self.width
        for r in range(runs.count):
            target = targets[runs.order[r]]
            if target <= -2:
                self.decided(scratch + (runs.start[r] - low), -2 - target, pattern, place, runs.start[r], runs.start[r + 1])
            elif target < 0 or not has(source, target * self.patterns + pattern):
                self.never(scratch + (runs.start[r] - low), mover, runs.start[r + 1] - runs.start[r])
            else:
                row = self.fetch(source, target, pattern, place, runs.start[r], runs.start[r + 1], self.other, &inner)
                self.copy(scratch + (runs.start[r] - low), row, inner, runs.start[r + 1] - runs.start[r])
        return scratch

    @cython.final
    cdef void decided(
        self, real* row, int winner, int pattern, const int* place, int first, int last
    ) noexcept nogil:
        """Fill cells first..last of a line where one contestant is left and has won."""
        cdef int p, i
        cdef int axis = self.axis_of[winner]
        for p in range(self.planes):
            for i in range(last - first):
                row[p * self.width + i] = <real>self.stays if p % 3 == winner else 0
        if self.planes == 6:
            for i in range(first, last):
                row[winner * self.width + (i - first)] = <real>((
                    self.tracks.score(axis, track_of(pattern, axis), i if axis == self.axis else place[axis])
                    + self.bonus
                ) / self.scale)

    @cython.final
    cdef const real* whammied_row(self, int k, int low, int high, long* stride) noexcept nogil:
        """Return the row after a Whammy, where the score of the mover is $0, whatever it was."""
        cdef int mover = self.rules.mover[k]
        cdef int pattern = with_track(self.pattern, mover, self.tracks.at_zero)
        cdef const int32_t* targets = &self.rules.whammy[k, 0]
        cdef const real* found
        cdef int[3] place = [self.place[0], self.place[1], self.place[2]]
        cdef long inner, i
        cdef int p
        if self.last_whammy[mover]:
            targets = &self.rules.fourth[k, 0]
            self.stays = self.staying[k]
        place[mover] = 0
        if mover != self.axis:
            return self.follow(
                &self.after_whammy[k], targets, pattern, place, low, high, self.whammy_row, stride, mover
            )
        found = self.follow(&self.after_whammy[k], targets, pattern, place, 0, 1, self.passing, &inner, mover)
        for p in range(self.planes):
            for i in range(high - low):
                self.whammy_row[p * self.width + i] = found[p * inner]
        stride[0] = self.width
        return self.whammy_row

    @cython.final
    cdef const real* pass_row(self, int k, int low, int high, long* stride) noexcept nogil:
        """Return the values after the pass that the mover prefers, or NULL where there is none."""
        cdef int r, first, second, begin, end
        cdef int single = -2
        cdef bint mixed = False
        cdef const real* row
        cdef long inner
        if self.rules.pass_first[k] == self.rules.pass_first[k + 1]:
            return NULL
        for r in range(self.runs.count):
            if self.runs.start[r + 1] <= low or self.runs.start[r] >= high:
                continue
            first = self.rules.passes[k, 0, self.runs.order[r]]
            mixed = mixed or self.rules.passes[k, 1, self.runs.order[r]] >= 0 or (single != -2 and first != single)
            single = first
        if not mixed:
            if single < 0 or not self.has_own(single):
                return NULL
            return self.fetch(&self.own.source, single, self.pattern, self.place, low, high, self.passing, stride)
        stride[0] = self.width
        for r in range(self.runs.count):
            begin = max(low, self.runs.start[r])
            end = min(high, self.runs.start[r + 1])
            if begin >= end:
                continue
            first = self.rules.passes[k, 0, self.runs.order[r]]
            second = self.rules.passes[k, 1, self.runs.order[r]]
            if first < 0 or not self.has_own(first):
                self.never(self.passing + (begin - low), self.rules.mover[k], end - begin)
                continue
            row = self.fetch(&self.own.source, first, self.pattern, self.place, begin, end, self.other, &inner)
            self.copy(self.passing + (begin - low), row, inner, end - begin)
            if second >= 0 and self.has_own(second):
                row = self.fetch(&self.own.source, second, self.pattern, self.place, begin, end, self.other, &inner)
                # Writes a block beyond; the next runs are still to come.
                rows_prefer(
                    self.passing + (begin - low), self.width, row, inner, self.key[self.rules.mover[k]],
                    self.tolerance, end - begin, self.planes,
                )
        return self.passing

    cdef inline bint needs(self, int k, int i) noexcept nogil:
        """Return whether a cell of a configuration on the line at hand is stored."""
        cdef int low = i
        cdef int high = i + 1
        cdef const Box* box
        if not self.has_own(k):
            return False
        box = self.own.plate[k * self.patterns + self.pattern].box
        return (
            box.low[self.one] <= self.place[self.one] < box.high[self.one]
            and box.low[self.other_axis] <= self.place[self.other_axis] < box.high[self.other_axis]
            and self.bounds(k, &low, &high)
        )

    cdef inline bint has_own(self, int k) noexcept nogil:
        """Return whether a configuration has cells of the pattern at hand."""
        return self.own.plate[k * self.patterns + self.pattern].values != NULL

    cdef inline real* cells_of(self, int k, int low, long* stride) noexcept nogil:
        """Return where the line's cells of a configuration are stored, from cell ``low`` on."""
        return locate(
            &self.own.plate[k * self.patterns + self.pattern], self.place, self.axis, self.one, self.other_axis, low,
            self.planes, stride,
        )

    cdef inline bint bounds(self, int k, int* low, int* high) noexcept nogil:
        """Narrow low..high to the line's cells of a configuration; return whether there are any."""
        cdef const Plate* plate = &self.own.plate[k * self.patterns + self.pattern]
        cdef LineRange here
        if plate.line != NULL:
            here = plate.line[self.place[1] * plate.step[1] + self.place[2] * plate.step[2]]
            low[0], high[0] = max(low[0], here.low), min(high[0], here.high)
        else:
            low[0], high[0] = max(low[0], plate.box.low[self.axis]), min(high[0], plate.box.high[self.axis])
        return low[0] < high[0]

    # -- pressing -----------------------------------------------------------------------------

    @cython.final
    cdef void set_off_row(self, int k, int low, int high) noexcept nogil:
        cdef int mover = self.rules.mover[k]
        cdef int row = self.moves + 1
        if self.after_whammy_off[mover].plate == NULL and self.after_whammy_off[mover].end == NULL:
            self.never(self.off_row, mover, high - low)
            self.row[row], self.stride[row] = self.off_row, self.width
            return
        self.row[row] = self.follow(
            &self.after_whammy_off[mover], &self.rules.spent[k, 0], self.pattern, self.place, low, high, self.off_row,
            &self.stride[row], mover,
        )

    @cython.final
    cdef void decide(self, int k, int low, int high) noexcept nogil:
        """Turn ``press`` (cells low..high) into values: a pass where it is better, or forced."""
        cdef long stride
        cdef const real* passed = self.pass_row(k, low, high, &stride)
        cdef int mover = self.rules.mover[k]
        cdef int begin, end, p
        if passed == NULL:
            return
        if not self.by_lead[mover]:
            rows_prefer(
                self.press, self.width, passed, stride, self.key[mover], self.tolerance, high - low, self.planes
            )
        if self.lead[mover] >= 0:
            self.find_led(mover, low, high, &begin, &end)
            for p in range(self.planes):
                memcpy(
                    self.press + p * self.width + (begin - low), passed + p * stride + (begin - low),
                    (end - begin) * sizeof(real),
                )

    @cython.final
    cdef void find_led(self, int mover, int low, int high, int* begin, int* end) noexcept nogil:
        """Find the cells of low..high where the mover must pass by the lead: they are one piece."""
        cdef const int64_t* scores = (
            self.tracks.scores[self.axis] + self.tracks.first[self.axis][track_of(self.pattern, self.axis)]
        )
        cdef int64_t y = self.tracks.score(self.one, track_of(self.pattern, self.one), self.place[self.one])
        cdef int64_t z = self.tracks.score(
            self.other_axis, track_of(self.pattern, self.other_axis), self.place[self.other_axis]
        )
        cdef int64_t mine
        begin[0] = low
        end[0] = high
        if mover == self.axis:
            begin[0] = first_above(scores, low, high, max(y, z) + self.lead[mover])
            return
        mine = (y if mover == self.one else z) - self.lead[mover]
        end[0] = first_above(scores, low, high, mine - 1) if mine > (z if mover == self.one else y) else low

    @cython.final
    cdef bint across(self, int k, int low, int high) noexcept nogil:
        """Put into ``press`` cells low..high of a row where each move leads to one other line, all cells at once.

        Short rows are many, so as little as can be is done for each move.
        """
        cdef int mover = self.rules.mover[k]
        cdef int track = track_of(self.pattern, mover)
        cdef int to = self.tracks.to[mover][track]
        cdef int pattern = with_track(self.pattern, mover, to)
        cdef int from_ = self.place[mover] + self.tracks.shift[mover][track]
        cdef int top = self.tracks.length[mover][to] - 1
        cdef int spun = self.rules.spin[k]
        cdef int single = self.rules.spent[k, ORDERS]
        cdef int[3] place = [self.place[0], self.place[1], self.place[2]]
        cdef const int32_t* steps = &self.tracks.steps[0]
        cdef const uint8_t* spins = &self.tracks.spins[0]
        cdef const Plate* own = &self.own.plate[spun * self.patterns + pattern]
        cdef const Plate* below = NULL
        cdef const Plate* plate
        cdef bint crossing = mover == self.axis  # from a track of one score: the cell moves along the row axis
        # Without choices, and off the cap, only the rows that have a chance are found, in the order of the sum.
        cdef bint plain = self.spin.landings == 0 and not self.capped >> mover & 1
        cdef const int32_t* taps = &self.spin.taps[0] if plain else NULL
        cdef const real** rows = self.tap_row if plain else self.row
        cdef long* strides = self.tap_stride if plain else self.stride
        cdef int count = self.spin.tap_count if plain else self.moves + 1
        cdef long own_start = 0
        cdef long below_start = 0
        cdef long start, stride
        cdef int m, p, t, to_place, repeat
        cdef long i, n = high - low
        cdef LineRange there
        cdef real back = 0
        cdef real worst
        cdef real before = <real>INFINITY
        cdef real* values
        cdef bint loops = False
        if single >= 0 and self.below.plate != NULL:
            below = &self.below.plate[single * self.patterns + pattern]
            if below.values == NULL or not (below.line != NULL or below.step[self.axis] == 1 or n == 1):
                below = NULL
        if not self.extra or not (own.line != NULL or own.step[self.axis] == 1 or n == 1):
            own = NULL
        # Rows that are stored as they are read here lie a fixed step apart, or their ranges do.
        place[mover] = 0
        if own != NULL:
            own_start = offset_of(own, place) + (0 if crossing or own.line != NULL else low * own.step[self.axis])
        if below != NULL:
            below_start = offset_of(below, place) + (0 if crossing or below.line != NULL else low * below.step[self.axis])
        for t in range(count):
            m = taps[t] if plain else t
            if m == self.moves:
                rows[t] = self.whammied_row(k, low, high, &strides[t])
                continue
            to_place = min(from_ + steps[m], top)
            if spins[m]:
                plate, start = own, own_start
                if to_place == self.place[mover] and spun == k and pattern == self.pattern and not self.once:
                    loops = True
            else:
                plate, start = below, below_start
            if plate != NULL:
                start += to_place * plate.step[mover]
                if plate.line == NULL:
                    rows[t], strides[t] = plate.values + start, plate.stride
                else:
                    there = plate.line[start]
                    prefetch(&plate.line[start] - CACHE_LINE // <int>sizeof(LineRange))  # of the next lines
                    rows[t] = plate.values + there.start * <int64_t>self.planes + (low - there.low)
                    strides[t] = there.high - there.low
                continue
            place[mover] = to_place
            if spins[m]:
                rows[t] = self.fetch(
                    &self.own.source, spun, pattern, place, to_place if crossing else low,
                    to_place + 1 if crossing else high, self.composed + m * self.width * self.planes, &strides[t],
                )
            else:
                rows[t] = self.follow(
                    &self.below, &self.rules.spent[k, 0], pattern, place, to_place if crossing else low,
                    to_place + 1 if crossing else high, self.composed + m * self.width * self.planes, &strides[t],
                    mover,
                )
        if plain:
            rows_sum(self.press, self.width, rows, strides, &self.spin.weights[mover, 0], count, n, self.planes)
            self.decide(k, low, high)
            return True
        values = self.cells_of(k, low, &stride)
        if self.spin.landings == 0:
            self.sum_taps(mover, 0, self.spin.tap_count, values if loops else NULL, self.press, n)
            if loops:
                for t in range(self.spin.tap_count):
                    if self.row[self.spin.taps[t]] == values:
                        back += self.spin.weights[mover, t]
                for p in range(self.planes):
                    for i in range(n):
                        self.press[p * self.width + i] *= (1 / (1 - back)) if back < 1 - 1e-6 else 0
            self.decide(k, low, high)
            return True
        self.set_off_row(k, low, high)
        for repeat in range(MAX_REPEATS):
            self.press_landings(mover, self.press, n)
            self.decide(k, low, high)
            if not loops:
                return True
            worst = self.store(k, low, high)
            self.moved = max(self.moved, worst)
            if worst <= self.still:
                return True
            if self.stuck(repeat, worst, &before):
                break
        return self.roughly

    cdef inline bint stuck(self, int repeat, real worst, real* before) noexcept nogil:
        """Return whether values do not settle: once in ``slow`` repeats they must move by at most half as much.

        Or whether nobody waits for them any more.

        Args:
            repeat: the number of the last one, from 0; worst: how far values moved in it.
            before: infinite at first; filled in with how far they moved when this was last looked at.
        """
        cdef bint found
        if self.stop[0]:
            return True
        if repeat % self.slow != self.slow - 1:
            return False
        found = 2 * worst > before[0]
        before[0] = worst
        return found

    @cython.final
    cdef void fetch_along(
        self, const Source* source, const int32_t* targets, int target, int low, int high, real* row, int mover
    ) noexcept nogil:
        """Copy cells low..high of the line into ``row`` by cell; beyond the cap the score stays at it."""
        cdef int last = min(high, self.length)
        cdef int first = min(low, self.length - 1)
        cdef const real* found
        cdef real end
        cdef long stride, i
        cdef int p
        if targets == NULL:
            found = self.fetch(source, target, self.pattern, self.place, first, last, self.passing, &stride)
        else:
            found = self.follow(source, targets, self.pattern, self.place, first, last, self.passing, &stride, mover)
        for p in range(self.planes):
            memcpy(row + p * self.width + first, found + p * stride, (last - first) * sizeof(real))
            end = found[p * stride + last - first - 1]
            for i in range(last, high):
                row[p * self.width + i] = end

    @cython.final
    cdef bint along(self, int k, int low, int high) noexcept nogil:
        """Put into ``press`` cells low..high of a row of the mover's own scores: moves lead along it."""
        cdef int spun = self.rules.spin[k]
        cdef bint itself = self.extra and spun == k and not self.once
        cdef int mover = self.axis
        cdef int m
        if self.plain:
            self.fetch_along(
                &self.below, &self.rules.spent[k, 0], 0, low + self.tracks.least, high + self.tracks.most,
                self.below_row, mover,
            )
        if self.extra and not itself:
            self.fetch_along(
                &self.own.source, NULL, spun, low + self.tracks.least_extra, high + self.pad,
                self.own_row, mover,
            )
        for m in range(self.moves):
            self.row[m] = (self.own_row if self.tracks.spins[m] else self.below_row) + low + self.tracks.steps[m]
            self.stride[m] = self.width
        self.row[self.moves] = self.whammied_row(k, low, high, &self.stride[self.moves])
        if self.spin.landings:
            self.set_off_row(k, low, high)
        if itself:
            if self.spin.landings:
                return self.climb_choosing(k, low, high)
            self.climb(k, low, high)
            return True
        self.press_landings(mover, self.press, high - low)
        self.decide(k, low, high)
        return True

    @cython.final
    cdef void climb(self, int k, int low, int high) noexcept nogil:
        """Put into ``press`` a row whose extra spins lead up the row itself, to the cap and back."""
        cdef int mover = self.axis
        cdef long top = high - 1 - low
        cdef long stride = 0
        cdef long known_stride
        cdef int p, t
        cdef long i
        cdef int begin = high
        cdef int end = high
        cdef real back = 0
        cdef const real* passed
        cdef const real* known
        self.sum_taps(mover, 0, self.spin.spent, NULL, self.press, high - low)
        passed = self.pass_row(k, low, high, &stride)
        if passed != NULL and self.lead[mover] >= 0:
            self.find_led(mover, low, high, &begin, &end)
            for p in range(self.planes):
                memcpy(
                    self.press + p * self.width + (begin - low), passed + p * stride + (begin - low),
                    (high - begin) * sizeof(real),
                )
        if self.by_lead[mover]:
            passed = NULL
        if begin < high:
            pass
        elif self.settled:
            known = self.cells_of(k, high - 1, &known_stride)
            for p in range(self.planes):
                self.press[p * self.width + top] = known[p * known_stride]
        else:
            # At the cap an extra spin comes back: v = rest + back * v.
            for t in range(self.spin.spent, self.spin.tap_count):
                back += self.spin.weights[mover, t]
            for p in range(self.planes):
                self.press[p * self.width + top] *= (1 / (1 - back)) if back < 1 - 1e-6 else 0
            if passed != NULL:
                rows_settle_cell(
                    self.press, self.width, passed, stride, top, self.key[mover], self.tolerance, self.planes
                )
        for p in range(self.planes):
            for i in range(top + 1, top + 1 + self.pad):
                self.press[p * self.width + i] = self.press[p * self.width + top]
        rows_climb(
            self.press, self.width, self.shifts, &self.spin.weights[mover, self.spin.spent],
            self.spin.tap_count - self.spin.spent, min(top, begin - low), self.tracks.least_extra, passed, stride,
            self.key[mover], self.tolerance, self.planes,
        )

    @cython.final
    cdef bint climb_choosing(self, int k, int low, int high) noexcept nogil:
        """Do as ``climb`` where a landing may leave a choice, step by step."""
        cdef int mover = self.axis
        cdef int last = high
        cdef int first, p, m, repeat
        cdef int rows = self.moves + 2
        cdef long i, n, stride
        cdef real before
        cdef real moved = 0
        cdef const real* top = self.cells_of(k, high - 1, &stride)
        for p in range(self.planes):
            for i in range(high - 1, high + self.pad):
                self.own_row[p * self.width + i] = top[p * stride] if self.settled else 0
        if self.settled:
            last = high - 1
        while last > low:
            first = last - 1 if last == high else max(low, last - self.tracks.least_extra)
            n = last - first
            for m in range(rows):
                self.row[m] += first - low
            before = <real>INFINITY
            if last == high:
                self.compare_within(self.in_cycles)
            for repeat in range(MAX_REPEATS):
                self.press_landings(mover, self.press, n)
                self.decide(k, first, last)
                moved = 0
                for p in range(self.planes):
                    if last == high:
                        # At the cap an extra spin comes back: from zero until it stands still.
                        moved = max(
                            moved, <real>fabs(self.press[p * self.width] - self.own_row[p * self.width + first])
                        )
                        for i in range(first, high + self.pad):
                            self.own_row[p * self.width + i] = self.press[p * self.width]
                    else:
                        memcpy(
                            self.own_row + p * self.width + first, self.press + p * self.width, n * sizeof(real)
                        )
                if moved <= self.still or self.stuck(repeat, moved, &before):
                    break
            if moved > self.still and not self.roughly:
                return False
            if not self.capped:
                self.compare_within(self.usual)
            for m in range(rows):
                self.row[m] -= first - low
            last = first
        for p in range(self.planes):
            memcpy(self.press + p * self.width, self.own_row + p * self.width + low, (high - low) * sizeof(real))
        return True

    # -- storing ------------------------------------------------------------------------------

    @cython.final
    cdef bint compute(self, int k, int low, int high) noexcept nogil:
        """Put into ``press`` cells low..high of a configuration's line; return false when they do not settle."""
        if self.along_row and self.rules.mover[k] == self.axis:
            return self.along(k, low, high)
        return self.across(k, low, high)

    @cython.final
    cdef bint compute_row(self, int k, int low, int high) noexcept nogil:
        """Compute and store the cells of a row that lie in low..high and are not settled, unless ``stop`` is set."""
        self.moved = 0
        if self.stop[0]:
            return True
        # A row that leads to itself is climbed from the top, known or not.
        if self.settled and (self.rules.mover[k] != self.axis or self.rules.spin[k] != k):
            high = min(high, self.length - 1)
        if not self.bounds(k, &low, &high):
            return True
        if not self.compute(k, low, high):
            return False
        self.moved = max(self.moved, self.store(k, low, high))
        return True

    @cython.final
    cdef real store(self, int k, int low, int high) noexcept nogil:
        """Store ``press``; return how far values moved, where the line is one that may be repeated."""
        cdef long stride, i
        cdef real* values = self.cells_of(k, low, &stride)
        cdef real most = 0
        cdef real here
        cdef int p
        for p in range(self.planes):
            if self.capped:
                for i in range(high - low):
                    here = <real>fabs(self.press[p * self.width + i] - values[p * stride + i])
                    most = max(most, here)
            memcpy(values + p * stride, self.press + p * self.width, (high - low) * sizeof(real))
        return most

    @cython.final
    cdef void fill(self, int k, int low, int high, real value) noexcept nogil:
        """Set the cells of a row that lie in low..high to a value."""
        cdef long stride, i
        cdef int p
        cdef real* values
        if self.bounds(k, &low, &high):
            values = self.cells_of(k, low, &stride)
            for p in range(self.planes):
                for i in range(high - low):
                    values[p * stride + i] = value


cdef inline long offset_of(const Plate* plate, const int* place) noexcept nogil:
    """Return where the cell or the range at these places is, but for the mover's, which is 0 here."""
    return place[0] * plate.step[0] + place[1] * plate.step[1] + place[2] * plate.step[2]
