"""Plays Tree Solitaire on random trees, point by point.

A tree is never stored: everything random about a point (whether it is an end point or a win, how its value
splits) comes from a hash of the seed, the number of the game and the path from the top. So a point never changes,
and two strategies that play game i of a seed play on the same tree.
"""

from libc.math cimport INFINITY, expm1, fabs, fmax, fmin
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc, realloc

# The kinds of strategies, in the order of ``play.KINDS``, and the forms.
cdef enum:
    NOSTRAT, STRAT, HIGH_PATH, LOW_PATH, BSTRAT, PLIES, HPRIME, BPRIME, UNLIMITED

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
    MORE  # from here on: the keys of the third and later branches

cdef enum:
    LOST, WON, STOPPED

cdef enum:
    MAX_BRANCHES = 12  # ``options.MAX_BRANCHES``

cdef enum:
    POINTS_PER_POLL = 4096  # points between two checks of the flag

cdef double ROUNDING = 1e-12  # values that differ by less are equal
cdef uint64_t GOLDEN = 0x9E3779B97F4A7C15ULL


cdef struct Player:  # a strategy
    int kind
    int64_t reach  # number of points of a path it follows, of plies it sees, or of a search's looks; 0: no limit


cdef struct Point:
    uint64_t key
    double value
    int level  # below the top
    bint holds  # TSD: the one win is here or below


cdef struct Tree:  # the distribution of a random tree
    int form
    double end  # E, on the levels after ``ends``
    const double* ends
    int levels
    const double* shares  # of all branches, if they are constant
    int branches
    double mean  # A
    double ratio  # R, negative if uniform on [0.5, 1]; drift: negative if branches are random
    double top
    double step  # of the drift form: D; branches are C+D and C-D, or C plus draws uniform on +-3D
    double enough  # unlimited search draws the result of the unseen points once its error is below this


cdef struct Counters:
    int64_t looks
    int64_t moves
    int64_t points
    int64_t given_up  # searches
    int64_t max_points  # of all games together
    const uint8_t* flag
    bint over  # the flag is set, or max_points exceeded: the current game is unfinished


cdef inline uint64_t mix(uint64_t z) noexcept nogil:
    """Mix bits by the finisher of splitmix64 (Steele, Lea and Flood, 2014)."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL
    return z ^ (z >> 31)


cdef inline double draw(const Point* point, int what) noexcept nogil:
    """Return a random number, uniform on [0, 1)."""
    return (mix(point.key + GOLDEN * <uint64_t>what) >> 11) * (1.0 / 9007199254740992.0)


cdef inline bint is_end(const Tree* tree, const Point* point) noexcept nogil:
    return draw(point, ENDS) < (tree.ends[point.level - 1] if point.level <= tree.levels else tree.end)


cdef inline bint is_win(const Tree* tree, const Point* point) noexcept nogil:
    if tree.form == TSD:
        return point.holds
    return draw(point, WINS) < point.value


cdef inline double high_ratio(const Tree* tree, const Point* point) noexcept nogil:
    return tree.ratio if tree.ratio >= 0 else 0.5 + 0.5 * draw(point, SPLITS)


cdef void branch(const Tree* tree, const Point* point, Point* branches) noexcept nogil:
    """Find all branches of a split point: the high one, the low one and, where there are more, the others."""
    cdef double first, second, share, drawn
    cdef double before = 0.0
    cdef bint last
    cdef int number
    for number in range(tree.branches):
        branches[number].key = mix(point.key + GOLDEN * <uint64_t>(HIGH + number if number < 2 else MORE + number))
        branches[number].level = point.level + 1
        branches[number].holds = False
    if tree.form == DRIFT:
        first, second = tree.step, -tree.step
        if tree.ratio < 0:
            first = 3 * tree.step * (2 * draw(point, SPLITS) - 1)
            second = 3 * tree.step * (2 * draw(point, SPLITS_TOO) - 1)
        branches[0].value, branches[1].value = point.value + fmax(first, second), point.value + fmin(first, second)
        return
    drawn = draw(point, WINS) if point.holds else 0.0
    for number in range(tree.branches):
        last = number == tree.branches - 1
        share = high_ratio(tree, point) if number == 0 else 1 - before if tree.branches == 2 else tree.shares[number]
        branches[number].value = share * point.value
        branches[number].holds = point.holds and before <= drawn and (last or drawn < before + share)
        before += share


cdef int path_wins(const Tree* tree, Point point, int64_t reach, Counters* counters) noexcept nogil:
    """Return 1 if high branches from here on lead to a win, 0 for a loss, -1 if the last point reached splits."""
    cdef Point[MAX_BRANCHES] below
    while True:
        counters.looks += 1
        if is_end(tree, &point):
            return is_win(tree, &point)
        reach -= 1
        if reach == 0 or stopped(counters):
            return -1
        branch(tree, &point, below)
        point = below[0]


cdef double best(const Tree* tree, const Point* point, int64_t depth, Counters* counters) noexcept nogil:
    """Return a point's value to a strategy that sees plies: ±infinity for a win or a loss, else the best below."""
    cdef Point[MAX_BRANCHES] below
    cdef double best_value = -INFINITY
    cdef int number
    counters.looks += 1
    if is_end(tree, point):
        return INFINITY if is_win(tree, point) else -INFINITY
    if depth == 1 or stopped(counters):
        return point.value
    branch(tree, point, below)
    for number in range(tree.branches):
        best_value = fmax(best_value, best(tree, &below[number], depth - 1, counters))
    return best_value


