"""The kernel of turns of Yahtzee: whole rows of a table of cards, and single turns in many lanes.

A *row* of a table has the 64 upper totals of one set of open boxes; there is one row for a Yahtzee box without 50
and one for a box with 50. The value of a turn takes three averages over dice and two choices of a keep: both are
computed keep by keep, one die more or less at a time, not roll by roll.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int16_t, int32_t, uint8_t
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
    void turn_mean(double* cell, const double* const* rows, int count, double extra) nogil

vectors_in_use = vectors(vectors_widest())

cdef enum:
    WIDTH = 8  # WIDTH, KEEPS, ROLLS and FIRST_ROLL are as in turn.h
    KEEPS = 462
    ROLLS = 252
    FIRST_ROLL = 210
    BOXES = 15  # the most of any game
    UPPER_BOXES = 6
    LOWER_BOXES = 0x1FC0  # as bits
    UPPER_TOTALS = 64
    YAHTZEE = 11
    MAX_ENTRIES = 160

cdef struct LastRoll:  # the options for a roll at the end of a turn
    int boxes  # that may be filled, as bits
    const int16_t* entry  # the entry in box b is entry[b * ROLLS]
    double extra  # points for a further Yahtzee


cdef class Sheet:
    """The rules as arrays.

    Args:
        plus, minus: int16 [462, 6] and [462, 5], see ``dice``.
        entry, joker: int16 [boxes, 252], the entry of a roll in a box, and as a further Yahtzee.
        boxes, scores: int16 [entries], box and score of each entry.
        face: int16 [252], the face shown by all five dice, or -1.
        jokers: whether there are rules for further Yahtzees, which earn a bonus and are jokers once their upper box is
            filled; ``free`` if they may go to any box.
        bonus, yahtzee_bonus: points for an upper total of 63 and for a further Yahtzee.

    Raises:
        ValueError: too many entries.
    """

    cdef const int16_t[:, ::1] plus, minus, entry, joker
    cdef const int16_t[::1] boxes, scores, face
    cdef bint jokers, free
    cdef double bonus, yahtzee_bonus
    cdef int entries

    def __init__(self, plus, minus, entry, joker, boxes, scores, face, jokers, free, bonus, yahtzee_bonus):
        self.plus, self.minus, self.entry, self.joker = plus, minus, entry, joker
        self.boxes, self.scores, self.face = boxes, scores, face
        self.jokers, self.free, self.bonus, self.yahtzee_bonus = jokers, free, bonus, yahtzee_bonus
        self.entries = <int>self.boxes.shape[0]
        if self.entries > MAX_ENTRIES:
            raise ValueError("Too many entries.")

    def solve(self, double[:, :, ::1] values, bint mixed, const int32_t[:, ::1] rows, const uint8_t[::1] stop):
        """Solve rows; each row must need only rows that are already solved.

        Args:
            values: float64 [2, 1 << boxes, 64], by whether the Yahtzee box holds 50, open boxes and upper total;
                written in these rows.
            mixed: whether the player never rerolls and fills a random allowed box, instead of playing best.
            rows: int32 [count, 2], (holds 50, open boxes), in the order of solving.
            stop: uint8 [1], set from outside to stop.

        Returns:
            The number of rows solved; all unless stopped.
        """
        cdef Py_ssize_t i = 0, count = rows.shape[0]
        cdef int block, u, j
        cdef double written[MAX_ENTRIES * UPPER_TOTALS]
        cdef double cell[KEEPS * WIDTH]
        with nogil:
            while i < count and not stop[0]:
                self._write(values, rows[i, 0], rows[i, 1], self.bonus, written)
                for block in range(UPPER_TOTALS // WIDTH):
                    u = block * WIDTH
                    self._ends(rows[i, 0], rows[i, 1], mixed, written + u, cell)
                    if mixed:
                        turn_average(cell, &self.plus[0, 0])
                    else:
                        self._turn(cell)
                    for j in range(WIDTH):
                        values[rows[i, 0], rows[i, 1], u + j] = cell[j]
                i += 1
        return i

    cdef void _write(self, const double[:, :, ::1] values, int fifty, int mask, double bonus,
                     double* written) noexcept nogil:
        """Write the value of each entry, its points plus the next card's value, by upper total."""
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

    cdef inline LastRoll _last(self, int r, int fifty, int mask) noexcept nogil:
        """Return the options for a roll at the end of a turn; see ``rules.list_allowed_boxes``."""
        cdef LastRoll last
        cdef int own
        last.boxes, last.entry, last.extra = mask, &self.entry[0, r], 0
        if self.jokers and not mask >> YAHTZEE & 1 and self.face[r] >= 0:
            own = mask & 1 << self.face[r]
            if not self.free:
                last.boxes = own if own else mask & LOWER_BOXES if mask & LOWER_BOXES else mask
            if not own:
                last.entry = &self.joker[0, r]
            last.extra = self.yahtzee_bonus if fifty else 0
        return last

    cdef void _ends(self, int fifty, int mask, bint mixed, const double* written, double* cell) noexcept nogil:
        """Find the value of the best box, or the mean of all boxes if ``mixed``, for each roll at the end of a turn."""
        cdef const double* options[BOXES]
        cdef int r, box, count
        cdef LastRoll last
        for r in range(ROLLS):
            last = self._last(r, fifty, mask)
            count = 0
            for box in range(BOXES):
                if last.boxes >> box & 1:
                    options[count] = written + last.entry[box * ROLLS] * UPPER_TOTALS
                    count += 1
            if mixed:
                turn_mean(cell + (FIRST_ROLL + r) * WIDTH, options, count, last.extra)
            else:
                turn_choose(cell + (FIRST_ROLL + r) * WIDTH, options, count, last.extra)

    cdef inline void _turn(self, double* cell) noexcept nogil:
        """Compute the value of a turn, in the cell of no dice kept, from the values of the last roll."""
        turn_average(cell, &self.plus[0, 0])
        turn_best(cell, &self.minus[0, 0])
        turn_average(cell, &self.plus[0, 0])
        turn_best(cell, &self.minus[0, 0])
        turn_average(cell, &self.plus[0, 0])

    def turns(self, const double[:, ::1] ends, const double[:, ::1] guides, double[::1] values, double sign,
              const uint8_t[::1] stop):
        """Find the values of a turn in many lanes.

        Args:
            ends: float64 [252, lanes], the value of each roll at the end of the turn.
            guides: float64 [252, lanes], the values by which the player chooses the keep; ties go to more dice. None
                to choose by ``ends``.
            values: float64 [lanes], written.
            sign: 1.0 for the maximizer, -1.0 for the minimizer.
            stop: uint8 [1], set from outside to stop.

        Returns:
            Whether all lanes are done.
        """
        cdef Py_ssize_t start = 0, lanes = ends.shape[1]
        cdef int r, j, here, at, _again
        cdef bint guided = guides is not None
        cdef double value[KEEPS * WIDTH]
        cdef double guide[KEEPS * WIDTH]
        with nogil:
            while start < lanes and not stop[0]:
                here = <int>min(<Py_ssize_t>WIDTH, lanes - start)
                for r in range(ROLLS):
                    for j in range(WIDTH):
                        at = (FIRST_ROLL + r) * WIDTH + j
                        value[at] = sign * ends[r, start + j] if j < here else 0.0
                        if guided:
                            guide[at] = sign * guides[r, start + j] if j < here else 0.0
                if guided:
                    for _again in range(2):
                        turn_average(guide, &self.plus[0, 0])
                        turn_average(value, &self.plus[0, 0])
                        turn_follow(guide, value, &self.minus[0, 0])
                    turn_average(value, &self.plus[0, 0])
                else:
                    self._turn(value)
                for j in range(here):
                    values[start + j] = sign * value[j]
                start += WIDTH
        return start >= lanes


