"""A game: headers and events, each of which was possible when it was entered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ...errors import EventError, InputError
from ..board import ROUNDS, Board
from ..episode import era_or_pilot
from ..eras import ERAS, Era
from . import events as kinds
from .events import Event
from .headers import MAX_TEXT, Headers, check_text
from .state import EventResult, Setup, State, advance, check_show

MAX_EVENTS = 600  # several times those of the longest game, as an undo or a correction plays a game again
MAX_ID = 80
MOVES = (kinds.Spin, kinds.PassSpins)


@dataclass(frozen=True, slots=True)
class Played:
    """One event that counts.

    Attributes:
        number: its place among all events of the game, from 1.
        event: the event. before, after: the states of the game.
        warnings: sentences about what was assumed.
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
        unfit: events that no longer fit since an earlier one was replaced, with the reason as their warning; they change
            nothing.
        counting, undone: numbers of the events that count, and of those that ``Redo`` would bring back.
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

        Args:
            headers: the facts known about it.
            boards: known besides the presets, to find those that the headers name.

        Raises:
            InputError: a board is not known, or a header cannot be used.
        """
        headers = headers or Headers()
        headers.check()
        boards = tuple(boards)
        found = {number: headers.board(number, boards) for number in ROUNDS}
        era, of_boards = headers.era, _era_of(found.values())
        if era is None or (era.id == of_boards.id and headers.day is None):
            era = of_boards
        return cls(headers, Setup(found, headers.rules, headers.names, era))

    @property
    def state(self) -> State:
        """The present state of the game."""
        return self.played[-1].after if self.played else State()

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.is_over(self.setup.free)

    @property
    def recorded(self) -> list[Played]:
        """Everything that happened, in the order of the game: what counts, and what no longer fits."""
        by_number = {each.number: each for each in (*self.played, *self.unfit)}
        return [by_number[number] for number in _order(self.counting, self.events)]

    @property
    def replaced(self) -> Mapping[int, Event]:
        """The events that stand in the place of others, by the numbers of those."""
        return _replacements(self.counting, self.events)

    @cached_property
    def ids(self) -> frozenset[str]:
        """The ids of all events."""
        return frozenset(event.id for event in self.events if event.id is not None)

    @property
    def warnings(self) -> list[tuple[int, str]]:
        """Sentences about what was assumed, with the numbers of their events."""
        return [(played.number, text) for played in self.played for text in played.warnings]

    def add(self, event: Event, *, stored: bool = False) -> Game:
        """Return the game with one more event; unchanged if an event of its id was entered before.

        Args:
            event: the event.
            stored: whether it was accepted before, perhaps by a version that checked less.

        Raises:
            EventError: the event cannot be here; the game stays as it is.
        """
        if event.id is not None and event.id in self.ids:
            return self
        _check_notes(event)
        if len(self.events) >= MAX_EVENTS:
            raise EventError(f"A game has at most {MAX_EVENTS:,} events.")
        if isinstance(event, kinds.Undo):
            if not self.counting:
                raise EventError("There is nothing to undo.")
            return self._with(event, self.counting[:-1], (*self.undone, self.counting[-1]))
        if isinstance(event, kinds.Redo):
            if not self.undone:
                raise EventError("There is nothing to redo.")
            return self._with(event, (*self.counting, self.undone[-1]), self.undone[:-1])
        number = len(self.events) + 1
        if isinstance(event, kinds.Correction) and event.after is not None:
            if event.after not in _order(self.counting, self.events):
                raise EventError(f"Event {event.after} is not one that counts here.", field="after")
            return self._with(event, (*self.counting, number), ())
        if isinstance(event, kinds.Replacement):
            return self._with(self._fitting(event, stored), (*self.counting, number), ())
        step = advance(self.state, event, self.setup)
        if not stored:
            check_show(step.event, self.setup.era)
        return replace(
            self,
            events=(*self.events, step.event),
            played=(*self.played, Played(number, step.event, self.state, step.state, step.warnings)),
            counting=(*self.counting, number),
            undone=(),
        )

    def with_headers(self, headers: Headers, boards: Iterable[Board] = ()) -> Game:
        """Return the same events with other headers. Raises InputError if an event cannot be on the new boards."""
        game = Game.begin(headers, boards)
        for event in self.events:
            game = game.add(event, stored=True)
        return game

    def _fitting(self, event: kinds.Replacement, stored: bool) -> kinds.Replacement:
        """Return the replacement with its details filled in. Raises EventError if it cannot stand in that place."""
        old = next((each for each in (*self.played, *self.unfit) if each.number == event.of), None)
        if old is None:
            raise EventError(f"Event {event.of} is not one that counts here.", field="of")
        new = event.event
        if isinstance(new, MOVES) and isinstance(old.event, MOVES):
            if new.seat not in (None, old.event.seat):
                raise EventError("What is replaced stays with its contestant.", field="event")
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
        if not stored:
            check_show(new, self.setup.era)
        if (new.id, new.time, new.comment) != (None, None, None):
            raise EventError("Notes belong to the replacement as a whole.", field="event")
        return replace(event, event=advance(old.before, new, self.setup, as_recorded=True).event)

    def _with(self, event: Event, counting: tuple[int, ...], undone: tuple[int, ...]) -> Game:
        """Return the game with an event that changes which others count, or the events before them."""
        game = replace(self, events=(*self.events, event), counting=counting, undone=undone)
        played, unfit = _replay(game, self)
        return replace(game, played=played, unfit=unfit)


def _era_of(boards: Iterable[Board]) -> Era:
    """Return the version of the show that boards are of: of CBS unless one is of another."""
    found = [era_or_pilot(board.show) for board in boards]
    return next((era for era in found if era not in (None, ERAS[0])), None) or ERAS[0]


def _replacements(counting: Sequence[int], log: Sequence[Event]) -> dict[int, Event]:
    """Return the events that stand in the place of others; the last one holds."""
    found: dict[int, Event] = {}
    for number in counting:
        event = log[number - 1]
        if isinstance(event, kinds.Replacement):
            old = log[event.of - 1]
            found[event.of] = replace(event.event, id=old.id, time=old.time, comment=old.comment)
    return found


def _order(counting: Sequence[int], log: Sequence[Event]) -> list[int]:
    """Return the numbers in the order of the game: each at the end, a correction after the event that it names."""
    order: list[int] = []
    for number in counting:
        if isinstance(log[number - 1], kinds.Replacement):
            continue
        after = _after_of(log[number - 1])
        place = len(order) if after is None else order.index(after) + 1
        # Corrections at one place hold in the order in which they were entered.
        while after is not None and place < len(order) and _after_of(log[order[place] - 1]) == after:
            place += 1
        order.insert(place, number)
    return order


def _replay(game: Game, before: Game) -> tuple[tuple[Played, ...], tuple[Played, ...]]:
    """Return the events that count, each correction from its place on, and those that no longer fit.

    What ``before`` has up to the first event that differs is taken from there. Only after a replacement may an event
    not fit; otherwise it refuses the change.
    """
    log, order = game.events, _order(game.counting, game.events)
    instead = game.replaced
    corrected = bool(instead) or any(_after_of(log[number - 1]) is not None for number in order)
    known = {each.number: each for each in (*before.played, *before.unfit)}
    gone, were = {each.number for each in before.unfit}, _order(before.counting, before.events)
    played: list[Played] = []
    unfit: list[Played] = []
    state, same = State(), True
    for at, number in enumerate(order):
        event = instead.get(number, log[number - 1])
        same = same and at < len(were) and were[at] == number and known[number].event == event
        if same:
            (unfit if number in gone else played).append(known[number])
            state = known[number].after
            continue
        try:
            step: EventResult = advance(state, event, game.setup, as_recorded=corrected)
        except EventError as refused:
            if instead and number != len(log):
                unfit.append(Played(number, event, state, state, (refused.message,)))
                continue
            if not corrected or number == len(log):
                raise
            raise EventError(f"Then event {number} could not be: {refused.message}", field=refused.field) from None
        # Details filled in when the event was entered stay with it.
        played.append(Played(number, event, state, step.state, step.warnings))
        state = step.state
    return tuple(played), tuple(unfit)


def _after_of(event: Event) -> int | None:
    return event.after if isinstance(event, kinds.Correction) else None


def _check_notes(event: Event) -> None:
    """Raise EventError if an id, time or comment cannot be kept."""
    try:
        check_text("An id", event.id or "", MAX_ID)
        check_text("A time", event.time or "", MAX_ID)
        check_text("A comment", event.comment or "", MAX_TEXT, lines=True)
    except InputError as error:
        raise EventError(error.message) from None
    if event.comment == "":
        raise EventError("A comment has at least one character.", field="comment")
    for name in ("id", "time"):
        text = getattr(event, name)
        if text is not None and (not text or any(c in " <>" for c in text)):
            raise EventError(f"The {name} of an event has no spaces and no < or >.", field=name)
