"""Monte Carlo playouts: plays games by true sums, with choices by given values, and adds up the errors of the values.

A *position* here is ``Position`` with scores in dollars. The *values* V come from a coarse grid (``_grid_values.pyx``).
Where the grid does not count a contestant's Whammies, V allows for the chance that the fourth comes too soon
(``PlayoutKernel.adjust_for_elimination``). Payoffs are three chances to win or, where dollars are at stake, three
amounts divided by ``scale`` and then the chances. One playout adds up, for each payoff,

    E[V(next)] of the action taken - V(here)

over its positions after the first action. The mean over many playouts is the expected payoff of the first action with
these choices, minus its value by V. That holds for any V, as each term is an expectation over the next spin.

The random numbers of a playout depend only on the seed and its number, so sums do not depend on the thread.
"""

import numpy as np

cimport cython
from libc.math cimport fabs, hypot, pow
from libc.stdint cimport int32_t, int64_t, uint64_t, uint8_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from .. import calibration
from ._grid_values cimport MAX_PAYOFFS, GridInterpolator
from ._keys cimport pack_spins, splitmix64
from ._rules cimport (
    WHAMMIES_OUT, KernelRules, Position, add_dollars, continue_turn, find_winners, hit_whammy, list_receivers,
    pass_spins, read_position, read_rules, spend_spin, spins_left, spins_of, take_whammy_off,
)
from ._score_values cimport ScoreTable
from ._spin cimport WHAMMY, WHAMMY_OFF, KernelSpin, SpinData, place_from

cdef enum:
    PASSED = 41  # a contestant may hold 0 to 40 passed spins
    PRESSING = 0
    PASSING = 1
    PASSED_TO = -3  # in a record, minus the receiver's seat: a pass
    ACTION = 0  # kinds of choices: press or pass,
    RECEIVER = 1  # ... to whom,
    SQUARE = 2  # ... what to take
    SLOTS = 4096  # hash slots of choices by configuration; slot % 4 is the mover's seat
PRESS, PASS, RECORDED_PASS = PRESSING, PASSING, PASSED_TO

cdef double CLOSE_MARGIN = calibration.CLOSE_MARGIN
cdef double DEEPEN_MARGIN = calibration.DEEPEN_MARGIN
cdef double CLEAR_MARGIN = calibration.CLEAR_MARGIN
cdef double FULL_DEPTH_SHARE = calibration.FULL_DEPTH_SHARE
cdef double ERROR_TAIL_EXPONENT = calibration.ERROR_TAIL_EXPONENT
cdef double TOSS_UP = calibration.TOSS_UP
cdef double ELIMINATION_SHARE = calibration.ELIMINATION_SHARE
cdef double MIN_ELIMINATION_CHANCE = calibration.MIN_ELIMINATION_CHANCE
cdef int MAX_STEPS = 2000  # decisions in a playout, which then ends with the values of its last position


cdef struct Gain:  # the sum that a move adds
    const int32_t* dollars
    bint by_score  # one sum for each score; else one for all


cdef struct PlayoutSums:
    double sum[MAX_PAYOFFS]
    double square[MAX_PAYOFFS]
    double* by_part  # [moves + 2, 1 + payoffs]: by the first spin's result, count and sums of playouts, see ``row``
    double* choice_error  # [SLOTS, payoffs], possible changes by wrong choices, by configuration
    double* toss_ups  # [4, 2, payoffs], change if the mover's toss-ups are all passed, or all pressed, by seat
    double moved  # sum of squared changes of a close margin by the last spin of lookahead
    int64_t close  # decisions between close actions
    const uint8_t* stop
    double* after  # scratch for each depth, see ``list_outcomes``
    int* taken
    int* steps  # of this game, [MAX_STEPS]; NULL if they are not recorded
    int step_count


cdef struct LookaheadErrors:  # of the values by which choices are made
    int depth  # limit of lookahead, in spins
    double spread[4]  # typical error of a difference between two actions at lookahead 1, 2, ...


