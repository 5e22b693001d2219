"""A game: headers and events, each of which was possible when it was entered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ...errors import EventError, InputError
from ..board import ROUNDS, Board
from ..episode import find_era_or_pilot
from ..eras import ERAS, Era
from . import events as kinds
from .events import Event
from .headers import MAX_TEXT, Headers, check_text
from .state import EventResult, Setup, State, advance, check_show

MAX_EVENTS = 600  # several times the longest game, as an undo or a correction replays the game
MAX_ID = 80
MOVES = (kinds.Spin, kinds.PassSpins)


@dataclass(frozen=True, slots=True)
class Played:
    """One event that counts.

    Attributes:
        number: its place among all events of the game, from 1.
        event: the event. before, after: the states of the game.
        warnings: sentences on assumptions.
    """

    number: int
    event: Event
    before: State
    after: State
    warnings: tuple[str, ...]


@dataclass(frozen=True)
class Game:
    """An immutable game; adding an event makes another.

    Build one with ``Game.begin`` and ``add``, or read one (``read_game``).

    Attributes:
        headers: other facts about the game.
        setup: boards and rules, from the headers.
        events: everything that was entered, including events that were undone.
        played: the events that count, in the order of the game.
        unfit: events that no longer fit after the replacement of an earlier event, with the reason as their warning;
            they change nothing.
        counting, undone: numbers of the events that count, and of the events that ``Redo`` would bring back.
    """

    headers: Headers
    setup: Setup
    events: tuple[Event, ...] = ()
    played: tuple[Played, ...] = ()
    unfit: tuple[Played, ...] = ()
    counting: tuple[int, ...] = ()
    undone: tuple[int, ...] = ()

    @classmethod
    def begin(cls, headers: Headers | None = None, boards: Iterable[Board] = ()) -> Game:
        """Return a game without events.

        The headers may name ``boards`` besides the presets.

        Raises:
            InputError: a board is not known, or a header cannot be used.
        """
        headers = headers or Headers()
        headers.check()
        boards = tuple(boards)
        boards_by_round = {number: headers.board(number, boards) for number in ROUNDS}
        era, board_era = headers.era, _find_boards_era(boards_by_round.values())
        if era is None or (era.id == board_era.id and headers.day is None):
            era = board_era
        return cls(headers, Setup(boards_by_round, headers.rules, headers.names, era))

    @property
    def state(self) -> State:
        return self.played[-1].after if self.played else State()

    @property
    def over(self) -> bool:
        return self.state.is_over(self.setup.unrestricted_rules)

    @property
    def recorded(self) -> list[Played]:
        """All events that count or no longer fit, in the order of the game."""
        by_number = {played.number: played for played in (*self.played, *self.unfit)}
        return [by_number[number] for number in _order_events(self.counting, self.events)]

    @property
    def replaced(self) -> Mapping[int, Event]:
        """The replacements, by the number of the replaced event."""
        return _find_replacements(self.counting, self.events)

    @cached_property
    def ids(self) -> frozenset[str]:
        return frozenset(event.id for event in self.events if event.id is not None)

    @property
    def warnings(self) -> list[tuple[int, str]]:
        """Sentences on assumptions, with the numbers of their events."""
        return [(entry.number, text) for entry in self.played for text in entry.warnings]

    def add(self, event: Event, *, stored: bool = False) -> Game:
        """Return the game with one more event; unchanged if an earlier event has the same id.

        ``stored``: the event was accepted before, perhaps by a version that checked less.

        Raises:
            EventError: the event is not possible here.
        """
        if event.id is not None and event.id in self.ids:
            return self
        _check_notes(event)
        if len(self.events) >= MAX_EVENTS:
            raise EventError(f"A game has at most {MAX_EVENTS:,} events.")
        if isinstance(event, kinds.Undo):
            if not self.counting:
                raise EventError("There is nothing to undo.")
            return self._with_event(event, self.counting[:-1], (*self.undone, self.counting[-1]))
        if isinstance(event, kinds.Redo):
            if not self.undone:
                raise EventError("There is nothing to redo.")
            return self._with_event(event, (*self.counting, self.undone[-1]), self.undone[:-1])
        number = len(self.events) + 1
        if isinstance(event, kinds.Correction) and event.after is not None:
            if event.after not in _order_events(self.counting, self.events):
                raise EventError(f"Event {event.after} is not one that counts here.", field="after")
            return self._with_event(event, (*self.counting, number), ())
        if isinstance(event, kinds.Replacement):
            return self._with_event(self._complete_replacement(event, stored), (*self.counting, number), ())
        result = advance(self.state, event, self.setup)
        if not stored:
            check_show(result.event, self.setup.era)
        return replace(
            self,
            events=(*self.events, result.event),
            played=(*self.played, Played(number, result.event, self.state, result.state, result.warnings)),
            counting=(*self.counting, number),
            undone=(),
        )

    def with_headers(self, headers: Headers, boards: Iterable[Board] = ()) -> Game:
        """Return the same events with other headers. Raises InputError if an event cannot be on the new boards."""
        game = Game.begin(headers, boards)
        for event in self.events:
            game = game.add(event, stored=True)
        return game

    def _complete_replacement(self, event: kinds.Replacement, is_stored: bool) -> kinds.Replacement:
        """Return the replacement with its details filled in. Raises EventError if it cannot replace that event."""
        old = next((entry for entry in (*self.played, *self.unfit) if entry.number == event.of), None)
        if old is None:
            raise EventError(f"Event {event.of} is not one that counts here.", field="of")
        new = event.event
        if isinstance(new, MOVES) and isinstance(old.event, MOVES):
            if new.seat not in (None, old.event.seat):
                raise EventError("A replacement must have the same contestant as the event it replaces.", field="event")
            new = replace(new, seat=old.event.seat)
        elif isinstance(new, kinds.RoundBegins) and isinstance(old.event, kinds.RoundBegins):
            if new.round != old.event.round:
                raise EventError(f"Event {event.of} begins round {old.event.round}.", field="event")
        elif isinstance(new, kinds.QuizQuestion) and isinstance(old.event, kinds.QuizQuestion):
            if new.number not in (None, old.event.number):
                raise EventError(f"Event {event.of} is question {old.event.number}.", field="event")
            new = replace(new, number=old.event.number)
        else:
            raise EventError(
                "A spin or a pass can replace a spin or a pass, a round the same round, and a question the same question.",
                field="event",
            )
        if not is_stored:
            check_show(new, self.setup.era)
        if (new.id, new.time, new.comment) != (None, None, None):
            raise EventError("Notes belong to the replacement as a whole.", field="event")
        return replace(event, event=advance(old.before, new, self.setup, as_recorded=True).event)

    def _with_event(self, event: Event, counting: tuple[int, ...], undone: tuple[int, ...]) -> Game:
        """Return the game with an event that changes which events count, or earlier events."""
        game = replace(self, events=(*self.events, event), counting=counting, undone=undone)
        played, unfit = _replay_events(game, self)
        return replace(game, played=played, unfit=unfit)


def _find_boards_era(boards: Iterable[Board]) -> Era:
    """Return the boards' version of the show: CBS unless a board is of another."""
    eras = [find_era_or_pilot(board.show) for board in boards]
    return next((era for era in eras if era not in (None, ERAS[0])), None) or ERAS[0]


