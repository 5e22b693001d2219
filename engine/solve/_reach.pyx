"""Which scores can be reached, frame by frame: the rows that the cube kernel must compute.

The scores of the three seats span a box with axes A, B and C. A *line* runs along A, with B's and
C's scores fixed and one of A's tracks (scores on the grid of $0, or on that of the score A came
with). For each configuration every line has one range of A that is reached; ranges are widened to
stay in one piece, so everything a computed cell needs is computed too.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free, malloc

cdef int A = 0
cdef int B = 1


cdef class Reach:
    """Spreads ranges through one frame and on to those below it.

    Args:
        a_first, a_length: where each track of A starts among A's scores, and its length.
        dollars: three int64 arrays, the scores of each axis.
        b_next, c_next: int32 [moves, scores]; shift: int32 [moves], along A.
        zero: index of $0 on axes B and C (on A it is the first score of track 0).
        gives_spin: uint8 [moves].
    """

    cdef const int32_t[::1] a_first, a_length, shift
    cdef const int64_t[::1] a_dollars, b_dollars, c_dollars
    cdef const int32_t[:, ::1] b_next, c_next
    cdef int zero_b, zero_c, moves, tracks
    cdef Py_ssize_t size_b, size_c
    cdef const uint8_t[::1] gives_spin
    cdef int least, most, least_extra
    cdef bint extra

    def __init__(
        self, const int32_t[::1] a_first, const int32_t[::1] a_length, tuple dollars, const int32_t[:, ::1] b_next,
        const int32_t[:, ::1] c_next, const int32_t[::1] shift, tuple zero, const uint8_t[::1] gives_spin,
    ):
        cdef int m
        self.a_first = a_first
        self.a_length = a_length
        self.tracks = <int>a_first.shape[0]
        self.a_dollars, self.b_dollars, self.c_dollars = dollars
        self.b_next = b_next
        self.c_next = c_next
        self.shift = shift
        self.zero_b, self.zero_c = zero
        self.gives_spin = gives_spin
        self.moves = <int>gives_spin.shape[0]
        self.size_b = self.b_dollars.shape[0]
        self.size_c = self.c_dollars.shape[0]
        self.least = self.least_extra = 1 << 30
        self.most = 0
        self.extra = False
        for m in range(self.moves):
            if gives_spin[m]:
                self.extra = True
                self.least_extra = min(self.least_extra, shift[m])
            else:
                self.least = min(self.least, shift[m])
                self.most = max(self.most, shift[m])

    cdef inline Py_ssize_t line(self, Py_ssize_t c, Py_ssize_t b, int track) noexcept nogil:
        return (c * self.size_b + b) * self.tracks + track

    cdef inline bint widen(self, int32_t* low, int32_t* high, Py_ssize_t line, int lo, int hi) noexcept nogil:
        """Widens a line's range to hold lo..hi; whether it changed."""
        if high[line] <= low[line]:
            low[line] = lo
            high[line] = hi
            return True
        if lo >= low[line] and hi <= high[line]:
            return False
        low[line] = min(low[line], lo)
        high[line] = max(high[line], hi)
        return True

    def spread(self, list configs, list low_arrays, list high_arrays, const int32_t[:, :, ::1] passes, list after):
        """Closes a frame's ranges under extra spins and passes, then fills those it leads to.

        Args:
            configs: by configuration, (axis up, number of the configuration after an extra spin).
            low_arrays, high_arrays: its int32 arrays by line.
            passes: int32 [configs, 2, 27], the configuration that a pass leads to, by the order of the
                scores (see ``pattern``), or -1.
            after: (configuration, kind, low, high): what its spin leads to, kind being 0 for a sum
                without an extra spin, 1 for a Whammy, 2 for a Whammy off.
        """
        cdef int count = <int>len(configs)
        cdef int32_t** lows = <int32_t**>malloc((count + 1) * sizeof(void*))
        cdef int32_t** highs = <int32_t**>malloc((count + 1) * sizeof(void*))
        cdef int* ups = <int*>malloc((count + 1) * sizeof(int))
        cdef int* spins = <int*>malloc((count + 1) * sizeof(int))
        cdef int32_t[::1] low, high
        cdef int k, number, kind
        if lows == NULL or highs == NULL or ups == NULL or spins == NULL:
            free(lows)
            free(highs)
            free(ups)
            free(spins)
            raise MemoryError
        try:
            for k in range(count):
                low, high = low_arrays[k], high_arrays[k]
                lows[k], highs[k] = &low[0], &high[0]
                ups[k], spins[k] = configs[k]
            with nogil:
                self.close(count, lows, highs, ups, spins, passes)
            for number, kind, low, high in after:
                with nogil:
                    self.follow(lows[number], highs[number], ups[number], kind, &low[0], &high[0])
        finally:
            free(lows)
            free(highs)
            free(ups)
            free(spins)

    cdef void close(
        self, int count, int32_t** lows, int32_t** highs, int* ups, int* spins, const int32_t[:, :, ::1] passes
    ) noexcept nogil:
        """Extra spins lead to higher scores, so one walk over the lines by rising scores suffices."""
        cdef Py_ssize_t b, c, line
        cdef int t, k, r, runs, target, place, lo, hi
        cdef int run_start[16]
        cdef int run_pattern[16]
        cdef bint any_here, changed
        for c in range(self.size_c):
            for b in range(self.size_b):
                for t in range(self.tracks):
                    line = self.line(c, b, t)
                    any_here = False
                    for k in range(count):
                        any_here = any_here or highs[k][line] > lows[k][line]
                    if not any_here:
                        continue
                    runs = self.find_runs(b, c, t, run_start, run_pattern)
                    changed = True
                    while changed:
                        changed = False
                        for k in range(count):
                            if highs[k][line] <= lows[k][line]:
                                continue
                            if ups[k] == A and self.extra:
                                lo = min(lows[k][line] + self.least_extra, self.a_length[t] - 1)
                                if self.widen(lows[spins[k]], highs[spins[k]], line, lo, self.a_length[t]):
                                    changed = True
                            elif ups[k] != A and self.extra:
                                if self.push(lows, highs, ups, spins, k, c, b, t):
                                    changed = True
                            for r in range(runs):
                                lo = max(run_start[r], lows[k][line])
                                hi = min(run_start[r + 1], highs[k][line])
                                if lo >= hi:
                                    continue
                                for place in range(2):
                                    target = passes[k, place, run_pattern[r]]
                                    if target >= 0 and self.widen(lows[target], highs[target], line, lo, hi):
                                        changed = True

    cdef bint push(
        self, int32_t** lows, int32_t** highs, int* ups, int* spins, int k, Py_ssize_t c, Py_ssize_t b, int track
    ) noexcept nogil:
        """Extra spins of B or C: whether they changed this very line, as they do at a cap."""
        cdef Py_ssize_t line = self.line(c, b, track)
        cdef Py_ssize_t to
        cdef bint changed = False
        cdef int m
        for m in range(self.moves):
            if not self.gives_spin[m]:
                continue
            if ups[k] == B:
                to = self.line(c, self.b_next[m, b], track)
            else:
                to = self.line(self.c_next[m, c], b, track)
            if self.widen(lows[spins[k]], highs[spins[k]], to, lows[k][line], highs[k][line]) and to == line:
                changed = True
        return changed

    cdef int find_runs(self, Py_ssize_t b, Py_ssize_t c, int track, int* start, int* pattern) noexcept nogil:
        """Pieces of a line on which the order of the three scores is the same."""
        cdef int i, pat
        cdef int runs = 0
        for i in range(self.a_length[track]):
            pat = self.pattern(self.a_dollars[self.a_first[track] + i], b, c)
            if runs == 0 or pattern[runs - 1] != pat:
                start[runs] = i
                pattern[runs] = pat
                runs += 1
        start[runs] = self.a_length[track]
        return runs

    cdef void follow(
        self, const int32_t* lows, const int32_t* highs, int up, int kind, int32_t* low, int32_t* high
    ) noexcept nogil:
        """Widens the ranges of what a configuration's spin leads to."""
        cdef Py_ssize_t b, c, line, to
        cdef int t, m, lo, hi
        for c in range(self.size_c):
            for b in range(self.size_b):
                for t in range(self.tracks):
                    line = self.line(c, b, t)
                    lo = lows[line]
                    hi = highs[line]
                    if hi <= lo:
                        continue
                    if kind == 2:
                        self.widen(low, high, line, lo, hi)
                    elif kind == 1 and up == A:
                        self.widen(low, high, self.line(c, b, 0), 0, 1)
                    elif kind == 1:
                        to = self.line(c, self.zero_b, t) if up == B else self.line(self.zero_c, b, t)
                        self.widen(low, high, to, lo, hi)
                    elif up == A:
                        if self.least <= self.most:
                            lo = min(lo + self.least, self.a_length[t] - 1)
                            hi = min(hi - 1 + self.most, self.a_length[t] - 1) + 1
                            self.widen(low, high, line, lo, hi)
                    else:
                        for m in range(self.moves):
                            if not self.gives_spin[m]:
                                if up == B:
                                    to = self.line(c, self.b_next[m, b], t)
                                else:
                                    to = self.line(self.c_next[m, c], b, t)
                                self.widen(low, high, to, lo, hi)

    cdef int pattern(self, int64_t a, Py_ssize_t b, Py_ssize_t c) noexcept nogil:
        """Order of the three scores: three signs as one number from 0 to 26."""
        cdef int64_t y = self.b_dollars[b]
        cdef int64_t z = self.c_dollars[c]
        return 9 * ((a > y) - (a < y) + 1) + 3 * ((a > z) - (a < z) + 1) + (y > z) - (y < z) + 1
