"""Plays games out by their true sums, everybody choosing by given values, and adds up what the values got wrong.

A *position* here is a ``Seats``: who has what, Whammies too, scores in dollars. The *values* V come
from the cubes of a coarse grid, and perhaps of a simpler game; between grid points they are
interpolated (``Cubes.value`` is the readable definition). A position that the simpler game does not
know is looked up as another that differs in as little as possible, see ``look_up``.

One playout adds up, for each payoff,

    E[V(next)] of the action taken, less V(here)

over the positions it comes through after the first action. Its mean over many playouts is what the
first action is worth if everybody chooses so, less what V says it is worth: for any V, as each term
is the mean of what happens next.

Playout number i of a seed has random numbers of its own, so sums do not depend on who plays it.
"""

import numpy as np

from libc.math cimport exp, fabs, hypot
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from ._reach cimport Axes, Line, Ranges, Table

include "_rules.pxi"

cdef int WHAMMIES_OUT = 4
cdef int LANES = 64
cdef int SEATINGS = 6
cdef int PASSED = 41  # a contestant may hold 0 to 40 passed spins
cdef int OFF = -1  # parts of options that are not moves, as in ``SpinArrays``
cdef int WHAMMY = -2
cdef double CLOSE = 3.0  # actions less than so many typical errors apart are looked at further
cdef double UNKNOWN = 0.005  # a typical error of a difference where none was measured
cdef int MAX_STEPS = 2000  # decisions in a playout; then the values themselves have the last word
cdef int A = 0
cdef int B = 1
cdef int C = 2

cdef int PRESSING = 0
cdef int PASSING = 1
PRESS, PASS = PRESSING, PASSING


cdef struct Seats:
    State s
    int whammies[3]


cdef struct Place:  # the values of one frame in one lane
    const Table* table
    const int64_t* first  # of each configuration, its first number; -1 where it never arises


cdef struct Track:  # equally spaced scores of an axis, the last perhaps closer
    int32_t start  # dollars
    int32_t step
    int32_t last  # dollars
    int32_t length
    int32_t first  # what its points are counted from
    int32_t number


cdef struct Near:  # where a score lies on a track
    int32_t index  # of the point at or below it, -1 for nowhere
    int32_t track
    double above  # weight of the next point


cdef struct Sums:  # what a move adds to each score
    const int32_t* dollars
    bint by_score  # one number for each score; else one for all


cdef struct Aims:  # how choices are made
    int depth  # spins looked ahead at most
    double spread[4]  # typical error of a difference between two actions after looking 1, 2, ... spins ahead


cdef struct Tally:
    double sum[3]
    double square[3]
    double* by_part  # [moves + 2, 4]: playouts that began with each part, and their sums, see ``Player.row``
    double* doubt  # [slots, 6], what wrong choices may have changed, by configuration: sums, and sums of sizes
    double moved  # squares of what the last spin ahead changed between two close actions
    int64_t close  # decisions between close actions
    int64_t steps
    int64_t unknown  # positions that the values know nothing of
    int64_t cut  # playouts stopped at MAX_STEPS
    const uint8_t* stop
    double* after  # scratch for each depth, see ``Player.spin``
    int* taken


cdef inline uint64_t mixed(uint64_t x) noexcept nogil:
    """splitmix64's finish: bits as good as random from a counter."""
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL
    return x ^ (x >> 31)


cdef inline double draw(uint64_t* state) noexcept nogil:
    """The next random number, at least 0 and below 1."""
    state[0] += 0x9E3779B97F4A7C15ULL
    return <double>(mixed(state[0]) >> 11) * (1.0 / 9007199254740992.0)


cdef inline uint64_t key_of(const State* s) noexcept nogil:
    """Spins of each seat, who is up and who is out, in one number."""
    cdef uint64_t key = s.up << 3 | s.out
    cdef int seat
    for seat in range(3):
        key = key << 12 | <uint64_t>(s.earned[seat] << 6 | s.passed[seat])
    return key


def config_key(tuple spins, int up, int out):
    """The number of a configuration for the kernel: (earned, passed) by seat, who is up, bit mask of who is out."""
    cdef State s
    cdef int seat
    memset(&s, 0, sizeof(State))
    for seat in range(3):
        s.earned[seat], s.passed[seat] = spins[seat]
    s.up, s.out = up, out
    return key_of(&s)


