"""A game of which some part cannot be read: nothing after that part counts, up to a beginning that says how it stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...errors import EventError
from .events import Correction, Event, Gap, Replacement, RoundBegins, Situation, Undo
from .game import Game


@dataclass(frozen=True, slots=True)
class Stop:
    """The line and the column where reading stopped, and the line of the beginning where it went on; None if nowhere."""

    line: int
    column: int
    until: int | None = None

    def __str__(self) -> str:
        stop = f"Reading stopped at line {self.line}, column {self.column}; nothing after it in this round was read."
        return f"{stop} It went on at line {self.until}." if self.until else stop


class PartialGame:
    """A game as it is read, event by event, each at its place in the text.

    Attributes:
        kept: what counts.
        tried: with the events after a stop, too, to find what else is wrong.
        stops: the places where reading stopped, and where it went on.
        untried: whether what comes before the next beginning is not even tried.
    """

    def __init__(self, game: Game):
        self.kept = self.tried = game
        self.stops: list[tuple[int, int | None]] = []
        self.untried = False
        self._round_unread = False  # so a position is in a round that is not known
        self._counted = 0  # events up to the last beginning after a stop; their numbers are not those of the text

    @property
    def stopped(self) -> bool:
        """Whether what comes now does not count."""
        return bool(self.stops) and self.stops[-1][1] is None

    def stop(self, at: int, *, beginning: bool = False, of_round: bool = False) -> None:
        """Let nothing after this place count; it may be that of a beginning, perhaps of a round."""
        if not self.stopped:
            self.stops.append((at, None))
        self.untried |= beginning
        self._round_unread |= of_round

    def add(self, at: int, event: Event, check: Callable[[Game], None] = lambda game: None) -> None:
        """Add the event at this place; ``check`` may still refuse it.

        Raises:
            EventError: it cannot be here; nothing after it counts.
        """
        begins = isinstance(event, (RoundBegins, Situation))
        if self.untried and not begins:
            return
        anew = self.stopped and self._says_all(event)
        try:
            game = self.kept.add(Gap()) if anew and self.kept.events else self.kept if anew else self.tried
            self._check_numbers(event)
            counted = len(game.events) + 1
            game = game.add(event)
            check(game)
        except EventError:
            self.stop(at, beginning=begins or not self.tried.state.round, of_round=isinstance(event, RoundBegins))
            raise
        self.tried, self.untried = game, False
        if anew:
            self.stops[-1] = self.stops[-1][0], at
            self._counted, self._round_unread = counted, False
        if not self.stopped:
            self.kept = game
        else:
            self._round_unread |= isinstance(event, RoundBegins)

    def _says_all(self, event: Event) -> bool:
        """Return whether an event says how the game stands, whatever came before it."""
        if isinstance(event, RoundBegins):
            return event.scores is not None or (event.round == 1 and not self.kept.state.round)
        return isinstance(event, Situation) and not self._round_unread

    def _check_numbers(self, event: Event) -> None:
        """Refuse what is about events whose numbers are not known, as some before them could not be read."""
        if not self._counted or self.stopped:
            return
        numbered = isinstance(event, Replacement) or (isinstance(event, Correction) and event.after is not None)
        if numbered:
            raise EventError("The numbers of events are not known here, as something before could not be read.")
        if isinstance(event, Undo) and self.kept.counting and self.kept.counting[-1] <= self._counted:
            raise EventError("What this takes back could not be read.")
