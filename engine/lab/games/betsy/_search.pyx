"""The kernel of Betsy: move counts, exact minimax, forced captures, and the alpha-beta search for ``play``.

``_board.pxi`` has the rules on bitboards; tests compare them with a readable version.

The transposition table stores whole positions, not hashes, so collisions cannot corrupt exact answers.
"""

cimport cython
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

include "_board.pxi"

cdef enum:
    ABSENT, EXACT, LOWER, UPPER  # what an entry's value is: none, exact, or a bound
cdef enum:
    PLIES = 100  # the longest line
    PLAY = 0  # the purpose of an entry, unless it is a depth from 1 on
    FORCE = 101
    POLL = 256  # positions between two checks of the clock

cdef enum:
    WINS = 1 << 19  # the value of capturing the kingfisher at ply n is WINS - n in the play search
    INFINITE = 1 << 20

WIN = WINS  # for Python

cdef struct Entry:
    uint64_t[4] words
    int64_t value
    uint32_t move
    int8_t depth
    uint8_t bound
    uint8_t key  # the mover, plus twice the purpose


cdef Position placed(bytes board, int mover, int directions):
    """Return a position without its score."""
    cdef Position p
    cdef int square
    memset(&p, 0, sizeof(p))
    p.mover, p.four = mover, directions == 4
    for square in range(64):
        letter = chr(board[square])
        if letter != ".":
            p.kind["PNBRQK".index(letter.upper())] |= <uint64_t>1 << square
            p.side[BLACK if letter.islower() else WHITE] |= <uint64_t>1 << square
    return p


def moves(bytes board, int mover, int directions):
    """Return all moves as (from, to), unordered; for the arguments see ``AlphaBetaSearch``."""
    cdef uint64_t[MAX_MOVES] room
    cdef Position p = placed(board, mover, directions)
    return [] if over(&p) else [(start_of(room[i]), end_of(room[i])) for i in range(generate(&p, room, False))]


