"""A game read forgivingly from text: every mistake is found, and the rest of the game stays."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ...errors import EventError, GameError, GameProblem, InputError, quoted
from ..board import Board
from ..json_text import NestedTooDeep, parse_json
from ..plain_text import MARKUP, plain, without_invisible
from .events import Came, Correction, Event, PassSpins, Replacement, RoundBegins, Situation, Spin, Up
from .game import MAX_EVENTS, Game
from .headers import BoardName, Headers
from .partial import PartialGame, Stop
from .slides import brings
from .words import LARGE, SMALL, Reader, Stated, Unreadable
from .writing import SEAT_TAGS

MAX_LENGTH = 200_000
MAX_PROBLEMS = 100
MANY_PROBLEMS = 500  # after these, the rest is not read
MANY_EVENTS = 2 * MAX_EVENTS  # the same; an event given twice counts once
MAX_HEADERS = 100  # lines; a later one replaces an earlier one of its name

_TAG = re.compile(r'\[\s*+([A-Za-z][A-Za-z0-9_]*+)\s++"((?:[^"\\\n]++|\\.)*+)"\s*+\]')
_SPACE = re.compile(r"[\s,;]+")
_COMMENT = re.compile(r"\{((?:[^}\\]++|\\.)*+)\}", re.DOTALL)
_LINE_COMMENT = re.compile(r"#([^\n]*)")
_NOTE = re.compile(r"<\s*+(id|time)[\s=]++([^<>\s]++)\s*+>", re.IGNORECASE)
_REST = re.compile(r"(?:[^\s,;{#]|(?<=[0-9]),(?=[0-9]{3}(?![0-9])))*")  # “$2,190” is one
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
# What may go on saying what came: a sign, a word about spins, Whammies or amounts, or one that takes it back.
_GOES_ON = re.compile(
    r"[^\sA-Za-z]|w/|then(?=\s{1,3}(?:an?|one|1)\b)|(?:and|n|plus|with|or|but|an?|one|two|three|four|extra|more|another|additional|free|bonus|spins?|s|e|p|k|thousand"
    r"|grand|hundred|dollars?|bucks|whamm\w*|off|times|double|doubled|passed|earned|to|from|of|minus|lost|loses"
    r"|less|gone|stolen|taken|deducted|each|twice|times|halved|no|not|never|nope|almost|nearly|wait|sorry|actually|rather|instead"
    r"|cancell?ed|averted|avoided|declined|refused|reversed|removed|void|wrong)(?![A-Za-z])",
    re.IGNORECASE,
)
_SAME_TURN = re.compile(r"[^\S\n,;]*+[,;]?+[^\S\n,;]*+")
_WHOLE_LINE = re.compile(r"=|round|question|fix|correct|instead", re.IGNORECASE)  # nothing in it stands for itself


@dataclass(frozen=True, slots=True)
class GameReading:
    """A game read from a text.

    Attributes:
        game: the readable part.
        problems: everything else, in the order of the text.
        guesses: what was assumed, such as “(3)” as earned spins, at its place.
        stops: where something among the moves could not be read, so that nothing after it counts (``PartialGame``).
    """

    game: Game
    problems: tuple[GameProblem, ...]
    guesses: tuple[GameProblem, ...] = ()
    stops: tuple[Stop, ...] = ()


@dataclass(frozen=True, slots=True)
class _Fault:
    """A place among the moves that cannot be read, perhaps a beginning, of a round or by a position."""

    at: int
    beginning: bool = False
    of_round: bool = False


def parse_game(text: str, boards: Iterable[Board] = ()) -> Game:
    """Read a game. Raises GameError with everything that is wrong."""
    reading = read_game(text, boards)
    if reading.problems:
        raise GameError(reading.problems)
    return reading.game


def read_game(text: str, boards: Iterable[Board] = ()) -> GameReading:
    """Read a game, going on after each mistake.

    Args:
        text: in the notation (docs/game-notation.md).
        boards: known besides the presets, to find those that the headers name.
    """
    return _GameReader(text, tuple(boards)).read()


def read_moves(text: str, game: Game) -> GameReading:
    """Read moves that follow in a game, and add those before the first problem."""
    return _GameReader(text, ()).read_on(game)


class _GameReader:
    def __init__(self, text: str, boards: tuple[Board, ...]):
        too_long = len(text) > MAX_LENGTH
        whole_lines = text[:MAX_LENGTH].rpartition("\n")[0] if too_long else text
        self.typed = without_invisible(whole_lines)
        self.text = _plain(self.typed)  # character for character
        self.boards = boards
        self.problems: list[tuple[int, str]] = []
        if too_long:
            self._problem(len(self.text), f"A game has at most {MAX_LENGTH:,} characters.")
        self.at = 0
        self.seat: int | None = None
        self.line_start = True  # only blanks stand before ``at`` on its line
        self.remarks: list[str] = []  # about the last event found
        self.faults: list[_Fault] = []  # in the order of the text
        self.first: int | None = None  # the place of the first move; what stands before it is no unread move
        self.after_fault = False  # nothing has been read since something could not be
        self.stated: list[tuple[int, int, Stated]] = []  # before the event of this index, at this place
        self.guesses: list[tuple[int, str]] = []
        self.ended: int | None = None  # the place after the last move, if nothing has come since
        self.doubtful: set[int] = set()  # indexes of events that may say more than was understood

    def read(self) -> GameReading:
        headers, begin = self._headers()
        game = self._game(headers)
        self.names = self._names(game)
        found: list[tuple[int, Event]] = [] if begin is None else [begin]
        comments: list[str] = [headers.comment] if headers.comment else []
        self._moves(found, comments)
        if comments:
            game = self._game(replace(game.headers, comment="\n".join(comments)), game)
        if self.first is not None:
            self.faults = [fault for fault in self.faults if fault.at >= self.first]
        partial = PartialGame(game)
        for index, (at, event) in enumerate(found):
            if len(self.problems) >= MANY_PROBLEMS:
                break
            self._add(partial, index, at, event)
        else:
            self._end(partial, len(found))
        return self._reading(partial)

    def read_on(self, game: Game) -> GameReading:
        self.names = self._names(game)
        found: list[tuple[int, Event]] = []
        self._moves(found, [])
        partial = PartialGame(game)
        for index, (at, event) in enumerate(found):
            if self.faults and self.faults[0].at <= at:
                break
            self._add(partial, index, at, event)
            if partial.stopped:
                break
        else:
            if not self.faults:
                self._end(partial, len(found))
        return self._reading(partial)

    def _add(self, partial: PartialGame, index: int, at: int, event: Event) -> None:
        """Add an event, or note why it is refused."""
        self._pass_faults(partial, at)
        if not partial.untried or isinstance(event, (RoundBegins, Situation)):
            self._check_stated(partial, index)
        try:
            partial.add(at, event, lambda game: self._check_whole(game, index, at, event))
        except EventError as error:
            self._problem(at, error.message)

    def _end(self, partial: PartialGame, count: int) -> None:
        """Note what is wrong after the last of `count` events."""
        self._pass_faults(partial, len(self.text))
        if not partial.untried:
            self._check_stated(partial, count)

    def _pass_faults(self, partial: PartialGame, at: int) -> None:
        """Stop at what could not be read up to this place."""
        while self.faults and self.faults[0].at <= at:
            fault = self.faults.pop(0)
            partial.stop(fault.at, beginning=fault.beginning, of_round=fault.of_round)

    def _names(self, game: Game) -> dict[str, int]:
        return {_plain(name).lower(): seat for seat, name in enumerate(game.headers.names) if name}

    def _check_whole(self, added: Game, index: int, at: int, event: Event) -> None:
        """Raise EventError if what stands here may say more than the event of this index, which has been added."""
        if index in self.doubtful:
            raise EventError("What goes on after this is not understood, so it is not kept.")
        came = event.came if isinstance(event, Spin) and event.square is None else None
        if came and _is_odd(came, added):
            if number := _CUT_NUMBER.match(self.text, at):
                self.doubtful.add(index + 1)
                raise EventError(f"Is {quoted(number[0])} one number? Write it without the blank.")
            amount = f"${came.amount}"
            if not self.text.startswith("$" if (came.amount or 0) < SMALL else amount, at):
                raise EventError(
                    f"{amount} is on no slide.",
                    f"If it came, write “{amount}”; a square has a colon, as in 4:750.",
                )

    def _check_stated(self, partial: PartialGame, index: int) -> None:
        """Compare the numbers stated before the event of this index with the game's; others stop the reading."""
        game = partial.tried
        while self.stated and self.stated[0][0] <= index:
            _, at, stated = self.stated.pop(0)
            acted = [each.event.seat for each in game.played if isinstance(each.event, (Spin, PassSpins))]
            if self.text.startswith("=", at):
                seat = stated.seat if stated.seat is not None else next(reversed(acted), None)
            else:
                seat = game.state.seat
            if seat is None:
                self._problem(at, "Say whose numbers these are: “= 2 $4,080”.")
                partial.stop(at)
                continue
            name = game.setup.name(seat)
            if not game.state.known or not game.state.round:
                self._problem(at, f"What {name} has is not known here, so it cannot be checked.")
                continue
            podium = game.state.podiums[seat]
            for part, money in (("score", "$"), ("earned", ""), ("passed", ""), ("whammies", "")):
                said, is_so = getattr(stated, part), getattr(podium, part)
                if said is not None and said != is_so:
                    partial.stop(at)
                    what = {"score": "", "earned": " earned spins", "passed": " passed spins", "whammies": " Whammies"}[
                        part
                    ]
                    self._problem(
                        at, f"By what is entered {name} has {money}{is_so:,}{what} here, not {money}{said:,}{what}."
                    )

    def _reading(self, partial: PartialGame) -> GameReading:
        guesses = (GameProblem(*self._place(at), guess) for at, guess in self.guesses)
        stops = (Stop(*self._place(at), None if on is None else self._place(on)[0]) for at, on in partial.stops)
        return GameReading(partial.kept, self._problems(), tuple(guesses), tuple(stops))

    def _problems(self) -> tuple[GameProblem, ...]:
        problems: dict[tuple[int, str], GameProblem] = {}
        for at, message in sorted(self.problems):
            line, column = self._place(at)
            # A mistake in a contestant's first move usually affects the rest of the turn.
            problems.setdefault((line, message), GameProblem(line, column, message))
        return tuple(problems.values())[:MAX_PROBLEMS]

    def _problem(self, at: int, message: str) -> None:
        self.problems.append((at, message))

    def _fault(self, at: int, *, beginning: bool = False, of_round: bool = False) -> None:
        """Note that what stands here cannot be read, where a move or the beginning of moves may be meant."""
        self.faults.append(_Fault(at, beginning, of_round))
        self.after_fault = True
        if beginning or of_round:
            self._begin_moves(at)

    def _begin_moves(self, at: int) -> None:
        if self.first is None:
            self.first = at

    def _place(self, at: int) -> tuple[int, int]:
        return self.text.count("\n", 0, at) + 1, at - (self.text.rfind("\n", 0, at) + 1) + 1

    def _game(self, headers: Headers, otherwise: Game | None = None) -> Game:
        try:
            return Game.begin(headers, self.boards)
        except InputError as error:
            self._problem(0, error.message)
            return otherwise or Game.begin()

    # -- headers ------------------------------------------------------------------------------

    def _headers(self) -> tuple[Headers, tuple[int, Event] | None]:
        headers = Headers()
        begin: tuple[int, Event] | None = None
        lines = 0
        while self._skip_space() and self.text.startswith("[", self.at):
            lines += 1
            if lines > MAX_HEADERS:
                self._problem(self.at, f"A game has at most {MAX_HEADERS} headers.")
                self.at = len(self.text)
                break
            self.line_start = False
            match = _TAG.match(self.typed, self.at) or _TAG.match(self.text, self.at)
            if match is None:
                self._problem(self.at, 'A header is written [Name "text"].')
                if _POSITION_HEADER.match(self.text, self.at):
                    self._fault(self.at, beginning=True)
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
                continue
            value = re.sub(r"\\(.)", r"\1", self.typed[match.start(2) : match.end(2)]).strip()
            name = match[1]
            try:
                if name.lower() == "position":
                    begin = (match.start(), self._situation(value, match.start(2)))
                    self._begin_moves(match.start())
                else:
                    changed = self._header(headers, name, value)
                    changed.check()
                    changed.check_boards(self.boards)
                    headers = changed
            except (InputError, Unreadable) as error:
                self._problem(match.start(2), str(error))
                if name.lower() == "position":
                    self._fault(match.start(), beginning=True)
            self.at = match.end()
        return headers, begin

    def _header(self, headers: Headers, name: str, value: str) -> Headers:
        key = name.lower()
        tags = [*(tag.lower() for tag in SEAT_TAGS)]
        key = {"centre": "center", "board": "board2"}.get(key, key)
        if key in tags:
            names = list(headers.names)
            names[tags.index(key)] = value
            return replace(headers, names=(names[0], names[1], names[2]))
        if key in ("date", "episode", "result"):
            changed: dict[str, Any] = {key: value}
            return replace(headers, **changed)
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

    def _moves(self, found: list[tuple[int, Event]], comments: list[str]) -> None:
        """Read all moves into ``found``, and comments before the first one into ``comments``."""
        while self._skip_space() and len(self.problems) < MANY_PROBLEMS:
            if len(found) > MANY_EVENTS:
                self._problem(self.at, f"A game has at most {MAX_EVENTS:,} events.")
                self._fault(self.at)
                break
            match = _COMMENT.match(self.text, self.at) or _LINE_COMMENT.match(self.text, self.at)
            if match is not None:
                comment = self.typed[match.start(1) : match.end(1)]
                self._comment(re.sub(r"\\(.)", r"\1", comment).strip(), found, comments)
                self.at = match.end()
            elif self.text.startswith("{", self.at):
                self._problem(self.at, "This comment has no end: a brace } is missing.")
                self._fault(self.at)
                self.at = len(self.text)
            elif self.text.startswith("<", self.at):
                self._note(found)
            else:
                self._move(found)
            self.line_start = False
        self._add_remarks(found)

    def _skip_space(self) -> bool:
        """Go to the next thing to read; return whether there is one. A new line ends a contestant's turn."""
        match = _SPACE.match(self.text, self.at)
        if match is not None:
            _, new_line, before = match[0].rpartition("\n")
            if new_line:
                self.seat = None
            self.line_start = bool(new_line or self.line_start) and not before.strip()
            self.at = match.end()
        return self.at < len(self.text)

    def _comment(self, text: str, found: list[tuple[int, Event]], comments: list[str]) -> None:
        if not text:
            return
        if not found:
            comments.append(text)
        elif not self.after_fault:  # else it is about what could not be read
            self.remarks.append(text)

    def _add_remarks(self, found: list[tuple[int, Event]]) -> None:
        """Give the last event the comments that stand after it."""
        if self.remarks:
            at, event = found[-1]
            found[-1] = at, replace(event, comment=" ".join(self.remarks))
            self.remarks.clear()

    def _note(self, found: list[tuple[int, Event]]) -> None:
        match = _NOTE.match(self.typed, self.at)
        if match is None or not found:
            self._problem(self.at, "A note after a move is written <id …> or <time …>.")
            self._fault(self.at)
            self.at = max(self.at + 1, self.text.find(">", self.at) + 1)
            return
        at, event = found[-1]
        if not self.after_fault:
            changed: dict[str, Any] = {match[1].lower(): match[2]}
            found[-1] = at, replace(event, **changed)
        self.at = match.end()

    def _move(self, found: list[tuple[int, Event]]) -> None:
        start = self.at
        reader = Reader(self.text, start, self.names)
        seat = reader.label(self.line_start)
        if seat is not None:
            self._begin_moves(start)
            self.seat, self.at, self.ended = seat, reader.at, None
            return
        try:
            event = reader.move(self.seat)
        except Unreadable as error:
            reader.at = start
            if self.line_start and (seat := reader.bare_label()) is not None:
                self._begin_moves(start)
                self.seat, self.at, self.ended = seat, reader.at, None
                return
            self._unreadable(error, start, found)
            return
        self.at = self.ended = reader.at
        self._begin_moves(start)
        self.after_fault = False
        self.guesses += [(start, guess) for guess in reader.guesses]
        if reader.stated is not None:
            self.stated.append((len(found), start, reader.stated))
        if event is not None:
            self._add_remarks(found)
            found.append((start, event))
            if reader.then is not None:
                found.append((start, reader.then))

    def _unreadable(self, error: Unreadable, start: int, found: list[tuple[int, Event]]) -> None:
        """Note what cannot be read and go past it, past its whole line where it may say whose moves follow."""
        self._problem(error.at, error.message)
        follows = self.ended is not None and _SAME_TURN.fullmatch(self.text, self.ended, start)
        goes_on = follows and not error.apart and _GOES_ON.match(self.text, start)
        if goes_on and found and isinstance(found[-1][1], (Spin, PassSpins, Correction, Replacement, Up)):
            self.doubtful.add(len(found) - 1)
        self.ended = None
        if (self.line_start and not error.apart) or _WHOLE_LINE.match(self.text, start):
            self.at = _past(_LINE, self.text, start)
        else:
            self.at = _past(_REST, self.text, max(start + 1, error.at))
        beginning = bool(_BEGINNING.match(self.text, start))
        self._fault(start, beginning=beginning, of_round=bool(_OF_ROUND.search(self.text, start, self.at)))

    def _situation(self, text: str, at: int) -> Situation:
        """Return the position of a header. Raises Unreadable."""
        reader = Reader(f"= {_plain(text)}", 0, {})
        event = reader.situation()
        if reader.at < len(reader.text):
            raise Unreadable("Nothing may follow the position.", reader.at)
        self.guesses += [(at, guess) for guess in reader.guesses]
        return event


def read_board_name(text: str) -> BoardName:
    """Return a board as a header names it. Raises InputError."""
    if text.startswith("{"):
        try:
            data = parse_json(text)
        except NestedTooDeep:
            raise InputError("The JSON of the board is nested too deep.") from None
        except ValueError:
            raise InputError("The header begins like JSON of a board, but is not JSON.") from None
        board = Board.from_json(data)
        return BoardName(board.id, None, board)
    board_id, _, digest = text.partition("@")
    if not board_id.strip():
        raise InputError("A board is named by its id.")
    return BoardName(board_id.strip(), digest.strip() or None)


def _plain(text: str) -> str:
    """Return the text in plain characters, each in its place, with blanks for markup, quoting and bullets."""
    text = MARKUP.sub(_blank, plain(text).translate(_SIGNS))
    return _LINE_MARKS.sub(_blank, text)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _is_odd(came: Came, game: Game) -> bool:
    """Return whether no slide of the board brings this sum, which is far from any of the show: probably another number."""
    if came.kind != "money" or came.amount is None or SMALL <= came.amount < LARGE or not game.state.round:
        return False
    return not any(
        brings(slide, came) for square in game.setup.boards[game.state.round].squares for slide in square.slides
    )


def _past(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return at if match is None else match.end()
