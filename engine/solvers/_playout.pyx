"""Plays games out by their true sums, with choices by given values, and adds up the errors of the values.

Positions and their values V are those of ``_outlook.pyx``. One playout adds up, for each payoff,

    E[V(next)] of the action taken, less V(here)

over the positions it comes through after the first action. Its mean over many playouts is what the
first action is worth with these choices, less its value by V: for any V, as each term
is the mean of what happens next.

Playout number i of a seed has random numbers of its own, so sums do not depend on the thread.
"""

import numpy as np

from libc.math cimport fabs, hypot, pow
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from .. import calibration
from ._grid_values cimport MOST_PAYOFFS
from ._keys cimport pack_spins, splitmix64
from ._outlook cimport Outlook, Tally
from ._rules cimport Podiums, list_receivers, read_podiums, spins_left
from ._spin cimport WHAMMY, SpinData

cdef enum:
    PRESSING = 0
    PASSING = 1
    SLOTS = 4096  # of choices by configuration, those of a seat in every fourth
PRESS, PASS = PRESSING, PASSING

cdef double CLOSE = calibration.CLOSE_CHOICE
cdef double LOOK = calibration.LOOKED_AT
cdef double CLEAR = calibration.CLEARLY_APART
cdef double TO_THE_END = calibration.TO_THE_END
cdef double TAIL = calibration.TAIL
cdef double TOSS_UP = calibration.TOSS_UP
cdef int MAX_STEPS = 2000  # decisions in a playout; then the values themselves have the last word


cdef struct Aims:  # how choices are made
    int depth  # spins looked ahead at most
    double spread[4]  # typical error of a difference between two actions after looking 1, 2, ... spins ahead


cdef inline double draw(uint64_t* state) noexcept nogil:
    """Return the next random number, at least 0 and below 1."""
    state[0] += 0x9E3779B97F4A7C15ULL
    return <double>(splitmix64(state[0]) >> 11) * (1.0 / 9007199254740992.0)


cdef inline double doubt(double margin, double spread) noexcept nogil:
    """Return how much a choice may be wrong, 1 at most, between options this far apart by values this uncertain."""
    return pow(1 + margin / spread * (margin / spread), -TAIL)


