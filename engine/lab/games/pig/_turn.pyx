"""The kernel of ``solitaire`` and ``duel``: one turn of Pig, and rows of two-player values.

A turn is described by the value of banking each turn total (``hold``), the total that reaches the goal
(``room``), the value of reaching it (``win``) and the value of a bust (``fail``). The player to move
maximises the value.
"""

cimport cython
from libc.stdint cimport uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memset

# How a side decides: by best response, at a threshold, or by the values of ``guide``.
BEST, THRESHOLD, GUIDED = 0, 1, 2

cdef int BEST_ = 0
cdef int THRESHOLD_ = 1


@cython.final
cdef class Turn:
    """Working space for turns with one die.

    Args:
        goal: points that end the game: the most that ``room`` may be.
        sides, bust: the die's faces and the one that ends the turn.
        slack: holding within this of rolling counts as a tie, and ties go to holding.

    Raises:
        MemoryError: not enough memory.
    """

    cdef int goal, sides, bust
    cdef double slack
    cdef double *values
    cdef double *kept
    cdef double *safe

    def __cinit__(self, int goal, int sides, int bust, double slack):
        self.goal, self.sides, self.bust, self.slack = goal, sides, bust, slack
        self.values = <double*>malloc((goal + sides + 1) * sizeof(double))
        self.kept = <double*>malloc((goal + sides + 1) * sizeof(double))
        self.safe = <double*>malloc((goal + sides + 1) * sizeof(double))
        if self.values == NULL or self.kept == NULL or self.safe == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.values)
        free(self.kept)
        free(self.safe)

    cdef inline double mean(self, const double* of, int t, double fail) noexcept nogil:
        """Return the value of rolling at total t: the average over the faces."""
        cdef double total = fail
        cdef int face
        for face in range(1, self.bust):
            total += of[t + face]
        for face in range(self.bust + 1, self.sides + 1):
            total += of[t + face]
        return total / self.sides

    cdef double decide(self, const double* hold, int room, double win, double fail, double slack,
                       uint8_t* choice) noexcept nogil:
        """Find optimal choices for each total, 1 to hold; return the value before the first roll."""
        cdef int t
        cdef double roll
        for t in range(room, room + self.sides + 1):
            self.values[t] = win
        for t in range(room - 1, -1, -1):
            roll = self.mean(self.values, t, fail)
            choice[t] = t > 0 and hold[t] >= roll - slack
            self.values[t] = hold[t] if t > 0 and hold[t] > roll else roll
        return self.values[0]

    cdef void evaluate(self, const double* hold, int room, double win, const uint8_t* choice) noexcept nogil:
        """Find, for given choices, the average value banked (kept[0]) and the chance not to bust (safe[0])."""
        cdef int t
        for t in range(room, room + self.sides + 1):
            self.kept[t] = win
            self.safe[t] = 1.0
        for t in range(room - 1, -1, -1):
            if choice[t]:
                self.kept[t] = hold[t]
                self.safe[t] = 1.0
            else:
                self.kept[t] = self.mean(self.kept, t, 0.0)
                self.safe[t] = self.mean(self.safe, t, 0.0)

    def choices(self, double[::1] hold, int room, double win, double fail, uint8_t[::1] choice):
        """Fill ``choice`` [room] with optimal choices, ties to hold; return the value before the first roll.

        ``hold`` [room]: the value of banking each total; ``hold[0]`` is not read.
        """
        return self.decide(&hold[0], room, win, fail, self.slack, &choice[0])

    def roll_values(self, double[::1] hold, int room, double win, double fail, double[::1] rolls):
        """Fill ``rolls`` [room] with the value of rolling at each total, followed by optimal choices."""
        cdef int t
        cdef double held
        for t in range(room, room + self.sides + 1):
            self.values[t] = win
        for t in range(room - 1, -1, -1):
            rolls[t] = self.mean(self.values, t, fail)
            held = hold[t]
            self.values[t] = held if t > 0 and held > rolls[t] else rolls[t]

    def outcome(self, double[::1] hold, int room, double win, uint8_t[::1] choice, int total):
        """Return (average value banked, chance not to bust) from a total on, including its choice."""
        self.evaluate(&hold[0], room, win, &choice[0])
        return self.kept[total], self.safe[total]

    def limited_step(self, double[::1] before, double[::1] after, double win, double cost, int threshold):
        """Find the values with one more turn left. ``before`` and ``after`` [goal], by score.

        ``cost`` is the cost of a turn; ``threshold`` holds at that total, 0 plays optimally.
        """
        cdef int score, t, room
        cdef double roll
        with nogil:
            for score in range(self.goal):
                room = self.goal - score
                for t in range(room, room + self.sides + 1):
                    self.values[t] = win
                for t in range(room - 1, -1, -1):
                    if threshold and t >= threshold:
                        self.values[t] = before[score + t]
                        continue
                    roll = self.mean(self.values, t, before[score])
                    if not threshold and t > 0 and before[score + t] > roll:
                        roll = before[score + t]
                    self.values[t] = roll
                after[score] = self.values[0] - cost