cdef inline bint stopped(Counters* counters) noexcept nogil:
    """Count a point, and return whether to stop; once True, it stays True."""
    counters.points += 1
    if counters.points % POINTS_PER_POLL == 0 and (counters.flag[0] or counters.points > counters.max_points):
        counters.over = True
    return counters.over


cdef double factor(bint both, double end, double mean, double value) noexcept nogil:
    """Return K_H, or K_B if both branches are looked at."""
    cdef double rest = 1 - mean
    cdef double high = mean + end * rest
    cdef double bent = end * mean * rest * value
    cdef double bottom = end * high + (1 - high) + (2 if both else 1) * (1 - end) * bent
    return ((end if both else end * high) - end * bent) / bottom


cdef double estimate(const Tree* tree, bint both, double value, double ratio) noexcept nogil:
    """Return C_B, or C_H; in the dependent form without products of two points' chances. Not for the drift form."""
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


cdef inline bint better(double one, double other) noexcept nogil:
    """Return whether ``one`` exceeds ``other`` by more than rounding."""
    return other < one and (one == INFINITY or one > other + ROUNDING * fabs(one))


cdef double level(bint both, double end, double value) noexcept nogil:
    """Return the chance of HSTRAT or BSTRAT to win if all points had this value (theorem 6.1)."""
    cdef double v = fmin(fmax(value, 0.0), 1.0)
    if both:
        return end * v * (2 - end * v) / (1 - (1 - end) * (1 + end - 2 * end * v))
    return v * (1 + end - end * v) / (v + end - end * v)


cdef double drifting(const Tree* tree, bint both, double high, double low) noexcept nogil:
    """Return the value of a split point of the drift form, if all points below a branch have the branch's value."""
    cdef double end = tree.end
    cdef double split = 1 - end
    cdef double up = fmin(fmax(high, 0.0), 1.0)
    cdef double down = fmin(fmax(low, 0.0), 1.0)
    cdef double at_high = split * level(both, end, high)
    cdef double at_low = split * level(both, end, low)
    if both:
        return end * up + (1 - end * up) * end * down + end * (1 - up) * at_low + (1 - end * down) * at_high
    return end * up + at_high + end * (1 - up) * (end * down + at_low)


