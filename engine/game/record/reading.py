"""Tolerant parser of the game notation: it reports every mistake and keeps the readable part."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ...errors import EventError, GameError, GameProblem, InputError, quoted
from ..board import Board
from ..json_text import NestedTooDeep, parse_json
from ..plain_text import MARKUP, plain, remove_invisible
from .events import Correction, Event, PassSpins, Replacement, RoundBegins, Situation, Spin, SpinResult, Up
from .game import MAX_EVENTS, Game
from .headers import BoardName, Headers
from .partial import PartialGame, Stop
from .slides import brings
from .words import LARGE, SMALL, Reader, StatedNumbers, UnreadableMove
from .writing import SEAT_TAGS

MAX_LENGTH = 200_000
MAX_PROBLEMS = 100
MAX_PROBLEMS_READ = 500  # reading ends after this many
MAX_EVENTS_READ = 2 * MAX_EVENTS  # reading ends after this many; an event given twice counts once
MAX_HEADERS = 100  # lines; the last header of a name counts

_TAG = re.compile(r'\[\s*+([A-Za-z][A-Za-z0-9_]*+)\s++"((?:[^"\\\n]++|\\.)*+)"\s*+\]')
_SPACE = re.compile(r"[\s,;]+")
_COMMENT = re.compile(r"\{((?:[^}\\]++|\\.)*+)\}", re.DOTALL)
_LINE_COMMENT = re.compile(r"#([^\n]*)")
_NOTE = re.compile(r"<\s*+(id|time)[\s=]++([^<>\s]++)\s*+>", re.IGNORECASE)
_WORD_REST = re.compile(r"(?:[^\s,;{#]|(?<=[0-9]),(?=[0-9]{3}(?![0-9])))*")  # “$2,190” is one
_LINE = re.compile(r"[^\n{#<]*")
_BEGINNING = re.compile(r"=|round", re.IGNORECASE)
_OF_ROUND = re.compile(r"round", re.IGNORECASE)
_POSITION_HEADER = re.compile(r"\[\s*+position\b", re.IGNORECASE)
_SIGNS = str.maketrans({**dict.fromkeys("→⇒➔➜⟶", ">"), **dict.fromkeys("«»", '"'), "×": "x"})
# Quoting and bullets at the beginning of a line; “- w” may be a Whammy in a list, or one Whammy off.
_LINE_MARKS = re.compile(
    r"^[^\S\n]*+(?:>(?=[\s>])[^\S\n]*+)*+(?:[*•·][^\S\n]++|-[^\S\n]++(?!w(?:hammy)?\b))?+", re.MULTILINE | re.IGNORECASE
)
_CUT_NUMBER = re.compile(r"\$?[0-9]{1,2}[^\S\n]{1,2}[0-9]{3}(?![0-9])")
# What may continue a spin's result: a sign, a word about spins, Whammies or amounts, or a retraction.
_GOES_ON = re.compile(
    r"[^\sA-Za-z]|w/|then(?=\s{1,3}(?:an?|one|1)\b)|(?:and|n|plus|with|or|but|an?|one|two|three|four|extra|more|another|additional|free|bonus|spins?|s|e|p|k|thousand"
    r"|grand|hundred|dollars?|bucks|whamm\w*|off|times|double|doubled|passed|earned|to|from|of|minus|lost|loses"
    r"|less|gone|stolen|taken|deducted|each|twice|times|halved|no|not|never|nope|almost|nearly|wait|sorry|actually|rather|instead"
    r"|cancell?ed|averted|avoided|declined|refused|reversed|removed|void|wrong)(?![A-Za-z])",
    re.IGNORECASE,
)
_SAME_TURN = re.compile(r"[^\S\n,;]*+[,;]?+[^\S\n,;]*+")
_WHOLE_LINE = re.compile(r"=|round|question|fix|correct|instead", re.IGNORECASE)  # their words mean nothing alone


@dataclass(frozen=True, slots=True)
class GameReading:
    """A game read from a text.

    Attributes:
        game: the readable part.
        problems: the mistakes, in the order of the text.
        guesses: assumptions with their places, such as “(3)” as earned spins.
        stops: unreadable places among the moves, after which nothing counts (``PartialGame``).
    """

    game: Game
    problems: tuple[GameProblem, ...]
    guesses: tuple[GameProblem, ...] = ()
    stops: tuple[Stop, ...] = ()


@dataclass(frozen=True, slots=True)
class _Fault:
    """An unreadable place among the moves, perhaps the beginning of a round or a position."""

    offset: int
    beginning: bool = False
    of_round: bool = False


def parse_game(text: str, boards: Iterable[Board] = ()) -> Game:
    """Read a game. Raises GameError with every problem."""
    reading = read_game(text, boards)
    if reading.problems:
        raise GameError(reading.problems)
    return reading.game


def read_game(text: str, boards: Iterable[Board] = ()) -> GameReading:
    """Read a game, going on after each mistake.

    The headers may name ``boards`` besides the presets.
    """
    return _GameReader(text, tuple(boards)).read()


def read_moves(text: str, game: Game) -> GameReading:
    """Read further moves of a game; moves from the first problem on are not added."""
    return _GameReader(text, ()).read_on(game)


class _GameReader:
    def __init__(self, text: str, boards: tuple[Board, ...]):
        too_long = len(text) > MAX_LENGTH
        whole_lines = text[:MAX_LENGTH].rpartition("\n")[0] if too_long else text
        self.original = remove_invisible(whole_lines)
        self.text = _blank_markup(self.original)  # as long as the original, so offsets agree
        self.boards = boards
        self.problems: list[tuple[int, str]] = []
        if too_long:
            self._note_problem(len(self.text), f"A game has at most {MAX_LENGTH:,} characters.")
        self.offset = 0
        self.seat: int | None = None
        self.line_start = True  # whether only blanks precede ``offset`` on its line
        self.remarks: list[str] = []  # comments on the last event
        self.faults: list[_Fault] = []  # in the order of the text
        self.first_move: int | None = None  # the place of the first move; unreadable text before it is no move
        self.after_fault = False  # whether the last move could not be read
        self.stated_numbers: list[tuple[int, int, StatedNumbers]] = []  # index of the next event, place, numbers
        self.guesses: list[tuple[int, str]] = []
        self.last_move_end: int | None = None  # the end of the last move, if nothing has followed it
        self.doubtful_events: set[int] = set()  # indexes of events whose text is only partly understood

    def read(self) -> GameReading:
        headers, opening = self._read_headers()
        game = self._begin_game(headers)
        self.names = self._find_seat_names(game)
        events: list[tuple[int, Event]] = [] if opening is None else [opening]
        comments: list[str] = [headers.comment] if headers.comment else []
        self._read_moves(events, comments)
        if comments:
            game = self._begin_game(replace(game.headers, comment="\n".join(comments)), game)
        if self.first_move is not None:
            self.faults = [fault for fault in self.faults if fault.offset >= self.first_move]
        partial = PartialGame(game)
        for index, (offset, event) in enumerate(events):
            if len(self.problems) >= MAX_PROBLEMS_READ:
                break
            self._add_event(partial, index, offset, event)
        else:
            self._check_end(partial, len(events))
        return self._make_reading(partial)

    def read_on(self, game: Game) -> GameReading:
        self.names = self._find_seat_names(game)
        events: list[tuple[int, Event]] = []
        self._read_moves(events, [])
        partial = PartialGame(game)
        for index, (offset, event) in enumerate(events):
            if self.faults and self.faults[0].offset <= offset:
                break
            self._add_event(partial, index, offset, event)
            if partial.is_stopped:
                break
        else:
            if not self.faults:
                self._check_end(partial, len(events))
        return self._make_reading(partial)

    def _add_event(self, partial: PartialGame, index: int, offset: int, event: Event) -> None:
        """Add an event, or note why it is refused."""
        self._pass_faults(partial, offset)
        if not partial.skips_to_beginning or isinstance(event, (RoundBegins, Situation)):
            self._check_stated(partial, index)
        try:
            partial.add(offset, event, lambda game: self._check_whole(game, index, offset, event))
        except EventError as error:
            self._note_problem(offset, error.message)

    def _check_end(self, partial: PartialGame, count: int) -> None:
        """Note the problems after the last of `count` events."""
        self._pass_faults(partial, len(self.text))
        if not partial.skips_to_beginning:
            self._check_stated(partial, count)

    def _pass_faults(self, partial: PartialGame, offset: int) -> None:
        """Stop at the unreadable places up to this place."""
        while self.faults and self.faults[0].offset <= offset:
            fault = self.faults.pop(0)
            partial.stop(fault.offset, at_beginning=fault.beginning, of_round=fault.of_round)

    def _find_seat_names(self, game: Game) -> dict[str, int]:
        return {_blank_markup(name).lower(): seat for seat, name in enumerate(game.headers.names) if name}

    def _check_whole(self, game: Game, index: int, offset: int, event: Event) -> None:
        """Raise EventError if the text may say more than the event of this index, the last of ``game``."""
        if index in self.doubtful_events:
            raise EventError("What goes on after this is not understood, so it is not kept.")
        result = event.result if isinstance(event, Spin) and event.square is None else None
        if result and _is_unlikely_sum(result, game):
            if number := _CUT_NUMBER.match(self.text, offset):
                self.doubtful_events.add(index + 1)
                raise EventError(f"Is {quoted(number[0])} one number? Write it without the blank.")
            amount = f"${result.amount}"
            if not self.text.startswith("$" if (result.amount or 0) < SMALL else amount, offset):
                raise EventError(
                    f"{amount} is on no slide.",
                    f"If it came, write “{amount}”; a square has a colon, as in 4:750.",
                )

    def _check_stated(self, partial: PartialGame, index: int) -> None:
        """Compare the numbers stated before the event of this index with the game's; reading stops at a difference."""
        game = partial.trial
        while self.stated_numbers and self.stated_numbers[0][0] <= index:
            _, offset, numbers = self.stated_numbers.pop(0)
            acting_seats = [entry.event.seat for entry in game.played if isinstance(entry.event, (Spin, PassSpins))]
            if self.text.startswith("=", offset):
                seat = numbers.seat if numbers.seat is not None else next(reversed(acting_seats), None)
            else:
                seat = game.state.seat
            if seat is None:
                self._note_problem(offset, "Say whose numbers these are: “= 2 $4,080”.")
                partial.stop(offset)
                continue
            name = game.setup.name(seat)
            if not game.state.known or not game.state.round:
                self._note_problem(offset, f"What {name} has is not known here, so it cannot be checked.")
                continue
            podium = game.state.podiums[seat]
            for part, money in (("score", "$"), ("earned", ""), ("passed", ""), ("whammies", "")):
                stated_number, actual = getattr(numbers, part), getattr(podium, part)
                if stated_number is not None and stated_number != actual:
                    partial.stop(offset)
                    unit = {"score": "", "earned": " earned spins", "passed": " passed spins", "whammies": " Whammies"}[
                        part
                    ]
                    self._note_problem(
                        offset,
                        f"By what is entered {name} has {money}{actual:,}{unit} here, not {money}{stated_number:,}{unit}.",
                    )

    def _make_reading(self, partial: PartialGame) -> GameReading:
        guesses = (GameProblem(*self._find_place(offset), guess) for offset, guess in self.guesses)
        stops = (
            Stop(*self._find_place(offset), None if resume is None else self._find_place(resume)[0])
            for offset, resume in partial.stops
        )
        return GameReading(partial.game, self._sort_problems(), tuple(guesses), tuple(stops))

    def _sort_problems(self) -> tuple[GameProblem, ...]:
        problems: dict[tuple[int, str], GameProblem] = {}
        for offset, message in sorted(self.problems):
            line, column = self._find_place(offset)
            # A mistake in a contestant's first move usually affects the whole turn.
            problems.setdefault((line, message), GameProblem(line, column, message))
        return tuple(problems.values())[:MAX_PROBLEMS]

    def _note_problem(self, offset: int, message: str) -> None:
        self.problems.append((offset, message))

    def _note_fault(self, offset: int, *, at_beginning: bool = False, of_round: bool = False) -> None:
        """Note an unreadable place that may be a move or a beginning."""
        self.faults.append(_Fault(offset, at_beginning, of_round))
        self.after_fault = True
        if at_beginning or of_round:
            self._begin_moves(offset)

    def _begin_moves(self, offset: int) -> None:
        if self.first_move is None:
            self.first_move = offset

    def _find_place(self, offset: int) -> tuple[int, int]:
        return self.text.count("\n", 0, offset) + 1, offset - (self.text.rfind("\n", 0, offset) + 1) + 1

    def _begin_game(self, headers: Headers, otherwise: Game | None = None) -> Game:
        try:
            return Game.begin(headers, self.boards)
        except InputError as error:
            self._note_problem(0, error.message)
            return otherwise or Game.begin()

    # -- headers ------------------------------------------------------------------------------

    def _read_headers(self) -> tuple[Headers, tuple[int, Event] | None]:
        headers = Headers()
        opening: tuple[int, Event] | None = None
        lines = 0
        while self._skip_space() and self.text.startswith("[", self.offset):
            lines += 1
            if lines > MAX_HEADERS:
                self._note_problem(self.offset, f"A game has at most {MAX_HEADERS} headers.")
                self.offset = len(self.text)
                break
            self.line_start = False
            match = _TAG.match(self.original, self.offset) or _TAG.match(self.text, self.offset)
            if match is None:
                self._note_problem(self.offset, 'A header is written [Name "text"].')
                if _POSITION_HEADER.match(self.text, self.offset):
                    self._note_fault(self.offset, at_beginning=True)
                end = self.text.find("\n", self.offset)
                self.offset = len(self.text) if end < 0 else end
                continue
            header_text = re.sub(r"\\(.)", r"\1", self.original[match.start(2) : match.end(2)]).strip()
            name = match[1]
            try:
                if name.lower() == "position":
                    opening = (match.start(), self._read_situation(header_text, match.start(2)))
                    self._begin_moves(match.start())
                else:
                    new_headers = self._apply_header(headers, name, header_text)
                    new_headers.check()
                    new_headers.check_boards(self.boards)
                    headers = new_headers
            except (InputError, UnreadableMove) as error:
                self._note_problem(match.start(2), str(error))
                if name.lower() == "position":
                    self._note_fault(match.start(), at_beginning=True)
            self.offset = match.end()
        return headers, opening

    def _apply_header(self, headers: Headers, name: str, value: str) -> Headers:
        key = name.lower()
        tags = [*(tag.lower() for tag in SEAT_TAGS)]
        key = {"centre": "center", "board": "board2"}.get(key, key)
        if key in tags:
            names = list(headers.names)
            names[tags.index(key)] = value
            return replace(headers, names=(names[0], names[1], names[2]))
        if key in ("date", "episode", "result"):
            changes: dict[str, Any] = {key: value}
            return replace(headers, **changes)
        if key in ("board1", "board2"):
            boards = list(headers.boards)
            boards[int(key[-1]) - 1] = read_board_name(value)
            return replace(headers, boards=(boards[0], boards[1]))
        if key == "rules":
            preset, *options = value.split() or ["show"]
            pairs = [option.partition("=") for option in options]
            for option, equals, _ in pairs:
                if not equals:
                    raise InputError(f"After the preset, rules are option=value, not {quoted(option)}.")
            return headers.with_rules(preset.lower(), [(option, setting) for option, _, setting in pairs])
        name = name[0].upper() + name[1:]
        return replace(headers, extra=(*(pair for pair in headers.extra if pair[0] != name), (name, value)))

    # -- moves --------------------------------------------------------------------------------

    def _read_moves(self, events: list[tuple[int, Event]], comments: list[str]) -> None:
        """Read all moves into ``events``, and comments before the first one into ``comments``."""
        while self._skip_space() and len(self.problems) < MAX_PROBLEMS_READ:
            if len(events) > MAX_EVENTS_READ:
                self._note_problem(self.offset, f"A game has at most {MAX_EVENTS:,} events.")
                self._note_fault(self.offset)
                break
            match = _COMMENT.match(self.text, self.offset) or _LINE_COMMENT.match(self.text, self.offset)
            if match is not None:
                comment = self.original[match.start(1) : match.end(1)]
                self._read_comment(re.sub(r"\\(.)", r"\1", comment).strip(), events, comments)
                self.offset = match.end()
            elif self.text.startswith("{", self.offset):
                self._note_problem(self.offset, "This comment has no end: a brace } is missing.")
                self._note_fault(self.offset)
                self.offset = len(self.text)
            elif self.text.startswith("<", self.offset):
                self._read_note(events)
            else:
                self._read_move(events)
            self.line_start = False
        self._add_remarks(events)

    def _skip_space(self) -> bool:
        """Go to the next thing to read; return whether there is one. A new line ends a contestant's turn."""
        match = _SPACE.match(self.text, self.offset)
        if match is not None:
            _, new_line, before = match[0].rpartition("\n")
            if new_line:
                self.seat = None
            self.line_start = bool(new_line or self.line_start) and not before.strip()
            self.offset = match.end()
        return self.offset < len(self.text)

    def _read_comment(self, text: str, events: list[tuple[int, Event]], comments: list[str]) -> None:
        if not text:
            return
        if not events:
            comments.append(text)
        elif not self.after_fault:  # else it is about unreadable text
            self.remarks.append(text)

    def _add_remarks(self, events: list[tuple[int, Event]]) -> None:
        """Attach the remarks to the last event."""
        if self.remarks:
            offset, event = events[-1]
            events[-1] = offset, replace(event, comment=" ".join(self.remarks))
            self.remarks.clear()

    def _read_note(self, events: list[tuple[int, Event]]) -> None:
        match = _NOTE.match(self.original, self.offset)
        if match is None or not events:
            self._note_problem(self.offset, "A note after a move is written <id …> or <time …>.")
            self._note_fault(self.offset)
            self.offset = max(self.offset + 1, self.text.find(">", self.offset) + 1)
            return
        offset, event = events[-1]
        if not self.after_fault:
            changes: dict[str, Any] = {match[1].lower(): match[2]}
            events[-1] = offset, replace(event, **changes)
        self.offset = match.end()

    def _read_move(self, events: list[tuple[int, Event]]) -> None:
        start = self.offset
        reader = Reader(self.text, start, self.names)
        seat = reader.read_label(self.line_start)
        if seat is not None:
            self._begin_moves(start)
            self.seat, self.offset, self.last_move_end = seat, reader.offset, None
            return
        try:
            event = reader.read_move(self.seat)
        except UnreadableMove as error:
            reader.offset = start
            if self.line_start and (seat := reader.read_bare_label()) is not None:
                self._begin_moves(start)
                self.seat, self.offset, self.last_move_end = seat, reader.offset, None
                return
            self._skip_unreadable(error, start, events)
            return
        self.offset = self.last_move_end = reader.offset
        self._begin_moves(start)
        self.after_fault = False
        self.guesses += [(start, guess) for guess in reader.guesses]
        if reader.stated_numbers is not None:
            self.stated_numbers.append((len(events), start, reader.stated_numbers))
        if event is not None:
            self._add_remarks(events)
            events.append((start, event))
            if reader.then is not None:
                events.append((start, reader.then))

    def _skip_unreadable(self, error: UnreadableMove, start: int, events: list[tuple[int, Event]]) -> None:
        """Note the unreadable text and skip it, or its whole line if it may say whose moves follow."""
        self._note_problem(error.offset, error.message)
        follows = self.last_move_end is not None and _SAME_TURN.fullmatch(self.text, self.last_move_end, start)
        goes_on = follows and not error.apart and _GOES_ON.match(self.text, start)
        if goes_on and events and isinstance(events[-1][1], (Spin, PassSpins, Correction, Replacement, Up)):
            self.doubtful_events.add(len(events) - 1)
        self.last_move_end = None
        if (self.line_start and not error.apart) or _WHOLE_LINE.match(self.text, start):
            self.offset = _end_of_match(_LINE, self.text, start)
        else:
            self.offset = _end_of_match(_WORD_REST, self.text, max(start + 1, error.offset))
        beginning = bool(_BEGINNING.match(self.text, start))
        self._note_fault(start, at_beginning=beginning, of_round=bool(_OF_ROUND.search(self.text, start, self.offset)))

    def _read_situation(self, text: str, offset: int) -> Situation:
        """Return the position of a header. Raises UnreadableMove."""
        reader = Reader(f"= {_blank_markup(text)}", 0, {})
        event = reader.read_situation()
        if reader.offset < len(reader.text):
            raise UnreadableMove("Nothing may follow the position.", reader.offset)
        self.guesses += [(offset, guess) for guess in reader.guesses]
        return event


