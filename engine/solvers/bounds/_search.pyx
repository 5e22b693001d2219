"""Interval expectimax (max^n): the likely positions below a root, each with a proven interval for every payoff.

The value of a state (``engine/solvers/_states.pyx``) is three intervals [low, high], the lows by seat and then the
highs. They first hold for any position; once it is expanded they shrink from those of the states that it leads to.
``round`` goes down from the root through everything that matters at least as much as a threshold, expanding new states,
and up again. ``search`` explains what the intervals mean, and why they hold at every moment.

Going down needs parents before children. A spin used up leads to a *layer* with fewer spins left; inside a layer an
extra spin raises the sum of the scores, and a pass raises the number of passed spins. So states wait in *buckets* by
layer, sum of scores and passed spins. Only at a cap, or with sums of $0, does a state lead to its own bucket or an
earlier one. The trip then goes back there, though to no state twice, and the way up goes through all states
of that layer and sum again until nothing moves.
"""

from libc.stdint cimport int32_t, uint8_t
cimport cython
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from .._rules cimport Podiums, dollars_of, read_podiums, spins_left
from .._spin cimport SpinData
from .._states cimport NO_EDGE, States

cdef enum:
    BOUNDS = 6  # numbers of a value
    NEVER = -1  # lows and highs of a branch that there is not: all others are better
    NONE = -1  # no state
    UNREACHED = 0x3FFFFFFF  # levels: deeper than any state
    LOOP_SWEEPS = 200  # of states that lead back to one another
    SUMS = 4000  # buckets of sums of scores


cdef double UNIT_ROUNDING = 1.2e-16  # half a unit in the last place of 1, and a little more
# The tolerance of the rules (values so close are equal), seen from either side of rounding.
cdef double SURELY_EQUAL = 0.9999e-12
cdef double SURELY_LESS = 1.0001e-12
cdef double CONVERGENCE = 1e-16  # an interval that moves less, or is narrower, stands still


cdef struct Known:  # of a state
    float reach  # chance to get here, in this round; 0 unless it waits or was visited
    int32_t next  # the next in its bucket; once visited, the one visited before it; NONE for none
    int32_t bucket
    int32_t depth  # levels of the tree below the root, by the shortest way found
    uint8_t levels  # from here to what a spin brings: the decision, if there is one, and the spin
    uint8_t back  # one of its edges leads to a state of its bucket or an earlier one, such as itself


# -- an interval is six numbers: the lows by seat, then the highs ------------------------------

cdef inline double width_of(const double* bound) noexcept nogil:
    """Return the width of the widest of the three."""
    return max(bound[3] - bound[0], max(bound[4] - bound[1], bound[5] - bound[2]))


cdef inline void widen(double* bound, double rounding) noexcept nogil:
    """Widen by what arithmetic may have lost, relative to the numbers' size."""
    cdef int seat
    for seat in range(3):
        bound[seat] = bound[seat] * (1.0 - rounding)
        bound[3 + seat] = min(1.0, bound[3 + seat] * (1.0 + rounding))


cdef inline void use_sum(double* bound, bint at_least, bint at_most) noexcept nogil:
    """Shrink by what follows if the three payoffs sum to 1 at least, or at most."""
    cdef int seat
    cdef double others
    for seat in range(3):
        others = bound[3 + (seat + 1) % 3] + bound[3 + (seat + 2) % 3]
        if at_least:
            bound[seat] = max(bound[seat], 1.0 - others - 4 * UNIT_ROUNDING if others else 1.0)
    for seat in range(3):
        others = bound[(seat + 1) % 3] + bound[(seat + 2) % 3]
        if at_most:
            bound[3 + seat] = min(bound[3 + seat], 1.0 - others + 4 * UNIT_ROUNDING if others else 1.0)


