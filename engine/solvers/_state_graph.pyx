"""State graph with a transposition table: the positions below a root as states, and the edges to their successors.

A *state* is a position with equivalent Whammy counts merged (``engine.solvers.lanes.LaneTransitions``). *Expanding* a
state lists its edges: its moves, a Whammy, a Whammy off and its passes, each the index of a state. The *value* of a
state is a few numbers, averaged at chance nodes and chosen by the mover. Expectimax (``_expectimax_graph.pyx``) expands
all states, bounds (``bounds/_search.pyx``) the likely ones; each defines its values and the choice between them.

Tests compare the graph with ``engine.game.rules``, position by position.
"""

from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

from ._keys cimport MOVER_SHIFT, SCORE_BITS, hash_pair, pack_scores, pack_state, unpack_state, with_score
from ._rules cimport (
    WHAMMIES_OUT, continue_turn, find_winners, hit_whammy, list_receivers, pass_spins, read_rules, spend_spin,
    spins_left, spins_of, take_whammy_off,
)
from ._spin cimport KernelScores, KernelSpin, place_from

cdef enum:
    FIRST_ROOM = 1 << 10
    SLOT_BYTES = 14  # of the hash table, for a state at most
    SLOT_GROUP = 15  # mask: 16 neighboring scores of the mover share a cache line of slots


cdef uint64_t TERMINAL_BIT = <uint64_t>1 << 63
cdef Py_ssize_t MAX_STATES = 0x7FFFFFFF  # states have 32-bit indices


