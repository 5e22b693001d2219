"""The likely positions below a root, each with a proven interval for every payoff.

A *state* is a position, Whammies included. Its three intervals [low, high] first hold for any position;
once the state has been expanded, they shrink from those of the states it leads to. ``round`` goes down
from the root through everything that matters at least as much as a threshold, expanding new states, and
then up again. ``engine.solve.bounds`` explains what the intervals mean, and why they hold at every moment.

Going down needs parents before children. A spin used up leads to a *layer* with fewer spins left;
inside a layer an extra spin raises the sum of the scores, and a pass raises the number of passed
spins. So states wait in buckets by (layer, sum of scores, passed spins). Only at a cap, or with
sums of $0, can a bucket be met again; such a group of buckets is visited several times.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset

from ._intervals cimport UNIT_ROUNDING, choose_interval, tighten_interval, widest_of
from ._keys cimport (
    SCORE_BITS, SCORE_MASK, pack_scores, pack_spins, pack_whammies, unpack, unpack_whammies, with_score,
)
from ._nodes cimport (
    CHUNK, ENDS, NOT_EXPANDED, NOT_QUEUED, PREFETCH, Key, Node, NodePool, afford, depth_at, edges_at, find_node,
    free_pool, key_at, make_room, node_at, slot_of,
)
from ._rules cimport (
    WHAMMIES_OUT, KernelRules, Podiums, dollars_of, end_turn, find_winners, go_on, hand_over, hit_whammy,
    list_receivers, read_podiums, read_rules, spend_spin, spins_left, spins_of, take_whammy_off,
)
from ._spin cimport KernelScores, KernelSpin, ScoreData, SpinData

cdef int END_OF_LIST = -1
cdef int GROUP_TRIPS = 8  # how often a group of buckets is visited on the way down
cdef int LOOP_SWEEPS = 200  # ... and on the way back up, while anything moves
cdef int SELF_SWEEPS = 60  # of a state that leads back to itself
cdef uint64_t NOTHING = <uint64_t>-1  # no look-up
cdef double STILL = 1e-16
cdef float MOST_REACH = 1e30
cdef int UNREACHED = 60_000  # levels: deeper than any state

# ``Node.mark``: flags below, the bucket above.
cdef uint32_t PRESS = 1  # candidates: branches that may be the best one
cdef uint32_t PASS_FIRST = 2
cdef uint32_t PASS_SECOND = 4
cdef uint32_t MAY_PRESS = 8
cdef uint32_t LOOPS = 16  # one of its moves leads back to itself
cdef uint32_t DECIDES = 32  # the mover may choose: no passed spins
cdef int MOVER_SHIFT = 6
cdef int BUCKET_SHIFT = 8


cdef struct Segment:
    Py_ssize_t first
    Py_ssize_t last


cdef inline int mover_of(const Node* node) noexcept nogil:
    return <int>(node.mark >> MOVER_SHIFT & 3)


cdef inline Key pack(const Podiums* p) noexcept nogil:
    return Key(pack_spins(p) | pack_whammies(p), pack_scores(p))


cdef class BoundedSearch:
    """The explored part of the tree below one root.

    Args:
        stages: the board with few spins left, and with many; moves and options are the same, chances are not.
        arises: uint8 [2, moves], which moves there are in each.
        second_from: how many spins are many.
        scores: the scores of each seat.
        options: rule options as ``engine.solve.kernel_rules`` lists them.
        offers: a slide may take a Whammy off.
        split: the payoffs of a finished game sum to 1 at most.
        ends: the game ends with certainty, so that payoffs sum to 1 at least.
        step: dollars that the least extra spin brings: states are put in order by it.
        rounding: relative error of one state's arithmetic.
        depth: levels of the tree to explore, decisions and spins being one each; 0 for no limit. Where there are
            several ways to a state, the shortest counts.
        memory: bytes to use at most.
        stop: uint8 array [1], set by the caller to cancel.
    """

    cdef object _hold
    cdef KernelRules rules
    cdef SpinData spin
    cdef SpinData early
    cdef const uint8_t[:, ::1] arises
    cdef int second_from
    cdef uint32_t early_buckets  # the first buckets, of states with so many spins left
    cdef ScoreData scores
    cdef bint offers
    cdef bint split
    cdef bint ends
    cdef double per_step
    cdef double rounding
    cdef int depth
    cdef const uint8_t* stop

    cdef NodePool pool
    cdef int32_t* order
    cdef Py_ssize_t order_room
    cdef readonly Py_ssize_t visited
    cdef Segment* segments
    cdef Py_ssize_t segment_room
    cdef Py_ssize_t segment_count
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
        self, tuple stages, const uint8_t[:, ::1] arises, int second_from, KernelScores scores, tuple options,
        bint offers, bint split, bint ends, double step, double rounding, int depth, size_t memory,
        const uint8_t[::1] stop,
    ):
        cdef KernelSpin first = stages[0]
        cdef KernelSpin second = stages[1]
        self._hold = (first, second, scores, stop)
        self.spin, self.early, self.scores = first.data, second.data, scores.data
        self.arises, self.second_from = arises, second_from
        read_rules(&self.rules, options, self.scores.dollars, self.scores.zero)
        self.offers = offers
        self.split = split
        self.ends = ends
        self.per_step = 1.0 / step
        self.rounding = rounding
        self.depth = depth if depth else UNREACHED
        self.stop = &stop[0]
        self.pool.memory, self.pool.stop = memory, &stop[0]
        self.pool.edge_count = self.spin.moves + 4  # moves, a Whammy, a Whammy off, two passes
        self.root = -1
        self.found_keys = <Key*>malloc(self.pool.edge_count * sizeof(Key))
        self.found_at = <uint64_t*>malloc(self.pool.edge_count * sizeof(uint64_t))
        self.scratch = <double*>malloc((self.spin.option_count + 3) * 6 * sizeof(double))
        self.rows = <const double**>malloc((self.spin.option_count + 3) * sizeof(void*))
        self.candidates = <uint8_t*>malloc(self.spin.option_count + 3)
        if (
            self.found_keys == NULL or self.found_at == NULL or self.scratch == NULL or self.rows == NULL
            or self.candidates == NULL
        ):
            raise MemoryError

    def __dealloc__(self):
        free_pool(&self.pool)
        free(self.order)
        free(self.segments)
        free(self.heads)
        free(self.waiting)
        free(self.found_keys)
        free(self.found_at)
        free(self.scratch)
        free(<void*>self.rows)
        free(self.candidates)

    @property
    def expanded(self):
        """States expanded so far."""
        return self.pool.expanded

    @property
    def full(self):
        """Whether the memory is used up."""
        return self.pool.full

    cdef inline Node* node(self, int32_t i) noexcept nogil:
        return node_at(&self.pool, i)

    cdef inline Key* key(self, int32_t i) noexcept nogil:
        return key_at(&self.pool, i)

    cdef inline int32_t* edges(self, int32_t i) noexcept nogil:
        return edges_at(&self.pool, i)

    # -- filing states ------------------------------------------------------------------------

    cdef uint32_t bucket_of(self, const Podiums* p) noexcept nogil:
        cdef double dollars = 0
        cdef int seat, passed = 0
        for seat in range(3):
            dollars += dollars_of(&self.rules, p, seat)
            passed += p.passed[seat]
        return <uint32_t>(
            ((self.layers - spins_left(p)) * self.sums + <int>(dollars * self.per_step)) * self.passes + passed
        )

    cdef int32_t file(self, Key key, uint64_t at) noexcept nogil:
        """Number of the state with this key, filed from ``at`` in the table if it is new."""
        cdef bint is_new
        cdef int32_t i = find_node(&self.pool, key, at, &is_new)
        cdef int seat
        cdef Node* node
        cdef Podiums p
        if not is_new:
            return i
        node = self.node(i)
        unpack(key.spins, key.scores, &p)
        for seat in range(3):
            node.bound[seat] = 0
            node.bound[3 + seat] = 0 if p.out >> seat & 1 else 1
        node.reach = 0
        node.edges = NOT_EXPANDED
        node.next = NOT_QUEUED
        depth_at(&self.pool, i)[0] = <uint16_t>UNREACHED
        node.mark = (
            self.bucket_of(&p) << BUCKET_SHIFT | <uint32_t>p.mover << MOVER_SHIFT | PRESS | PASS_FIRST | PASS_SECOND
        )
        if p.passed[p.mover] == 0:
            node.mark |= DECIDES
        return i

    cdef void merge_whammies(self, Podiums* p) noexcept nogil:
        """As ``engine.solve.whammy_lanes.merge``: counts that can make no difference any more become one."""
        cdef int left = spins_left(p)
        cdef int seat
        for seat in range(3):
            if p.whammies[seat] < WHAMMIES_OUT and p.whammies[seat] + left < WHAMMIES_OUT:
                p.whammies[seat] = min(p.whammies[seat], left) if self.offers else 0

    cdef void aim(self, int32_t* edges, int e, Podiums* p, bint on) noexcept nogil:
        """Notes which state an edge leads to: an end of the game (not ``on``), or one yet to be looked up."""
        cdef int64_t dollars
        if not on:
            edges[e] = find_winners(&self.rules, p, &dollars)
            self.found_at[e] = NOTHING
            return
        edges[e] = -1
        self.merge_whammies(p)
        self.found_keys[e] = pack(p)
        self.ask(e)

    cdef inline void ask(self, int e) noexcept nogil:
        self.found_at[e] = slot_of(&self.pool, self.found_keys[e])
        PREFETCH(&self.pool.slots[self.found_at[e]])

    cdef void aim_moves(self, int32_t* edges, const Podiums* spun, bint spin, int stage) noexcept nogil:
        """Notes where the moves of a stage lead that give a spin, or those that give none."""
        cdef Podiums then = spun[0]
        cdef int mover = spun.mover
        cdef const int32_t* next = self.scores.next[mover] + spun.score[mover]
        cdef Key key
        cdef bint goes_on
        cdef int e
        then.earned[mover] += spin
        goes_on = spins_of(&then, mover) > 0
        if goes_on:  # the states differ only in this score
            self.merge_whammies(&then)
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
                self.ask(e)
            else:
                then = spun[0]
                then.score[mover] = next[e * self.scores.count[mover]]
                self.aim(edges, e, &then, end_turn(&self.rules, &then))

    cdef bint expand(self, int32_t i) noexcept nogil:
        """Lists what a state leads to; false when there is no room."""
        cdef Podiums now, spun, then
        cdef int e, k, count, stage
        cdef int receivers[2]
        cdef bint may_press
        cdef int32_t child
        cdef int32_t* edges
        cdef Node* node
        if not make_room(&self.pool):
            return False
        unpack(self.key(i).spins, self.key(i).scores, &now)
        unpack_whammies(self.key(i).spins, &now)
        node = self.node(i)
        edges = self.edges(<int32_t>self.pool.expanded)
        spun = now
        spend_spin(&spun)
        stage = spins_left(&now) >= self.second_from
        self.aim_moves(edges, &spun, False, stage)
        self.aim_moves(edges, &spun, True, stage)
        e = self.spin.moves
        then = spun
        hit_whammy(&self.rules, &then)
        self.aim(edges, e, &then, go_on(&self.rules, &then))
        e += 1
        edges[e] = -1
        self.found_at[e] = NOTHING
        if self.offers and now.whammies[now.mover]:
            then = spun
            take_whammy_off(&then)
            self.aim(edges, e, &then, go_on(&self.rules, &then))
        count = list_receivers(&self.rules, &now, receivers, &may_press)
        if may_press:
            node.mark |= MAY_PRESS
        for k in range(2):
            e += 1
            edges[e] = -1
            self.found_at[e] = NOTHING
            if k < count:
                then = now
                self.aim(edges, e, &then, hand_over(&self.rules, &then, receivers[k]))
        # Looking up in three steps lets memory answer while other look-ups go on.
        for e in range(self.pool.edge_count):
            if self.found_at[e] != NOTHING:
                child = self.pool.slots[self.found_at[e]]
                if child >= 0:
                    PREFETCH(self.key(child))
                    PREFETCH(self.node(child))
        for e in range(self.pool.edge_count):
            if self.found_at[e] != NOTHING:
                edges[e] = self.file(self.found_keys[e], self.found_at[e])
                if edges[e] == i:
                    node.mark |= LOOPS
        node.edges = <int32_t>self.pool.expanded
        self.pool.expanded += 1
        return True

    # -- intervals ----------------------------------------------------------------------------

    cdef inline const int32_t* preference(self, int32_t i, int mover) noexcept nogil:
        cdef uint64_t score
        if self.spin.order_count == 1:
            return self.spin.orders
        score = self.key(i).scores >> SCORE_BITS * mover & SCORE_MASK
        return self.spin.orders + self.scores.order[mover][score] * self.spin.option_count

    cdef int list_options(self, int landing, const int32_t* order, const int32_t* edges) noexcept nogil:
        """Makes ``rows`` the options of a landing; returns how many this contestant has."""
        cdef int k, part, first, last, seat
        cdef int count = 0
        cdef int32_t child
        cdef double* mixed
        for k in range(self.spin.options[landing], self.spin.options[landing + 1]):
            first = self.spin.parts[order[k]]
            last = self.spin.parts[order[k] + 1]
            child = edges[self.edge_of(self.spin.part_moves[first])]
            if child < 0:
                continue  # no Whammy to take off
            if last - first == 1:
                self.rows[count] = self.node(child).bound
            else:
                mixed = self.scratch + 6 * count
                for seat in range(6):
                    mixed[seat] = 0
                for part in range(first, last):
                    child = edges[self.edge_of(self.spin.part_moves[part])]
                    for seat in range(6):
                        mixed[seat] += self.spin.part_weights[part] * self.node(child).bound[seat]
                self.rows[count] = mixed
            count += 1
        return count

    cdef inline int edge_of(self, int part) noexcept nogil:
        """Which edge a part of an option is: a move, a Whammy off (-1) or a Whammy (-2)."""
        if part >= 0:
            return part
        return self.spin.moves + (1 if part == -1 else 0)

    cdef inline const SpinData* spin_of(self, const Node* node) noexcept nogil:
        return &self.early if node.mark >> BUCKET_SHIFT < self.early_buckets else &self.spin

    cdef inline double weight_of(self, const SpinData* spin, int e, int mover) noexcept nogil:
        """Chance of an edge without a choice: a move, or a Whammy after the moves."""
        return spin.weights[mover * spin.moves + e] if e < spin.moves else spin.whammy[mover]

    cdef void press(self, int32_t i, double* bound) noexcept nogil:
        """The interval of pressing."""
        cdef Node* node = self.node(i)
        cdef const int32_t* edges = self.edges(node.edges)
        cdef const int32_t* order
        cdef const double* row
        cdef double best[6]
        cdef double weight
        cdef int e, seat, count
        cdef int mover = mover_of(node)
        cdef const SpinData* spin = self.spin_of(node)
        for seat in range(6):
            bound[seat] = 0
        for e in range(self.spin.moves + 1):
            weight = self.weight_of(spin, e, mover)
            if weight == 0:
                continue
            row = self.node(edges[e]).bound
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

    cdef double update(self, int32_t i) noexcept nogil:
        """Shrinks a state's intervals from those of what it leads to; returns by how much at most."""
        cdef Node* node = self.node(i)
        cdef const int32_t* edges = self.edges(node.edges) + self.spin.moves + 2
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
                self.rows[count] = self.node(edges[k]).bound
                branch[count] = PASS_SECOND if k else PASS_FIRST
                count += 1
        if count == 1:
            for seat in range(6):
                bound[seat] = self.rows[0][seat]
            self.candidates[0] = True
        else:
            choose_interval(self.rows, count, mover, self.candidates, bound)
            tighten_interval(bound, self.rounding, self.ends, self.split)
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

    cdef inline int levels(self, const Node* node) noexcept nogil:
        """Levels from a state to what its spin brings: the decision, if there is one, and the spin."""
        return 2 if node.mark & DECIDES else 1

    cdef inline bint too_deep(self, int32_t i) noexcept nogil:
        return depth_at(&self.pool, i)[0] + self.levels(self.node(i)) > self.depth

    cdef void send(self, int32_t child, double reach, uint32_t bucket, int depth) noexcept nogil:
        """Adds reach to a state so many levels down, and queues it; in a bucket already passed, for the next trip."""
        cdef Node* node = self.node(child)
        cdef uint32_t where
        if child < ENDS or reach == 0:
            return
        depth_at(&self.pool, child)[0] = <uint16_t>min(depth_at(&self.pool, child)[0], depth)
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
        cdef const int32_t* edges = self.edges(node.edges) + self.spin.moves + 2
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
        cdef int mover = mover_of(node)
        cdef int e, k, count
        cdef int depth = min(<int>depth_at(&self.pool, i)[0], UNREACHED - 2)
        cdef int after = depth + self.levels(node)
        cdef const SpinData* spin = self.spin_of(node)
        cdef bint everything = i == self.root
        if not everything:
            reach *= self.share(i)
        if node.mark & MAY_PRESS and (everything or node.mark & PRESS):
            for e in range(self.spin.moves):
                if edges[e] >= 0 and edges[e] != i:
                    self.send(edges[e], reach * self.weight_of(spin, e, mover), bucket, after)
            self.send(edges[self.spin.moves], reach * self.weight_of(spin, self.spin.moves, mover), bucket, after)
            if spin.landings:
                order = self.preference(i, mover)
                for e in range(spin.landings):
                    count = self.list_options(e, order, edges)
                    self.spread_landing(
                        i, e, count, order, reach * spin.chances[mover * spin.landings + e], after
                    )
        for k in range(2):
            if edges[self.spin.moves + 2 + k] >= 0 and (everything or node.mark & (PASS_SECOND if k else PASS_FIRST)):
                self.send(edges[self.spin.moves + 2 + k], reach, bucket, depth + 1)

    cdef void spread_landing(
        self, int32_t i, int landing, int count, const int32_t* order, double reach, int after
    ) noexcept nogil:
        cdef Node* node = self.node(i)
        cdef const int32_t* edges = self.edges(node.edges)
        cdef uint32_t bucket = node.mark >> BUCKET_SHIFT
        cdef double ignored[6]
        cdef int k, part
        cdef int place = 0
        cdef int32_t child
        choose_interval(self.rows, count, mover_of(node), self.candidates, ignored)
        for k in range(self.spin.options[landing], self.spin.options[landing + 1]):
            if edges[self.edge_of(self.spin.part_moves[self.spin.parts[order[k]]])] < 0:
                continue
            if self.candidates[place]:
                for part in range(self.spin.parts[order[k]], self.spin.parts[order[k] + 1]):
                    child = edges[self.edge_of(self.spin.part_moves[part])]
                    if child != i:
                        self.send(child, reach * self.spin.part_weights[part], bucket, after)
            place += 1

    cdef bint more_order(self) noexcept nogil:
        cdef void* grown
        if not afford(&self.pool, self.order_room * sizeof(int32_t)):
            return False
        grown = realloc(self.order, 2 * self.order_room * sizeof(int32_t))
        if grown == NULL:
            self.pool.full = True
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
        if width <= STILL or (node.edges == NOT_EXPANDED and self.too_deep(i)):
            return
        if (
            (reach * width < threshold and i != self.root)
            or (node.edges == NOT_EXPANDED and (self.pool.full or self.pool.expanded >= most or not self.expand(i)))
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
        for e in range(0, self.pool.edge_count, 16):
            PREFETCH(edges + e)

    cdef inline void ask_for_children(self, const int32_t* edges) noexcept nogil:
        cdef int e
        for e in range(self.pool.edge_count):
            if edges[e] >= 0:
                PREFETCH(self.node(edges[e]))

    cdef bint descend(self, double threshold, Py_ssize_t most) noexcept nogil:
        """From the root through all that matters; false once ``stop`` is set."""
        cdef Py_ssize_t groups = <Py_ssize_t>self.layers * self.sums
        cdef Py_ssize_t bucket, first, group
        cdef int32_t i, following
        cdef int _
        cdef bint again
        self.visited = self.segment_count = self.left = 0
        self.later = END_OF_LIST
        self.send(self.root, 1.0, 0, 0)
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

    cdef void back_up(self) noexcept nogil:
        """Shrinks every state visited, those it leads to first, until ``stop`` is set."""
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

    def set_root(self, tuple position):
        """Files the root, given as ``engine.solve.kernel_rules`` lists it. Returns whether there is room for it."""
        cdef Podiums p
        cdef Key key
        cdef int seat, winners, count
        cdef double most = 0
        cdef double share
        cdef Node* node
        read_podiums(&p, position)
        for seat in range(3):
            most += self.scores.dollars[seat][self.scores.count[seat] - 1]
        self.layers = spins_left(&p)
        self.passes = self.layers + 1
        self.sums = <int>(most * self.per_step) + 1
        self.early_buckets = max(0, self.layers - self.second_from + 1) * self.sums * self.passes
        if not afford(&self.pool, <size_t>self.layers * self.sums * (self.passes * sizeof(int32_t) + 1)):
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
        if not make_room(&self.pool):
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
        self.pool.states = ENDS
        self.merge_whammies(&p)
        key = pack(&p)
        self.root = self.file(key, slot_of(&self.pool, key))
        return self.expand(self.root)

    def round(self, double threshold, Py_ssize_t most):
        """Goes down to what matters at least ``threshold``, and up again, unless ``stop`` is set.

        Args:
            threshold: reach times width of a state that is worth while.
            most: states to have expanded at most when it is over.
        """
        with nogil:
            if self.descend(threshold, most):
                self.back_up()
            else:
                self.forget_all()

    def actions(self):
        """Intervals after a press and after the pass that the mover prefers: six numbers each, or None."""
        cdef Node* node = self.node(self.root)
        cdef const int32_t* edges = self.edges(node.edges) + self.spin.moves + 2
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
            choose_interval(self.rows, count, mover_of(node), self.candidates, bound)
            tighten_interval(bound, self.rounding, self.ends, self.split)
            passing = [bound[k] for k in range(6)]
        return press, passing
