# Cells where two or three contestants are at the cap. See `_kernel.pxi`.

cdef class CycleKernel(RowKernel):
    """Computes cells at the cap, cycle by cycle, by the definition: round after round, from zero.

    Two contestants at the cap may pass to each other until one spin brings no other. Such a cycle can have several
    equilibria; the right one is what rounds end at in which every member reads what the round before gave. In the first
    rounds payoffs do not sum to 1, so here a cell has all three of them.
    """

    cdef SpinSums whole  # made where a cycle is met
    cdef int payoffs  # of a cell of a cycle: three, or as many as are stored
    cdef int row_count  # of a cell: moves, the Whammy, the Whammy off and two passes
    cdef uint8_t* in_cycle  # by configuration
    cdef real* found  # [configurations, payoffs], what the last round gave
    cdef real* round  # [members, payoffs], what this one gives
    cdef real* earlier  # what an earlier one gave
    cdef real* known  # [members, rows, payoffs], what is known of the cells that a member leads to

    def __init__(self, Game game, Lane lane):
        RowKernel.__init__(self, game, lane)
        self.payoffs, self.row_count = max(self.planes, 3), self.moves + 4

    def __dealloc__(self):
        free(self.in_cycle)
        free(self.found)
        free(self.round)
        free(self.earlier)
        free(self.known)

    cdef int begin_cycles(self) except -1 with gil:
        """Take memory for cycles."""
        cdef size_t most = self.rules.largest
        cdef Game game = self.hold[0]
        self.in_cycle = <uint8_t*>calloc(self.rules.count + 1, 1)
        self.found = <real*>calloc(self.rules.count * self.payoffs + BLOCK, sizeof(real))
        self.round = <real*>calloc(most * self.payoffs, sizeof(real))
        self.earlier = <real*>calloc(most * self.payoffs, sizeof(real))
        self.known = <real*>calloc(most * self.row_count * self.payoffs + BLOCK, sizeof(real))
        if (
            self.in_cycle == NULL or self.found == NULL or self.round == NULL or self.earlier == NULL
            or self.known == NULL
        ):
            raise MemoryError
        self.whole = SpinSums()
        self.whole.prepare(game.spin, self.tracks, self.payoffs, game.seats, game.in_cycles, game.still)
        return 0

    cdef bint do_cycles(self, int at_cap, int i) except -1 nogil:
        """Compute one cell of a line where the contestants ``at_cap`` are at the cap, group by group.

        A group whose choices chase one another has no answer, nor has what depends on it. The others of the line have.
        """
        cdef int row = at_cap * ORDERS + self.order_at(i)
        cdef int group, first, last, j
        cdef const int32_t* members
        self.settled = False
        for group in range(self.rules.groups[row]):
            first, last = self.rules.group_first[row, group], self.rules.group_first[row, group + 1]
            members = &self.rules.group[row, first]
            if not (self.do_alone(members[0], i) if last - first == 1 else self.do_cycle(members, last - first, i)):
                for j in range(last - first):
                    if self.needs(members[j], i):
                        self.fill(members[j], i, i + 1, NAN)
        return True

    cdef bint do_alone(self, int k, int i) noexcept nogil:
        """Compute a cell that no other of its cell reads back; return false when it does not settle."""
        cdef bint fine
        if not self.needs(k, i):
            return True
        self.fill(k, i, i + 1, 0)
        # Only at the cap may a spin along the row come back; below it, what it reads is known.
        self.once = self.rules.mover[k] == self.axis and i < self.length - 1
        fine = self.compute(k, i, i + 1)
        self.once = False
        if fine:
            self.store(k, i, i + 1)
        return fine

    cdef bint do_cycle(self, const int32_t* members, int count, int i) except -1 nogil:
        """Go through rounds until all members stand still; return false when they never do.

        They never do if a round gives what an earlier one gave, bit for bit.
        """
        cdef int size = self.row_count * self.payoffs
        cdef size_t bytes = count * self.payoffs * sizeof(real)
        cdef bint settled = False
        cdef real moved
        cdef int j, p, repeat
        cdef long stride
        cdef real* values
        if self.known == NULL:
            self.begin_cycles()
        memset(self.round, 0, bytes)
        for j in range(count):
            self.in_cycle[members[j]] = self.needs(members[j], i)
            memset(&self.found[members[j] * self.payoffs], 0, self.payoffs * sizeof(real))
        for j in range(count):
            if self.in_cycle[members[j]]:
                self.gather_cell(members[j], i, self.known + j * size)
        for repeat in range(MAX_REPEATS):
            if self.stop[0]:
                break
            moved = 0
            for j in range(count):
                if self.in_cycle[members[j]]:
                    self.go_round(members[j], i, self.known + j * size, self.round + j * self.payoffs)
                    for p in range(self.payoffs):
                        moved = max(moved, <real>fabs(
                            self.round[j * self.payoffs + p] - self.found[members[j] * self.payoffs + p]
                        ))
            for j in range(count):
                memcpy(
                    &self.found[members[j] * self.payoffs], &self.round[j * self.payoffs], self.payoffs * sizeof(real)
                )
            if moved <= self.still:
                settled = True
                break
            if repeat and memcmp(self.round, self.earlier, bytes) == 0:
                break
            if repeat & (repeat + 1) == 0:  # compared with twice as many rounds as the one before
                memcpy(self.earlier, self.round, bytes)
        for j in range(count):
            if self.in_cycle[members[j]]:
                self.in_cycle[members[j]] = False
                values = self.cells_of(members[j], i, &stride)
                for p in range(self.planes):
                    values[p * stride] = self.round[j * self.payoffs + p]
        return settled or self.stop[0]

    cdef void gather_cell(self, int k, int i, real* known) noexcept nogil:
        """Find the payoffs of all that a cell leads to, as far as they are known: [rows, payoffs]."""
        cdef int mover = self.rules.mover[k]
        cdef int track = track_of(self.pattern, mover)
        cdef int to = self.tracks.to[mover][track]
        cdef int pattern = with_track(self.pattern, mover, to)
        cdef int[3] place = [self.place[0], self.place[1], self.place[2]]
        cdef int m, which, target, from_, low
        cdef long stride
        cdef const real* row
        place[self.axis] = i
        from_ = place[mover] + self.tracks.shift[mover][track]
        for m in range(self.moves):
            if self.tracks.spins[m] and self.comes_back(k, i):
                continue
            place[mover] = min(from_ + self.tracks.steps[m], self.tracks.length[mover][to] - 1)
            low = place[self.axis]
            if self.tracks.spins[m]:
                row = self.fetch(
                    &self.own.source, self.rules.spin[k], pattern, place, low, low + 1, self.passing, &stride
                )
            else:
                row = self.follow(
                    &self.below, &self.rules.spent[k, 0], pattern, place, low, low + 1, self.passing, &stride, mover
                )
            self.complete(row, stride, known + m * self.payoffs)
        row = self.whammied_row(k, i, i + 1, &stride)
        self.complete(row, stride, known + self.moves * self.payoffs)
        self.set_off_row(k, i, i + 1)
        self.complete(self.row[self.moves + 1], self.stride[self.moves + 1], known + (self.moves + 1) * self.payoffs)
        for which in range(2):
            target = self.rules.passes[k, which, self.order_at(i)]
            if target >= 0 and self.needs(target, i) and not self.in_cycle[target]:
                row = self.fetch(
                    &self.own.source, target, self.pattern, self.place, i, i + 1, self.passing, &stride
                )
                self.complete(row, stride, known + (self.moves + 2 + which) * self.payoffs)

    cdef inline void complete(self, const real* row, long stride, real* payoffs) noexcept nogil:
        """Take the payoffs of a stored cell, with the third if two are stored."""
        cdef int p
        for p in range(self.planes):
            payoffs[p] = row[p * stride]
        if self.planes == 2:
            payoffs[2] = 1 - payoffs[0] - payoffs[1]

    cdef inline bint comes_back(self, int k, int i) noexcept nogil:
        """Return whether an extra spin leads from a cell to the same cell, of a member of the cycle."""
        cdef int mover = self.rules.mover[k]
        cdef int track = track_of(self.pattern, mover)
        return (
            self.in_cycle[self.rules.spin[k]] and track <= FROM_ENTRY
            and (i if mover == self.axis else self.place[mover]) == self.tracks.length[mover][track] - 1
        )

    cdef void go_round(self, int k, int i, const real* known, real* payoffs) noexcept nogil:
        """Find what a member's cell is worth by what the last round gave the others."""
        cdef int mover = self.rules.mover[k]
        cdef bint back = self.comes_back(k, i)
        cdef int m, p, begin, end
        cdef const real* first = self.passed(k, 0, i, known)
        cdef const real* second = self.passed(k, 1, i, known)
        cdef real[6] best
        for m in range(self.moves + 2):
            self.whole.row[m], self.whole.stride[m] = known + m * self.payoffs, 1
            if back and m < self.moves and self.tracks.spins[m]:
                self.whole.row[m] = self.found + self.rules.spin[k] * self.payoffs
        self.whole.press_landings(mover, self.whole.press, 1)
        for p in range(self.payoffs):
            payoffs[p] = self.whole.press[p * self.whole.width]
        if first == NULL:
            return
        memcpy(best, first, self.payoffs * sizeof(real))
        if second != NULL:
            rows_settle_cell(best, 1, second, 1, 0, self.whole.key[mover], self.tolerance, self.payoffs)
        if self.lead[mover] >= 0:
            self.find_led(mover, i, i + 1, &begin, &end)
            if begin < end:
                memcpy(payoffs, best, self.payoffs * sizeof(real))
                return
        if not self.by_lead[mover]:
            rows_settle_cell(payoffs, 1, best, 1, 0, self.whole.key[mover], self.tolerance, self.payoffs)

    cdef inline const real* passed(self, int k, int which, int i, const real* known) noexcept nogil:
        """Return the payoffs after the first or the second pass from a cell, or NULL where there is none."""
        cdef int target = self.rules.passes[k, which, self.order_at(i)]
        if target < 0 or not self.needs(target, i):
            return NULL
        if self.in_cycle[target]:
            return self.found + target * self.payoffs
        return known + (self.moves + 2 + which) * self.payoffs

    cdef inline int order_at(self, int i) noexcept nogil:
        """Return the order of the scores in a cell of the line at hand."""
        cdef int run = 0
        while self.runs.start[run + 1] <= i:
            run += 1
        return self.runs.order[run]
