"""Interval expectimax (max^n): the likely positions below a root, each with a proven interval for every payoff.

The value of a state (``engine/solvers/_state_graph.pyx``) is three intervals [low, high], the lows by seat and then the
highs. A new state has the intervals of any position; an expanded one is narrowed from its successors. From the root
down, each round visits the states whose reach probability * width is at least a threshold, expanding new ones; then it
backs intervals up. ``search`` explains what the intervals mean, and why they hold at every moment.

Parents must be visited before children. A spent spin leads to a *layer* with fewer spins left; inside a layer an
extra spin raises the sum of the scores, and a pass raises the number of passed spins. So states wait in *buckets* by
layer, sum of scores and passed spins. Only at a cap, or with sums of $0, does a state lead to its own bucket or an
earlier one. The search then returns to that bucket, though to no state twice, and the backup repeats all states of
that layer and sum until nothing changes.
"""

from libc.stdint cimport int32_t, uint8_t
cimport cython
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from .._rules cimport Position, dollars_of, read_position, spins_left
from .._spin cimport SpinData
from .._state_graph cimport NO_EDGE, StateGraph

cdef enum:
    BOUNDS = 6  # numbers of a value
    UNAVAILABLE_VALUE = -1  # lows and highs of a branch that does not exist: never chosen
    NONE = -1  # no state
    UNREACHED = 0x3FFFFFFF  # a depth beyond any state's
    LOOP_SWEEPS = 200  # limit of sweeps over states that lead back to one another
    SUMS = 4000  # buckets of sums of scores


cdef double UNIT_ROUNDING = 1.2e-16  # a little more than half a unit in the last place of 1
# The tolerance of ties, 1e-12, rounded down and up.
cdef double SURELY_EQUAL = 0.9999e-12
cdef double SURELY_LESS = 1.0001e-12
cdef double CONVERGENCE = 1e-16  # an interval that changes less, or is narrower, has converged


cdef struct SearchNode:  # of a state
    float reach_probability  # in this round; 0 unless the state waits or was visited
    int32_t next  # the next state in its bucket; once visited, the state visited before it; NONE for none
    int32_t bucket
    int32_t depth  # levels of the tree below the root, by the shortest known path
    uint8_t levels  # of a press: the decision, if there is one, and the spin
    uint8_t back  # whether an edge leads to a state of its bucket or an earlier one


# -- a value is six numbers: the lows by seat, then the highs ----------------------------------

cdef inline double width_of(const double* bound) noexcept nogil:
    """Return the largest width of the three intervals."""
    return max(bound[3] - bound[0], max(bound[4] - bound[1], bound[5] - bound[2]))


cdef inline void widen(double* bound, double rounding) noexcept nogil:
    """Widen by a relative rounding error."""
    cdef int seat
    for seat in range(3):
        bound[seat] = bound[seat] * (1.0 - rounding)
        bound[3 + seat] = min(1.0, bound[3 + seat] * (1.0 + rounding))


