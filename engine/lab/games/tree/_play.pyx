"""Plays Tree Solitaire on random trees, point by point.

A tree is never stored: everything random about a point (whether it is an end point or a win, how its value
splits) comes from a hash of the seed, the number of the game and the path from the top. So a point always
looks the same, and two strategies that play game i of a seed play on the same tree.
"""

from libc.math cimport expm1, fmax, fmin
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc, realloc

# The strategies, in the order of ``rules.STRATEGIES``, and the forms.
cdef enum:
    NOSTRAT, STRAT, HSTRAT, LSTRAT, TWO_HSTRAT, TWO_LSTRAT, BSTRAT, INF_HSTRAT, INF_LSTRAT, HPRIME, BPRIME, UNLIMITED

cdef enum:
    TSI, TSD, DRIFT

# The random properties of a point, drawn from its key.
cdef enum:
    HIGH = 1
    LOW
    ENDS
    WINS
    SPLITS
    SPLITS_TOO
    COIN

cdef enum:
    LOST, WON, STOPPED

cdef int LOOK_EVERY = 4096  # points between two checks of the flag
cdef uint64_t GOLDEN = 0x9E3779B97F4A7C15ULL


cdef struct Point:
    uint64_t key
    double value
    bint holds  # TSD: the one win is here or below


cdef struct Tree:  # the distribution of a random tree
    int form
    double end  # E
    double mean  # A
    double ratio  # R, negative if uniform on [0.5, 1]; drift: negative if branches are random
    double top
    double step  # of the drift form: D; branches are C+D and C-D, or C plus draws uniform on +-3D
    double enough  # of unlimited search: draw the rest once its error is below this


cdef struct Played:
    int64_t looks
    int64_t moves
    int64_t points
    const uint8_t* flag


cdef inline uint64_t mix(uint64_t z) noexcept nogil:
    """The finisher of splitmix64 (Steele, Lea and Flood, 2014)."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL
    return z ^ (z >> 31)


cdef inline double draw(const Point* point, int what) noexcept nogil:
    """Uniform on [0, 1)."""
    return (mix(point.key + GOLDEN * <uint64_t>what) >> 11) * (1.0 / 9007199254740992.0)


cdef inline bint is_end(const Tree* tree, const Point* point) noexcept nogil:
    return draw(point, ENDS) < tree.end


cdef inline bint is_win(const Tree* tree, const Point* point) noexcept nogil:
    if tree.form == TSD:
        return point.holds
    return draw(point, WINS) < point.value


cdef inline double high_ratio(const Tree* tree, const Point* point) noexcept nogil:
    return tree.ratio if tree.ratio >= 0 else 0.5 + 0.5 * draw(point, SPLITS)


cdef void branch(const Tree* tree, const Point* point, Point* high, Point* low) noexcept nogil:
    """The two branches of a split point."""
    cdef double first, second, ratio
    high.key = mix(point.key + GOLDEN * <uint64_t>HIGH)
    low.key = mix(point.key + GOLDEN * <uint64_t>LOW)
    high.holds = low.holds = False
    if tree.form == DRIFT and tree.ratio >= 0:
        high.value, low.value = point.value + tree.step, point.value - tree.step
        return
    if tree.form == DRIFT:
        first = 3 * tree.step * (2 * draw(point, SPLITS) - 1)
        second = 3 * tree.step * (2 * draw(point, SPLITS_TOO) - 1)
        high.value, low.value = point.value + fmax(first, second), point.value + fmin(first, second)
        return
    ratio = high_ratio(tree, point)
    high.value, low.value = ratio * point.value, (1 - ratio) * point.value
    if point.holds:
        high.holds = draw(point, WINS) < ratio
        low.holds = not high.holds


cdef bint path_wins(const Tree* tree, Point point, Played* played) noexcept nogil:
    """Whether high branches from here on lead to a win; the point itself is looked at too."""
    cdef Point high, low
    while True:
        played.looks += 1
        if is_end(tree, &point):
            return is_win(tree, &point)
        if stopped(played):
            return False
        branch(tree, &point, &high, &low)
        point = high


cdef inline bint stopped(Played* played) noexcept nogil:
    played.points += 1
    return played.points % LOOK_EVERY == 0 and played.flag[0]


cdef double factor(bint both, double end, double mean, double value) noexcept nogil:
    """K_H, or K_B if both branches are looked at."""
    cdef double rest = 1 - mean
    cdef double high = mean + end * rest
    cdef double bent = end * mean * rest * value
    cdef double bottom = end * high + (1 - high) + (2 if both else 1) * (1 - end) * bent
    return ((end if both else end * high) - end * bent) / bottom


cdef double worth(const Tree* tree, bint both, double value, double ratio) noexcept nogil:
    """C_B, or C_H; in the dependent form without products of two points' chances."""
    cdef double bent = 0.0 if tree.form == TSD else 1.0
    cdef double end = tree.end
    cdef double high = ratio * value
    cdef double low = (1 - ratio) * value
    cdef double at_high = (1 - end) * high * factor(both, end, tree.mean, bent * high)
    cdef double at_low = (1 - end) * low * factor(both, end, tree.mean, bent * low)
    if both:
        return (
            end * high + (1 - bent * end * high) * end * low
            + end * (1 - bent * high) * at_low + (1 - bent * end * low) * at_high
        )
    return end * high + at_high + end * (1 - bent * high) * (end * low + at_low)


