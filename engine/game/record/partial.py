"""A game with an unreadable part: nothing after that part counts, up to a beginning that restates the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...errors import EventError
from .events import Correction, Event, Gap, Replacement, RoundBegins, Situation, Undo
from .game import Game


@dataclass(frozen=True, slots=True)
class Stop:
    """The line and the column where reading stopped, and the line of the beginning where it resumed; None if nowhere."""

    line: int
    column: int
    until: int | None = None

    def __str__(self) -> str:
        stop = f"Reading stopped at line {self.line}, column {self.column}; nothing after it in this round was read."
        return f"{stop} It went on at line {self.until}." if self.until else stop


class PartialGame:
    """A game as it is read, event by event, each at its place in the text.

    Attributes:
        game: the game with the events that count.
        trial: the same with the events after a stop, which shows further problems.
        stops: the places where reading stopped, and where it resumed; None if nowhere.
        skips_to_beginning: whether events are skipped up to the next beginning of a round or position.
    """

    def __init__(self, game: Game):
        self.game = self.trial = game
        self.stops: list[tuple[int, int | None]] = []
        self.skips_to_beginning = False
        self._round_is_unread = False  # then the round of a position is unknown
        self._counted_events = 0  # events up to the last beginning after a stop; their numbers differ from the text's

    @property
    def is_stopped(self) -> bool:
        """Whether further events do not count."""
        return bool(self.stops) and self.stops[-1][1] is None

    def stop(self, place: int, *, at_beginning: bool = False, of_round: bool = False) -> None:
        """Stop at this place, where a beginning, perhaps of a round, may stand; nothing after it counts."""
        if not self.is_stopped:
            self.stops.append((place, None))
        self.skips_to_beginning |= at_beginning
        self._round_is_unread |= of_round

    def add(self, place: int, event: Event, check: Callable[[Game], None] = lambda game: None) -> None:
        """Add the event at this place; ``check`` may still refuse it.

        Raises:
            EventError: the event is not possible here; nothing after it counts.
        """
        is_beginning = isinstance(event, (RoundBegins, Situation))
        if self.skips_to_beginning and not is_beginning:
            return
        restarts = self.is_stopped and self._restates_game(event)
        try:
            game = self.game.add(Gap()) if restarts and self.game.events else self.game if restarts else self.trial
            self._check_numbers(event)
            event_count = len(game.events) + 1
            game = game.add(event)
            check(game)
        except EventError:
            self.stop(
                place, at_beginning=is_beginning or not self.trial.state.round, of_round=isinstance(event, RoundBegins)
            )
            raise
        self.trial, self.skips_to_beginning = game, False
        if restarts:
            self.stops[-1] = self.stops[-1][0], place
            self._counted_events, self._round_is_unread = event_count, False
        if not self.is_stopped:
            self.game = game
        else:
            self._round_is_unread |= isinstance(event, RoundBegins)

    def _restates_game(self, event: Event) -> bool:
        """Return whether an event gives the whole state of the game, independent of the events before it."""
        if isinstance(event, RoundBegins):
            return event.scores is not None or (event.round == 1 and not self.game.state.round)
        return isinstance(event, Situation) and not self._round_is_unread

    def _check_numbers(self, event: Event) -> None:
        """Raise EventError for an event that refers to events of unknown number, because earlier ones could not be read."""
        if not self._counted_events or self.is_stopped:
            return
        needs_number = isinstance(event, Replacement) or (isinstance(event, Correction) and event.after is not None)
        if needs_number:
            raise EventError("The numbers of events are not known here, as something before could not be read.")
        if isinstance(event, Undo) and self.game.counting and self.game.counting[-1] <= self._counted_events:
            raise EventError("What this takes back could not be read.")
