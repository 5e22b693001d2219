"""The values that a number takes along the side of a map."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine import Position

from .numbers import MOST_WHAMMIES, Number

STEPS = (250, 500, 1000, 2000, 4000, 5000, 10_000, 20_000, 50_000, 100_000)
COARSE_STEPS = tuple(step for step in STEPS if step >= 1000)
LEAST_HIGH = 14_000  # dollars that a side reaches at least
MOST_SPINS_SHOWN = 7
FEWER = 3  # spins less than now that are looked at


def values(number: Number, position: Position, cells: int, there: Collection[int] | None = None) -> list[int]:
    """At most `cells` values of a number, ascending, its own among them.

    `there` are the scores that a table has; without one they are multiples of $1,000 and more.
    """
    own = number.of(position)
    if not number.is_score:
        wanted: Iterable[int] = range(MOST_WHAMMIES + 1)
        if number.kind != "whammies":
            lowest = max(0, own - FEWER)
            wanted = range(lowest, lowest + min(cells, MOST_SPINS_SHOWN))
        return [value for value in wanted if value == own or number.put(position, value)]
    return _scores(own, max(c.score for c in position.contestants), cells, there)


def _scores(own: int, highest: int, cells: int, there: Collection[int] | None) -> list[int]:
    top = max(2 * highest, LEAST_HIGH)
    if there:
        top = max(min(top, max(there)), own)
    found: list[int] = []
    for step in STEPS if there else COARSE_STEPS:
        found = [score for score in range(0, top + 1, step) if not there or score in there]
        if len(found) <= cells and (not there or len(found) > top // step):
            break
    if own not in found:  # in the place of the nearest, so that this position has a cell of its own
        found[min(range(len(found)), key=lambda at: abs(found[at] - own))] = own
    return sorted(found[:cells])
