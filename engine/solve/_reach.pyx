"""Which scores can be reached, frame by frame: the rows that the cube kernel must compute.

The scores of the three seats span a box with axes A, B and C. A *line* runs along A, with B's and
C's scores fixed and one of A's tracks (scores on the grid of $0, or on that of the score A came
with). For each frame and each seat that may be up, every line has one range of A that is reached;
ranges are widened to stay in one piece, so everything a computed cell needs is computed too.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t

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
    cdef int least, most
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
        self.least = 1 << 30
        self.most = 0
        self.extra = False
        for m in range(self.moves):
            if gives_spin[m]:
                self.extra = True
            else:
                self.least = min(self.least, shift[m])
                self.most = max(self.most, shift[m])

    cdef inline Py_ssize_t line(self, Py_ssize_t c, Py_ssize_t b, int track) noexcept nogil:
        return (c * self.size_b + b) * self.tracks + track

    cdef inline bint widen(self, int32_t[::1] low, int32_t[::1] high, Py_ssize_t line, int lo, int hi) noexcept nogil:
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

    def spread(self, list here, const uint8_t[:, :, ::1] passes, list after):
        """Closes a frame's ranges under extra spins and passes, then fills those it leads to.

        Args:
            here: three (low, high) pairs of int32 arrays by line, for each axis that may be up.
            passes: uint8 [3, 3, 27], whether the first axis, up, may pass so that the second is up,
                by the order of the scores (see ``pattern``).
            after: tuples (axis, kind, low, high): what follows when that axis is up and spins, kind
                being 0 for a sum without an extra spin, 1 for a Whammy, 2 for a Whammy off.
        """
        cdef int32_t[::1] low_a, high_a, low_b, high_b, low_c, high_c, low, high
        cdef Py_ssize_t b, c, line, to
        cdef int t, m, i, u, v, axis, kind, lo, hi, first, last
        cdef bint changed
        cdef int32_t* lows[3]
        cdef int32_t* highs[3]
        cdef int pat
        (low_a, high_a), (low_b, high_b), (low_c, high_c) = here
        lows[0], lows[1], lows[2] = &low_a[0], &low_b[0], &low_c[0]
        highs[0], highs[1], highs[2] = &high_a[0], &high_b[0], &high_c[0]
        with nogil:
            for c in range(self.size_c):
                for b in range(self.size_b):
                    for t in range(self.tracks):
                        line = self.line(c, b, t)
                        changed = highs[0][line] > lows[0][line]
                        changed = changed or highs[1][line] > lows[1][line] or highs[2][line] > lows[2][line]
                        while changed:
                            changed = False
                            if highs[0][line] > lows[0][line] and self.extra:
                                highs[0][line] = self.a_length[t]
                            for u in range(3):
                                for v in range(3):
                                    if u == v or highs[u][line] <= lows[u][line]:
                                        continue
                                    first = last = -1
                                    for i in range(lows[u][line], highs[u][line]):
                                        pat = self.pattern(self.a_dollars[self.a_first[t] + i], b, c)
                                        if passes[u, v, pat]:
                                            first = i if first < 0 else first
                                            last = i
                                    if first < 0:
                                        continue
                                    if highs[v][line] <= lows[v][line]:
                                        lows[v][line] = first
                                        highs[v][line] = last + 1
                                        changed = True
                                    elif first < lows[v][line] or last + 1 > highs[v][line]:
                                        lows[v][line] = min(lows[v][line], first)
                                        highs[v][line] = max(highs[v][line], last + 1)
                                        changed = True
                        for m in range(self.moves):
                            if not self.gives_spin[m]:
                                continue
                            if highs[1][line] > lows[1][line]:
                                to = self.line(c, self.b_next[m, b], t)
                                self.widen(low_b, high_b, to, lows[1][line], highs[1][line])
                            if highs[2][line] > lows[2][line]:
                                to = self.line(self.c_next[m, c], b, t)
                                self.widen(low_c, high_c, to, lows[2][line], highs[2][line])
        for axis, kind, low, high in after:
            with nogil:
                for c in range(self.size_c):
                    for b in range(self.size_b):
                        for t in range(self.tracks):
                            line = self.line(c, b, t)
                            lo = lows[axis][line]
                            hi = highs[axis][line]
                            if hi <= lo:
                                continue
                            if kind == 2:
                                self.widen(low, high, line, lo, hi)
                            elif kind == 1:
                                if axis == A:
                                    self.widen(low, high, self.line(c, b, 0), 0, 1)
                                elif axis == B:
                                    self.widen(low, high, self.line(c, self.zero_b, t), lo, hi)
                                else:
                                    self.widen(low, high, self.line(self.zero_c, b, t), lo, hi)
                            elif axis == A:
                                first = min(lo + self.least, self.a_length[t] - 1)
                                last = min(hi - 1 + self.most, self.a_length[t] - 1)
                                if first <= last:
                                    self.widen(low, high, line, first, last + 1)
                            else:
                                for m in range(self.moves):
                                    if self.gives_spin[m]:
                                        continue
                                    if axis == B:
                                        to = self.line(c, self.b_next[m, b], t)
                                    else:
                                        to = self.line(self.c_next[m, c], b, t)
                                    self.widen(low, high, to, lo, hi)

    cdef int pattern(self, int64_t a, Py_ssize_t b, Py_ssize_t c) noexcept nogil:
        """Order of the three scores: three signs as one number from 0 to 26."""
        cdef int64_t y = self.b_dollars[b]
        cdef int64_t z = self.c_dollars[c]
        return 9 * ((a > y) - (a < y) + 1) + 3 * ((a > z) - (a < z) + 1) + (y > z) - (y < z) + 1
