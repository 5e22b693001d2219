"""A position of the board round: three contestants and who is up. Immutable and validated."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..errors import PositionError

SEATS = (0, 1, 2)
SEAT_NAMES = ("Left", "Center", "Right")
WHAMMIES_OUT = 4
MAX_SCORE = 999_999
MAX_SPINS = 40


@dataclass(frozen=True, slots=True)
class Contestant:
    """One podium.

    Attributes:
        score: dollars.
        earned: spins that may be played or passed.
        passed: spins received from another contestant, which must be played before any earned ones.
        whammies: Whammies so far, in both rounds together; with the fourth the contestant is out.
    """

    score: int
    earned: int = 0
    passed: int = 0
    whammies: int = 0

    @property
    def out(self) -> bool:
        return self.whammies >= WHAMMIES_OUT

    @property
    def spins(self) -> int:
        return self.earned + self.passed


@dataclass(frozen=True, slots=True)
class Position:
    """Three contestants from left to right, and the seat (0-2) of the mover: the one who is up."""

    contestants: tuple[Contestant, Contestant, Contestant]
    mover_seat: int

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read the one-line notation and validate the position.

        Raises:
            NotationError: the text cannot be read; ``position`` points at the character.
            PositionError: it can be read, but cannot arise in the game.
        """
        from .notation import parse_position  # notation builds positions, so it imports this module

        position = parse_position(text)
        position.validate()
        return position

    @property
    def notation(self) -> str:
        """The canonical one-line text."""
        from .notation import write_position

        return write_position(self)

    @property
    def mover(self) -> Contestant:
        """The contestant who is up."""
        return self.contestants[self.mover_seat]

    @property
    def spins(self) -> int:
        return sum(c.spins for c in self.contestants)

    @property
    def still_in(self) -> tuple[int, ...]:
        """The seats of the contestants who are not out."""
        return tuple(seat for seat in SEATS if not self.contestants[seat].out)

    @property
    def alone(self) -> bool:
        """Whether all but one are out (rules 1.9)."""
        return len(self.still_in) <= 1

    def opponents(self, seat: int) -> tuple[int, ...]:
        """Return the other seats still in, in the order of turns from ``seat``."""
        clockwise = ((seat + 1) % 3, (seat + 2) % 3)
        return tuple(s for s in clockwise if not self.contestants[s].out)

    def with_scores(self, *scores: int) -> Position:
        """Return the position with other scores, by seat; contestants who are out keep $0."""
        a, b, c = (
            contestant if contestant.out else replace(contestant, score=score)
            for contestant, score in zip(self.contestants, scores, strict=True)
        )
        return Position((a, b, c), self.mover_seat)

    def validate(self) -> None:
        """Raise PositionError, naming the field, if the position cannot arise in the game."""
        for number, (seat_name, c) in enumerate(zip(SEAT_NAMES, self.contestants, strict=True), 1):
            if not 0 <= c.score <= MAX_SCORE:
                raise PositionError(
                    f"{seat_name}’s score must be from $0 to ${MAX_SCORE:,}.", field=f"seat{number}.score"
                )
            if not 0 <= c.whammies <= WHAMMIES_OUT:
                raise PositionError(
                    f"{seat_name} can have 0 to 4 Whammies, and is out with the fourth.", field=f"seat{number}.whammies"
                )
            for name in ("earned", "passed"):
                if not 0 <= getattr(c, name) <= MAX_SPINS:
                    raise PositionError(
                        f"{seat_name}’s {name} spins must be from 0 to {MAX_SPINS}.", field=f"seat{number}.{name}"
                    )
            if c.out and c.spins:
                spins_field = "earned" if c.earned else "passed"
                raise PositionError(
                    f"{seat_name} is out with four Whammies and holds no spins.", field=f"seat{number}.{spins_field}"
                )
            if c.out and c.score:
                raise PositionError(f"{seat_name} is out and has no score.", field=f"seat{number}.score")
        if self.spins == 0:
            raise PositionError(
                "Nobody has spins, so there is nothing to decide.", field=f"seat{self.mover_seat + 1}.earned"
            )
        if self.spins > MAX_SPINS:
            raise PositionError(f"The three may hold at most {MAX_SPINS} spins together.", field="seat1.earned")
        if self.mover_seat not in SEATS:
            raise PositionError("The contestant who is up must be seat 1, 2 or 3.", field="up")
        if self.mover.out:
            raise PositionError("The contestant who is up is out.", field="up")
        if self.mover.spins == 0:
            raise PositionError("The contestant who is up has no spins.", field="up")
