"""The values of a number along an axis of a map."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine import Position

from .numbers import MAX_WHAMMIES, Number

STEPS = (250, 500, 1000, 2000, 4000, 5000, 10_000, 20_000, 50_000, 100_000)
COARSE_STEPS = tuple(step for step in STEPS if step >= 1000)
MIN_TOP = 14_000  # the smallest highest score of an axis
MAX_SPINS_SHOWN = 7
FEWER_SPINS = 3  # the axis begins this many spins below the position's number


def values(number: Number, position: Position, cells: int, available: Collection[int] | None = None) -> list[int]:
    """At most `cells` ascending values of a number, including its own.

    `available` are the scores of a table; without a table, the steps are $1,000 or more.
    """
    own = number.of(position)
    if not number.is_score:
        wanted: Iterable[int] = range(MAX_WHAMMIES + 1)
        if number.kind != "whammies":
            lowest = max(0, own - FEWER_SPINS)
            wanted = range(lowest, lowest + min(cells, MAX_SPINS_SHOWN))
        return [value for value in wanted if value == own or number.with_value(position, value)]
    return _scores(own, max(c.score for c in position.contestants), cells, available)


def _scores(own: int, highest: int, cells: int, available: Collection[int] | None) -> list[int]:
    top = max(2 * highest, MIN_TOP)
    if available:
        top = max(min(top, max(available)), own)
    found: list[int] = []
    for step in STEPS if available else COARSE_STEPS:
        found = [score for score in range(0, top + 1, step) if not available or score in available]
        if len(found) <= cells and (not available or len(found) > top // step):
            break
    if own not in found:  # replaces the nearest value, so that this position has its own cell
        found[min(range(len(found)), key=lambda at: abs(found[at] - own))] = own
    return sorted(found[:cells])
