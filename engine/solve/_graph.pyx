"""The positions below a root as a graph, Whammies left out: what the sparse kernel sweeps over.

A *state* is spins, scores, who is out and who is up. How many Whammies each contestant has does
not change which states follow (save for a fourth one), so they are left to the sweep, which
computes every assignment of Whammies at once.

States are filed in *frames*: one per number of spins left and set of contestants out. Playing a
spin leads to the frame with one spin less; an extra spin or a pass stays in the frame. Frame 0
holds the ends of the game.

Within a frame states lie in *lines*: everything the same but the score of the one up. The moves of
a state mostly lead along two lines, so each needs to be looked up only once.

Fast copy of ``engine.game.rules``; tests hold it to that, position by position.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

import numpy as np

include "_rules.pxi"

cdef int SPIN_BITS = 6
cdef int SCORE_BITS = 20
cdef int STOPPED = -2  # a pass that ends the game: STOPPED - index of the end

MAX_DOMAIN = 1 << 20
MAX_LAYERS = 64
FRAMES = MAX_LAYERS * 8  # frame = layer * 8 + out, a bit mask of seats
cdef int FRAME_COUNT = FRAMES

cdef struct Frame:
    Py_ssize_t count
    Py_ssize_t room
    uint64_t* spins  # packed spins, out and up
    uint64_t* scores  # packed score indices
    int32_t* next  # [count][moves]: where each move leads
    int32_t* whammy  # [count]: a Whammy that leaves the contestant in
    int32_t* whammy_off  # [count]: the spin used, nothing won
    int32_t* passes  # [count][2]: in order of preference, -1 for none, or an end as STOPPED - its index
    int32_t* fourth  # [count]: a fourth Whammy ...
    int32_t* fourth_frame  # ... and the frame it leads to
    uint8_t* may_press
    Py_ssize_t line_count
    Py_ssize_t line_room
    uint64_t* line_spins
    uint64_t* line_scores  # with the score of the one up left out
    Py_ssize_t* line_cells  # where a line's cells start in the frame's pool
    int32_t* slots  # hash table: index of a line, or -1
    Py_ssize_t slots_mask
    int32_t* pool  # cells of all lines: index of a state by score of the one up, or -1
    Py_ssize_t pool_used
    Py_ssize_t pool_room


cdef uint64_t pack_spins(State* s) noexcept nogil:
    cdef uint64_t packed = 0
    cdef int seat
    for seat in range(3):
        packed |= (<uint64_t>s.earned[seat]) << (2 * SPIN_BITS * seat)
        packed |= (<uint64_t>s.passed[seat]) << (2 * SPIN_BITS * seat + SPIN_BITS)
    return packed | (<uint64_t>s.out) << 36 | (<uint64_t>s.up) << 39


cdef uint64_t pack_scores(State* s) noexcept nogil:
    return (
        <uint64_t>s.score[0]
        | (<uint64_t>s.score[1]) << SCORE_BITS
        | (<uint64_t>s.score[2]) << (2 * SCORE_BITS)
    )


cdef void unpack(uint64_t spins, uint64_t scores, State* s) noexcept nogil:
    cdef int seat
    for seat in range(3):
        s.earned[seat] = (spins >> (2 * SPIN_BITS * seat)) & 63
        s.passed[seat] = (spins >> (2 * SPIN_BITS * seat + SPIN_BITS)) & 63
        s.score[seat] = (scores >> (SCORE_BITS * seat)) & 0xFFFFF
    s.out = (spins >> 36) & 7
    s.up = (spins >> 39) & 3


cdef inline uint64_t without_score(uint64_t scores, int up) noexcept nogil:
    return scores & ~(<uint64_t>0xFFFFF << (SCORE_BITS * up))


cdef inline int frame_of(int layer, State* s) noexcept nogil:
    return layer * 8 + s.out


cdef inline uint64_t mix(uint64_t a, uint64_t b) noexcept nogil:
    cdef uint64_t h = a * 0x9E3779B97F4A7C15ULL ^ (b + 0x7F4A7C159E3779B9ULL) * 0xC2B2AE3D27D4EB4FULL
    h ^= h >> 29
    h *= 0xBF58476D1CE4E5B9ULL
    return h ^ (h >> 32)


cdef class StateGraph:
    """Discovers and holds the graph below some positions.

    Args:
        dollars: three int64 arrays, the possible scores of each seat in dollars.
        moves: three int32 arrays [moves, scores]: index of the score after a sum is added.
        gives_spin: uint8 array [moves]: whether the move brings an extra spin.
        zero: index of $0 for each seat.
        play: rule options as ``engine.solve.play`` lists them.
        money: ends are told apart by the money won, not only by who won.
        budget: the most states to file.
        stop: uint8 array [1], set by the caller to cancel.
    """

    cdef Frame* frames
    cdef object _hold
    cdef Play play
    cdef const int32_t* moves[3]
    cdef Py_ssize_t domain[3]
    cdef const uint8_t* gives_spin
    cdef readonly int move_count
    cdef int zero[3]
    cdef bint money
    cdef Py_ssize_t budget
    cdef readonly Py_ssize_t states
    cdef readonly bint overflow
    cdef bint no_memory
    cdef const uint8_t* stop
    cdef readonly int layers

    def __cinit__(self):
        self.frames = <Frame*>malloc(FRAME_COUNT * sizeof(Frame))
        if self.frames == NULL:
            raise MemoryError
        memset(self.frames, 0, FRAME_COUNT * sizeof(Frame))

    def __init__(
        self,
        list dollars,
        list moves,
        const uint8_t[::1] gives_spin,
        tuple zero,
        tuple play,
        bint money,
        Py_ssize_t budget,
        const uint8_t[::1] stop,
    ):
        cdef int seat
        cdef const int64_t[::1] scores
        cdef const int32_t[:, ::1] table
        self._hold = (dollars, moves, gives_spin, stop)
        self.move_count = <int>gives_spin.shape[0]
        for seat in range(3):
            scores = dollars[seat]
            table = moves[seat]
            if table.shape[0] != self.move_count or table.shape[1] != scores.shape[0]:
                raise ValueError("moves must be [moves, scores] for each seat")
            if scores.shape[0] >= MAX_DOMAIN:
                raise ValueError("too many different scores")
            self.play.dollars[seat] = &scores[0]
            self.moves[seat] = &table[0, 0]
            self.domain[seat] = scores.shape[0]
            self.zero[seat] = zero[seat]
        self.gives_spin = &gives_spin[0]
        read_play(&self.play, play)
        self.money = money
        self.budget = budget
        self.stop = &stop[0]

    def __dealloc__(self):
        cdef int f
        if self.frames != NULL:
            for f in range(FRAME_COUNT):
                self.drop(&self.frames[f])
            free(self.frames)

    cdef void drop(self, Frame* f) noexcept nogil:
        free(f.spins)
        free(f.scores)
        free(f.next)
        free(f.whammy)
        free(f.whammy_off)
        free(f.passes)
        free(f.fourth)
        free(f.fourth_frame)
        free(f.may_press)
        self.drop_lines(f)
        memset(f, 0, sizeof(Frame))

    cdef void drop_lines(self, Frame* f) noexcept nogil:
        """What is only needed while states are being filed."""
        free(f.line_spins)
        free(f.line_scores)
        free(f.line_cells)
        free(f.slots)
        free(f.pool)
        f.line_spins = f.line_scores = NULL
        f.line_cells = NULL
        f.slots = f.pool = NULL
        f.line_count = f.line_room = f.pool_used = f.pool_room = 0

    # -- filing states ------------------------------------------------------------------------

    cdef bint grow(self, Frame* f) noexcept nogil:
        """Doubles the room for states; false when memory ran out."""
        cdef Py_ssize_t room = f.room * 2 if f.room else 256
        f.spins = <uint64_t*>realloc(f.spins, room * sizeof(uint64_t))
        f.scores = <uint64_t*>realloc(f.scores, room * sizeof(uint64_t))
        f.next = <int32_t*>realloc(f.next, room * self.move_count * sizeof(int32_t))
        f.whammy = <int32_t*>realloc(f.whammy, room * sizeof(int32_t))
        f.whammy_off = <int32_t*>realloc(f.whammy_off, room * sizeof(int32_t))
        f.passes = <int32_t*>realloc(f.passes, 2 * room * sizeof(int32_t))
        f.fourth = <int32_t*>realloc(f.fourth, room * sizeof(int32_t))
        f.fourth_frame = <int32_t*>realloc(f.fourth_frame, room * sizeof(int32_t))
        f.may_press = <uint8_t*>realloc(f.may_press, room)
        if (
            f.spins == NULL or f.scores == NULL or f.next == NULL or f.whammy == NULL or f.whammy_off == NULL
            or f.passes == NULL or f.fourth == NULL or f.fourth_frame == NULL
            or f.may_press == NULL
        ):
            self.no_memory = True
            return False
        f.room = room
        return True

    cdef bint grow_lines(self, Frame* f) noexcept nogil:
        """Doubles the room for lines and their hash table; false when memory ran out."""
        cdef Py_ssize_t room = f.line_room * 2 if f.line_room else 64
        cdef Py_ssize_t i
        cdef uint64_t at
        f.line_spins = <uint64_t*>realloc(f.line_spins, room * sizeof(uint64_t))
        f.line_scores = <uint64_t*>realloc(f.line_scores, room * sizeof(uint64_t))
        f.line_cells = <Py_ssize_t*>realloc(f.line_cells, room * sizeof(Py_ssize_t))
        f.slots = <int32_t*>realloc(f.slots, 2 * room * sizeof(int32_t))
        if f.line_spins == NULL or f.line_scores == NULL or f.line_cells == NULL or f.slots == NULL:
            self.no_memory = True
            return False
        f.line_room = room
        f.slots_mask = 2 * room - 1
        memset(f.slots, 0xFF, 2 * room * sizeof(int32_t))
        for i in range(f.line_count):
            at = mix(f.line_spins[i], f.line_scores[i]) & f.slots_mask
            while f.slots[at] >= 0:
                at = (at + 1) & f.slots_mask
            f.slots[at] = <int32_t>i
        return True

    cdef Py_ssize_t line(self, Frame* f, uint64_t spins, uint64_t scores, int up) noexcept nogil:
        """Where the cells of a state's line start in the frame's pool; -1 when memory ran out."""
        cdef uint64_t at
        cdef int32_t i
        cdef Py_ssize_t room
        scores = without_score(scores, up)
        if f.line_count == f.line_room and not self.grow_lines(f):
            return -1
        at = mix(spins, scores) & f.slots_mask
        while True:
            i = f.slots[at]
            if i < 0:
                break
            if f.line_spins[i] == spins and f.line_scores[i] == scores:
                return f.line_cells[i]
            at = (at + 1) & f.slots_mask
        if f.pool_used + self.domain[up] > f.pool_room:
            room = max(2 * f.pool_room, f.pool_used + 64 * self.domain[up])
            f.pool = <int32_t*>realloc(f.pool, room * sizeof(int32_t))
            if f.pool == NULL:
                self.no_memory = True
                return -1
            f.pool_room = room
        i = <int32_t>f.line_count
        f.slots[at] = i
        f.line_spins[i] = spins
        f.line_scores[i] = scores
        f.line_cells[i] = f.pool_used
        memset(f.pool + f.pool_used, 0xFF, self.domain[up] * sizeof(int32_t))
        f.pool_used += self.domain[up]
        f.line_count += 1
        return f.line_cells[i]

    cdef int32_t file_in(
        self, Frame* f, Py_ssize_t line, uint64_t spins, uint64_t scores, int up, int score
    ) noexcept nogil:
        """Index of the state on a line with this score, adding it if it is new; -1 when over budget."""
        cdef int32_t i
        if line < 0:
            return -1
        i = f.pool[line + score]
        if i >= 0:
            return i
        if self.states >= self.budget:
            self.overflow = True
            return -1
        if f.count == f.room and not self.grow(f):
            return -1
        i = <int32_t>f.count
        f.pool[line + score] = i
        f.spins[i] = spins
        f.scores[i] = without_score(scores, up) | (<uint64_t>score) << (SCORE_BITS * up)
        f.count += 1
        self.states += 1
        return i

    cdef int32_t file(self, int frame, State* s) noexcept nogil:
        """Index of a state in its frame, adding it if it is new; -1 when over budget."""
        cdef Frame* f = &self.frames[frame]
        cdef uint64_t spins = pack_spins(s)
        cdef uint64_t scores = pack_scores(s)
        return self.file_in(f, self.line(f, spins, scores, s.up), spins, scores, s.up, s.score[s.up])

    cdef int32_t file_end(self, int winners, int64_t dollars) noexcept nogil:
        """Index of an end of the game in frame 0: the winners' mask, or one of the ends with money."""
        cdef Frame* f = &self.frames[0]
        cdef int32_t i
        cdef uint64_t at
        if f.count == f.room and not self.grow(f):
            return -1
        if not self.money:
            return winners
        while 2 * (f.count + 1) > f.slots_mask:
            if not self.grow_ends(f):
                return -1
        at = mix(winners, dollars) & f.slots_mask
        while True:
            i = f.slots[at]
            if i < 0:
                break
            if f.spins[i] == <uint64_t>winners and f.scores[i] == <uint64_t>dollars:
                return i
            at = (at + 1) & f.slots_mask
        i = <int32_t>f.count
        f.slots[at] = i
        f.spins[i] = winners
        f.scores[i] = dollars
        f.count += 1
        return i

    cdef bint grow_ends(self, Frame* f) noexcept nogil:
        cdef Py_ssize_t size = 2 * (f.slots_mask + 1) if f.slots_mask else 1024
        cdef Py_ssize_t i
        cdef uint64_t at
        f.slots = <int32_t*>realloc(f.slots, size * sizeof(int32_t))
        if f.slots == NULL:
            self.no_memory = True
            return False
        f.slots_mask = size - 1
        memset(f.slots, 0xFF, size * sizeof(int32_t))
        for i in range(f.count):
            at = mix(f.spins[i], f.scores[i]) & f.slots_mask
            while f.slots[at] >= 0:
                at = (at + 1) & f.slots_mask
            f.slots[at] = <int32_t>i
        return True

    # -- the rules ----------------------------------------------------------------------------

    cdef int32_t next_turn(self, State* s, int seat, int* frame) noexcept nogil:
        """The turn of ``seat`` has ended: files the position that follows, or the end of the game."""
        cdef int64_t top
        cdef int winners
        cdef int up = next_up(&self.play, s, seat)
        if up == NOBODY:
            frame[0] = 0
            winners = top_seats(&self.play, s, &top)
            return self.file_end(winners, top)
        s.up = up
        frame[0] = frame_of(spins_left(s), s)
        return self.file(frame[0], s)

    cdef int32_t after(self, State* s, int* frame) noexcept nogil:
        """The one up goes on while he has spins."""
        if s.earned[s.up] + s.passed[s.up] == 0:
            return self.next_turn(s, s.up, frame)
        frame[0] = frame_of(spins_left(s), s)
        return self.file(frame[0], s)

    cdef void list_passes(self, State* s, int32_t* passes, uint8_t* may_press) noexcept nogil:
        """Where passing leads (-1 for no pass), and whether pressing is allowed beside it."""
        cdef int u = s.up
        cdef int receivers[2]
        cdef bint press
        cdef int k, frame
        cdef int count = list_receivers(&self.play, s, receivers, &press)
        cdef State passed
        may_press[0] = press
        passes[0] = passes[1] = -1
        for k in range(count):
            passed = s[0]
            if receivers[k] != NOBODY:
                passed.passed[receivers[k]] += passed.earned[u]
            passed.earned[u] = 0
            passes[k] = self.next_turn(&passed, u, &frame)
            if frame == 0:
                passes[k] = STOPPED - passes[k]

    cdef void expand(self, int frame, Py_ssize_t i) noexcept nogil:
        """Lists what every move leads to from one state."""
        cdef State s, t
        cdef int m, u, target, score, layer
        cdef int32_t found
        cdef int32_t passes[2]
        cdef uint8_t may_press
        cdef uint64_t spins, scores
        cdef Py_ssize_t line
        cdef Frame* to
        unpack(self.frames[frame].spins[i], self.frames[frame].scores[i], &s)
        self.list_passes(&s, passes, &may_press)
        for m in range(2):
            self.frames[frame].passes[2 * i + m] = passes[m]
        self.frames[frame].may_press[i] = may_press
        layer = frame >> 3
        u = s.up
        score = s.score[u]
        if s.passed[u]:
            s.passed[u] -= 1
        else:
            s.earned[u] -= 1
        t = s
        t.earned[u] += 1
        to = &self.frames[frame]
        spins = pack_spins(&t)
        scores = pack_scores(&t)
        line = -2
        for m in range(self.move_count):
            if not self.gives_spin[m]:
                continue
            if line == -2:
                line = self.line(to, spins, scores, u)
            found = self.file_in(to, line, spins, scores, u, self.moves[u][m * self.domain[u] + score])
            to.next[i * self.move_count + m] = found
        if s.earned[u] + s.passed[u]:
            to = &self.frames[frame_of(layer - 1, &s)]
            spins = pack_spins(&s)
            scores = pack_scores(&s)
            line = self.line(to, spins, scores, u)
            for m in range(self.move_count):
                if not self.gives_spin[m]:
                    found = self.file_in(to, line, spins, scores, u, self.moves[u][m * self.domain[u] + score])
                    self.frames[frame].next[i * self.move_count + m] = found
            found = self.file_in(to, line, spins, scores, u, score)
            self.frames[frame].whammy_off[i] = found
        else:
            for m in range(self.move_count):
                if not self.gives_spin[m]:
                    t = s
                    t.score[u] = self.moves[u][m * self.domain[u] + score]
                    found = self.next_turn(&t, u, &target)
                    self.frames[frame].next[i * self.move_count + m] = found
            t = s
            found = self.next_turn(&t, u, &target)
            self.frames[frame].whammy_off[i] = found
        t = s
        t.score[u] = self.zero[u]
        t.earned[u] += t.passed[u]
        t.passed[u] = 0
        found = self.after(&t, &target)
        self.frames[frame].whammy[i] = found
        t = s
        t.score[u] = self.zero[u]
        t.earned[u] = t.passed[u] = 0
        t.out |= 1 << u
        found = self.next_turn(&t, u, &target)
        self.frames[frame].fourth[i] = found
        self.frames[frame].fourth_frame[i] = target

    def discover(self, list roots):
        """Files everything below some positions. Returns (frame, index) of each.

        ``overflow`` is set when the budget ran out, and the graph is then not to be used.

        Args:
            roots: for each (earned, passed, indices of scores, bit mask of seats out, up).
        """
        cdef State s
        cdef int layer, mask, winners, frame
        cdef Py_ssize_t i
        cdef bint cancelled = False
        cdef list places = []
        self.layers = max(sum(root[0]) + sum(root[1]) for root in roots)
        if self.layers >= MAX_LAYERS:
            raise ValueError("too many spins")
        if not self.grow(&self.frames[0]):
            raise MemoryError
        if not self.money:
            # An end is its winners' mask.
            for winners in range(8):
                self.frames[0].spins[winners] = winners
                self.frames[0].scores[winners] = 0
            self.frames[0].count = 8
        for root in roots:
            frame = self.read_state(&s, root)
            places.append((frame, self.file(frame, &s)))
        with nogil:
            for layer in range(self.layers, 0, -1):
                for mask in range(8):
                    frame = layer * 8 + mask
                    i = 0
                    while i < self.frames[frame].count and not self.overflow and not self.no_memory:
                        if i % 1024 == 0 and self.stop[0]:
                            cancelled = True
                            break
                        self.expand(frame, i)
                        i += 1
                    if layer < self.layers - 1:
                        self.drop_lines(&self.frames[frame])
        if self.no_memory:
            raise MemoryError
        if cancelled:
            self.overflow = True
        return places

    cdef int read_state(self, State* s, tuple state):
        """Fills in a state as ``discover`` takes it; returns its frame."""
        cdef int seat
        earned, passed, scores, s.out, s.up = state
        for seat in range(3):
            s.earned[seat] = earned[seat]
            s.passed[seat] = passed[seat]
            s.score[seat] = scores[seat]
        return frame_of(spins_left(s), s)

    # -- reading ------------------------------------------------------------------------------

    def find(self, tuple earned, tuple passed, tuple scores, int out, int up):
        """(frame, index) of a state; KeyError if it is not in the graph.

        At once in the two top layers, by going through the frame elsewhere.
        """
        cdef State s
        cdef int frame = self.read_state(&s, (earned, passed, scores, out, up))
        cdef Frame* f = &self.frames[frame]
        cdef uint64_t spins, packed, at
        cdef Py_ssize_t i
        spins = pack_spins(&s)
        packed = pack_scores(&s)
        if f.slots != NULL:
            at = mix(spins, without_score(packed, up)) & f.slots_mask
            while f.slots[at] >= 0:
                i = f.slots[at]
                if f.line_spins[i] == spins and f.line_scores[i] == without_score(packed, up):
                    i = f.pool[f.line_cells[i] + s.score[up]]
                    if i < 0:
                        break
                    return frame, i
                at = (at + 1) & f.slots_mask
        else:
            for i in range(f.count):
                if f.spins[i] == spins and f.scores[i] == packed:
                    return frame, i
        raise KeyError((earned, passed, scores, out, up))

    def frame_ids(self):
        """Frames that hold states, fewest spins first."""
        return [f for f in range(FRAME_COUNT) if self.frames[f].count]

    def count(self, int frame):
        return self.frames[frame].count

    def arrays(self, int frame):
        """A frame's arrays: next [n, moves], whammy, whammy_off, passes [n, 2], fourth, fourth_frame,
        may_press, up, score of the one up (an index); all int32 but may_press and up (uint8). They
        are views: keep the graph alive."""
        cdef Frame* f = &self.frames[frame]
        cdef Py_ssize_t n = f.count
        if n == 0:
            raise ValueError("empty frame")
        up = ((np.asarray(<uint64_t[:n]>f.spins) >> np.uint64(39)) & np.uint64(3)).astype(np.uint8)
        score = (np.asarray(<uint64_t[:n]>f.scores) >> (up * SCORE_BITS).astype(np.uint64)) & np.uint64(0xFFFFF)
        return (
            np.asarray(<int32_t[:n, :self.move_count]>f.next),
            np.asarray(<int32_t[:n]>f.whammy),
            np.asarray(<int32_t[:n]>f.whammy_off),
            np.asarray(<int32_t[:n, :2]>f.passes),
            np.asarray(<int32_t[:n]>f.fourth),
            np.asarray(<int32_t[:n]>f.fourth_frame),
            np.asarray(<uint8_t[:n]>f.may_press),
            up,
            score.astype(np.int32),
        )

    def ends(self):
        """The ends of the game: arrays of seat masks sharing the top, and of the top's dollars."""
        cdef Frame* f = &self.frames[0]
        cdef Py_ssize_t n = f.count
        if n == 0:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        return (
            np.array(<uint64_t[:n]>f.spins).astype(np.int64),
            np.array(<uint64_t[:n]>f.scores).astype(np.int64),
        )

    def order(self, int frame):
        """States of a frame in strongly connected sets, each set after those it leads to.

        Tarjan's algorithm (1972) over the moves that stay in the frame: extra spins and passes.

        Returns:
            order: int32 [n], states.
            starts: int32 [sets + 1], where each set starts in ``order``.
            loops: uint8 [sets], whether the set has a cycle.
        """
        cdef Frame* f = &self.frames[frame]
        cdef Py_ssize_t n = f.count
        cdef Py_ssize_t start, top = 0, depth = 0, filled = 0, sets = 0
        cdef int32_t node, child, counter = 0
        cdef int edge
        cdef int edges = self.move_count + 2
        order_array = np.empty(n, np.int32)
        starts_array = np.empty(n + 1, np.int32)
        loops_array = np.zeros(n, np.uint8)
        cdef int32_t[::1] order = order_array
        cdef int32_t[::1] starts = starts_array
        cdef uint8_t[::1] loops = loops_array
        cdef int32_t[::1] number = np.full(n, -1, np.int32)
        cdef int32_t[::1] low = np.empty(n, np.int32)
        cdef uint8_t[::1] on_stack = np.zeros(n, np.uint8)
        cdef int32_t[::1] stack = np.empty(n, np.int32)
        cdef int32_t[::1] path = np.empty(n, np.int32)
        cdef int32_t[::1] edge_at = np.empty(n, np.int32)
        cdef uint8_t[::1] own_loop = np.zeros(n, np.uint8)
        starts[0] = 0
        with nogil:
            for start in range(n):
                if number[start] >= 0:
                    continue
                path[0] = <int32_t>start
                depth = 1
                edge_at[0] = 0
                number[start] = low[start] = counter
                counter += 1
                stack[top] = <int32_t>start
                top += 1
                on_stack[start] = True
                while depth:
                    node = path[depth - 1]
                    edge = edge_at[depth - 1]
                    if edge < edges:
                        edge_at[depth - 1] += 1
                        if edge < self.move_count:
                            if not self.gives_spin[edge]:
                                continue
                            child = f.next[node * <Py_ssize_t>self.move_count + edge]
                        else:
                            child = f.passes[2 * <Py_ssize_t>node + edge - self.move_count]
                            if child < 0:
                                continue
                        if child == node:
                            own_loop[node] = True
                        elif number[child] < 0:
                            number[child] = low[child] = counter
                            counter += 1
                            stack[top] = child
                            top += 1
                            on_stack[child] = True
                            path[depth] = child
                            edge_at[depth] = 0
                            depth += 1
                        elif on_stack[child] and number[child] < low[node]:
                            low[node] = number[child]
                        continue
                    depth -= 1
                    if depth and low[node] < low[path[depth - 1]]:
                        low[path[depth - 1]] = low[node]
                    if low[node] == number[node]:
                        while True:
                            top -= 1
                            child = stack[top]
                            on_stack[child] = False
                            order[filled] = child
                            filled += 1
                            if child == node:
                                break
                        loops[sets] = filled - starts[sets] > 1 or own_loop[node]
                        sets += 1
                        starts[sets] = <int32_t>filled
        return order_array, starts_array[: sets + 1], loops_array[:sets]
