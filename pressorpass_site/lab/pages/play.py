"""Games in play: the query has the settings and all choices, which are replayed.

A subclass of `Play` has the rules, the words and the picture of a game; `Play` has the turns, the buttons, taking back,
stepping through the game, advice, the other player's moves, the review and the form of a new game.
"""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, TypeVar

from django.http import HttpRequest

from engine import InputError
from engine.lab import Option
from engine.lab.answer_view import AnswerView
from engine.lab.exhibits import Ask, Link, Panel, Pending, Piece, Text, Waiting
from engine.lab.options import integer, word_reader
from engine.lab.review_exhibits import ReviewWording, build_detail_cards
from pressorpass_site.core.http import parts

from ..fields import build_page_field
from .address import MAX_SHOWN, SEED, SEEDS, Address

T = TypeVar("T")
State = TypeVar("State")
PageGenerator = Generator[Ask, AnswerView, T]

MAX_SEED = 10**15 - 1
MAX_CHOICES = 1000  # of a game
DICE = integer(SEED, "Seed of the new game’s dice", "", 0, MAX_SEED)
MOVES = Option("moves", "", str, "")
STEP = integer("step", "", "", 0, MAX_CHOICES)
ADVICE = Option("advice", "", lambda text: int(str(word_reader("0", "1")(text))), "0")


@dataclass(frozen=True)
class Seat:
    """A part of the score: a player or a count; `up` marks the player to move."""

    name: str
    score: str
    words: str = ""
    up: bool = False


@dataclass(frozen=True)
class PlayEvent:
    words: str
    faces: tuple[int, ...] = ()


@dataclass(frozen=True)
class MoveChoice:
    """A choice as a button; `words` are its accessible name."""

    move: str
    label: str
    words: str = ""
    main: bool = False


@dataclass(frozen=True)
class Button:
    label: str
    address: str
    words: str = ""
    main: bool = False


def roll_die(seed: int, place: int, sides: int) -> int:
    """Return the face of the roll number `place` in a game with this seed."""
    digest = hashlib.sha256(f"{seed}:{place}".encode()).digest()
    return int.from_bytes(digest[:8]) % sides + 1


