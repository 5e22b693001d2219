"""Expectimax (max^n) over a state graph: the values of all states below a root.

Strongly connected components are ordered after their successors, so one pass suffices; only components with a cycle
are iterated, from zero, all states at once (the definition in ``engine.solvers.oracle``). Contestants decide by the
first three payoffs of a state; the others follow their decisions (with ``goal=money`` the chances to win).

Tests compare every value with the oracle's.
"""

from libc.math cimport NAN, fabs
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

import numpy as np

from ._components import strongly_connected_components
from ._rules cimport Position, read_position
from ._state_graph cimport MAX_PLANES, StateGraph

cdef double UNAVAILABLE_VALUE = -1e300
cdef Py_ssize_t ORDER_BYTES = 56  # for each state in ``strongly_connected_components``


cdef class Expectimax(StateGraph):
    """The payoffs of all states; ``StateGraph`` has the other arguments.

    Args:
        split: whether tied winners share the win; otherwise each has all of it.
        bonus: dollars that a win is worth beside the score.
    """

    cdef int layer_edges  # edges of a state to states with as many spins left
    cdef bint split
    cdef double bonus
    cdef double scale  # the largest payoff, for the test of convergence
    cdef const int32_t[::1] order
    cdef const int32_t[::1] starts
    cdef const uint8_t[::1] has_cycle
    cdef double tolerance

    def __init__(self, *, bint split, double bonus, bint money, **arguments):
        super().__init__(money=money, planes=6 if money else 3, unavailable_value=UNAVAILABLE_VALUE, **arguments)
        self.split, self.bonus, self.scale = split, bonus, 1.0
        self.layer_edges = 2 + sum(self.spin.gives_spin[m] for m in range(self.spin.moves))
        self.state_bytes += ORDER_BYTES + self.layer_edges * sizeof(int32_t)

    cdef void init_value(self, int32_t i, const Position* p) noexcept nogil:
        """Set the payoffs of a terminal state."""
        cdef double* value = self.value_of(i)
        cdef int seat
        cdef int winners = self.states[i].key & 7
        cdef int count = (winners & 1) + (winners >> 1 & 1) + (winners >> 2)
        if p == NULL:
            for seat in range(3):
                if winners >> seat & 1:
                    value[self.planes - 3 + seat] = 1.0 / count if self.split else 1.0
                    if self.money:
                        value[seat] = value[3 + seat] * (self.states[i].scores + self.bonus)
                        self.scale = max(self.scale, value[seat])

    def discover(self, tuple root, int next_spins, Py_ssize_t max_states):
        """Expand all states below a position; stop early beyond ``max_states``, at ``full`` memory or once canceled.

        Args:
            root: as ``engine.solvers.kernel_rules`` lists it. next_spins: spins before the board changes.
            max_states: limit of states.
        """
        cdef int32_t i = 0
        cdef Position p
        read_position(&p, root)
        p.next_spins = next_spins
        if not self.make_room():
            self.full = True
            return
        self.state_of(&p, True)
        with nogil:
            while i < self.count <= max_states:
                if (i & 255) == 0 and self.stop[0]:
                    break
                if not self.is_terminal(i) and not self.expand(i):
                    break
                i += 1

    def order_components(self):
        """Order the states by component for ``run``; return their number (fewer once ``stop`` is set)."""
        cdef Py_ssize_t i, at = 0
        cdef int m, k
        cdef const int32_t* edges
        left_of, first = np.zeros(self.count, np.uint8), np.zeros(self.count + 1, np.int64)
        cdef uint8_t[::1] left = left_of
        cdef int64_t[::1] starts = first
        targets_of = np.empty(self.expanded * self.layer_edges, np.int32)
        cdef int32_t[::1] targets = targets_of
        with nogil:
            for i in range(self.count):
                if (i & 4095) == 0 and self.stop[0]:
                    break
                if not self.is_terminal(i):  # extra spins and passes; other successors have fewer spins left
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
        if self.stop[0]:  # to sort millions of states takes long
            return 0
        roots = np.argsort(left_of, kind="stable").astype(np.int32)
        self.order, self.starts, self.has_cycle = strongly_connected_components(first, targets_of, roots, self._hold[3])
        return len(self.has_cycle)

    def payoffs(self, tuple position, int next_spins):
        """Return the payoffs of the root of ``discover`` or of a position below it, in the same form."""
        cdef Position p
        cdef Py_ssize_t count = self.count
        if not self.make_room():
            raise MemoryError
        read_position(&p, position)
        p.next_spins = next_spins
        cdef int32_t i = self.state_of(&p, True)
        if i >= count:
            raise KeyError(position)
        return tuple(<double[:self.planes]>self.value_of(i))

    cdef void choose(self, const double* rows, int count, int mover, double* result) noexcept nogil:
        """Argmax for the mover: keep the earlier branch unless a later one is better by more than the tolerance; NaN
        propagates.
        """
        cdef int _
        cdef const double* best = rows
        for _ in range(1, count):
            rows += self.planes
            if rows[mover] > best[mover] + self.tolerance or rows[mover] != rows[mover]:
                best = rows
        memcpy(result, best, self.planes * sizeof(double))

    cdef bint iterate(self, int32_t begin, int32_t end, double* next_values, int max_sweeps) noexcept nogil:
        """Run synchronous value iteration of one component with a cycle from zero; return false once ``stop`` is set.

        If the component has not converged after its last sweep, its values become NaN.
        """
        cdef int _
        cdef int32_t i
        cdef int k
        cdef double change = 0
        cdef double* value
        cdef double branches[3 * MAX_PLANES]
        for _ in range(max_sweeps):
            change = 0
            for i in range(begin, end):
                if (i & 255) == 0 and self.stop[0]:
                    return False
                self.decide(self.order[i], branches, next_values + (i - begin) * <Py_ssize_t>self.planes)
            for i in range(begin, end):
                value = self.value_of(self.order[i])
                for k in range(self.planes):
                    change = max(change, fabs(next_values[(i - begin) * <Py_ssize_t>self.planes + k] - value[k]))
                    value[k] = next_values[(i - begin) * <Py_ssize_t>self.planes + k]
            if change <= 1e-15 * self.scale:
                return True
        if change > 1e-12 * self.scale:
            for i in range(begin, end):
                for k in range(self.planes):
                    self.value_of(self.order[i])[k] = NAN
        return True

    def run(self, Py_ssize_t first, Py_ssize_t last, int max_sweeps, double tolerance, double cycle_tolerance):
        """Compute the components ``first`` to ``last``, unless ``stop`` is set, and return the number of their states.

        Args:
            max_sweeps: limit of iterations of a component with a cycle.
            tolerance: payoffs closer than this are equal; cycle_tolerance: the same in components with a cycle.
        """
        cdef Py_ssize_t s, largest = 1
        cdef int32_t i
        cdef double branches[3 * MAX_PLANES]
        for s in range(first, last):
            if self.has_cycle[s]:
                largest = max(largest, <Py_ssize_t>(self.starts[s + 1] - self.starts[s]))
        cdef double* next_values = <double*>malloc(largest * self.planes * sizeof(double))
        if next_values == NULL:
            raise MemoryError
        with nogil:
            for s in range(first, last):
                if (s & 255) == 0 and self.stop[0]:
                    break
                if self.has_cycle[s]:
                    self.tolerance = cycle_tolerance
                    if not self.iterate(self.starts[s], self.starts[s + 1], next_values, max_sweeps):
                        break
                else:
                    self.tolerance = tolerance
                    i = self.order[self.starts[s]]
                    if not self.is_terminal(i):
                        self.decide(i, branches, self.value_of(i))
        free(next_values)
        return self.starts[last] - self.starts[first]
