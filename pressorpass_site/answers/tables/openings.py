"""The openings of a second round: the spins that each may hold when the first one is up.

A question round has four questions. The right answer on the buzzer earns 3 spins, the right one
among three choices earns 1; a contestant who buzzed in wrongly earns nothing by that question. So nobody
begins with more than 12 spins, and the three together with no more than 20.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from engine import Contestant, Position, Rules

QUESTIONS = 4
ON_THE_BUZZER, BY_CHOICE = 3, 1
MOST_SPINS = QUESTIONS * (ON_THE_BUZZER + 2 * BY_CHOICE)

Spins = tuple[int, int, int]


def openings(rules: Rules, most_spins: int) -> list[Position]:
    """Return every opening of at most `most_spins` spins, each with scores of $0, the cheapest to solve first.

    With `turn_order` by the score in the first lap, anyone who holds spins may be the first one up; otherwise
    it is the leftmost holder.
    """
    found = [
        Position((Contestant(0, earned=spins[0]), Contestant(0, earned=spins[1]), Contestant(0, earned=spins[2])), up)
        for spins in _distributions()
        if sum(spins) <= most_spins
        for up in _first_ups(spins, rules)
    ]
    return sorted(found, key=_size)


def _distributions() -> set[Spins]:
    """Return the distributions of spins that four questions may bring."""
    sums: set[Spins] = {(0, 0, 0)}
    for _ in range(QUESTIONS):
        sums = {(a + x, b + y, c + z) for a, b, c in sums for x, y, z in _one_question()}
    return sums - {(0, 0, 0)}


def _one_question() -> Iterator[Spins]:
    for buzzer, on_the_buzzer in product(range(3), (ON_THE_BUZZER, 0)):
        for choices in product((BY_CHOICE, 0), repeat=2):
            spins = [*choices]
            spins.insert(buzzer, on_the_buzzer)
            a, b, c = spins
            yield a, b, c


def _first_ups(spins: Spins, rules: Rules) -> list[int]:
    holders = [seat for seat, held in enumerate(spins) if held]
    return holders[:1] if rules.turn_order in ("seat", "cyclic") else holders


def _size(position: Position) -> tuple[int, ...]:
    """Return a sort key for the effort: spins in all, then holders, as more of them branch more."""
    spins = [contestant.spins for contestant in position.contestants]
    return sum(spins), sum(1 for held in spins if held), *spins, position.mover_seat
