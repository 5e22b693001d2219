"""The worth of the order of play: who is up after a pass by one reading of the rules, and who by the other (rules 1.6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import hypot

from ..answers.odds import Odds
from ..game.position import SEATS, Position
from ..game.record.events import PassSpins
from .odds import GameOdds
from .plan import Plan
from .position_values import PositionValues


@dataclass(frozen=True, slots=True)
class TurnWorth:
    """A turn that the other order gives to somebody else.

    Attributes:
        event: number of the pass before it. passer, receiver: its seats.
        up, other: the seat that is up, and the one that the other order has up.
        odds, other_odds: the chances to win with each of them up.
    """

    event: int
    passer: int
    receiver: int
    up: int
    other: int
    odds: Odds
    other_odds: Odds

    @property
    def seat(self) -> int:
        """The seat that gains most by being played in this order."""
        return max(SEATS, key=lambda seat: self.odds.win[seat] - self.other_odds.win[seat])

    @property
    def worth(self) -> float:
        """Its gain, in probability."""
        return self.odds.win[self.seat] - self.other_odds.win[self.seat]

    @property
    def error(self) -> float:
        """The error of the worth."""
        return hypot(self.odds.error[self.seat], self.other_odds.error[self.seat])


def turn_worths(plan: Plan, solved: Mapping[Position, PositionValues]) -> Iterator[TurnWorth]:
    """Yield what each disputed turn is worth, where both positions are solved."""
    odds = GameOdds(plan, solved)
    for change, other in plan.others:
        event, after = change.played.event, change.after
        assert isinstance(event, PassSpins)
        assert after is not None
        assert event.seat is not None
        assert event.to is not None
        found, instead = odds.of(after), odds.of(other)
        if found is not None and instead is not None:
            up, others = after.mover_seat, other.mover_seat
            yield TurnWorth(change.played.number, event.seat, event.to, up, others, found, instead)
