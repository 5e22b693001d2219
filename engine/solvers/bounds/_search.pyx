"""The likely positions below a root, each with a proven interval for every payoff.

A *state* is a position, Whammies included. Its three intervals [low, high] first hold for any position; once it is
*expanded*, which lists the states that it leads to, they shrink from theirs. ``round`` goes down from the root through
everything that matters at least as much as a threshold, expanding new states, and up again. ``search`` explains what
the intervals mean, and why they hold at every moment.

Going down needs parents before children. A spin used up leads to a *layer* with fewer spins left; inside a layer an
extra spin raises the sum of the scores, and a pass raises the number of passed spins. So states wait in *buckets* by
layer, sum of scores and passed spins. Only at a cap, or with sums of $0, does a state lead to its own bucket or an
earlier one. The trip then goes back there, though to no state twice, and the way up goes through all states
of that layer and sum again until nothing moves.

All memory is one block: states from its start, the lists of what they lead to from its end. Pages never written to
take none.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from .._keys cimport (
    SCORE_BITS, SCORE_MASK, hash_pair, pack_scores, pack_spins, pack_whammies, unpack, unpack_whammies,
)
from .._rules cimport (
    WHAMMIES_OUT, KernelRules, Podiums, dollars_of, find_winners, go_on, hand_over, hit_whammy, list_receivers,
    read_podiums, read_rules, spend_spin, spins_left, take_whammy_off,
)
from .._spin cimport WHAMMY, KernelScores, KernelSpin, ScoreData, SpinData, place_from

cimport cython

cdef enum:
    ENDS = 8  # the first states are the ends of the game, by bit mask of the winners
    NO_EDGE = -1  # no such branch
    NEVER = -1  # lows and highs of a branch that there is not: all others are better
    UNREACHED = 0x3FFFFFFF  # levels: deeper than any state
    SELF_SWEEPS = 60  # of a state that leads to itself
    LOOP_SWEEPS = 200  # of states that lead back to one another
    FIRST_SLOTS = 1 << 14
    SUMS = 4000  # buckets of sums of scores


cdef double UNIT_ROUNDING = 1.2e-16  # half a unit in the last place of 1, and a little more
# The tolerance of the rules (values so close are equal), seen from either side of rounding.
cdef double SURELY_EQUAL = 0.9999e-12
cdef double SURELY_LESS = 1.0001e-12
cdef double CONVERGENCE = 1e-16  # an interval that moves less, or is narrower, stands still


cdef struct State:
    double bound[6]  # the lows by seat, then the highs
    float reach  # chance to get here, in this round; 0 unless it waits or was visited
    int32_t next  # the next in its bucket; once visited, the one visited before it; 0 for none
    int32_t bucket
    int32_t depth  # levels of the tree below the root, by the shortest way found
    uint64_t spins  # spins, Whammies and who moves, packed
    uint64_t scores  # places of scores, packed
    int32_t edges  # number of its list, from 1; 0 if not expanded
    uint8_t mover
    uint8_t levels  # from here to what a spin brings: the decision, if there is one, and the spin
    uint8_t may_press
    uint8_t to_itself  # one of its edges leads to itself
    uint8_t back  # ... or to another state of its bucket or an earlier one


cdef struct Choice:
    double branches[18]  # intervals of a press and of two passes
    uint8_t candidates[3]  # which may be the best
    double bound[6]  # the interval of the choice


# -- an interval is six numbers: the lows by seat, then the highs ------------------------------

cdef inline double width_of(const double* bound) noexcept nogil:
    """Return the width of the widest of the three."""
    return max(bound[3] - bound[0], max(bound[4] - bound[1], bound[5] - bound[2]))


cdef inline void choose_interval(
    const double* rows, int count, int mover, uint8_t* candidates, double* result
) noexcept nogil:
    """Find the interval of a decision over rows of six, in order of preference; mark those that may be the best."""
    cdef int k, place
    cdef int found = 0
    cdef double low = -1
    cdef double high = -1
    cdef const double* row
    for place in range(3):
        result[place], result[3 + place] = 1, 0
    for k in range(count):
        candidates[k] = False
        low = max(low, rows[6 * k + mover])
        high = max(high, rows[6 * k + 3 + mover])
    for k in range(count):
        row = rows + 6 * k
        if row[3 + mover] < low - SURELY_LESS:
            continue
        candidates[k] = True
        for place in range(3):
            result[place] = min(result[place], row[place])
            result[3 + place] = max(result[3 + place], row[3 + place])
        found += 1
        if row[mover] >= high - SURELY_EQUAL:
            break  # nothing after it is ever preferred
    if found > 1:
        result[mover] = max(result[mover], low - SURELY_LESS)


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
cdef class BoundedSearch:
    """Explores what matters below a root, round by round.

    Args:
        position, options: the root and the rules, as ``engine.solvers.kernel_rules`` lists them.
        stages: the board with few spins left, and with many; moves and options are the same, chances are not.
        second_from: how many spins are many.
        offers: a slide may take a Whammy off.
        split: the payoffs of a finished game sum to 1 at most.
        ends: the game ends with certainty, so that payoffs sum to 1 at least.
        rounding: relative error of one state's arithmetic.
        depth: levels of the tree to explore, decisions and spins being one each; 0 for no limit. Where there are
            several ways to a state, the shortest counts.
        memory: the block; what else is taken counts as part of it.
        stop: uint8 array [1], set by the caller to cancel.

    Raises:
        MemoryError: there is too little for the root.
    """

    cdef object _hold
    cdef const SpinData* spin  # with few spins left
    cdef const SpinData* early  # with many
    cdef ScoreData scores
    cdef KernelRules rules
    cdef bint offers, split, ends
    cdef double per_dollar, rounding
    cdef int depth
    cdef const uint8_t* stop

    cdef size_t memory
    cdef State* states
    cdef int32_t* lists  # the end of the block
    cdef int edge_count  # of a list: moves, a Whammy, a Whammy off, two passes
    cdef int32_t count  # states, ends included
    cdef readonly int32_t expanded
    cdef readonly bint full  # the memory is used up
    cdef int32_t* slots  # hash table of states, 0 where free
    cdef Py_ssize_t slot_count

    cdef int layers, passes, bucket_count
    cdef int early_buckets  # the first of them, with many spins left
    cdef int32_t* buckets  # the first state that waits in each, or 0
    cdef int32_t bucket  # the first in which any may wait
    cdef int32_t root, last  # last: the state visited last
    cdef readonly Py_ssize_t visited  # states, in this round
    cdef readonly Py_ssize_t left  # states below the threshold in this round that could shrink

    cdef double* rows  # intervals of a landing's options, then of the choice among them
    cdef uint8_t* candidates  # which of these options may be the best

    def __init__(
        self, *, tuple position, tuple stages, int second_from, KernelScores scores, tuple options, bint offers,
        bint split, bint ends, double rounding, int depth, uint8_t[::1] memory, const uint8_t[::1] stop,
    ):
        cdef KernelSpin few = stages[0]
        cdef KernelSpin many = stages[1]
        cdef Podiums p
        cdef int seat
        cdef double most = 0
        self._hold = (few, many, scores, memory, stop)
        self.spin, self.early, self.scores, self.stop = &few.data, &many.data, scores.data, &stop[0]
        read_rules(&self.rules, options, self.scores.dollars, self.scores.zero)
        read_podiums(&p, position)
        self.offers, self.split, self.ends, self.rounding = offers, split, ends, rounding
        self.depth = depth if depth else UNREACHED
        for seat in range(3):
            most += self.scores.dollars[seat][self.scores.count[seat] - 1]
        self.layers = spins_left(&p)
        self.passes = self.layers + 1
        self.per_dollar = SUMS / (most + 1)
        self.early_buckets = max(0, self.layers - second_from + 1) * SUMS * self.passes
        self.bucket_count = self.layers * SUMS * self.passes
        self.edge_count = self.spin.moves + 4
        self.memory = memory.shape[0]
        self.states = <State*>&memory[0]
        self.lists = <int32_t*>(&memory[0] + self.memory)
        self.slot_count = FIRST_SLOTS
        self.slots = <int32_t*>calloc(self.slot_count, sizeof(int32_t))
        self.buckets = <int32_t*>calloc(<size_t>self.bucket_count, sizeof(int32_t))
        self.rows = <double*>malloc((self.spin.option_count + 1) * 6 * sizeof(double))
        self.candidates = <uint8_t*>malloc(self.spin.option_count)
        self.count = ENDS
        if (
            self.slots == NULL or self.buckets == NULL or self.rows == NULL or self.candidates == NULL
            or not self.make_room()
        ):
            raise MemoryError
        self.set_ends()
        self.root = self.find(&p, True)
        if not self.expand(self.root):
            raise MemoryError

    def __dealloc__(self):
        free(self.slots)
        free(self.buckets)
        free(self.rows)
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
        cdef Choice choice
        cdef State* state = &self.states[self.root]
        self.decide(state, &choice)
        press = [choice.branches[k] for k in range(6)] if state.may_press else None
        if self.passes_of(state)[0] == NO_EDGE:
            return press, None
        choose_interval(choice.branches + 6, 2, state.mover, choice.candidates, choice.bound)
        use_sum(choice.bound, self.ends, self.split)
        return press, [choice.bound[k] for k in range(6)]

    # -- states, and what they lead to --------------------------------------------------------

    cdef void set_ends(self) noexcept nogil:
        """Set the payoffs of finished games."""
        cdef int seat, winners, count
        cdef double share
        for winners in range(ENDS):
            memset(&self.states[winners], 0, sizeof(State))
            count = (winners & 1) + (winners >> 1 & 1) + (winners >> 2)
            share = 1.0 / count if self.split and count else 1.0
            for seat in range(3):
                if winners >> seat & 1:
                    self.states[winners].bound[seat] = share * (1 - UNIT_ROUNDING if share < 0.5 else 1)
                    self.states[winners].bound[3 + seat] = share * (1 + 2 * UNIT_ROUNDING if share < 0.5 else 1)

    cdef inline int32_t* edges_of(self, const State* state) noexcept nogil:
        return self.lists - <Py_ssize_t>state.edges * self.edge_count

    cdef inline int32_t* passes_of(self, const State* state) noexcept nogil:
        return self.edges_of(state) + self.edge_count - 2

    cdef inline const SpinData* spin_of(self, const State* state) noexcept nogil:
        """Return the board on which a state's spin is played."""
        return self.early if state.bucket < self.early_buckets else self.spin

    cdef bint make_room(self) noexcept nogil:
        """Make room to expand one state whatever it leads to; return false when there is none, or ``stop`` is set."""
        cdef Py_ssize_t count = self.count + self.edge_count
        cdef size_t used = count * sizeof(State) + sizeof(int32_t) * (
            (self.expanded + 1) * <size_t>self.edge_count + self.slot_count + self.bucket_count
        )
        if 3 * self.slot_count < 5 * count:
            return used + 2 * self.slot_count * sizeof(int32_t) <= self.memory and self.double_slots()
        return used <= self.memory and count < 0x7FFFFFFF

    cdef bint double_slots(self) noexcept nogil:
        cdef Py_ssize_t size = 2 * self.slot_count
        cdef int32_t* slots = <int32_t*>calloc(size, sizeof(int32_t))
        cdef int32_t i
        cdef uint64_t at
        if slots == NULL:
            return False
        for i in range(ENDS, self.count):
            if (i & 4095) == 0 and self.stop[0]:
                free(slots)
                return False
            at = hash_pair(self.states[i].spins, self.states[i].scores) & (size - 1)
            while slots[at]:
                at = (at + 1) & (size - 1)
            slots[at] = i
        free(self.slots)
        self.slots, self.slot_count = slots, size
        return True

    cdef int32_t find(self, Podiums* p, bint on) noexcept nogil:
        """Return the number of a position's state, filed if new; one of the first if the game is over (not ``on``).

        Counts of Whammies that can make no difference any more become one, as in ``engine.solvers.lanes.merge``.
        """
        cdef int seat
        cdef int left = spins_left(p)
        cdef int passed = 0
        cdef int64_t top
        cdef double dollars = 0
        cdef uint64_t spins, scores, at
        cdef State* state
        if not on:
            return find_winners(&self.rules, p, &top)
        for seat in range(3):
            if p.whammies[seat] < WHAMMIES_OUT and p.whammies[seat] + left < WHAMMIES_OUT:
                p.whammies[seat] = min(p.whammies[seat], left) if self.offers else 0
        spins, scores = pack_spins(p) | pack_whammies(p), pack_scores(p)
        at = hash_pair(spins, scores) & (self.slot_count - 1)
        while self.slots[at]:
            state = &self.states[self.slots[at]]
            if state.spins == spins and state.scores == scores:
                return self.slots[at]
            at = (at + 1) & (self.slot_count - 1)
        self.slots[at] = self.count
        state = &self.states[self.count]
        self.count += 1
        memset(state, 0, sizeof(State))
        state.spins, state.scores, state.mover, state.depth = spins, scores, p.mover, UNREACHED
        state.levels = 1 if p.passed[p.mover] else 2
        for seat in range(3):
            state.bound[3 + seat] = 0 if p.out >> seat & 1 else 1
            dollars += dollars_of(&self.rules, p, seat)
            passed += p.passed[seat]
        state.bucket = ((self.layers - left) * SUMS + <int>(dollars * self.per_dollar)) * self.passes + passed
        return self.slots[at]

    cdef bint expand(self, int32_t i) noexcept nogil:
        """List what a state leads to; return false when there is no room."""
        cdef State* state = &self.states[i]
        cdef Podiums now, spun, then
        cdef int e, count, mover, place
        cdef int receivers[2]
        cdef bint may_press
        cdef int32_t* edges
        if self.full or not self.make_room():
            self.full = not self.stop[0]
            return False
        self.expanded += 1
        state.edges = self.expanded
        edges = self.edges_of(state)
        unpack(state.spins, state.scores, &now)
        unpack_whammies(state.spins, &now)
        mover = now.mover
        spun = now
        spend_spin(&spun)
        for e in range(self.spin.moves):
            then = spun
            place = place_from(self.spin, e, &now)
            if place >= 0:
                then.score[mover] = self.scores.next[mover][e * self.scores.count[mover] + place]
            then.earned[mover] += self.spin.gives_spin[e]
            edges[e] = self.find(&then, go_on(&self.rules, &then))
        edges += self.spin.moves
        then = spun
        hit_whammy(&self.rules, &then)
        edges[0] = self.find(&then, go_on(&self.rules, &then))
        edges[1] = edges[2] = edges[3] = NO_EDGE
        if self.offers and now.whammies[mover]:
            then = spun
            take_whammy_off(&then)
            edges[1] = self.find(&then, go_on(&self.rules, &then))
        count = list_receivers(&self.rules, &now, receivers, &may_press)
        state.may_press = may_press
        for e in range(count):
            then = now
            edges[2 + e] = self.find(&then, hand_over(&self.rules, &then, receivers[e]))
        edges = self.edges_of(state)
        for e in range(self.edge_count):
            if edges[e] == i:
                state.to_itself = True
            elif edges[e] >= ENDS and self.states[edges[e]].bucket <= state.bucket:
                state.back = True
        return True

    # -- intervals ----------------------------------------------------------------------------

    cdef inline int edge_of(self, int part) noexcept nogil:
        """Return the edge of a part of an option: a move, a Whammy, or a Whammy off."""
        return part if part >= 0 else self.spin.moves + (0 if part == WHAMMY else 1)

    cdef inline const int32_t* order_of(self, const State* state) noexcept nogil:
        """Return the order in which a state's options are preferred."""
        cdef uint64_t score = state.scores >> SCORE_BITS * state.mover & SCORE_MASK
        return self.spin.orders + self.scores.order[state.mover][score] * self.spin.option_count

    cdef int list_options(self, const State* state, int landing) noexcept nogil:
        """List the intervals of a landing's options and of their choice, and which may be best; return their number."""
        cdef const SpinData* spin = self.spin_of(state)
        cdef const int32_t* edges = self.edges_of(state)
        cdef const int32_t* order = self.order_of(state) + spin.options[landing]
        cdef int count = spin.options[landing + 1] - spin.options[landing]
        cdef int k, part, place
        cdef int32_t child
        for k in range(6 * count):
            self.rows[k] = 0
        for k in range(count):
            for part in range(spin.parts[order[k]], spin.parts[order[k] + 1]):
                child = edges[self.edge_of(spin.part_moves[part])]
                for place in range(6):
                    self.rows[6 * k + place] += (
                        NEVER if child == NO_EDGE else spin.part_weights[part] * self.states[child].bound[place]
                    )
        choose_interval(self.rows, count, state.mover, self.candidates, self.rows + 6 * count)
        return count

    cdef void press(self, const State* state, double* bound, double reach) noexcept nogil:
        """Find the interval of pressing; send a reach on to what it leads to, 0 for none."""
        cdef const SpinData* spin = self.spin_of(state)
        cdef const int32_t* edges = self.edges_of(state)
        cdef const int32_t* order = self.order_of(state)
        cdef double weight
        cdef int e, k, part, place, count
        cdef int32_t child
        cdef int depth = state.depth + state.levels
        memset(bound, 0, 6 * sizeof(double))
        for e in range(spin.moves + 1):  # without a choice: the moves, then a Whammy
            weight = spin.weights[state.mover * spin.moves + e] if e < spin.moves else spin.whammy[state.mover]
            for place in range(6):
                bound[place] += weight * self.states[edges[e]].bound[place]
            self.send(edges[e], reach * weight, depth)
        for e in range(spin.landings):
            weight = spin.chances[state.mover * spin.landings + e]
            count = self.list_options(state, e)
            for place in range(6):
                bound[place] += weight * self.rows[6 * count + place]
            for k in range(count):
                for part in range(spin.parts[order[k]], spin.parts[order[k] + 1]):
                    if self.candidates[k]:
                        child = edges[self.edge_of(spin.part_moves[part])]
                        self.send(child, reach * weight * spin.part_weights[part], depth)
            order += count
        widen(bound, self.rounding)
        use_sum(bound, self.ends, self.split)

    cdef void decide(self, const State* state, Choice* choice) noexcept nogil:
        """Find what is known of a state's decision."""
        cdef int k, place
        cdef int32_t child
        for place in range(6):
            choice.branches[place] = NEVER
        if state.may_press:
            self.press(state, choice.branches, 0)
        for k in range(2):
            child = self.passes_of(state)[k]
            for place in range(6):
                choice.branches[6 + 6 * k + place] = NEVER if child == NO_EDGE else self.states[child].bound[place]
        choose_interval(choice.branches, 3, state.mover, choice.candidates, choice.bound)
        use_sum(choice.bound, self.ends, self.split)

    cdef double shrink(self, State* state) noexcept nogil:
        """Shrink a state's intervals, again and again where it leads to itself; return by how much at most."""
        cdef Choice choice
        cdef double moved
        cdef double most = 0
        cdef int seat, _
        for _ in range(SELF_SWEEPS if state.to_itself else 1):
            self.decide(state, &choice)
            moved = 0
            for seat in range(3):
                moved = max(moved, choice.bound[seat] - state.bound[seat])
                moved = max(moved, state.bound[3 + seat] - choice.bound[3 + seat])
                state.bound[seat] = max(state.bound[seat], choice.bound[seat])
                state.bound[3 + seat] = min(state.bound[3 + seat], choice.bound[3 + seat])
            most = max(most, moved)
            if moved <= CONVERGENCE:
                break
        return most

    # -- what matters -------------------------------------------------------------------------

    cdef void send(self, int32_t child, double reach, int depth) noexcept nogil:
        """Add reach to a state so many levels down, and put it in its bucket unless this round met it before."""
        cdef State* state = &self.states[child]
        if child < ENDS or reach == 0:
            return
        state.depth = min(state.depth, depth)
        if state.reach == 0:
            state.next = self.buckets[state.bucket]
            self.buckets[state.bucket] = child
            self.bucket = min(self.bucket, state.bucket)
        state.reach = min(state.reach + <float>reach, <float>1e30)

    cdef void spread(self, const State* state, double reach) noexcept nogil:
        """Send a state's reach on along the branches that may be the best; from the root all of it along each.

        Several branches have an equal part each. If all of them are better known than the decision itself (they are
        nearly level, and what the choice means to others is open), they matter more for that: the reach grows so that
        reach times width does not shrink on the way.
        """
        cdef Choice choice
        cdef double widest = 0
        cdef int k
        cdef int open = 0
        if self.passes_of(state)[0] == NO_EDGE:
            self.press(state, choice.bound, reach)
            return
        self.decide(state, &choice)
        for k in range(3):
            if state == &self.states[self.root]:
                choice.candidates[k] = k > 0 or state.may_press
            elif choice.candidates[k]:
                open += 1
                widest = max(widest, width_of(choice.branches + 6 * k))
        if open > 1:
            reach *= max(1.0, width_of(state.bound) / max(widest, CONVERGENCE)) / open
        if choice.candidates[0]:
            self.press(state, choice.bound, reach)
        for k in range(2):
            if choice.candidates[1 + k]:
                self.send(self.passes_of(state)[k], reach, state.depth + 1)

    cdef void visit(self, int32_t i, double threshold, Py_ssize_t most) noexcept nogil:
        """Go on from a state if it matters."""
        cdef State* state = &self.states[i]
        cdef double width = width_of(state.bound)
        if width <= CONVERGENCE or (not state.edges and state.depth + state.levels > self.depth):
            state.reach = 0
            return
        if (state.reach * width < threshold and i != self.root) or (
            not state.edges and (self.expanded >= most or not self.expand(i))
        ):
            self.left += 1
            state.reach = 0
            return
        state.next = self.last
        self.last = i
        self.visited += 1
        self.spread(state, state.reach)

    cdef bint go_down(self, double threshold, Py_ssize_t most) noexcept nogil:
        """Go down from the root through all that matters; return false once ``stop`` is set."""
        cdef int32_t i
        cdef unsigned int taken = 0
        self.visited = self.left = self.last = 0
        self.bucket = self.bucket_count
        self.send(self.root, 1.0, 0)
        while self.bucket < self.bucket_count:
            i = self.buckets[self.bucket]
            if i == 0:
                self.bucket += 1
                continue
            self.buckets[self.bucket] = self.states[i].next
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
        while i:
            first, group = i, self.states[i].bucket // self.passes
            for _ in range(LOOP_SWEEPS):
                i, back, moved = first, False, 0
                while i and self.states[i].bucket // self.passes == group:
                    self.states[i].reach = 0
                    moved = max(moved, self.shrink(&self.states[i]))
                    back = back or self.states[i].back
                    i = self.states[i].next
                    shrunk += 1
                    if (shrunk & 255) == 0 and self.stop[0]:
                        return
                if not back or moved <= CONVERGENCE:
                    break
