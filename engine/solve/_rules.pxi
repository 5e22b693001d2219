# The rules that depend on who has what, for kernels that hold positions one by one: a fast copy of
# ``engine.game.rules`` (next_turn, receivers, legal_actions, winners). Included, not imported, so
# that everything is inlined. The tests of the kernels hold it to the readable rules.

cdef int NOBODY = -1

# Order in which players with spins take their turns.
cdef int BY_SCORE = 0
cdef int BY_SEAT = 1
cdef int CYCLIC = 2


cdef struct State:
    int earned[3]
    int passed[3]
    int score[3]  # index into the seat's list of possible scores
    int out  # bit mask of seats
    int up


cdef struct Play:
    const int64_t* dollars[3]  # possible scores of each seat
    int turn_order
    bint chooser  # with level opponents the passer decides
    bint third_place_plays
    int64_t max_lead  # -1 for none
    int64_t style[3]  # lead above which a seat passes, up to which it presses; -1: as is best
    bint house  # the last one in plays on while he likes


cdef read_play(Play* play, tuple rules):
    """Takes over rule options as ``engine.solve.play`` lists them."""
    cdef int seat
    play.turn_order, play.chooser, play.third_place_plays, play.max_lead, styles, play.house = rules
    for seat in range(3):
        play.style[seat] = styles[seat]


cdef inline int64_t worth(const Play* play, const State* s, int seat) noexcept nogil:
    return play.dollars[seat][s.score[seat]]


cdef inline int spins_left(const State* s) noexcept nogil:
    return s.earned[0] + s.earned[1] + s.earned[2] + s.passed[0] + s.passed[1] + s.passed[2]


cdef int top_seats(const Play* play, const State* s, int64_t* dollars) noexcept nogil:
    """Bit mask of the seats that share the top when the game is over, and the top's dollars."""
    cdef int seat
    cdef int found = 0
    cdef int64_t top = -1
    for seat in range(3):
        if s.out >> seat & 1:
            continue
        if worth(play, s, seat) > top:
            top = worth(play, s, seat)
            found = 1 << seat
        elif worth(play, s, seat) == top:
            found |= 1 << seat
    dollars[0] = top if top > 0 else 0
    return found


cdef int next_up(const Play* play, const State* s, int seat) noexcept nogil:
    """Who plays next after the turn of ``seat`` has ended, or NOBODY when the game is over."""
    cdef int other, count, spins
    cdef int up = NOBODY
    cdef int best_spins = 0
    cdef int still_in = 0
    cdef int64_t best = 0
    for other in range(3):
        still_in += not (s.out >> other & 1)
    if still_in <= 1 and not play.house:
        return NOBODY
    for count in range(3):
        other = (seat + 1 + count) % 3 if play.turn_order == CYCLIC else count
        spins = s.earned[other] + s.passed[other]
        if spins == 0:
            continue
        if up == NOBODY or (
            play.turn_order == BY_SCORE
            and (worth(play, s, other) < best or (worth(play, s, other) == best and spins < best_spins))
        ):
            up = other
            best = worth(play, s, other)
            best_spins = spins
    return up


cdef int list_receivers(const Play* play, const State* s, int* receivers, bint* may_press) noexcept nogil:
    """How many passes the one up may choose from, to whom (NOBODY: spins given up), and whether he may
    press instead."""
    cdef int u = s.up
    cdef int first = (u + 1) % 3
    cdef int second = (u + 2) % 3
    cdef int count = 0
    cdef int64_t mine, top
    may_press[0] = True
    if s.passed[u] or s.earned[u] == 0:
        return 0
    if s.out >> first & 1 and s.out >> second & 1:
        receivers[0] = NOBODY
        return 1
    mine = worth(play, s, u)
    if not (s.out >> first & 1) and not (s.out >> second & 1):
        top = max(worth(play, s, first), worth(play, s, second))
        if play.third_place_plays and mine < min(worth(play, s, first), worth(play, s, second)):
            return 0
        if worth(play, s, first) == top:
            receivers[count] = first
            count += 1
        if worth(play, s, second) == top and (count == 0 or play.chooser):
            receivers[count] = second
            count += 1
    else:
        receivers[0] = second if s.out >> first & 1 else first
        count = 1
        top = worth(play, s, receivers[0])
    if play.max_lead >= 0 and mine - top > play.max_lead:
        may_press[0] = False
    elif play.style[u] >= 0:
        may_press[0] = mine - top <= play.style[u]
        if may_press[0]:
            return 0
    return count