@cython.final
cdef class Side:
    """One player's policy and values.

    Args:
        values: float64 [goal, goal], the chance to win when to move, by own and opponent's score.
        kind, threshold: BEST, THRESHOLD with its total, or GUIDED.
        guide: for GUIDED, values like ``values``: plays as if both played optimally, ties to hold.
    """

    cdef double[:, ::1] values
    cdef double[:, ::1] guide
    cdef int kind, threshold, goal
    cdef uint8_t* choice
    cdef uint8_t* tried
    cdef double* hold
    cdef double* guiding

    def __cinit__(self, values, int kind, int threshold, guide):
        self.values = values
        self.goal = <int>self.values.shape[0]
        self.kind, self.threshold = kind, threshold
        self.guide = values if guide is None else guide
        self.choice = <uint8_t*>malloc(self.goal + 1)
        self.tried = <uint8_t*>malloc(self.goal + 1)
        self.hold = <double*>malloc((self.goal + 1) * sizeof(double))
        self.guiding = <double*>malloc((self.goal + 1) * sizeof(double))
        if self.choice == NULL or self.tried == NULL or self.hold == NULL or self.guiding == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.choice)
        free(self.tried)
        free(self.hold)
        free(self.guiding)

    cdef void prepare(self, Turn turn, Side other, int own, int opp) noexcept nogil:
        """Prepare the value of banking here and, for a fixed policy, the choices."""
        cdef int t, room = self.goal - own
        for t in range(1, room):
            self.hold[t] = 1.0 - other.values[opp, own + t]
        memset(self.choice, 0, room)
        if self.kind == THRESHOLD_:
            for t in range(min(self.threshold, room), room):
                self.choice[t] = 1
        elif self.kind != BEST_:
            for t in range(1, room):
                self.guiding[t] = 1.0 - self.guide[opp, own + t]
            turn.decide(self.guiding, room, 1.0, 1.0 - self.guide[opp, own], turn.slack, self.choice)

    cdef bint improve(self, Turn turn, int room, double fail) noexcept nogil:
        """Find optimal choices if a bust has the value ``fail``; return whether any is new."""
        cdef uint8_t* old = self.choice
        turn.decide(self.hold, room, 1.0, fail, 0.0, self.tried)
        if memcmp(self.tried, old, room) == 0:
            return False
        self.choice, self.tried = self.tried, old
        return True


def row(Turn turn, Side a, Side b, int own, int first, int last):
    """Find the values for A's score ``own`` and B's from ``last`` down to ``first``; higher scores must be done.

    Each pair has two unknowns: x, A's chance when A is to move, and y, B's when B is, since a bust leaves
    the pair unchanged. For given choices they solve two linear equations. For a side that plays optimally,
    policy iteration (B's around A's: Hoffman and Karp) finds the choices; it ends when no choice changes,
    or only within rounding.
    """
    cdef int opp, a_room, b_room
    cdef double x = 0.5, y = 0.5, last_x, last_y, a_kept, a_safe, b_kept, b_safe, meet
    a_room = a.goal - own
    with nogil:
        for opp in range(last, first - 1, -1):
            b_room = b.goal - opp
            a.prepare(turn, b, own, opp)
            b.prepare(turn, a, opp, own)
            if a.kind == BEST_:
                a.improve(turn, a_room, 1.0 - y)
            if b.kind == BEST_:
                b.improve(turn, b_room, 1.0 - x)
            turn.evaluate(a.hold, a_room, 1.0, a.choice)
            a_kept, a_safe = turn.kept[0], turn.safe[0]
            last_y = -1.0
            while True:
                turn.evaluate(b.hold, b_room, 1.0, b.choice)
                b_kept, b_safe = turn.kept[0], turn.safe[0]
                last_x = -1.0
                while True:
                    # Not 1 - bust chance: with rules that nearly always bust that would be mostly rounding.
                    meet = a_safe + b_safe - a_safe * b_safe
                    x = (a_kept + (1.0 - a_safe) * (b_safe - b_kept)) / meet
                    y = (b_kept + (1.0 - b_safe) * (a_safe - a_kept)) / meet
                    if a.kind != BEST_ or x <= last_x or not a.improve(turn, a_room, 1.0 - y):
                        break
                    last_x = x
                    turn.evaluate(a.hold, a_room, 1.0, a.choice)
                    a_kept, a_safe = turn.kept[0], turn.safe[0]
                if b.kind != BEST_ or y <= last_y or not b.improve(turn, b_room, 1.0 - x):
                    break
                last_y = y
            a.values[own, opp] = x
            b.values[opp, own] = y