cdef class Player:
    """A policy that follows a guide: each choice maximizes the guide's values.

    Args:
        sheet: the rules.
        guide: float64 [2, 8192, 64], the player's estimates of cards between turns.
        auto: whether it is an autoplayer: its guide and so its choices are the same for all upper totals, it does not
            expect the bonus for 63, fills boxes in which the roll scores 0 only as a last resort, and considers only
            ``keeps``. The other arguments are for autoplayers.
        keeps: int16 [13, 252], the keep for each open box and roll.
        firsts: int16 [13, 252], the first die rerolled by each of these keeps, 0 for none; a keep is skipped if
            the keep of an earlier open box rerolls the same die first; None to skip none.
        preferred: int16 [252, n], boxes by roll, padded with -1; the first one that may be filled is filled.
    """

    cdef Sheet sheet
    cdef const double[:, :, ::1] guide
    cdef bint auto, pruned
    cdef const int16_t[:, ::1] keeps, firsts, preferred

    def __init__(self, Sheet sheet, guide, bint auto, keeps, firsts, preferred):
        self.sheet, self.guide, self.auto, self.pruned = sheet, guide, auto, firsts is not None
        self.keeps, self.firsts, self.preferred = keeps, firsts, preferred

    def follow(self, double[:, :, ::1] values, double[:, :, ::1] estimates, const int32_t[:, ::1] rows,
               const uint8_t[::1] stop):
        """Find the values of rows under this policy; each row must need only rows that are already done.

        Args:
            values: float64 [2, 8192, 64], as for ``Sheet.solve``; None to leave them out.
            estimates: float64 [2, 8192, 64], the player's estimates at the start of the turn; the guide of a deeper
                player.
            rows, stop: as for ``Sheet.solve``.

        Returns:
            The number of rows done; all unless stopped.
        """
        cdef Py_ssize_t i = 0, count = rows.shape[0]
        with nogil:
            while i < count and not stop[0]:
                self._row(values, estimates, rows[i, 0], rows[i, 1])
                i += 1
        return i

    cdef void _row(self, double[:, :, ::1] values, double[:, :, ::1] estimates, int fifty, int mask) noexcept nogil:
        cdef int16_t choices[3 * ROLLS * WIDTH]
        cdef double guides[MAX_ENTRIES * UPPER_TOTALS]
        cdef double written[MAX_ENTRIES * UPPER_TOTALS]
        cdef double guide[KEEPS * WIDTH]
        cdef double value[KEEPS * WIDTH]
        cdef int block, u, j, r, throw
        cdef int16_t* chosen
        cdef LastRoll last
        self._write(fifty, mask, guides)
        if values is not None:
            self.sheet._write(values, fifty, mask, self.sheet.bonus, written)
        for block in range(UPPER_TOTALS // WIDTH):
            u = block * WIDTH
            if block == 0 or not self.auto:
                self._choose(fifty, mask, guides + u, guide, choices)
                turn_average(guide, &self.sheet.plus[0, 0])
            if estimates is not None:
                for j in range(WIDTH):
                    estimates[fifty, mask, u + j] = guide[j]
            if values is None:
                continue
            for r in range(ROLLS):
                last = self.sheet._last(r, fifty, mask)
                for j in range(WIDTH):
                    value[(FIRST_ROLL + r) * WIDTH + j] = last.extra + written[
                        last.entry[choices[r * WIDTH + j] * ROLLS] * UPPER_TOTALS + u + j
                    ]
            for throw in range(1, 3):
                turn_average(value, &self.sheet.plus[0, 0])
                chosen = choices + throw * ROLLS * WIDTH
                for r in range(ROLLS):
                    for j in range(WIDTH):
                        value[(FIRST_ROLL + r) * WIDTH + j] = value[chosen[r * WIDTH + j] * WIDTH + j]
            turn_average(value, &self.sheet.plus[0, 0])
            for j in range(WIDTH):
                values[fifty, mask, u + j] = value[j]

    cdef inline void _write(self, int fifty, int mask, double* guides) noexcept nogil:
        self.sheet._write(self.guide, fifty, mask, 0 if self.auto else self.sheet.bonus, guides)

    cdef void _choose(self, int fifty, int mask, const double* guides, double* guide, int16_t* choices) noexcept nogil:
        """Choose the box for each roll, then the keep with one and with two rerolls left: [3, 252, 8]."""
        cdef double choice[KEEPS * WIDTH]
        cdef int throw, keep, j
        self._boxes(fifty, mask, guides, guide, choice)
        for throw in range(3):
            if throw:
                turn_average(guide, &self.sheet.plus[0, 0])
                for keep in range(KEEPS):
                    for j in range(WIDTH):
                        choice[keep * WIDTH + j] = keep
                self._keeps(mask, guide, choice)
            for j in range(ROLLS * WIDTH):
                choices[throw * ROLLS * WIDTH + j] = <int16_t>choice[FIRST_ROLL * WIDTH + j]

    cdef void _boxes(self, int fifty, int mask, const double* guides, double* guide, double* choice) noexcept nogil:
        """Choose the box for each roll by the guide."""
        cdef double numbers[BOXES * WIDTH]
        cdef int r, j, box, at
        cdef LastRoll last
        for box in range(BOXES):
            for j in range(WIDTH):
                numbers[box * WIDTH + j] = box
        for r in range(ROLLS):
            last = self.sheet._last(r, fifty, mask)
            if self.auto:
                last.boxes = self._preferred(r, last)
            at = (FIRST_ROLL + r) * WIDTH
            for j in range(WIDTH):
                guide[at + j] = -INFINITY
            for box in range(BOXES):
                if last.boxes >> box & 1:
                    j = last.entry[box * ROLLS] * UPPER_TOTALS
                    turn_prefer(guide + at, choice + at, guides + j, numbers + box * WIDTH)
            for j in range(WIDTH):
                guide[at + j] += last.extra

    cdef int _preferred(self, int r, LastRoll last) noexcept nogil:
        """Return the boxes among which an autoplayer chooses, as bits."""
        cdef int box, place, scoring = 0
        for box in range(BOXES):
            if last.boxes >> box & 1 and self.sheet.scores[last.entry[box * ROLLS]]:
                scoring |= 1 << box
        scoring = scoring if scoring else last.boxes
        for place in range(<int>self.preferred.shape[1]):
            box = self.preferred[r, place]
            if box >= 0 and scoring >> box & 1:
                return 1 << box
        return scoring

    cdef void _keeps(self, int mask, double* guide, double* choice) noexcept nogil:
        """Choose the keep for each roll by the guide."""
        cdef double g[WIDTH]
        cdef double c[WIDTH]
        cdef int r, j, box, keep, dice_used, die
        if not self.auto:
            turn_follow(guide, choice, &self.sheet.minus[0, 0])
            return
        for r in range(ROLLS):
            dice_used = 0
            for j in range(WIDTH):
                g[j] = -INFINITY
            for box in range(BOXES):
                if not mask >> box & 1:
                    continue
                if self.pruned:
                    die = 1 << self.firsts[box, r]
                    if dice_used & die:
                        continue
                    dice_used |= die
                keep = self.keeps[box, r] * WIDTH
                turn_prefer(g, c, guide + keep, choice + keep)
            memcpy(guide + (FIRST_ROLL + r) * WIDTH, g, WIDTH * sizeof(double))
            memcpy(choice + (FIRST_ROLL + r) * WIDTH, c, WIDTH * sizeof(double))

    def choices(self, const int32_t[:, ::1] blocks, int16_t[:, :, :, ::1] choices_out):
        """Find all choices of a turn with each card.

        Args:
            blocks: int32 [count, 3], (holds 50, open boxes, upper total // 8) of eight cards each.
            choices_out: int16 [count, 3, 252, 8], written: for each roll the box, then the keep with one reroll left
                and with two, for each upper total of the block.
        """
        cdef Py_ssize_t i
        cdef double guides[MAX_ENTRIES * UPPER_TOTALS]
        cdef double guide[KEEPS * WIDTH]
        with nogil:
            for i in range(blocks.shape[0]):
                self._write(blocks[i, 0], blocks[i, 1], guides)
                self._choose(blocks[i, 0], blocks[i, 1], guides + blocks[i, 2] * WIDTH, guide, &choices_out[i, 0, 0, 0])
