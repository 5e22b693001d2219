"""A state's intervals from those of the states it leads to (``engine.solvers.bounds.search`` has the rules)."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from .._keys cimport SCORE_BITS, SCORE_MASK
from .._spin cimport SpinData
from ._explored cimport Explored, edge_of, first_pass, spin_of, weight_of
from ._intervals cimport STILL, UNIT_ROUNDING, choose_interval, tighten_interval
from ._pool cimport (
    ENDS, LOOPS, MAY_PRESS, NOT_EXPANDED, NOT_QUEUED, PASS_FIRST, PASS_SECOND, PRESS, Node, edges_at, key_at, mover_of,
    node_at,
)

cimport cython

cdef int SELF_SWEEPS = 60  # of a state that leads back to itself


@cython.final
cdef class Backup:
    """Shrinks the intervals of states that have been expanded.

    Args:
        explored: the states.
        split: the payoffs of a finished game sum to 1 at most.
        ends: the game ends with certainty, so that payoffs sum to 1 at least.
        rounding: relative error of one state's arithmetic.
    """

    def __init__(self, Explored explored, bint split, bint ends, double rounding):
        self.explored, self.pool, self.spin = explored, &explored.pool, &explored.spin
        self.split = split
        self.ends = ends
        self.rounding = rounding
        self.scratch = <double*>malloc((self.spin.option_count + 3) * 6 * sizeof(double))
        self.rows = <const double**>malloc((self.spin.option_count + 3) * sizeof(void*))
        self.candidates = <uint8_t*>malloc(self.spin.option_count + 3)
        if self.scratch == NULL or self.rows == NULL or self.candidates == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.scratch)
        free(<void*>self.rows)
        free(self.candidates)

    cdef void set_ends(self) noexcept nogil:
        """Set the payoffs of finished games."""
        cdef int seat, winners, count
        cdef double share
        cdef Node* node
        for winners in range(ENDS):
            node = node_at(self.pool, winners)
            memset(node, 0, sizeof(Node))
            node.edges = NOT_EXPANDED
            node.next = NOT_QUEUED
            count = (winners & 1) + (winners >> 1 & 1) + (winners >> 2)
            share = 1.0 / count if self.split and count else 1.0
            for seat in range(3):
                if winners >> seat & 1:
                    node.bound[seat] = share if count < 3 or not self.split else share * (1 - UNIT_ROUNDING)
                    node.bound[3 + seat] = share if count < 3 or not self.split else share * (1 + 2 * UNIT_ROUNDING)

    cdef const int32_t* preference(self, int32_t i, int mover) noexcept nogil:
        """Return the order in which a state's options are preferred."""
        cdef uint64_t score
        if self.spin.order_count == 1:
            return self.spin.orders
        score = key_at(self.pool, i).scores >> SCORE_BITS * mover & SCORE_MASK
        return self.spin.orders + self.explored.scores.order[mover][score] * self.spin.option_count

    cdef int list_options(self, int landing, const int32_t* order, const int32_t* edges) noexcept nogil:
        """Make ``rows`` the options of a landing; return the number that this contestant has."""
        cdef int k, part, first, last, seat
        cdef int count = 0
        cdef int32_t child
        cdef double* mixed
        for k in range(self.spin.options[landing], self.spin.options[landing + 1]):
            first = self.spin.parts[order[k]]
            last = self.spin.parts[order[k] + 1]
            child = edges[edge_of(self.spin, self.spin.part_moves[first])]
            if child < 0:
                continue  # no Whammy to take off
            if last - first == 1:
                self.rows[count] = node_at(self.pool, child).bound
            else:
                mixed = self.scratch + 6 * count
                for seat in range(6):
                    mixed[seat] = 0
                for part in range(first, last):
                    child = edges[edge_of(self.spin, self.spin.part_moves[part])]
                    for seat in range(6):
                        mixed[seat] += self.spin.part_weights[part] * node_at(self.pool, child).bound[seat]
                self.rows[count] = mixed
            count += 1
        return count

    cdef int choose_option(self, int count, int mover) noexcept nogil:
        """Mark as candidates the options listed that may be the best; return their number."""
        cdef double ignored[6]
        return choose_interval(self.rows, count, mover, self.candidates, ignored)

    cdef void press(self, int32_t i, double* bound) noexcept nogil:
        """Find the interval of pressing."""
        cdef Node* node = node_at(self.pool, i)
        cdef const int32_t* edges = edges_at(self.pool, node.edges)
        cdef const int32_t* order
        cdef const double* row
        cdef double best[6]
        cdef double weight
        cdef int e, seat, count
        cdef int mover = mover_of(node)
        cdef const SpinData* spin = spin_of(self.explored, node)
        for seat in range(6):
            bound[seat] = 0
        for e in range(spin.moves + 1):
            weight = weight_of(spin, e, mover)
            if weight == 0:
                continue
            row = node_at(self.pool, edges[e]).bound
            for seat in range(6):
                bound[seat] += weight * row[seat]
        if spin.landings:
            order = self.preference(i, mover)
            best[0] = best[1] = best[2] = best[3] = best[4] = best[5] = 0
            for e in range(spin.landings):
                count = self.list_options(e, order, edges)
                choose_interval(self.rows, count, mover, self.candidates, best)
                for seat in range(6):
                    bound[seat] += spin.chances[mover * spin.landings + e] * best[seat]
        tighten_interval(bound, self.rounding, self.ends, self.split)

    cdef bint passing(self, int32_t i, double* bound) noexcept nogil:
        """Find the interval of the pass that the mover prefers; return false where no pass is allowed."""
        cdef Node* node = node_at(self.pool, i)
        cdef const int32_t* edges = edges_at(self.pool, node.edges) + first_pass(self.spin)
        cdef int k
        cdef int count = 0
        for k in range(2):
            if edges[k] >= 0:
                self.rows[count] = node_at(self.pool, edges[k]).bound
                count += 1
        if not count:
            return False
        choose_interval(self.rows, count, mover_of(node), self.candidates, bound)
        tighten_interval(bound, self.rounding, self.ends, self.split)
        return True

    cdef double settle(self, int32_t i) noexcept nogil:
        """Shrink a state's intervals, again and again where it leads back to itself; return by how much at first."""
        cdef double moved = self._update(i)
        cdef int _
        if node_at(self.pool, i).mark & LOOPS:
            for _ in range(SELF_SWEEPS):
                if self._update(i) <= STILL:
                    break
        return moved

    cdef double _update(self, int32_t i) noexcept nogil:
        """Shrink a state's intervals once, and mark its candidates; return by how much at most."""
        cdef Node* node = node_at(self.pool, i)
        cdef const int32_t* edges = edges_at(self.pool, node.edges) + first_pass(self.spin)
        cdef double pressed[6]
        cdef double bound[6]
        cdef double moved = 0
        cdef int k, seat
        cdef int count = 0
        cdef uint32_t branch[3]
        cdef int mover = mover_of(node)
        if node.mark & MAY_PRESS:
            self.press(i, pressed)
            self.rows[0] = pressed
            branch[0] = PRESS
            count = 1
        for k in range(2):
            if edges[k] >= 0:
                self.rows[count] = node_at(self.pool, edges[k]).bound
                branch[count] = PASS_SECOND if k else PASS_FIRST
                count += 1
        if count == 1:
            for seat in range(6):
                bound[seat] = self.rows[0][seat]
            self.candidates[0] = True
        else:
            choose_interval(self.rows, count, mover, self.candidates, bound)
            tighten_interval(bound, self.rounding, self.ends, self.split)
        node.mark &= ~<uint32_t>(PRESS | PASS_FIRST | PASS_SECOND)
        for k in range(count):
            if self.candidates[k]:
                node.mark |= branch[k]
        for seat in range(3):
            if bound[seat] > node.bound[seat]:
                moved = max(moved, bound[seat] - node.bound[seat])
                node.bound[seat] = bound[seat]
            if bound[3 + seat] < node.bound[3 + seat]:
                moved = max(moved, node.bound[3 + seat] - bound[3 + seat])
                node.bound[3 + seat] = bound[3 + seat]
        return moved
