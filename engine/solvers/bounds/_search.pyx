"""The likely positions below a root, each with a proven interval for every payoff.

The three intervals [low, high] of a state first hold for any position; once the state has been expanded, they shrink
from those of the states it leads to. ``round`` goes down from the root through everything that matters at least as
much as a threshold, expanding new states, and then up again. ``search`` explains what the intervals
mean, and why they hold at every moment.

Going down needs parents before children. A spin used up leads to a *layer* with fewer spins left;
inside a layer an extra spin raises the sum of the scores, and a pass raises the number of passed
spins. So states wait in buckets by (layer, sum of scores, passed spins). Only at a cap, or with
sums of $0, can a bucket be met again; such a group of buckets is visited several times.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t
from libc.stdlib cimport free, malloc, realloc

from .._spin cimport SpinData
from ._backup cimport Backup
from ._explored cimport Explored, edge_of, first_pass, spin_of, weight_of
from ._intervals cimport STILL, widest_of
from ._pool cimport (
    CHUNK, DECIDES, ENDS, MAY_PRESS, NOT_EXPANDED, NOT_QUEUED, PASS_FIRST, PASS_SECOND, PREFETCH, PRESS, UNREACHED,
    Node, NodePool, afford, ask_for_edges, ask_for_nodes, bucket_of, depth_at, edges_at, key_at, mover_of, node_at,
)
from ._queue cimport END_OF_LIST, Queue, put, take

cdef int GROUP_TRIPS = 8  # how often a group of buckets is visited on the way down
cdef int LOOP_SWEEPS = 200  # ... and on the way back up, while anything moves
cdef float MOST_REACH = 1e30


cdef struct Segment:
    Py_ssize_t first
    Py_ssize_t last


cdef class BoundedSearch:
    """Explores what matters, round by round.

    Args:
        explored: the states met, none so far.
        backup: what narrows their intervals.
        depth: levels of the tree to explore, decisions and spins being one each; 0 for no limit. Where there are
            several ways to a state, the shortest counts.
    """

    cdef Explored explored
    cdef Backup backup
    cdef Queue queue
    cdef NodePool* pool
    cdef const SpinData* spin
    cdef const uint8_t* stop
    cdef int depth
    cdef int32_t root

    cdef int32_t* order
    cdef Py_ssize_t order_room
    cdef readonly Py_ssize_t visited
    cdef Segment* segments
    cdef Py_ssize_t segment_room
    cdef Py_ssize_t segment_count
    cdef readonly Py_ssize_t left  # states below the threshold in the last round that could shrink

    def __init__(self, Explored explored, Backup backup, int depth):
        self.explored, self.backup = explored, backup
        self.queue = Queue()
        self.pool, self.spin, self.stop = &explored.pool, &explored.spin, explored.pool.stop
        self.depth = depth if depth else UNREACHED
        self.root = -1
        self.order_room = CHUNK
        self.order = <int32_t*>malloc(self.order_room * sizeof(int32_t))
        self.segment_room = 64
        self.segments = <Segment*>malloc(self.segment_room * sizeof(Segment))
        if self.order == NULL or self.segments == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.order)
        free(self.segments)

    @property
    def expanded(self):
        """Return the number of states expanded so far."""
        return self.pool.expanded

    @property
    def full(self):
        """Return whether the memory is used up."""
        return self.pool.full

    def set_root(self, tuple position):
        """File the root, given as ``engine.solvers.kernel_rules`` lists it, and return whether there is room for it."""
        if not self.explored.set_root(position):
            return False
        self.backup.set_ends()
        self.root = self.explored.root
        return self.queue.set_size(
            self.pool, <Py_ssize_t>self.explored.layers * self.explored.sums, self.explored.passes
        )

    def round(self, double threshold, Py_ssize_t most):
        """Go down to what matters at least ``threshold``, and up again, unless ``stop`` is set.

        Args:
            threshold: reach times width of a state that is worth while.
            most: states to have expanded at most when it is over.
        """
        with nogil:
            if self.descend(threshold, most):
                self.back_up()
            else:
                self.queue.forget_all()

    def actions(self):
        """Return the intervals after a press and after the pass that the mover prefers: six numbers each, or None."""
        cdef double bound[6]
        cdef int k
        press = passing = None
        if node_at(self.pool, self.root).mark & MAY_PRESS:
            self.backup.press(self.root, bound)
            press = [bound[k] for k in range(6)]
        if self.backup.passing(self.root, bound):
            passing = [bound[k] for k in range(6)]
        return press, passing

    # -- what matters -------------------------------------------------------------------------

    cdef inline int levels(self, const Node* node) noexcept nogil:
        """Return the levels from a state to what its spin brings: the decision, if there is one, and the spin."""
        return 2 if node.mark & DECIDES else 1

    cdef inline bint too_deep(self, int32_t i) noexcept nogil:
        return depth_at(self.pool, i)[0] + self.levels(node_at(self.pool, i)) > self.depth

    cdef void send(self, int32_t child, double reach, int64_t bucket, int depth) noexcept nogil:
        """Add reach to a state ``levels`` down, met from a state of ``bucket``, and queue it."""
        cdef Node* node = node_at(self.pool, child)
        if child < ENDS or reach == 0:
            return
        depth_at(self.pool, child)[0] = <uint16_t>min(depth_at(self.pool, child)[0], depth)
        node.reach = min(node.reach + <float>reach, MOST_REACH)
        if node.next == NOT_QUEUED:
            put(self.queue, child, bucket)

    cdef double share(self, int32_t i) noexcept nogil:
        """Return what each branch of a decision gets of the reach: all of it, if only one may be the best.

        Several branches have an equal part each. If all of them are better known than the decision
        itself (they are nearly level, and what the choice means to others is open), they matter
        more for that: the reach grows so that reach times width does not shrink on the way.
        """
        cdef Node* node = node_at(self.pool, i)
        cdef const int32_t* edges = edges_at(self.pool, node.edges) + first_pass(self.spin)
        cdef double pressed[6]
        cdef double widest = 0
        cdef double width
        cdef int k
        cdef int count = 0
        for k in range(2):
            if edges[k] >= 0 and node.mark & (PASS_SECOND if k else PASS_FIRST):
                count += 1
                widest = max(widest, widest_of(node_at(self.pool, edges[k]).bound))
        if node.mark & MAY_PRESS and node.mark & PRESS:
            count += 1
            if count > 1 and widest < 1:
                self.backup.press(i, pressed)
                widest = max(widest, widest_of(pressed))
        if count < 2:
            return 1
        width = widest_of(node.bound)
        return (width / max(widest, STILL) if widest < width else 1.0) / count

    cdef void spread(self, int32_t i, double reach) noexcept nogil:
        """Send a state's reach on along its branches; at the root all of it along each."""
        cdef Node* node = node_at(self.pool, i)
        cdef const int32_t* edges = edges_at(self.pool, node.edges)
        cdef const int32_t* order
        cdef int64_t bucket = bucket_of(node)
        cdef int mover = mover_of(node)
        cdef int e, k, count
        cdef int depth = min(<int>depth_at(self.pool, i)[0], UNREACHED - 2)
        cdef int after = depth + self.levels(node)
        cdef const SpinData* spin = spin_of(self.explored, node)
        cdef bint everything = i == self.root
        if not everything:
            reach *= self.share(i)
        if node.mark & MAY_PRESS and (everything or node.mark & PRESS):
            for e in range(self.spin.moves):
                if edges[e] >= 0 and edges[e] != i:
                    self.send(edges[e], reach * weight_of(spin, e, mover), bucket, after)
            self.send(edges[self.spin.moves], reach * weight_of(spin, self.spin.moves, mover), bucket, after)
            if spin.landings:
                order = self.backup.preference(i, mover)
                for e in range(spin.landings):
                    count = self.backup.list_options(e, order, edges)
                    self.spread_landing(
                        i, e, count, order, reach * spin.chances[mover * spin.landings + e], after
                    )
        for k in range(2):
            e = first_pass(self.spin) + k
            if edges[e] >= 0 and (everything or node.mark & (PASS_SECOND if k else PASS_FIRST)):
                self.send(edges[e], reach, bucket, depth + 1)

    cdef void spread_landing(
        self, int32_t i, int landing, int count, const int32_t* order, double reach, int after
    ) noexcept nogil:
        cdef Node* node = node_at(self.pool, i)
        cdef const int32_t* edges = edges_at(self.pool, node.edges)
        cdef int64_t bucket = bucket_of(node)
        cdef int k, part
        cdef int place = 0
        cdef int32_t child
        self.backup.choose_option(count, mover_of(node))
        for k in range(self.spin.options[landing], self.spin.options[landing + 1]):
            if edges[edge_of(self.spin, self.spin.part_moves[self.spin.parts[order[k]]])] < 0:
                continue
            if self.backup.candidates[place]:
                for part in range(self.spin.parts[order[k]], self.spin.parts[order[k] + 1]):
                    child = edges[edge_of(self.spin, self.spin.part_moves[part])]
                    if child != i:
                        self.send(child, reach * self.spin.part_weights[part], bucket, after)
            place += 1

    cdef bint more_order(self) noexcept nogil:
        cdef void* grown
        if not afford(self.pool, self.order_room * sizeof(int32_t)):
            return False
        grown = realloc(self.order, 2 * self.order_room * sizeof(int32_t))
        if grown == NULL:
            self.pool.full = True
            return False
        self.order = <int32_t*>grown
        self.order_room *= 2
        return True

    cdef inline bint try_expanding(self, int32_t i, Py_ssize_t most) noexcept nogil:
        """Expand a state if there is room and no more than ``most`` are expanded."""
        return not self.pool.full and self.pool.expanded < most and self.explored.expand(i)

    cdef void visit(self, int32_t i, double threshold, Py_ssize_t most) noexcept nogil:
        """Take a state out of its bucket, and go on from it if it matters."""
        cdef Node* node = node_at(self.pool, i)
        cdef double reach = node.reach
        cdef double width = widest_of(node.bound)
        node.next = NOT_QUEUED
        node.reach = 0
        if width <= STILL or (node.edges == NOT_EXPANDED and self.too_deep(i)):
            return
        if (
            (reach * width < threshold and i != self.root)
            or (node.edges == NOT_EXPANDED and not self.try_expanding(i, most))
            or (self.visited == self.order_room and not self.more_order())
        ):
            self.left += 1
            return
        self.order[self.visited] = i
        self.visited += 1
        self.spread(i, reach)

    cdef inline void look_ahead(self, int32_t i) noexcept nogil:
        """Ask for what the next states of a bucket will need: three on, two on, and the next one."""
        cdef int32_t first = node_at(self.pool, i).next
        cdef int32_t second
        if first == END_OF_LIST:
            return
        if node_at(self.pool, first).edges != NOT_EXPANDED:
            ask_for_nodes(self.pool, edges_at(self.pool, node_at(self.pool, first).edges))
        else:
            PREFETCH(key_at(self.pool, first))
        second = node_at(self.pool, first).next
        if second == END_OF_LIST:
            return
        if node_at(self.pool, second).edges != NOT_EXPANDED:
            ask_for_edges(self.pool, edges_at(self.pool, node_at(self.pool, second).edges))
        if node_at(self.pool, second).next != END_OF_LIST:
            PREFETCH(node_at(self.pool, node_at(self.pool, second).next))

    cdef bint descend(self, double threshold, Py_ssize_t most) noexcept nogil:
        """Go down from the root through all that matters; return false once ``stop`` is set."""
        cdef Py_ssize_t size = self.queue.group_size
        cdef Py_ssize_t bucket, first, group
        cdef int32_t i
        cdef int _
        cdef bint again
        cdef unsigned int taken = 0
        self.visited = self.segment_count = self.left = 0
        self.send(self.root, 1.0, -1, 0)
        for group in range(self.queue.groups):
            if not self.queue.filled[group]:
                continue
            first = self.visited
            again = False
            for _ in range(GROUP_TRIPS):
                for bucket in range(group * size, (group + 1) * size):
                    i = take(self.queue, bucket)
                    while i != END_OF_LIST:
                        self.look_ahead(i)
                        self.visit(i, threshold, most)
                        taken += 1
                        if (taken & 255) == 0 and self.stop[0]:
                            return False
                        i = take(self.queue, bucket)
                if not self.queue.put_back_later():
                    break
                again = True
            self.left += self.queue.forget(group)
            if again:
                self.remember(first)
        return True

    cdef void remember(self, Py_ssize_t first) noexcept nogil:
        """File a stretch of ``order`` that leads back into itself, to be gone through repeatedly."""
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
        """Ask for what the updates of earlier places in ``order`` will read."""
        if place >= 8:
            PREFETCH(node_at(self.pool, self.order[place - 8]))
        if place >= 5:
            ask_for_edges(self.pool, edges_at(self.pool, node_at(self.pool, self.order[place - 5]).edges))
        if place >= 2:
            ask_for_nodes(self.pool, edges_at(self.pool, node_at(self.pool, self.order[place - 2]).edges))

    cdef void back_up(self) noexcept nogil:
        """Shrink every state visited, those it leads to first, until ``stop`` is set."""
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
                        moved = max(moved, self.backup.settle(self.order[k]))
                    if moved <= STILL:
                        break
                place = self.segments[segment].first - 1
                segment -= 1
                continue
            if (place & 1023) == 0 and self.stop[0]:
                return
            self.look_back(place)
            self.backup.settle(self.order[place])
            place -= 1
