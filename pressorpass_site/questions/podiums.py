"""A contestant's podium for the stage: the same on answers, dilemmas, games, reviews and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import Contestant, Position
from engine.formatting import money, plural

from .podium_words import podium_words
from .question import SEATS

MOST_DOTS = 5  # spins that are drawn as dots


@dataclass(frozen=True)
class Podium:
    """A contestant as the stage shows one.

    Attributes:
        known: whether score, spins and Whammies are known.
        won: whether the contestant has won a game that is over.
        odds: the bars of the contestant's chances (`analyses.figures.Bar`), one for each choice of the mover; one
            without an action for a chance with best play.
    """

    seat: int
    name: str
    contestant: Contestant
    up: bool
    known: bool = True
    won: bool = False
    odds: Sequence[Any] = field(default=())

    @property
    def number(self) -> int:
        """The seat from 1, by which a podium has its color."""
        return self.seat + 1

    @property
    def score(self) -> str:
        if self.contestant.out:
            return "Out"
        return money(self.contestant.score) if self.known else "?"

    @property
    def spins(self) -> str:
        """Text such as “3 spins”, “0 spins”, “2 + 1 passed”."""
        if not self.known:
            return "? spins"
        earned, passed = self.contestant.earned, self.contestant.passed
        if passed:
            return f"{earned} + {passed} passed" if earned else f"{passed} passed"
        return plural(earned, "spin")

    @property
    def dots(self) -> range:
        """A dot for each spin."""
        return range(min(self.contestant.spins, MOST_DOTS))

    @property
    def whammies(self) -> str:
        count = self.contestant.whammies
        return f"{count} {'Whammy' if count == 1 else 'Whammies'}"

    @property
    def words(self) -> str:
        """The podium in one line, such as “$8,000, 3 earned spins, 1 Whammy”."""
        return podium_words(self.contestant) if self.known else "not known"


def podiums(
    position: Position, names: Sequence[str] = SEATS, odds: Sequence[Sequence[Any]] = ((), (), ())
) -> list[Podium]:
    """Return the podiums of a position, from left to right; `odds` are the bars of each."""
    return [
        Podium(seat, names[seat], contestant, seat == position.mover_seat, odds=odds[seat])
        for seat, contestant in enumerate(position.contestants)
    ]
