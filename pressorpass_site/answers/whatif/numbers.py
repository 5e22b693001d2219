"""The numbers on the podiums, each by a short name: "1s" is Left's score, "2e" Center's earned spins.

Along an axis of a map a number takes several values.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from engine import MAX_SCORE, InputError, Position
from engine.formatting import money
from pressorpass_site.questions.question import SEATS

KINDS = {"s": "score", "e": "earned", "p": "passed", "w": "whammies"}
WORDS = {"score": "score", "earned": "earned spins", "passed": "passed spins", "whammies": "Whammies"}
SINGULAR = {"earned": "earned spin", "passed": "passed spin", "whammies": "Whammy"}
MAX_WHAMMIES = 3  # with the fourth, a contestant is out

STEPS = (250, 500, 1000, 2000, 4000, 5000, 10_000, 20_000, 50_000, 100_000)
COARSE_STEPS = tuple(step for step in STEPS if step >= 1000)
MIN_TOP = 14_000  # the smallest highest score of an axis
MAX_SPINS_SHOWN = 7
STEP = 250  # dollars between the scores for which a break-even is found
ABOVE = 8000  # dollars
FEWER_SPINS = 3  # the axis begins this many spins below the position's number


@dataclass(frozen=True)
class Number:
    """One number of one contestant: `seat` 0-2, `kind` a field of the engine's contestant."""

    seat: int
    kind: str

    @classmethod
    def named(cls, name: str) -> Number:
        """Return the number with that short name. Raises ValueError if there is none."""
        if len(name) != 2 or name[0] not in "123" or name[1] not in KINDS:
            raise ValueError("This is not a number on the podiums.")
        return cls(int(name[0]) - 1, KINDS[name[1]])

    @property
    def name(self) -> str:
        return f"{self.seat + 1}{self.kind[0]}"

    @property
    def owner(self) -> str:
        return SEATS[self.seat]

    @property
    def label(self) -> str:
        """Text such as “Left’s score”."""
        return f"{self.owner}’s {WORDS[self.kind]}"

    @property
    def is_score(self) -> bool:
        return self.kind == "score"

    def of(self, position: Position) -> int:
        """Return its value in a position."""
        value: int = getattr(position.contestants[self.seat], self.kind)
        return value

    def with_value(self, position: Position, value: int) -> Position | None:
        """Return the position with this number changed; None if that cannot arise in the game."""
        podiums = list(position.contestants)
        podiums[self.seat] = replace(podiums[self.seat], **{self.kind: value})
        found = Position((podiums[0], podiums[1], podiums[2]), position.mover_seat)
        try:
            found.validate()
        except InputError:
            return None
        return found

    def in_words(self, value: int) -> str:
        """Return text such as “$8,000”, “3 earned spins”, “1 Whammy”."""
        if self.is_score:
            return money(value)
        return f"{value} {SINGULAR[self.kind] if value == 1 else WORDS[self.kind]}"

    def brief(self, value: int) -> str:
        """Return text such as “$8,000”, “3”: without the unit."""
        return money(value) if self.is_score else str(value)


def numbers(position: Position) -> list[Number]:
    """Return all numbers of the contestants who are still in."""
    return [Number(seat, kind) for seat in position.still_in for kind in KINDS.values()]


def scores(position: Position) -> list[Number]:
    """Return the scores of the contestants who are still in, beginning with the one up."""
    seats = sorted(position.still_in, key=lambda seat: (seat != position.mover_seat, seat))
    return [Number(seat, "score") for seat in seats]


def default_pair(position: Position) -> tuple[Number, Number]:
    """Return the strongest opponent's score for the rows, the score of the contestant up for the columns."""
    rival = max(position.opponents(position.mover_seat), key=lambda seat: position.contestants[seat].score)
    return Number(rival, "score"), Number(position.mover_seat, "score")


def ladder(number: Number, position: Position) -> list[int]:
    """Return all scores in steps up to some way above the highest, and the position's own."""
    top = min(max(c.score for c in position.contestants) + ABOVE, MAX_SCORE)
    return sorted({*range(0, top + 1, STEP), number.of(position)})


def values(number: Number, position: Position, cells: int, available: Collection[int] | None = None) -> list[int]:
    """Return at most `cells` ascending values of a number in even steps, including its own.

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
    top = min(max(2 * highest, MIN_TOP), MAX_SCORE)
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
