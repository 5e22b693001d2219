"""The rules of the game for every kernel: a fast copy of ``engine.game.rules``.

All functions are inline, so that each kernel compiles its own copy.
A kernel that leaves Whammies out sets the mover's count before a Whammy, to 0 or to one short of the fourth.
"""

from libc.stdint cimport int64_t

cdef enum:
    NOBODY = -1
    WHAMMIES_OUT = 4
    # Order in which contestants with spins take their turns.
    BY_SCORE = 0
    BY_SEAT = 1
    CYCLIC = 2
    RECEIVER = 3


cdef struct Position:
    int earned[3]
    int passed[3]
    int score[3]  # index in the seat's list of scores
    int whammies[3]
    int out  # bit mask of seats
    int mover
    int next_spins  # spins on another board; only in playouts and state graphs


cdef struct KernelRules:
    const int64_t* dollars[3]  # possible scores of each seat
    int zero[3]  # index of $0
    int turn_order
    bint passer_chooses  # the passer chooses between tied opponents
    bint third_place_plays
    int64_t max_lead  # a seat with a larger lead always passes; -1 for none
    int64_t play_by_lead[3]  # a seat passes with a larger lead than this, else presses; -1: the best action
    bint house  # the last contestant in may play on
    int64_t always_pass_from  # a seat with at least this score always passes; -1 for none


cdef inline int read_rules(
    KernelRules* rules, tuple options, const int64_t** dollars, const int* zero
) except -1:
    """Read rule options as ``engine.solvers.kernel_rules`` lists them, and the scores of each seat."""
    cdef int seat
    (
        rules.turn_order, rules.passer_chooses, rules.third_place_plays, rules.max_lead, leads, rules.house,
        rules.always_pass_from,
    ) = options
    for seat in range(3):
        rules.play_by_lead[seat] = leads[seat]
        rules.dollars[seat], rules.zero[seat] = dollars[seat], zero[seat]
    return 0


cdef inline int read_position(Position* p, tuple position) except -1:
    """Read a position as ``engine.solvers.kernel_rules`` lists it."""
    cdef int seat
    earned, passed, scores, whammies, p.mover = position
    p.out = p.next_spins = 0
    for seat in range(3):
        p.earned[seat], p.passed[seat] = earned[seat], passed[seat]
        p.score[seat], p.whammies[seat] = scores[seat], whammies[seat]
        p.out |= (p.whammies[seat] == WHAMMIES_OUT) << seat
    return 0


# -- reading a position -----------------------------------------------------------------------

cdef inline int64_t dollars_of(const KernelRules* rules, const Position* p, int seat) noexcept nogil:
    return rules.dollars[seat][p.score[seat]]


cdef inline int spins_of(const Position* p, int seat) noexcept nogil:
    return p.earned[seat] + p.passed[seat]


cdef inline int spins_left(const Position* p) noexcept nogil:
    return p.earned[0] + p.earned[1] + p.earned[2] + p.passed[0] + p.passed[1] + p.passed[2]


cdef inline int find_winners(const KernelRules* rules, const Position* p, int64_t* dollars) noexcept nogil:
    """Return the bit mask of the seats with the top score when the game is over; its dollars go to ``dollars``."""
    cdef int seat
    cdef int winners = 0
    cdef int64_t top = -1
    for seat in range(3):
        if p.out >> seat & 1:
            continue
        if dollars_of(rules, p, seat) > top:
            top = dollars_of(rules, p, seat)
            winners = 1 << seat
        elif dollars_of(rules, p, seat) == top:
            winners |= 1 << seat
    dollars[0] = top if top > 0 else 0
    return winners


cdef inline int list_receivers(
    const KernelRules* rules, const Position* p, int* receivers, bint* may_press
) noexcept nogil:
    """List the receivers that the mover may pass to (NOBODY: spins given up), and return their number.

    ``may_press`` is set to whether pressing is allowed too.
    """
    cdef int mover = p.mover
    cdef int first = (mover + 1) % 3
    cdef int second = (mover + 2) % 3
    cdef int count = 0
    cdef int64_t mine, top
    may_press[0] = True
    if p.passed[mover] or p.earned[mover] == 0:
        return 0
    if p.out >> first & 1 and p.out >> second & 1:
        receivers[0] = NOBODY
        return 1
    mine = dollars_of(rules, p, mover)
    if not (p.out >> first & 1) and not (p.out >> second & 1):
        top = max(dollars_of(rules, p, first), dollars_of(rules, p, second))
        if rules.third_place_plays and mine < min(dollars_of(rules, p, first), dollars_of(rules, p, second)):
            return 0
        if dollars_of(rules, p, first) == top:
            receivers[count] = first
            count += 1
        if dollars_of(rules, p, second) == top and (count == 0 or rules.passer_chooses):
            receivers[count] = second
            count += 1
    else:
        receivers[0] = second if p.out >> first & 1 else first
        count = 1
        top = dollars_of(rules, p, receivers[0])
    if rules.max_lead >= 0 and mine - top > rules.max_lead:
        may_press[0] = False
    elif rules.always_pass_from >= 0 and mine >= rules.always_pass_from:
        may_press[0] = False
    elif rules.play_by_lead[mover] >= 0:
        may_press[0] = mine - top <= rules.play_by_lead[mover]
        if may_press[0]:
            return 0
    return count


