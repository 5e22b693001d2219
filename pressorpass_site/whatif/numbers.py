"""The numbers on the podiums, each by a short name: "1s" is Left's score, "2e" Centre's earned spins."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine import InputError, Position
from engine.formatting import money
from pressorpass_site.questions.question import SEATS

KINDS = {"s": "score", "e": "earned", "p": "passed", "w": "whammies"}
WORDS = {"score": "score", "earned": "earned spins", "passed": "passed spins", "whammies": "Whammies"}
SINGULAR = {"earned": "earned spin", "passed": "passed spin", "whammies": "Whammy"}
MAX_WHAMMIES = 3  # with the fourth, a contestant is out


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
        """“Left’s score”."""
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
