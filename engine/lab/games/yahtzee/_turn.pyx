"""The kernel of turns of Yahtzee: whole rows of a table of cards, and single turns in many lanes.

A *row* of a table is the 64 upper totals of one set of open boxes, once for a Yahtzee box without 50
and once with it. The value of a turn takes three averages over dice and two choices of a keep: both are
computed keep by keep, one die more or less at a time, not roll by roll.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from ....solvers.processors import vectors

cdef extern from "turn.h":
    int vectors_in_use "vectors"
    int vectors_widest()
    void turn_average(double* cell, const int16_t* plus) nogil
    void turn_best(double* cell, const int16_t* minus) nogil
    void turn_follow(double* guide, double* value, const int16_t* minus) nogil
    void turn_prefer(double* guide, double* value, const double* other_guide, const double* other_value) nogil
    void turn_choose(double* cell, const double* const* rows, int count, double extra) nogil

vectors_in_use = vectors(vectors_widest())

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
    """The rules as arrays.

    Args:
        plus, minus: int16 [210, 6] and [462, 5], see ``dice``.
        entry, joker: int16 [13, 252], the entry of a roll in a box, and as a further Yahtzee.
        boxes, scores: int16 [entries], box and score of each entry.
        face: int16 [252], the face shown by all five dice, or -1.
        jokers: whether further Yahtzees have a prescribed box and a bonus (official rules).
        bonus, yahtzee_bonus: points for an upper total of 63 and for a further Yahtzee.

    Raises:
        ValueError: too many entries.
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
        """Solve rows, each of which needs only rows that are already solved.

        Args:
            values: float64 [2, 8192, 64], by whether the Yahtzee box holds 50, open boxes and upper total;
                written in these rows.
            rows: int32 [count, 2], (holds 50, open boxes), in the order of solving.
            places: uint16 [count, 6], where a further Yahtzee of each face may go, as bits.
            stop: uint8 [1], set from outside to stop.

        Returns:
            How many rows were solved; all unless stopped.

        Raises:
            MemoryError: not enough memory.
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
        self._write(values, fifty, mask, self.bonus, written)
        for block in range(UPPER_TOTALS // WIDTH):
            u = block * WIDTH
            self._ends(fifty, mask, places, written + u, cell)
            self._turn(cell)
            for j in range(WIDTH):
                values[fifty, mask, u + j] = cell[j]

    cdef void _write(self, const double[:, :, ::1] values, int fifty, int mask, double bonus,
                     double* written) noexcept nogil:
        """Write the value of each entry, points and what follows, by upper total."""
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
                row[u] = after[to] + (score + (bonus if to == UPPER_TOTALS - 1 and u < to else 0))

    cdef void _ends(self, int fifty, int mask, const uint16_t* places, const double* written,
                    double* cell) noexcept nogil:
        """Find the best box for each roll at the end of a turn."""
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
        """Go from the values of the last roll to that of a turn, in the cell of no dice kept."""
        turn_average(cell, &self.plus[0, 0])
        turn_best(cell, &self.minus[0, 0])
        turn_average(cell, &self.plus[0, 0])
        turn_best(cell, &self.minus[0, 0])
        turn_average(cell, &self.plus[0, 0])

    def guided(self, const double[:, ::1] guides, const double[:, ::1] ends, double[::1] values, double sign,
               const uint8_t[::1] stop):
        """Find the values of a turn in many lanes, with keeps that are best by other values; ties go to more dice kept.

        Args:
            guides: float64 [252, lanes], the player's estimate of each roll at the end of the turn.
            ends: float64 [252, lanes], the value of each roll there.
            values: float64 [lanes], written.
            sign: 1.0 if the player maximises the guide, -1.0 if it minimises it.
            stop: uint8 [1], set from outside to stop.

        Returns:
            Whether all were done.

        Raises:
            MemoryError: not enough memory.
        """
        cdef Py_ssize_t start, lanes = ends.shape[1]
        cdef int r, j, here, _again
        cdef double* guide = <double*>malloc(2 * KEEPS * WIDTH * sizeof(double))
        cdef double* value = guide + KEEPS * WIDTH
        if guide == NULL:
            raise MemoryError
        with nogil:
            start = 0
            while start < lanes and not stop[0]:
                here = <int>min(<Py_ssize_t>WIDTH, lanes - start)
                for r in range(ROLLS):
                    for j in range(WIDTH):
                        guide[(FIRST_ROLL + r) * WIDTH + j] = sign * guides[r, start + j] if j < here else 0.0
                        value[(FIRST_ROLL + r) * WIDTH + j] = ends[r, start + j] if j < here else 0.0
                for _again in range(2):
                    turn_average(guide, &self.plus[0, 0])
                    turn_average(value, &self.plus[0, 0])
                    turn_follow(guide, value, &self.minus[0, 0])
                turn_average(value, &self.plus[0, 0])
                for j in range(here):
                    values[start + j] = value[j]
                start += WIDTH
        free(guide)
        return start >= lanes

    def turns(self, const double[:, ::1] ends, double[::1] values, double sign, const uint8_t[::1] stop):
        """Find the values of a turn in many lanes.

        Args:
            ends: float64 [252, lanes], the value of each roll at the end of the turn.
            values: float64 [lanes], written.
            sign: 1.0 for the maximiser, -1.0 for the minimiser.
            stop: uint8 [1], set from outside to stop.

        Returns:
            Whether all were done.

        Raises:
            MemoryError: not enough memory.
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


