"""The kernel of ``solitaire`` and ``duel``: one turn of Pig, and rows of two-player values.

A turn is described by the value of banking each turn total (``hold``), the total that reaches the goal
(``room``), the value of reaching the goal (``win``) and the value of a bust (``fail``). A bust leaves the score
unchanged, as banking nothing would, so Python passes it as ``hold[0]``. The player to move maximizes the value.
"""

cimport cython
from libc.stdint cimport uint8_t
from libc.string cimport memcmp, memset

import numpy as np


@cython.final
cdef class Turn:
    """Working space for turns with one die.

    Args:
        goal: points that end the game, the maximum of ``room``.
        sides, bust: the number of faces, and the face that ends the turn.
        slack: a guided ``Side`` holds if holding is at most this much worse than rolling.
    """

    cdef int sides, bust
    cdef double slack
    cdef object table
    cdef double *values
    cdef double *rolls
    cdef double *banked
    cdef double *safe

    def __init__(self, int goal, int sides, int bust, double slack):
        self.sides, self.bust, self.slack = sides, bust, slack
        self.table = np.empty((4, goal + sides + 1))
        cdef double[:, ::1] memory = self.table
        self.values, self.rolls, self.banked, self.safe = &memory[0, 0], &memory[1, 0], &memory[2, 0], &memory[3, 0]

    cdef inline double mean(self, const double* values, int t, double fail) noexcept nogil:
        """Return the value of rolling at total t: the average over the faces."""
        cdef double total = fail
        cdef int face
        for face in range(1, self.bust):
            total += values[t + face]
        for face in range(self.bust + 1, self.sides + 1):
            total += values[t + face]
        return total / self.sides

    cdef void value_totals(
        self, const double* hold, int room, double win, double fail, const uint8_t* choice
    ) noexcept nogil:
        """Find the value of each total and of rolling there, with the given choices, or optimal ones if NULL."""
        cdef int t
        cdef bint holds
        for t in range(room, room + self.sides + 1):
            self.values[t] = win
        for t in range(room - 1, -1, -1):
            self.rolls[t] = self.mean(self.values, t, fail)
            holds = choice[t] if choice != NULL else t > 0 and hold[t] > self.rolls[t]
            self.values[t] = hold[t] if holds else self.rolls[t]

    cdef void decide(self, const double* hold, int room, double fail, double slack, uint8_t* choice) noexcept nogil:
        """Find optimal choices for each total, 1 to hold."""
        cdef int t
        self.value_totals(hold, room, 1.0, fail, NULL)
        choice[0] = 0
        for t in range(1, room):
            choice[t] = hold[t] >= self.rolls[t] - slack

    cdef void evaluate(self, const double* hold, int room, double win, const uint8_t* choice) noexcept nogil:
        """Find, for given choices, the average value banked (banked[0]) and the chance not to bust (safe[0])."""
        cdef int t
        for t in range(room, room + self.sides + 1):
            self.banked[t] = win
            self.safe[t] = 1.0
        for t in range(room - 1, -1, -1):
            if choice[t]:
                self.banked[t] = hold[t]
                self.safe[t] = 1.0
            else:
                self.banked[t] = self.mean(self.banked, t, 0.0)
                self.safe[t] = self.mean(self.safe, t, 0.0)

    def solve(self, double[::1] hold, double win, uint8_t[::1] choice=None):
        """Return the value of each total, and of rolling there, with the given choices, or optimal ones if None.

        All arrays are [room]; the choice at total 0 is to roll.
        """
        cdef int room = <int>hold.shape[0]
        self.value_totals(&hold[0], room, win, hold[0], NULL if choice is None else &choice[0])
        return self.table[0, :room].copy(), self.table[1, :room].copy()

    def outcome(self, double[::1] hold, double win, uint8_t[::1] choice):
        """Return (average value banked, chance not to bust) of a turn with given choices."""
        self.evaluate(&hold[0], <int>hold.shape[0], win, &choice[0])
        return self.banked[0], self.safe[0]

    def limited_step(self, double[::1] before, double[::1] after, double win, double cost,
                     uint8_t[::1] choice=None):
        """Write the values with one more turn left to ``after``, from ``before``; both are [goal], by score.

        ``cost`` is the cost of a turn; ``choice`` [goal] has the choices by turn total; if None, play is optimal.
        """
        cdef int score, goal = <int>before.shape[0]
        cdef const uint8_t* fixed_choice = NULL if choice is None else &choice[0]
        with nogil:
            for score in range(goal):
                self.value_totals(&before[score], goal - score, win, before[score], fixed_choice)
                after[score] = self.rolls[0] - cost