@cython.final
cdef class AlphaBetaSearch:
    """Alpha-beta search of one position, with its transposition table.

    Args:
        board: 64 bytes as in ``rules.py``, at most one kingfisher of each side.
        mover: 0 for White, 1 for Black.
        directions: of a kingfisher's step, 8 or 4.
        square_values: int32 [6, 64], the value of a bird of kind P, N, B, R, Q, K on a square, for White.
        flag: uint8 [1], stops the search when it is not 0.
        limit: the most positions to search.
        entries: size of the transposition table, a power of two; 0 for none.
        null_move: whether the play search may try a null move to prune.
        seed: if not 0, it shuffles the root moves of the play search, so that the choice among equal moves varies.

    ``nodes`` counts the positions searched. If ``stopped`` is set, the last call was unfinished and its
    result is meaningless. A call stops at ``deadline`` on the monotonic clock.

    Raises:
        MemoryError: not enough memory for the table.
    """

    cdef Position root
    cdef Entry* table
    cdef uint64_t size
    cdef uint64_t* room
    cdef int32_t* square_values
    cdef uint8_t* flag
    cdef object buffers
    cdef int32_t[2][6][64] history
    cdef uint32_t[PLIES][2] killers
    cdef uint32_t best
    cdef bint null_move
    cdef uint64_t seed
    cdef bint crowded
    cdef readonly bint stopped
    cdef readonly int64_t nodes
    cdef public int64_t limit
    cdef public double deadline

    def __init__(self, bytes board, int mover, int directions, square_values, flag, limit, uint64_t entries=1 << 19,
                 null_move=False, uint64_t seed=0):
        cdef int32_t[:, ::1] values = square_values
        cdef uint8_t[::1] memory = flag
        cdef int square, kind
        cdef bint black
        self.buffers = (square_values, flag)
        self.square_values, self.flag, self.limit, self.null_move = &values[0, 0], &memory[0], limit, null_move
        self.deadline, self.size, self.seed = 1e300, entries, seed
        self.room = <uint64_t*>calloc((PLIES + 2) * MAX_MOVES, sizeof(uint64_t))
        self.table = <Entry*>calloc(entries + 1, sizeof(Entry))
        if self.room == NULL or self.table == NULL:
            raise MemoryError
        self.root = placed(board, mover, directions)
        for square in range(64):
            kind = at(&self.root, <uint64_t>1 << square)
            if kind != NONE:
                black = self.root.side[BLACK] >> square & 1
                self.root.score += -values[kind, square ^ 56] if black else values[kind, square]

    def __dealloc__(self):
        free(self.room)
        free(self.table)

    def perft(self, int depth):
        """Return the number of move sequences of exactly ``depth`` plies. Raises OverflowError from 2^64 on."""
        cdef uint64_t count
        self.stopped = self.crowded = False
        with nogil:
            count = self.sequences(&self.root, depth, self.room)
        if self.crowded:
            raise OverflowError
        return count

    def minimax(self, int depth, int alpha=-INFINITE, int beta=INFINITE, move=None):
        """Return the full-width minimax value for the mover; outside alpha to beta, a bound.

        It is the value of the position, or of a move (from, to), which counts as the first ply.
        """
        cdef int value
        cdef Position p = self.root
        if move is not None:
            self.follow(&p, move)
        self.stopped = False
        with nogil:
            if p.mover == self.root.mover:
                value = self.exact(&p, depth, alpha, beta, 0, self.room)
            else:
                value = -self.exact(&p, depth - 1, -beta, -alpha, 1, self.room)
        return value

    def forces(self, move, int plies):
        """Return whether a move, as (from, to), forces the capture within an odd number of plies, including itself."""
        cdef bint is_forced
        cdef Position p = self.root
        self.follow(&p, move)
        self.stopped = False
        if over(&p) or plies == 1:
            return over(&p)
        with nogil:
            is_forced = not exposed(&p, self.root.mover) and self.is_lost(&p, plies - 1, 1, self.room)
        return is_forced

    cdef int follow(self, Position* p, move) except -1:
        """Make a move, given as (from, to), on a position."""
        cdef int i
        for i in range(generate(p, self.room, False)):
            if start_of(self.room[i]) == move[0] and end_of(self.room[i]) == move[1]:
                p[0] = after(p, self.room[i], self.square_values)
                return 0
        raise ValueError(f"no such move: {move}")

    def think(self, int depth):
        """Search for ``play`` to a depth of at least 1, in a position with a move.

        Returns (from, to), the best move so far even if stopped (None if there is none yet), and its score
        for the mover; a score of ``WIN - n`` or more is a forced capture at ply n.
        """
        cdef int score
        self.stopped, self.best = False, 0
        with nogil:
            score = self.play(&self.root, depth, -INFINITE, INFINITE, 0, self.room, False)
        return ((start_of(self.best), end_of(self.best)) if self.best else None), score

    def line(self, int longest):
        """Return the best line according to the table, as (from, to)."""
        cdef Position p = self.root
        cdef Entry* entry
        line = []
        while len(line) < longest and not over(&p):
            entry = self.find(&p, PLAY)
            if entry == NULL or not entry.move:
                break
            line.append((start_of(entry.move), end_of(entry.move)))
            p = after(&p, entry.move, self.square_values)
        return line

    cdef inline bint count_position(self) noexcept nogil:
        """Count a position, and return whether the search goes on."""
        self.nodes += 1
        if self.nodes % POLL == 0 and (self.flag[0] or now() >= self.deadline):
            self.stopped = True
        if self.nodes > self.limit:
            self.stopped = True
        return not self.stopped

    # The transposition table: two entries per slot, the deeper one first

    cdef inline Entry* place(self, Position* p, int key, uint64_t* words) noexcept nogil:
        """Return a position's slot; pack its board: White's squares, and three planes of kinds from 1 to 6."""
        cdef uint64_t mix
        words[0] = p.side[WHITE]
        words[1] = p.kind[P] | p.kind[B] | p.kind[Q]
        words[2] = p.kind[N] | p.kind[B] | p.kind[K]
        words[3] = p.kind[R] | p.kind[Q] | p.kind[K]
        mix = (words[0] + key) * <uint64_t>0x9E3779B97F4A7C15
        mix = (mix ^ mix >> 29 ^ words[1]) * <uint64_t>0xBF58476D1CE4E5B9
        mix = (mix ^ mix >> 32 ^ words[2]) * <uint64_t>0x94D049BB133111EB
        mix = (mix ^ mix >> 29 ^ words[3]) * <uint64_t>0x9E3779B97F4A7C15
        return self.table + ((mix ^ mix >> 32) & (self.size - 1) & ~<uint64_t>1)

    cdef inline bint same(self, Entry* entry, uint64_t* words, int key) noexcept nogil:
        return entry.key == key and entry.bound != ABSENT and memcmp(entry.words, words, sizeof(entry.words)) == 0

    cdef inline Entry* find(self, Position* p, int purpose) noexcept nogil:
        """Return the table's entry of a position for a purpose (PLAY, FORCE, or a depth), or NULL."""
        cdef uint64_t[4] words
        cdef int key = p.mover + 2 * purpose
        cdef Entry* entry
        if self.size == 0:
            return NULL
        entry = self.place(p, key, words)
        if self.same(entry, words, key):
            return entry
        return entry + 1 if self.same(entry + 1, words, key) else NULL

    cdef inline void keep(
        self, Position* p, int purpose, int depth, int64_t value, int bound, uint64_t move
    ) noexcept nogil:
        cdef uint64_t[4] words
        cdef int key = p.mover + 2 * purpose
        cdef Entry* entry
        if self.size == 0:
            return
        entry = self.place(p, key, words)
        if not self.same(entry, words, key) and (self.same(entry + 1, words, key) or entry.depth > depth):
            entry += 1
        if self.same(entry, words, key) and not move:
            move = entry.move
        memcpy(entry.words, words, sizeof(entry.words))
        entry.value, entry.move, entry.depth, entry.bound = value, <uint32_t>move, <int8_t>depth, <uint8_t>bound
        entry.key = <uint8_t>key

    # Order of moves

    cdef inline void rank(self, Position* p, uint64_t* moves, int count, uint32_t first, int ply) noexcept nogil:
        """Rank first the table's move, then captures (most valuable by least valuable), killers, and history."""
        cdef int i, captured
        cdef uint64_t value
        cdef uint32_t move
        for i in range(count):
            move = <uint32_t>moves[i]
            captured = captured_of(move)
            if move == first:
                value = 1 << 30
            elif captured != NONE or grows_of(move):
                value = (1 << 28) + (captured + 1 if captured != NONE else 0) * 16 + grows_of(move) * 80 - kind_of(move)
            elif move == self.killers[ply][0]:
                value = (1 << 27) + 1
            elif move == self.killers[ply][1]:
                value = 1 << 27
            else:
                value = self.history[p.mover][kind_of(move)][end_of(move)]
            moves[i] = move | value << 32

    cdef void shuffle(self, uint64_t* moves, int count) noexcept nogil:
        """Shuffle the moves, all orders equally likely, by the seed alone."""
        cdef uint64_t state = self.seed, bits
        cdef int i, j
        for i in range(count - 1, 0, -1):
            state += <uint64_t>0x9E3779B97F4A7C15  # splitmix64
            bits = (state ^ state >> 30) * <uint64_t>0xBF58476D1CE4E5B9
            bits = (bits ^ bits >> 27) * <uint64_t>0x94D049BB133111EB
            j = <int>((bits ^ bits >> 31) % <uint64_t>(i + 1))
            moves[i], moves[j] = moves[j], moves[i]

    cdef inline void update_killers(self, Position* p, uint64_t move, int depth, int ply) noexcept nogil:
        """Update the killer moves and the history table after a quiet move caused a beta cutoff."""
        cdef int32_t* record = &self.history[p.mover][kind_of(move)][end_of(move)]
        if captured_of(move) != NONE or grows_of(move):
            return
        if self.killers[ply][0] != <uint32_t>move:
            self.killers[ply][1] = self.killers[ply][0]
            self.killers[ply][0] = <uint32_t>move
        record[0] += depth * depth
        if record[0] > 1 << 26:
            memset(self.history, 0, sizeof(self.history))

    # Move sequences

    cdef uint64_t sequences(self, Position* p, int depth, uint64_t* moves) noexcept nogil:
        cdef uint64_t total = 0, more
        cdef Position child
        cdef Entry* entry
        cdef int count, i
        if depth == 0:
            return 1
        if over(p) or not self.count_position():
            return 0
        if depth == 1:
            return count_moves(p)
        if depth > 2:
            entry = self.find(p, depth)
            if entry != NULL:
                return <uint64_t>entry.value
        count = generate(p, moves, False)
        for i in range(count):
            if captured_of(moves[i]) == K:
                continue
            child = after(p, moves[i], self.square_values)
            more = self.sequences(&child, depth - 1, moves + count)
            if total > ALL - more:
                self.crowded = self.stopped = True
            total += more
            if self.stopped:
                return 0
        if depth > 2:
            self.keep(p, depth, depth, <int64_t>total, EXACT, 0)
        return total

    # Exact minimax of material

    cdef int exact(self, Position* p, int depth, int alpha, int beta, int ply, uint64_t* moves) noexcept nogil:
        """Return the value for the mover; outside alpha to beta, a bound.

        With one ply left the value is the score plus the best capture, as not capturing costs nothing and a side
        without a move ends the game with the current score. So with two plies left the value of a move is
        at most the score after the move, and moves with a score of alpha or below can be skipped.
        """
        cdef int score = p.score if p.mover == WHITE else -p.score
        cdef int best = -INFINITE, least = alpha, low, value, count, i
        cdef uint64_t move, chosen = 0
        cdef uint32_t first = 0
        cdef Position child
        cdef Entry* entry
        cdef bint loud
        if not self.count_position():
            return 0
        if depth == 0 or over(p):
            return score
        if depth == 1:
            return score + self.max_gain(p, moves)
        entry = self.find(p, depth)
        if entry != NULL:
            first = entry.move
            value = <int>entry.value
            if is_cutoff(entry, value, alpha, beta):
                return value
        if first == 0:
            entry = self.find(p, depth - 1)
            first = entry.move if entry != NULL else 0
        loud = depth == 2 and score <= alpha
        if loud:
            best = score
        count = generate(p, moves, loud)
        if count == 0:
            return score
        self.rank(p, moves, count, first, ply)
        for i in range(count):
            move = pick(moves, i, count, 0)
            child = after(p, move, self.square_values)
            value = child.score if p.mover == WHITE else -child.score
            if captured_of(move) != K and (depth > 2 or value > alpha):
                # Later moves are first searched with a null window, which only tells whether they are better.
                low = -beta if best == -INFINITE or alpha == -INFINITE else -alpha - 1
                value = -self.exact(&child, depth - 1, low, -alpha, ply + 1, moves + count)
                if low != -beta and alpha < value < beta:
                    value = -self.exact(&child, depth - 1, -beta, -alpha, ply + 1, moves + count)
            if self.stopped:
                return 0
            if value > best:
                best = value
                if value > alpha:
                    alpha, chosen = value, move
                if value >= beta:
                    self.update_killers(p, move, depth, ply)
                    break
        self.keep(p, depth, depth, best, bound_of(best, least, beta), chosen)
        return best

    cdef int max_gain(self, Position* p, uint64_t* moves) noexcept nogil:
        """Return the most material that one move can gain; the values must be the same on all squares."""
        cdef int best = 0, i, gain
        for i in range(generate(p, moves, True)):
            gain = self.square_values[captured_of(moves[i]) * 64] if captured_of(moves[i]) != NONE else 0
            if grows_of(moves[i]):
                gain += self.square_values[Q * 64] - self.square_values[P * 64]
            best = max(best, gain)
        return best

    # Forced captures

    cdef bint forces_capture(self, Position* p, int plies, int ply, uint64_t* moves) noexcept nogil:
        """Return whether the mover forces the capture within an odd number of plies."""
        cdef int count, i
        cdef uint64_t move
        cdef uint32_t first = 0
        cdef Position child
        cdef Entry* entry
        cdef int64_t win_bounds = 0  # plies without a win, plus 256 times the plies with a win
        if not self.count_position():
            return False
        if exposed(p, 1 - p.mover):
            return True
        if plies == 1:
            return False
        entry = self.find(p, FORCE)
        if entry != NULL:
            first = entry.move
            win_bounds = entry.value
            if win_bounds & 255 >= plies:
                return False
            if win_bounds >> 8 and win_bounds >> 8 <= plies:
                return True
        count = generate(p, moves, False)
        self.rank(p, moves, count, first, ply)
        for i in range(count):
            move = pick(moves, i, count, 0)
            child = after(p, move, self.square_values)
            if exposed(&child, p.mover):
                continue
            if self.is_lost(&child, plies - 1, ply + 1, moves + count) and not self.stopped:
                self.keep(p, FORCE, plies, plies << 8 | (win_bounds & 255), LOWER, move)
                return True
            if self.stopped:
                return False
        self.keep(p, FORCE, plies, (win_bounds & ~<int64_t>255) | plies, UPPER, 0)
        return False

    cdef bint is_lost(self, Position* p, int plies, int ply, uint64_t* moves) noexcept nogil:
        """Return whether the opponent forces the capture against all moves; the mover must have no winning capture."""
        cdef int count, i
        cdef uint64_t move
        cdef Position child
        if not self.count_position():
            return False
        count = generate(p, moves, False)
        if count == 0:
            return False
        self.rank(p, moves, count, 0, ply)
        for i in range(count):
            move = pick(moves, i, count, 0)
            child = after(p, move, self.square_values)
            if not self.forces_capture(&child, plies - 1, ply + 1, moves + count):
                if not self.stopped:
                    self.update_killers(p, move, plies, ply)
                return False
        return not self.stopped

    # Play

    cdef int play(
        self, Position* p, int depth, int alpha, int beta, int ply, uint64_t* moves, bint skip
    ) noexcept nogil:
        """Return the alpha-beta value for ``play``; threats to the kingfisher are searched a ply deeper."""
        cdef int best = -INFINITE, least = alpha, low, value, count, i
        cdef uint64_t move, chosen = 0
        cdef uint32_t first = 0
        cdef Position child
        cdef Entry* entry
        cdef bint threat, shuffled
        if not self.count_position():
            return 0
        if ply:
            if exposed(p, 1 - p.mover):
                return WINS - ply - 1
            if alpha >= WINS - ply - 3:  # any other win takes three or more plies
                return alpha
        threat = exposed(p, p.mover)
        depth += threat
        if depth <= 0 or ply >= PLIES - 2:
            return self.quiescence(p, alpha, beta, ply, moves)
        entry = self.find(p, PLAY)
        if entry != NULL:
            first = entry.move
            if ply and entry.depth >= depth:
                value = from_table(entry.value, ply)
                if is_cutoff(entry, value, alpha, beta):
                    return value
        if skip and not threat and depth > 2 and beta < WINS // 2 and p.side[p.mover] & ~p.kind[P] & ~p.kind[K]:
            child = p[0]
            child.mover = 1 - p.mover
            value = -self.play(&child, depth - 3, -beta, 1 - beta, ply + 1, moves, False)
            if value >= beta and not self.stopped:
                return beta
        count = generate(p, moves, False)
        if count == 0:
            return 0
        shuffled = ply == 0 and self.seed != 0
        if shuffled:
            self.shuffle(moves, count)
        self.rank(p, moves, count, first, ply)
        for i in range(count):
            move = pick(moves, i, count, 32 if shuffled else 0)
            if captured_of(move) == K:
                value = WINS - ply - 1
            else:
                child = after(p, move, self.square_values)
                low = -beta if i == 0 else -alpha - 1
                value = -self.play(&child, depth - 1, low, -alpha, ply + 1, moves + count, self.null_move)
                if low != -beta and alpha < value < beta:
                    value = -self.play(&child, depth - 1, -beta, -alpha, ply + 1, moves + count, self.null_move)
            if self.stopped:
                return 0
            if value > best:
                best = value
                if value > alpha:
                    alpha, chosen = value, move
                    if ply == 0:
                        self.best = <uint32_t>move
                if value >= beta:
                    self.update_killers(p, move, depth, ply)
                    break
        self.keep(p, PLAY, depth, to_table(best, ply), bound_of(best, least, beta), chosen)
        return best

    cdef int quiescence(self, Position* p, int alpha, int beta, int ply, uint64_t* moves) noexcept nogil:
        """Return the value of captures only, searched until none pays (quiescence search)."""
        cdef int best = p.score if p.mover == WHITE else -p.score
        cdef int count, i, value
        cdef Position child
        if ply >= PLIES - 1 or best >= beta:
            return best
        alpha = max(alpha, best)
        count = generate(p, moves, True)
        self.rank(p, moves, count, 0, ply)
        for i in range(count):
            child = after(p, pick(moves, i, count, 0), self.square_values)
            if not self.count_position():
                return 0
            if exposed(&child, p.mover):
                value = -(WINS - ply - 2)
            else:
                value = -self.quiescence(&child, -beta, -alpha, ply + 1, moves + count)
            if value > best:
                best = value
                alpha = max(alpha, value)
                if value >= beta:
                    break
        return best


cdef inline int bound_of(int best, int alpha, int beta) noexcept nogil:
    return LOWER if best >= beta else UPPER if best <= alpha else EXACT


cdef inline bint is_cutoff(Entry* entry, int value, int alpha, int beta) noexcept nogil:
    """Return whether an entry's value, exact or a bound, is enough for a search between alpha and beta."""
    return entry.bound == EXACT or (value >= beta if entry.bound == LOWER else value <= alpha)


cdef inline double now() noexcept nogil:
    """Return the seconds of the monotonic clock."""
    cdef timespec time
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec + time.tv_nsec * 1e-9


# The table counts the plies to a win from the entry's position, the search from the root.


cdef inline int to_table(int value, int ply) noexcept nogil:
    return value + ply if value > WINS // 2 else value - ply if value < -WINS // 2 else value


cdef inline int from_table(int64_t value, int ply) noexcept nogil:
    return <int>(value - ply if value > WINS // 2 else value + ply if value < -WINS // 2 else value)