def read_board_name(text: str) -> BoardName:
    """Return a board as a header names it. Raises InputError."""
    if text.startswith("{"):
        try:
            board_json = parse_json(text)
        except NestedTooDeep:
            raise InputError("The JSON of the board is nested too deep.") from None
        except ValueError:
            raise InputError("The header begins like JSON of a board, but is not JSON.") from None
        board = Board.from_json(board_json)
        return BoardName(board.id, None, board)
    board_id, _, digest = text.partition("@")
    if not board_id.strip():
        raise InputError("A board is named by its id.")
    return BoardName(board_id.strip(), digest.strip() or None)


def _blank_markup(text: str) -> str:
    """Return the text in plain characters of the same length, with blanks for markup, quoting and bullets."""
    text = MARKUP.sub(_to_blanks, plain(text).translate(_SIGNS))
    return _LINE_MARKS.sub(_to_blanks, text)


def _to_blanks(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _is_unlikely_sum(result: SpinResult, game: Game) -> bool:
    """Return whether no slide of the board brings this sum and it is far from the show's sums: probably another number."""
    if result.kind != "money" or result.amount is None or SMALL <= result.amount < LARGE or not game.state.round:
        return False
    return not any(
        brings(slide, result) for square in game.setup.boards[game.state.round].squares for slide in square.slides
    )


def _end_of_match(pattern: re.Pattern[str], text: str, offset: int) -> int:
    match = pattern.match(text, offset)
    return offset if match is None else match.end()
