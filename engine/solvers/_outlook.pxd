"""What playouts need of ``_outlook.pyx``."""

from libc.stdint cimport int32_t, int64_t, uint8_t

from ._grid_values cimport MOST_PAYOFFS, GridValues
from ._rules cimport KernelRules, Podiums, spins_left
from ._score_values cimport ScoreTable
from ._spin cimport WHAMMY_OFF, SpinData

cdef enum:
    PASSED = 41  # a contestant may hold 0 to 40 passed spins


cdef struct Sums:  # what a move adds to each score
    const int32_t* dollars
    bint by_score  # one number for each score; else one for all


cdef struct Tally:
    double sum[MOST_PAYOFFS]
    double square[MOST_PAYOFFS]
    double* by_part  # [moves + 2, 1 + payoffs]: playouts that began with each part, and their sums, see ``Outlook.row``
    double* choice_error  # [SLOTS, payoffs], what wrong choices may have changed, by configuration
    double* toss_ups  # [4, 2, payoffs], what changes if the mover's toss-ups are all passed, or all pressed, by seat
    double moved  # squares of what the last spin ahead changed between two close actions
    int64_t close  # decisions between close actions
    int64_t steps
    int64_t unknown  # positions that the values know nothing of
    int64_t cut  # playouts stopped at MAX_STEPS
    const uint8_t* stop
    double* after  # scratch for each depth, see ``Outlook.list_outcomes``
    int* taken


cdef class Outlook:
    cdef object _hold
    cdef const double[:, :, :, ::1] fourth
    cdef KernelRules rules
    cdef SpinData spin
    cdef SpinData early
    cdef int second_from, next_spins
    cdef int landings  # at most
    cdef GridValues values
    cdef ScoreTable after
    cdef Sums* sums
    cdef int cap
    cdef bint whammies  # whether some spin can show one
    cdef double ends[131][3]
    cdef double scale, bonus
    cdef int payoffs
    cdef double tolerance

    cdef _set_sums(self, list sums)
    cdef int added(self, int score, const Sums* sums) noexcept nogil
    cdef bint take(self, const Podiums* position, int part, Podiums* to) noexcept nogil
    cdef bint give(self, const Podiums* position, int receiver, Podiums* to) noexcept nogil
    cdef void end(self, const Podiums* position, double* v) noexcept nogil
    cdef bint value_of(self, const Podiums* position, bint on, double* v) noexcept nogil
    cdef void list_changes(self, const Podiums* position, double* change) noexcept nogil
    cdef void add_change(self, const Podiums* position, int seat, double* change) noexcept nogil
    cdef void list_outcomes(self, const Podiums* position, int depth, double* after, Tally* tally) noexcept nogil
    cdef void choose(self, const Podiums* position, const double* after, int* taken) noexcept nogil
    cdef void average(
        self, const Podiums* position, const double* after, const int* taken, double* mean
    ) noexcept nogil
    cdef int best_pass(
        self, const Podiums* position, const int* receivers, int count, int depth, double* mean, double* other,
        Tally* tally
    ) noexcept nogil
    cdef void ahead(self, const Podiums* position, bint on, int depth, double* v, Tally* tally) noexcept nogil

    cdef inline const SpinData* spin_at(self, const Podiums* position) noexcept nogil:
        """Return the board on which the next spin is played."""
        return &self.early if position.next_spins or spins_left(position) >= self.second_from else &self.spin

    cdef inline double* row(self, double* after, int part) noexcept nogil:
        return after + self.payoffs * self.row_of(part)

    cdef inline int row_of(self, int part) noexcept nogil:
        return part if part >= 0 else self.spin.moves - 1 - part

    cdef inline bint offered(self, const Podiums* position, int option) noexcept nogil:
        """Return whether the mover really has an option: a Whammy off needs a Whammy."""
        return (
            position.whammies[position.mover] > 0
            or self.spin.part_moves[self.spin.parts[option]] != WHAMMY_OFF
        )

    cdef inline int rows(self) noexcept nogil:
        return self.payoffs * (self.spin.moves + 2)
