"""The values of all states below a root.

States come in strongly connected sets, each after those it leads to, so one pass suffices; only sets with a cycle are
iterated, from zero, all states at once (the definition in ``engine.solvers.oracle``). The first three payoffs
of a state are those that contestants decide by; further ones follow their decisions (with ``goal=money`` the chances
to win).

Fast copy of the oracle's arithmetic; tests hold it to that.
"""

from libc.math cimport NAN, fabs
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

import numpy as np

from ._components import components
from ._rules cimport Podiums, read_podiums
from ._spin cimport SpinData
from ._states cimport NO_EDGE, States

cdef enum:
    MOST_PLANES = 6

cdef double NEVER = -1e300  # a payoff that is never preferred
cdef Py_ssize_t ORDER_BYTES = 56  # of a state, as ``components`` finds an order


cdef class StateValues(States):
    """The values of all states; ``States`` has the arguments.

    Attributes:
        values: double [states, planes], once they are ordered.
    """

    cdef int planes
    cdef int inside  # edges that stay among states with as many spins left
    cdef readonly object values
    cdef double* value
    cdef const int32_t[::1] order
    cdef const int32_t[::1] starts
    cdef const uint8_t[::1] loops
    cdef double tolerance

    def __init__(self, **arguments):
        super().__init__(**arguments)
        self.planes = 6 if self.money else 3
        self.inside = 2 + sum(self.spin.gives_spin[m] for m in range(self.spin.moves))
        self.state_bytes += self.planes * sizeof(double) + ORDER_BYTES + self.inside * sizeof(int32_t)

    def discover(self, tuple root, int next_spins, Py_ssize_t most):
        """Expand all states below a position; stop early beyond ``most``, at ``full`` memory or once cancelled.

        Args:
            root: as ``engine.solvers.kernel_rules`` lists it. next_spins: on the board before it changes.
            most: states to find.
        """
        cdef int32_t i = 0
        cdef Podiums p
        read_podiums(&p, root)
        p.next_spins = next_spins
        if not self.make_room():
            self.full = True
            return
        self.find(&p, True)
        with nogil:
            while i < self.count <= most:
                if not self.is_end(i) and not self.expand(i):
                    break
                i += 1

    def find_order(self, ends):
        """Order the states for ``run``, and return the number of sets.

        Args:
            ends: a function that returns the payoffs of ends of the game from their winners' bit masks and the top
                scores, both int64 arrays.
        """
        cdef Py_ssize_t i, at = 0
        cdef int m, k
        cdef const int32_t* edges
        left_of, first = np.zeros(self.count, np.uint8), np.zeros(self.count + 1, np.int64)
        cdef uint8_t[::1] left = left_of
        cdef int64_t[::1] starts = first
        targets_of = np.empty(self.expanded * self.inside, np.int32)
        cdef int32_t[::1] targets = targets_of
        with nogil:
            for i in range(self.count):
                if not self.is_end(i):  # extra spins and passes: what else follows has fewer spins left
                    left[i] = self.spins_left_of(i)
                    edges = self.edges_of(i)
                    for m in range(self.spin.moves):
                        if self.spin.gives_spin[m]:
                            targets[at] = edges[m]
                            at += 1
                    for k in range(2):
                        targets[at] = edges[self.edge_count - 2 + k]
                        at += 1
                starts[i + 1] = at
        roots = np.argsort(left_of, kind="stable").astype(np.int32)
        self.order, self.starts, self.loops = components(first, targets_of, roots, self._hold[3])
        self.values = np.zeros((self.count, self.planes))
        cdef double[:, ::1] value = self.values
        self.value = &value[0, 0]
        its = np.flatnonzero(left_of == 0)
        masks, tops = np.empty(len(its), np.int64), np.empty(len(its), np.int64)
        for at, i in enumerate(its):
            masks[at], tops[at] = self.states[i].key & 7, self.states[i].scores
        self.values[its] = ends(masks, tops)
        return len(self.loops)

    def number(self, tuple position, int next_spins):
        """Return the number of a state given like ``discover``'s root, or of one that such a state leads to."""
        cdef Podiums p
        cdef Py_ssize_t count = self.count
        if not self.make_room():
            raise MemoryError
        read_podiums(&p, position)
        p.next_spins = next_spins
        cdef int32_t i = self.find(&p, True)
        if i >= count:
            raise KeyError(position)
        return i

    # -- values -------------------------------------------------------------------------------

    cdef void add(self, double* sum, int32_t state, double weight) noexcept nogil:
        cdef int k
        cdef const double* value = self.value + state * <Py_ssize_t>self.planes
        for k in range(self.planes):
            sum[k] += weight * value[k]

    cdef void prefer(self, double* best, const double* other, int mover) noexcept nogil:
        """Take another choice if it is better; what is unknown stays so."""
        if other[mover] > best[mover] + self.tolerance or other[mover] != other[mover]:
            memcpy(best, other, self.planes * sizeof(double))

    cdef void weigh_option(self, const SpinData* spin, const int32_t* edges, int option, double* v) noexcept nogil:
        cdef int part
        cdef int32_t child
        memset(v, 0, self.planes * sizeof(double))
        for part in range(spin.parts[option], spin.parts[option + 1]):
            child = edges[self.edge_of(spin.part_moves[part])]
            if child == NO_EDGE:  # no Whammy to take off
                v[0] = v[1] = v[2] = NEVER
                return
            self.add(v, child, spin.part_weights[part])

    cdef void press(self, int32_t i, double* sum) noexcept nogil:
        cdef const SpinData* spin = self.spin_of(i)
        cdef const int32_t* edges = self.edges_of(i)
        cdef const int32_t* order = self.order_of(i)
        cdef int mover = self.states[i].mover
        cdef int t, c, o, k
        cdef double chance
        cdef double best[MOST_PLANES]
        cdef double other[MOST_PLANES]
        memset(sum, 0, self.planes * sizeof(double))
        if spin.whammy[mover] > 0:
            self.add(sum, edges[spin.moves], spin.whammy[mover])
        for t in range(spin.term_count):
            self.add(sum, edges[spin.terms[t]], spin.weights[mover * spin.moves + spin.terms[t]])
        for c in range(spin.landings):
            self.weigh_option(spin, edges, order[spin.options[c]], best)
            for o in range(spin.options[c] + 1, spin.options[c + 1]):
                self.weigh_option(spin, edges, order[o], other)
                self.prefer(best, other, mover)
            chance = spin.chances[mover * spin.landings + c]
            for k in range(self.planes):
                sum[k] += chance * best[k]

    cdef void decide(self, int32_t i, double* result) noexcept nogil:
        """Find the value of a state: press, or a pass that is better."""
        cdef int k
        cdef const int32_t* passes = self.passes_of(i)
        if self.states[i].may_press:
            self.press(i, result)
        else:
            memcpy(result, self.value + passes[0] * <Py_ssize_t>self.planes, self.planes * sizeof(double))
        for k in range(2):
            if passes[k] != NO_EDGE:
                self.prefer(result, self.value + passes[k] * <Py_ssize_t>self.planes, self.states[i].mover)

    cdef bint iterate(
        self, int32_t begin, int32_t end, double* then, double scale, int max_sweeps
    ) noexcept nogil:
        """Iterate one cyclic set from zero, all at once; return false once ``stop`` is set.

        If it does not stand still in the end it has no answer: its values become NaN.
        """
        cdef int _
        cdef int32_t i
        cdef int k
        cdef double moved = 0
        cdef double* value
        for _ in range(max_sweeps):
            moved = 0
            for i in range(begin, end):
                if (i & 255) == 0 and self.stop[0]:
                    return False
                self.decide(self.order[i], then + (i - begin) * <Py_ssize_t>self.planes)
            for i in range(begin, end):
                value = self.value + self.order[i] * <Py_ssize_t>self.planes
                for k in range(self.planes):
                    moved = max(moved, fabs(then[(i - begin) * <Py_ssize_t>self.planes + k] - value[k]))
                    value[k] = then[(i - begin) * <Py_ssize_t>self.planes + k]
            if moved <= 1e-15 * scale:
                return True
        if moved > 1e-12 * scale:
            for i in range(begin, end):
                for k in range(self.planes):
                    self.value[self.order[i] * <Py_ssize_t>self.planes + k] = NAN
        return True

    def run(self, Py_ssize_t first, Py_ssize_t last, double scale, int max_sweeps, double tolerance, double in_cycles):
        """Compute the sets ``first`` to ``last``, unless ``stop`` is set, and return the number of their states.

        Args:
            scale: size of the largest payoff, for the test of standing still.
            max_sweeps: the most iterations of a cyclic set.
            tolerance, in_cycles: payoffs closer than this are equal, elsewhere and where play may be endless.
        """
        cdef Py_ssize_t s, largest = 1
        cdef int32_t i
        for s in range(first, last):
            if self.loops[s]:
                largest = max(largest, <Py_ssize_t>(self.starts[s + 1] - self.starts[s]))
        cdef double* then = <double*>malloc(largest * self.planes * sizeof(double))
        if then == NULL:
            raise MemoryError
        with nogil:
            for s in range(first, last):
                if (s & 255) == 0 and self.stop[0]:
                    break
                if self.loops[s]:
                    self.tolerance = in_cycles
                    if not self.iterate(self.starts[s], self.starts[s + 1], then, scale, max_sweeps):
                        break
                else:
                    self.tolerance = tolerance
                    i = self.order[self.starts[s]]
                    if not self.is_end(i):
                        self.decide(i, self.value + i * <Py_ssize_t>self.planes)
        free(then)
        return self.starts[last] - self.starts[first]
