"""Hash keys: positions packed into 64-bit numbers, and hash functions."""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memset

from ._rules cimport Position

cdef enum:
    SPIN_BITS = 6
    SCORE_BITS = 20
    SCORE_MASK = 0xFFFFF
    OUT_SHIFT = 36
    MOVER_SHIFT = 39
    WHAMMY_SHIFT = 41  # in ``pack_state``
    WHAMMY_BITS = 3
    NEXT_SPINS_SHIFT = 50


cdef inline uint64_t pack_spins(const Position* p) noexcept nogil:
    """Pack the spins of each seat, the seats that are out and the mover; never 0 while spins are left."""
    cdef uint64_t packed = p.mover << 3 | p.out
    cdef int seat
    for seat in range(3):
        packed = packed << 2 * SPIN_BITS | <uint64_t>(p.earned[seat] << SPIN_BITS | p.passed[seat])
    return packed


cdef inline uint64_t pack_scores(const Position* p) noexcept nogil:
    return (
        <uint64_t>p.score[0] | <uint64_t>p.score[1] << SCORE_BITS | <uint64_t>p.score[2] << 2 * SCORE_BITS
    )


cdef inline void unpack(uint64_t spins, uint64_t scores, Position* p) noexcept nogil:
    """Unpack all but the Whammies."""
    cdef int seat
    for seat in range(3):
        p.earned[seat] = <int>(spins >> (2 * SPIN_BITS * (2 - seat) + SPIN_BITS) & 63)
        p.passed[seat] = <int>(spins >> (2 * SPIN_BITS * (2 - seat)) & 63)
        p.score[seat] = <int>(scores >> (SCORE_BITS * seat) & SCORE_MASK)
    p.out = <int>(spins >> OUT_SHIFT & 7)
    p.mover = <int>(spins >> MOVER_SHIFT & 3)


cdef inline uint64_t pack_state(const Position* p) noexcept nogil:
    """Pack everything except the scores: spins, Whammies, and the spins on another board."""
    cdef uint64_t packed = pack_spins(p) | <uint64_t>p.next_spins << NEXT_SPINS_SHIFT
    cdef int seat
    for seat in range(3):
        packed |= <uint64_t>p.whammies[seat] << (WHAMMY_SHIFT + WHAMMY_BITS * seat)
    return packed


cdef inline void unpack_state(uint64_t state, uint64_t scores, Position* p) noexcept nogil:
    cdef int seat
    unpack(state, scores, p)
    for seat in range(3):
        p.whammies[seat] = <int>(state >> (WHAMMY_SHIFT + WHAMMY_BITS * seat) & 7)
    p.next_spins = <int>(state >> NEXT_SPINS_SHIFT & 63)


cdef inline uint64_t with_score(uint64_t scores, int seat, int score) noexcept nogil:
    """Return packed scores with one seat's replaced."""
    return scores & ~(<uint64_t>SCORE_MASK << SCORE_BITS * seat) | <uint64_t>score << SCORE_BITS * seat


cdef inline uint64_t hash_pair(uint64_t a, uint64_t b) noexcept nogil:
    cdef uint64_t h = a * 0x9E3779B97F4A7C15ULL ^ (b + 0x7F4A7C159E3779B9ULL) * 0xC2B2AE3D27D4EB4FULL
    h ^= h >> 29
    h *= 0xBF58476D1CE4E5B9ULL
    return h ^ (h >> 32)


cdef inline uint64_t splitmix64(uint64_t x) noexcept nogil:
    """Return the output mix of splitmix64: pseudorandom bits from a counter or a key."""
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL
    return x ^ (x >> 31)


cdef inline uint64_t find_pair(
    const int32_t* slots, uint64_t mask, const uint64_t* first, const uint64_t* second, uint64_t a, uint64_t b
) noexcept nogil:
    """Return the slot that holds the index of a pair in two arrays, or the free slot (-1) where it belongs."""
    cdef uint64_t at = hash_pair(a, b) & mask
    while slots[at] >= 0 and (first[slots[at]] != a or second[slots[at]] != b):
        at = (at + 1) & mask
    return at


cdef inline void rehash_pairs(
    int32_t* slots, uint64_t mask, const uint64_t* first, const uint64_t* second, Py_ssize_t count,
    const uint8_t* stop
) noexcept nogil:
    """Rebuild the slots of a hash table; incomplete once ``stop`` is set."""
    cdef Py_ssize_t i
    cdef uint64_t at
    memset(slots, 0xFF, (mask + 1) * sizeof(int32_t))
    for i in range(count):
        if (i & 4095) == 0 and stop[0]:
            return
        at = hash_pair(first[i], second[i]) & mask
        while slots[at] >= 0:
            at = (at + 1) & mask
        slots[at] = <int32_t>i
