"""A game: headers and events, each of which was possible when it was entered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile

from ...errors import EventError, InputError
from ..board import Board
from . import events as kinds
from .events import Event
from .headers import MAX_TEXT, ROUNDS, Headers, check_text
from .state import Setup, State, Step, advance, check_round

MAX_EVENTS = 600  # several times those of the longest game, as an undo or a correction plays a game again
MAX_ID = 80


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
        counting, undone: numbers of the events that count, and of those that ``Redo`` would bring back.
    """

    headers: Headers
    setup: Setup
    events: tuple[Event, ...] = ()
    played: tuple[Played, ...] = ()
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
        return cls(headers, Setup(found, headers.rules, headers.names))

    @property
    def state(self) -> State:
        """The present state of the game."""
        return self.played[-1].after if self.played else State()

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.is_over(self.setup.free)

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
            if event.after not in self.counting:
                raise EventError(f"Event {event.after} is not one that counts here.", field="after")
            return self._with(event, (*self.counting, number), ())
        step = advance(self.state, event, self.setup)
        if isinstance(event, kinds.RoundBegins) and not stored:
            check_round(event)
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

    def _with(self, event: Event, counting: tuple[int, ...], undone: tuple[int, ...]) -> Game:
        """Return the game with an event that changes which others count, or the events before them."""
        log = (*self.events, event)
        still = set(counting)
        order = [played.number for played in self.played if played.number in still]
        if len(order) < len(counting):
            _insert(order, counting[-1], log)
        played = _replay(log, order, self.setup, self.played)
        return replace(self, events=log, played=played, counting=counting, undone=undone)


def _insert(order: list[int], number: int, log: Sequence[Event]) -> None:
    """Put an event into the order of the game: at the end, or for a correction after the event that it names."""
    after = _after_of(log[number - 1])
    place = len(order) if after is None else order.index(after) + 1
    # Corrections at one place hold in the order in which they were entered.
    while place < len(order) and _after_of(log[order[place] - 1]) == after:
        place += 1
    order.insert(place, number)


def _replay(log: Sequence[Event], order: Sequence[int], setup: Setup, before: Sequence[Played]) -> tuple[Played, ...]:
    """Return the events of these numbers, each correction from its place on.

    Events of ``before`` are reused up to the first one that differs.
    """
    corrected = any(_after_of(log[number - 1]) is not None for number in order)
    played = [old for old, _ in takewhile(lambda pair: pair[0].number == pair[1], zip(before, order, strict=False))]
    state = played[-1].after if played else State()
    for number in order[len(played) :]:
        event = log[number - 1]
        try:
            step: Step = advance(state, event, setup, as_recorded=corrected)
        except EventError as refused:
            if not corrected or number == len(log):
                raise
            raise EventError(f"Then event {number} could not be: {refused.message}", field=refused.field) from None
        # Details filled in when the event was entered stay with it.
        played.append(Played(number, event, state, step.state, step.warnings))
        state = step.state
    return tuple(played)


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