@cython.final
cdef class BoundedSearch(States):
    """Explores what matters below a root, round by round; ``States`` has the other arguments.

    Args:
        root: the position, as ``engine.solvers.kernel_rules`` lists it.
        split: the payoffs of a finished game sum to 1 at most.
        ends: the game ends with certainty, so that payoffs sum to 1 at least.
        rounding: relative error of one state's arithmetic.
        depth: levels of the tree to explore, decisions and spins being one each; 0 for no limit. Where there are
            several ways to a state, the shortest counts.

    Raises:
        MemoryError: there is too little for the root.
    """

    cdef bint split, ends
    cdef double per_dollar, rounding
    cdef int depth
    cdef Known* known

    cdef int layers, passes
    cdef int32_t bucket_count
    cdef int32_t* buckets  # the first state that waits in each, or NONE
    cdef int32_t bucket  # the first in which any may wait
    cdef int32_t root, last  # last: the state visited last
    cdef readonly Py_ssize_t visited  # states, in this round
    cdef readonly Py_ssize_t left  # states below the threshold in this round that could shrink

    cdef uint8_t* candidates  # which of the rows of the last choice may be the best

    def __init__(self, *, tuple root, bint split, bint ends, double rounding, int depth, **arguments):
        cdef Podiums p
        cdef int seat
        cdef double most = 0
        super().__init__(money=False, planes=BOUNDS, never=NEVER, **arguments)
        read_podiums(&p, root)
        self.split, self.ends, self.rounding = split, ends, rounding
        self.depth = depth if depth else UNREACHED
        for seat in range(3):
            most += self.scores.dollars[seat][self.scores.count[seat] - 1]
        self.layers = spins_left(&p)
        self.passes = self.layers + 1
        self.per_dollar = SUMS / (most + 1)
        self.bucket_count = self.layers * SUMS * self.passes
        self.buckets = <int32_t*>malloc(self.bucket_count * sizeof(int32_t))
        self.candidates = <uint8_t*>malloc(self.spin.option_count + 3)
        self.state_bytes += sizeof(Known)
        self.memory -= self.bucket_count * sizeof(int32_t)
        if self.buckets == NULL or self.candidates == NULL or not self.make_room():
            raise MemoryError
        memset(self.buckets, 0xFF, self.bucket_count * sizeof(int32_t))
        self.root = self.find(&p, True)
        if not self.explore(self.root):
            raise MemoryError

    def __dealloc__(self):
        free(self.known)
        free(self.buckets)
        free(self.candidates)

    def round(self, double threshold, Py_ssize_t most):
        """Go down to what matters at least ``threshold``, and up again, unless ``stop`` is set.

        Args:
            threshold: reach times width of a state that is worth while.
            most: states to have expanded at most when it is over.
        """
        with nogil:
            if self.go_down(threshold, most):
                self.go_up()

    def actions(self):
        """Return the intervals after a press and after the pass that the mover prefers: six numbers each, or None."""
        cdef double branches[3 * BOUNDS]
        cdef double bound[BOUNDS]
        cdef int mover = self.states[self.root].mover
        self.decide(self.root, branches, bound)
        press = [branches[k] for k in range(BOUNDS)] if self.states[self.root].may_press else None
        if self.passes_of(self.root)[0] == NO_EDGE:
            return press, None
        self.choose(branches + BOUNDS, 2, mover, bound)
        use_sum(bound, self.ends, self.split)
        return press, [bound[k] for k in range(BOUNDS)]

    # -- states -------------------------------------------------------------------------------

    cdef bint grow(self, Py_ssize_t room) noexcept nogil:
        cdef Known* known = <Known*>realloc(self.known, room * sizeof(Known))
        if known == NULL:
            return False
        self.known = known
        return States.grow(self, room)

    cdef void begin(self, int32_t i, const Podiums* p) noexcept nogil:
        """Set what holds for any position, or the payoffs of a finished game."""
        cdef Known* known = &self.known[i]
        cdef double* bound = self.value_of(i)
        cdef int seat, winners
        cdef int count = 0
        cdef int passed = 0
        cdef double dollars = 0
        cdef double share
        memset(known, 0, sizeof(Known))
        known.next, known.depth = NONE, UNREACHED
        if p == NULL:
            winners = self.states[i].key & 7
            count = (winners & 1) + (winners >> 1 & 1) + (winners >> 2)
            share = 1.0 / count if self.split and count else 1.0
            for seat in range(3):
                if winners >> seat & 1:
                    bound[seat] = share * (1 - UNIT_ROUNDING if share < 0.5 else 1)
                    bound[3 + seat] = share * (1 + 2 * UNIT_ROUNDING if share < 0.5 else 1)
            return
        known.levels = 1 if p.passed[p.mover] else 2
        for seat in range(3):
            bound[3 + seat] = 0 if p.out >> seat & 1 else 1
            dollars += dollars_of(&self.rules, p, seat)
            passed += p.passed[seat]
        known.bucket = (
            ((self.layers - spins_left(p)) * SUMS + <int>(dollars * self.per_dollar)) * self.passes + passed
        )

    cdef bint explore(self, int32_t i) noexcept nogil:
        """Expand a state; return false when there is no room."""
        cdef int e
        cdef const int32_t* edges
        if not self.expand(i):
            return False
        edges = self.edges_of(i)
        for e in range(self.edge_count):
            if edges[e] != NO_EDGE and not self.is_end(edges[e]):
                if self.known[edges[e]].bucket <= self.known[i].bucket:
                    self.known[i].back = True
        return True

    # -- intervals ----------------------------------------------------------------------------

    cdef inline double width(self, int32_t i) noexcept nogil:
        return width_of(self.value_of(i))

    cdef void choose(self, const double* rows, int count, int mover, double* result) noexcept nogil:
        """Find the interval of a decision over rows, in order of preference; mark the decisions that may be best."""
        cdef int k, place
        cdef int best_count = 0
        cdef double low = -1
        cdef double high = -1
        cdef const double* row
        for place in range(3):
            result[place], result[3 + place] = 1, 0
        for k in range(count):
            self.candidates[k] = False
            low = max(low, rows[BOUNDS * k + mover])
            high = max(high, rows[BOUNDS * k + 3 + mover])
        for k in range(count):
            row = rows + BOUNDS * k
            if row[3 + mover] < low - SURELY_LESS:
                continue
            self.candidates[k] = True
            for place in range(3):
                result[place] = min(result[place], row[place])
                result[3 + place] = max(result[3 + place], row[3 + place])
            best_count += 1
            if row[mover] >= high - SURELY_EQUAL:
                break  # nothing after it is ever preferred
        if best_count > 1:
            result[mover] = max(result[mover], low - SURELY_LESS)

    cdef void press(self, int32_t i, double* sum) noexcept nogil:
        States.press(self, i, sum)
        widen(sum, self.rounding)
        use_sum(sum, self.ends, self.split)

    cdef void decide(self, int32_t i, double* branches, double* result) noexcept nogil:
        States.decide(self, i, branches, result)
        use_sum(result, self.ends, self.split)

    cdef double shrink(self, int32_t i) noexcept nogil:
        """Shrink a state's intervals; return by how much at most."""
        cdef double branches[3 * BOUNDS]
        cdef double decided[BOUNDS]
        cdef double* bound = self.value_of(i)
        cdef double moved = 0
        cdef int seat
        self.decide(i, branches, decided)
        for seat in range(3):
            moved = max(moved, max(decided[seat] - bound[seat], bound[3 + seat] - decided[3 + seat]))
            bound[seat] = max(bound[seat], decided[seat])
            bound[3 + seat] = min(bound[3 + seat], decided[3 + seat])
        return moved

    # -- what matters -------------------------------------------------------------------------

    cdef void send(self, int32_t child, double reach, int depth) noexcept nogil:
        """Add reach to a state at this depth, and put it in its bucket unless this round met it before."""
        cdef Known* known = &self.known[child]
        if reach == 0 or self.is_end(child):
            return
        known.depth = min(known.depth, depth)
        if known.reach == 0:
            known.next = self.buckets[known.bucket]
            self.buckets[known.bucket] = child
            self.bucket = min(self.bucket, known.bucket)
        known.reach = min(known.reach + <float>reach, <float>1e30)

    cdef void spread(self, int32_t i, double reach) noexcept nogil:
        """Send a state's reach on along the branches that may be the best; from the root all of it along each.

        Several branches have an equal part each. If all of them are better known than the decision itself (they are
        nearly level, and what the choice means to others is open), they matter more for that: the reach grows so that
        reach times width does not shrink on the way.
        """
        cdef double branches[3 * BOUNDS]
        cdef double bound[BOUNDS]
        cdef bint open[3]
        cdef double widest = 0
        cdef int k
        cdef int count = 0
        self.decide(i, branches, bound)
        for k in range(3):
            open[k] = self.candidates[k]
            if i == self.root:
                open[k] = k > 0 or self.states[i].may_press
            elif open[k]:
                count += 1
                widest = max(widest, width_of(branches + BOUNDS * k))
        if count > 1:
            reach *= max(1.0, self.width(i) / max(widest, CONVERGENCE)) / count
        if open[0]:
            self.spread_press(i, reach)
        for k in range(2):
            if open[1 + k] and self.passes_of(i)[k] != NO_EDGE:
                self.send(self.passes_of(i)[k], reach, self.known[i].depth + 1)

    cdef void spread_press(self, int32_t i, double reach) noexcept nogil:
        """Send a press's reach on to all that may show, and be taken where there is a choice."""
        cdef const SpinData* spin = self.spin_of(i)
        cdef const int32_t* edges = self.edges_of(i)
        cdef const int32_t* order = self.order_of(i)
        cdef int mover = self.states[i].mover
        cdef int depth = self.known[i].depth + self.known[i].levels
        cdef int t, landing, k, part
        cdef double chance
        self.send(edges[spin.moves], reach * spin.whammy[mover], depth)
        for t in range(spin.term_count):
            self.send(edges[spin.terms[t]], reach * spin.weights[mover * spin.moves + spin.terms[t]], depth)
        for landing in range(spin.landings):
            chance = reach * spin.chances[mover * spin.landings + landing]
            for k in range(self.list_options(i, landing)):
                for part in range(spin.parts[order[k]], spin.parts[order[k] + 1]):
                    if self.candidates[k]:
                        self.send(edges[self.edge_of(spin.part_moves[part])], chance * spin.part_weights[part], depth)
            order += spin.options[landing + 1] - spin.options[landing]

    cdef void visit(self, int32_t i, double threshold, Py_ssize_t most) noexcept nogil:
        """Go on from a state if it matters."""
        cdef double reach = self.known[i].reach
        cdef double width = self.width(i)
        cdef bint known = self.states[i].edges > 0
        self.known[i].reach = 0
        if width <= CONVERGENCE or (not known and self.known[i].depth + self.known[i].levels > self.depth):
            return
        if (reach * width < threshold and i != self.root) or (
            not known and (self.expanded >= most or not self.explore(i))
        ):
            self.left += 1
            return
        self.known[i].reach, self.known[i].next = reach, self.last
        self.last = i
        self.visited += 1
        self.spread(i, reach)

    cdef bint go_down(self, double threshold, Py_ssize_t most) noexcept nogil:
        """Go down from the root through all that matters; return false once ``stop`` is set."""
        cdef int32_t i
        cdef unsigned int taken = 0
        self.visited = self.left = 0
        self.last = NONE
        self.bucket = self.bucket_count
        self.send(self.root, 1.0, 0)
        while self.bucket < self.bucket_count:
            i = self.buckets[self.bucket]
            if i == NONE:
                self.bucket += 1
                continue
            self.buckets[self.bucket] = self.known[i].next
            self.visit(i, threshold, most)
            taken += 1
            if (taken & 255) == 0 and self.stop[0]:
                return False
        return True

    cdef void go_up(self) noexcept nogil:
        """Shrink every state visited, those it leads to first, until ``stop`` is set."""
        cdef int32_t first, group
        cdef int32_t i = self.last
        cdef int _
        cdef bint back
        cdef double moved
        cdef unsigned int shrunk = 0
        while i != NONE:
            first, group = i, self.known[i].bucket // self.passes
            for _ in range(LOOP_SWEEPS):
                i, back, moved = first, False, 0
                while i != NONE and self.known[i].bucket // self.passes == group:
                    self.known[i].reach = 0
                    moved = max(moved, self.shrink(i))
                    back = back or self.known[i].back
                    i = self.known[i].next
                    shrunk += 1
                    if (shrunk & 255) == 0 and self.stop[0]:
                        return
                if not back or moved <= CONVERGENCE:
                    break
