"""Plays games out by their true sums, with choices by given values, and adds up the errors of the values.

A *position* here is ``Podiums`` with scores in dollars. The *values* V come from the cubes of a coarse
grid (``_cube_values.pyx``). Where these do not count a contestant's Whammies, V allows for the chance that the fourth
comes too soon (``Player.list_changes``).

One playout adds up, for each payoff,

    E[V(next)] of the action taken, less V(here)

over the positions it comes through after the first action. Its mean over many playouts is what the
first action is worth with these choices, less its value by V: for any V, as each term
is the mean of what happens next.

Playout number i of a seed has random numbers of its own, so sums do not depend on the thread.
"""

import numpy as np

from libc.math cimport exp, fabs, hypot
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from ._cube_values cimport Along, CubeValues
from ._keys cimport pack_spins, splitmix64
from ._rules cimport (
    WHAMMIES_OUT, KernelRules, Podiums, add_dollars, find_winners, go_on, hand_over, hit_whammy, list_receivers,
    read_podiums, read_rules, spend_spin, spins_left, spins_of, take_whammy_off,
)
from ._spin cimport WHAMMY, WHAMMY_OFF, KernelSpin, SpinData

cdef enum:
    PASSED = 41  # a contestant may hold 0 to 40 passed spins
    PRESSING = 0
    PASSING = 1
PRESS, PASS = PRESSING, PASSING

cdef double CLOSE = 3.0  # between actions closer than this many typical errors the choice is in doubt
cdef double LOOK = 2.0  # those closer than this many are looked at a spin further ahead
cdef double CLEAR = 4.0  # those farther apart than this many to begin with are not looked at further at all
cdef double UNKNOWN = 0.005  # a typical error of a difference where none was measured
cdef double PRESSED = 0.7  # the part of that chance that counts, as spins are passed on too: leaves the least noise
cdef double RARE = 1e-3  # a smaller chance to go out is left to the playouts
cdef int MAX_STEPS = 2000  # decisions in a playout; then the values themselves have the last word

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
    double* doubt  # [slots, 3], what wrong choices may have changed, by configuration
    double moved  # squares of what the last spin ahead changed between two close actions
    int64_t close  # decisions between close actions
    int64_t steps
    int64_t unknown  # positions that the values know nothing of
    int64_t cut  # playouts stopped at MAX_STEPS
    const uint8_t* stop
    double* after  # scratch for each depth, see ``Player.list_outcomes``
    int* taken


cdef inline double draw(uint64_t* state) noexcept nogil:
    """Return the next random number, at least 0 and below 1."""
    state[0] += 0x9E3779B97F4A7C15ULL
    return <double>(splitmix64(state[0]) >> 11) * (1.0 / 9007199254740992.0)


cdef bint shows_whammies(const SpinData* spin):
    """Return whether some seat's spin can show a Whammy."""
    cdef int k, seat
    for seat in range(3):
        if spin.whammy[seat] > 0:
            return True
    for k in range(spin.parts[spin.options[spin.landings]] if spin.landings else 0):
        if spin.part_moves[k] == WHAMMY:
            return True
    return False