cdef inline double draw(uint64_t* state) noexcept nogil:
    """Return the next random number, at least 0 and below 1."""
    state[0] += 0x9E3779B97F4A7C15ULL
    return <double>(splitmix64(state[0]) >> 11) * (1.0 / 9007199254740992.0)


cdef inline double wrong_choice_weight(double margin, double spread) noexcept nogil:
    """Return the weight in (0, 1] of a wrong choice between options ``margin`` apart, the error being ``spread``."""
    return pow(1 + margin / spread * (margin / spread), -ERROR_TAIL_EXPONENT)


@cython.final
cdef class PlayoutKernel:
    """Plays one game out by given values.

    Args:
        stages: the boards of late and of early spins, each with an order of preference for each seat; they have the
            same moves and options, and chances of their own.
        early_from: the next spin is early while at least this many are left.
        next_spins: the number of first spins that are early anyway, as they are on another board.
        scores: int64 0, 1, 2, ... up to the highest that arises.
        options: rule options as ``engine.solvers.kernel_rules`` lists them.
        gains: int32 for each move, the dollars that it adds: one number, or one for each score.
        cap: dollars at which a score stops growing.
        values: the values by which choices are made.
        ends: double [131, 3], shares of the win in a finished game by bit mask of the winners; then, by seat and
            passed spins (41 for each seat), of the last contestant in with three Whammies.
        scale, bonus: dollars for a payoff of 1, and dollars that a win is worth beside the score.
        elimination_odds: double [3, 4, spins + 1, 2], by seat, Whammies and spins held: the chance of the fourth Whammy
            before the last of these spins, and the mean number of spins left then.
        tolerance: payoffs closer than this are equal.
        after: score values at the end of a round that another one follows; else None.
    """

    cdef object _hold
    cdef const double[:, :, :, ::1] elimination_odds
    cdef KernelRules rules
    cdef SpinData spin
    cdef SpinData early
    cdef int early_from, next_spins
    cdef int landings  # at most
    cdef GridInterpolator values
    cdef ScoreTable after
    cdef Gain* gains
    cdef int cap
    cdef double ends[131][3]
    cdef double scale, bonus
    cdef int payoffs
    cdef double tolerance

    def __init__(
        self, *, tuple stages, int early_from, int next_spins, const int64_t[::1] scores, tuple options, list gains,
        int cap, GridInterpolator values, const double[:, ::1] ends, double scale, double bonus,
        const double[:, :, :, ::1] elimination_odds, double tolerance, ScoreTable after,
    ):
        cdef int k, seat
        cdef const int64_t* dollars[3]
        cdef int zero[3]
        cdef KernelSpin first = stages[0]
        cdef KernelSpin second = stages[1]
        self._hold = (first, second, scores, gains)
        self.spin, self.early, self.early_from = first.data, second.data, early_from
        self.next_spins = next_spins
        self.landings = max(self.spin.landings, self.early.landings)
        self.values, self.cap, self.elimination_odds, self.tolerance = values, cap, elimination_odds, tolerance
        self.scale, self.bonus, self.payoffs, self.after = scale, bonus, values.payoffs, after
        for seat in range(3):
            dollars[seat], zero[seat] = &scores[0], 0
        read_rules(&self.rules, options, dollars, zero)
        for k in range(ends.shape[0]):
            for seat in range(3):
                self.ends[k][seat] = ends[k, seat]
        self._set_gains(gains)

    cdef _set_gains(self, list gains):
        cdef int m
        cdef const int32_t[::1] dollars
        self.gains = <Gain*>calloc(len(gains) + 1, sizeof(Gain))
        if self.gains == NULL:
            raise MemoryError
        for m in range(self.spin.moves):
            dollars = gains[m]
            self.gains[m] = Gain(&dollars[0], dollars.shape[0] > 1)

    def __dealloc__(self):
        free(self.gains)

    # -- the rules ----------------------------------------------------------------------------

    cdef int add_gain(self, int score, const Gain* gains) noexcept nogil:
        return add_dollars(score, gains.dollars[score if gains.by_score else 0], self.cap)

    cdef bint apply_spin(self, const Position* position, int part, Position* to) noexcept nogil:
        """Apply a spin's result: a move, ``WHAMMY_OFF`` or ``WHAMMY``; return false when the game is over."""
        cdef int mover = position.mover
        cdef int score
        to[0] = position[0]
        spend_spin(to)
        to.next_spins -= to.next_spins > 0
        if part >= 0:
            score = place_from(&self.spin, part, position)
            if score >= 0:
                to.score[mover] = self.add_gain(score, &self.gains[part])
            to.earned[mover] += self.spin.gives_spin[part]
        elif part == WHAMMY_OFF:
            take_whammy_off(to)
        else:
            hit_whammy(&self.rules, to)
        return continue_turn(&self.rules, to)

    cdef bint apply_pass(self, const Position* position, int receiver, Position* to) noexcept nogil:
        to[0] = position[0]
        return pass_spins(&self.rules, to, receiver)

    cdef void terminal_payoffs(self, const Position* position, double* v) noexcept nogil:
        """Find the payoffs of a finished game, or of a finished round."""
        cdef int64_t dollars
        cdef int64_t[3] score
        cdef int32_t[3] whammies
        cdef int seat
        cdef int row
        if self.after is not None and not position.out & (position.out - 1):  # one is out at most
            for seat in range(3):
                score[seat] = position.score[seat]
                whammies[seat] = WHAMMIES_OUT if position.out >> seat & 1 else position.whammies[seat]
            self.after.read(score, whammies, v)
            return
        row = find_winners(&self.rules, position, &dollars)
        for seat in range(3):
            if position.out == 7 - (1 << seat) and position.whammies[seat] == WHAMMIES_OUT - 1:
                row = 8 + PASSED * seat + position.passed[seat]
        for seat in range(3):
            v[self.payoffs - 3 + seat] = self.ends[row][seat]
            if self.payoffs > 3:
                v[seat] = self.ends[row][seat] * (dollars + self.bonus) / self.scale

    cdef void value_of(self, const Position* position, bint ongoing, double* v) noexcept nogil:
        """Find the payoffs of a position, exact when the game is over (not ``ongoing``).

        A position without values has the payoffs of a game that ends with its scores.
        """
        cdef double change[MAX_PAYOFFS]
        cdef int p
        if not ongoing or not self.values.look_up(position, v):
            self.terminal_payoffs(position, v)
            return
        self.adjust_for_elimination(position, change)
        for p in range(self.payoffs):
            v[p] = min(1.0, max(0.0, v[p] + change[p]))

    cdef void adjust_for_elimination(self, const Position* position, double* change) noexcept nogil:
        """Find the changes of the payoffs by contestants whose fourth Whammy the values ignore."""
        cdef int seat
        memset(change, 0, self.payoffs * sizeof(double))
        for seat in range(3):
            if not (self.values.counted | position.out) >> seat & 1:
                self.add_elimination_change(position, seat, change)

    cdef void add_elimination_change(self, const Position* position, int seat, double* change) noexcept nogil:
        """Add the expected change from a seat's elimination, assuming it presses until its fourth Whammy."""
        cdef Position after = position[0]
        cdef double stays[MAX_PAYOFFS]
        cdef double leaves[MAX_PAYOFFS]
        cdef int p
        cdef int held = min(spins_of(position, seat), <int>self.elimination_odds.shape[2] - 1)
        cdef const double* odds = &self.elimination_odds[seat, position.whammies[seat], held, 0]
        if odds[0] < MIN_ELIMINATION_CHANCE:
            return
        after.score[seat] = after.passed[seat] = 0
        after.earned[seat] = <int>(odds[1] + 0.5)
        if not self.values.look_up(&after, stays):
            return
        after.earned[seat] = 0
        if continue_turn(&self.rules, &after):
            if not self.values.look_up(&after, leaves):
                return
        else:
            self.terminal_payoffs(&after, leaves)
        for p in range(self.payoffs):
            change[p] += ELIMINATION_SHARE * odds[0] * (leaves[p] - stays[p])

    # -- decisions ----------------------------------------------------------------------------

    cdef void list_outcomes(self, const Position* position, int depth, double* after, PlayoutSums* sums) noexcept nogil:
        """Find the payoffs after each result of a spin, with ``depth`` further spins of lookahead.

        Args:
            after: filled in: [moves + 2, payoffs], after each move, a Whammy off and a Whammy; see ``row``.
        """
        cdef Position to
        cdef int m
        cdef int landings = self.spin_at(position).landings
        cdef bint ongoing
        for m in range(WHAMMY, self.spin.moves):
            if m == WHAMMY_OFF and not (landings and position.whammies[position.mover]):
                continue
            ongoing = self.apply_spin(position, m, &to)
            self.lookahead(&to, ongoing, depth, self.row(after, m), sums)

    cdef inline void option_value(self, const double* after, int option, double* v) noexcept nogil:
        cdef int part, p
        cdef const double* row
        memset(v, 0, self.payoffs * sizeof(double))
        for part in range(self.spin.parts[option], self.spin.parts[option + 1]):
            row = self.row(<double*>after, self.spin.part_moves[part])
            for p in range(self.payoffs):
                v[p] += self.spin.part_weights[part] * row[p]

    cdef void choose(self, const Position* position, const double* after, int* taken) noexcept nogil:
        """Choose the option that the mover prefers on each landing with a choice."""
        cdef int mover = position.mover
        cdef int landing, i, option, part
        cdef double best, value
        for landing in range(self.spin_at(position).landings):
            taken[landing] = -1
            best = 0
            for i in range(self.spin.options[landing], self.spin.options[landing + 1]):
                option = self.spin.orders[mover * self.spin.option_count + i]
                if not self.offered(position, option):
                    continue
                value = 0  # only the mover's payoff: this loop takes a tenth of a playout's time
                for part in range(self.spin.parts[option], self.spin.parts[option + 1]):
                    value += self.spin.part_weights[part] * self.row(<double*>after, self.spin.part_moves[part])[mover]
                if taken[landing] < 0 or value > best + self.tolerance:
                    taken[landing] = option
                    best = value

    cdef void average(
        self, const Position* position, const double* after, const int* taken, double* mean
    ) noexcept nogil:
        """Find the expected payoffs of the mover's next spin, from those after its results and the options taken."""
        cdef int m, p, landing
        cdef double weight
        cdef const double* row
        cdef double v[MAX_PAYOFFS]
        cdef int mover = position.mover
        cdef const SpinData* spin = self.spin_at(position)
        memset(mean, 0, self.payoffs * sizeof(double))
        for m in range(spin.moves + 1):  # without a choice: the moves, then a Whammy
            row = self.row(<double*>after, m if m < spin.moves else WHAMMY)
            weight = spin.weights[mover * spin.moves + m] if m < spin.moves else spin.whammy[mover]
            for p in range(self.payoffs):
                mean[p] += weight * row[p]
        for landing in range(spin.landings):
            self.option_value(after, taken[landing], v)
            for p in range(self.payoffs):
                mean[p] += spin.chances[mover * spin.landings + landing] * v[p]

    cdef int list_passes(self, const Position* position, int* receivers, bint* may_press) noexcept nogil:
        """List the receivers that the mover may pass to, and return their number; of two who are alike only the first.

        Passes to either have the same value to the mover, so the order of preference decides. On the grid their values
        may differ, as each seat's axis has other points around the score.
        """
        cdef int count = list_receivers(&self.rules, position, receivers, may_press)
        if count == 2 and self.are_alike(position, receivers[0], receivers[1]):
            return 1
        return count

    cdef bint are_alike(self, const Position* position, int one, int other) noexcept nogil:
        """Return whether a pass to either of two contestants with the same score is worth the same to the mover."""
        return (
            spins_of(position, one) == 0
            and spins_of(position, other) == 0
            and position.whammies[one] == position.whammies[other]
            and self.rules.play_by_lead[one] == self.rules.play_by_lead[other]
        )

    cdef int best_pass(
        self, const Position* position, const int* receivers, int count, int depth, double* mean, double* other,
        PlayoutSums* sums
    ) noexcept nogil:
        """Return the receiver that the mover prefers, and find the payoffs, with ``depth`` spins of lookahead.

        Args:
            other: filled in with the payoffs of a pass to the other receiver, if there are two.
        """
        cdef Position to
        cdef int i, p
        cdef int receiver = receivers[0]
        cdef bint ongoing
        cdef double v[MAX_PAYOFFS]
        for i in range(count):
            ongoing = self.apply_pass(position, receivers[i], &to)
            self.lookahead(&to, ongoing, depth, v, sums)
            if i and v[position.mover] <= mean[position.mover] + self.tolerance:
                for p in range(self.payoffs):
                    other[p] = v[p]
                continue
            receiver = receivers[i]
            for p in range(self.payoffs):
                if i:
                    other[p] = mean[p]
                mean[p] = v[p]
        return receiver

    cdef void lookahead(
        self, const Position* position, bint ongoing, int depth, double* v, PlayoutSums* sums
    ) noexcept nogil:
        """Find the payoffs of a position by expectimax to a depth of ``depth`` spins, with the values at the leaves.

        A pass is followed by as many spins as a press, so that both are equally precise.
        """
        cdef int receivers[2]
        cdef int count, p
        cdef bint may_press
        cdef double passed[MAX_PAYOFFS]
        cdef double other[MAX_PAYOFFS]
        cdef double* after
        cdef int* taken
        if depth == 0 or not ongoing or sums.stop[0]:  # once stopped, the choice does not matter
            self.value_of(position, ongoing, v)
            return
        after, taken = sums.after + depth * self.rows(), sums.taken + depth * self.landings
        count = self.list_passes(position, receivers, &may_press)
        if not may_press:
            self.best_pass(position, receivers, count, depth, v, other, sums)
            return
        self.list_outcomes(position, depth - 1, after, sums)
        self.choose(position, after, taken)
        self.average(position, after, taken, v)
        if count:
            self.best_pass(position, receivers, count, depth, passed, other, sums)
            if passed[position.mover] > v[position.mover] + self.tolerance:
                for p in range(self.payoffs):
                    v[p] = passed[p]

    cdef inline const SpinData* spin_at(self, const Position* position) noexcept nogil:
        return &self.early if position.next_spins or spins_left(position) >= self.early_from else &self.spin

    cdef inline double* row(self, double* after, int part) noexcept nogil:
        return after + self.payoffs * self.row_of(part)

    cdef inline int row_of(self, int part) noexcept nogil:
        return part if part >= 0 else self.spin.moves - 1 - part

    cdef inline bint offered(self, const Position* position, int option) noexcept nogil:
        """Return whether the mover has an option: a Whammy off needs a Whammy."""
        return (
            position.whammies[position.mover] > 0
            or self.spin.part_moves[self.spin.parts[option]] != WHAMMY_OFF
        )

    cdef inline int rows(self) noexcept nogil:
        return self.payoffs * (self.spin.moves + 2)

    cdef int draw_part(self, const Position* position, const int* taken, uint64_t* random) noexcept nogil:
        """Return the drawn result of the mover's next spin: a move, ``WHAMMY_OFF`` or ``WHAMMY``."""
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
        self, const Position* position, const int* receivers, int count, const LookaheadErrors* errors,
        const double* after, double* pressed, double* passed, const double* other, int* receiver, PlayoutSums* sums
    ) noexcept nogil:
        """Return whether the mover presses, by a lookahead that is deeper where the actions are close to each other.

        Args:
            after, pressed, passed: payoffs by the values; the last two are updated to the options taken and the
                receiver of the pass.
            other: payoffs of the pass to the other receiver, if there are two.
        """
        cdef Position to
        cdef int depth, p
        cdef int mover = position.mover
        cdef double margin = pressed[mover] - passed[mover]
        cdef double last = margin
        cdef double spread = errors.spread[0]
        cdef double rivals = 0
        cdef double near
        cdef int left = spins_left(position)
        cdef bint close = True
        cdef double far_pressed[MAX_PAYOFFS]
        cdef double far_passed[MAX_PAYOFFS]
        cdef double far_other[MAX_PAYOFFS]
        cdef double* rows
        if fabs(margin) > CLEAR_MARGIN * errors.spread[0]:
            if count == 1 or margin > 0 or passed[mover] - other[mover] > CLEAR_MARGIN * errors.spread[0]:
                self.add_choice_error(position, ACTION, 1, margin, spread, pressed, passed, sums)
                return margin > 0
        for depth in range(errors.depth):
            if depth:
                rows = sums.after + (depth + 1) * self.rows()
                self.list_outcomes(position, depth, rows, sums)
                self.choose(position, rows, sums.taken)
                self.average(position, rows, sums.taken, far_pressed)
            else:
                for p in range(self.payoffs):
                    far_pressed[p] = pressed[p]
            receiver[0] = self.best_pass(position, receivers, count, depth + 1, far_passed, far_other, sums)
            last, margin = margin, far_pressed[mover] - far_passed[mover]
            spread = hypot(errors.spread[depth], margin - last) * (FULL_DEPTH_SHARE if left <= depth + 1 else 1)
            close = fabs(margin) <= CLOSE_MARGIN * spread
            rivals = far_passed[mover] - far_other[mover] if count > 1 else 0
            near = DEEPEN_MARGIN * spread
            if fabs(margin) > near and not (count > 1 and margin < 0 and rivals <= near):
                break
        else:
            if close:
                sums.close += 1
                sums.moved += (margin - last) * (margin - last)
        self.average(position, after, sums.taken, pressed)
        self.apply_pass(position, receiver[0], &to)
        self.value_of(&to, True, passed)
        self.add_choice_error(position, ACTION, 1, margin, spread, far_pressed, far_passed, sums)
        if self.tolerance < fabs(margin) <= TOSS_UP * spread:
            self.add_toss_up(position, margin, far_pressed, far_passed, sums)
        if count > 1:
            last = 1 if margin < 0 else wrong_choice_weight(margin, spread)
            if receiver[0] == receivers[0]:
                self.add_choice_error(position, RECEIVER, last, rivals, spread, far_passed, far_other, sums)
            else:
                self.add_choice_error(position, RECEIVER, last, -rivals, spread, far_other, far_passed, sums)
        return margin >= -self.tolerance

    cdef inline void add_choice_error(
        self, const Position* position, int kind, double weight, double margin, double spread, const double* a,
        const double* b, PlayoutSums* sums
    ) noexcept nogil:
        """Add the possible change by a wrong choice between two options, by the margin between them for the mover."""
        cdef int p
        cdef double* error
        if fabs(margin) > CLOSE_MARGIN * spread or self.is_settled(position.mover, kind, margin, a):
            return
        weight *= wrong_choice_weight(margin, spread)
        error = sums.choice_error + self.payoffs * (
            (splitmix64(pack_spins(position) ^ <uint64_t>kind << 60) << 2 | <uint64_t>position.mover) & (SLOTS - 1)
        )
        for p in range(self.payoffs):
            error[p] += weight * (a[p] - b[p])

    cdef inline bint is_settled(self, int mover, int kind, double margin, const double* a) noexcept nogil:
        """Return whether two options are certainly equal, so that the order of preference decides.

        Receivers with equal values may still differ in Whammies that the values do not count.
        """
        if fabs(margin) > self.tolerance:
            return False
        return kind != RECEIVER or a[mover] <= self.tolerance or a[mover] >= 1 - self.tolerance

    cdef inline void add_toss_up(
        self, const Position* position, double margin, const double* pressed, const double* passed, PlayoutSums* sums
    ) noexcept nogil:
        """Add the change that the other call would have made."""
        cdef int p
        cdef bint pressing = margin >= -self.tolerance
        cdef double* changed = sums.toss_ups + self.payoffs * (2 * position.mover + (not pressing))
        for p in range(self.payoffs):
            changed[p] += passed[p] - pressed[p] if pressing else pressed[p] - passed[p]

    cdef void add_choices(
        self, const Position* position, const double* after, const int* taken, double spread, PlayoutSums* sums
    ) noexcept nogil:
        """Add the possible changes by wrong choices on landings with a choice."""
        cdef int mover = position.mover
        cdef const SpinData* spin = self.spin_at(position)
        cdef const double* chances = spin.chances + mover * spin.landings
        cdef int landing, option
        cdef double best[MAX_PAYOFFS]
        cdef double other[MAX_PAYOFFS]
        for landing in range(spin.landings):
            self.option_value(after, taken[landing], best)
            for option in range(spin.options[landing], spin.options[landing + 1]):
                if option == taken[landing] or not self.offered(position, option):
                    continue
                self.option_value(after, option, other)
                self.add_choice_error(
                    position, SQUARE, chances[landing], best[mover] - other[mover], spread, best, other, sums
                )

    cdef bint playout(
        self, const Position* root, int action, uint64_t* random, const LookaheadErrors* errors, double* total,
        int* first_part, Position* last, PlayoutSums* sums
    ) noexcept nogil:
        """Play one game; return whether it ended, in the position ``last``.

        ``total`` gets the error of the values on the way, ``first_part`` the result of the first spin after a press.
        """
        cdef Position now = root[0]
        cdef Position to
        cdef int receivers[2]
        cdef double here[MAX_PAYOFFS]
        cdef double pressed[MAX_PAYOFFS]
        cdef double passed[MAX_PAYOFFS]
        cdef double other[MAX_PAYOFFS]
        cdef double* after = sums.after
        cdef int* taken = sums.taken
        cdef const double* row
        cdef int step, count, receiver, part, p
        cdef bint may_press, pressing, ongoing
        first_part[0] = WHAMMY
        sums.step_count = 0
        memset(total, 0, self.payoffs * sizeof(double))
        memset(here, 0, sizeof(here))
        for step in range(MAX_STEPS):
            if sums.stop[0]:
                return False
            count = self.list_passes(&now, receivers, &may_press)
            pressing = step > 0 or action == PRESSING
            if not pressing:  # the action that is evaluated: a pass to this receiver
                receivers[0], count = action - PASSING, 1
            elif not may_press and step:  # forced by the lead
                pressing = False
            receiver = 0
            if pressing:
                self.list_outcomes(&now, 0, after, sums)
                self.choose(&now, after, taken)
                self.average(&now, after, taken, pressed)
            if count and (step or not pressing):
                receiver = self.best_pass(&now, receivers, count, 0, passed, other, sums)
                if step and pressing:
                    pressing = self.decide(
                        &now, receivers, count, errors, after, pressed, passed, other, &receiver, sums
                    )
            if step:
                for p in range(self.payoffs):
                    total[p] += (pressed[p] if pressing else passed[p]) - here[p]
            if pressing:
                if self.spin_at(&now).landings:
                    self.add_choices(&now, after, taken, errors.spread[0], sums)
                part = self.draw_part(&now, taken, random)
                ongoing = self.apply_spin(&now, part, &to)
                row = self.row(after, part)
                if step == 0:
                    first_part[0] = part
            else:
                ongoing = self.apply_pass(&now, receiver, &to)
                row = passed
            if sums.steps != NULL:
                sums.steps[step] = part if pressing else PASSED_TO - receiver
                sums.step_count = step + 1
            last[0] = to
            if not ongoing:
                return True
            for p in range(self.payoffs):
                here[p] = row[p]
            now = to
        return False

    cdef int draw_winners(self, const Position* last, uint64_t* random) noexcept nogil:
        """Return the bit mask of the winners of a finished game; a shared win is drawn by the shares."""
        cdef double v[MAX_PAYOFFS]
        cdef double* shares = v + self.payoffs - 3
        cdef double x = draw(random)
        cdef int seat
        cdef int winners = 0
        self.terminal_payoffs(last, v)
        if shares[0] + shares[1] + shares[2] > 1.5:  # tied winners each have the whole win
            for seat in range(3):
                winners |= (shares[seat] > 0.5) << seat
            return winners
        for seat in range(3):
            x -= shares[seat]
            if x < 0:
                return 1 << seat
        return 0

    def run(
        self, tuple root, int action, uint64_t seed, int64_t first, int64_t count, tuple errors,
        const uint8_t[::1] stop, list record=None
    ):
        """Play games ``first`` to ``first + count`` of a seed, beginning with PRESS, or PASS + receiver's seat.

        Args:
            root: as ``engine.solvers.kernel_rules.kernel_position`` gives it, with scores in dollars.
            errors: the ``spread`` of ``LookaheadErrors``.
            stop: [1], set by the caller to cancel.
            record: gets the winners of each game that ended, as a bit mask, and its steps: the result of a spin, or
                ``RECORDED_PASS`` - receiver's seat. The games are the same without it.

        Returns:
            A dict of the fields of ``PlayoutSums``, with arrays: the number of games; sums and squares, by payoff, of
            the values' errors (meaningless once ``stop`` is set); choice errors; toss-ups; and sums by the result of
            the first spin (one row for each move, then a Whammy off, then a Whammy).
        """
        cdef Position start
        cdef Position last
        cdef PlayoutSums sums
        cdef LookaheadErrors lookahead_errors
        cdef int p, first_part, place, winners
        cdef bint ended
        cdef int[::1] steps = np.zeros(MAX_STEPS if record is not None else 1, np.intc)
        cdef int64_t i
        cdef uint64_t random
        cdef double total[MAX_PAYOFFS]
        cdef int64_t done = 0
        cdef double[:, ::1] choice_error = np.zeros((SLOTS, self.payoffs))
        cdef double[:, :, ::1] toss_ups = np.zeros((4, 2, self.payoffs))
        cdef double[:, ::1] by_part = np.zeros((self.spin.moves + 2, 1 + self.payoffs))
        memset(&sums, 0, sizeof(PlayoutSums))
        lookahead_errors.depth = <int>len(errors)
        for p in range(lookahead_errors.depth):
            lookahead_errors.spread[p] = errors[p]
        sums.after = <double*>calloc((lookahead_errors.depth + 1) * self.rows(), sizeof(double))
        sums.choice_error, sums.toss_ups = &choice_error[0, 0], &toss_ups[0, 0, 0]
        sums.by_part, sums.stop = &by_part[0, 0], &stop[0]
        if record is not None:
            sums.steps = &steps[0]
        sums.taken = <int*>calloc((lookahead_errors.depth + 1) * self.landings + 1, sizeof(int))
        if sums.after == NULL or sums.taken == NULL:
            free(sums.after)
            free(sums.taken)
            raise MemoryError
        read_position(&start, root)
        start.next_spins = self.next_spins
        with nogil:
            for i in range(first, first + count):
                if stop[0]:
                    break
                random = splitmix64(splitmix64(seed * 2 + action + 1) + <uint64_t>i * 0xD1342543DE82EF95ULL)
                ended = self.playout(&start, action, &random, &lookahead_errors, total, &first_part, &last, &sums)
                if ended and sums.steps != NULL:
                    winners = self.draw_winners(&last, &random)
                    with gil:
                        record.append((winners, tuple([steps[p] for p in range(sums.step_count)])))
                place = self.row_of(first_part)
                by_part[place, 0] += 1
                for p in range(self.payoffs):
                    by_part[place, 1 + p] += total[p]
                    sums.sum[p] += total[p]
                    sums.square[p] += total[p] * total[p]
                done += 1
        free(sums.after)
        free(sums.taken)
        return {
            "count": done, "total": [sums.sum[p] for p in range(self.payoffs)],
            "square": [sums.square[p] for p in range(self.payoffs)], "choice_error": np.asarray(choice_error),
            "toss_ups": np.asarray(toss_ups), "by_part": np.asarray(by_part),
            "moved": sums.moved, "close": sums.close,
        }

    def value(self, tuple position):
        """Return the payoffs by the values of a position that is not over, in the form of ``run``'s root."""
        cdef Position here
        cdef int p
        cdef double v[MAX_PAYOFFS]
        read_position(&here, position)
        self.value_of(&here, True, v)
        return tuple([v[p] for p in range(self.payoffs)])