cdef inline void use_sum(double* bound, bint at_least, bint at_most) noexcept nogil:
    """Narrow the intervals, given that the three payoffs sum to at least 1, or to at most 1."""
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
cdef class BoundedSearch(StateGraph):
    """Interval search below a root, round by round; ``StateGraph`` has the other arguments.

    Args:
        root: the position, as ``engine.solvers.kernel_rules`` lists it.
        split: whether the payoffs of a finished game sum to at most 1.
        ends: whether the game ends with certainty, so that payoffs sum to at least 1.
        rounding: relative error of one state's arithmetic.
        depth: levels of the tree to explore, decisions and spins being one each; 0 for no limit. The shortest path to a
            state counts.

    Raises:
        MemoryError: too little memory for the root.
    """

    cdef bint split, ends
    cdef double per_dollar, rounding
    cdef int depth
    cdef SearchNode* nodes

    cdef int layers, passes
    cdef int32_t bucket_count
    cdef int32_t* buckets  # the first waiting state of each, or NONE
    cdef int32_t bucket  # the first one that may have waiting states
    cdef int32_t root, last  # last: the state visited last
    cdef readonly Py_ssize_t visited  # states, in this round
    cdef readonly Py_ssize_t pruned_states  # states below the threshold in this round that could be narrowed

    cdef uint8_t* candidates  # whether each row of the last choice may be the best

    def __init__(self, *, tuple root, bint split, bint ends, double rounding, int depth, **arguments):
        cdef Position p
        cdef int seat
        cdef double dollars = 0
        super().__init__(money=False, planes=BOUNDS, unavailable_value=UNAVAILABLE_VALUE, **arguments)
        read_position(&p, root)
        self.split, self.ends, self.rounding = split, ends, rounding
        self.depth = depth if depth else UNREACHED
        for seat in range(3):
            dollars += self.scores.dollars[seat][self.scores.count[seat] - 1]
        self.layers = spins_left(&p)
        self.passes = self.layers + 1
        self.per_dollar = SUMS / (dollars + 1)
        self.bucket_count = self.layers * SUMS * self.passes
        self.buckets = <int32_t*>malloc(self.bucket_count * sizeof(int32_t))
        self.candidates = <uint8_t*>malloc(self.spin.option_count + 3)
        self.state_bytes += sizeof(SearchNode)
        self.memory -= self.bucket_count * sizeof(int32_t)
        if self.buckets == NULL or self.candidates == NULL or not self.make_room():
            raise MemoryError
        memset(self.buckets, 0xFF, self.bucket_count * sizeof(int32_t))
        self.root = self.state_of(&p, True)
        if not self.explore(self.root):
            raise MemoryError

    def __dealloc__(self):
        free(self.nodes)
        free(self.buckets)
        free(self.candidates)

    def run_round(self, double threshold, Py_ssize_t max_expanded):
        """Expand the frontier and back intervals up, unless ``stop`` is set.

        Args:
            threshold: least reach probability * width of a state to visit.
            max_expanded: limit of expanded states, those of earlier rounds included.
        """
        with nogil:
            if self.expand_frontier(threshold, max_expanded):
                self.backup()

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
        cdef SearchNode* nodes = <SearchNode*>realloc(self.nodes, room * sizeof(SearchNode))
        if nodes == NULL:
            return False
        self.nodes = nodes
        return StateGraph.grow(self, room)

    cdef void init_value(self, int32_t i, const Position* p) noexcept nogil:
        """Set the intervals of any position, or the payoffs of a finished game."""
        cdef SearchNode* node = &self.nodes[i]
        cdef double* bound = self.value_of(i)
        cdef int seat, winners
        cdef int count = 0
        cdef int passed = 0
        cdef double dollars = 0
        cdef double share
        memset(node, 0, sizeof(SearchNode))
        node.next, node.depth = NONE, UNREACHED
        if p == NULL:
            winners = self.states[i].key & 7
            count = (winners & 1) + (winners >> 1 & 1) + (winners >> 2)
            share = 1.0 / count if self.split and count else 1.0
            for seat in range(3):
                if winners >> seat & 1:
                    bound[seat] = share * (1 - UNIT_ROUNDING if share < 0.5 else 1)
                    bound[3 + seat] = share * (1 + 2 * UNIT_ROUNDING if share < 0.5 else 1)
            return
        node.levels = 1 if p.passed[p.mover] else 2
        for seat in range(3):
            bound[3 + seat] = 0 if p.out >> seat & 1 else 1
            dollars += dollars_of(&self.rules, p, seat)
            passed += p.passed[seat]
        node.bucket = (
            ((self.layers - spins_left(p)) * SUMS + <int>(dollars * self.per_dollar)) * self.passes + passed
        )

    cdef bint explore(self, int32_t i) noexcept nogil:
        """Expand a state; return false if there is no room."""
        cdef int e
        cdef const int32_t* edges
        if not self.expand(i):
            return False
        edges = self.edges_of(i)
        for e in range(self.edge_count):
            if edges[e] != NO_EDGE and not self.is_terminal(edges[e]):
                if self.nodes[edges[e]].bucket <= self.nodes[i].bucket:
                    self.nodes[i].back = True
        return True

    # -- intervals ----------------------------------------------------------------------------

    cdef inline double width(self, int32_t i) noexcept nogil:
        return width_of(self.value_of(i))

    cdef void choose(self, const double* rows, int count, int mover, double* result) noexcept nogil:
        """Find the intervals of a choice among ``rows``, in order of preference; mark the rows that may be best."""
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
                break  # no later row is ever preferred
        if best_count > 1:
            result[mover] = max(result[mover], low - SURELY_LESS)

    cdef void press(self, int32_t i, double* sum) noexcept nogil:
        StateGraph.press(self, i, sum)
        widen(sum, self.rounding)
        use_sum(sum, self.ends, self.split)

    cdef void decide(self, int32_t i, double* branches, double* result) noexcept nogil:
        StateGraph.decide(self, i, branches, result)
        use_sum(result, self.ends, self.split)

    cdef double shrink(self, int32_t i) noexcept nogil:
        """Narrow a state's intervals by its successors; return the largest change."""
        cdef double branches[3 * BOUNDS]
        cdef double decided[BOUNDS]
        cdef double* bound = self.value_of(i)
        cdef double change = 0
        cdef int seat
        self.decide(i, branches, decided)
        for seat in range(3):
            change = max(change, max(decided[seat] - bound[seat], bound[3 + seat] - decided[3 + seat]))
            bound[seat] = max(bound[seat], decided[seat])
            bound[3 + seat] = min(bound[3 + seat], decided[3 + seat])
        return change

    # -- the frontier -------------------------------------------------------------------------

    cdef void add_reach(self, int32_t child, double reach, int depth) noexcept nogil:
        """Add reach probability to a state at this depth; put it in its bucket unless this round did so before."""
        cdef SearchNode* node = &self.nodes[child]
        if reach == 0 or self.is_terminal(child):
            return
        node.depth = min(node.depth, depth)
        if node.reach_probability == 0:
            node.next = self.buckets[node.bucket]
            self.buckets[node.bucket] = child
            self.bucket = min(self.bucket, node.bucket)
        node.reach_probability = min(node.reach_probability + <float>reach, <float>1e30)

    cdef void spread_reach(self, int32_t i, double reach) noexcept nogil:
        """Spread a state's reach over the branches that may be the best; at the root each branch gets all of it.

        Several branches get equal shares. If all of them are narrower than the decision (nearly tied for the mover, not
        for the others), the reach grows so that reach * width does not fall.
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
                self.add_reach(self.passes_of(i)[k], reach, self.nodes[i].depth + 1)

    cdef void spread_press(self, int32_t i, double reach) noexcept nogil:
        """Spread a press's reach over its landings, and over the options that may be the best."""
        cdef const SpinData* spin = self.spin_of(i)
        cdef const int32_t* edges = self.edges_of(i)
        cdef const int32_t* order = self.order_of(i)
        cdef int mover = self.states[i].mover
        cdef int depth = self.nodes[i].depth + self.nodes[i].levels
        cdef int t, landing, k, part
        cdef int32_t child
        cdef double chance
        self.add_reach(edges[spin.moves], reach * spin.whammy[mover], depth)
        for t in range(spin.term_count):
            self.add_reach(edges[spin.terms[t]], reach * spin.weights[mover * spin.moves + spin.terms[t]], depth)
        for landing in range(spin.landings):
            chance = reach * spin.chances[mover * spin.landings + landing]
            for k in range(self.list_options(i, landing)):
                for part in range(spin.parts[order[k]], spin.parts[order[k] + 1]):
                    if self.candidates[k]:
                        child = edges[self.edge_of(spin.part_moves[part])]
                        self.add_reach(child, chance * spin.part_weights[part], depth)
            order += spin.options[landing + 1] - spin.options[landing]

    cdef void visit(self, int32_t i, double threshold, Py_ssize_t max_expanded) noexcept nogil:
        """Spread the reach of a state that is above the threshold, expanding it if need be."""
        cdef double reach = self.nodes[i].reach_probability
        cdef double width = self.width(i)
        cdef bint expanded = self.states[i].edges > 0
        self.nodes[i].reach_probability = 0
        if width <= CONVERGENCE or (not expanded and self.nodes[i].depth + self.nodes[i].levels > self.depth):
            return
        if (reach * width < threshold and i != self.root) or (
            not expanded and (self.expanded >= max_expanded or not self.explore(i))
        ):
            self.pruned_states += 1
            return
        self.nodes[i].reach_probability, self.nodes[i].next = reach, self.last
        self.last = i
        self.visited += 1
        self.spread_reach(i, reach)

    cdef bint expand_frontier(self, double threshold, Py_ssize_t max_expanded) noexcept nogil:
        """Visit states from the root down; return false once ``stop`` is set."""
        cdef int32_t i
        cdef unsigned int taken = 0
        self.visited = self.pruned_states = 0
        self.last = NONE
        self.bucket = self.bucket_count
        self.add_reach(self.root, 1.0, 0)
        while self.bucket < self.bucket_count:
            i = self.buckets[self.bucket]
            if i == NONE:
                self.bucket += 1
                continue
            self.buckets[self.bucket] = self.nodes[i].next
            self.visit(i, threshold, max_expanded)
            taken += 1
            if (taken & 255) == 0 and self.stop[0]:
                return False
        return True

    cdef void backup(self) noexcept nogil:
        """Narrow every visited state, each after its successors, until ``stop`` is set."""
        cdef int32_t first, group
        cdef int32_t i = self.last
        cdef int _
        cdef bint back
        cdef double change
        cdef unsigned int shrunk = 0
        while i != NONE:
            first, group = i, self.nodes[i].bucket // self.passes
            for _ in range(LOOP_SWEEPS):
                i, back, change = first, False, 0
                while i != NONE and self.nodes[i].bucket // self.passes == group:
                    self.nodes[i].reach_probability = 0
                    change = max(change, self.shrink(i))
                    back = back or self.nodes[i].back
                    i = self.nodes[i].next
                    shrunk += 1
                    if (shrunk & 255) == 0 and self.stop[0]:
                        return
                if not back or change <= CONVERGENCE:
                    break
