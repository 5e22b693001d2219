"""Positions below a root, filed as far as they are likely, with a proven interval for each payoff.

A *state* is a position, Whammies included. It has three intervals [low, high], at first what is
known of any position, and shrinks them from those of the states it leads to once it has been
expanded. ``round`` goes down from the root through everything that matters at least as much as a
threshold, expanding what is new, and then up again. What the intervals mean, and why they hold at
every moment, is said in ``engine.solve.bounds``.

Going down needs parents before children. A spin used up leads to a *layer* with fewer spins left;
inside a layer an extra spin raises the sum of the scores, and a pass raises the number of passed
spins. So states wait in buckets by (layer, sum of scores, passed spins). Only at a cap, or with
sums of $0, can a bucket be met again; such a group of buckets is gone through several times.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset

include "_rules.pxi"

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define PREFETCH(p) __builtin_prefetch(p)
    #else
    #define PREFETCH(p) ((void)0)
    #endif
    """
    void PREFETCH(const void* p) nogil

MAX_DOMAIN = 1 << 20

cdef int CHUNK_BITS = 12  # states, and lists of moves, are allotted in chunks of 4096
cdef int CHUNK = 1 << CHUNK_BITS
cdef int WHAMMIES_OUT = 4
cdef int ENDS = 8  # the first states are the ends of the game, by bit mask of the winners
cdef int NOT_QUEUED = -2
cdef int END_OF_LIST = -1
cdef int NOT_EXPANDED = -1
cdef int GROUP_TRIPS = 8  # how often a group of buckets is gone through on the way down
cdef int LOOP_SWEEPS = 200  # ... and up, while anything moves
cdef int SELF_SWEEPS = 60  # of a state that leads back to itself
cdef uint64_t NOTHING = <uint64_t>-1  # no look-up
cdef double STILL = 1e-16
cdef float MOST_REACH = 1e30
cdef double UNIT_ROUNDING = 1.2e-16  # half a unit in the last place of 1, and a little more

# The tolerance of the rules (values so close are equal), seen from either side of rounding.
cdef double SURELY_EQUAL = 0.9999e-12
cdef double SURELY_LESS = 1.0001e-12

# ``Node.mark``: flags below, the bucket above.
cdef uint32_t PRESS = 1  # candidates: branches that may be the best one
cdef uint32_t PASS_FIRST = 2
cdef uint32_t PASS_SECOND = 4
cdef uint32_t MAY_PRESS = 8
cdef uint32_t LOOPS = 16  # one of its moves leads back to itself
cdef int UP_SHIFT = 5
cdef int BUCKET_SHIFT = 7

cdef struct Node:
    double bound[6]  # the lows by seat, then the highs
    float reach
    int32_t edges  # number of its list of moves, or NOT_EXPANDED
    int32_t next  # in its bucket
    uint32_t mark


cdef struct Key:
    uint64_t spins  # spins, Whammies and who is up, packed
    uint64_t scores  # indices of scores, packed


cdef struct Full:
    State s
    int whammies[3]


cdef struct Segment:
    Py_ssize_t first
    Py_ssize_t last


cdef Key pack(const Full* f) noexcept nogil:
    cdef Key key
    cdef int seat
    key.spins = <uint64_t>f.s.up << 45
    key.scores = 0
    for seat in range(3):
        key.spins |= <uint64_t>f.s.earned[seat] << (6 * seat)
        key.spins |= <uint64_t>f.s.passed[seat] << (18 + 6 * seat)
        key.spins |= <uint64_t>f.whammies[seat] << (36 + 3 * seat)
        key.scores |= <uint64_t>f.s.score[seat] << (20 * seat)
    return key


cdef void unpack(Key key, Full* f) noexcept nogil:
    cdef int seat
    f.s.up = <int>(key.spins >> 45 & 3)
    f.s.out = 0
    for seat in range(3):
        f.s.earned[seat] = <int>(key.spins >> (6 * seat) & 63)
        f.s.passed[seat] = <int>(key.spins >> (18 + 6 * seat) & 63)
        f.whammies[seat] = <int>(key.spins >> (36 + 3 * seat) & 7)
        f.s.score[seat] = <int>(key.scores >> (20 * seat) & 0xFFFFF)
        if f.whammies[seat] == WHAMMIES_OUT:
            f.s.out |= 1 << seat


cdef inline uint64_t mix(Key key) noexcept nogil:
    cdef uint64_t h = key.spins * 0x9E3779B97F4A7C15ULL ^ (key.scores + 0x7F4A7C159E3779B9ULL) * 0xC2B2AE3D27D4EB4FULL
    h ^= h >> 29
    h *= 0xBF58476D1CE4E5B9ULL
    return h ^ (h >> 32)


cdef inline double widest_of(const double* bound) noexcept nogil:
    return max(bound[3] - bound[0], max(bound[4] - bound[1], bound[5] - bound[2]))