cdef void fill(Seats* f, tuple position):
    """A position from (earned, passed, scores, Whammies, up)."""
    cdef int seat
    memset(f, 0, sizeof(Seats))
    for seat in range(3):
        f.s.earned[seat], f.s.passed[seat] = position[0][seat], position[1][seat]
        f.s.score[seat], f.whammies[seat] = position[2][seat], position[3][seat]
        f.s.out |= (f.whammies[seat] >= WHAMMIES_OUT) << seat
    f.s.up = position[4]


cdef class Player:
    """Plays out one game.

    Args:
        play: (scores, rule options as ``engine.solve.play`` lists them); the scores are
            int64 0, 1, 2, ... up to the highest that arises.
        sums: for each move what it adds: int32, one number, or one for each score.
        gives_spin: uint8 [moves]. cap: dollars at which a score stops growing.
        spin: (weights, whammy, chances, options, order, parts, part_moves, part_weights) as in
            ``SpinArrays``; order: int32 [3, options], for each seat.
        axes: the box of scores of the values; seats: int32 [3], the seat of each axis.
        tracks: for each axis, in the order in which a score is looked for: int32 [tracks, 6], the fields
            of ``Track``.
        seatings: int32 [6, 3], ways to take the seats of the game for seats of the values, best first.
        keys: uint64 [configs], see ``config_key``; frames, numbers: int32 [configs], the frame of each,
            and its number in it; lanes: int8 [configs, 64], which lane to look up for which Whammies
            (seat 1 + 4 * seat 2 + 16 * seat 3).
        places: for lane w of frame f, at 64 * f + w, a pair of Ranges and int64 [configs of the frame],
            the first number of each in ``values``, or None.
        values: the payoffs, float32 or float64; planes: how many are stored for a cell.
        ends: double [131, 3], payoffs of a finished game by bit mask of the winners; then, by seat and passed
            spins (41 for each seat), of the last one in with three Whammies.
        tolerance: payoffs closer than this are equal.
    """

    cdef object _hold
    cdef Play play
    cdef Axes axes
    cdef Sums* sums
    cdef int cap
    cdef const uint8_t* gives_spin
    cdef int move_count
    cdef const double* weights
    cdef double whammy_chance[3]
    cdef bint whammies  # whether some spin can show one
    cdef int choices
    cdef const double* chances
    cdef const int32_t* options
    cdef const int32_t* order[3]
    cdef const int32_t* parts
    cdef const int32_t* part_moves
    cdef const double* part_weights
    cdef int axis_seat[3]
    cdef Track tracks[3][2]
    cdef int ways[3]
    cdef int seatings[6][3]
    cdef uint64_t* slot_keys
    cdef int32_t* slot_configs
    cdef const int32_t* frames
    cdef const int32_t* numbers
    cdef const int8_t* lanes
    cdef uint64_t mask
    cdef Place* places
    cdef const float* single
    cdef const double* double_
    cdef int planes
    cdef double ends[131][3]
    cdef double tolerance

    def __init__(
        self, tuple play, list sums, const uint8_t[::1] gives_spin, int cap, tuple spin, Axes axes,
        const int32_t[::1] seats, list tracks, const int32_t[:, ::1] seatings, const uint64_t[::1] keys,
        const int32_t[::1] frames, const int32_t[::1] numbers, const int8_t[:, ::1] lanes, list places, values,
        int planes, const double[:, ::1] ends, double tolerance,
    ):
        cdef int seat, k, p
        cdef const int64_t[::1] scores = play[0]
        cdef const double[:, ::1] weights, chances
        cdef const double[::1] part_weights
        cdef const int32_t[::1] options, parts, part_moves
        cdef const int32_t[:, ::1] order
        self._hold = (play, sums, gives_spin, spin, frames, numbers, lanes, places, values)
        self.axes = axes
        for seat in range(3):
            self.play.dollars[seat] = &scores[0]
        read_play(&self.play, play[1])
        self.gives_spin = &gives_spin[0]
        self.cap = cap
        self._set_sums(sums)
        weights, whammies, chances, options, order, parts, part_moves, part_weights = spin
        self.weights, self.chances, self.options = &weights[0, 0], &chances[0, 0], &options[0]
        self.whammies = False
        for p in range(3):
            self.whammy_chance[p] = whammies[p]
            self.whammies = self.whammies or self.whammy_chance[p] > 0
        self.parts, self.part_moves, self.part_weights = &parts[0], &part_moves[0], &part_weights[0]
        self.choices = <int>options.shape[0] - 1
        for k in range(self.parts[self.options[self.choices]] if self.choices else 0):
            self.whammies = self.whammies or self.part_moves[k] == WHAMMY
        for k in range(3):
            self.order[k] = &order[k, 0]
            self.axis_seat[k] = seats[k]
            self._set_tracks(k, tracks[k])
        for k in range(SEATINGS):
            for seat in range(3):
                self.seatings[k][seat] = seatings[k, seat]
        self.frames, self.numbers, self.lanes = &frames[0], &numbers[0], &lanes[0, 0]
        self._file_configs(keys)
        self._set_places(places)
        self._set_values(values)
        self.planes, self.tolerance = planes, tolerance
        for k in range(ends.shape[0]):
            for p in range(3):
                self.ends[k][p] = ends[k, p]

    cdef _set_sums(self, list sums):
        cdef int m
        cdef const int32_t[::1] dollars
        self.move_count = <int>len(sums)
        self.sums = <Sums*>calloc(len(sums) + 1, sizeof(Sums))
        if self.sums == NULL:
            raise MemoryError
        for m in range(self.move_count):
            dollars = sums[m]
            self.sums[m] = Sums(&dollars[0], dollars.shape[0] > 1)

    cdef _set_tracks(self, int axis, const int32_t[:, ::1] tracks):
        cdef int way
        self.ways[axis] = <int>tracks.shape[0]
        for way in range(self.ways[axis]):
            self.tracks[axis][way] = Track(
                tracks[way, 0], tracks[way, 1], tracks[way, 2], tracks[way, 3], tracks[way, 4], tracks[way, 5]
            )

    cdef _file_configs(self, const uint64_t[::1] keys):
        cdef Py_ssize_t i
        cdef uint64_t at
        cdef uint64_t size = 16
        while size < 3 * <uint64_t>keys.shape[0]:
            size *= 2
        self.mask = size - 1
        self.slot_keys = <uint64_t*>calloc(size, sizeof(uint64_t))
        self.slot_configs = <int32_t*>calloc(size, sizeof(int32_t))
        if self.slot_keys == NULL or self.slot_configs == NULL:
            raise MemoryError
        for i in range(keys.shape[0]):
            at = mixed(keys[i]) & self.mask
            while self.slot_keys[at]:  # no key is 0: somebody holds spins
                at = (at + 1) & self.mask
            self.slot_keys[at], self.slot_configs[at] = keys[i], <int32_t>i

    cdef _set_places(self, list places):
        cdef Py_ssize_t i
        cdef Ranges ranges
        cdef const int64_t[::1] first
        self.places = <Place*>calloc(len(places) + 1, sizeof(Place))
        if self.places == NULL:
            raise MemoryError
        for i in range(len(places)):
            if places[i] is not None:
                ranges, first = places[i]
                self.places[i] = Place(ranges.table, &first[0])

    cdef _set_values(self, values):
        cdef const float[::1] single
        cdef const double[::1] double_
        if values.dtype == np.float32:
            single = values
            self.single = &single[0]
        else:
            double_ = values
            self.double_ = &double_[0]

    def __dealloc__(self):
        free(self.sums)
        free(self.slot_keys)
        free(self.slot_configs)
        free(self.places)

    # -- the rules ----------------------------------------------------------------------------

    cdef inline bint turn_over(self, Seats* f, int seat) noexcept nogil:
        """The turn has ended; False when the game is over."""
        cdef int up = next_up(&self.play, &f.s, seat)
        if up == NOBODY:
            return False
        f.s.up = up
        return True

    cdef inline int added(self, int score, const Sums* sums) noexcept nogil:
        """A score after a sum; it stops at the cap, one already above stays."""
        return max(score, min(score + sums.dollars[score if sums.by_score else 0], self.cap))

    cdef inline bint take(self, const Seats* f, int part, Seats* to) noexcept nogil:
        """One spin that shows a move, OFF or WHAMMY; False when the game is over."""
        cdef int up = f.s.up
        to[0] = f[0]
        if to.s.passed[up]:
            to.s.passed[up] -= 1
        else:
            to.s.earned[up] -= 1
        if part >= 0:
            to.s.score[up] = self.added(f.s.score[up], &self.sums[part])
            to.s.earned[up] += self.gives_spin[part]
        elif part == OFF:
            to.whammies[up] -= 1
        else:
            to.s.score[up] = 0
            to.whammies[up] += 1
            to.s.earned[up] += to.s.passed[up]
            to.s.passed[up] = 0
            if to.whammies[up] == WHAMMIES_OUT:
                to.s.earned[up] = 0
                to.s.out |= 1 << up
        if to.s.earned[up] + to.s.passed[up]:
            return True
        return self.turn_over(to, up)

    cdef inline bint hand_over(self, const Seats* f, int receiver, Seats* to) noexcept nogil:
        """A pass; the receiver then has spins, so the game goes on."""
        to[0] = f[0]
        to.s.earned[f.s.up] = 0
        to.s.passed[receiver] += f.s.earned[f.s.up]
        return self.turn_over(to, f.s.up)

    cdef inline const double* end(self, const Seats* f) noexcept nogil:
        cdef int64_t dollars
        cdef int seat
        for seat in range(3):
            if f.s.out == 7 - (1 << seat) and f.whammies[seat] == WHAMMIES_OUT - 1:
                return self.ends[8 + PASSED * seat + f.s.passed[seat]]
        return self.ends[top_seats(&self.play, &f.s, &dollars)]

    # -- values -------------------------------------------------------------------------------

    cdef inline double number(self, int64_t at) noexcept nogil:
        return self.single[at] if self.single != NULL else self.double_[at]

    cdef bint value_of(self, const Seats* f, bint on, double* v) noexcept nogil:
        """Payoffs of a position, exact when the game is over (not ``on``).

        False where no point around it is known; then they are those of the scores as they are.
        """
        cdef const double* worth
        cdef int p
        cdef bint known = on and self.look_up(f, v)
        if not known:
            worth = self.end(f)
            for p in range(3):
                v[p] = worth[p]
        return known or not on

    cdef bint look_up(self, const Seats* f, double* v) noexcept nogil:
        """The values of a position; False where they say nothing of it.

        If they do not know it as it is, then with seats exchanged; else with another contestant up; else
        as if only the one up held spins. Each time with the nearest Whammies that they know.
        """
        cdef Seats alone
        cdef int seat
        if self.look_up_all(f, v):
            return True
        alone = f[0]
        for seat in range(3):
            if seat != f.s.up:
                alone.s.earned[seat] = alone.s.passed[seat] = 0
        return self.look_up_all(&alone, v)

    cdef bint look_up_all(self, const Seats* f, double* v) noexcept nogil:
        """In all seatings, whoever is up. Scores between points are interpolated, among those reached."""
        cdef int shift, k
        cdef double share
        cdef double best = 0
        for shift in range(3):
            for k in range(SEATINGS):
                share = self.look_up_as(f, self.seatings[k], (f.s.up + shift) % 3, best, v)
                if share > best + 1e-9:
                    best = share
                    if best > 1 - 1e-9:
                        return True
            if best > 0.5:
                return True
        return best > 0

    cdef double look_up_as(self, const Seats* f, const int* seating, int up, double best, double* v) noexcept nogil:
        """Weight of the points around a position that are known, one way to look at it.

        Args:
            seating: the seat of the values for each seat. up: who is taken to be up.
            v: filled in if the weight is above ``best``.
        """
        cdef int32_t config
        cdef Seats seen
        cdef int seat, other, x, y, z, p
        cdef const Place* place
        cdef const Table* table
        cdef int64_t first
        cdef double share
        cdef double most = best
        cdef double found[3]
        cdef double worth[3]
        cdef Near a[2]
        cdef Near b[2]
        cdef Near c[2]
        seen.s.out = 0
        for seat in range(3):
            other = seating[seat]
            seen.s.earned[other], seen.s.passed[other] = f.s.earned[seat], f.s.passed[seat]
            seen.s.score[other], seen.whammies[other] = f.s.score[seat], f.whammies[seat]
            seen.s.out |= (f.s.out >> seat & 1) << other
        seen.s.up = seating[up]
        config = self.config_of(&seen)
        if config < 0:
            return 0
        place = &self.places[LANES * self.frames[config] + self.lanes[LANES * config + self.lane(&seen)]]
        if place.table == NULL or place.first[self.numbers[config]] < 0:
            return 0
        table = &place.table[self.numbers[config]]
        first = place.first[self.numbers[config]]
        self.find(&seen, A, a)
        self.find(&seen, B, b)
        self.find(&seen, C, c)
        for x in range(self.ways[A]):
            for y in range(self.ways[B]):
                for z in range(self.ways[C]):
                    if a[x].index < 0 or b[y].index < 0 or c[z].index < 0:
                        continue
                    share = self.between(table, first, &a[x], &b[y], &c[z], found)
                    if share > most + 1e-9:
                        most = share
                        for p in range(self.planes):
                            worth[p] = found[p] / share
                    if most > 1 - 1e-9:
                        break
                if most > 1 - 1e-9:
                    break
            if most > 1 - 1e-9:
                break
        if most > best:
            if self.planes == 2:
                worth[2] = max(0.0, 1 - worth[0] - worth[1])
            for seat in range(3):
                v[seat] = worth[seating[seat]]
        return most

    cdef inline int32_t config_of(self, const Seats* f) noexcept nogil:
        """The number of a position's configuration; -1 if the values do not know it."""
        cdef uint64_t key = key_of(&f.s)
        cdef uint64_t at = mixed(key) & self.mask
        while self.slot_keys[at] != key:
            if self.slot_keys[at] == 0:
                return -1
            at = (at + 1) & self.mask
        return self.slot_configs[at]

    cdef inline int lane(self, const Seats* f) noexcept nogil:
        cdef int seat
        cdef int lane = 0
        for seat in range(3):
            if not f.s.out >> seat & 1:
                lane |= f.whammies[seat] << 2 * seat
        return lane

    cdef inline void find(self, const Seats* f, int axis, Near* near) noexcept nogil:
        """Where the score of an axis's seat lies on each of its tracks, as ``Axis.around`` says it."""
        cdef int32_t score = f.s.score[self.axis_seat[axis]]
        cdef int way
        cdef int32_t i, low
        cdef const Track* track
        for way in range(self.ways[axis]):
            track = &self.tracks[axis][way]
            near[way].track = track.number
            near[way].above = 0
            if score >= track.last:
                near[way].index = track.first + track.length - 1
            elif score < track.start:
                near[way].index = -1
            else:
                i = (score - track.start) / track.step
                low = track.start + i * track.step
                near[way].index = track.first + i
                if score > low:
                    near[way].above = <double>(score - low) / (min(low + track.step, track.last) - low)

    cdef inline double between(
        self, const Table* table, int64_t first, const Near* a, const Near* b, const Near* c, double* found
    ) noexcept nogil:
        """Adds up the known points around three scores by their weights; returns the sum of these."""
        cdef int i, y, z, p
        cdef double across, weight, number
        cdef double share = 0
        cdef Line line
        cdef int64_t cell, stride
        found[0] = found[1] = found[2] = 0
        for z in range(2):
            for y in range(2):
                across = (c.above if z else 1 - c.above) * (b.above if y else 1 - b.above)
                if across == 0:
                    continue
                line = table.line[self.axes.line(c.index + z, b.index + y, a.track)]
                stride = line.high - line.low
                for i in range(2):
                    weight = across * (a.above if i else 1 - a.above)
                    if weight == 0 or a.index + i < line.low or a.index + i >= line.high:
                        continue
                    cell = first + line.start * <int64_t>self.planes + (a.index + i - line.low)
                    number = self.number(cell)
                    if number != number:  # choices there chase one another: nothing is known
                        continue
                    share += weight
                    found[0] += weight * number
                    for p in range(1, self.planes):
                        found[p] += weight * self.number(cell + p * stride)
        return share

    # -- decisions ----------------------------------------------------------------------------

    cdef void spin(self, const Seats* f, int depth, double* after, Tally* tally) noexcept nogil:
        """Payoffs after whatever one spin may show, looked at ``depth`` spins further ahead.

        Args:
            after: filled in: [moves + 2, 3], after each move, a Whammy off and a Whammy; see ``row``.
        """
        cdef Seats to
        cdef int m
        cdef bint on
        for m in range(WHAMMY, self.move_count):
            if not self.whammies if m == WHAMMY else m == OFF and not (self.choices and f.whammies[f.s.up]):
                continue
            on = self.take(f, m, &to)
            self.ahead(&to, on, depth, self.row(after, m), tally)

    cdef inline double* row(self, double* after, int part) noexcept nogil:
        return after + 3 * self.row_of(part)

    cdef inline int row_of(self, int part) noexcept nogil:
        return part if part >= 0 else self.move_count - 1 - part

    cdef void choose(self, const Seats* f, const double* after, int* taken) noexcept nogil:
        """The option that the one up prefers on each landing with a choice."""
        cdef int up = f.s.up
        cdef int landing, i, option, part
        cdef double best, worth
        for landing in range(self.choices):
            taken[landing] = -1
            best = 0
            for i in range(self.options[landing], self.options[landing + 1]):
                option = self.order[up][i]
                if f.whammies[up] == 0 and self.part_moves[self.parts[option]] == OFF:
                    continue
                worth = 0
                for part in range(self.parts[option], self.parts[option + 1]):
                    worth += self.part_weights[part] * self.row(<double*>after, self.part_moves[part])[up]
                if taken[landing] < 0 or worth > best + self.tolerance:
                    taken[landing] = option
                    best = worth

    cdef void average(self, int up, const double* after, const int* taken, double* mean) noexcept nogil:
        """Payoffs of one spin of a seat, from those after what it shows and what is taken."""
        cdef int m, p, landing, part
        cdef const double* row
        cdef const double* weights = self.weights + up * self.move_count
        mean[0] = mean[1] = mean[2] = 0
        for m in range(self.move_count):
            for p in range(3):
                mean[p] += weights[m] * after[3 * m + p]
        if self.whammy_chance[up] > 0:
            row = self.row(<double*>after, WHAMMY)
            for p in range(3):
                mean[p] += self.whammy_chance[up] * row[p]
        for landing in range(self.choices):
            for part in range(self.parts[taken[landing]], self.parts[taken[landing] + 1]):
                row = self.row(<double*>after, self.part_moves[part])
                for p in range(3):
                    mean[p] += self.chances[up * self.choices + landing] * self.part_weights[part] * row[p]

    cdef int best_pass(
        self, const Seats* f, const int* receivers, int count, int depth, double* mean, double* other, Tally* tally
    ) noexcept nogil:
        """The receiver whom the one up prefers, and the payoffs, looked at ``depth`` spins ahead.

        Args:
            other: filled in with what a pass to the other one is worth, if there are two.
        """
        cdef Seats to
        cdef int i, p
        cdef int receiver = receivers[0]
        cdef bint on
        cdef double v[3]
        for i in range(count):
            on = self.hand_over(f, receivers[i], &to)
            self.ahead(&to, on, depth, v, tally)
            if i and v[f.s.up] <= mean[f.s.up] + self.tolerance:
                for p in range(3):
                    other[p] = v[p]
                continue
            receiver = receivers[i]
            for p in range(3):
                if i:
                    other[p] = mean[p]
                mean[p] = v[p]
        return receiver

    cdef void ahead(self, const Seats* f, bint on, int depth, double* v, Tally* tally) noexcept nogil:
        """Payoffs of a position if everybody takes what is best within ``depth`` spins by the values.

        A pass is followed by as many spins as a press, so that both are known equally well.
        """
        cdef int receivers[2]
        cdef int count, p
        cdef bint may_press
        cdef double passed[3]
        cdef double other[3]
        cdef double* after
        cdef int* taken
        if depth == 0 or not on:
            tally.unknown += not self.value_of(f, on, v)
            return
        after, taken = tally.after + depth * self.rows(), tally.taken + depth * self.choices
        count = list_receivers(&self.play, &f.s, receivers, &may_press)
        if not may_press:
            self.best_pass(f, receivers, count, depth, v, other, tally)
            return
        self.spin(f, depth - 1, after, tally)
        self.choose(f, after, taken)
        self.average(f.s.up, after, taken, v)
        if count:
            self.best_pass(f, receivers, count, depth, passed, other, tally)
            if passed[f.s.up] > v[f.s.up] + self.tolerance:
                for p in range(3):
                    v[p] = passed[p]

    cdef inline int rows(self) noexcept nogil:
        return 3 * (self.move_count + 2)

    cdef int draw_part(self, int up, const int* taken, uint64_t* random) noexcept nogil:
        """What one spin of a seat shows and, where there is a choice, what is taken."""
        cdef double x = draw(random) - self.whammy_chance[up]
        cdef const double* weights = self.weights + up * self.move_count
        cdef int m, landing, part
        cdef int shown = WHAMMY
        if x < 0:
            return WHAMMY
        for m in range(self.move_count):
            if weights[m] > 0:
                x -= weights[m]
                shown = m
                if x < 0:
                    return m
        for landing in range(self.choices):
            x -= self.chances[up * self.choices + landing]
            if x < 0 or landing == self.choices - 1:
                x = draw(random)
                for part in range(self.parts[taken[landing]], self.parts[taken[landing] + 1]):
                    shown = self.part_moves[part]
                    x -= self.part_weights[part]
                    if x < 0:
                        break
                break
        return shown

    # -- playing ------------------------------------------------------------------------------

    cdef bint decide(
        self, const Seats* f, const int* receivers, int count, const Aims* aims, const double* after, double* pressed,
        double* passed, int* receiver, Tally* tally
    ) noexcept nogil:
        """Whether the one up presses: he looks ahead, and further where the actions are close to each other.

        Args:
            after, pressed, passed: as the values see the actions; the last two are made to fit what he
                takes on landings with a choice, and the receiver of his pass.
        """
        cdef Seats to
        cdef int depth
        cdef int up = f.s.up
        cdef double margin = pressed[up] - passed[up]
        cdef double last = margin
        cdef double spread = 0
        cdef double rivals = 0
        cdef bint close = True
        cdef double far_pressed[3]
        cdef double far_passed[3]
        cdef double far_other[3]
        cdef double* rows
        for depth in range(aims.depth):
            rows = tally.after + (depth + 1) * self.rows()
            self.spin(f, depth, rows, tally)
            self.choose(f, rows, tally.taken)
            self.average(f.s.up, rows, tally.taken, far_pressed)
            receiver[0] = self.best_pass(f, receivers, count, depth + 1, far_passed, far_other, tally)
            last, margin = margin, far_pressed[up] - far_passed[up]
            spread = hypot(aims.spread[depth], margin - last)
            close = fabs(margin) <= CLOSE * spread
            rivals = far_passed[up] - far_other[up] if count > 1 else 0
            if not close and not (count > 1 and margin < 0 and rivals <= CLOSE * spread):
                break
        else:
            if close:
                tally.close += 1
                tally.moved += (margin - last) * (margin - last)
        self.average(f.s.up, after, tally.taken, pressed)
        self.hand_over(f, receiver[0], &to)
        self.value_of(&to, True, passed)
        if spread > 0:
            self.doubt(f, 0, 1, margin, spread, far_pressed, far_passed, tally)
            if count > 1:
                last = 1 if margin < 0 else exp(-0.5 * (margin / spread) * (margin / spread))
                if receiver[0] != receivers[0]:
                    last = -last
                self.doubt(f, 1, last, rivals, spread, far_passed, far_other, tally)
        return margin >= -self.tolerance

    cdef inline void doubt(
        self, const Seats* f, int kind, double weight, double margin, double spread, const double* a, const double* b,
        Tally* tally
    ) noexcept nogil:
        """Adds what a choice between two ways may have changed, by how far they are apart for the one up."""
        cdef int p
        cdef uint64_t slot
        if fabs(margin) > CLOSE * spread:
            return
        weight *= exp(-0.5 * (margin / spread) * (margin / spread))
        slot = mixed(key_of(&f.s) ^ <uint64_t>kind << 60) & self.mask
        for p in range(3):
            tally.doubt[6 * slot + p] += weight * (a[p] - b[p])
            tally.doubt[6 * slot + 3 + p] += fabs(weight * (a[p] - b[p]))

    cdef void doubt_choices(
        self, const Seats* f, const double* after, const int* taken, double spread, Tally* tally
    ) noexcept nogil:
        """Doubts about what the one up takes on landings with a choice."""
        cdef int up = f.s.up
        cdef int landing, option
        cdef double best[3]
        cdef double other[3]
        if spread <= 0:  # nobody had a press or a pass to decide that was close
            spread = UNKNOWN
        for landing in range(self.choices):
            self.worth_of(after, taken[landing], best)
            for option in range(self.options[landing], self.options[landing + 1]):
                if option == taken[landing] or f.whammies[up] == 0 and self.part_moves[self.parts[option]] == OFF:
                    continue
                self.worth_of(after, option, other)
                self.doubt(
                    f, 2, self.chances[up * self.choices + landing], best[up] - other[up], spread, best, other, tally
                )

    cdef inline void worth_of(self, const double* after, int option, double* v) noexcept nogil:
        cdef int part, p
        cdef const double* row
        v[0] = v[1] = v[2] = 0
        for part in range(self.parts[option], self.parts[option + 1]):
            row = self.row(<double*>after, self.part_moves[part])
            for p in range(3):
                v[p] += self.part_weights[part] * row[p]

    cdef void playout(
        self, const Seats* root, int action, uint64_t* random, const Aims* aims, double* total, int* began,
        Tally* tally
    ) noexcept nogil:
        """Plays one game. ``total`` is what the values got wrong on the way; a press ``began`` it with this part."""
        cdef Seats f = root[0]
        cdef Seats to
        cdef int receivers[2]
        cdef double here[3]
        cdef double pressed[3]
        cdef double passed[3]
        cdef double other[3]
        cdef double* after = tally.after
        cdef int* taken = tally.taken
        cdef const double* row
        cdef int step, count, receiver, part, p
        cdef bint may_press, pressing, on
        began[0] = WHAMMY
        total[0] = total[1] = total[2] = 0
        here[0] = here[1] = here[2] = 0
        for step in range(MAX_STEPS):
            if tally.stop[0]:
                return
            count = list_receivers(&self.play, &f.s, receivers, &may_press)
            pressing = step > 0 or action == PRESSING
            if not pressing:  # the pass to one receiver
                receivers[0], count = action - PASSING, 1
            elif not may_press and step:  # he leads by so much that he passes
                pressing = False
            receiver = 0
            if pressing:
                self.spin(&f, 0, after, tally)
                self.choose(&f, after, taken)
                self.average(f.s.up, after, taken, pressed)
                if self.choices:
                    self.doubt_choices(&f, after, taken, aims.spread[0], tally)
            if count and (step or not pressing):
                receiver = self.best_pass(&f, receivers, count, 0, passed, other, tally)
                if step and pressing:
                    pressing = self.decide(&f, receivers, count, aims, after, pressed, passed, &receiver, tally)
            if step:
                for p in range(3):
                    total[p] += (pressed[p] if pressing else passed[p]) - here[p]
            if pressing:
                part = self.draw_part(f.s.up, taken, random)
                on = self.take(&f, part, &to)
                row = self.row(after, part)
                if step == 0:
                    began[0] = part
            else:
                on = self.hand_over(&f, receiver, &to)
                row = passed
            tally.steps += 1
            if not on:
                return
            for p in range(3):
                here[p] = row[p]
            f = to
        tally.cut += 1

    def value(self, tuple position):
        """Payoffs of a position that is not over, given like ``run``'s root, as the values have them."""
        cdef Seats f
        cdef double v[3]
        fill(&f, position)
        self.value_of(&f, True, v)
        return v[0], v[1], v[2]

    def run(
        self, tuple root, int action, uint64_t seed, int64_t first, int64_t count, tuple aims, const uint8_t[::1] stop
    ):
        """Plays games ``first`` to ``first + count`` of a seed, beginning with PRESS, or PASS + receiver's seat.

        Args:
            root: (earned, passed, scores, Whammies, up), by seat where there are several.
            aims: how choices are made, see ``Aims``.
            stop: [1], set by the caller to cancel.

        Returns:
            A dict: how many were played; sums and squares, by payoff, of what the values got wrong
            (worth nothing once ``stop`` is set); and the other sums of ``Tally``, with arrays for doubts
            and by parts of the first spin (one row for each move, then a Whammy off, then a Whammy).
        """
        cdef Seats f
        cdef Tally tally
        cdef Aims how
        cdef int p, began, place
        cdef int64_t i
        cdef uint64_t random
        cdef double total[3]
        cdef int64_t done = 0
        cdef double[:, ::1] doubts = np.zeros((self.mask + 1, 6))
        cdef double[:, ::1] by_part = np.zeros((self.move_count + 2, 4))
        memset(&tally, 0, sizeof(Tally))
        how.depth = <int>len(aims)
        for p in range(how.depth):
            how.spread[p] = aims[p]
        tally.after = <double*>calloc((how.depth + 1) * self.rows(), sizeof(double))
        tally.doubt, tally.by_part, tally.stop = &doubts[0, 0], &by_part[0, 0], &stop[0]
        tally.taken = <int*>calloc((how.depth + 1) * self.choices + 1, sizeof(int))
        if tally.after == NULL or tally.taken == NULL:
            free(tally.after)
            free(tally.taken)
            raise MemoryError
        fill(&f, root)
        with nogil:
            for i in range(first, first + count):
                if stop[0]:
                    break
                random = mixed(mixed(seed * 2 + action + 1) + <uint64_t>i * 0xD1342543DE82EF95ULL)
                self.playout(&f, action, &random, &how, total, &began, &tally)
                place = self.row_of(began)
                by_part[place, 0] += 1
                for p in range(3):
                    by_part[place, 1 + p] += total[p]
                    tally.sum[p] += total[p]
                    tally.square[p] += total[p] * total[p]
                done += 1
        free(tally.after)
        free(tally.taken)
        return {
            "count": done, "sum": list(tally.sum), "square": list(tally.square), "doubt": np.asarray(doubts),
            "by_part": np.asarray(by_part),
            "moved": tally.moved, "close": tally.close, "steps": tally.steps, "unknown": tally.unknown,
            "cut": tally.cut,
        }