class Play(ABC, Generic[State]):
    """A game in play, whose state is in the query.

    Attributes:
        settings: the options in the form of a new game.
        parts: more options that every link keeps: the start of the game.
        passing: options of a single request, sent by a button.
        harmless: parts whose errors leave the recorded choices valid.
        moves_in, added_in: the part with the choices, and the part that adds some; `separator` is between choices.
        board_first: whether the board comes before the buttons and cards.
        set_up: the link to the form that sets up a start position.
    """

    settings: ClassVar[tuple[Option, ...]] = (DICE,)
    parts: ClassVar[tuple[Option, ...]] = ()
    passing: ClassVar[tuple[Option, ...]] = ()
    harmless: ClassVar[frozenset[str]] = frozenset({"moves", "step", "advice", "do"})
    max_choices: ClassVar[int] = MAX_CHOICES
    moves_in: ClassVar[str] = "moves"
    added_in: ClassVar[str] = "do"
    separator: ClassVar[str] = ""
    board_first: ClassVar[bool] = False
    set_up: ClassVar[Link | None] = None

    def __init__(self, request: HttpRequest) -> None:
        options = (*self.settings, *self.parts, MOVES, STEP, ADVICE)
        self.address = Address(request.GET, options, self.passing)
        self.is_poll = parts.is_part_request(request)
        self.moves: list[str] = []
        self.moves_waiting: list[str] = []  # choices that wait for the other player
        self.states = [self.start_state()]
        self.step: int | None = None

    @property
    def other(self) -> str:
        return "the other player"

    @property
    def bad_face(self) -> int:
        """The face of a die that ends a turn; 0 if there is none."""
        return 0

    # The rules.

    @abstractmethod
    def start_state(self) -> State: ...

    @abstractmethod
    def play_move(self, state: State, move: str) -> PageGenerator[State]:
        """Return the state at your next choice, after this move. Raises InputError: the rules forbid the move."""

    @abstractmethod
    def is_over(self, state: State) -> bool: ...

    def canonicalize_move(self, state: State, text: str) -> str:
        """Return a choice in the form that the query has. Raises InputError."""
        return text

    def choose_for_other(self, state: State) -> PageGenerator[str]:
        """Return the other player's choice, in a game that records the choices of both; "" if it is your turn."""
        yield from ()
        return ""

    # The query.

    def read_moves(self) -> list[str]:
        text: str = self.address["moves"]
        return text.split(self.separator) if self.separator and text else list(text)

    def read_new_moves(self) -> list[str]:
        return []

    def get_typed_text(self, part: str, text: str) -> str:
        return self.address.texts[part] if part == "do" else text

    def build_address_parts(self, moves: Sequence[str]) -> dict[str, str]:
        return {"moves": self.separator.join(moves)}

    def build_link(self, count: int | None = None, /, *more: str, **changes: Any) -> str:
        """Return the link to the game after the first `count` choices, by default all, and `more` choices."""
        return self.address.build_link(
            **{**self.build_address_parts([*self.moves[:count], *more]), "step": "", **changes}
        )

    def build_reload_link(self) -> str:
        return self.build_link(None, *self.moves_waiting, step=self.step)

    def build_step_link(self, step: int) -> str:
        return self.build_link(step=step)

    def build_new_game_changes(self) -> dict[str, Any]:
        """Return the changes of the query for a new game: no start, and a new seed that survives a reload of this page."""
        starts = dict.fromkeys((option.name for option in self.parts), "")
        return {**starts, "seed": roll_die(self.address["seed"], -1, SEEDS) - 1}

    # The words.

    @abstractmethod
    def build_lede(self) -> str: ...

    @abstractmethod
    def list_seats(self, state: State) -> list[Seat]: ...

    @abstractmethod
    def build_headline(self, state: State) -> str: ...

    @abstractmethod
    def describe_move(self, state: State, move: str) -> str:
        """Return text such as “You rolled 4 dice.” about a past choice."""

    def build_note(self) -> Sequence[Piece]:
        dice_note = "Anyone who opens this link and makes the same choices gets the same dice."
        return (f"reloading does not roll again, and a link shows the game as it is here. {dice_note}",)

    def list_events(self, state: State) -> Sequence[PlayEvent]:
        return ()

    def list_history(self) -> list[PlayEvent]:
        return [
            PlayEvent(self.describe_move(*state_and_move))
            for state_and_move in zip(self.states, self.moves, strict=False)
        ]

    def list_choices(self, state: State) -> Sequence[MoveChoice]:
        return ()

    def build_picture(self, state: State, is_playing: bool) -> dict[str, Any]:
        """Return the context of the game's macros, which offer choices only while `is_playing`."""
        return {}

    def list_controls(self) -> list[Button]:
        return []

    def count_after_take_back(self) -> int:
        return len(self.moves) - 1

    def build_continue_button(self, step: int) -> Button:
        return Button("Play on from here", self.build_link(step))

    # The engine's cards.

    def build_engine_cards(self) -> list[Panel]:
        return []

    def build_advice(self, state: State, move_made: str) -> PageGenerator[list[Panel]]:
        yield from ()
        return []

    def build_end_cards(self, state: State) -> PageGenerator[list[Panel]]:
        """Return the cards at the end of the game, besides the review."""
        yield from ()
        return []

    @abstractmethod
    def build_review_options(self) -> dict[str, Any]: ...

    @abstractmethod
    def build_review_wording(self, view: AnswerView) -> ReviewWording: ...

    def find_step(self, number: int, entry: Mapping[str, Any]) -> int:
        return number

    # The page.

    def build_page(self) -> PageGenerator[dict[str, Any]]:
        thinking = yield from self._replay()
        move_made = "" if self.step is None else self.moves[self.step]
        state = self.states[-1 if self.step is None else self.step]
        over = self.is_over(state)
        playing = not (thinking or move_made or over)
        other = self.other[:1].upper() + self.other[1:]
        headline = (
            f"{other} is thinking."
            if thinking
            else self.describe_move(state, move_made)
            if move_made
            else self.build_headline(state)
        )
        cards = (
            [Panel("", (Waiting(thinking),), "The engine")]
            if thinking
            else (yield from self._build_cards(state, move_made))
        )
        new_game_texts, errors = self._list_new_game_texts(), self.address.errors
        fields = [
            build_page_field(option, new_game_texts, [errors[option.name]] if option.name in errors else [])
            for option in self.settings
        ]
        return {
            "play": self,
            "lede": self.build_lede(),
            "seats": self.list_seats(state),
            "headline": headline,
            "steps": self._list_steps(),
            "story": self.list_events(state),
            "over": over and not move_made,
            "buttons": [
                Button(choice.label, self.build_link(None, choice.move), choice.words, choice.main)
                for choice in (self.list_choices(state) if playing and len(self.moves) < self.max_choices else ())
            ],
            "controls": self._list_all_controls(state, playing, over),
            "picture": self.build_picture(state, playing),
            "thinking": thinking,
            "is_thinking": thinking is not None and thinking.is_active,
            "is_waiting": any(
                isinstance(part, Waiting) and part.job.is_active for card in cards for part in card.parts
            ),
            "cards": [card for card in cards if not card.wide],
            "wide_cards": [card for card in cards if card.wide],
            "history": self.list_history(),
            "again": self.build_reload_link(),
            "fields": fields,
            "address_errors": self.address.messages,
        }

    def _replay(self) -> PageGenerator[Any]:
        """Replay the choices up to the first impossible one; return the job that the other player waits for, if any."""
        recorded, new_moves = self.read_moves(), [] if self.address.messages else self.read_new_moves()
        texts = [] if self.address.errors.keys() - self.harmless else [*recorded, *new_moves]
        try:
            for number, text in enumerate(texts, 1):
                try:
                    if self.is_over(self.states[-1]) or number > self.max_choices:
                        raise InputError("the game is over by then")
                    move = self.canonicalize_move(self.states[-1], text)
                    state = yield from self.play_move(self.states[-1], move)
                except InputError as error:
                    self._report_choice(number, text, error, is_added=number > len(recorded))
                    return None
                self.moves.append(move)
                self.states.append(state)
            if self.address["step"] is not None and self.address["step"] < len(self.moves):
                self.step = self.address["step"]
            while self.step is None and len(self.moves) < self.max_choices and not self.is_over(self.states[-1]):
                if not (move := (yield from self.choose_for_other(self.states[-1]))):
                    break
                self.states.append((yield from self.play_move(self.states[-1], move)))
                self.moves.append(move)
        except Pending as pending:
            self.moves_waiting = texts[len(self.moves) :]
            return pending.job
        return None

    def _report_choice(self, number: int, text: str, error: InputError, *, is_added: bool) -> None:
        """Report the first impossible choice, with its text unless the error begins with the text."""
        part = self.added_in if is_added else error.field or self.moves_in
        sentence = f"Choice {number}" if is_added else f"Choice {number} of “{part}”"
        if not error.message.startswith("“"):
            sentence += f", “{self.get_typed_text(part, text)[:MAX_SHOWN]}”, is not possible"
        self.address.report(part, f"{sentence}: {error.message}. The game is shown up to there.")

    def _build_cards(self, state: State, move_made: str) -> PageGenerator[list[Panel]]:
        """Return the engine's cards: advice on the shown state, and the review at the end.

        No question is asked while the query has errors.
        """
        cards = self.build_engine_cards()
        if self.address.messages:
            return cards
        over = self.is_over(state)
        generators = [self.build_advice(state, move_made)] if move_made or (self.address["advice"] and not over) else []
        if over and self.moves:
            generators += [self._build_review(), self.build_end_cards(state)]
        for generator in generators:
            try:
                cards += yield from generator
            except Pending as pending:
                cards.append(Panel("", (Waiting(pending.job),), "The engine"))
        return cards

    def _build_review(self) -> PageGenerator[list[Panel]]:
        options = self.build_review_options()
        if not options:
            return []
        view = yield Ask("review", options)

        def link(number: int, entry: Mapping[str, Any]) -> Link:
            return Link("", address=self.build_step_link(self.find_step(number, entry)))

        cards = list(build_detail_cards(view, replace(self.build_review_wording(view), link=link)))
        own_page = Link("Open this review on its own page", "review", options)
        return [replace(cards[0], parts=(*cards[0].parts, Text(own_page, small=True))), *cards[1:]]

    def _list_steps(self) -> dict[str, Any]:
        """Return the links to the choices before and after the one shown; empty during play."""
        if self.step is None:
            return {}
        steps_by_label = {"First": 0, "Back": self.step - 1} if self.step else {}
        if self.step + 1 < len(self.moves):
            steps_by_label["Next"] = self.step + 1
        links = [
            Button(label, self.build_step_link(step), main=label == "Next") for label, step in steps_by_label.items()
        ]
        return {
            "number": self.step + 1,
            "count": len(self.moves),
            "links": [*links, Button("To the end", self.build_link())],
        }

    def _list_all_controls(self, state: State, is_playing: bool, is_over: bool) -> list[Button]:
        new = Button("New game", self.build_link(0, **self.build_new_game_changes()), main=is_over)
        if self.step is not None:
            return [*([] if is_over else [self.build_continue_button(self.step)]), new]
        buttons = self.list_controls() if is_playing else []
        if self.moves and not self.moves_waiting:
            look = ("Step through the game", 0) if is_over else ("Look back", len(self.moves) - 1)
            buttons += [
                Button("Take back", self.build_link(self.count_after_take_back())),
                Button(look[0], self.build_step_link(look[1])),
            ]
        if is_playing:
            is_advice_shown = self.address["advice"]
            buttons.append(
                Button("Hide advice" if is_advice_shown else "Show advice", self.build_link(advice=1 - is_advice_shown))
            )
        if self.moves and SEED in self.address.options:
            buttons.append(Button("Start over", self.build_link(0)))
        return [*buttons, new]

    def _list_new_game_texts(self) -> dict[str, str]:
        """Return the settings for the form of a new game: those of this game, invalid ones as typed, and a new seed."""
        invalid_texts = {name: self.address.typed.get(name, "")[:MAX_SHOWN] for name in self.address.errors}
        seeds = {name: str(text) for name, text in self.build_new_game_changes().items() if name == "seed"}
        return {**self.address.texts, **seeds, **invalid_texts}