cdef class Explorer:
    """The explored part of the tree below one root.

    Args:
        dollars: three int64 arrays, the possible scores of each seat.
        play: rule options as ``engine.solve.play`` lists them.
        moves: three int32 arrays [moves, scores]: index of the score after a sum is added.
        gives_spin: uint8 array [moves]: whether the move brings an extra spin.
        spin: weights of moves without a choice, double [3, moves], by seat; chances of a Whammy without
            one, double [3]; chances of landings with a choice, double [3, c]; where their options start, int32 [c + 1];
            orders of preference int32 [classes, o]; where the parts of each option start,
            int32 [o + 1]; parts, int32 [p] (a move, or -1 for a Whammy off, -2 for a Whammy);
            their weights, double [p].
        classes: three uint8 arrays [scores]: which order of preference holds at a score.
        offers: a slide may take a Whammy off.
        split: the payoffs of a finished game sum to 1 at most.
        ends: the game ends with certainty, so that payoffs sum to 1 at least.
        step: dollars that the least extra spin brings: states are put in order by it.
        rounding: relative error of one state's arithmetic.
        memory: bytes to use at most.
        stop: uint8 array [1], set by the caller to cancel.
    """

    cdef object _hold
    cdef Play play
    cdef const int32_t* moves[3]
    cdef Py_ssize_t domain[3]
    cdef int zero[3]
    cdef const uint8_t* gives_spin
    cdef int move_count
    cdef int edge_count  # moves, a Whammy, a Whammy off, two passes
    cdef const double* weights
    cdef double whammy_chance[3]
    cdef int choices
    cdef const double* chances
    cdef const int32_t* options
    cdef const int32_t* orders
    cdef int option_count
    cdef bint one_class
    cdef const int32_t* parts
    cdef const int32_t* part_moves
    cdef const double* part_weights
    cdef const uint8_t* classes[3]
    cdef bint offers
    cdef bint split
    cdef bint ends
    cdef double per_step
    cdef double rounding
    cdef const uint8_t* stop

    cdef Node** nodes
    cdef Key** keys
    cdef Py_ssize_t chunks
    cdef Py_ssize_t chunk_room
    cdef readonly Py_ssize_t states
    cdef int32_t** lists
    cdef Py_ssize_t list_chunks
    cdef Py_ssize_t list_room
    cdef readonly Py_ssize_t expanded
    cdef int32_t* slots
    cdef Py_ssize_t slots_mask
    cdef int32_t* order
    cdef Py_ssize_t order_room
    cdef readonly Py_ssize_t visited
    cdef Segment* segments
    cdef Py_ssize_t segment_room
    cdef Py_ssize_t segment_count
    cdef readonly size_t memory
    cdef size_t used
    cdef readonly bint full

    cdef int layers
    cdef int sums  # buckets by sum of scores
    cdef int passes  # buckets by passed spins
    cdef int32_t* heads
    cdef uint8_t* waiting  # by group: whether a bucket of it has anything
    cdef int32_t later
    cdef int32_t root
    cdef readonly Py_ssize_t left  # states below the threshold in the last round that could shrink

    cdef Key* found_keys
    cdef uint64_t* found_at
    cdef double* scratch  # one row of six for each option of a landing
    cdef const double** rows
    cdef uint8_t* candidates

    def __init__(
        self, list dollars, tuple play, list moves, const uint8_t[::1] gives_spin, tuple zero, tuple spin, list classes,
        bint offers, bint split, bint ends, double step, double rounding, size_t memory, const uint8_t[::1] stop,
    ):
        cdef int seat
        cdef const int64_t[::1] scores
        cdef const int32_t[:, ::1] table, orders
        cdef const uint8_t[::1] classed
        cdef const double[:, ::1] weights, chances
        cdef const double[::1] part_weights
        cdef const int32_t[::1] options, parts, part_moves
        self._hold = (dollars, moves, gives_spin, spin, classes, stop)
        for seat in range(3):
            scores, table, classed = dollars[seat], moves[seat], classes[seat]
            if scores.shape[0] >= MAX_DOMAIN:
                raise ValueError("too many different scores")
            self.play.dollars[seat] = &scores[0]
            self.moves[seat] = &table[0, 0]
            self.domain[seat] = scores.shape[0]
            self.zero[seat] = zero[seat]
            self.classes[seat] = &classed[0]
        read_play(&self.play, play)
        self.gives_spin = &gives_spin[0]
        self.move_count = <int>gives_spin.shape[0]
        self.edge_count = self.move_count + 4
        weights, whammies, chances, options, orders, parts, part_moves, part_weights = spin
        self.weights = &weights[0, 0]
        for seat in range(3):
            self.whammy_chance[seat] = whammies[seat]
        self.choices = <int>options.shape[0] - 1
        self.chances = &chances[0, 0]
        self.options = &options[0]
        self.orders = &orders[0, 0]
        self.option_count = <int>orders.shape[1]
        self.one_class = orders.shape[0] == 1
        self.parts = &parts[0]
        self.part_moves = &part_moves[0]
        self.part_weights = &part_weights[0]
        self.offers = offers
        self.split = split
        self.ends = ends
        self.per_step = 1.0 / step
        self.rounding = rounding
        self.memory = memory
        self.stop = &stop[0]
        self.root = -1
        self.found_keys = <Key*>malloc(self.edge_count * sizeof(Key))
        self.found_at = <uint64_t*>malloc(self.edge_count * sizeof(uint64_t))
        self.scratch = <double*>malloc((self.option_count + 3) * 6 * sizeof(double))
        self.rows = <const double**>malloc((self.option_count + 3) * sizeof(void*))
        self.candidates = <uint8_t*>malloc(self.option_count + 3)
        if (
            self.found_keys == NULL or self.found_at == NULL or self.scratch == NULL or self.rows == NULL
            or self.candidates == NULL
        ):
            raise MemoryError

    def __dealloc__(self):
        cdef Py_ssize_t i
        for i in range(self.chunks):
            free(self.nodes[i])
            free(self.keys[i])
        for i in range(self.list_chunks):
            free(self.lists[i])
        free(self.nodes)
        free(self.keys)
        free(self.lists)
        free(self.slots)
        free(self.order)
        free(self.segments)
        free(self.heads)
        free(self.waiting)
        free(self.found_keys)
        free(self.found_at)
        free(self.scratch)
        free(<void*>self.rows)
        free(self.candidates)

    # -- storage ------------------------------------------------------------------------------

    cdef inline Node* node(self, int32_t i) noexcept nogil:
        return &self.nodes[i >> CHUNK_BITS][i & (CHUNK - 1)]

    cdef inline Key* key(self, int32_t i) noexcept nogil:
        return &self.keys[i >> CHUNK_BITS][i & (CHUNK - 1)]

    cdef inline int32_t* edges(self, int32_t i) noexcept nogil:
        return self.lists[i >> CHUNK_BITS] + <Py_ssize_t>(i & (CHUNK - 1)) * self.edge_count

    cdef bint afford(self, size_t more) noexcept nogil:
        """Whether so many bytes more may be taken; otherwise nothing is expanded any more."""
        if self.used + more > self.memory:
            self.full = True
            return False
        self.used += more
        return True

    cdef bint more_nodes(self) noexcept nogil:
        cdef void* grown
        cdef Py_ssize_t room
        if not self.afford(CHUNK * (sizeof(Node) + sizeof(Key))):
            return False
        if self.chunks == self.chunk_room:
            room = max(64, 2 * self.chunk_room)
            grown = realloc(self.nodes, room * sizeof(void*))
            if grown == NULL:
                self.full = True
                return False
            self.nodes = <Node**>grown
            grown = realloc(self.keys, room * sizeof(void*))
            if grown == NULL:
                self.full = True
                return False
            self.keys = <Key**>grown
            self.chunk_room = room
        self.nodes[self.chunks] = <Node*>malloc(CHUNK * sizeof(Node))
        self.keys[self.chunks] = <Key*>malloc(CHUNK * sizeof(Key))
        if self.nodes[self.chunks] == NULL or self.keys[self.chunks] == NULL:
            free(self.nodes[self.chunks])
            free(self.keys[self.chunks])
            self.full = True
            return False
        self.chunks += 1
        return True

    cdef bint more_lists(self) noexcept nogil:
        cdef void* grown
        cdef Py_ssize_t room
        if not self.afford(CHUNK * self.edge_count * sizeof(int32_t)):
            return False
        if self.list_chunks == self.list_room:
            room = max(64, 2 * self.list_room)
            grown = realloc(self.lists, room * sizeof(void*))
            if grown == NULL:
                self.full = True
                return False
            self.lists = <int32_t**>grown
            self.list_room = room
        self.lists[self.list_chunks] = <int32_t*>malloc(CHUNK * self.edge_count * sizeof(int32_t))
        if self.lists[self.list_chunks] == NULL:
            self.full = True
            return False
        self.list_chunks += 1
        return True

    cdef bint more_slots(self) noexcept nogil:
        """Doubles the hash table; the old one stays when there is no room or the flag is set."""
        cdef Py_ssize_t size = 2 * (self.slots_mask + 1) if self.slots_mask else 4 * CHUNK
        cdef int32_t* slots
        cdef int32_t i
        cdef uint64_t at
        if not self.afford(size * sizeof(int32_t)):
            return False
        slots = <int32_t*>malloc(size * sizeof(int32_t))
        if slots == NULL:
            self.full = True
            return False
        memset(slots, 0xFF, size * sizeof(int32_t))
        for i in range(ENDS, <int32_t>self.states):
            if (i & 4095) == 0 and self.stop[0]:
                free(slots)
                self.used -= size * sizeof(int32_t)
                return False
            at = mix(self.key(i)[0]) & (size - 1)
            while slots[at] >= 0:
                at = (at + 1) & (size - 1)
            slots[at] = i
        if self.slots != NULL:
            self.used -= (self.slots_mask + 1) * sizeof(int32_t)
            free(self.slots)
        self.slots = slots
        self.slots_mask = size - 1
        return True

    cdef bint room_for_one(self) noexcept nogil:
        """Room to expand one state whatever it leads to; false when there is none."""
        while self.chunks * CHUNK < self.states + self.edge_count:
            if not self.more_nodes():
                return False
        if self.list_chunks * CHUNK < self.expanded + 1 and not self.more_lists():
            return False
        while 3 * (self.slots_mask + 1) < 5 * (self.states + self.edge_count):
            if not self.more_slots():
                return False
        return self.states + self.edge_count < <Py_ssize_t>0x7FFFFFFF

    # -- filing states ------------------------------------------------------------------------

    cdef uint32_t bucket_of(self, const Full* f) noexcept nogil:
        cdef double dollars = 0
        cdef int seat, passed = 0
        for seat in range(3):
            dollars += self.play.dollars[seat][f.s.score[seat]]
            passed += f.s.passed[seat]
        return <uint32_t>(
            ((self.layers - spins_left(&f.s)) * self.sums + <int>(dollars * self.per_step)) * self.passes + passed
        )

    cdef int32_t file(self, Key key, uint64_t at) noexcept nogil:
        """Number of the state with this key, filed from ``at`` in the table if it is new."""
        cdef int32_t i
        cdef int seat
        cdef Node* node
        cdef Full f
        while True:
            i = self.slots[at]
            if i < 0:
                break
            if self.key(i).spins == key.spins and self.key(i).scores == key.scores:
                return i
            at = (at + 1) & self.slots_mask
        i = <int32_t>self.states
        self.states += 1
        self.slots[at] = i
        self.key(i)[0] = key
        node = self.node(i)
        unpack(key, &f)
        for seat in range(3):
            node.bound[seat] = 0
            node.bound[3 + seat] = 0 if f.s.out >> seat & 1 else 1
        node.reach = 0
        node.edges = NOT_EXPANDED
        node.next = NOT_QUEUED
        node.mark = self.bucket_of(&f) << BUCKET_SHIFT | <uint32_t>f.s.up << UP_SHIFT | PRESS | PASS_FIRST | PASS_SECOND
        return i

    cdef void merge_whammies(self, Full* f) noexcept nogil:
        """As ``engine.solve.lanes.merge``: counts that can make no difference any more become one."""
        cdef int left = spins_left(&f.s)
        cdef int seat
        for seat in range(3):
            if f.whammies[seat] < WHAMMIES_OUT and f.whammies[seat] + left < WHAMMIES_OUT:
                f.whammies[seat] = min(f.whammies[seat], left) if self.offers else 0

    cdef int32_t turn_over(self, Full* f, int seat) noexcept nogil:
        """The turn of ``seat`` has ended: the end of the game as a state, or -1 with ``f`` made ready."""
        cdef int64_t dollars
        cdef int up = next_up(&self.play, &f.s, seat)
        if up == NOBODY:
            return top_seats(&self.play, &f.s, &dollars)
        f.s.up = up
        return -1

    cdef int32_t after(self, Full* f) noexcept nogil:
        """The one up goes on while he has spins; as ``turn_over``."""
        if f.s.earned[f.s.up] + f.s.passed[f.s.up]:
            return -1
        return self.turn_over(f, f.s.up)

    cdef void aim(self, int32_t* edges, int e, const Full* f, int32_t end) noexcept nogil:
        """Notes which state an edge leads to: an end of the game, or one yet to be looked up."""
        cdef Full merged
        edges[e] = end
        self.found_at[e] = NOTHING
        if end >= 0:
            return
        merged = f[0]
        self.merge_whammies(&merged)
        self.found_keys[e] = pack(&merged)
        self.ask(e)

    cdef inline void ask(self, int e) noexcept nogil:
        self.found_at[e] = mix(self.found_keys[e]) & self.slots_mask
        PREFETCH(&self.slots[self.found_at[e]])

    cdef void aim_moves(self, int32_t* edges, const Full* spun, bint spin) noexcept nogil:
        """Notes where the moves lead that give a spin, or those that give none."""
        cdef Full then = spun[0]
        cdef int u = spun.s.up
        cdef const int32_t* move = self.moves[u] + spun.s.score[u]
        cdef Key key
        cdef bint goes_on
        cdef int e
        then.s.earned[u] += spin
        then.s.score[u] = 0
        goes_on = then.s.earned[u] + then.s.passed[u] > 0
        if goes_on:  # the states differ only in this score
            self.merge_whammies(&then)
            key = pack(&then)
        for e in range(self.move_count):
            if self.gives_spin[e] != spin:
                continue
            if goes_on:
                edges[e] = -1
                self.found_keys[e].spins = key.spins
                self.found_keys[e].scores = key.scores | <uint64_t>move[e * self.domain[u]] << (20 * u)
                self.ask(e)
            else:
                then = spun[0]
                then.s.score[u] = move[e * self.domain[u]]
                self.aim(edges, e, &then, self.turn_over(&then, u))

    cdef bint expand(self, int32_t i) noexcept nogil:
        """Lists what a state leads to; false when there is no room."""
        cdef Full now, spun, then
        cdef int e, k, u, count
        cdef int receivers[2]
        cdef bint may_press
        cdef int32_t child
        cdef int32_t* edges
        cdef Node* node
        if not self.room_for_one():
            return False
        unpack(self.key(i)[0], &now)
        u = now.s.up
        node = self.node(i)
        edges = self.edges(<int32_t>self.expanded)
        spun = now
        if spun.s.passed[u]:
            spun.s.passed[u] -= 1
        else:
            spun.s.earned[u] -= 1
        self.aim_moves(edges, &spun, False)
        self.aim_moves(edges, &spun, True)
        e = self.move_count
        then = spun
        then.s.score[u] = self.zero[u]
        then.whammies[u] += 1
        if then.whammies[u] < WHAMMIES_OUT:
            then.s.earned[u] += then.s.passed[u]
            then.s.passed[u] = 0
            child = self.after(&then)
        else:
            then.s.earned[u] = then.s.passed[u] = 0
            then.s.out |= 1 << u
            child = self.turn_over(&then, u)
        self.aim(edges, e, &then, child)
        e += 1
        edges[e] = -1
        self.found_at[e] = NOTHING
        if self.offers and now.whammies[u]:
            then = spun
            then.whammies[u] -= 1
            child = self.after(&then)
            self.aim(edges, e, &then, child)
        count = list_receivers(&self.play, &now.s, receivers, &may_press)
        if may_press:
            node.mark |= MAY_PRESS
        for k in range(2):
            e += 1
            edges[e] = -1
            self.found_at[e] = NOTHING
            if k < count:
                then = now
                if receivers[k] != NOBODY:
                    then.s.passed[receivers[k]] += then.s.earned[u]
                then.s.earned[u] = 0
                child = self.turn_over(&then, u)
                self.aim(edges, e, &then, child)
        # Looking up in three steps lets memory answer while other look-ups go on.
        for e in range(self.edge_count):
            if self.found_at[e] != NOTHING:
                child = self.slots[self.found_at[e]]
                if child >= 0:
                    PREFETCH(self.key(child))
                    PREFETCH(self.node(child))
        for e in range(self.edge_count):
            if self.found_at[e] != NOTHING:
                edges[e] = self.file(self.found_keys[e], self.found_at[e])
                if edges[e] == i:
                    node.mark |= LOOPS
        node.edges = <int32_t>self.expanded
        self.expanded += 1
        return True

    # -- intervals ----------------------------------------------------------------------------

    cdef int choose(self, int count, int up, double* result) noexcept nogil:
        """The interval of a decision over ``rows``, in order of preference; marks the candidates.

        Returns how many branches may be the best one.
        """
        cdef int k, seat
        cdef int found = 0
        cdef double low = -1
        cdef double high = -1
        cdef const double* row
        for k in range(count):
            low = max(low, self.rows[k][up])
            high = max(high, self.rows[k][3 + up])
        for k in range(count):
            self.candidates[k] = False
        for k in range(count):
            row = self.rows[k]
            if row[3 + up] < low - SURELY_LESS:
                continue
            self.candidates[k] = True
            if found == 0:
                for seat in range(6):
                    result[seat] = row[seat]
            else:
                for seat in range(3):
                    result[seat] = min(result[seat], row[seat])
                    result[3 + seat] = max(result[3 + seat], row[3 + seat])
            found += 1
            if row[up] >= high - SURELY_EQUAL:
                break  # nothing after it is ever preferred
        if found > 1:
            result[up] = max(result[up], low - SURELY_LESS)
        return found

    cdef void tighten(self, double* bound) noexcept nogil:
        """Widens by what arithmetic may have lost, then uses what the three sum to."""
        cdef int seat
        cdef double rest
        for seat in range(3):
            bound[seat] = max(0.0, bound[seat] * (1.0 - self.rounding))
            bound[3 + seat] = min(1.0, bound[3 + seat] * (1.0 + self.rounding))
        if self.ends:
            for seat in range(3):
                rest = bound[3 + (seat + 1) % 3] + bound[3 + (seat + 2) % 3]
                rest = 1.0 if rest == 0 else 1.0 - rest - 4 * UNIT_ROUNDING
                if rest > bound[seat]:
                    bound[seat] = rest
        if self.split:
            for seat in range(3):
                rest = bound[(seat + 1) % 3] + bound[(seat + 2) % 3]
                rest = 1.0 if rest == 0 else 1.0 - rest + 4 * UNIT_ROUNDING
                if rest < bound[3 + seat]:
                    bound[3 + seat] = rest

    cdef const int32_t* preference(self, int32_t i, int up) noexcept nogil:
        if self.one_class:
            return self.orders
        return self.orders + self.classes[up][self.key(i).scores >> (20 * up) & 0xFFFFF] * self.option_count

    cdef int list_options(self, int landing, const int32_t* order, const int32_t* edges) noexcept nogil:
        """Makes ``rows`` the options of a landing; returns how many this contestant has."""
        cdef int k, part, first, last, seat
        cdef int count = 0
        cdef int32_t child
        cdef double* mixed
        for k in range(self.options[landing], self.options[landing + 1]):
            first = self.parts[order[k]]
            last = self.parts[order[k] + 1]
            child = edges[self.edge_of(self.part_moves[first])]
            if child < 0:
                continue  # no Whammy to take off
            if last - first == 1:
                self.rows[count] = self.node(child).bound
            else:
                mixed = self.scratch + 6 * count
                for seat in range(6):
                    mixed[seat] = 0
                for part in range(first, last):
                    child = edges[self.edge_of(self.part_moves[part])]
                    for seat in range(6):
                        mixed[seat] += self.part_weights[part] * self.node(child).bound[seat]
                self.rows[count] = mixed
            count += 1
        return count

    cdef inline int edge_of(self, int part) noexcept nogil:
        """Which edge a part of an option is: a move, a Whammy off (-1) or a Whammy (-2)."""
        if part >= 0:
            return part
        return self.move_count + (1 if part == -1 else 0)

    cdef inline double weight_of(self, int e, int up) noexcept nogil:
        """Chance of an edge without a choice: a move, or a Whammy after the moves."""
        return self.weights[up * self.move_count + e] if e < self.move_count else self.whammy_chance[up]

    cdef void press(self, int32_t i, double* bound) noexcept nogil:
        """The interval of pressing."""
        cdef Node* node = self.node(i)
        cdef const int32_t* edges = self.edges(node.edges)
        cdef const int32_t* order
        cdef const double* row
        cdef double best[6]
        cdef double weight
        cdef int e, seat
        cdef int up = <int>(node.mark >> UP_SHIFT & 3)
        for seat in range(6):
            bound[seat] = 0
        for e in range(self.move_count + 1):
            weight = self.weight_of(e, up)
            if weight == 0:
                continue
            row = self.node(edges[e]).bound
            for seat in range(6):
                bound[seat] += weight * row[seat]
        if self.choices:
            order = self.preference(i, up)
            for e in range(self.choices):
                self.choose(self.list_options(e, order, edges), up, best)
                for seat in range(6):
                    bound[seat] += self.chances[up * self.choices + e] * best[seat]
        self.tighten(bound)

    cdef double update(self, int32_t i) noexcept nogil:
        """Shrinks a state's intervals from those of what it leads to; returns by how much at most."""
        cdef Node* node = self.node(i)
        cdef const int32_t* edges = self.edges(node.edges) + self.move_count + 2
        cdef double pressed[6]
        cdef double bound[6]
        cdef double moved = 0
        cdef int k, seat
        cdef int count = 0
        cdef uint32_t branch[3]
        cdef int up = <int>(node.mark >> UP_SHIFT & 3)
        if node.mark & MAY_PRESS:
            self.press(i, pressed)
            self.rows[0] = pressed
            branch[0] = PRESS
            count = 1
        for k in range(2):
            if edges[k] >= 0:
                self.rows[count] = self.node(edges[k]).bound
                branch[count] = PASS_SECOND if k else PASS_FIRST
                count += 1
        if count == 1:
            for seat in range(6):
                bound[seat] = self.rows[0][seat]
            self.candidates[0] = True
        else:
            self.choose(count, up, bound)
            self.tighten(bound)
        node.mark &= ~(PRESS | PASS_FIRST | PASS_SECOND)
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

    cdef double settle(self, int32_t i) noexcept nogil:
        """``update``, again and again where a state leads back to itself."""
        cdef double moved = self.update(i)
        cdef int _
        if self.node(i).mark & LOOPS:
            for _ in range(SELF_SWEEPS):
                if self.update(i) <= STILL:
                    break
        return moved

    # -- rounds -------------------------------------------------------------------------------

    cdef void send(self, int32_t child, double reach, uint32_t bucket) noexcept nogil:
        """Adds reach to a state and queues it; in a bucket already passed, for the next trip."""
        cdef Node* node = self.node(child)
        cdef uint32_t where
        if child < ENDS or reach == 0:
            return
        node.reach = min(node.reach + <float>reach, MOST_REACH)
        if node.next != NOT_QUEUED:
            return
        where = node.mark >> BUCKET_SHIFT
        if where > bucket:
            node.next = self.heads[where]
            self.heads[where] = child
            self.waiting[where // self.passes] = True
        else:
            node.next = self.later
            self.later = child

    cdef double share(self, int32_t i) noexcept nogil:
        """What each branch of a decision gets of the reach: all of it, if only one may be the best.

        Several branches have an equal part each. If all of them are better known than the decision
        itself (they are nearly level, and what the choice means to others is open), they matter
        more for that: the reach grows so that reach times width does not shrink on the way.
        """
        cdef Node* node = self.node(i)
        cdef const int32_t* edges = self.edges(node.edges) + self.move_count + 2
        cdef double pressed[6]
        cdef double widest = 0
        cdef double width
        cdef int k
        cdef int count = 0
        for k in range(2):
            if edges[k] >= 0 and node.mark & (PASS_SECOND if k else PASS_FIRST):
                count += 1
                widest = max(widest, widest_of(self.node(edges[k]).bound))
        if node.mark & MAY_PRESS and node.mark & PRESS:
            count += 1
            if count > 1 and widest < 1:
                self.press(i, pressed)
                widest = max(widest, widest_of(pressed))
        if count < 2:
            return 1
        width = widest_of(node.bound)
        return (width / max(widest, STILL) if widest < width else 1.0) / count

    cdef void spread(self, int32_t i, double reach) noexcept nogil:
        """Sends a state's reach on along its branches; at the root all of it along each."""
        cdef Node* node = self.node(i)
        cdef const int32_t* edges = self.edges(node.edges)
        cdef const int32_t* order
        cdef uint32_t bucket = node.mark >> BUCKET_SHIFT
        cdef int up = <int>(node.mark >> UP_SHIFT & 3)
        cdef int e, k, count
        cdef bint everything = i == self.root
        if not everything:
            reach *= self.share(i)
        if node.mark & MAY_PRESS and (everything or node.mark & PRESS):
            for e in range(self.move_count):
                if edges[e] != i:
                    self.send(edges[e], reach * self.weight_of(e, up), bucket)
            self.send(edges[self.move_count], reach * self.weight_of(self.move_count, up), bucket)
            if self.choices:
                order = self.preference(i, up)
                for e in range(self.choices):
                    count = self.list_options(e, order, edges)
                    self.spread_landing(i, e, count, order, reach * self.chances[up * self.choices + e])
        for k in range(2):
            if edges[self.move_count + 2 + k] >= 0 and (everything or node.mark & (PASS_SECOND if k else PASS_FIRST)):
                self.send(edges[self.move_count + 2 + k], reach, bucket)

    cdef void spread_landing(
        self, int32_t i, int landing, int count, const int32_t* order, double reach
    ) noexcept nogil:
        cdef Node* node = self.node(i)
        cdef const int32_t* edges = self.edges(node.edges)
        cdef uint32_t bucket = node.mark >> BUCKET_SHIFT
        cdef double ignored[6]
        cdef int k, part
        cdef int place = 0
        cdef int32_t child
        self.choose(count, <int>(node.mark >> UP_SHIFT & 3), ignored)
        for k in range(self.options[landing], self.options[landing + 1]):
            if edges[self.edge_of(self.part_moves[self.parts[order[k]]])] < 0:
                continue
            if self.candidates[place]:
                for part in range(self.parts[order[k]], self.parts[order[k] + 1]):
                    child = edges[self.edge_of(self.part_moves[part])]
                    if child != i:
                        self.send(child, reach * self.part_weights[part], bucket)
            place += 1

    cdef bint more_order(self) noexcept nogil:
        cdef void* grown
        if not self.afford(self.order_room * sizeof(int32_t)):
            return False
        grown = realloc(self.order, 2 * self.order_room * sizeof(int32_t))
        if grown == NULL:
            self.full = True
            return False
        self.order = <int32_t*>grown
        self.order_room *= 2
        return True

    cdef void visit(self, int32_t i, double threshold, Py_ssize_t most) noexcept nogil:
        """Takes a state out of its bucket, and goes on from it if it matters."""
        cdef Node* node = self.node(i)
        cdef double reach = node.reach
        cdef double width = widest_of(node.bound)
        node.next = NOT_QUEUED
        node.reach = 0
        if width <= STILL:
            return
        if (
            (reach * width < threshold and i != self.root)
            or (node.edges == NOT_EXPANDED and (self.full or self.expanded >= most or not self.expand(i)))
            or (self.visited == self.order_room and not self.more_order())
        ):
            self.left += 1
            return
        self.order[self.visited] = i
        self.visited += 1
        self.spread(i, reach)

    cdef inline void look_ahead(self, int32_t i) noexcept nogil:
        """Asks for what the next states of a bucket will need: three on, two on, and the next one."""
        cdef int32_t first = self.node(i).next
        cdef int32_t second
        if first == END_OF_LIST:
            return
        if self.node(first).edges != NOT_EXPANDED:
            self.ask_for_children(self.edges(self.node(first).edges))
        else:
            PREFETCH(self.key(first))
        second = self.node(first).next
        if second == END_OF_LIST:
            return
        if self.node(second).edges != NOT_EXPANDED:
            self.ask_for_list(self.edges(self.node(second).edges))
        if self.node(second).next != END_OF_LIST:
            PREFETCH(self.node(self.node(second).next))

    cdef inline void ask_for_list(self, const int32_t* edges) noexcept nogil:
        cdef int e
        for e in range(0, self.edge_count, 16):
            PREFETCH(edges + e)

    cdef inline void ask_for_children(self, const int32_t* edges) noexcept nogil:
        cdef int e
        for e in range(self.edge_count):
            if edges[e] >= 0:
                PREFETCH(self.node(edges[e]))

    cdef bint down(self, double threshold, Py_ssize_t most) noexcept nogil:
        """From the root through all that matters; false when told to stop."""
        cdef Py_ssize_t groups = <Py_ssize_t>self.layers * self.sums
        cdef Py_ssize_t bucket, first, group
        cdef int32_t i, following
        cdef int _
        cdef bint again
        self.visited = self.segment_count = self.left = 0
        self.later = END_OF_LIST
        self.send(self.root, 1.0, 0)
        if self.later == self.root:  # the root's own bucket is the first one
            self.later = END_OF_LIST
            self.node(self.root).next = END_OF_LIST
            bucket = self.node(self.root).mark >> BUCKET_SHIFT
            self.heads[bucket] = self.root
            self.waiting[bucket // self.passes] = True
        for group in range(groups):
            if not self.waiting[group]:
                continue
            first = self.visited
            again = False
            for _ in range(GROUP_TRIPS):
                for bucket in range(group * self.passes, (group + 1) * self.passes):
                    while self.heads[bucket] != END_OF_LIST:
                        i = self.heads[bucket]
                        self.heads[bucket] = self.node(i).next
                        self.look_ahead(i)
                        self.visit(i, threshold, most)
                        if (self.visited & 255) == 0 and self.stop[0]:
                            return False
                if self.later == END_OF_LIST:
                    break
                again = True
                i = self.later
                self.later = END_OF_LIST
                while i != END_OF_LIST:
                    following = self.node(i).next
                    bucket = self.node(i).mark >> BUCKET_SHIFT
                    self.node(i).next = self.heads[bucket]
                    self.heads[bucket] = i
                    i = following
            self.waiting[group] = False
            self.forget(group)
            if again:
                self.remember(first)
        return True

    cdef void forget(self, Py_ssize_t group) noexcept nogil:
        """Empties a group's buckets."""
        cdef Py_ssize_t bucket
        cdef int32_t i, following
        for bucket in range(group * self.passes, (group + 1) * self.passes):
            i = self.heads[bucket]
            self.heads[bucket] = END_OF_LIST
            while i != END_OF_LIST:
                following = self.node(i).next
                self.node(i).next = NOT_QUEUED
                self.node(i).reach = 0
                self.left += 1
                i = following

    cdef void forget_all(self) noexcept nogil:
        """Empties every bucket after a round that was broken off."""
        cdef Py_ssize_t group
        cdef int32_t i, following
        i = self.later
        self.later = END_OF_LIST
        while i != END_OF_LIST:
            following = self.node(i).next
            self.node(i).next = NOT_QUEUED
            self.node(i).reach = 0
            i = following
        for group in range(<Py_ssize_t>self.layers * self.sums):
            if self.waiting[group]:
                self.waiting[group] = False
                self.forget(group)

    cdef void remember(self, Py_ssize_t first) noexcept nogil:
        """Files a stretch of ``order`` that leads back into itself, to be gone through repeatedly."""
        cdef void* grown
        if self.segment_count == self.segment_room:
            grown = realloc(self.segments, 2 * self.segment_room * sizeof(Segment))
            if grown == NULL:
                return  # once is sound too
            self.segments = <Segment*>grown
            self.segment_room *= 2
        self.segments[self.segment_count].first = first
        self.segments[self.segment_count].last = self.visited
        self.segment_count += 1

    cdef inline void look_back(self, Py_ssize_t place) noexcept nogil:
        """Asks for what the updates of earlier places in ``order`` will read."""
        if place >= 8:
            PREFETCH(self.node(self.order[place - 8]))
        if place >= 5:
            self.ask_for_list(self.edges(self.node(self.order[place - 5]).edges))
        if place >= 2:
            self.ask_for_children(self.edges(self.node(self.order[place - 2]).edges))

    cdef void up(self) noexcept nogil:
        """Shrinks every state visited, those it leads to first, until told to stop."""
        cdef Py_ssize_t place = self.visited - 1
        cdef Py_ssize_t segment = self.segment_count - 1
        cdef Py_ssize_t k
        cdef int _
        cdef double moved
        while place >= 0:
            if segment >= 0 and place == self.segments[segment].last - 1:
                for _ in range(LOOP_SWEEPS):
                    moved = 0
                    for k in range(place, self.segments[segment].first - 1, -1):
                        if (k & 1023) == 0 and self.stop[0]:
                            return
                        moved = max(moved, self.settle(self.order[k]))
                    if moved <= STILL:
                        break
                place = self.segments[segment].first - 1
                segment -= 1
                continue
            if (place & 1023) == 0 and self.stop[0]:
                return
            self.look_back(place)
            self.settle(self.order[place])
            place -= 1

    # -- from outside -------------------------------------------------------------------------

    def plant(self, tuple earned, tuple passed, tuple scores, tuple whammies, int up):
        """Files the root. Returns whether there is room for it."""
        cdef Full f
        cdef Key key
        cdef int seat, winners, count
        cdef double most = 0
        cdef double share
        cdef Node* node
        for seat in range(3):
            f.s.earned[seat] = earned[seat]
            f.s.passed[seat] = passed[seat]
            f.s.score[seat] = scores[seat]
            f.whammies[seat] = whammies[seat]
            most += self.play.dollars[seat][self.domain[seat] - 1]
        f.s.up = up
        self.layers = spins_left(&f.s)
        self.passes = self.layers + 1
        self.sums = <int>(most * self.per_step) + 1
        if not self.afford(<size_t>self.layers * self.sums * (self.passes * sizeof(int32_t) + 1)):
            return False
        self.heads = <int32_t*>malloc(<size_t>self.layers * self.sums * self.passes * sizeof(int32_t))
        self.waiting = <uint8_t*>calloc(<size_t>self.layers * self.sums, 1)
        self.order_room = CHUNK
        self.order = <int32_t*>malloc(self.order_room * sizeof(int32_t))
        self.segment_room = 64
        self.segments = <Segment*>malloc(self.segment_room * sizeof(Segment))
        if self.heads == NULL or self.waiting == NULL or self.order == NULL or self.segments == NULL:
            raise MemoryError
        memset(self.heads, 0xFF, <size_t>self.layers * self.sums * self.passes * sizeof(int32_t))
        if not self.room_for_one():
            return False
        for winners in range(ENDS):
            node = self.node(winners)
            memset(node, 0, sizeof(Node))
            node.edges = NOT_EXPANDED
            node.next = NOT_QUEUED
            count = (winners & 1) + (winners >> 1 & 1) + (winners >> 2)
            share = 1.0 / count if self.split and count else 1.0
            for seat in range(3):
                if winners >> seat & 1:
                    node.bound[seat] = share if count < 3 or not self.split else share * (1 - UNIT_ROUNDING)
                    node.bound[3 + seat] = share if count < 3 or not self.split else share * (1 + 2 * UNIT_ROUNDING)
        self.states = ENDS
        self.merge_whammies(&f)
        key = pack(&f)
        self.root = self.file(key, mix(key) & self.slots_mask)
        return self.expand(self.root)

    def round(self, double threshold, Py_ssize_t most):
        """Goes down to what matters at least ``threshold``, and up again, unless it is told to stop.

        Args:
            threshold: reach times width of a state that is worth while.
            most: states to have expanded at most when it is over.
        """
        with nogil:
            if self.down(threshold, most):
                self.up()
            else:
                self.forget_all()

    def actions(self):
        """Intervals after a press and after the pass the contestant prefers: six numbers each, or None."""
        cdef Node* node = self.node(self.root)
        cdef const int32_t* edges = self.edges(node.edges) + self.move_count + 2
        cdef double bound[6]
        cdef int k
        cdef int count = 0
        press = passing = None
        if node.mark & MAY_PRESS:
            self.press(self.root, bound)
            press = [bound[k] for k in range(6)]
        for k in range(2):
            if edges[k] >= 0:
                self.rows[count] = self.node(edges[k]).bound
                count += 1
        if count:
            self.choose(count, <int>(node.mark >> UP_SHIFT & 3), bound)
            self.tighten(bound)
            passing = [bound[k] for k in range(6)]
        return press, passing
