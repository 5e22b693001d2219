"""The explored part of the tree below one root: its states, and which states each leads to.

A *state* is a position, Whammies included. When a state is *expanded* its edges are listed, and the states they
lead to are filed, each under a *bucket*: by spins used up, sum of scores and passed spins, so that a state's bucket
hardly ever comes after those that it leads to (``_search.pyx`` says when it does).
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc

from .._keys cimport pack_scores, pack_spins, pack_whammies, unpack, unpack_whammies, with_score
from .._rules cimport (
    WHAMMIES_OUT, Podiums, dollars_of, end_turn, find_winners, go_on, hand_over, hit_whammy, list_receivers,
    read_podiums, read_rules, spend_spin, spins_left, spins_of, take_whammy_off,
)
from .._spin cimport KernelScores, KernelSpin
from ._pool cimport (
    BUCKET_SHIFT, DECIDES, ENDS, LOOPS, MAY_PRESS, MOVER_SHIFT, NOT_EXPANDED, NOT_QUEUED, PASS_FIRST, PASS_SECOND,
    PREFETCH, PRESS, UNREACHED, Key, Node, depth_at, edges_at, find_node, free_pool, key_at, make_room, node_at,
    slot_of,
)

cimport cython

cdef uint64_t NOTHING = <uint64_t>-1  # no look-up


cdef inline Key pack(const Podiums* p) noexcept nogil:
    return Key(pack_spins(p) | pack_whammies(p), pack_scores(p))


@cython.final
cdef class Explored:
    """The states met so far, and the edges of those expanded.

    Args:
        stages: the board with few spins left, and with many; moves and options are the same, chances are not.
        arises: uint8 [2, moves], which moves there are in each.
        second_from: how many spins are many.
        scores: the scores of each seat.
        options: rule options as ``engine.solvers.kernel_rules`` lists them.
        offers: a slide may take a Whammy off.
        step: dollars that the least extra spin brings: states are put in order by it.
        memory: bytes that the search may use at most.
        stop: uint8 array [1], set by the caller to cancel.
    """

    def __init__(
        self, *, tuple stages, const uint8_t[:, ::1] arises, int second_from, KernelScores scores, tuple options,
        bint offers, double step, size_t memory, const uint8_t[::1] stop,
    ):
        cdef KernelSpin first = stages[0]
        cdef KernelSpin second = stages[1]
        self._hold = (first, second, scores, stop)
        self.spin, self.early, self.scores = first.data, second.data, scores.data
        self.arises, self.second_from = arises, second_from
        read_rules(&self.rules, options, self.scores.dollars, self.scores.zero)
        self.offers = offers
        self.per_step = 1.0 / step
        self.pool.memory, self.pool.stop = memory, &stop[0]
        self.pool.edge_count = self.spin.moves + 4  # moves, a Whammy, a Whammy off, two passes
        self.root = -1
        self.found_keys = <Key*>malloc(self.pool.edge_count * sizeof(Key))
        self.found_at = <uint64_t*>malloc(self.pool.edge_count * sizeof(uint64_t))
        if self.found_keys == NULL or self.found_at == NULL:
            raise MemoryError

    def __dealloc__(self):
        free_pool(&self.pool)
        free(self.found_keys)
        free(self.found_at)

    cdef bint set_root(self, tuple position) except -1:
        """File the root, given as ``engine.solvers.kernel_rules`` lists it, and expand it if there is room."""
        cdef Podiums p
        cdef Key key
        cdef int seat
        cdef double most = 0
        read_podiums(&p, position)
        for seat in range(3):
            most += self.scores.dollars[seat][self.scores.count[seat] - 1]
        self.layers = spins_left(&p)
        self.passes = self.layers + 1
        self.sums = <int>(most * self.per_step) + 1
        self.early_buckets = max(0, self.layers - self.second_from + 1) * self.sums * self.passes
        if not make_room(&self.pool):
            return False
        self.pool.states = ENDS
        self._merge_whammies(&p)
        key = pack(&p)
        self.root = self._file(key, slot_of(&self.pool, key))
        return self.expand(self.root)

    cdef uint32_t _bucket(self, const Podiums* p) noexcept nogil:
        cdef double dollars = 0
        cdef int seat, passed = 0
        for seat in range(3):
            dollars += dollars_of(&self.rules, p, seat)
            passed += p.passed[seat]
        return <uint32_t>(
            ((self.layers - spins_left(p)) * self.sums + <int>(dollars * self.per_step)) * self.passes + passed
        )

    cdef int32_t _file(self, Key key, uint64_t at) noexcept nogil:
        """Return the number of the state with this key, filed from ``at`` in the table if it is new."""
        cdef bint is_new
        cdef int32_t i = find_node(&self.pool, key, at, &is_new)
        cdef int seat
        cdef Node* node
        cdef Podiums p
        if not is_new:
            return i
        node = node_at(&self.pool, i)
        unpack(key.spins, key.scores, &p)
        for seat in range(3):
            node.bound[seat] = 0
            node.bound[3 + seat] = 0 if p.out >> seat & 1 else 1
        node.reach = 0
        node.edges = NOT_EXPANDED
        node.next = NOT_QUEUED
        depth_at(&self.pool, i)[0] = <uint16_t>UNREACHED
        node.mark = (
            self._bucket(&p) << BUCKET_SHIFT | <uint32_t>p.mover << MOVER_SHIFT | PRESS | PASS_FIRST | PASS_SECOND
        )
        if p.passed[p.mover] == 0:
            node.mark |= DECIDES
        return i

    cdef void _merge_whammies(self, Podiums* p) noexcept nogil:
        """Merge counts that can make no difference any more, as ``engine.solvers.lanes.merge`` does."""
        cdef int left = spins_left(p)
        cdef int seat
        for seat in range(3):
            if p.whammies[seat] < WHAMMIES_OUT and p.whammies[seat] + left < WHAMMIES_OUT:
                p.whammies[seat] = min(p.whammies[seat], left) if self.offers else 0

    cdef void _aim(self, int32_t* edges, int e, Podiums* p, bint on) noexcept nogil:
        """Note which state an edge leads to: an end of the game (not ``on``), or one yet to be looked up."""
        cdef int64_t dollars
        if not on:
            edges[e] = find_winners(&self.rules, p, &dollars)
            self.found_at[e] = NOTHING
            return
        edges[e] = -1
        self._merge_whammies(p)
        self.found_keys[e] = pack(p)
        self._ask(e)

    cdef inline void _ask(self, int e) noexcept nogil:
        self.found_at[e] = slot_of(&self.pool, self.found_keys[e])
        PREFETCH(&self.pool.slots[self.found_at[e]])

    cdef void _aim_moves(self, int32_t* edges, const Podiums* spun, bint spin, int stage) noexcept nogil:
        """Note where the moves of a stage lead that give a spin, or those that give none."""
        cdef Podiums then = spun[0]
        cdef int mover = spun.mover
        cdef const int32_t* next = self.scores.next[mover] + spun.score[mover]
        cdef Key key
        cdef bint goes_on
        cdef int e
        then.earned[mover] += spin
        goes_on = spins_of(&then, mover) > 0
        if goes_on:  # the states differ only in this score
            self._merge_whammies(&then)
            key = pack(&then)
        for e in range(self.spin.moves):
            if self.spin.gives_spin[e] != spin:
                continue
            if not self.arises[stage, e]:
                edges[e] = -1
                self.found_at[e] = NOTHING
            elif goes_on:
                edges[e] = -1
                self.found_keys[e].spins = key.spins
                self.found_keys[e].scores = with_score(key.scores, mover, next[e * self.scores.count[mover]])
                self._ask(e)
            else:
                then = spun[0]
                then.score[mover] = next[e * self.scores.count[mover]]
                self._aim(edges, e, &then, end_turn(&self.rules, &then))

    cdef bint expand(self, int32_t i) noexcept nogil:
        """List what a state leads to; return false when there is no room."""
        cdef Podiums now, spun, then
        cdef int e, k, count, stage
        cdef int receivers[2]
        cdef bint may_press
        cdef int32_t child
        cdef int32_t* edges
        cdef Node* node
        if not make_room(&self.pool):
            return False
        unpack(key_at(&self.pool, i).spins, key_at(&self.pool, i).scores, &now)
        unpack_whammies(key_at(&self.pool, i).spins, &now)
        node = node_at(&self.pool, i)
        edges = edges_at(&self.pool, <int32_t>self.pool.expanded)
        spun = now
        spend_spin(&spun)
        stage = spins_left(&now) >= self.second_from
        self._aim_moves(edges, &spun, False, stage)
        self._aim_moves(edges, &spun, True, stage)
        e = self.spin.moves
        then = spun
        hit_whammy(&self.rules, &then)
        self._aim(edges, e, &then, go_on(&self.rules, &then))
        e += 1
        edges[e] = -1
        self.found_at[e] = NOTHING
        if self.offers and now.whammies[now.mover]:
            then = spun
            take_whammy_off(&then)
            self._aim(edges, e, &then, go_on(&self.rules, &then))
        count = list_receivers(&self.rules, &now, receivers, &may_press)
        if may_press:
            node.mark |= MAY_PRESS
        for k in range(2):
            e += 1
            edges[e] = -1
            self.found_at[e] = NOTHING
            if k < count:
                then = now
                self._aim(edges, e, &then, hand_over(&self.rules, &then, receivers[k]))
        # Looking up in three steps lets memory answer while other look-ups go on.
        for e in range(self.pool.edge_count):
            if self.found_at[e] != NOTHING:
                child = self.pool.slots[self.found_at[e]]
                if child >= 0:
                    PREFETCH(key_at(&self.pool, child))
                    PREFETCH(node_at(&self.pool, child))
        for e in range(self.pool.edge_count):
            if self.found_at[e] != NOTHING:
                edges[e] = self._file(self.found_keys[e], self.found_at[e])
                if edges[e] == i:
                    node.mark |= LOOPS
        node.edges = <int32_t>self.pool.expanded
        self.pool.expanded += 1
        return True