# -- turns ------------------------------------------------------------------------------------

cdef inline int next_mover(const KernelRules* rules, const Position* p, int receiver) noexcept nogil:
    """Return the next mover after a turn that ended with a pass to ``receiver``, or without one (NOBODY).

    NOBODY when the game is over.
    """
    cdef int seat, count, spins
    cdef int rank = 0
    cdef int best_seat = NOBODY
    cdef int best_rank = 0
    cdef int best_spins = 0
    cdef int still_in = 0
    cdef int64_t best = 0
    for seat in range(3):
        still_in += not (p.out >> seat & 1)
    if still_in <= 1 and not rules.house:
        return NOBODY
    for count in range(3):
        seat = (p.mover + 1 + count) % 3 if rules.turn_order == CYCLIC else count
        spins = spins_of(p, seat)
        if spins == 0:
            continue
        if rules.turn_order == RECEIVER:
            spins = p.earned[seat]
            if receiver != NOBODY and p.earned[receiver] == 0:  # the receiver has had a turn
                rank = 1 + (seat != receiver) if p.passed[seat] else 0
            else:
                rank = spins == 0
        if best_seat == NOBODY or rank < best_rank or (
            rank == best_rank
            and (rules.turn_order == BY_SCORE or rules.turn_order == RECEIVER)
            and (
                dollars_of(rules, p, seat) < best or (dollars_of(rules, p, seat) == best and spins < best_spins)
            )
        ):
            best_seat = seat
            best_rank = rank
            best = dollars_of(rules, p, seat)
            best_spins = spins
    return best_seat


cdef inline bint end_turn(const KernelRules* rules, Position* p, int receiver) noexcept nogil:
    """End the mover's turn, with a pass to ``receiver`` or without one (NOBODY); return false when the game is over."""
    cdef int mover = next_mover(rules, p, receiver)
    if mover == NOBODY:
        return False
    p.mover = mover
    return True


cdef inline bint continue_turn(const KernelRules* rules, Position* p) noexcept nogil:
    """Continue the mover's turn while it has spins, else end it; return false when the game is over."""
    return spins_of(p, p.mover) > 0 or end_turn(rules, p, NOBODY)


cdef inline bint pass_spins(const KernelRules* rules, Position* p, int receiver) noexcept nogil:
    """Pass all earned spins to the receiver, or give them up (NOBODY), and end the turn."""
    if receiver != NOBODY:
        p.passed[receiver] += p.earned[p.mover]
    p.earned[p.mover] = 0
    return end_turn(rules, p, receiver)


# -- effects of a spin on the mover -----------------------------------------------------------

cdef inline void spend_spin(Position* p) noexcept nogil:
    """Spend a spin; passed spins come first."""
    if p.passed[p.mover]:
        p.passed[p.mover] -= 1
    else:
        p.earned[p.mover] -= 1


cdef inline int add_dollars(int score, int dollars, int cap) noexcept nogil:
    """Return a score after a sum, at most the cap; a score above the cap stays."""
    return max(score, min(score + dollars, cap))


cdef inline void take_whammy_off(Position* p) noexcept nogil:
    p.whammies[p.mover] -= 1


cdef inline void hit_whammy(const KernelRules* rules, Position* p) noexcept nogil:
    """Set the score to $0 and make passed spins earned; at the fourth Whammy the mover loses all spins and is out."""
    cdef int mover = p.mover
    p.score[mover] = rules.zero[mover]
    p.whammies[mover] += 1
    p.earned[mover] += p.passed[mover]
    p.passed[mover] = 0
    if p.whammies[mover] == WHAMMIES_OUT:
        p.earned[mover] = 0
        p.out |= 1 << mover
