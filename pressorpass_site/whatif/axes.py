"""The values of a number along an axis of a map."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine import Position

from .numbers import MAX_WHAMMIES, Number

STEPS = (250, 500, 1000, 2000, 4000, 5000, 10_000, 20_000, 50_000, 100_000)
COARSE_STEPS = tuple(step for step in STEPS if step >= 1000)
MIN_TOP = 14_000  # the smallest highest score of an axis
MAX_SPINS_SHOWN = 7
STEP = 250  # dollars per step of a slider
ABOVE = 8000  # dollars
FEWER_SPINS = 3  # the axis begins this many spins below the position's number


def ladder(number: Number, position: Position) -> list[int]:
    """Return all scores in steps of a slider up to some way above the highest, and the position's own."""
    top = max(c.score for c in position.contestants) + ABOVE
    return sorted({*range(0, top + 1, STEP), number.of(position)})


def values(number: Number, position: Position, cells: int, available: Collection[int] | None = None) -> list[int]:
    """At most `cells` ascending values of a number in even steps, including its own.

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
    # Where the table has this position's own score, it should have the others too; the rest lie between its scores.
    needed = set(available) if available and own in available else None
    found: list[int] = []
    for step in STEPS if available else COARSE_STEPS:
        found = list(range(own % step, top + 1, step))
        if 1 < len(found) <= cells and (needed is None or needed.issuperset(found)):
            return found
    # This position's own score lies between those of the table, which step evenly; it stands among them.
    for step in STEPS:
        even = set(range(0, top + 1, step))
        if needed and 1 < len(even) < cells and even <= needed:
            return sorted(even | {own})
    # No step meets both: as many values as there is room for, this position's own among them.
    first = max(0, found.index(own) - cells + 1)
    return found[first : first + cells]
