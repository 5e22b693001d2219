# One spin as the kernel reads it. See `_kernel.pxi`.

cdef class SpinRows:
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

    def __init__(
        self, *, taps, weights, int spent, chances, first, options, mixed_first, mixed_rows, mixed_weights,
    ):
        self.taps, self.weights, self.spent, self.chances = taps, weights, spent, chances
        self.first, self.options = first, options
        self.mixed_first, self.mixed_rows, self.mixed_weights = mixed_first, mixed_rows, mixed_weights
        self.tap_count = <int>len(taps)
        self.landings = <int>len(first) - 1
        self.mixtures = <int>len(mixed_first) - 1

cdef class SpinSums:
    """What a spin makes of the rows that it leads to. A subclass finds these rows.

    ``row`` and ``stride`` have, by move, a row and how far its planes are apart; then those after a Whammy
    (row ``moves``) and after a Whammy off; then mixtures, which are composed here.
    """

    cdef SpinRows spin
    cdef Tracks tracks
    cdef int planes, moves
    cdef bint plain, extra  # whether some sum comes without, with an extra spin
    cdef int pad  # the longest step of all
    cdef real tolerance  # at hand: payoffs closer than this are equal
    cdef real still  # values that move less stand still
    cdef real key[3][3]  # by axis mover, the weight of each stored payoff in what the mover gets
    cdef Landings* landings[3]  # by axis mover
    cdef const real** row
    cdef long* stride
    cdef const real** tap_row
    cdef long* tap_stride
    cdef real* tap_weight
    cdef int* shifts  # along a row, of each tap with an extra spin
    cdef long width  # of a scratch row, in numbers for a plane
    cdef real* scratch
    cdef real* below_row  # by cell along the row axis, padded beyond the cap
    cdef real* own_row
    cdef real* whammy_row
    cdef real* off_row
    cdef real* press
    cdef real* other
    cdef real* passing
    cdef real* old
    cdef real* composed  # a row for each move and mixture

    cdef int prepare(
        self, SpinRows spin, Tracks tracks, int planes, const int32_t[::1] seats, double tolerance, double still
    ) except -1:
        """Take memory for the rows of a spin.

        Args:
            spin: the landings; tracks: the scores, and how far each move goes along them.
            planes: payoffs of a cell; seats: int32 [3], the seat of each axis.
            tolerance: payoffs closer than this are equal; still: values that move less stand still.
        """
        cdef int k, m, p, seat
        cdef int rows = tracks.moves + 2 + spin.mixtures
        cdef int parts = spin.tap_count
        cdef long plane
        self.spin, self.tracks, self.planes, self.moves = spin, tracks, planes, tracks.moves
        self.tolerance, self.still = tolerance, still
        self.plain, self.extra = tracks.most >= 0, tracks.most_extra >= 0
        self.pad = max(tracks.most, tracks.most_extra, 0)
        for m in range(spin.mixtures):
            parts = max(parts, spin.mixed_first[m + 1] - spin.mixed_first[m])
        self.width = tracks.longest + self.pad + 2 * BLOCK
        plane = self.width * planes
        self.scratch = <real*>calloc((8 + rows) * plane, sizeof(real))
        self.row = <const real**>calloc(rows + 1, sizeof(void*))
        self.stride = <long*>calloc(rows + 1, sizeof(long))
        self.tap_row = <const real**>calloc(parts + 1, sizeof(void*))
        self.tap_stride = <long*>calloc(parts + 1, sizeof(long))
        self.tap_weight = <real*>calloc(spin.tap_count + 1, sizeof(real))
        self.shifts = <int*>calloc(spin.tap_count + 1, sizeof(int))
        if (
            self.scratch == NULL or self.row == NULL or self.stride == NULL or self.tap_row == NULL
            or self.tap_stride == NULL or self.tap_weight == NULL or self.shifts == NULL
        ):
            raise MemoryError
        for k in range(3):
            seat = seats[k]
            for p in range(3):
                # The third seat of two planes gets 1 - a - b: as a key, -a - b.
                self.key[k][p] = (1 if p == seat else 0) if seat < planes else (-1 if p < planes else 0)
            self.landings[k] = new_landings(
                rows, &spin.taps[0] if spin.tap_count else NULL, &spin.weights[k, 0], spin.tap_count,
                &spin.options[0], &spin.first[0], &spin.chances[k, 0], spin.landings, self.key[k], self.tolerance,
            )
            if self.landings[k] == NULL:
                raise MemoryError
        for k in range(spin.spent, spin.tap_count):
            if spin.taps[k] < tracks.moves:
                self.shifts[k - spin.spent] = tracks.steps[spin.taps[k]]
        self.below_row = self.scratch
        self.own_row = self.scratch + plane
        self.whammy_row = self.scratch + 2 * plane
        self.off_row = self.scratch + 3 * plane
        self.press = self.scratch + 4 * plane
        self.other = self.scratch + 5 * plane
        self.passing = self.scratch + 6 * plane
        self.old = self.scratch + 7 * plane
        self.composed = self.scratch + 8 * plane
        return 0

    def __dealloc__(self):
        cdef int k
        free(self.scratch)
        free(<void*>self.row)
        free(self.stride)
        free(<void*>self.tap_row)
        free(self.tap_stride)
        free(self.tap_weight)
        free(self.shifts)
        for k in range(3):
            free_landings(self.landings[k])

    cdef inline void compare_within(self, real tolerance) noexcept nogil:
        """Set the tolerance at hand."""
        cdef int k
        self.tolerance = tolerance
        for k in range(3):
            self.landings[k].tolerance = tolerance

    cdef inline void copy(self, real* to, const real* row, long stride, long n) noexcept nogil:
        cdef int p
        for p in range(self.planes):
            memcpy(to + p * self.width, row + p * stride, n * sizeof(real))

    cdef void never(self, real* row, int mover, long n) noexcept nogil:
        cdef int p
        cdef long i
        for p in range(self.planes):
            for i in range(n):
                row[p * self.width + i] = -NEVER * self.key[mover][p] if p < 3 else 0

    cdef void sum_taps(self, int mover, int first, int last, const real* skip, real* acc, long n) noexcept nogil:
        """Add landings without a choice, from the rows in ``row``; not those that lead to the row ``skip``."""
        cdef int t, used = 0
        for t in range(first, last):
            if self.row[self.spin.taps[t]] == skip:
                continue
            self.tap_row[used] = self.row[self.spin.taps[t]]
            self.tap_stride[used] = self.stride[self.spin.taps[t]]
            self.tap_weight[used] = self.spin.weights[mover, t]
            used += 1
        rows_sum(acc, self.width, self.tap_row, self.tap_stride, self.tap_weight, used, n, self.planes)

    cdef void press_landings(self, int mover, real* acc, long n) noexcept nogil:
        """Add all landings, from the rows in ``row``; where they leave a choice, the option that the mover prefers."""
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
        rows_press(acc, self.width, self.row, self.stride, self.landings[mover], n, self.planes)


cdef inline int first_above(const int64_t* scores, int low, int high, int64_t sum) noexcept nogil:
    """Return the first of cells low..high with more dollars than this, or ``high``."""
    cdef int middle
    while low < high:
        middle = (low + high) // 2
        if scores[middle] > sum:
            high = middle
        else:
            low = middle + 1
    return low
