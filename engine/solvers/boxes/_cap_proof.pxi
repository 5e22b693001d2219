# A proof that cycles of passes at the cap have one equilibrium. See `_kernel.pxi`.
#
# Two or three contestants at the cap may pass to one another until one spin brings no other. Such a cycle
# may have several equilibria, of which the definition (`oracle.py`) names one: what iteration from zero ends
# at. The kernels find some equilibrium. It is the definition's if no other values, wherever they come from,
# can last: so each cell has a bound on how far anybody's payoff may be from the one found, which is 1 at first.
# A spin that must be played brings the bound down by the chance that it is an extra one, as everything else
# that it leads to is known. A choice keeps it down if it is so clear that payoffs within the bounds cannot turn
# it; else the bound grows by how far the choices are apart. Where all bounds vanish the equilibrium is proven.

cdef real SLOWLY = 0.999  # bounds that shrink by less in a round do not vanish
cdef real CERTAIN = 1e-6  # extra spins are certain but for this


cdef struct Doubt:  # about one configuration at one cell: how far apart its choices are, for the mover and at most for anybody
    real margin, gap  # pressing and passing
    real spin_margin, spin_gap  # an extra spin and the best other option of a landing, the closest of all landings


cdef class CapProof(SpinSums):
    """Bounds on what else a line's values could be where several contestants are at the cap."""

    cdef FrameRules rules
    cdef int64_t lead[3]  # by axis, above which a contestant always passes, or -1
    cdef uint8_t by_lead[3]  # by axis, whether a contestant never passes with less
    cdef bint proving  # whether a proof is asked for
    cdef bint proven  # whether all were found so far
    cdef Py_ssize_t cells  # the most of a row
    cdef const uint8_t* stop  # set to cancel
    cdef Doubt* doubts  # [configurations, cells]
    cdef Doubt* noting  # by cell, of the configuration being computed, or NULL
    cdef int note_from  # the cell that a computed row begins with
    cdef real* bound  # by configuration
    cdef real back[3]  # by axis mover, the chance of landings that bring an extra spin,
    cdef real chosen[3]  # ... and of those that may
    cdef real negligible

    cdef int prepare_proof(self, bint proving) except -1:
        cdef int k, l, t, extra
        cdef Py_ssize_t cells = self.tracks.longest
        self.proving, self.cells = proving, cells
        self.proven, self.noting = True, NULL
        self.negligible = max(self.tolerance, <real>1e-10)
        if not proving:
            return 0
        self.doubts = <Doubt*>calloc(self.rules.count * cells + 1, sizeof(Doubt))
        self.bound = <real*>calloc(self.rules.count + 1, sizeof(real))
        if self.doubts == NULL or self.bound == NULL:
            raise MemoryError
        for k in range(3):
            self.back[k] = self.chosen[k] = 0
            for t in range(self.spin.spent, self.spin.tap_count):
                self.back[k] += self.spin.weights[k, t]
            for l in range(self.spin.landings):
                extra = 0
                for t in range(self.spin.first[l], self.spin.first[l + 1]):
                    extra += self.brings_spin(self.spin.options[t])
                if extra == self.spin.first[l + 1] - self.spin.first[l]:
                    self.back[k] += self.spin.chances[k, l]
                elif extra:
                    self.chosen[k] += self.spin.chances[k, l]
        return 0

    def __dealloc__(self):
        free(self.doubts)
        free(self.bound)

    # -- what the kernel says of the line at hand ---------------------------------------------

    cdef bint needs(self, int k, int i) noexcept nogil:
        """Return whether a cell of a configuration is stored."""
        return False

    cdef bint at_the_cap(self, int mover, int i) noexcept nogil:
        """Return whether an extra spin of this axis leads back to the cell."""
        return False

    cdef int passed_to(self, int k, int which, int i) noexcept nogil:
        """Return the configuration after the first or second pass of a configuration, or -1."""
        return -1

    cdef const real* payoffs(self, int k, int i, long* stride) noexcept nogil:
        """Return a cell's payoffs as stored, ``stride`` numbers apart."""
        return NULL

    cdef bint note_row(self, int k, int low, int high) noexcept nogil:
        """Compute cells low..high of a configuration once more, from the values found, for what is noted then."""
        return False

    # -- notes --------------------------------------------------------------------------------

    cdef bint brings_spin(self, int row) noexcept nogil:
        """Return whether a row is one after an extra spin, or a mixture of such rows."""
        if row >= self.moves + 2:
            row = self.spin.mixed_rows[self.spin.mixed_first[row - self.moves - 2]]
        return row < self.moves and self.tracks.spins[row]

    cdef void compare(
        self, const real* one, long stride, const real* other, long other_stride, int mover, real* margin, real* gap
    ) noexcept nogil:
        """Find how far apart the payoffs of two cells are, for the mover and at most."""
        cdef int axis, p
        cdef real far
        gap[0] = 0
        for axis in range(3):
            far = 0
            for p in range(min(self.planes, 3)):
                far += self.key[axis][p] * (one[p * stride] - other[p * other_stride])
            if axis == mover:
                margin[0] = <real>fabs(far)
            gap[0] = max(gap[0], <real>fabs(far))
        for p in range(3, self.planes):
            gap[0] = max(gap[0], <real>fabs(one[p * stride] - other[p * other_stride]))

    cdef void note_choice(self, int mover, int low, const real* passed, long stride, long n) noexcept nogil:
        """Note how far passing is from pressing, which ``press`` has, in the n cells from ``low`` on."""
        cdef long i
        for i in range(n):
            self.compare(
                self.press + i, self.width, passed + i, stride, mover,
                &self.noting[low + i].margin, &self.noting[low + i].gap,
            )

    cdef void press_landings(self, int mover, real* acc, long n) noexcept nogil:
        SpinSums.press_landings(self, mover, acc, n)
        if self.noting != NULL and self.chosen[mover] > 0:
            self.note_landings(mover, n)

    cdef void note_landings(self, int mover, long n) noexcept nogil:
        """Note how far an extra spin is from the other options of landings that offer both."""
        cdef int l, t, p, extra, row
        cdef long i
        cdef real margin, gap, best, mine, far
        cdef Doubt* doubt
        for i in range(n):
            doubt = &self.noting[self.note_from + i]
            doubt.spin_margin, doubt.spin_gap = NEVER, 0
            for l in range(self.spin.landings):
                extra = -1
                for t in range(self.spin.first[l], self.spin.first[l + 1]):
                    if self.brings_spin(self.spin.options[t]):
                        extra = self.spin.options[t]
                if extra < 0:
                    continue
                best, far = -NEVER, NEVER
                for t in range(self.spin.first[l], self.spin.first[l + 1]):
                    row = self.spin.options[t]
                    if self.brings_spin(row):
                        continue
                    mine = 0
                    for p in range(min(self.planes, 3)):
                        mine += self.key[mover][p] * self.row[row][p * self.stride[row] + i]
                    if mine < -NEVER / 2:
                        continue
                    self.compare(
                        self.row[extra] + i, self.stride[extra], self.row[row] + i, self.stride[row], mover,
                        &margin, &gap,
                    )
                    doubt.spin_gap = max(doubt.spin_gap, gap)
                    if mine > best:
                        best, far = mine, margin
                doubt.spin_margin = min(doubt.spin_margin, far)

    # -- the proof ----------------------------------------------------------------------------

    cdef void prove(self, const int* active, int count, int low, int high) noexcept nogil:
        """Prove that cells low..high of the active configurations have no other equilibrium, or give the proof up."""
        cdef int i, j, k
        if not (self.proving and self.proven):
            return
        for j in range(count):
            k = active[j]
            self.noting = self.doubts + k * self.cells
            for i in range(low, high):
                self.noting[i].margin, self.noting[i].gap = 0, 1
                self.noting[i].spin_margin, self.noting[i].spin_gap = 0, 1
            if self.chosen[self.rules.mover[k]] > 0 or self.rules.spin[k] == k:
                self.proven = self.note_row(k, low, high) and self.proven
        self.noting = NULL
        for i in range(low, high):
            if not self.proven or self.stop[0]:
                return
            self.proven = self.prove_cell(active, count, i)

    cdef bint prove_cell(self, const int* active, int count, int i) noexcept nogil:
        cdef int j, k
        cdef real worst, bound
        cdef bint shrinking = True
        for j in range(count):
            self.bound[active[j]] = 1 if self.needs(active[j], i) else 0
        while shrinking and not self.stop[0]:
            worst, shrinking = 0, False
            for j in range(count):
                k = active[j]
                if self.bound[k] > 0:
                    bound = self.bound_of(k, i)
                    shrinking = shrinking or bound < SLOWLY * self.bound[k]
                    self.bound[k] = min(self.bound[k], bound)
                    worst = max(worst, self.bound[k])
            if worst <= self.negligible:
                return True
        return False

    cdef real bound_of(self, int k, int i) noexcept nogil:
        """Return how far a cell's payoffs may be off, by the bounds of those that it leads to."""
        cdef int mover = self.rules.mover[k]
        cdef int first = self.passed_to(k, 0, i)
        cdef int second = self.passed_to(k, 1, i)
        cdef const Doubt* doubt = &self.doubts[k * self.cells + i]
        cdef const real* one
        cdef const real* other
        cdef long stride, other_stride
        cdef real pressing = 0
        cdef real passing, together, margin, gap
        # A spin that leads back to its own cell and leaves no choice is solved: pressing has one value.
        cdef bint closed = self.spin.landings == 0 and self.rules.spin[k] == k
        cdef real back = self.back[mover] if self.at_the_cap(mover, i) else 0
        if back > 1 - CERTAIN:
            return 1
        if back > 0 and not closed:
            pressing = back * self.bound[self.rules.spin[k]]
        if self.chosen[mover] > 0 and self.at_the_cap(mover, i):
            pressing += self.chosen[mover] * self.bound[self.rules.spin[k]]
            if doubt.spin_margin <= self.bound[self.rules.spin[k]] + self.tolerance:
                pressing += self.chosen[mover] * doubt.spin_gap
        if first < 0:
            return pressing
        passing = self.bound[first]
        if second >= 0:
            one, other = self.payoffs(first, i, &stride), self.payoffs(second, i, &other_stride)
            self.compare(one, stride, other, other_stride, mover, &margin, &gap)
            together = passing + self.bound[second]
            passing = max(passing, self.bound[second])
            if margin <= together + self.tolerance and together > self.negligible:
                passing += gap
        # Who passes reads the pass through the own cell too, if a spin that comes back is pressed first.
        together = passing * (1 + back) / (1 - back) if closed else pressing + passing
        passing = max(passing, pressing)
        if self.by_lead[mover] or together <= self.negligible or doubt.margin > together + self.tolerance:
            return passing
        return passing + doubt.gap
