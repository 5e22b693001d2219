"""State graph with a transposition table, for the kernels that extend it: expectimax and bounds."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from ._keys cimport NEXT_SPINS_SHIFT, SCORE_BITS, SCORE_MASK, SPIN_BITS
from ._rules cimport KernelRules, Position
from ._spin cimport WHAMMY, ScoreData, SpinData

cdef enum:
    NO_EDGE = -1
    MAX_PLANES = 6


cdef struct State:
    uint64_t key  # from ``pack_state``; of a terminal state, the winners and TERMINAL_BIT
    uint64_t scores  # indices of scores, packed; of a terminal state with money, the dollars
    int32_t edges  # number of its edge list, from 1; 0 if not expanded
    uint8_t mover
    uint8_t may_press


cdef class StateGraph:
    cdef object _hold
    cdef const SpinData* spin  # with few spins left
    cdef const SpinData* early  # with many, or before the board changes
    cdef const uint8_t[:, ::1] arises
    cdef int early_from
    cdef ScoreData scores
    cdef KernelRules rules
    cdef bint offers, money
    cdef const uint8_t* stop

    cdef State* states
    cdef int planes
    cdef double* values  # [states, planes]
    cdef double unavailable_value  # of a branch that does not exist: never chosen
    cdef double* rows  # scratch: the options of a landing, and the choice among them
    cdef int32_t* lists
    cdef int edge_count  # of a list: moves, a Whammy, a Whammy off, two passes
    cdef int32_t* slots  # hash table of states, -1 where free
    cdef Py_ssize_t slot_count, room, list_room
    cdef Py_ssize_t memory, state_bytes
    cdef readonly Py_ssize_t count, expanded
    cdef readonly bint full  # the memory is used up

    cdef bint grow(self, Py_ssize_t room) noexcept nogil
    cdef void init_value(self, int32_t i, const Position* p) noexcept nogil
    cdef bint make_room(self) noexcept nogil
    cdef bint double_slots(self) noexcept nogil
    cdef int32_t intern(self, uint64_t key, uint64_t scores, const Position* p) noexcept nogil
    cdef int32_t state_of(self, Position* p, bint ongoing) noexcept nogil
    cdef uint64_t key_of(self, Position* p) noexcept nogil
    cdef bint expand(self, int32_t i) noexcept nogil
    cdef void choose(self, const double* rows, int count, int mover, double* result) noexcept nogil
    cdef int list_options(self, int32_t i, int landing) noexcept nogil
    cdef void press(self, int32_t i, double* sum) noexcept nogil
    cdef void decide(self, int32_t i, double* branches, double* result) noexcept nogil

    cdef inline void add(self, double* sum, int32_t i, double weight) noexcept nogil:
        cdef int k
        cdef const double* value = self.value_of(i)
        for k in range(self.planes):
            sum[k] += weight * value[k]

    cdef inline double* value_of(self, int32_t i) noexcept nogil:
        return self.values + i * <Py_ssize_t>self.planes

    cdef inline bint is_terminal(self, int32_t i) noexcept nogil:
        return self.states[i].key >> 63

    cdef inline int32_t* edges_of(self, int32_t i) noexcept nogil:
        return self.lists + (self.states[i].edges - 1) * <Py_ssize_t>self.edge_count

    cdef inline int32_t* passes_of(self, int32_t i) noexcept nogil:
        return self.edges_of(i) + self.edge_count - 2

    cdef inline int edge_of(self, int part) noexcept nogil:
        """Return the edge of a part of an option: a move, a Whammy, or a Whammy off."""
        return part if part >= 0 else self.spin.moves + (0 if part == WHAMMY else 1)

    cdef inline const SpinData* spin_of(self, int32_t i) noexcept nogil:
        """Return the board on which a state's spin is played."""
        return self.early if self.is_early(i) else self.spin

    cdef inline bint is_early(self, int32_t i) noexcept nogil:
        return self.states[i].key >> NEXT_SPINS_SHIFT & 63 or self.spins_left_of(i) >= self.early_from

    cdef inline int spins_left_of(self, int32_t i) noexcept nogil:
        cdef uint64_t key = self.states[i].key
        cdef int _
        cdef int left = 0
        for _ in range(6):
            left += key & 63
            key >>= SPIN_BITS
        return left

    cdef inline const int32_t* order_of(self, int32_t i) noexcept nogil:
        """Return the order in which a state's options are preferred."""
        cdef const State* state = &self.states[i]
        cdef uint64_t score = state.scores >> SCORE_BITS * state.mover & SCORE_MASK
        return self.spin.orders + self.scores.order[state.mover][score] * self.spin.option_count
