"""Plays games out by their true sums, everybody choosing by given values, and adds up what the values got wrong.

A *position* here is a ``Seats``: who has what, Whammies too, scores as places in each seat's list of
possible scores. The *values* V come from the cubes of a coarse grid; between grid points they are
interpolated (``Cubes.value`` is the readable definition). One playout adds up, for each payoff,

    E[V(next)] of the action taken, less V(here)

over the positions it comes through after the first action. Its mean over many playouts is what the
first action is worth if everybody chooses so, less what V says it is worth: for any V, as each term
is the mean of what happens next.

Playout number i of a seed has random numbers of its own, so sums do not depend on who plays it.
"""

import numpy as np

from libc.math cimport exp, fabs, hypot
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from engine.solve._reach cimport Axes, Line, Ranges, Table

include "_rules.pxi"

cdef int WHAMMIES_OUT = 4
cdef int LANES = 64
cdef int OFF = -1  # parts of options that are not moves, as in ``SpinArrays``
cdef int WHAMMY = -2
cdef double CLOSE = 3.0  # actions less than so many typical errors apart are looked at further
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


cdef struct Near:  # where a score lies on an axis
    int32_t index  # of the point at or below it, -1 for nowhere
    int32_t track
    double above  # weight of the next point


cdef struct Aims:  # how choices are made
    int depth  # spins looked ahead at most
    double spread[4]  # typical error of a difference between two actions after looking 1, 2, ... spins ahead


cdef struct Tally:
    double sum[3]
    double square[3]
    double* doubt  # [slots, 3], what wrong choices may have changed, by configuration
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
    """The number by which the kernel knows a configuration: ((earned, passed) by seat, who is up, bit mask of who is out)."""
    cdef State s
    cdef int seat
    memset(&s, 0, sizeof(State))
    for seat in range(3):
        s.earned[seat], s.passed[seat] = spins[seat]
    s.up, s.out = up, out
    return key_of(&s)


