"""Values of one frame of a state graph, for every assignment of Whammies at once.

A frame's values are an array [states, planes, lanes], a lane being one assignment of Whammies.
The first three planes are the payoffs that contestants decide by; further planes follow their
decisions (with ``goal=money`` the chances to win).
States come in strongly connected sets, each after those it leads to, so one pass suffices; only
sets with a cycle are iterated, from zero, all states at once (the definition in
``engine.solvers.oracle``). A set of one state without choice squares has a closed form.

Fast copy of the oracle's arithmetic; tests hold it to that.
"""

from libc.math cimport NAN, fabs
from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from ._spin cimport WHAMMY, WHAMMY_OFF, KernelSpin, SpinData

from .processors import vectors

cdef extern from "lanes.h":
    int vectors_in_use "vectors"
    int vectors_widest()
    void lanes_sum(double* acc, const double** rows, const double* weight, int terms, long n) nogil
    void lanes_add(double* acc, const double* row, double weight, long n) nogil
    void lanes_prefer(
        double* best, const double* other, int mover, double tolerance, int lanes, int planes
    ) nogil

WIDEST_VECTORS = vectors_widest()  # bytes, of this machine
vectors_in_use = vectors(WIDEST_VECTORS)

cdef double NEVER = -1e300  # a payoff that is never preferred
cdef int STOPPED_GAME = -2  # a pass that ends the game: this less the index of the end

# What a chunk of a sweep came to.
DONE = 0
STOPPED = 1


