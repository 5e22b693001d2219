"""The openings of round 2: the spins that each contestant may hold when the first one is up.

No contestant begins with more spins than the questions on CBS bring.
"""

from engine import ERAS, Contestant, Position, Rules, spins_from_questions

SEATS = range(3)
QUESTIONS = ERAS[0].questions_before(2)
_, MAX_SPINS = ERAS[0].max_spins(2)

Spins = tuple[int, int, int]


def list_openings(rules: Rules, max_spins: int) -> list[Position]:
    """Return every opening of at most `max_spins` spins, each with scores of $0, the cheapest to solve first.

    With `turn_order` by the score in the first lap, anyone who holds spins may be the first one up; otherwise
    it is the leftmost holder.
    """
    positions = [
        Position((Contestant(0, earned=spins[0]), Contestant(0, earned=spins[1]), Contestant(0, earned=spins[2])), seat)
        for spins in spins_from_questions(SEATS, QUESTIONS)
        if 0 < sum(spins) <= max_spins
        for seat in _list_first_movers(spins, rules)
    ]
    return sorted(positions, key=_rank_effort)


def _list_first_movers(spins: Spins, rules: Rules) -> list[int]:
    holders = [seat for seat, count in enumerate(spins) if count]
    return holders[:1] if rules.turn_order in ("seat", "cyclic") else holders


def _rank_effort(position: Position) -> tuple[int, ...]:
    """Return a sort key for the effort: spins in all, then holders, as more of them branch more."""
    spins = [contestant.spins for contestant in position.contestants]
    return sum(spins), sum(1 for count in spins if count), *spins, position.mover_seat