cdef class Player:
    """Plays out one game.

    Args:
        play, moves, gives_spin, zero, spin: the game's scores and landings as plain arrays, as for
            ``_bounds.Explorer``; ``spin`` with one order of preference, int32 [options].
        axes: the box of scores of the values; seats: int32 [3], the seat of each axis.
        near: for each axis (int32 [scores, ways, 2], index of the point below and its track, and double
            [scores, ways], weight of the next point): where each possible score of its seat lies.
        keys: uint64 [configs], see ``config_key``; frames, numbers: int32 [configs], the frame of each,
            and its number in it.
        places: for frame f and Whammies w (seat 1 + 4 * seat 2 + 16 * seat 3), at 64 * f + w, a pair of
            Ranges and int64 [configs of the frame], the first number of each in ``values``, or None.
        values: the payoffs, float32 or float64; planes: how many are stored for a cell.
        ends: double [8, 3], payoffs of a finished game by bit mask of the winners.
        tolerance: payoffs closer than this are equal.
    """

    cdef object _hold
    cdef Play play
    cdef Axes axes
    cdef const int32_t* moves[3]
    cdef Py_ssize_t domain[3]
    cdef int zero[3]
    cdef const uint8_t* gives_spin
    cdef int move_count
    cdef const double* weights
    cdef double whammy_chance
    cdef bint whammies  # whether some spin can show one
    cdef int choices
    cdef const double* chances
    cdef const int32_t* options
    cdef const int32_t* order
    cdef const int32_t* parts
    cdef const int32_t* part_moves
    cdef const double* part_weights
    cdef int axis_seat[3]
    cdef Near* near[3]
    cdef int ways[3]
    cdef uint64_t* slot_keys
    cdef int32_t* slot_frames
    cdef int32_t* slot_numbers
    cdef uint64_t mask
    cdef Place* places
    cdef const float* single
    cdef const double* double_
    cdef int planes
    cdef double ends[8][3]
    cdef double tolerance

    def __init__(
        self, tuple play, list moves, const uint8_t[::1] gives_spin, tuple zero, tuple spin, Axes axes,
        const int32_t[::1] seats, list near, const uint64_t[::1] keys, const int32_t[::1] frames,
        const int32_t[::1] numbers, list places, values, int planes, const double[:, ::1] ends, double tolerance,
    ):
        cdef int seat, k, p
        cdef const int64_t[::1] dollars
        cdef const int32_t[:, ::1] table
        cdef const double[::1] weights, chances, part_weights
        cdef const int32_t[::1] options, order, parts, part_moves
        self._hold = (play, moves, gives_spin, spin, places, values)
        self.axes = axes
        for seat in range(3):
            dollars, table = play[0][seat], moves[seat]
            self.play.dollars[seat] = &dollars[0]
            self.moves[seat] = &table[0, 0]
            self.domain[seat] = dollars.shape[0]
            self.zero[seat] = zero[seat]
        _, self.play.turn_order, self.play.chooser, self.play.third_place_plays, self.play.max_lead = play
        self.gives_spin = &gives_spin[0]
        self.move_count = <int>gives_spin.shape[0]
        weights, self.whammy_chance, chances, options, order, parts, part_moves, part_weights = spin
        self.weights, self.chances, self.options, self.order = &weights[0], &chances[0], &options[0], &order[0]
        self.parts, self.part_moves, self.part_weights = &parts[0], &part_moves[0], &part_weights[0]
        self.choices = <int>options.shape[0] - 1
        self.whammies = self.whammy_chance > 0
        for k in range(self.parts[self.options[self.choices]] if self.choices else 0):
            self.whammies = self.whammies or self.part_moves[k] == WHAMMY
        for k in range(3):
            self.axis_seat[k] = seats[k]
            self._set_near(k, near[k][0], near[k][1])
        self._file_configs(keys, frames, numbers)
        self._set_places(places)
        self._set_values(values)
        self.planes, self.tolerance = planes, tolerance
        for k in range(8):
            for p in range(3):
                self.ends[k][p] = ends[k, p]

    cdef _set_near(self, int axis, const int32_t[:, :, ::1] points, const double[:, ::1] above):
        cdef Py_ssize_t i, way
        self.ways[axis] = <int>points.shape[1]
        self.near[axis] = <Near*>calloc(points.shape[0] * points.shape[1], sizeof(Near))
        if self.near[axis] == NULL:
            raise MemoryError
        for i in range(points.shape[0]):
            for way in range(points.shape[1]):
                self.near[axis][i * self.ways[axis] + way] = Near(points[i, way, 0], points[i, way, 1], above[i, way])

    cdef _file_configs(self, const uint64_t[::1] keys, const int32_t[::1] frames, const int32_t[::1] numbers):
        cdef Py_ssize_t i
        cdef uint64_t at
        cdef uint64_t size = 16
        while size < 3 * <uint64_t>keys.shape[0]:
            size *= 2
        self.mask = size - 1
        self.slot_keys = <uint64_t*>calloc(size, sizeof(uint64_t))
        self.slot_frames = <int32_t*>calloc(size, sizeof(int32_t))
        self.slot_numbers = <int32_t*>calloc(size, sizeof(int32_t))
        if self.slot_keys == NULL or self.slot_frames == NULL or self.slot_numbers == NULL:
            raise MemoryError
        for i in range(keys.shape[0]):
            at = mixed(keys[i]) & self.mask
            while self.slot_keys[at]:  # no key is 0: somebody holds spins
                at = (at + 1) & self.mask
            self.slot_keys[at], self.slot_frames[at], self.slot_numbers[at] = keys[i], frames[i], numbers[i]

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
        cdef int k
        for k in range(3):
            free(self.near[k])
        free(self.slot_keys)
        free(self.slot_frames)
        free(self.slot_numbers)
        free(self.places)

    # -- the rules ----------------------------------------------------------------------------

    cdef inline bint turn_over(self, Seats* f, int seat) noexcept nogil:
        """The turn has ended; False when the game is over."""
        cdef int up = next_up(&self.play, &f.s, seat)
        if up == NOBODY:
            return False
        f.s.up = up
        return True

    cdef inline bint take(self, const Seats* f, int part, Seats* to) noexcept nogil:
        """One spin that shows a move, OFF or WHAMMY; False when the game is over."""
        cdef int up = f.s.up
        to[0] = f[0]
        if to.s.passed[up]:
            to.s.passed[up] -= 1
        else:
            to.s.earned[up] -= 1
        if part >= 0:
            to.s.score[up] = self.moves[up][part * self.domain[up] + f.s.score[up]]
            to.s.earned[up] += self.gives_spin[part]
        elif part == OFF:
            to.whammies[up] -= 1
        else:
            to.s.score[up] = self.zero[up]
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
        return self.ends[top_seats(&self.play, &f.s, &dollars)]

    # -- values -------------------------------------------------------------------------------

    cdef inline double number(self, int64_t at) noexcept nogil:
        return self.single[at] if self.single != NULL else self.double_[at]

    cdef bint value(self, const Seats* f, bint on, double* v) noexcept nogil:
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

    cdef inline int64_t slot_of(self, const Seats* f) noexcept nogil:
        """Where a position's configuration is filed; -1 if the values do not know it."""
        cdef uint64_t key = key_of(&f.s)
        cdef uint64_t at = mixed(key) & self.mask
        while self.slot_keys[at] != key:
            if self.slot_keys[at] == 0:
                return -1
            at = (at + 1) & self.mask
        return <int64_t>at

    cdef bint look_up(self, const Seats* f, double* v) noexcept nogil:
        cdef int64_t at = self.slot_of(f)
        cdef const Place* place
        cdef const Table* table
        cdef const Near* a
        cdef const Near* b
        cdef const Near* c
        cdef int x, y, z, p
        cdef int64_t first
        cdef double share
        cdef double best = 0
        cdef double found[3]
        if at < 0:
            return False
        place = &self.places[LANES * self.slot_frames[at] + self.lane(f)]
        if place.table == NULL:
            return False
        table = &place.table[self.slot_numbers[at]]
        first = place.first[self.slot_numbers[at]]
        if first < 0:
            return False
        a = self.near[A] + self.score(f, A) * self.ways[A]
        b = self.near[B] + self.score(f, B) * self.ways[B]
        c = self.near[C] + self.score(f, C) * self.ways[C]
        for x in range(self.ways[A]):
            for y in range(self.ways[B]):
                for z in range(self.ways[C]):
                    if a[x].index < 0 or b[y].index < 0 or c[z].index < 0:
                        continue
                    share = self.between(table, first, &a[x], &b[y], &c[z], found)
                    if share > best + 1e-9:
                        best = share
                        for p in range(self.planes):
                            v[p] = found[p] / share
                    if best > 1 - 1e-9:
                        break
                if best > 1 - 1e-9:
                    break
            if best > 1 - 1e-9:
                break
        if self.planes == 2:
            v[2] = max(0.0, 1 - v[0] - v[1])
        return best > 0

    cdef inline int lane(self, const Seats* f) noexcept nogil:
        cdef int seat
        cdef int lane = 0
        for seat in range(3):
            if not f.s.out >> seat & 1:
                lane |= f.whammies[seat] << 2 * seat
        return lane

    cdef inline Py_ssize_t score(self, const Seats* f, int axis) noexcept nogil:
        return f.s.score[self.axis_seat[axis]]

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
        return after + 3 * (part if part >= 0 else self.move_count - 1 - part)

    cdef void choose(self, const Seats* f, const double* after, int* taken) noexcept nogil:
        """The option that the one up prefers on each landing with a choice."""
        cdef int up = f.s.up
        cdef int l, i, option, part
        cdef double best, worth
        for l in range(self.choices):
            taken[l] = -1
            best = 0
            for i in range(self.options[l], self.options[l + 1]):
                option = self.order[i]
                if f.whammies[up] == 0 and self.part_moves[self.parts[option]] == OFF:
                    continue
                worth = 0
                for part in range(self.parts[option], self.parts[option + 1]):
                    worth += self.part_weights[part] * self.row(<double*>after, self.part_moves[part])[up]
                if taken[l] < 0 or worth > best + self.tolerance:
                    taken[l] = option
                    best = worth

    cdef void average(self, const double* after, const int* taken, double* mean) noexcept nogil:
        """Payoffs of one spin, from those after what it shows and what is taken."""
        cdef int m, p, l, part
        cdef const double* row
        mean[0] = mean[1] = mean[2] = 0
        for m in range(self.move_count):
            for p in range(3):
                mean[p] += self.weights[m] * after[3 * m + p]
        if self.whammy_chance > 0:
            row = self.row(<double*>after, WHAMMY)
            for p in range(3):
                mean[p] += self.whammy_chance * row[p]
        for l in range(self.choices):
            for part in range(self.parts[taken[l]], self.parts[taken[l] + 1]):
                row = self.row(<double*>after, self.part_moves[part])
                for p in range(3):
                    mean[p] += self.chances[l] * self.part_weights[part] * row[p]

    cdef int best_pass(
        self, const Seats* f, const int* receivers, int count, int depth, double* mean, Tally* tally
    ) noexcept nogil:
        """The receiver whom the one up prefers, and the payoffs, looked at ``depth`` spins ahead."""
        cdef Seats to
        cdef int i, p
        cdef int receiver = receivers[0]
        cdef bint on
        cdef double v[3]
        for i in range(count):
            on = self.hand_over(f, receivers[i], &to)
            self.ahead(&to, on, depth, v, tally)
            if i == 0 or v[f.s.up] > mean[f.s.up] + self.tolerance:
                receiver = receivers[i]
                for p in range(3):
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
        cdef double* after
        cdef int* taken
        if depth == 0 or not on:
            tally.unknown += not self.value(f, on, v)
            return
        after, taken = tally.after + depth * self.rows(), tally.taken + depth * self.choices
        count = list_receivers(&self.play, &f.s, receivers, &may_press)
        self.spin(f, depth - 1, after, tally)
        self.choose(f, after, taken)
        self.average(after, taken, v)
        if count:
            self.best_pass(f, receivers, count, depth, passed, tally)
            if passed[f.s.up] > v[f.s.up] + self.tolerance:
                for p in range(3):
                    v[p] = passed[p]

    cdef inline int rows(self) noexcept nogil:
        return 3 * (self.move_count + 2)

    cdef int draw_part(self, const int* taken, uint64_t* random) noexcept nogil:
        """What one spin shows and, where there is a choice, what is taken."""
        cdef double x = draw(random) - self.whammy_chance
        cdef int m, l, part
        cdef int shown = WHAMMY
        if x < 0:
            return WHAMMY
        for m in range(self.move_count):
            if self.weights[m] > 0:
                x -= self.weights[m]
                shown = m
                if x < 0:
                    return m
        for l in range(self.choices):
            x -= self.chances[l]
            if x < 0 or l == self.choices - 1:
                x = draw(random)
                for part in range(self.parts[taken[l]], self.parts[taken[l] + 1]):
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
        cdef int p, depth
        cdef int up = f.s.up
        cdef double margin = pressed[up] - passed[up]
        cdef double last = margin
        cdef double spread = 0
        cdef double doubt
        cdef int64_t slot
        cdef double far_pressed[3]
        cdef double far_passed[3]
        cdef double* rows
        for depth in range(aims.depth):
            rows = tally.after + (depth + 1) * self.rows()
            self.spin(f, depth, rows, tally)
            self.choose(f, rows, tally.taken)
            self.average(rows, tally.taken, far_pressed)
            receiver[0] = self.best_pass(f, receivers, count, depth + 1, far_passed, tally)
            last, margin = margin, far_pressed[up] - far_passed[up]
            spread = hypot(aims.spread[depth], margin - last)
            if fabs(margin) > CLOSE * spread:
                break
        else:
            tally.close += 1
            tally.moved += (margin - last) * (margin - last)
        self.average(after, tally.taken, pressed)
        self.hand_over(f, receiver[0], &to)
        self.value(&to, True, passed)
        if spread > 0:
            doubt = exp(-0.5 * (margin / spread) * (margin / spread))
            slot = self.slot_of(f)
            for p in range(3 if slot >= 0 else 0):
                tally.doubt[3 * slot + p] += doubt * (far_pressed[p] - far_passed[p])
        return margin >= -self.tolerance

    cdef void playout(
        self, const Seats* root, int action, uint64_t* random, const Aims* aims, double* total, Tally* tally
    ) noexcept nogil:
        """Plays one game. ``total`` is what the values got wrong on the way."""
        cdef Seats f = root[0]
        cdef Seats to
        cdef int receivers[2]
        cdef double here[3]
        cdef double pressed[3]
        cdef double passed[3]
        cdef double* after = tally.after
        cdef int* taken = tally.taken
        cdef const double* row
        cdef int step, count, receiver, part, p
        cdef bint may_press, pressing, on
        total[0] = total[1] = total[2] = 0
        here[0] = here[1] = here[2] = 0
        for step in range(MAX_STEPS):
            if tally.stop[0]:
                return
            count = list_receivers(&self.play, &f.s, receivers, &may_press)
            pressing = step > 0 or action == PRESSING
            receiver = 0
            if pressing:
                self.spin(&f, 0, after, tally)
                self.choose(&f, after, taken)
                self.average(after, taken, pressed)
            if count and (step or not pressing):
                receiver = self.best_pass(&f, receivers, count, 0, passed, tally)
                if step:
                    pressing = self.decide(&f, receivers, count, aims, after, pressed, passed, &receiver, tally)
            if step:
                for p in range(3):
                    total[p] += (pressed[p] if pressing else passed[p]) - here[p]
            if pressing:
                part = self.draw_part(taken, random)
                on = self.take(&f, part, &to)
                row = self.row(after, part)
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

    def run(self, tuple root, int action, uint64_t seed, int64_t first, int64_t count, tuple aims, const uint8_t[::1] stop):
        """Plays games ``first`` to ``first + count`` of a seed, beginning with PRESS or PASS.

        Args:
            root: (earned, passed, scores by their places, Whammies, up), by seat where there are several.
            aims: how choices are made, see ``Aims``.
            stop: [1], set by the caller to cancel.

        Returns:
            A dict: how many were played; sums and squares, by payoff, of what the values got wrong
            (worth nothing once ``stop`` is set); and the other sums of ``Tally``, doubts as an array.
        """
        cdef Seats f
        cdef Tally tally
        cdef Aims how
        cdef int seat, p
        cdef int64_t i
        cdef uint64_t random
        cdef double total[3]
        cdef int64_t done = 0
        cdef double[:, ::1] doubts = np.zeros((self.mask + 1, 3))
        memset(&f, 0, sizeof(Seats))
        memset(&tally, 0, sizeof(Tally))
        how.depth = <int>len(aims)
        for p in range(how.depth):
            how.spread[p] = aims[p]
        tally.after = <double*>calloc((how.depth + 1) * self.rows(), sizeof(double))
        tally.doubt, tally.stop = &doubts[0, 0], &stop[0]
        tally.taken = <int*>calloc((how.depth + 1) * self.choices + 1, sizeof(int))
        if tally.after == NULL or tally.taken == NULL:
            free(tally.after)
            free(tally.taken)
            raise MemoryError
        for seat in range(3):
            f.s.earned[seat], f.s.passed[seat] = root[0][seat], root[1][seat]
            f.s.score[seat], f.whammies[seat] = root[2][seat], root[3][seat]
            if f.whammies[seat] >= WHAMMIES_OUT:
                f.s.out |= 1 << seat
        f.s.up = root[4]
        with nogil:
            for i in range(first, first + count):
                if stop[0]:
                    break
                random = mixed(mixed(seed * 2 + action + 1) + <uint64_t>i * 0xD1342543DE82EF95ULL)
                self.playout(&f, action, &random, &how, total, &tally)
                for p in range(3):
                    tally.sum[p] += total[p]
                    tally.square[p] += total[p] * total[p]
                done += 1
        free(tally.after)
        free(tally.taken)
        return {
            "count": done, "sum": list(tally.sum), "square": list(tally.square), "doubt": np.asarray(doubts),
            "moved": tally.moved, "close": tally.close, "steps": tally.steps, "unknown": tally.unknown, "cut": tally.cut,
        }