@cython.final
cdef class Side:
    """One player's policy and values: holds at ``threshold``, plays by ``guide``, or else plays a best response.

    Args:
        values: float64 [goal, goal], the chance to win when to move, by own and opponent's score.
        threshold: the turn total to hold at; 0 for none.
        guide: values of optimal play by both players, by which the player chooses; ties go to holding; None for none.
    """

    cdef double[:, ::1] values
    cdef double[:, ::1] guide
    cdef int threshold
    cdef readonly int goal
    cdef bint responds
    cdef double[:, ::1] banking
    cdef uint8_t[:, ::1] choices
    cdef double* hold
    cdef double* guiding
    cdef uint8_t* choice
    cdef uint8_t* candidate

    def __init__(self, values, int threshold=0, guide=None):
        self.values, self.threshold = values, threshold
        self.goal = <int>self.values.shape[0]
        self.responds = threshold == 0 and guide is None
        self.guide = values if guide is None else guide
        self.banking, self.choices = np.empty((2, self.goal)), np.empty((2, self.goal), np.uint8)
        self.hold, self.guiding = &self.banking[0, 0], &self.banking[1, 0]
        self.choice, self.candidate = &self.choices[0, 0], &self.choices[1, 0]

    cdef void prepare(self, Turn turn, Side other, int own, int opp) noexcept nogil:
        """Prepare the value of banking here and, for a fixed policy, the choices."""
        cdef int t, room = self.goal - own
        for t in range(1, room):
            self.hold[t] = 1.0 - other.values[opp, own + t]
        memset(self.choice, 0, room)
        if self.threshold:
            for t in range(min(self.threshold, room), room):
                self.choice[t] = 1
        elif not self.responds:
            for t in range(1, room):
                self.guiding[t] = 1.0 - self.guide[opp, own + t]
            turn.decide(self.guiding, room, 1.0 - self.guide[opp, own], turn.slack, self.choice)

    cdef bint improve(self, Turn turn, int room, double fail) noexcept nogil:
        """Find the optimal choices if a bust has the value ``fail``, and return whether any has changed."""
        cdef uint8_t* old = self.choice
        turn.decide(self.hold, room, fail, 0.0, self.candidate)
        if memcmp(self.candidate, old, room) == 0:
            return False
        self.choice, self.candidate = self.candidate, old
        return True


def row(Turn turn, Side a, Side b, int own, int first, int last, const uint8_t[::1] stop):
    """Find the values for A's score ``own`` and B's from ``last`` down to ``first``; higher scores must be done.

    Each pair has two unknowns: x, A's chance when A is to move, and y, B's when B is, since a bust leaves
    the pair unchanged. For given choices they solve two linear equations. For a side that plays optimally,
    policy iteration (for both sides B's around A's: Hoffman and Karp) finds the choices; it ends when no choice
    changes by more than rounding. Returns soon after ``stop`` [1] is set.
    """
    cdef int opp, a_room, b_room
    cdef double x = 0.5, y = 0.5, last_x, last_y, a_banked, a_safe, b_banked, b_safe, denominator
    a_room = a.goal - own
    with nogil:
        for opp in range(last, first - 1, -1):
            if stop[0]:
                break
            b_room = b.goal - opp
            a.prepare(turn, b, own, opp)
            b.prepare(turn, a, opp, own)
            if a.responds:
                a.improve(turn, a_room, 1.0 - y)
            if b.responds:
                b.improve(turn, b_room, 1.0 - x)
            turn.evaluate(a.hold, a_room, 1.0, a.choice)
            a_banked, a_safe = turn.banked[0], turn.safe[0]
            last_y = -1.0
            while True:
                turn.evaluate(b.hold, b_room, 1.0, b.choice)
                b_banked, b_safe = turn.banked[0], turn.safe[0]
                last_x = -1.0
                while True:
                    # 1 minus the chance of two busts would be mostly rounding if nearly every turn busts.
                    denominator = a_safe + b_safe - a_safe * b_safe
                    x = (a_banked + (1.0 - a_safe) * (b_safe - b_banked)) / denominator
                    y = (b_banked + (1.0 - b_safe) * (a_safe - a_banked)) / denominator
                    if not a.responds or x <= last_x or not a.improve(turn, a_room, 1.0 - y):
                        break
                    last_x = x
                    turn.evaluate(a.hold, a_room, 1.0, a.choice)
                    a_banked, a_safe = turn.banked[0], turn.safe[0]
                if not b.responds or y <= last_y or not b.improve(turn, b_room, 1.0 - x):
                    break
                last_y = y
            a.values[own, opp] = x
            b.values[opp, own] = y
