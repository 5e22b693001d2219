"""Turns of Yahtzee without Python: whole rows of a table of cards, and single turns in many lanes.

A *row* of a table is the 64 upper totals of one set of open boxes, once for a Yahtzee box without 50
and once with it. The value of a turn takes three averages over dice and two choices of what to keep:
both are found keep by keep, one die more or less at a time, not roll by roll.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t
from libc.stdlib cimport free, malloc

cdef extern from "turn.h":
    void turn_average(double* cell, const int16_t* plus) nogil
    void turn_best(double* cell, const int16_t* minus) nogil
    void turn_choose(double* cell, const double* const* rows, int count, double extra) nogil

cdef enum:
    WIDTH = 8  # these four as in turn.h
    KEEPS = 462
    ROLLS = 252
    FIRST_ROLL = 210
    BOXES = 13
    UPPER_BOXES = 6
    UPPER_TOTALS = 64
    YAHTZEE = 11
    MOST_ENTRIES = 160


cdef class Sheet:
    """The rules as numbers.

    Args:
        plus, minus: int16 [210, 6] and [462, 5], see ``dice``.
        entry, joker: int16 [13, 252], the entry a roll makes in a box, and as a further Yahtzee.
        boxes, scores: int16 [entries], box and score of each entry.
        face: int16 [252], the face of which all five dice are, or -1.
        jokers: further Yahtzees have their place and their bonus: official rules.
        bonus, yahtzee_bonus: points for an upper total of 63 and for a further Yahtzee.

    Raises:
        ValueError: more entries than there is room for.
    """

    cdef const int16_t[:, ::1] plus, minus, entry, joker
    cdef const int16_t[::1] boxes, scores, face
    cdef bint jokers
    cdef double bonus, yahtzee_bonus
    cdef int entries

    def __init__(self, plus, minus, entry, joker, boxes, scores, face, jokers, bonus, yahtzee_bonus):
        self.plus, self.minus, self.entry, self.joker = plus, minus, entry, joker
        self.boxes, self.scores, self.face = boxes, scores, face
        self.jokers, self.bonus, self.yahtzee_bonus = jokers, bonus, yahtzee_bonus
        self.entries = <int>self.boxes.shape[0]
        if self.entries > MOST_ENTRIES:
            raise ValueError("Too many entries.")

    def solve(self, double[:, :, ::1] values, const int32_t[:, ::1] rows, const uint16_t[:, ::1] places,
              const uint8_t[::1] stop):
        """Values of rows, each of which needs only rows that are there already.

        Args:
            values: float64 [2, 8192, 64], by whether the Yahtzee box holds 50, open boxes and upper total;
                written in the rows asked for.
            rows: int32 [count, 2], (holds 50, open boxes), in the order they are solved.
            places: uint16 [count, 6], where a further Yahtzee of each face may go, as bits.
            stop: uint8 [1], set from outside to stop.

        Returns:
            How many rows were solved: fewer only if stopped.

        Raises:
            MemoryError: no room to work in.
        """
        cdef Py_ssize_t i, count = rows.shape[0]
        cdef double* written = <double*>malloc(MOST_ENTRIES * UPPER_TOTALS * sizeof(double))
        cdef double* cell = <double*>malloc(KEEPS * WIDTH * sizeof(double))
        try:
            if written == NULL or cell == NULL:
                raise MemoryError
            with nogil:
                i = 0
                while i < count and not stop[0]:
                    self._row(values, rows[i, 0], rows[i, 1], &places[i, 0], written, cell)
                    i += 1
            return i
        finally:
            free(written)
            free(cell)

    cdef void _row(self, double[:, :, ::1] values, int fifty, int mask, const uint16_t* places, double* written,
                   double* cell) noexcept nogil:
        cdef int block, u, j
        self._write(values, fifty, mask, written)
        for block in range(UPPER_TOTALS // WIDTH):
            u = block * WIDTH
            self._ends(fifty, mask, places, written + u, cell)
            self._turn(cell)
            for j in range(WIDTH):
                values[fifty, mask, u + j] = cell[j]

    cdef void _write(self, double[:, :, ::1] values, int fifty, int mask, double* written) noexcept nogil:
        """What writing each entry is worth, points and what follows, by upper total."""
        cdef int e, u, to, box, score, holds
        cdef double* row
        cdef const double* after
        for e in range(self.entries):
            box = self.boxes[e]
            if not mask >> box & 1:
                continue
            score = self.scores[e]
            holds = 1 if self.jokers and box == YAHTZEE and score else fifty
            after = &values[holds, mask ^ (1 << box), 0]
            row = written + e * UPPER_TOTALS
            if box >= UPPER_BOXES:
                for u in range(UPPER_TOTALS):
                    row[u] = after[u] + score
                continue
            for u in range(UPPER_TOTALS):
                to = min(u + score, UPPER_TOTALS - 1)
                row[u] = after[to] + (score + (self.bonus if to == UPPER_TOTALS - 1 and u < to else 0))

    cdef void _ends(self, int fifty, int mask, const uint16_t* places, const double* written,
                    double* cell) noexcept nogil:
        """The best box for each roll at the end of a turn."""
        cdef const double* options[BOXES]
        cdef int r, box, count, boxes
        cdef double extra
        cdef const int16_t* entry
        cdef bint joker, filled = not mask >> YAHTZEE & 1
        for r in range(ROLLS):
            joker = self.jokers and filled and self.face[r] >= 0
            boxes = places[self.face[r]] if joker else mask
            entry = &self.joker[0, r] if joker else &self.entry[0, r]
            extra = self.yahtzee_bonus if joker and fifty else 0
            count = 0
            for box in range(BOXES):
                if boxes >> box & 1:
                    options[count] = written + entry[box * ROLLS] * UPPER_TOTALS
                    count += 1
            turn_choose(cell + (FIRST_ROLL + r) * WIDTH, options, count, extra)

    cdef inline void _turn(self, double* cell) noexcept nogil:
        """From the worth of the last roll to that of a turn, in the cell of no dice kept."""
        turn_average(cell, &self.plus[0, 0])
        turn_best(cell, &self.minus[0, 0])
        turn_average(cell, &self.plus[0, 0])
        turn_best(cell, &self.minus[0, 0])
        turn_average(cell, &self.plus[0, 0])

    def turns(self, const double[:, ::1] ends, double[::1] values, double sign, const uint8_t[::1] stop):
        """Values of a turn in many lanes.

        Args:
            ends: float64 [252, lanes], what each roll is worth at the end of the turn.
            values: float64 [lanes], written.
            sign: 1.0 for a player who wants much, -1.0 for one who wants little.
            stop: uint8 [1], set from outside to stop.

        Returns:
            Whether all were done.

        Raises:
            MemoryError: no room to work in.
        """
        cdef Py_ssize_t start, lanes = ends.shape[1]
        cdef int r, j, here
        cdef double* cell = <double*>malloc(KEEPS * WIDTH * sizeof(double))
        if cell == NULL:
            raise MemoryError
        with nogil:
            start = 0
            while start < lanes and not stop[0]:
                here = <int>min(<Py_ssize_t>WIDTH, lanes - start)
                for r in range(ROLLS):
                    for j in range(WIDTH):
                        cell[(FIRST_ROLL + r) * WIDTH + j] = sign * ends[r, start + j] if j < here else 0.0
                self._turn(cell)
                for j in range(here):
                    values[start + j] = sign * cell[j]
                start += WIDTH
        free(cell)
        return start >= lanes
