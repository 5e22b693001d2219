"""What positions are worth to contestants who look a few spins ahead, by the values of a coarse grid.

A *position* here is ``Podiums`` with scores in dollars. The *values* V come from a coarse
grid (``_grid_values.pyx``). Where these do not count a contestant's Whammies, V allows for the chance that the fourth
comes too soon (``Outlook.list_changes``).
Payoffs are three chances to win or, where dollars are at stake, three amounts as parts of ``scale`` and then the
chances.
"""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from .. import calibration
from ._grid_values cimport MOST_PAYOFFS
from ._rules cimport (
    WHAMMIES_OUT, Podiums, add_dollars, find_winners, go_on, hand_over, hit_whammy, list_receivers, read_podiums,
    read_rules, spend_spin, spins_of, take_whammy_off,
)
from ._spin cimport WHAMMY, WHAMMY_OFF, KernelSpin, SpinData, place_from

cdef double PRESSED = calibration.PRESSED_ON
cdef double RARE = calibration.RARELY_OUT


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


cdef class Outlook:
    """What the positions of one game are worth by given values, and what one spin makes of them.

    Args:
        stages: the board of the last spins and that of the first ones, each with an order of preference for each seat;
            moves and options are the same, chances are not.
        second_from: spins left from which the next spin is one of the first ones.
        next_spins: how many spins of a game are first ones whatever is left, as they are on another board.
        scores: int64 0, 1, 2, ... up to the highest that arises.
        options: rule options as ``engine.solvers.kernel_rules`` lists them.
        sums: for each move what it adds: int32, one number, or one for each score.
        cap: dollars at which a score stops growing.
        values: by which choices are made.
        ends: double [131, 3], shares of the win in a finished game by bit mask of the winners; then, by seat and
            passed spins (41 for each seat), of the last one in with three Whammies.
        scale, bonus: dollars for a payoff of 1, and dollars that a win is worth beside the score.
        fourth: double [3, 4, spins + 1, 2], by seat, Whammies and spins held: the chance to meet the fourth Whammy
            before the last of these spins, and the mean number of spins that are left then.
        tolerance: payoffs closer than this are equal.
        after: what scores are worth at the end, where another round follows; else None.
    """

    def __init__(
        self, *, tuple stages, int second_from, int next_spins, const int64_t[::1] scores, tuple options, list sums,
        int cap, GridValues values, const double[:, ::1] ends, double scale, double bonus,
        const double[:, :, :, ::1] fourth, double tolerance, ScoreTable after,
    ):
        cdef int k, seat
        cdef const int64_t* dollars[3]
        cdef int zero[3]
        cdef KernelSpin first = stages[0]
        cdef KernelSpin second = stages[1]
        self._hold = (first, second, scores, sums)
        self.spin, self.early, self.second_from = first.data, second.data, second_from
        self.next_spins = next_spins
        self.landings = max(self.spin.landings, self.early.landings)
        self.values, self.cap, self.fourth, self.tolerance = values, cap, fourth, tolerance
        self.scale, self.bonus, self.payoffs, self.after = scale, bonus, values.payoffs, after
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

    cdef int added(self, int score, const Sums* sums) noexcept nogil:
        return add_dollars(score, sums.dollars[score if sums.by_score else 0], self.cap)

    cdef bint take(self, const Podiums* position, int part, Podiums* to) noexcept nogil:
        """Take one spin that shows a move, ``WHAMMY_OFF`` or ``WHAMMY``; return false when the game is over."""
        cdef int mover = position.mover
        cdef int score
        to[0] = position[0]
        spend_spin(to)
        to.next_spins -= to.next_spins > 0
        if part >= 0:
            score = place_from(&self.spin, part, position)
            if score >= 0:
                to.score[mover] = self.added(score, &self.sums[part])
            to.earned[mover] += self.spin.gives_spin[part]
        elif part == WHAMMY_OFF:
            take_whammy_off(to)
        else:
            hit_whammy(&self.rules, to)
        return go_on(&self.rules, to)

    cdef bint give(self, const Podiums* position, int receiver, Podiums* to) noexcept nogil:
        """Make a pass; return false when the game is over."""
        to[0] = position[0]
        return hand_over(&self.rules, to, receiver)

    cdef void end(self, const Podiums* position, double* v) noexcept nogil:
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

    cdef bint value_of(self, const Podiums* position, bint on, double* v) noexcept nogil:
        """Find the payoffs of a position, exact when the game is over (not ``on``).

        Return whether they are known from the values; otherwise they are those of the scores as they are.
        """
        cdef double change[MOST_PAYOFFS]
        cdef int p
        if not on or not self.values.look_up(position, v):
            self.end(position, v)
            return False
        self.list_changes(position, change)
        for p in range(self.payoffs):
            v[p] = min(1.0, max(0.0, v[p] + change[p]))
        return True

    cdef void list_changes(self, const Podiums* position, double* change) noexcept nogil:
        """Find what the payoffs lose or gain as contestants may go out who never do so in the values."""
        cdef int seat
        memset(change, 0, self.payoffs * sizeof(double))
        for seat in range(3):
            if not (self.values.counted | position.out) >> seat & 1:
                self.add_change(position, seat, change)

    cdef void add_change(self, const Podiums* position, int seat, double* change) noexcept nogil:
        """Add the expected change from a seat's elimination, assuming it presses until its fourth Whammy."""
        cdef Podiums after = position[0]
        cdef double stays[MOST_PAYOFFS]
        cdef double leaves[MOST_PAYOFFS]
        cdef int p
        cdef int held = min(spins_of(position, seat), <int>self.fourth.shape[2] - 1)
        cdef const double* odds = &self.fourth[seat, position.whammies[seat], held, 0]
        if odds[0] < RARE:
            return
        after.score[seat] = after.passed[seat] = 0
        after.earned[seat] = <int>(odds[1] + 0.5)
        if not self.values.look_up(&after, stays):
            return
        after.earned[seat] = 0
        if go_on(&self.rules, &after):
            if not self.values.look_up(&after, leaves):
                return
        else:
            self.end(&after, leaves)
        for p in range(self.payoffs):
            change[p] += PRESSED * odds[0] * (leaves[p] - stays[p])

    # -- decisions ----------------------------------------------------------------------------

    cdef void list_outcomes(self, const Podiums* position, int depth, double* after, Tally* tally) noexcept nogil:
        """Find the payoffs after whatever one spin may show, looked at ``depth`` spins further ahead.

        Args:
            after: filled in: [moves + 2, payoffs], after each move, a Whammy off and a Whammy; see ``row``.
        """
        cdef Podiums to
        cdef int m
        cdef int landings = self.spin_at(position).landings
        cdef bint on
        for m in range(WHAMMY, self.spin.moves):
            if m == WHAMMY and not self.whammies:
                continue
            if m == WHAMMY_OFF and not (landings and position.whammies[position.mover]):
                continue
            on = self.take(position, m, &to)
            self.ahead(&to, on, depth, self.row(after, m), tally)

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
        memset(mean, 0, self.payoffs * sizeof(double))
        for m in range(spin.moves):
            row = self.row(<double*>after, m)
            for p in range(self.payoffs):
                mean[p] += weights[m] * row[p]
        if spin.whammy[mover] > 0:
            row = self.row(<double*>after, WHAMMY)
            for p in range(self.payoffs):
                mean[p] += spin.whammy[mover] * row[p]
        for landing in range(spin.landings):
            for part in range(spin.parts[taken[landing]], spin.parts[taken[landing] + 1]):
                row = self.row(<double*>after, spin.part_moves[part])
                for p in range(self.payoffs):
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
        cdef double v[MOST_PAYOFFS]
        for i in range(count):
            on = self.give(position, receivers[i], &to)
            self.ahead(&to, on, depth, v, tally)
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

    cdef void ahead(self, const Podiums* position, bint on, int depth, double* v, Tally* tally) noexcept nogil:
        """Find the payoffs of a position if all take what is best within ``depth`` spins by the values.

        A pass is followed by as many spins as a press, so that both are known equally well.
        """
        cdef int receivers[2]
        cdef int count, p
        cdef bint may_press
        cdef double passed[MOST_PAYOFFS]
        cdef double other[MOST_PAYOFFS]
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
        self.list_outcomes(position, depth - 1, after, tally)
        self.choose(position, after, taken)
        self.average(position, after, taken, v)
        if count:
            self.best_pass(position, receivers, count, depth, passed, other, tally)
            if passed[position.mover] > v[position.mover] + self.tolerance:
                for p in range(self.payoffs):
                    v[p] = passed[p]

    def value(self, tuple position):
        """Return the payoffs of a position that is not over, given like ``run``'s root, as the values have them."""
        cdef Podiums podiums
        cdef int p
        cdef double v[MOST_PAYOFFS]
        read_podiums(&podiums, position)
        self.value_of(&podiums, True, v)
        return tuple([v[p] for p in range(self.payoffs)])
