# How threads share a block. See `_kernel.pxi`.

cdef extern from "fronts.h":
    int32_t front_take(int32_t* next) nogil
    void front_tell(int32_t* place, int32_t value) nogil
    int32_t front_read(const int32_t* place) nogil
    void front_finish(int32_t* left) nogil
    void front_pause(int tries) nogil

cdef int APART = 16  # numbers from one slab's to the next one's, so that threads do not write to the same cache line


cdef struct Slabs:  # one pattern: a slab is all its lines at one place of the slab axis
    int pattern
    int slab_axis, line_axis  # beside the row axis
    int low[3]
    int high[3]
    int first  # number of the slab at high - 1 of the slab axis; the others follow


@cython.final
cdef class Front:
    """How far the threads are that compute a block side by side.

    Threads take slabs by turns: patterns by the falling number of scores that vary, of each the highest
    slab first. A spin reads a higher slab of its pattern on the same line, which may still be under way: so
    each slab tells how far down it is. Or it reads a pattern in which more scores vary, all slabs of which
    are waited for.

    Args:
        own: the block.
    """

    cdef Slabs slabs[64]
    cdef int patterns, count
    cdef int32_t next  # counts down the slabs to be taken
    cdef int32_t left[4]  # slabs under way or to come, by the number of scores that vary
    cdef int32_t* done  # by slab, APART apart: lines from this place up are computed

    def __init__(self, Block own):
        cdef int vary, pattern, i, slab
        cdef Slabs* here
        self.patterns = self.count = 0
        for vary in range(SIDES, -1, -1):
            self.left[vary] = 0
            for pattern in range(own.patterns):
                here = &self.slabs[self.patterns]
                if varying(pattern) == vary and self.measure(own, pattern, here):
                    here.first = self.count
                    slab = here.high[here.slab_axis] - here.low[here.slab_axis]
                    self.count += slab
                    self.left[vary] += slab
                    self.patterns += 1
        self.next = self.count - 1
        self.done = <int32_t*>calloc((self.count + 1) * APART, sizeof(int32_t))
        if self.done == NULL:
            raise MemoryError
        for i in range(self.patterns):
            here = &self.slabs[i]
            for slab in range(here.high[here.slab_axis] - here.low[here.slab_axis]):
                self.done[(here.first + slab) * APART] = 1 << 30

    def __dealloc__(self):
        free(self.done)

    cdef bint measure(self, Block own, int pattern, Slabs* here):
        """Find the places at which a pattern has cells; return whether there are any."""
        cdef int k, side, one, other
        cdef int axis = row_axis(pattern)
        cdef bint found = False
        cdef const Box* box
        for side in range(SIDES):
            here.low[side], here.high[side] = 1 << 30, 0
        for k in range(own.count):
            if own.plate[k * own.patterns + pattern].values != NULL:
                found = True
                box = own.plate[k * own.patterns + pattern].box
                for side in range(SIDES):
                    here.low[side] = min(here.low[side], box.low[side])
                    here.high[side] = max(here.high[side], box.high[side])
        here.pattern = pattern
        one, other = (1 if axis == 0 else 0), (1 if axis == 2 else 2)
        # Slabs along an axis that varies, if there is one, so that threads can share the pattern.
        here.slab_axis, here.line_axis = other, one
        if track_of(pattern, other) > FROM_ENTRY:
            here.slab_axis, here.line_axis = one, other
        return found

    cdef inline Slabs* take(self, int* slab) noexcept nogil:
        """Return the next slab's pattern, or NULL; its place on the slab axis in ``slab``."""
        cdef int number = self.count - 1 - front_take(&self.next)
        cdef int i = 0
        if number >= self.count:
            return NULL
        while i + 1 < self.patterns and self.slabs[i + 1].first <= number:
            i += 1
        slab[0] = self.slabs[i].high[self.slabs[i].slab_axis] - 1 - (number - self.slabs[i].first)
        return &self.slabs[i]

    cdef inline int32_t* progress(self, const Slabs* here, int slab) noexcept nogil:
        return &self.done[(here.first + here.high[here.slab_axis] - 1 - slab) * APART]

    cdef bint wait_for_freer(self, int vary, const uint8_t* stop) noexcept nogil:
        """Wait until all patterns are computed in which more scores vary; return false when to stop."""
        cdef int more, tries
        for more in range(vary + 1, SIDES + 1):
            tries = 0
            while front_read(&self.left[more]) > 0:
                if stop[0]:
                    return False
                front_pause(tries)
                tries += 1
        return True

    cdef int wait(self, Tracks tracks, const Slabs* here, int slab, int line, const uint8_t* stop) noexcept nogil:
        """Wait until the lines are computed that spins lead to from one slab to another.

        Returns the place from which up all such lines are known to be; more than ``line`` when to stop.
        """
        cdef int top = tracks.length[here.slab_axis][track_of(here.pattern, here.slab_axis)] - 1
        cdef int known = 0
        cdef int m, to, done, tries
        if track_of(here.pattern, here.slab_axis) > FROM_ENTRY:
            return 0
        for m in range(tracks.moves):
            to = min(slab + tracks.steps[m], top)
            if not tracks.spins[m] or to == slab or to >= here.high[here.slab_axis]:
                continue
            done = front_read(self.progress(here, to))
            tries = 0
            while done > line and not stop[0]:
                front_pause(tries)
                tries += 1
                done = front_read(self.progress(here, to))
            known = max(known, done)
        return known


cdef inline int varying(int pattern) noexcept nogil:
    """Return the number of the three scores that vary."""
    cdef int axis
    cdef int found = 0
    for axis in range(SIDES):
        found += track_of(pattern, axis) <= FROM_ENTRY
    return found
