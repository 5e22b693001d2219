# Betsy's rules on bitboards, included by _search.pyx: positions, attacks and moves.
#
# A position is eight bitboards (bit 0 is a1, bit 63 is h8): one for each kind of bird, with both
# colors, and one for each color. Every move makes a copy, which is cheaper than undoing
# moves. Betsy has no check, so every move of a bird is legal.

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    static inline int lowest(uint64_t b) { return __builtin_ctzll(b); }
    static inline int highest(uint64_t b) { return 63 - __builtin_clzll(b); }
    static inline int many(uint64_t b) {
        b = b - ((b >> 1) & 0x5555555555555555ULL);
        b = (b & 0x3333333333333333ULL) + ((b >> 2) & 0x3333333333333333ULL);
        return (int)((((b + (b >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL) >> 56);
    }
    """
    int lowest(uint64_t b) noexcept nogil
    int highest(uint64_t b) noexcept nogil
    int many(uint64_t b) noexcept nogil

cdef enum:
    P, N, B, R, Q, K, NONE
cdef enum:
    WHITE, BLACK
cdef enum:
    MAX_MOVES = 1024  # a square is entered from at most 8 directions and by 8 jumps, so there are at most 63 * 16

cdef uint64_t ROW = 0xFF
cdef uint64_t FILE_A = 0x0101010101010101
cdef uint64_t FILE_H = 0x8080808080808080
cdef uint64_t ALL = 0xFFFFFFFFFFFFFFFF

# The squares of a jump, a step (8 or 4 directions), a parakeet's capture by color, and the lines from
# each square: directions 0 to 3 go up in number (straight, straight, diagonal, diagonal), 4 to 7 down.
cdef uint64_t[64] JUMP
cdef uint64_t[2][64] STEP
cdef uint64_t[2][64] TAKES
cdef uint64_t[8][64] LINE
cdef uint64_t[2] SECOND_ROW = [ROW << 8, ROW << 48]  # by color
cdef uint64_t[2] FAR_ROW = [ROW << 56, ROW]

cdef struct Position:
    uint64_t[6] kind
    uint64_t[2] side
    int mover
    int four  # the kingfisher steps in 4 directions only
    int score  # the value of White's birds on their squares minus Black's


cdef uint64_t _spots(int square, ways, int most):
    cdef uint64_t spots = 0
    for across, up in ways:
        column, row = square % 8, square // 8
        for _ in range(most):
            column, row = column + across, row + up
            if not (0 <= column < 8 and 0 <= row < 8):
                break
            spots |= <uint64_t>1 << <int>(row * 8 + column)
    return spots


def _fill():
    straight, diagonal = [(0, 1), (1, 0), (0, -1), (-1, 0)], [(1, 1), (-1, 1), (-1, -1), (1, -1)]
    lines = straight[:2] + diagonal[:2] + straight[2:] + diagonal[2:]
    jumps = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
    cdef int square, way
    for square in range(64):
        JUMP[square] = _spots(square, jumps, 1)
        STEP[0][square] = _spots(square, straight + diagonal, 1)
        STEP[1][square] = _spots(square, straight, 1)
        TAKES[WHITE][square] = _spots(square, [(-1, 1), (1, 1)], 1)
        TAKES[BLACK][square] = _spots(square, [(-1, -1), (1, -1)], 1)
        for way in range(8):
            LINE[way][square] = _spots(square, [lines[way]], 7)


_fill()


# The rules


cdef inline uint64_t along(int way, int square, uint64_t birds) noexcept nogil:
    """Return the squares of a line up to and including the first bird on it."""
    cdef uint64_t line = LINE[way][square]
    cdef uint64_t met = line & birds
    if met:
        line ^= LINE[way][lowest(met) if way < 4 else highest(met)]
    return line


cdef inline uint64_t straight(int square, uint64_t birds) noexcept nogil:
    return along(0, square, birds) | along(1, square, birds) | along(4, square, birds) | along(5, square, birds)


cdef inline uint64_t diagonal(int square, uint64_t birds) noexcept nogil:
    return along(2, square, birds) | along(3, square, birds) | along(6, square, birds) | along(7, square, birds)


cdef inline uint64_t reach(Position* p, int kind, int square, uint64_t birds) noexcept nogil:
    """Return the squares attacked by a bird other than a parakeet."""
    if kind == N:
        return JUMP[square]
    if kind == K:
        return STEP[p.four][square]
    if kind == B:
        return diagonal(square, birds)
    if kind == R:
        return straight(square, birds)
    return diagonal(square, birds) | straight(square, birds)


cdef inline uint64_t ahead(int mover, uint64_t squares) noexcept nogil:
    return squares << 8 if mover == WHITE else squares >> 8


cdef inline bint over(Position* p) noexcept nogil:
    return not (p.kind[K] & p.side[WHITE]) or not (p.kind[K] & p.side[BLACK])


cdef inline bint exposed(Position* p, int whose) noexcept nogil:
    """Return whether the other side, if it were to move, could capture this side's kingfisher, which must exist."""
    cdef int square = lowest(p.kind[K] & p.side[whose])
    cdef uint64_t them = p.side[1 - whose]
    cdef uint64_t birds = p.side[0] | p.side[1]
    if JUMP[square] & p.kind[N] & them or STEP[p.four][square] & p.kind[K] & them:
        return True
    if TAKES[whose][square] & p.kind[P] & them:
        return True
    if diagonal(square, birds) & (p.kind[B] | p.kind[Q]) & them:
        return True
    return (straight(square, birds) & (p.kind[R] | p.kind[Q]) & them) != 0


cdef inline int at(Position* p, uint64_t bit) noexcept nogil:
    cdef int kind
    for kind in range(6):
        if p.kind[kind] & bit:
            return kind
    return NONE


# A move is 20 bits: from, to, the bird's kind, the captured kind, and whether it promotes to a quetzal.
# During sorting a move's rank is stored above bit 32.


cdef inline uint64_t encode(int start, int end, int kind, int captured, int grows) noexcept nogil:
    return start | end << 6 | kind << 12 | captured << 15 | grows << 18


cdef inline int start_of(uint64_t move) noexcept nogil:
    return move & 63


cdef inline int end_of(uint64_t move) noexcept nogil:
    return move >> 6 & 63


cdef inline int kind_of(uint64_t move) noexcept nogil:
    return move >> 12 & 7


cdef inline int captured_of(uint64_t move) noexcept nogil:
    return move >> 15 & 7


cdef inline int grows_of(uint64_t move) noexcept nogil:
    return move >> 18 & 1


cdef inline int list_parakeet(Position* p, uint64_t ends, int back, uint64_t* moves, int count) noexcept nogil:
    """Write the moves of parakeets straight ahead; ``back`` leads from the end to the start."""
    cdef int end
    while ends:
        end = lowest(ends)
        ends &= ends - 1
        moves[count] = encode(end - back, end, P, NONE, (FAR_ROW[p.mover] >> end) & 1)
        count += 1
    return count


cdef int generate(Position* p, uint64_t* moves, bint loud) noexcept nogil:
    """Write the moves, if ``loud`` only captures and promotions, and return their number; the game must not be over."""
    cdef int count = 0, kind, start, end
    cdef int up = 8 if p.mover == WHITE else -8
    cdef uint64_t own = p.side[p.mover], them = p.side[1 - p.mover]
    cdef uint64_t birds = own | them
    cdef uint64_t bit, ends, birds_left = p.kind[P] & own
    cdef uint64_t ends_allowed = them if loud else ~own
    ends = ahead(p.mover, birds_left) & ~birds
    count = list_parakeet(p, ends & FAR_ROW[p.mover] if loud else ends, up, moves, count)
    if not loud:
        ends = ahead(p.mover, ends & ahead(p.mover, SECOND_ROW[p.mover])) & ~birds
        count = list_parakeet(p, ends, 2 * up, moves, count)
    for kind in range(6):
        birds_left = p.kind[kind] & own
        while birds_left:
            start = lowest(birds_left)
            birds_left &= birds_left - 1
            ends = TAKES[p.mover][start] & them if kind == P else reach(p, kind, start, birds) & ends_allowed
            while ends:
                end = lowest(ends)
                bit = ends & -ends
                ends ^= bit
                moves[count] = encode(
                    start, end, kind, at(p, bit) if bit & them else NONE, kind == P and bit & FAR_ROW[p.mover] != 0
                )
                count += 1
    return count


cdef int count_moves(Position* p) noexcept nogil:
    """Return the number of moves that ``generate`` would write."""
    cdef int count, kind, start
    cdef uint64_t own = p.side[p.mover], them = p.side[1 - p.mover]
    cdef uint64_t birds = own | them
    cdef uint64_t birds_left = p.kind[P] & own
    cdef uint64_t ends = ahead(p.mover, birds_left) & ~birds
    count = many(ends) + many(ahead(p.mover, ends & ahead(p.mover, SECOND_ROW[p.mover])) & ~birds)
    ends = ahead(p.mover, birds_left)
    count += many((ends & ~FILE_A) >> 1 & them) + many((ends & ~FILE_H) << 1 & them)
    for kind in range(1, 6):
        birds_left = p.kind[kind] & own
        while birds_left:
            start = lowest(birds_left)
            birds_left &= birds_left - 1
            count += many(reach(p, kind, start, birds) & ~own)
    return count


cdef inline Position after(Position* here, uint64_t move, int32_t* square_values) noexcept nogil:
    """Return the position after a move; ``square_values`` [6 kinds, 64 squares] has White's values for the score."""
    cdef Position p = here[0]
    cdef int start = start_of(move), end = end_of(move), kind = kind_of(move), captured = captured_of(move)
    cdef int grown = Q if grows_of(move) else kind
    cdef int mine = 0 if p.mover == WHITE else 56
    cdef int gain = square_values[grown * 64 + (end ^ mine)] - square_values[kind * 64 + (start ^ mine)]
    cdef uint64_t come = <uint64_t>1 << end, gone = <uint64_t>1 << start
    if captured != NONE:
        p.kind[captured] ^= come
        p.side[1 - p.mover] ^= come
        gain += square_values[captured * 64 + (end ^ mine ^ 56)]
    p.kind[kind] ^= gone
    p.kind[grown] ^= come
    p.side[p.mover] ^= gone | come
    p.score += gain if p.mover == WHITE else -gain
    p.mover = 1 - p.mover
    return p


cdef inline uint64_t pick(uint64_t* moves, int first, int count, int equal) noexcept nogil:
    """Swap the highest-ranked move from ``first`` on to that place, and return it.

    ``equal`` is the number of low bits that do not count. With 0 the move's own bits decide between equal ranks, with 32
    the order of the list.
    """
    cdef int best = first, i
    cdef uint64_t move
    for i in range(first + 1, count):
        if moves[i] >> equal > moves[best] >> equal:
            best = i
    move = moves[best]
    moves[best] = moves[first]
    moves[first] = move
    return move & <uint64_t>0xFFFFFFFF
