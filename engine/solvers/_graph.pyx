"""The positions below a root as a graph, Whammies left out: what the sparse kernel sweeps over.

A *state* is spins, scores, who is out and who moves. How many Whammies each contestant has does
not change which states follow (save for a fourth one), so they are left to the sweep, which
computes every assignment of Whammies at once.

States are filed in *frames*: one per number of spins left and set of contestants out. Playing a
spin leads to the frame with one spin less; an extra spin or a pass stays in the frame. Frame 0
holds the ends of the game.

Within a frame states lie in *lines*: everything the same but the score of the mover. The moves of
a state mostly lead along two lines, so each needs to be looked up only once.

Fast copy of ``engine.game.rules``; tests hold it to that, position by position.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

import numpy as np

from ._keys cimport (
    MOVER_SHIFT, SCORE_BITS, SCORE_MASK, file_pairs, find_pair, pack_scores, pack_spins, unpack, with_score,
)
from ._rules cimport (
    NOBODY, WHAMMIES_OUT, KernelRules, Podiums, end_turn, find_winners, go_on, hand_over, hit_whammy, list_receivers,
    read_podiums, read_rules, spend_spin, spins_left, spins_of,
)
from ._spin cimport KernelScores, KernelSpin, ScoreData, SpinData, place_from

cdef int STOPPED = -2  # a pass that ends the game: STOPPED - index of the end

MAX_LAYERS = 64
FRAMES = MAX_LAYERS * 8  # frame = layer * 8 + out, a bit mask of seats
cdef int FRAME_COUNT = FRAMES
# Bytes of a state beside its moves, arrays that are read from Python included; and of a line beside its cells.
cdef Py_ssize_t STATE_BYTES = 64
cdef Py_ssize_t LINE_BYTES = 32
cdef Py_ssize_t MOST_STATES = 0x7FFFFFFF  # states are numbered in 32 bits

cdef struct Frame:
    Py_ssize_t count
    Py_ssize_t room
    uint64_t* spins  # packed spins, out and mover
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
    uint64_t* line_scores  # with the score of the mover left out
    Py_ssize_t* line_cells  # where a line's cells start in the frame's pool
    int32_t* slots  # hash table: index of a line, or -1
    Py_ssize_t slots_mask
    int32_t* pool  # cells of all lines: index of a state by the mover's score, or -1
    Py_ssize_t pool_used
    Py_ssize_t pool_room


cdef inline int frame_of(const Podiums* p) noexcept nogil:
    return spins_left(p) * 8 + p.out


cdef class StateGraph:
    """Discovers and holds the graph below some positions.

    Args:
        spin, scores: the board, and the scores of each seat.
        arises: uint8 [2, moves], which moves there are with few spins left, and with many.
        second_from: how many are many.
        options: rule options as ``engine.solvers.kernel_rules`` lists them.
        money: ends differ by the money won, not only by the winners.
        budget: the most states to file.
        memory: bytes that states and the lines that they are looked up in may take.
        stop: uint8 array [1], set by the caller to cancel.
    """

    cdef Frame* frames
    cdef object _hold
    cdef KernelRules rules
    cdef SpinData spin
    cdef const uint8_t[:, ::1] arises
    cdef int second_from
    cdef ScoreData scores
    cdef bint money
    cdef Py_ssize_t budget, memory
    cdef readonly Py_ssize_t states, bytes
    cdef readonly bint overflow, full
    cdef bint no_memory
    cdef const uint8_t* stop
    cdef readonly int layers

    def __cinit__(self):
        self.frames = <Frame*>malloc(FRAME_COUNT * sizeof(Frame))
        if self.frames == NULL:
            raise MemoryError
        memset(self.frames, 0, FRAME_COUNT * sizeof(Frame))

    def __init__(
        self, *, KernelSpin spin, const uint8_t[:, ::1] arises, int second_from, KernelScores scores, tuple options,
        bint money, Py_ssize_t budget, Py_ssize_t memory, const uint8_t[::1] stop,
    ):
        self._hold = (spin, scores, stop)
        self.arises, self.second_from = arises, second_from
        self.spin, self.scores = spin.data, scores.data
        read_rules(&self.rules, options, self.scores.dollars, self.scores.zero)
        self.money = money
        self.budget = min(budget, MOST_STATES)
        self.memory = memory
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
        """Free what is only needed while states are being filed."""
        free(f.line_spins)
        free(f.line_scores)
        free(f.line_cells)
        free(f.slots)
        free(f.pool)
        self.bytes -= f.line_count * LINE_BYTES + f.pool_used * <Py_ssize_t>sizeof(int32_t)
        f.line_spins = f.line_scores = NULL
        f.line_cells = NULL
        f.slots = f.pool = NULL
        f.line_count = f.line_room = f.pool_used = f.pool_room = 0

    # -- filing states ------------------------------------------------------------------------

    cdef bint take(self, Py_ssize_t size) noexcept nogil:
        """Count bytes about to be used; return false, with ``overflow`` and ``full`` set, where they are too many."""
        if self.bytes + size > self.memory:
            self.overflow = self.full = True
            return False
        self.bytes += size
        return True

    cdef bint grow(self, Frame* f) noexcept nogil:
        """Double the room for states; return false when memory ran out."""
        cdef Py_ssize_t room = f.room * 2 if f.room else 256
        f.spins = <uint64_t*>realloc(f.spins, room * sizeof(uint64_t))
        f.scores = <uint64_t*>realloc(f.scores, room * sizeof(uint64_t))
        f.next = <int32_t*>realloc(f.next, room * self.spin.moves * sizeof(int32_t))
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
        """Double the room for lines and their hash table; return false when memory ran out."""
        cdef Py_ssize_t room = f.line_room * 2 if f.line_room else 64
        f.line_spins = <uint64_t*>realloc(f.line_spins, room * sizeof(uint64_t))
        f.line_scores = <uint64_t*>realloc(f.line_scores, room * sizeof(uint64_t))
        f.line_cells = <Py_ssize_t*>realloc(f.line_cells, room * sizeof(Py_ssize_t))
        f.slots = <int32_t*>realloc(f.slots, 2 * room * sizeof(int32_t))
        if f.line_spins == NULL or f.line_scores == NULL or f.line_cells == NULL or f.slots == NULL:
            self.no_memory = True
            return False
        f.line_room = room
        f.slots_mask = 2 * room - 1
        file_pairs(f.slots, f.slots_mask, f.line_spins, f.line_scores, f.line_count, self.stop)
        return True

    cdef Py_ssize_t line(self, Frame* f, uint64_t spins, uint64_t scores, int mover) noexcept nogil:
        """Return where the cells of a state's line start in the frame's pool; -1 when memory ran out or is used up."""
        cdef uint64_t at
        cdef int32_t i
        cdef Py_ssize_t room
        scores = with_score(scores, mover, 0)
        if f.line_count == f.line_room and not self.grow_lines(f):
            return -1
        at = find_pair(f.slots, f.slots_mask, f.line_spins, f.line_scores, spins, scores)
        if f.slots[at] >= 0:
            return f.line_cells[f.slots[at]]
        if not self.take(LINE_BYTES + self.scores.count[mover] * <Py_ssize_t>sizeof(int32_t)):
            return -1
        if f.pool_used + self.scores.count[mover] > f.pool_room:
            room = max(2 * f.pool_room, f.pool_used + 64 * self.scores.count[mover])
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
        memset(f.pool + f.pool_used, 0xFF, self.scores.count[mover] * sizeof(int32_t))
        f.pool_used += self.scores.count[mover]
        f.line_count += 1
        return f.line_cells[i]

    cdef int32_t file_in(
        self, Frame* f, Py_ssize_t line, uint64_t spins, uint64_t scores, int mover, int score
    ) noexcept nogil:
        """Return the index of the state on a line with this score, adding it if it is new; -1 when over budget."""
        cdef int32_t i
        if line < 0:
            return -1
        i = f.pool[line + score]
        if i >= 0:
            return i
        if self.states >= self.budget:
            self.overflow = True
            return -1
        if not self.take(STATE_BYTES + self.spin.moves * <Py_ssize_t>sizeof(int32_t)):
            return -1
        if f.count == f.room and not self.grow(f):
            return -1
        i = <int32_t>f.count
        f.pool[line + score] = i
        f.spins[i] = spins
        f.scores[i] = with_score(scores, mover, score)
        f.count += 1
        self.states += 1
        return i

    cdef int32_t file(self, int frame, const Podiums* p) noexcept nogil:
        """Return the index of a state in its frame, adding it if it is new; -1 when over budget."""
        cdef Frame* f = &self.frames[frame]
        cdef uint64_t spins = pack_spins(p)
        cdef uint64_t scores = pack_scores(p)
        return self.file_in(f, self.line(f, spins, scores, p.mover), spins, scores, p.mover, p.score[p.mover])

    cdef int32_t file_end(self, int winners, int64_t dollars) noexcept nogil:
        """Return the index of an end of the game in frame 0: the winners' mask, or one of the ends with money."""
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
        at = find_pair(f.slots, f.slots_mask, f.spins, f.scores, winners, dollars)
        if f.slots[at] >= 0:
            return f.slots[at]
        if not self.take(STATE_BYTES):
            return -1
        i = <int32_t>f.count
        f.slots[at] = i
        f.spins[i] = winners
        f.scores[i] = dollars
        f.count += 1
        return i

    cdef bint grow_ends(self, Frame* f) noexcept nogil:
        cdef Py_ssize_t size = 2 * (f.slots_mask + 1) if f.slots_mask else 1024
        f.slots = <int32_t*>realloc(f.slots, size * sizeof(int32_t))
        if f.slots == NULL:
            self.no_memory = True
            return False
        f.slots_mask = size - 1
        file_pairs(f.slots, f.slots_mask, f.spins, f.scores, f.count, self.stop)
        return True

    # -- the rules ----------------------------------------------------------------------------

    cdef int32_t file_next(self, Podiums* p, bint on, int* frame) noexcept nogil:
        """File the position that follows, or the end of the game (not ``on``)."""
        cdef int64_t top
        cdef int winners
        if on:
            frame[0] = frame_of(p)
            return self.file(frame[0], p)
        frame[0] = 0
        winners = find_winners(&self.rules, p, &top)
        return self.file_end(winners, top)

    cdef void list_passes(self, const Podiums* p, int32_t* passes, uint8_t* may_press) noexcept nogil:
        """Find where passing leads (-1 for no pass), and whether pressing is allowed beside it."""
        cdef int receivers[2]
        cdef bint press, on
        cdef int k, frame
        cdef int count = list_receivers(&self.rules, p, receivers, &press)
        cdef Podiums passed
        may_press[0] = press
        passes[0] = passes[1] = -1
        for k in range(count):
            passed = p[0]
            on = hand_over(&self.rules, &passed, receivers[k])
            passes[k] = self.file_next(&passed, on, &frame)
            if frame == 0:
                passes[k] = STOPPED - passes[k]

    cdef void add_moves(self, int frame, Py_ssize_t i, const Podiums* spun, bint spin) noexcept nogil:
        """List where the moves of a state lead that give a spin, or those that give none."""
        cdef Podiums p = spun[0]
        cdef Podiums then
        cdef int mover = p.mover
        cdef int m, place, target
        cdef Frame* to = NULL
        cdef uint64_t spins, scores
        cdef Py_ssize_t line
        cdef int32_t found
        cdef int stage = (frame >> 3) >= self.second_from
        p.earned[mover] += spin
        for m in range(self.spin.moves):
            if self.spin.gives_spin[m] != spin:
                continue
            if not self.arises[stage, m]:
                self.frames[frame].next[i * self.spin.moves + m] = -1
                continue
            place = place_from(&self.spin, m, spun)
            if place < 0:
                place = p.score[mover]
            else:
                place = self.scores.next[mover][m * self.scores.count[mover] + place]
            if spins_of(&p, mover) == 0:
                then = p
                then.score[mover] = place
                found = self.file_next(&then, end_turn(&self.rules, &then, NOBODY), &target)
            else:
                if to == NULL:  # all lead along one line
                    to = &self.frames[frame_of(&p)]
                    spins, scores = pack_spins(&p), pack_scores(&p)
                    line = self.line(to, spins, scores, mover)
                found = self.file_in(to, line, spins, scores, mover, place)
            self.frames[frame].next[i * self.spin.moves + m] = found

    cdef void expand(self, int frame, Py_ssize_t i) noexcept nogil:
        """List what every move leads to from one state."""
        cdef Podiums p, then
        cdef int target
        cdef int32_t found
        cdef int32_t passes[2]
        cdef uint8_t may_press
        unpack(self.frames[frame].spins[i], self.frames[frame].scores[i], &p)
        self.list_passes(&p, passes, &may_press)
        self.frames[frame].passes[2 * i], self.frames[frame].passes[2 * i + 1] = passes[0], passes[1]
        self.frames[frame].may_press[i] = may_press
        spend_spin(&p)
        self.add_moves(frame, i, &p, True)
        self.add_moves(frame, i, &p, False)
        then = p
        found = self.file_next(&then, go_on(&self.rules, &then), &target)
        self.frames[frame].whammy_off[i] = found
        then = p
        then.whammies[p.mover] = 0
        hit_whammy(&self.rules, &then)
        found = self.file_next(&then, go_on(&self.rules, &then), &target)
        self.frames[frame].whammy[i] = found
        then = p
        then.whammies[p.mover] = WHAMMIES_OUT - 1
        hit_whammy(&self.rules, &then)
        found = self.file_next(&then, go_on(&self.rules, &then), &target)
        self.frames[frame].fourth[i] = found
        self.frames[frame].fourth_frame[i] = target

    def discover(self, list roots):
        """File everything below some positions, and return (frame, index) of each.

        ``overflow`` is set when the budget or the memory ran out (``full``), and the graph is then not to be used.

        Args:
            roots: as ``engine.solvers.kernel_rules`` lists them; their Whammies count only for who is out.
        """
        cdef Podiums p
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
            read_podiums(&p, root)
            frame = frame_of(&p)
            places.append((frame, self.file(frame, &p)))
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

    # -- reading ------------------------------------------------------------------------------

    def find(self, tuple position):
        """Return (frame, index) of a state, given like ``discover``'s roots; KeyError if it is not in the graph.

        At once in the two top layers, by going through the frame elsewhere.
        """
        cdef Podiums p
        read_podiums(&p, position)
        cdef int frame = frame_of(&p)
        cdef Frame* f = &self.frames[frame]
        cdef uint64_t spins, packed, at
        cdef Py_ssize_t i
        spins = pack_spins(&p)
        packed = pack_scores(&p)
        if f.slots != NULL:
            at = find_pair(f.slots, f.slots_mask, f.line_spins, f.line_scores, spins, with_score(packed, p.mover, 0))
            if f.slots[at] >= 0:
                i = f.pool[f.line_cells[f.slots[at]] + p.score[p.mover]]
                if i >= 0:
                    return frame, i
        else:
            for i in range(f.count):
                if f.spins[i] == spins and f.scores[i] == packed:
                    return frame, i
        raise KeyError(position)

    def frame_ids(self):
        """Return the frames that hold states, fewest spins first."""
        return [f for f in range(FRAME_COUNT) if self.frames[f].count]

    def count(self, int frame):
        return self.frames[frame].count

    def arrays(self, int frame):
        """Return a frame's arrays: next [n, moves], whammy, whammy_off, passes [n, 2], fourth, fourth_frame,
        may_press, the mover, the mover's score (an index); all int32 but may_press and mover (uint8). They
        are views: keep the graph alive."""
        cdef Frame* f = &self.frames[frame]
        cdef Py_ssize_t n = f.count
        if n == 0:
            raise ValueError("empty frame")
        mover = ((np.asarray(<uint64_t[:n]>f.spins) >> np.uint64(MOVER_SHIFT)) & np.uint64(3)).astype(np.uint8)
        score = (np.asarray(<uint64_t[:n]>f.scores) >> (mover * SCORE_BITS).astype(np.uint64)) & np.uint64(SCORE_MASK)
        return (
            np.asarray(<int32_t[:n, :self.spin.moves]>f.next),
            np.asarray(<int32_t[:n]>f.whammy),
            np.asarray(<int32_t[:n]>f.whammy_off),
            np.asarray(<int32_t[:n, :2]>f.passes),
            np.asarray(<int32_t[:n]>f.fourth),
            np.asarray(<int32_t[:n]>f.fourth_frame),
            np.asarray(<uint8_t[:n]>f.may_press),
            mover,
            score.astype(np.int32),
        )

    def ends(self):
        """Return the ends of the game: arrays of seat masks sharing the top, and of the top's dollars."""
        cdef Frame* f = &self.frames[0]
        cdef Py_ssize_t n = f.count
        if n == 0:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        return (
            np.array(<uint64_t[:n]>f.spins).astype(np.int64),
            np.array(<uint64_t[:n]>f.scores).astype(np.int64),
        )

    def edges(self, int frame, const uint8_t[::1] stop):
        """Return the edges that stay in a frame, extra spins and passes, as ``_components.components`` takes them.

        Args:
            frame: its number.
            stop: [1], set by the caller to cancel; what is returned then is not to be used.
        """
        cdef Frame* f = &self.frames[frame]
        cdef Py_ssize_t i
        cdef Py_ssize_t at = 0
        cdef int m
        cdef Py_ssize_t width = 2 + np.count_nonzero(<const uint8_t[:self.spin.moves]>self.spin.gives_spin)
        array = np.empty(f.count * width, np.int32)
        cdef int32_t[::1] targets = array
        with nogil:
            for i in range(f.count):
                if (i & 4095) == 0 and stop[0]:
                    break
                for m in range(self.spin.moves):
                    if self.spin.gives_spin[m]:
                        targets[at] = f.next[i * self.spin.moves + m]
                        at += 1
                targets[at], targets[at + 1] = f.passes[2 * i], f.passes[2 * i + 1]
                at += 2
        return np.arange(0, array.size + 1, width), array