cdef class Player(Outlook):
    """Plays out one game; ``Outlook`` has the arguments."""

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
        cdef double spread = aims.spread[0]
        cdef double rivals = 0
        cdef int left = spins_left(position)
        cdef bint close = True
        cdef double far_pressed[MOST_PAYOFFS]
        cdef double far_passed[MOST_PAYOFFS]
        cdef double far_other[MOST_PAYOFFS]
        cdef double* rows
        if fabs(margin) > CLEAR * aims.spread[0]:
            if count == 1 or margin > 0 or passed[mover] - other[mover] > CLEAR * aims.spread[0]:
                self.add_choice_error(position, 0, 1, margin, spread, pressed, passed, tally)
                return margin > 0
        for depth in range(aims.depth):
            if depth:
                rows = tally.after + (depth + 1) * self.rows()
                self.list_outcomes(position, depth, rows, tally)
                self.choose(position, rows, tally.taken)
                self.average(position, rows, tally.taken, far_pressed)
            else:
                for p in range(self.payoffs):
                    far_pressed[p] = pressed[p]
            receiver[0] = self.best_pass(position, receivers, count, depth + 1, far_passed, far_other, tally)
            last, margin = margin, far_pressed[mover] - far_passed[mover]
            spread = hypot(aims.spread[depth], margin - last) * (TO_THE_END if left <= depth + 1 else 1)
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
        self.add_choice_error(position, 0, 1, margin, spread, far_pressed, far_passed, tally)
        if self.tolerance < fabs(margin) <= TOSS_UP * spread:
            self.add_toss_up(position, margin, far_pressed, far_passed, tally)
        if count > 1:
            last = 1 if margin < 0 else doubt(margin, spread)
            if receiver[0] == receivers[0]:
                self.add_choice_error(position, 1, last, rivals, spread, far_passed, far_other, tally)
            else:
                self.add_choice_error(position, 1, last, -rivals, spread, far_other, far_passed, tally)
        return margin >= -self.tolerance

    cdef inline void add_choice_error(
        self, const Podiums* position, int kind, double weight, double margin, double spread, const double* a,
        const double* b, Tally* tally
    ) noexcept nogil:
        """Add what a choice between two ways may have changed, by how far they are apart for the mover."""
        cdef int p
        cdef double* error
        if fabs(margin) > CLOSE * spread or fabs(margin) <= self.tolerance:  # alike, so the order of preference decides
            return
        weight *= doubt(margin, spread)
        error = tally.choice_error + self.payoffs * (
            (splitmix64(pack_spins(position) ^ <uint64_t>kind << 60) << 2 | <uint64_t>position.mover) & (SLOTS - 1)
        )
        for p in range(self.payoffs):
            error[p] += weight * (a[p] - b[p])

    cdef inline void add_toss_up(
        self, const Podiums* position, double margin, const double* pressed, const double* passed, Tally* tally
    ) noexcept nogil:
        """Add what the other call would have changed."""
        cdef int p
        cdef bint pressing = margin >= -self.tolerance
        cdef double* changed = tally.toss_ups + self.payoffs * (2 * position.mover + (not pressing))
        for p in range(self.payoffs):
            changed[p] += passed[p] - pressed[p] if pressing else pressed[p] - passed[p]

    cdef void add_choices(
        self, const Podiums* position, const double* after, const int* taken, double spread, Tally* tally
    ) noexcept nogil:
        """Add what may be wrong about what the mover takes on landings with a choice."""
        cdef int mover = position.mover
        cdef const SpinData* spin = self.spin_at(position)
        cdef const double* chances = spin.chances + mover * spin.landings
        cdef int landing, option
        cdef double best[MOST_PAYOFFS]
        cdef double other[MOST_PAYOFFS]
        for landing in range(spin.landings):
            self.worth_of(after, taken[landing], best)
            for option in range(spin.options[landing], spin.options[landing + 1]):
                if option == taken[landing] or not self.offered(position, option):
                    continue
                self.worth_of(after, option, other)
                self.add_choice_error(
                    position, 2, chances[landing], best[mover] - other[mover], spread, best, other, tally
                )

    cdef inline void worth_of(self, const double* after, int option, double* v) noexcept nogil:
        cdef int part, p
        cdef const double* row
        memset(v, 0, self.payoffs * sizeof(double))
        for part in range(self.spin.parts[option], self.spin.parts[option + 1]):
            row = self.row(<double*>after, self.spin.part_moves[part])
            for p in range(self.payoffs):
                v[p] += self.spin.part_weights[part] * row[p]

    cdef void playout(
        self, const Podiums* root, int action, uint64_t* random, const Aims* aims, double* total, int* began,
        Tally* tally
    ) noexcept nogil:
        """Play one game. ``total`` is the error of the values on the way; a press ``began`` it with this part."""
        cdef Podiums now = root[0]
        cdef Podiums to
        cdef int receivers[2]
        cdef double here[MOST_PAYOFFS]
        cdef double pressed[MOST_PAYOFFS]
        cdef double passed[MOST_PAYOFFS]
        cdef double other[MOST_PAYOFFS]
        cdef double* after = tally.after
        cdef int* taken = tally.taken
        cdef const double* row
        cdef int step, count, receiver, part, p
        cdef bint may_press, pressing, on
        began[0] = WHAMMY
        memset(total, 0, self.payoffs * sizeof(double))
        memset(here, 0, sizeof(here))
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
                self.list_outcomes(&now, 0, after, tally)
                self.choose(&now, after, taken)
                self.average(&now, after, taken, pressed)
            if count and (step or not pressing):
                receiver = self.best_pass(&now, receivers, count, 0, passed, other, tally)
                if step and pressing:
                    pressing = self.decide(
                        &now, receivers, count, aims, after, pressed, passed, other, &receiver, tally
                    )
            if step:
                for p in range(self.payoffs):
                    total[p] += (pressed[p] if pressing else passed[p]) - here[p]
            if pressing:
                if self.spin_at(&now).landings:
                    self.add_choices(&now, after, taken, aims.spread[0], tally)
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
            for p in range(self.payoffs):
                here[p] = row[p]
            now = to
        tally.cut += 1

    def run(
        self, tuple root, int action, uint64_t seed, int64_t first, int64_t count, tuple aims, const uint8_t[::1] stop
    ):
        """Play games ``first`` to ``first + count`` of a seed, beginning with PRESS, or PASS + receiver's seat.

        Args:
            root: as ``engine.solvers.kernel_rules.kernel_position`` gives it, with scores in dollars.
            aims: how choices are made, see ``Aims``.
            stop: [1], set by the caller to cancel.

        Returns:
            A dict: how many were played; sums and squares, by payoff, of the values' errors
            (worth nothing once ``stop`` is set); and the other sums of ``Tally``, with arrays for choice errors, for
            toss-ups and by parts of the first spin (one row for each move, then a Whammy off, then a Whammy).
        """
        cdef Podiums podiums
        cdef Tally tally
        cdef Aims how
        cdef int p, began, place
        cdef int64_t i
        cdef uint64_t random
        cdef double total[MOST_PAYOFFS]
        cdef int64_t done = 0
        cdef double[:, ::1] choice_error = np.zeros((SLOTS, self.payoffs))
        cdef double[:, :, ::1] toss_ups = np.zeros((4, 2, self.payoffs))
        cdef double[:, ::1] by_part = np.zeros((self.spin.moves + 2, 1 + self.payoffs))
        memset(&tally, 0, sizeof(Tally))
        how.depth = <int>len(aims)
        for p in range(how.depth):
            how.spread[p] = aims[p]
        tally.after = <double*>calloc((how.depth + 1) * self.rows(), sizeof(double))
        tally.choice_error, tally.toss_ups = &choice_error[0, 0], &toss_ups[0, 0, 0]
        tally.by_part, tally.stop = &by_part[0, 0], &stop[0]
        tally.taken = <int*>calloc((how.depth + 1) * self.landings + 1, sizeof(int))
        if tally.after == NULL or tally.taken == NULL:
            free(tally.after)
            free(tally.taken)
            raise MemoryError
        read_podiums(&podiums, root)
        podiums.next_spins = self.next_spins
        with nogil:
            for i in range(first, first + count):
                if stop[0]:
                    break
                random = splitmix64(splitmix64(seed * 2 + action + 1) + <uint64_t>i * 0xD1342543DE82EF95ULL)
                self.playout(&podiums, action, &random, &how, total, &began, &tally)
                place = self.row_of(began)
                by_part[place, 0] += 1
                for p in range(self.payoffs):
                    by_part[place, 1 + p] += total[p]
                    tally.sum[p] += total[p]
                    tally.square[p] += total[p] * total[p]
                done += 1
        free(tally.after)
        free(tally.taken)
        return {
            "count": done, "sum": [tally.sum[p] for p in range(self.payoffs)],
            "square": [tally.square[p] for p in range(self.payoffs)], "choice_error": np.asarray(choice_error),
            "toss_ups": np.asarray(toss_ups), "by_part": np.asarray(by_part),
            "moved": tally.moved, "close": tally.close, "steps": tally.steps, "unknown": tally.unknown,
            "cut": tally.cut,
        }