cdef class Player:
    """Plays out one game.

    Args:
        stages: the board with few spins left, and with many, each with an order of preference for each seat; moves and
            options are the same, chances are not.
        second_from: how many spins are many.
        scores: int64 0, 1, 2, ... up to the highest that arises.
        options: rule options as ``engine.solve.kernel_rules`` lists them.
        sums: for each move what it adds: int32, one number, or one for each score.
        cap: dollars at which a score stops growing.
        values: by which choices are made.
        ends: double [131, 3], payoffs of a finished game by bit mask of the winners; then, by seat and passed
            spins (41 for each seat), of the last one in with three Whammies.
        fourth: double [3, 4, spins + 1, 2], by seat, Whammies and spins held: the chance to meet the fourth Whammy
            before the last of these spins, and the mean number of spins that are left then.
        tolerance: payoffs closer than this are equal.
    """

    cdef object _hold
    cdef const double[:, :, :, ::1] fourth
    cdef KernelRules rules
    cdef SpinData spin
    cdef SpinData early
    cdef int second_from
    cdef int landings  # at most
    cdef CubeValues values
    cdef Sums* sums
    cdef int cap
    cdef bint whammies  # whether some spin can show one
    cdef double ends[131][3]
    cdef double tolerance

    def __init__(
        self, tuple stages, int second_from, const int64_t[::1] scores, tuple options, list sums, int cap,
        CubeValues values, const double[:, ::1] ends, const double[:, :, :, ::1] fourth, double tolerance,
    ):
        cdef int k, seat
        cdef const int64_t* dollars[3]
        cdef int zero[3]
        cdef KernelSpin first = stages[0]
        cdef KernelSpin second = stages[1]
        self._hold = (first, second, scores, sums)
        self.spin, self.early, self.second_from = first.data, second.data, second_from
        self.landings = max(self.spin.landings, self.early.landings)
        self.values, self.cap, self.fourth, self.tolerance = values, cap, fourth, tolerance
        for seat in range(3):
            dollars[seat], zero[seat] = &scores[0], 0
        self.whammies = shows_whammies(&self.spin) or shows_whammies(&self.early)
        read_rules(&self.rules, options, dollars, zero)
        for k in range(ends.shape[0]):
            for seat in range(3):
                self.ends[k][seat] = ends[k, seat]
        self._set_sums(sums)

    cdef _set_sums(self, list sums):
        cdef int m
        cdef const int32_t[::1] dollars
        self.sums = <Sums*>calloc(len(sums) + 1, sizeof(Sums))
        if self.sums == NULL:
            raise MemoryError
        for m in range(self.spin.moves):
            dollars = sums[m]
            self.sums[m] = Sums(&dollars[0], dollars.shape[0] > 1)

    def __dealloc__(self):
        free(self.sums)

    # -- the rules ----------------------------------------------------------------------------

    cdef inline const SpinData* spin_at(self, const Podiums* position) noexcept nogil:
        """Return the board on which the next spin is played."""
        return &self.early if spins_left(position) >= self.second_from else &self.spin

    cdef inline int added(self, int score, const Sums* sums) noexcept nogil:
        return add_dollars(score, sums.dollars[score if sums.by_score else 0], self.cap)

    cdef inline bint take(self, const Podiums* position, int part, Podiums* to) noexcept nogil:
        """Take one spin that shows a move, ``WHAMMY_OFF`` or ``WHAMMY``; return false when the game is over."""
        cdef int mover = position.mover
        to[0] = position[0]
        spend_spin(to)
        if part >= 0:
            to.score[mover] = self.added(position.score[mover], &self.sums[part])
            to.earned[mover] += self.spin.gives_spin[part]
        elif part == WHAMMY_OFF:
            take_whammy_off(to)
        else:
            hit_whammy(&self.rules, to)
        return go_on(&self.rules, to)

    cdef inline bint give(self, const Podiums* position, int receiver, Podiums* to) noexcept nogil:
        """Make a pass; return false when the game is over."""
        to[0] = position[0]
        return hand_over(&self.rules, to, receiver)

    cdef inline const double* end(self, const Podiums* position) noexcept nogil:
        cdef int64_t dollars
        cdef int seat
        for seat in range(3):
            if position.out == 7 - (1 << seat) and position.whammies[seat] == WHAMMIES_OUT - 1:
                return self.ends[8 + PASSED * seat + position.passed[seat]]
        return self.ends[find_winners(&self.rules, position, &dollars)]

    cdef bint value_of(self, const Podiums* position, bint on, double* v) noexcept nogil:
        """Find the payoffs of a position, exact when the game is over (not ``on``).

        Return whether they are known from the values; otherwise they are those of the scores as they are.
        """
        cdef double change[3]
        if not on:
            return self.adjust(position, False, NULL, v)
        self.list_changes(position, change)
        return self.adjust(position, self.values.look_up(position, v), change, v)

    cdef inline bint value_along(
        self, const Podiums* position, int seat, Along* along, const double* change, double* v
    ) noexcept nogil:
        """Find the payoffs of a position that goes on, one of many that differ in one seat's score alone.

        Args:
            change: what ``list_changes`` finds for one of them.
        """
        return self.adjust(position, self.values.look_up_along(position, seat, along, v), change, v)

    cdef inline bint adjust(self, const Podiums* position, bint known, const double* change, double* v) noexcept nogil:
        """Change known payoffs, or find those of the scores as they are; return ``known``."""
        cdef const double* worth
        cdef int p
        if known:
            for p in range(3):
                v[p] = min(1.0, max(0.0, v[p] + change[p]))
        else:
            worth = self.end(position)
            for p in range(3):
                v[p] = worth[p]
        return known

    cdef void list_changes(self, const Podiums* position, double* change) noexcept nogil:
        """Find what the payoffs lose or gain as contestants may go out who never do so in the values."""
        cdef int seat
        change[0] = change[1] = change[2] = 0
        for seat in range(3):
            if not (self.values.counted | position.out) >> seat & 1:
                self.add_change(position, seat, change)

    cdef void add_change(self, const Podiums* position, int seat, double* change) noexcept nogil:
        """Add what changes as a seat may meet the fourth Whammy: it loses the spins left then, as if it pressed until
        then.
        """
        cdef Podiums after = position[0]
        cdef double stays[3]
        cdef double leaves[3]
        cdef const double* worth
        cdef int p
        cdef int held = min(spins_of(position, seat), <int>self.fourth.shape[2] - 1)
        cdef const double* odds = &self.fourth[seat, position.whammies[seat], held, 0]
        if odds[0] < RARE:
            return
        after.score[seat] = after.passed[seat] = 0
        after.earned[seat] = <int>(odds[1] + 0.5)
        if not self.values.look_up_as_is(&after, stays):
            return
        after.earned[seat] = 0
        if go_on(&self.rules, &after):
            if not self.values.look_up_as_is(&after, leaves):
                return
        else:
            worth = self.end(&after)
            for p in range(3):
                leaves[p] = worth[p]
        for p in range(3):
            change[p] += PRESSED * odds[0] * (leaves[p] - stays[p])

    # -- decisions ----------------------------------------------------------------------------

    cdef void list_outcomes(
        self, const Podiums* position, int depth, bint exactly, double* after, Tally* tally
    ) noexcept nogil:
        """Find the payoffs after whatever one spin may show, looked at ``depth`` spins further ahead.

        Args:
            exactly: each by its own values. Otherwise what changes as contestants may go out is taken from the first
                move for all: lookups by the dozen for a difference far below the noise.
            after: filled in: [moves + 2, 3], after each move, a Whammy off and a Whammy; see ``row``.
        """
        cdef Podiums to
        cdef int m, spin
        cdef int landings = self.spin_at(position).landings
        cdef bint on
        cdef Along along[2]  # without and with an extra spin
        cdef double[2][3] change
        along[0].key = along[1].key = 0
        for m in range(WHAMMY, self.spin.moves):
            if m == WHAMMY and not self.whammies:
                continue
            if m == WHAMMY_OFF and not (landings and position.whammies[position.mover]):
                continue
            on = self.take(position, m, &to)
            if depth or m < 0 or exactly or not on:
                self.ahead(&to, on, depth, self.row(after, m), tally)
                continue
            spin = self.spin.gives_spin[m]
            if along[spin].key == 0:
                self.list_changes(&to, change[spin])
            tally.unknown += not self.value_along(&to, position.mover, &along[spin], change[spin], self.row(after, m))

    cdef inline double* row(self, double* after, int part) noexcept nogil:
        return after + 3 * self.row_of(part)

    cdef inline int row_of(self, int part) noexcept nogil:
        return part if part >= 0 else self.spin.moves - 1 - part

    cdef inline bint offered(self, const Podiums* position, int option) noexcept nogil:
        """Return whether the mover really has an option: a Whammy off needs a Whammy."""
        return (
            position.whammies[position.mover] > 0
            or self.spin.part_moves[self.spin.parts[option]] != WHAMMY_OFF
        )

    cdef void choose(self, const Podiums* position, const double* after, int* taken) noexcept nogil:
        """Choose the option that the mover prefers on each landing with a choice."""
        cdef int mover = position.mover
        cdef int landing, i, option, part
        cdef double best, worth
        cdef const double* row
        for landing in range(self.spin_at(position).landings):
            taken[landing] = -1
            best = 0
            for i in range(self.spin.options[landing], self.spin.options[landing + 1]):
                option = self.spin.orders[mover * self.spin.option_count + i]
                if not self.offered(position, option):
                    continue
                worth = 0
                for part in range(self.spin.parts[option], self.spin.parts[option + 1]):
                    row = self.row(<double*>after, self.spin.part_moves[part])
                    worth += self.spin.part_weights[part] * row[mover]
                if taken[landing] < 0 or worth > best + self.tolerance:
                    taken[landing] = option
                    best = worth

    cdef void average(
        self, const Podiums* position, const double* after, const int* taken, double* mean
    ) noexcept nogil:
        """Find the payoffs of the mover's next spin, from those after what it shows and what is taken."""
        cdef int m, p, landing, part
        cdef const double* row
        cdef int mover = position.mover
        cdef const SpinData* spin = self.spin_at(position)
        cdef const double* weights = spin.weights + mover * spin.moves
        cdef const double* chances = spin.chances + mover * spin.landings
        mean[0] = mean[1] = mean[2] = 0
        for m in range(spin.moves):
            for p in range(3):
                mean[p] += weights[m] * after[3 * m + p]
        if spin.whammy[mover] > 0:
            row = self.row(<double*>after, WHAMMY)
            for p in range(3):
                mean[p] += spin.whammy[mover] * row[p]
        for landing in range(spin.landings):
            for part in range(spin.parts[taken[landing]], spin.parts[taken[landing] + 1]):
                row = self.row(<double*>after, spin.part_moves[part])
                for p in range(3):
                    mean[p] += chances[landing] * spin.part_weights[part] * row[p]

    cdef int best_pass(
        self, const Podiums* position, const int* receivers, int count, int depth, double* mean, double* other,
        Tally* tally
    ) noexcept nogil:
        """Return the receiver that the mover prefers, and find the payoffs, looked at ``depth`` spins ahead.

        Args:
            other: filled in with what a pass to the other one is worth, if there are two.
        """
        cdef Podiums to
        cdef int i, p
        cdef int receiver = receivers[0]
        cdef bint on
        cdef double v[3]
        for i in range(count):
            on = self.give(position, receivers[i], &to)
            self.ahead(&to, on, depth, v, tally)
            if i and v[position.mover] <= mean[position.mover] + self.tolerance:
                for p in range(3):
                    other[p] = v[p]
                continue
            receiver = receivers[i]
            for p in range(3):
                if i:
                    other[p] = mean[p]
                mean[p] = v[p]
        return receiver

    cdef void ahead(self, const Podiums* position, bint on, int depth, double* v, Tally* tally) noexcept nogil:
        """Find the payoffs of a position if all take what is best within ``depth`` spins by the values.

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
            if not self.value_of(position, on, v):
                tally.unknown += on
            return
        after, taken = tally.after + depth * self.rows(), tally.taken + depth * self.landings
        count = list_receivers(&self.rules, position, receivers, &may_press)
        if not may_press:
            self.best_pass(position, receivers, count, depth, v, other, tally)
            return
        self.list_outcomes(position, depth - 1, False, after, tally)
        self.choose(position, after, taken)
        self.average(position, after, taken, v)
        if count:
            self.best_pass(position, receivers, count, depth, passed, other, tally)
            if passed[position.mover] > v[position.mover] + self.tolerance:
                for p in range(3):
                    v[p] = passed[p]

    cdef inline int rows(self) noexcept nogil:
        return 3 * (self.spin.moves + 2)

    cdef int draw_part(self, const Podiums* position, const int* taken, uint64_t* random) noexcept nogil:
        """Return what the mover's next spin shows or, where there is a choice, what is taken."""
        cdef int mover = position.mover
        cdef const SpinData* spin = self.spin_at(position)
        cdef double x = draw(random) - spin.whammy[mover]
        cdef const double* weights = spin.weights + mover * spin.moves
        cdef int m, landing, part
        cdef int shown = WHAMMY
        if x < 0:
            return WHAMMY
        for m in range(spin.moves):
            if weights[m] > 0:
                x -= weights[m]
                shown = m
                if x < 0:
                    return m
        for landing in range(spin.landings):
            x -= spin.chances[mover * spin.landings + landing]
            if x < 0 or landing == spin.landings - 1:
                x = draw(random)
                for part in range(spin.parts[taken[landing]], spin.parts[taken[landing] + 1]):
                    shown = spin.part_moves[part]
                    x -= spin.part_weights[part]
                    if x < 0:
                        break
                break
        return shown

    # -- playing ------------------------------------------------------------------------------

    cdef bint decide(
        self, const Podiums* position, const int* receivers, int count, const Aims* aims, const double* after,
        double* pressed, double* passed, const double* other, int* receiver, Tally* tally
    ) noexcept nogil:
        """Return whether the mover presses, looking ahead, and further where the actions are close to each other.

        Args:
            after, pressed, passed: as the values see the actions; the last two are made to fit what is
                taken on landings with a choice, and the receiver of the pass.
            other: the pass to the other receiver, if there are two.
        """
        cdef Podiums to
        cdef int depth, p
        cdef int mover = position.mover
        cdef double margin = pressed[mover] - passed[mover]
        cdef double last = margin
        cdef double spread = 0
        cdef double rivals = 0
        cdef bint close = True
        cdef double far_pressed[3]
        cdef double far_passed[3]
        cdef double far_other[3]
        cdef double* rows
        if fabs(margin) > CLEAR * aims.spread[0]:
            if count == 1 or margin > 0 or passed[mover] - other[mover] > CLEAR * aims.spread[0]:
                return margin > 0
        for depth in range(aims.depth):
            if depth:
                rows = tally.after + (depth + 1) * self.rows()
                self.list_outcomes(position, depth, False, rows, tally)
                self.choose(position, rows, tally.taken)
                self.average(position, rows, tally.taken, far_pressed)
            else:
                for p in range(3):
                    far_pressed[p] = pressed[p]
            receiver[0] = self.best_pass(position, receivers, count, depth + 1, far_passed, far_other, tally)
            last, margin = margin, far_pressed[mover] - far_passed[mover]
            spread = hypot(aims.spread[depth], margin - last)
            close = fabs(margin) <= CLOSE * spread
            rivals = far_passed[mover] - far_other[mover] if count > 1 else 0
            if fabs(margin) > LOOK * spread and not (count > 1 and margin < 0 and rivals <= LOOK * spread):
                break
        else:
            if close:
                tally.close += 1
                tally.moved += (margin - last) * (margin - last)
        self.average(position, after, tally.taken, pressed)
        self.give(position, receiver[0], &to)
        self.value_of(&to, True, passed)
        if spread > 0:
            self.doubt(position, 0, 1, margin, spread, far_pressed, far_passed, tally)
            if count > 1:
                last = 1 if margin < 0 else exp(-0.5 * (margin / spread) * (margin / spread))
                if receiver[0] != receivers[0]:
                    last = -last
                self.doubt(position, 1, last, rivals, spread, far_passed, far_other, tally)
        return margin >= -self.tolerance

    cdef inline void doubt(
        self, const Podiums* position, int kind, double weight, double margin, double spread, const double* a,
        const double* b, Tally* tally
    ) noexcept nogil:
        """Add what a choice between two ways may have changed, by how far they are apart for the mover."""
        cdef int p
        cdef uint64_t slot
        if fabs(margin) > CLOSE * spread or fabs(margin) <= self.tolerance:  # alike, so the order of preference decides
            return
        weight *= exp(-0.5 * (margin / spread) * (margin / spread))
        slot = splitmix64(pack_spins(position) ^ <uint64_t>kind << 60) & self.values.mask
        for p in range(3):
            tally.doubt[3 * slot + p] += weight * (a[p] - b[p])

    cdef void doubt_choices(
        self, const Podiums* position, const double* after, const int* taken, double spread, Tally* tally
    ) noexcept nogil:
        """Add the doubts about what the mover takes on landings with a choice."""
        cdef int mover = position.mover
        cdef const SpinData* spin = self.spin_at(position)
        cdef const double* chances = spin.chances + mover * spin.landings
        cdef int landing, option
        cdef double best[3]
        cdef double other[3]
        if spread <= 0:  # no press or pass to decide was close
            spread = UNKNOWN
        for landing in range(spin.landings):
            self.worth_of(after, taken[landing], best)
            for option in range(spin.options[landing], spin.options[landing + 1]):
                if option == taken[landing] or not self.offered(position, option):
                    continue
                self.worth_of(after, option, other)
                self.doubt(position, 2, chances[landing], best[mover] - other[mover], spread, best, other, tally)

    cdef inline void worth_of(self, const double* after, int option, double* v) noexcept nogil:
        cdef int part, p
        cdef const double* row
        v[0] = v[1] = v[2] = 0
        for part in range(self.spin.parts[option], self.spin.parts[option + 1]):
            row = self.row(<double*>after, self.spin.part_moves[part])
            for p in range(3):
                v[p] += self.spin.part_weights[part] * row[p]

    cdef void playout(
        self, const Podiums* root, int action, uint64_t* random, const Aims* aims, double* total, int* began,
        Tally* tally
    ) noexcept nogil:
        """Play one game. ``total`` is the error of the values on the way; a press ``began`` it with this part."""
        cdef Podiums now = root[0]
        cdef Podiums to
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
            count = list_receivers(&self.rules, &now, receivers, &may_press)
            pressing = step > 0 or action == PRESSING
            if not pressing:  # the pass to one receiver
                receivers[0], count = action - PASSING, 1
            elif not may_press and step:  # forced by the lead
                pressing = False
            receiver = 0
            if pressing:
                self.list_outcomes(&now, 0, step == 0, after, tally)
                self.choose(&now, after, taken)
                self.average(&now, after, taken, pressed)
                if self.spin_at(&now).landings:
                    self.doubt_choices(&now, after, taken, aims.spread[0], tally)
            if count and (step or not pressing):
                receiver = self.best_pass(&now, receivers, count, 0, passed, other, tally)
                if step and pressing:
                    pressing = self.decide(
                        &now, receivers, count, aims, after, pressed, passed, other, &receiver, tally
                    )
            if step:
                for p in range(3):
                    total[p] += (pressed[p] if pressing else passed[p]) - here[p]
            if pressing:
                part = self.draw_part(&now, taken, random)
                on = self.take(&now, part, &to)
                row = self.row(after, part)
                if step == 0:
                    began[0] = part
            else:
                on = self.give(&now, receiver, &to)
                row = passed
            tally.steps += 1
            if not on:
                return
            for p in range(3):
                here[p] = row[p]
            now = to
        tally.cut += 1

    def value(self, tuple position):
        """Return the payoffs of a position that is not over, given like ``run``'s root, as the values have them."""
        cdef Podiums podiums
        cdef double v[3]
        read_podiums(&podiums, position)
        self.value_of(&podiums, True, v)
        return v[0], v[1], v[2]

    def run(
        self, tuple root, int action, uint64_t seed, int64_t first, int64_t count, tuple aims, const uint8_t[::1] stop
    ):
        """Play games ``first`` to ``first + count`` of a seed, beginning with PRESS, or PASS + receiver's seat.

        Args:
            root: as ``engine.solve.kernel_rules.kernel_position`` gives it, with scores in dollars.
            aims: how choices are made, see ``Aims``.
            stop: [1], set by the caller to cancel.

        Returns:
            A dict: how many were played; sums and squares, by payoff, of the values' errors
            (worth nothing once ``stop`` is set); and the other sums of ``Tally``, with arrays for doubts
            and by parts of the first spin (one row for each move, then a Whammy off, then a Whammy).
        """
        cdef Podiums podiums
        cdef Tally tally
        cdef Aims how
        cdef int p, began, place
        cdef int64_t i
        cdef uint64_t random
        cdef double total[3]
        cdef int64_t done = 0
        cdef double[:, ::1] doubts = np.zeros((self.values.mask + 1, 3))
        cdef double[:, ::1] by_part = np.zeros((self.spin.moves + 2, 4))
        memset(&tally, 0, sizeof(Tally))
        how.depth = <int>len(aims)
        for p in range(how.depth):
            how.spread[p] = aims[p]
        tally.after = <double*>calloc((how.depth + 1) * self.rows(), sizeof(double))
        tally.doubt, tally.by_part, tally.stop = &doubts[0, 0], &by_part[0, 0], &stop[0]
        tally.taken = <int*>calloc((how.depth + 1) * self.landings + 1, sizeof(int))
        if tally.after == NULL or tally.taken == NULL:
            free(tally.after)
            free(tally.taken)
            raise MemoryError
        read_podiums(&podiums, root)
        with nogil:
            for i in range(first, first + count):
                if stop[0]:
                    break
                random = splitmix64(splitmix64(seed * 2 + action + 1) + <uint64_t>i * 0xD1342543DE82EF95ULL)
                self.playout(&podiums, action, &random, &how, total, &began, &tally)
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