cdef class FrameSweep:
    """Computes one frame; ``run`` may be called in chunks of sets.

    Args:
        spin: the board.
        graph: next, whammy, whammy_off, passes, fourth, fourth_frame, may_press, mover.
        order_class: uint8 [states], which of the spin's orders of preference holds.
        sets: order, starts, loops: its strongly connected sets.
        values: double [states, planes, lanes], zeros, filled here.
        spent: values of the frame with one spin less, in this frame's lanes [., planes, lanes].
        below: the same values in their own lanes [., planes, lanes below].
        whammy_lane: int32 [3, lanes], lane below after a Whammy of each seat, -1 for the fourth.
        off_lane: int32 [3, lanes], lane below after one Whammy off, -1 where there is none.
        fourths: by slot, values of a frame reached by a fourth Whammy [., planes, its lanes].
        fourth_slot: int32 by frame number, its slot.
        fourth_lane: by slot, int32 [3, lanes]: lane there.
        ends: values of the ends of the game [., planes, 1].
        tolerance, in_cycles: payoffs closer than this are equal, elsewhere and where play may be endless.
    """

    cdef object _hold
    cdef SpinData spin
    cdef const int32_t[:, ::1] next
    cdef const int32_t[::1] whammy
    cdef const int32_t[::1] whammy_off
    cdef const int32_t[:, ::1] passes
    cdef const int32_t[::1] fourth
    cdef const int32_t[::1] fourth_frame
    cdef const uint8_t[::1] may_press
    cdef const uint8_t[::1] mover
    cdef const uint8_t[::1] order_class
    cdef const int32_t[::1] order
    cdef const int32_t[::1] starts
    cdef const uint8_t[::1] loops
    cdef double[:, :, ::1] values
    cdef const double[:, :, ::1] spent
    cdef const double[:, :, ::1] below
    cdef const int32_t[:, ::1] whammy_lane
    cdef const int32_t[:, ::1] off_lane
    cdef const double** fourth_values
    cdef const int32_t** fourth_lanes
    cdef int* fourth_widths
    cdef const int32_t[::1] fourth_slot
    cdef const double[:, :, ::1] ends
    cdef double usual, in_cycles
    cdef double tolerance  # at hand
    cdef int lanes
    cdef int planes
    cdef int row  # planes * lanes
    cdef double* scratch
    cdef const double** rows
    cdef double* weight

    def __init__(
        self, *, KernelSpin spin, tuple graph, const uint8_t[::1] order_class, tuple sets, double[:, :, ::1] values,
        const double[:, :, ::1] spent, const double[:, :, ::1] below, const int32_t[:, ::1] whammy_lane,
        const int32_t[:, ::1] off_lane, list fourths, list fourth_lanes, const int32_t[::1] fourth_slot,
        const double[:, :, ::1] ends, double tolerance, double in_cycles,
    ):
        cdef Py_ssize_t k
        cdef const double[:, :, ::1] block
        cdef const int32_t[:, ::1] lane
        self._hold = (spin, fourths, fourth_lanes)
        self.spin = spin.data
        (
            self.next, self.whammy, self.whammy_off, self.passes, self.fourth, self.fourth_frame,
            self.may_press, self.mover,
        ) = graph
        self.order_class = order_class
        self.order, self.starts, self.loops = sets
        self.values = values
        self.spent = spent
        self.below = below
        self.whammy_lane = whammy_lane
        self.off_lane = off_lane
        self.fourth_slot = fourth_slot
        self.ends = ends
        self.usual, self.in_cycles, self.tolerance = tolerance, in_cycles, tolerance
        self.lanes = <int>values.shape[2]
        self.planes = <int>values.shape[1]
        self.row = self.planes * self.lanes
        rows = self.spin.moves + 2
        self.fourth_values = <const double**>malloc((len(fourths) + 1) * sizeof(void*))
        self.fourth_lanes = <const int32_t**>malloc((len(fourths) + 1) * sizeof(void*))
        self.fourth_widths = <int*>malloc((len(fourths) + 1) * sizeof(int))
        self.rows = <const double**>malloc(rows * sizeof(void*))
        self.weight = <double*>malloc(rows * sizeof(double))
        # Whammy row, Whammy-off row, best option, another option, a press.
        self.scratch = <double*>malloc(5 * self.row * sizeof(double))
        if (
            self.fourth_values == NULL or self.fourth_lanes == NULL or self.fourth_widths == NULL
            or self.rows == NULL or self.weight == NULL or self.scratch == NULL
        ):
            raise MemoryError
        for k in range(len(fourths)):
            block = fourths[k]
            lane = fourth_lanes[k]
            self.fourth_values[k] = &block[0, 0, 0]
            self.fourth_lanes[k] = &lane[0, 0]
            self.fourth_widths[k] = <int>block.shape[2]

    def __dealloc__(self):
        free(<void*>self.fourth_values)
        free(<void*>self.fourth_lanes)
        free(self.fourth_widths)
        free(<void*>self.rows)
        free(self.weight)
        free(self.scratch)

    cdef const double* after_move(self, Py_ssize_t state, int move) noexcept nogil:
        if self.spin.gives_spin[move]:
            return &self.values[self.next[state, move], 0, 0]
        return &self.spent[self.next[state, move], 0, 0]

    cdef void fill_whammy(self, Py_ssize_t state, double* row) noexcept nogil:
        """Fill in the value after a Whammy, lane by lane: still in, or out with the fourth."""
        cdef int lane, to, k
        cdef int mover = self.mover[state]
        cdef int slot = self.fourth_slot[self.fourth_frame[state]]
        cdef const double* still_in = &self.below[self.whammy[state], 0, 0]
        cdef int width = <int>self.below.shape[2]
        cdef int out_width = self.fourth_widths[slot]
        cdef const double* out = self.fourth_values[slot] + <Py_ssize_t>self.fourth[state] * self.planes * out_width
        cdef const int32_t* out_lane = self.fourth_lanes[slot] + mover * self.lanes
        for lane in range(self.lanes):
            to = self.whammy_lane[mover, lane]
            if to >= 0:
                for k in range(self.planes):
                    row[k * self.lanes + lane] = still_in[k * width + to]
            else:
                to = out_lane[lane]
                for k in range(self.planes):
                    row[k * self.lanes + lane] = out[k * out_width + to]

    cdef void fill_off(self, Py_ssize_t state, double* row) noexcept nogil:
        """Fill in the value after a Whammy off; lanes without a Whammy cannot take it."""
        cdef int lane, to, k
        cdef int mover = self.mover[state]
        cdef int width = <int>self.below.shape[2]
        cdef const double* spent = &self.below[self.whammy_off[state], 0, 0]
        for lane in range(self.lanes):
            to = self.off_lane[mover, lane]
            for k in range(self.planes):
                row[k * self.lanes + lane] = spent[k * width + to] if to >= 0 else NEVER

    cdef void option_value(
        self, Py_ssize_t state, int option, const double* whammy, const double* off, double* row
    ) noexcept nogil:
        cdef int part, move
        cdef int first = self.spin.parts[option]
        cdef int last = self.spin.parts[option + 1]
        cdef const double* source
        if last - first > 1:
            memset(row, 0, self.row * sizeof(double))
        for part in range(first, last):
            move = self.spin.part_moves[part]
            if move == WHAMMY:
                source = whammy
            elif move == WHAMMY_OFF:
                source = off
            else:
                source = self.after_move(state, move)
            if last - first == 1:
                memcpy(row, source, self.row * sizeof(double))
            else:
                lanes_add(row, source, self.spin.part_weights[part], self.row)

    cdef double press(self, Py_ssize_t state, double* acc, Py_ssize_t own) noexcept nogil:
        """Find the value of pressing. Terms that lead back to ``own`` are left out; return their chance."""
        cdef int terms = 0
        cdef int t, c, o, move
        cdef double back = 0
        cdef double* whammy = self.scratch
        cdef double* off = self.scratch + self.row
        cdef double* best = self.scratch + 2 * self.row
        cdef double* other = self.scratch + 3 * self.row
        cdef int mover = self.mover[state]
        cdef const double* weights = self.spin.weights + mover * self.spin.moves
        cdef const int32_t* order
        self.fill_whammy(state, whammy)
        if self.spin.whammy[mover] > 0:
            self.rows[terms] = whammy
            self.weight[terms] = self.spin.whammy[mover]
            terms += 1
        for t in range(self.spin.term_count):
            move = self.spin.terms[t]
            if self.next[state, move] == own and self.spin.gives_spin[move]:
                back += weights[move]
                continue
            self.rows[terms] = self.after_move(state, move)
            self.weight[terms] = weights[move]
            terms += 1
        lanes_sum(acc, self.rows, self.weight, terms, self.row)
        if self.spin.landings == 0:
            return back
        self.fill_off(state, off)
        order = self.spin.orders + self.order_class[state] * self.spin.option_count
        for c in range(self.spin.landings):
            self.option_value(state, order[self.spin.options[c]], whammy, off, best)
            for o in range(self.spin.options[c] + 1, self.spin.options[c + 1]):
                self.option_value(state, order[o], whammy, off, other)
                lanes_prefer(best, other, mover, self.tolerance, self.lanes, self.planes)
            lanes_add(acc, best, self.spin.chances[mover * self.spin.landings + c], self.row)
        return back

    cdef void decide(self, Py_ssize_t state, double* result, Py_ssize_t own) noexcept nogil:
        """Find the value of a state: press, or a pass that is better. ``own`` as in ``press``."""
        cdef int k, j
        cdef int first = 0
        cdef double back, scale
        cdef int mover = self.mover[state]
        if self.may_press[state]:
            back = self.press(state, result, own)
            if back > 0:
                # v = rest + back * v, or nothing at all when the spin can only come back.
                scale = 1.0 / (1.0 - back) if back < 1.0 - 1e-15 else 0.0
                for j in range(self.row):
                    result[j] *= scale
        else:
            memcpy(result, &self.values[self.passes[state, 0], 0, 0], self.row * sizeof(double))
            first = 1
        if self.passes[state, 0] <= STOPPED_GAME:
            for k in range(self.planes):
                for j in range(self.lanes):
                    self.scratch[k * self.lanes + j] = self.ends[STOPPED_GAME - self.passes[state, 0], k, 0]
            lanes_prefer(result, self.scratch, mover, self.tolerance, self.lanes, self.planes)
            return
        for k in range(first, 2):
            if self.passes[state, k] >= 0:
                lanes_prefer(
                    result, &self.values[self.passes[state, k], 0, 0], mover, self.tolerance, self.lanes, self.planes
                )

    cdef bint iterate(
        self, int32_t begin, int32_t end, double* next_values, double scale, int max_sweeps, const uint8_t* stop
    ) noexcept nogil:
        """Iterate one cyclic set from zero, all at once; return false once ``stop`` is set.

        Lanes that do not stand still in the end have no answer: their values become NaN.
        """
        cdef int sweep, lane
        cdef int32_t i
        cdef Py_ssize_t j
        cdef double moved
        cdef double* value
        cdef double* then
        for sweep in range(max_sweeps):
            moved = 0
            if sweep % 64 == 63 and stop[0]:
                return False
            for i in range(begin, end):
                if (i & 255) == 0 and stop[0]:
                    return False
                self.decide(self.order[i], next_values + (i - begin) * <Py_ssize_t>self.row, -1)
            for i in range(begin, end):
                value = &self.values[self.order[i], 0, 0]
                then = next_values + (i - begin) * <Py_ssize_t>self.row
                for j in range(self.row):
                    moved = max(moved, fabs(then[j] - value[j]))
                if sweep < max_sweeps - 1:
                    memcpy(value, then, self.row * sizeof(double))
            if moved <= 1e-15 * scale:
                return True
        for lane in range(self.lanes):
            moved = 0
            for i in range(begin, end):
                value = &self.values[self.order[i], 0, 0]
                then = next_values + (i - begin) * <Py_ssize_t>self.row
                for j in range(self.planes):
                    moved = max(moved, fabs(then[j * self.lanes + lane] - value[j * self.lanes + lane]))
            if moved > 1e-12 * scale:
                for i in range(begin, end):
                    for j in range(self.planes):
                        self.values[self.order[i], j, lane] = NAN
        return True

    def run(self, Py_ssize_t first, Py_ssize_t last, double scale, int max_sweeps, const uint8_t[::1] stop):
        """Compute the sets ``first`` to ``last``, and return DONE or STOPPED.

        Args:
            scale: size of the largest payoff, for the test of standing still.
            max_sweeps: the most iterations of a cyclic set.
            stop: uint8 [1], polled.
        """
        cdef Py_ssize_t s, size
        cdef Py_ssize_t largest = 1
        cdef double* next_values
        cdef int result = 0
        for s in range(first, last):
            if self.loops[s]:
                largest = max(largest, <Py_ssize_t>(self.starts[s + 1] - self.starts[s]))
        next_values = <double*>malloc(largest * self.row * sizeof(double))
        if next_values == NULL:
            raise MemoryError
        try:
            with nogil:
                for s in range(first, last):
                    if (s & 255) == 0 and stop[0]:
                        result = 1
                        break
                    size = self.starts[s + 1] - self.starts[s]
                    if not self.loops[s]:
                        self.decide(self.order[self.starts[s]], next_values, -1)
                        memcpy(
                            &self.values[self.order[self.starts[s]], 0, 0], next_values, self.row * sizeof(double)
                        )
                    elif size == 1 and self.spin.landings == 0:
                        self.decide(self.order[self.starts[s]], next_values, self.order[self.starts[s]])
                        memcpy(
                            &self.values[self.order[self.starts[s]], 0, 0], next_values, self.row * sizeof(double)
                        )
                    else:
                        self.tolerance = self.in_cycles
                        if not self.iterate(
                            self.starts[s], self.starts[s + 1], next_values, scale, max_sweeps, &stop[0]
                        ):
                            result = 1
                            break
                        self.tolerance = self.usual
        finally:
            free(next_values)
        return result