cdef bint weighs_high(const Tree* tree, bint both, const Point* high, const Point* low) noexcept nogil:
    """Return whether a weighing strategy goes high if the branches that it has seen split."""
    cdef Point[MAX_BRANCHES] below
    cdef double to_high, to_low
    if tree.form == DRIFT:
        branch(tree, high, below)
        to_high = drifting(tree, both, below[0].value, below[1].value)
        branch(tree, low, below)
        if both:
            return to_high >= drifting(tree, both, below[0].value, below[1].value)
        to_low = tree.end * fmin(fmax(low.value, 0.0), 1.0)
        return to_high > to_low + (1 - tree.end) * drifting(
            tree, both, low.value + tree.step, low.value - tree.step
        )
    to_high = estimate(tree, both, high.value, high_ratio(tree, high))
    if both:
        return to_high >= estimate(tree, both, low.value, high_ratio(tree, low))
    return to_high > tree.end * low.value + (1 - tree.end) * estimate(tree, both, low.value, tree.mean)


cdef int choose_by_plies(const Tree* tree, const Point* branches, int64_t plies, Counters* counters) noexcept nogil:
    """Return the branch chosen by a strategy that sees plies: the first of the best."""
    cdef double value
    cdef double most = best(tree, &branches[0], plies, counters)
    cdef int number
    cdef int best_branch = 0
    for number in range(1, tree.branches):
        value = best(tree, &branches[number], plies, counters)
        if better(value, most):
            most, best_branch = value, number
    return best_branch


cdef int choose_branch(
    const Tree* tree, Player player, const Point* point, const Point* branches, Counters* counters
) noexcept nogil:
    """Return the branch to which the strategy goes from a split point."""
    cdef int kind = player.kind
    if kind == NOSTRAT:
        return <int>(draw(point, COIN) * tree.branches)
    if kind == PLIES:
        return choose_by_plies(tree, branches, player.reach, counters)
    return not goes_high(tree, player, &branches[0], &branches[1], counters)


cdef bint goes_high(
    const Tree* tree, Player player, const Point* high, const Point* low, Counters* counters
) noexcept nogil:
    """Return whether a strategy goes to the high one of these two branches."""
    cdef int kind = player.kind
    if kind == STRAT:
        return True
    if kind == HIGH_PATH:
        return path_wins(tree, high[0], player.reach, counters) != 0
    if kind == LOW_PATH:
        return path_wins(tree, low[0], player.reach, counters) != 1
    counters.looks += 1
    if kind == HPRIME:
        return is_win(tree, high) if is_end(tree, high) else weighs_high(tree, False, high, low)
    # BSTRAT and BPRIME look at both.
    counters.looks += 1
    if is_end(tree, high):
        return is_win(tree, high) or (is_end(tree, low) and not is_win(tree, low))
    if is_end(tree, low):
        return not is_win(tree, low)
    return kind == BSTRAT or weighs_high(tree, True, high, low)


cdef int play(const Tree* tree, Player player, Point point, Counters* counters) noexcept nogil:
    """Play one game from a split point."""
    cdef Point[MAX_BRANCHES] below
    if player.kind == UNLIMITED:
        return search(tree, point, player.reach, counters)
    while True:
        if stopped(counters):
            return STOPPED
        branch(tree, &point, below)
        point = below[choose_branch(tree, player, &point, below, counters)]
        counters.moves += 1
        if is_end(tree, &point):
            return WON if is_win(tree, &point) else LOST


cdef int search(const Tree* tree, Point top, int64_t most, Counters* counters) noexcept nogil:
    """Look at the highest unseen point repeatedly, until a win is seen or the result of the unseen points can be drawn.

    In the drift form the chance of unseen wins has no bound, so the search is given up after ``most`` looks.
    """
    cdef Py_ssize_t size = 0
    cdef Py_ssize_t room = 64
    cdef double unseen = top.value
    cdef Point point
    cdef Point* grown
    cdef int result = LOST
    cdef Point* heap = <Point*>malloc(room * sizeof(Point))
    if heap == NULL:
        return STOPPED
    size = unfold(tree, &top, heap, size)
    while size:
        if stopped(counters):
            result = STOPPED
            break
        if tree.form == TSI and unseen * heap[0].value < tree.enough:
            # A point of value v holds a win with a chance from v - v * v / 2 to v, independently.
            result = WON if draw(&top, COIN) < -expm1(-unseen) else LOST
            break
        if tree.form == DRIFT and counters.looks >= most:
            counters.given_up += 1
            break
        point = heap[0]
        counters.looks += 1
        size -= 1
        heap[0] = heap[size]
        sink(heap, size)
        if is_end(tree, &point):
            if is_win(tree, &point):
                result = WON
                break
            unseen -= point.value
            continue
        if size + tree.branches > room:
            room *= 2
            grown = <Point*>realloc(heap, room * sizeof(Point))
            if grown == NULL:
                result = STOPPED
                break
            heap = grown
        size = unfold(tree, &point, heap, size)
    free(heap)
    return result