cdef bint goes_high(
    const Tree* tree, int strategy, Point* point, Point* high, Point* low, Played* played
) noexcept nogil:
    """The strategy's move from a split point with these branches."""
    cdef Point further, other
    cdef double to_high, to_low
    if strategy == NOSTRAT:
        return draw(point, COIN) < 0.5
    if strategy == STRAT:
        return True
    if strategy == INF_HSTRAT:
        return path_wins(tree, high[0], played)
    if strategy == INF_LSTRAT:
        return not path_wins(tree, low[0], played)
    played.looks += 1
    if strategy == LSTRAT:
        return not (is_end(tree, low) and is_win(tree, low))
    if strategy == TWO_LSTRAT:
        if is_end(tree, low):
            return not is_win(tree, low)
        played.looks += 1
        branch(tree, low, &further, &other)
        return not (is_end(tree, &further) and is_win(tree, &further))
    if strategy == HSTRAT or strategy == TWO_HSTRAT or strategy == HPRIME:
        if is_end(tree, high):
            return is_win(tree, high)
        if strategy == HSTRAT:
            return True
        if strategy == TWO_HSTRAT:
            played.looks += 1
            branch(tree, high, &further, &other)
            return not is_end(tree, &further) or is_win(tree, &further)
        to_high = worth(tree, False, high.value, high_ratio(tree, high))
        to_low = tree.end * low.value + (1 - tree.end) * worth(tree, False, low.value, tree.mean)
        return to_high > to_low
    # BSTRAT and BPRIME look at both.
    played.looks += 1
    if is_end(tree, high):
        return is_win(tree, high) or (is_end(tree, low) and not is_win(tree, low))
    if is_end(tree, low):
        return not is_win(tree, low)
    if strategy == BSTRAT:
        return True
    return worth(tree, True, high.value, high_ratio(tree, high)) >= worth(tree, True, low.value, high_ratio(tree, low))


cdef int play(const Tree* tree, int strategy, Point point, Played* played) noexcept nogil:
    """One game from a split point."""
    cdef Point high, low
    if strategy == UNLIMITED:
        return search(tree, point, played)
    while True:
        if stopped(played):
            return STOPPED
        branch(tree, &point, &high, &low)
        point = high if goes_high(tree, strategy, &point, &high, &low, played) else low
        played.moves += 1
        if is_end(tree, &point):
            return WON if is_win(tree, &point) else LOST