def _find_replacements(counting: Sequence[int], log: Sequence[Event]) -> dict[int, Event]:
    """Return the replacements by the number of the replaced event; the last one applies."""
    replacements: dict[int, Event] = {}
    for number in counting:
        event = log[number - 1]
        if isinstance(event, kinds.Replacement):
            old = log[event.of - 1]
            replacements[event.of] = replace(event.event, id=old.id, time=old.time, comment=old.comment)
    return replacements


def _order_events(counting: Sequence[int], log: Sequence[Event]) -> list[int]:
    """Return the numbers in the order of the game: the order of entry, a correction right after the event that it names."""
    order: list[int] = []
    for number in counting:
        if isinstance(log[number - 1], kinds.Replacement):
            continue
        after = _get_corrected_event(log[number - 1])
        place = len(order) if after is None else order.index(after) + 1
        # Corrections of one place apply in the order of entry.
        while after is not None and place < len(order) and _get_corrected_event(log[order[place] - 1]) == after:
            place += 1
        order.insert(place, number)
    return order


def _replay_events(game: Game, before: Game) -> tuple[tuple[Played, ...], tuple[Played, ...]]:
    """Return the events that count, with corrections in their places, and the events that no longer fit.

    Results of ``before`` are reused up to the first event that differs. An event may cease to fit only after a
    replacement.

    Raises:
        EventError: the new event is not possible, or a correction makes a later one impossible.
    """
    log, order = game.events, _order_events(game.counting, game.events)
    replacements = game.replaced
    is_corrected = bool(replacements) or any(_get_corrected_event(log[number - 1]) is not None for number in order)
    earlier = {entry.number: entry for entry in (*before.played, *before.unfit)}
    unfit_numbers = {entry.number for entry in before.unfit}
    earlier_order = _order_events(before.counting, before.events)
    entries: list[Played] = []
    unfit: list[Played] = []
    state, is_unchanged = State(), True
    for place, number in enumerate(order):
        event = replacements.get(number, log[number - 1])
        is_unchanged = (
            is_unchanged
            and place < len(earlier_order)
            and earlier_order[place] == number
            and earlier[number].event == event
        )
        if is_unchanged:
            (unfit if number in unfit_numbers else entries).append(earlier[number])
            state = earlier[number].after
            continue
        try:
            result: EventResult = advance(state, event, game.setup, as_recorded=is_corrected)
        except EventError as error:
            if replacements and number != len(log):
                unfit.append(Played(number, event, state, state, (error.message,)))
                continue
            if not is_corrected or number == len(log):
                raise
            raise EventError(f"Then event {number} could not be: {error.message}", field=error.field) from None
        # The event keeps the details that were filled in on entry.
        entries.append(Played(number, event, state, result.state, result.warnings))
        state = result.state
    return tuple(entries), tuple(unfit)


def _get_corrected_event(event: Event) -> int | None:
    return event.after if isinstance(event, kinds.Correction) else None


def _check_notes(event: Event) -> None:
    """Raise EventError if the id, the time or the comment is not valid."""
    try:
        check_text("An id", event.id or "", MAX_ID)
        check_text("A time", event.time or "", MAX_ID)
        check_text("A comment", event.comment or "", MAX_TEXT, allow_lines=True)
    except InputError as error:
        raise EventError(error.message) from None
    if event.comment == "":
        raise EventError("A comment has at least one character.", field="comment")
    for name in ("id", "time"):
        text = getattr(event, name)
        if text is not None and (not text or any(c in " <>" for c in text)):
            raise EventError(f"The {name} of an event has no spaces and no < or >.", field=name)
