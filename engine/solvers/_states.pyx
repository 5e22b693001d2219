"""Positions below a root as states with numbers, and what each leads to.

A *state* is a position, Whammies included; counts of them that can make no difference any more become one, as in
``engine.solvers.lanes.merge``. What it leads to is listed once it is *expanded*: the edges of its moves, of a Whammy
and a Whammy off, and of its passes, each the number of a state or of an end of the game. The sparse solver expands all
there is (``_sweep.pyx``), bounds what is likely (``bounds/_search.pyx``).

Fast copy of ``engine.game.rules``; tests hold it to that, position by position.
"""

from libc.stdlib cimport free, realloc
from libc.string cimport memset

from ._keys cimport MOVER_SHIFT, SCORE_BITS, hash_pair, pack_scores, pack_state, unpack_state, with_score
from ._rules cimport (
    WHAMMIES_OUT, find_winners, go_on, hand_over, hit_whammy, list_receivers, read_rules, spend_spin, spins_left,
    spins_of, take_whammy_off,
)
from ._spin cimport KernelScores, KernelSpin, place_from

cdef enum:
    FIRST_ROOM = 1 << 10
    SLOT_BYTES = 14  # of the hash table, for a state at most
    BLOCK = 15  # scores of the mover beside one another have slots beside one another, 16 in a line of the cache


cdef uint64_t END = <uint64_t>1 << 63
cdef Py_ssize_t MOST_STATES = 0x7FFFFFFF  # states have numbers of 32 bits


cdef class States:
    """The states below a root, as far as they are expanded.

    Args:
        stages: the board with few spins left, and with many or before it changes; moves and options are the same,
            chances are not.
        arises: uint8 [2, moves], which moves there are with each.
        second_from: how many spins are many.
        options: rule options as ``engine.solvers.kernel_rules`` lists them.
        offers: a slide may take a Whammy off.
        money: ends differ by the money won, not only by the winners.
        memory: bytes that all this may take.
        stop: uint8 array [1], set by the caller to cancel.
    """

    def __init__(
        self, *, tuple stages, const uint8_t[:, ::1] arises, int second_from, KernelScores scores, tuple options,
        bint offers, bint money, Py_ssize_t memory, const uint8_t[::1] stop,
    ):
        cdef KernelSpin few = stages[0]
        cdef KernelSpin many = stages[1]
        self._hold = (few, many, scores, stop)
        self.spin, self.early, self.scores, self.stop = &few.data, &many.data, scores.data, &stop[0]
        self.arises, self.second_from = arises, second_from
        read_rules(&self.rules, options, self.scores.dollars, self.scores.zero)
        self.offers, self.money, self.memory = offers, money, memory
        self.edge_count = self.spin.moves + 4
        self.state_bytes += sizeof(State)

    def __dealloc__(self):
        free(self.states)
        free(self.lists)
        free(self.slots)

    # -- memory -------------------------------------------------------------------------------

    @property
    def bytes(self):
        """Memory that the states take at most."""
        return self.count * (self.state_bytes + SLOT_BYTES) + self.expanded * self.edge_count * sizeof(int32_t)

    cdef bint grow(self, Py_ssize_t room) noexcept nogil:
        """Make room for so many states; return false when memory ran out."""
        cdef State* states = <State*>realloc(self.states, room * sizeof(State))
        if states == NULL:
            return False
        self.states = states
        return True

    cdef void begin(self, int32_t i, const Podiums* p) noexcept nogil:
        """Take up a new state; NULL for an end of the game."""

    cdef bint make_room(self) noexcept nogil:
        """Make room to expand one state whatever it leads to; return false when there is none, or ``stop`` is set."""
        cdef Py_ssize_t count = self.count + self.edge_count
        cdef Py_ssize_t list_bytes = self.edge_count * sizeof(int32_t)
        cdef int32_t* lists
        if count * (self.state_bytes + SLOT_BYTES) + (self.expanded + 1) * list_bytes > self.memory:
            return False
        if count > MOST_STATES:
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

    # -- states, and what they lead to --------------------------------------------------------

    cdef int32_t file(self, uint64_t key, uint64_t scores, const Podiums* p) noexcept nogil:
        """Return the number of a state, which may be new; ``p`` is NULL for an end of the game."""
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
        self.begin(i, p)
        return i

    cdef int32_t find(self, Podiums* p, bint on) noexcept nogil:
        """Return the number of a position's state, or of an end of the game (not ``on``); filed if new."""
        cdef int winners
        cdef int64_t top
        if not on:
            winners = find_winners(&self.rules, p, &top)
            return self.file(END | winners, top if self.money else 0, NULL)
        return self.file(self.key_of(p), pack_scores(p), p)

    cdef uint64_t key_of(self, Podiums* p) noexcept nogil:
        """Merge the Whammies of a position, and pack all but its scores."""
        cdef int seat
        cdef int left = spins_left(p)
        for seat in range(3):
            if p.whammies[seat] < WHAMMIES_OUT and p.whammies[seat] + left < WHAMMIES_OUT:
                p.whammies[seat] = min(p.whammies[seat], left) if self.offers else 0
        return pack_state(p)

    cdef bint expand(self, int32_t i) noexcept nogil:
        """List what a state leads to; return false when there is no room."""
        cdef Podiums now, spun, then
        cdef Podiums along[2]  # after a move without a spin, and with one
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
            if spins_of(&spun, mover) + gives:  # the turn goes on: only the score differs
                edges[e] = self.file(keys[gives], with_score(scores, mover, place), &along[gives])
            else:
                then = along[gives]
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
        self.states[i].may_press = may_press
        for e in range(count):
            then = now
            edges[2 + e] = self.find(&then, hand_over(&self.rules, &then, receivers[e]))
        return True


cdef inline uint64_t first_slot(uint64_t key, uint64_t scores) noexcept nogil:
    """Return where a state may be in the hash table, less whole rounds of it."""
    cdef int shift = SCORE_BITS * (key >> MOVER_SHIFT & 3)
    cdef uint64_t block = scores & ~(<uint64_t>BLOCK << shift)
    return hash_pair(key, block) & ~<uint64_t>BLOCK | (scores >> shift & BLOCK)


cdef inline uint64_t next_slot(uint64_t at) noexcept nogil:
    """Return where it may be if that one is taken: in the next block, and at last anywhere."""
    return at + BLOCK + 2
