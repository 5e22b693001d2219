"""What the bounded search needs of ``_explored.pyx``."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from .._rules cimport KernelRules, Podiums
from .._spin cimport ScoreData, SpinData
from ._pool cimport Key, Node, NodePool, bucket_of

cimport cython


@cython.final
cdef class Explored:
    cdef object _hold
    cdef KernelRules rules
    cdef SpinData spin
    cdef SpinData early
    cdef const uint8_t[:, ::1] arises
    cdef int second_from
    cdef uint32_t early_buckets  # the first buckets, of states with so many spins left
    cdef ScoreData scores
    cdef bint offers
    cdef double per_step
    cdef NodePool pool
    cdef int layers
    cdef int sums  # buckets by sum of scores
    cdef int passes  # buckets by passed spins
    cdef int32_t root
    cdef Key* found_keys
    cdef uint64_t* found_at

    cdef bint set_root(self, tuple position) except -1
    cdef bint expand(self, int32_t i) noexcept nogil
    cdef uint32_t _bucket(self, const Podiums* p) noexcept nogil
    cdef int32_t _file(self, Key key, uint64_t at) noexcept nogil
    cdef void _merge_whammies(self, Podiums* p) noexcept nogil
    cdef void _aim(self, int32_t* edges, int e, Podiums* p, bint on) noexcept nogil
    cdef void _ask(self, int e) noexcept nogil
    cdef void _aim_moves(self, int32_t* edges, const Podiums* spun, bint spin, int stage) noexcept nogil


cdef inline const SpinData* spin_of(Explored explored, const Node* node) noexcept nogil:
    """Return the board on which a state's spin is played."""
    return &explored.early if bucket_of(node) < explored.early_buckets else &explored.spin


cdef inline int edge_of(const SpinData* spin, int part) noexcept nogil:
    """Return the edge that a part of an option is: a move, a Whammy off (-1) or a Whammy (-2)."""
    if part >= 0:
        return part
    return spin.moves + (1 if part == -1 else 0)


cdef inline double weight_of(const SpinData* spin, int e, int mover) noexcept nogil:
    """Return the chance of an edge without a choice: a move, or a Whammy after the moves."""
    return spin.weights[mover * spin.moves + e] if e < spin.moves else spin.whammy[mover]


cdef inline int first_pass(const SpinData* spin) noexcept nogil:
    """Return the first of the two edges that are passes: they come after the moves, a Whammy and a Whammy off."""
    return spin.moves + 2