cdef class StateGraph:
    """The states below a root.

    Args:
        stages: the boards of late and of early spins; they have the same moves and options, and chances of their own.
        arises: uint8 [2, moves], whether each board has a move.
        early_from: a spin is early while at least this many are left, or before the board changes.
        options: rule options as ``engine.solvers.kernel_rules`` lists them.
        offers: whether a slide may take a Whammy off.
        money: whether terminal states differ by the money won, not only by the winners.
        planes: the numbers of a value, at most 6.
        unavailable_value: the value of a branch that does not exist: never chosen.
        memory: limit in bytes.
        stop: uint8 array [1], set by the caller to cancel.
    """

    def __init__(
        self, *, tuple stages, const uint8_t[:, ::1] arises, int early_from, KernelScores scores, tuple options,
        bint offers, bint money, int planes, double unavailable_value, Py_ssize_t memory, const uint8_t[::1] stop,
    ):
        cdef KernelSpin few = stages[0]
        cdef KernelSpin many = stages[1]
        self._hold = (few, many, scores, stop)
        self.spin, self.early, self.scores, self.stop = &few.data, &many.data, scores.data, &stop[0]
        self.arises, self.early_from = arises, early_from
        read_rules(&self.rules, options, self.scores.dollars, self.scores.zero)
        self.offers, self.money, self.memory = offers, money, memory
        self.edge_count = self.spin.moves + 4
        self.planes, self.unavailable_value = planes, unavailable_value
        self.rows = <double*>malloc((self.spin.option_count + 1) * planes * sizeof(double))
        if self.rows == NULL:
            raise MemoryError
        self.state_bytes += sizeof(State) + planes * sizeof(double)

    def __dealloc__(self):
        free(self.states)
        free(self.values)
        free(self.rows)
        free(self.lists)
        free(self.slots)

    # -- memory -------------------------------------------------------------------------------

    @property
    def bytes(self):
        """Upper bound on the memory of the states."""
        return self.count * (self.state_bytes + SLOT_BYTES) + self.expanded * self.edge_count * sizeof(int32_t)

    cdef bint grow(self, Py_ssize_t room) noexcept nogil:
        """Make room for this many states; return false if memory runs out."""
        cdef State* states = <State*>realloc(self.states, room * sizeof(State))
        cdef double* values
        if states == NULL:
            return False
        self.states = states
        values = <double*>realloc(self.values, room * self.planes * sizeof(double))
        if values == NULL:
            return False
        self.values = values
        return True

    cdef void init_value(self, int32_t i, const Position* p) noexcept nogil:
        """Set the value of a new state, which is 0 otherwise; ``p`` is NULL for a terminal state."""

    cdef bint make_room(self) noexcept nogil:
        """Make room for one state and all its successors; return false if there is none, or ``stop`` is set."""
        cdef Py_ssize_t count = self.count + self.edge_count
        cdef Py_ssize_t list_bytes = self.edge_count * sizeof(int32_t)
        cdef int32_t* lists
        if count * (self.state_bytes + SLOT_BYTES) + (self.expanded + 1) * list_bytes > self.memory:
            return False
        if count > MAX_STATES:
            return False
        if self.expanded == self.list_room:
            self.list_room = 2 * self.list_room if self.list_room else FIRST_ROOM
            lists = <int32_t*>realloc(self.lists, self.list_room * list_bytes)
            if lists == NULL:
                return False
            self.lists = lists
        while count > self.room:
            self.room = 2 * self.room if self.room else FIRST_ROOM
            if not self.grow(self.room):
                return False
        while 3 * self.slot_count < 5 * count:
            if not self.double_slots():
                return False
        return True

    cdef bint double_slots(self) noexcept nogil:
        cdef Py_ssize_t size = 2 * self.slot_count if self.slot_count else FIRST_ROOM
        cdef int32_t* slots = <int32_t*>realloc(self.slots, size * sizeof(int32_t))
        cdef int32_t i
        cdef uint64_t at
        if slots == NULL:
            return False
        memset(slots, 0xFF, size * sizeof(int32_t))
        self.slots, self.slot_count = slots, size
        for i in range(self.count):
            if (i & 4095) == 0 and self.stop[0]:
                return False
            at = first_slot(self.states[i].key, self.states[i].scores) & (size - 1)
            while slots[at] >= 0:
                at = next_slot(at) & (size - 1)
            slots[at] = i
        return True

    # -- states and their successors ----------------------------------------------------------

    cdef int32_t intern(self, uint64_t key, uint64_t scores, const Position* p) noexcept nogil:
        """Return the index of a state, adding it to the table if new; ``p`` is NULL for a terminal state."""
        cdef uint64_t at = first_slot(key, scores) & (self.slot_count - 1)
        cdef State* state
        cdef int32_t i = self.slots[at]
        while i >= 0:
            if self.states[i].key == key and self.states[i].scores == scores:
                return i
            at = next_slot(at) & (self.slot_count - 1)
            i = self.slots[at]
        i = <int32_t>self.count
        self.count += 1
        self.slots[at] = i
        state = &self.states[i]
        memset(state, 0, sizeof(State))
        state.key, state.scores = key, scores
        state.mover = 0 if p == NULL else p.mover
        memset(self.value_of(i), 0, self.planes * sizeof(double))
        self.init_value(i, p)
        return i

    cdef int32_t state_of(self, Position* p, bint ongoing) noexcept nogil:
        """Return the index of a position's state, adding it if new; of a terminal state if not ``ongoing``."""
        cdef int winners
        cdef int64_t top
        if not ongoing:
            winners = find_winners(&self.rules, p, &top)
            return self.intern(TERMINAL_BIT | winners, top if self.money else 0, NULL)
        return self.intern(self.key_of(p), pack_scores(p), p)

    cdef uint64_t key_of(self, Position* p) noexcept nogil:
        """Merge equivalent Whammy counts of a position, and return its packed key without the scores."""
        cdef int seat
        cdef int left = spins_left(p)
        for seat in range(3):
            if p.whammies[seat] < WHAMMIES_OUT and p.whammies[seat] + left < WHAMMIES_OUT:
                p.whammies[seat] = min(p.whammies[seat], left) if self.offers else 0
        return pack_state(p)

    cdef bint expand(self, int32_t i) noexcept nogil:
        """List the edges of a state; return false if there is no room."""
        cdef Position now, spun, then
        cdef Position along[2]  # after a move without a spin, and with one
        cdef uint64_t scores
        cdef uint64_t keys[2]
        cdef int e, count, mover, place, gives
        cdef int receivers[2]
        cdef bint may_press, early
        cdef int32_t* edges
        if self.full or not self.make_room():
            self.full = not self.stop[0]
            return False
        self.expanded += 1
        self.states[i].edges = <int32_t>self.expanded
        edges = self.edges_of(i)
        early = self.is_early(i)
        unpack_state(self.states[i].key, self.states[i].scores, &now)
        mover = now.mover
        scores = self.states[i].scores
        spun = now
        spend_spin(&spun)
        spun.next_spins -= spun.next_spins > 0
        for gives in range(2):
            along[gives] = spun
            along[gives].earned[mover] += gives
            keys[gives] = self.key_of(&along[gives])
        for e in range(self.spin.moves):
            edges[e] = NO_EDGE
            if not self.arises[early, e]:
                continue
            gives = self.spin.gives_spin[e]
            place = place_from(self.spin, e, &now)
            if place >= 0:
                place = self.scores.next[mover][e * self.scores.count[mover] + place]
            else:
                place = now.score[mover]
            along[gives].score[mover] = place
            if spins_of(&spun, mover) + gives:  # the turn continues: only the score differs
                edges[e] = self.intern(keys[gives], with_score(scores, mover, place), &along[gives])
            else:
                then = along[gives]
                edges[e] = self.state_of(&then, continue_turn(&self.rules, &then))
        edges += self.spin.moves
        then = spun
        hit_whammy(&self.rules, &then)
        edges[0] = self.state_of(&then, continue_turn(&self.rules, &then))
        edges[1] = edges[2] = edges[3] = NO_EDGE
        if self.offers and now.whammies[mover]:
            then = spun
            take_whammy_off(&then)
            edges[1] = self.state_of(&then, continue_turn(&self.rules, &then))
        count = list_receivers(&self.rules, &now, receivers, &may_press)
        self.states[i].may_press = may_press
        for e in range(count):
            then = now
            edges[2 + e] = self.state_of(&then, pass_spins(&self.rules, &then, receivers[e]))
        return True

    # -- values -------------------------------------------------------------------------------

    cdef void choose(self, const double* rows, int count, int mover, double* result) noexcept nogil:
        """Find the value of the mover's choice among ``rows``, which are in order of preference."""

    cdef int list_options(self, int32_t i, int landing) noexcept nogil:
        """List the values of a landing's options in ``rows``, then the value of the choice; return their number."""
        cdef const SpinData* spin = self.spin_of(i)
        cdef const int32_t* order = self.order_of(i) + spin.options[landing]
        cdef int count = spin.options[landing + 1] - spin.options[landing]
        cdef int k, plane, part
        cdef int32_t child
        cdef double* row
        for k in range(count):
            row = self.rows + k * self.planes
            memset(row, 0, self.planes * sizeof(double))
            for part in range(spin.parts[order[k]], spin.parts[order[k] + 1]):
                child = self.edges_of(i)[self.edge_of(spin.part_moves[part])]
                if child != NO_EDGE:
                    self.add(row, child, spin.part_weights[part])
                else:  # no Whammy to take off
                    for plane in range(self.planes):
                        row[plane] = self.unavailable_value
        self.choose(self.rows, count, self.states[i].mover, self.rows + count * self.planes)
        return count

    cdef void press(self, int32_t i, double* sum) noexcept nogil:
        cdef const SpinData* spin = self.spin_of(i)
        cdef const int32_t* edges = self.edges_of(i)
        cdef int mover = self.states[i].mover
        cdef int t, landing, plane, count
        memset(sum, 0, self.planes * sizeof(double))
        self.add(sum, edges[spin.moves], spin.whammy[mover])
        for t in range(spin.term_count):
            self.add(sum, edges[spin.terms[t]], spin.weights[mover * spin.moves + spin.terms[t]])
        for landing in range(spin.landings):
            count = self.list_options(i, landing)
            for plane in range(self.planes):
                sum[plane] += spin.chances[mover * spin.landings + landing] * self.rows[count * self.planes + plane]

    cdef void decide(self, int32_t i, double* branches, double* result) noexcept nogil:
        """Find the values of a press and of two passes in ``branches``, and of the choice in ``result``."""
        cdef int k
        cdef const int32_t* passes = self.passes_of(i)
        for k in range(3 * self.planes):
            branches[k] = self.unavailable_value
        if self.states[i].may_press:
            self.press(i, branches)
        for k in range(2):
            if passes[k] != NO_EDGE:
                memcpy(branches + (1 + k) * self.planes, self.value_of(passes[k]), self.planes * sizeof(double))
        self.choose(branches, 3, self.states[i].mover, result)


cdef inline uint64_t first_slot(uint64_t key, uint64_t scores) noexcept nogil:
    """Return the first slot to probe for a state in the hash table."""
    cdef int shift = SCORE_BITS * (key >> MOVER_SHIFT & 3)
    cdef uint64_t block = scores & ~(<uint64_t>SLOT_GROUP << shift)
    return hash_pair(key, block) & ~<uint64_t>SLOT_GROUP | (scores >> shift & SLOT_GROUP)


cdef inline uint64_t next_slot(uint64_t at) noexcept nogil:
    """Return the next slot to probe; the odd stride visits every slot of the table."""
    return at + SLOT_GROUP + 2