cdef class Player:
    """A policy that follows a guide: each choice maximises the guide's values.

    Args:
        sheet: the rules.
        guide: float64 [2, 8192, 64], the player's estimates of cards between turns.
        bonus: the points the player expects at once for an upper total of 63.
        uniform: whether the guide and bonus are the same for all upper totals, and so all choices.
        scoring_first: whether boxes in which the roll scores 0 are filled only as a last resort.
        keeps: int16 [13, 252], the only keeps considered, by open box and roll; None for all.
        firsts: int16 [13, 252], the first die rerolled by each of these keeps, 0 for none; a keep is skipped if
            that of an earlier open box rerolls the same die first; None to skip none.
        preferred: int16 [252, n], boxes in order, padded with -1; the first that may be filled with a roll is;
            None for no preference.
    """

    cdef Sheet sheet
    cdef const double[:, :, ::1] guide
    cdef double bonus
    cdef bint uniform, scoring_first, narrow, pruned
    cdef const int16_t[:, ::1] keeps, firsts, preferred
    cdef int preferences

    def __init__(self, Sheet sheet, guide, double bonus, bint uniform, bint scoring_first, keeps, firsts, preferred):
        self.sheet, self.guide, self.bonus, self.scoring_first = sheet, guide, bonus, scoring_first
        self.uniform, self.narrow, self.pruned = uniform, keeps is not None, firsts is not None
        if self.narrow:
            self.keeps = keeps
        if self.pruned:
            self.firsts = firsts
        if preferred is not None:
            self.preferred, self.preferences = preferred, preferred.shape[1]

    def follow(self, double[:, :, ::1] values, double[:, :, ::1] believed, const int32_t[:, ::1] rows,
               const uint16_t[:, ::1] places, const uint8_t[::1] stop, bint only_believed=False):
        """Find the values of rows under this policy, each of which needs only rows that are already done.

        Args:
            values: float64 [2, 8192, 64], as for ``Sheet.solve``.
            believed: likewise, the player's estimates at the start of the turn; the guide of a deeper player.
            rows, places, stop: as for ``Sheet.solve``.
            only_believed: whether a uniform player's values may be left out.

        Returns:
            How many rows were done; all unless stopped.

        Raises:
            MemoryError: not enough memory.
        """
        cdef Py_ssize_t i, count = rows.shape[0]
        cdef double* memory = <double*>malloc((2 * MOST_ENTRIES * UPPER_TOTALS + 2 * KEEPS * WIDTH) * sizeof(double))
        if memory == NULL:
            raise MemoryError
        with nogil:
            i = 0
            while i < count and not stop[0]:
                if self.uniform:
                    self._uniform_row(values, believed, rows[i, 0], rows[i, 1], &places[i, 0], memory, only_believed)
                else:
                    self._row(values, believed, rows[i, 0], rows[i, 1], &places[i, 0], memory)
                i += 1
        free(memory)
        return i

    cdef void _uniform_row(self, double[:, :, ::1] values, double[:, :, ::1] believed, int fifty, int mask,
                           const uint16_t* places, double* memory, bint only_believed) noexcept nogil:
        """Fill a row whose choices are the same for all upper totals: they are made once, in one block."""
        cdef int16_t choices[3 * ROLLS]
        cdef int block, u, r, j, k, throw
        cdef double extra
        cdef double* guides = memory
        cdef double* written = guides + MOST_ENTRIES * UPPER_TOTALS
        cdef double* guide = written + MOST_ENTRIES * UPPER_TOTALS
        cdef double* value = guide + KEEPS * WIDTH
        cdef const double* row
        cdef const int16_t* entry
        cdef bint joker, filled = not mask >> YAHTZEE & 1
        self.sheet._write(self.guide, fifty, mask, self.bonus, guides)
        self._choose(fifty, mask, places, guides, guide, value, choices, 1)
        turn_average(guide, &self.sheet.plus[0, 0])
        for u in range(UPPER_TOTALS):
            believed[fifty, mask, u] = guide[0]
        if only_believed:
            return
        self.sheet._write(values, fifty, mask, self.sheet.bonus, written)
        for block in range(UPPER_TOTALS // WIDTH):
            u = block * WIDTH
            for r in range(ROLLS):
                joker = self.sheet.jokers and filled and self.sheet.face[r] >= 0
                entry = &self.sheet.joker[0, r] if joker else &self.sheet.entry[0, r]
                extra = self.sheet.yahtzee_bonus if joker and fifty else 0
                row = written + entry[choices[r] * ROLLS] * UPPER_TOTALS + u
                for j in range(WIDTH):
                    value[(FIRST_ROLL + r) * WIDTH + j] = row[j] + extra
            for throw in range(1, 3):
                turn_average(value, &self.sheet.plus[0, 0])
                for r in range(ROLLS):
                    k = choices[throw * ROLLS + r]
                    if k != FIRST_ROLL + r:
                        memcpy(value + (FIRST_ROLL + r) * WIDTH, value + k * WIDTH, WIDTH * sizeof(double))
            turn_average(value, &self.sheet.plus[0, 0])
            for j in range(WIDTH):
                values[fifty, mask, u + j] = value[j]

    cdef void _choose(self, int fifty, int mask, const uint16_t* places, const double* guides, double* guide,
                      double* value, int16_t* choices, int lanes) noexcept nogil:
        """Choose the box for each roll, then the keep with one and with two rerolls left: [3, 252, lanes]."""
        cdef int throw, keep, lane, r
        self._ends(fifty, mask, places, guides, NULL, guide, value)
        for throw in range(3):
            if throw:
                turn_average(guide, &self.sheet.plus[0, 0])
                for keep in range(KEEPS):
                    for lane in range(WIDTH):
                        value[keep * WIDTH + lane] = keep
                self._keep(mask, guide, value)
            for r in range(ROLLS):
                for lane in range(lanes):
                    choices[(throw * ROLLS + r) * lanes + lane] = <int16_t>value[(FIRST_ROLL + r) * WIDTH + lane]

    cdef void _row(self, double[:, :, ::1] values, double[:, :, ::1] believed, int fifty, int mask,
                   const uint16_t* places, double* memory) noexcept nogil:
        cdef int block, u, j, _again
        cdef double* guides = memory
        cdef double* written = guides + MOST_ENTRIES * UPPER_TOTALS
        cdef double* guide = written + MOST_ENTRIES * UPPER_TOTALS
        cdef double* value = guide + KEEPS * WIDTH
        self.sheet._write(self.guide, fifty, mask, self.bonus, guides)
        self.sheet._write(values, fifty, mask, self.sheet.bonus, written)
        for block in range(UPPER_TOTALS // WIDTH):
            u = block * WIDTH
            self._ends(fifty, mask, places, guides + u, written + u, guide, value)
            for _again in range(2):
                turn_average(guide, &self.sheet.plus[0, 0])
                turn_average(value, &self.sheet.plus[0, 0])
                self._keep(mask, guide, value)
            turn_average(guide, &self.sheet.plus[0, 0])
            turn_average(value, &self.sheet.plus[0, 0])
            for j in range(WIDTH):
                values[fifty, mask, u + j] = value[j]
                believed[fifty, mask, u + j] = guide[j]

    cdef void _ends(self, int fifty, int mask, const uint16_t* places, const double* guides, const double* written,
                    double* guide, double* value) noexcept nogil:
        """Find the box by the guide for each roll, and its value; the box's number if nothing is ``written``."""
        cdef double numbers[BOXES * WIDTH]
        cdef int r, j, box, boxes, scoring, place
        cdef double extra
        cdef double* g
        cdef double* v
        cdef const double* other
        cdef const int16_t* entry
        cdef bint joker, first, filled = not mask >> YAHTZEE & 1
        for box in range(BOXES):
            for j in range(WIDTH):
                numbers[box * WIDTH + j] = box
        for r in range(ROLLS):
            joker = self.sheet.jokers and filled and self.sheet.face[r] >= 0
            boxes = places[self.sheet.face[r]] if joker else mask
            entry = &self.sheet.joker[0, r] if joker else &self.sheet.entry[0, r]
            extra = self.sheet.yahtzee_bonus if joker and fifty else 0
            if self.scoring_first:
                scoring = 0
                for box in range(BOXES):
                    if boxes >> box & 1 and self.sheet.scores[entry[box * ROLLS]]:
                        scoring |= 1 << box
                boxes = scoring if scoring else boxes
            for place in range(self.preferences):
                box = self.preferred[r, place]
                if box >= 0 and boxes >> box & 1:
                    boxes = 1 << box
                    break
            g = guide + (FIRST_ROLL + r) * WIDTH
            v = value + (FIRST_ROLL + r) * WIDTH
            first = True
            for box in range(BOXES):
                if not boxes >> box & 1:
                    continue
                j = entry[box * ROLLS] * UPPER_TOTALS
                if written == NULL:
                    other = &numbers[box * WIDTH]
                else:
                    other = written + j
                if first:
                    memcpy(g, guides + j, WIDTH * sizeof(double))
                    memcpy(v, other, WIDTH * sizeof(double))
                    first = False
                else:
                    turn_prefer(g, v, guides + j, other)
            for j in range(WIDTH):
                g[j] += extra
                if written != NULL:
                    v[j] += extra

    cdef void _keep(self, int mask, double* guide, double* value) noexcept nogil:
        """Find the keep by the guide for each roll, and its value."""
        cdef double g[WIDTH]
        cdef double v[WIDTH]
        cdef int r, box, keep, seen, die
        cdef bint first
        if not self.narrow:
            turn_follow(guide, value, &self.sheet.minus[0, 0])
            return
        for r in range(ROLLS):
            first, seen = True, 0
            for box in range(BOXES):
                if not mask >> box & 1:
                    continue
                if self.pruned:
                    die = 1 << self.firsts[box, r]
                    if seen & die:
                        continue
                    seen |= die
                keep = self.keeps[box, r] * WIDTH
                if first:
                    memcpy(g, guide + keep, WIDTH * sizeof(double))
                    memcpy(v, value + keep, WIDTH * sizeof(double))
                    first = False
                else:
                    turn_prefer(g, v, guide + keep, value + keep)
            memcpy(guide + (FIRST_ROLL + r) * WIDTH, g, WIDTH * sizeof(double))
            memcpy(value + (FIRST_ROLL + r) * WIDTH, v, WIDTH * sizeof(double))

    def choices(self, const int32_t[:, ::1] cards, const uint16_t[:, ::1] places, int16_t[:, :, ::1] found):
        """Find all choices of a turn with each card.

        Args:
            cards: int32 [cards, 3], (holds 50, open boxes, upper total).
            places: uint16 [cards, 6], as for ``Sheet.solve``.
            found: int16 [cards, 3, 252], written: for each roll the box, then the keep with one reroll left and
                with two.

        Raises:
            MemoryError: not enough memory.
        """
        cdef Py_ssize_t i
        cdef int throw, r, lane
        cdef double* memory = <double*>malloc((MOST_ENTRIES * UPPER_TOTALS + 2 * KEEPS * WIDTH) * sizeof(double))
        cdef int16_t chosen[3 * ROLLS * WIDTH]
        cdef double* guide = memory + MOST_ENTRIES * UPPER_TOTALS
        if memory == NULL:
            raise MemoryError
        with nogil:
            for i in range(cards.shape[0]):
                lane = cards[i, 2] % WIDTH
                self.sheet._write(self.guide, cards[i, 0], cards[i, 1], self.bonus, memory)
                self._choose(cards[i, 0], cards[i, 1], &places[i, 0], memory + cards[i, 2] - lane, guide,
                             guide + KEEPS * WIDTH, chosen, WIDTH)
                for throw in range(3):
                    for r in range(ROLLS):
                        found[i, throw, r] = chosen[(throw * ROLLS + r) * WIDTH + lane]
        free(memory)

    def play(self, const int32_t[:, ::1] cards, const uint16_t[:, ::1] places, const uint8_t[:, ::1] faces,
             int16_t[::1] rolls, int16_t[::1] boxes, const uint8_t[::1] stop):
        """Play one turn of many games.

        Args:
            cards: int32 [games, 3], (holds 50, open boxes, upper total), sorted, as a player's choices are computed
                once for equal neighbours.
            places: uint16 [games, 6], as for ``Sheet.solve``.
            faces: uint8 [games, 15], 0 to 5, the dice of three throws; unused ones are ignored.
            rolls, boxes: int16 [games], written: the last roll and the box that is filled with it.
            stop: uint8 [1], set from outside to stop.

        Returns:
            Whether all were played.

        Raises:
            MemoryError: not enough memory.
        """
        cdef Py_ssize_t i, count = cards.shape[0]
        cdef int fifty = -1, mask = -1, block = -1, here, lane, keep, throw, r, k
        cdef double* memory = <double*>malloc((MOST_ENTRIES * UPPER_TOTALS + 2 * KEEPS * WIDTH) * sizeof(double))
        cdef int16_t* choices = <int16_t*>malloc(3 * ROLLS * WIDTH * sizeof(int16_t))
        cdef double* guide
        cdef double* value
        try:
            if memory == NULL or choices == NULL:
                raise MemoryError
            guide = memory + MOST_ENTRIES * UPPER_TOTALS
            value = guide + KEEPS * WIDTH
            with nogil:
                i = 0
                while i < count and not stop[0]:
                    here = 0 if self.uniform else cards[i, 2] // WIDTH
                    if cards[i, 0] != fifty or cards[i, 1] != mask or here != block:
                        if cards[i, 0] != fifty or cards[i, 1] != mask:
                            fifty, mask = cards[i, 0], cards[i, 1]
                            self.sheet._write(self.guide, fifty, mask, self.bonus, memory)
                        block = here
                        self._choose(
                            fifty, mask, &places[i, 0], memory + block * WIDTH, guide, value, choices, WIDTH
                        )
                    lane = cards[i, 2] % WIDTH
                    keep = 0
                    for throw in range(3):
                        for k in range(5):
                            if keep < FIRST_ROLL:
                                keep = self.sheet.plus[keep, faces[i, 5 * throw + k]]
                        r = keep - FIRST_ROLL
                        keep = choices[((2 - throw) * ROLLS + r) * WIDTH + lane]
                    rolls[i] = r
                    boxes[i] = keep
                    i += 1
            return i >= count
        finally:
            free(memory)
            free(choices)


def mixed(Sheet sheet, const double[::1] chances, double[:, :, ::1] values, const int32_t[:, ::1] rows,
          const uint16_t[:, ::1] places, const uint8_t[::1] stop):
    """Find the values of rows for a player who never rerolls and fills a random allowed box.

    Args:
        chances: float64 [252], of each roll.
        Others: as for ``Sheet.solve``.

    Returns:
        How many rows were done; all unless stopped.

    Raises:
        MemoryError: not enough memory.
    """
    cdef Py_ssize_t i = 0, count = rows.shape[0]
    cdef int u, r, box, boxes, mask, many
    cdef double weight, extra
    cdef bint joker
    cdef const int16_t* entry
    cdef const double* row
    cdef double* written = <double*>malloc(MOST_ENTRIES * UPPER_TOTALS * sizeof(double))
    cdef double total[UPPER_TOTALS]
    if written == NULL:
        raise MemoryError
    with nogil:
        while i < count and not stop[0]:
            mask = rows[i, 1]
            sheet._write(values, rows[i, 0], mask, sheet.bonus, written)
            for u in range(UPPER_TOTALS):
                total[u] = 0
            for r in range(ROLLS):
                joker = sheet.jokers and not mask >> YAHTZEE & 1 and sheet.face[r] >= 0
                boxes = places[i, sheet.face[r]] if joker else mask
                entry = &sheet.joker[0, r] if joker else &sheet.entry[0, r]
                extra = sheet.yahtzee_bonus if joker and rows[i, 0] else 0
                many = 0
                for box in range(BOXES):
                    many += boxes >> box & 1
                weight = chances[r] / many
                for box in range(BOXES):
                    if boxes >> box & 1:
                        row = written + entry[box * ROLLS] * UPPER_TOTALS
                        for u in range(UPPER_TOTALS):
                            total[u] += weight * (row[u] + extra)
            for u in range(UPPER_TOTALS):
                values[rows[i, 0], mask, u] = total[u]
            i += 1
    free(written)
    return i