cdef int search(const Tree* tree, Point top, Played* played) noexcept nogil:
    """Looks at the highest unseen point repeatedly, until a win is seen or the rest can be drawn."""
    cdef Py_ssize_t size = 2
    cdef Py_ssize_t room = 64
    cdef double unseen = top.value
    cdef Point point
    cdef Point* grown
    cdef int result = LOST
    cdef Point* heap = <Point*>malloc(room * sizeof(Point))
    if heap == NULL:
        return STOPPED
    branch(tree, &top, &heap[0], &heap[1])
    while size:
        if stopped(played):
            result = STOPPED
            break
        if tree.form == TSI and unseen * heap[0].value < tree.enough:
            # A point of value v holds a win with a chance from v - v * v / 2 to v, independently.
            result = WON if draw(&top, COIN) < -expm1(-unseen) else LOST
            break
        point = heap[0]
        played.looks += 1
        size -= 1
        heap[0] = heap[size]
        sink(heap, size)
        if is_end(tree, &point):
            if is_win(tree, &point):
                result = WON
                break
            unseen -= point.value
            continue
        if size + 2 > room:
            room *= 2
            grown = <Point*>realloc(heap, room * sizeof(Point))
            if grown == NULL:
                result = STOPPED
                break
            heap = grown
        branch(tree, &point, &heap[size], &heap[size + 1])
        rise(heap, size)
        rise(heap, size + 1)
        size += 2
    free(heap)
    return result


cdef void rise(Point* heap, Py_ssize_t i) noexcept nogil:
    cdef Point moved = heap[i]
    while i > 0 and heap[(i - 1) // 2].value < moved.value:
        heap[i] = heap[(i - 1) // 2]
        i = (i - 1) // 2
    heap[i] = moved


cdef void sink(Point* heap, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t i = 0
    cdef Py_ssize_t child
    cdef Point moved = heap[0]
    while 2 * i + 1 < size:
        child = 2 * i + 1
        if child + 1 < size and heap[child + 1].value > heap[child].value:
            child += 1
        if heap[child].value <= moved.value:
            break
        heap[i] = heap[child]
        i = child
    heap[i] = moved


def play_games(
    int form, double end, double mean, double ratio, double top, double step, double enough,
    int strategy, int other, uint64_t seed, int64_t first, int64_t last,
    int64_t nodes, const uint8_t[::1] flag, int64_t[::1] by_move, double[::1] sums,
):
    """Plays games ``first`` to ``last`` of a seed; returns how many were played.

    Args:
        form: 0 for TSI, 1 for TSD, 2 for drift.
        end, mean, ratio, top, step, enough: see ``Tree``.
        strategy, other: indices into ``rules.STRATEGIES``; other -1 for none.
        nodes: stop after this many points.
        flag: uint8 [1], stop when it is set.
        by_move: int64 [moves], incremented by the games won by ``strategy`` on move 1, 2, ..., the last
            one including later moves.
        sums: float64 [6], incremented by the games won by ``strategy``, by ``other``, by both; looks,
            their squares; points.
    """
    cdef Tree tree
    cdef Point point
    cdef Played played
    cdef int result
    cdef int result_other = LOST
    cdef int64_t game = first
    cdef int64_t looks, moves
    cdef Py_ssize_t most = by_move.shape[0]
    cdef uint64_t base = mix(seed + GOLDEN)
    tree.form, tree.end, tree.mean, tree.ratio, tree.top = form, end, mean, ratio, top
    tree.step, tree.enough = step, enough
    played.looks = played.moves = played.points = 0
    played.flag = &flag[0]
    with nogil:
        while game < last and played.points <= nodes:
            point.key = mix(base + GOLDEN * <uint64_t>(game + 1))
            point.value = top
            point.holds = form == TSD
            played.moves = played.looks = 0
            result = play(&tree, strategy, point, &played)
            looks, moves = played.looks, played.moves
            if other >= 0:
                result_other = play(&tree, other, point, &played)
            if flag[0] or result == STOPPED or result_other == STOPPED:
                break
            game += 1
            sums[0] += result
            sums[1] += result_other
            sums[2] += result * result_other
            sums[3] += looks
            sums[4] += <double>looks * looks
            if result == WON and moves > 0:  # a search ends before the first move
                by_move[moves - 1 if moves < most else most - 1] += 1
    sums[5] += played.points
    return game - first
