# How threads share a block. See `_cubes.pxi`.

cdef extern from "fronts.h":
    int32_t front_take(int32_t* next) nogil
    void front_tell(int32_t* place, int32_t value) nogil
    int32_t front_read(const int32_t* place) nogil
    void front_pause(int tries) nogil

cdef int APART = 16  # numbers from one slab's to the next one's, so that threads do not write to the same cache line


@cython.final
cdef class Front:
    """How far the threads are that compute a block side by side.

    A slab is all lines with one score of C. Threads take slabs by turns, from the highest score down.
    A spin of C's reads a higher slab of the same frame at the same score of B, which may still be
    under way: so each slab tells how far down B it is.

    Args:
        axes: the box of scores. own: the block.

    Attributes:
        unproven: a cycle at the cap may have another equilibrium.
    """

    cdef int32_t next  # the slab to be taken next
    cdef int32_t* done  # by slab, APART apart: lines from this score of B up are computed
    cdef int first, last
    cdef public bint unproven

    def __init__(self, Axes axes, Block own):
        cdef int c, k
        self.done = <int32_t*>calloc(axes.size_c * APART, sizeof(int32_t))
        if self.done == NULL:
            raise MemoryError
        self.first, self.last = 1 << 30, 0
        self.unproven = False
        for k in range(own.ranges.count):
            if own.source[k].values != NULL:
                self.first = min(self.first, own.source[k].ranges.first_c)
                self.last = max(self.last, own.source[k].ranges.last_c)
        for c in range(self.first, self.last):
            self.done[c * APART] = <int32_t>axes.size_b
        self.next = self.last - 1

    def __dealloc__(self):
        free(self.done)

    cdef inline int take(self) noexcept nogil:
        """Return the next slab, or -1."""
        cdef int c = front_take(&self.next)
        return c if c >= self.first else -1

    cdef inline void tell(self, Py_ssize_t c, Py_ssize_t b) noexcept nogil:
        """Tell that a slab's lines from a score of B up are computed."""
        front_tell(&self.done[c * APART], <int32_t>b)

    cdef Py_ssize_t wait(self, Axes axes, Py_ssize_t c, Py_ssize_t b, const uint8_t* stop) noexcept nogil:
        """Wait until the lines at b are computed that spins at c lead to.

        Returns the score of B from which up all such lines are known to be; more than b if ``stop`` was set.
        """
        cdef Py_ssize_t known = 0
        cdef Py_ssize_t done
        cdef int m, tries
        cdef Py_ssize_t to
        for m in range(axes.moves):
            to = axes.moves_c[m, c]
            if not axes.spins[m] or to == c or to >= self.last:
                continue
            done = front_read(&self.done[to * APART])
            tries = 0
            while done > b and not stop[0]:
                front_pause(tries)
                tries += 1
                done = front_read(&self.done[to * APART])
            known = max(known, done)
        return known