cdef Py_ssize_t unfold(const Tree* tree, const Point* point, Point* heap, Py_ssize_t size) noexcept nogil:
    """Add the branches of a split point to a heap; return its new size."""
    cdef int number
    branch(tree, point, &heap[size])
    for number in range(tree.branches):
        rise(heap, size + number)
    return size + tree.branches


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
    int form, double end, const double[::1] ends, double mean, double ratio, const double[::1] shares,
    double top, double step, double enough, int kind, int64_t reach, int other_kind, int64_t other_reach, uint64_t seed,
    int64_t first, int64_t last, int64_t nodes, const uint8_t[::1] flag, int64_t[::1] by_move, double[::1] sums,
):
    """Play games ``first`` to ``last`` of a seed; return the number of games played.

    Args:
        form: 0 for TSI, 1 for TSD, 2 for drift.
        end, mean, ratio, top, step, enough: see ``Tree``.
        ends: float64 [levels], E on the first levels.
        shares: float64 [branches], of a split point's value, at least 2.
        kind, reach: the strategy, see ``Player``: an index into ``play.KINDS``, and how far it looks.
        other_kind, other_reach: another strategy on the same trees; -1 for none.
        nodes: stop after this many points.
        flag: uint8 [1], stop when it is set.
        by_move: int64 [moves], incremented by the games won by the strategy on move 1, 2, ...; the last
            entry includes later moves.
        sums: float64 [9], incremented by the games won by the strategy, by the other strategy, by both; looks,
            their squares; points; moves, their squares; searches given up.
    """
    cdef Tree tree
    cdef Point point
    cdef Counters counters
    cdef Player one, two
    cdef int result
    cdef int result_other = LOST
    cdef int64_t game = first
    cdef int64_t looks, moves
    cdef Py_ssize_t most = by_move.shape[0]
    cdef uint64_t base = mix(seed + GOLDEN)
    tree.form, tree.end, tree.mean, tree.ratio, tree.top = form, end, mean, ratio, top
    tree.step, tree.enough = step, enough
    tree.levels = <int>ends.shape[0]
    tree.ends = &ends[0] if tree.levels else NULL
    tree.branches, tree.shares = <int>shares.shape[0], &shares[0]
    one.kind, one.reach = kind, reach
    two.kind, two.reach = other_kind, other_reach
    counters.looks = counters.moves = counters.points = counters.given_up = 0
    counters.flag, counters.max_points, counters.over = &flag[0], nodes, False
    with nogil:
        while game < last and counters.points <= nodes:
            point.key = mix(base + GOLDEN * <uint64_t>(game + 1))
            point.value = top
            point.level = 0
            point.holds = form == TSD
            counters.moves = counters.looks = 0
            result = play(&tree, one, point, &counters)
            looks, moves = counters.looks, counters.moves
            if two.kind >= 0:
                counters.looks = 0
                result_other = play(&tree, two, point, &counters)
            if counters.over or flag[0] or result == STOPPED or result_other == STOPPED:
                break
            game += 1
            sums[0] += result
            sums[1] += result_other
            sums[2] += result * result_other
            sums[3] += looks
            sums[4] += <double>looks * looks
            sums[6] += moves
            sums[7] += <double>moves * moves
            if result == WON and moves > 0:  # a search ends before the first move
                by_move[moves - 1 if moves < most else most - 1] += 1
    sums[5] += counters.points
    sums[8] += counters.given_up
    return game - first
