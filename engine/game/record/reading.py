"""A game read forgivingly from text: every mistake is found, and the rest of the game stays."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ...errors import EventError, GameError, GameProblem, InputError, quoted
from ..board import Board
from ..json_text import NestedTooDeep, parse_json
from .events import Event, RoundBegins, Situation
from .game import MAX_EVENTS, Game
from .headers import BoardName, Headers
from .words import Reader, Unreadable
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
_REST = re.compile(r"[^\s,;{#]*")
_LINE = re.compile(r"[^\n{#<]*")
_BEGINNING = re.compile(r"=|round", re.IGNORECASE)
_WHOLE_LINE = re.compile(r"=|round|fix|correct|instead", re.IGNORECASE)  # nothing in it stands for itself


@dataclass(frozen=True, slots=True)
class GameReading:
    """A game read from a text.

    Attributes:
        game: the readable part.
        problems: everything else, in the order of the text.
    """

    game: Game
    problems: tuple[GameProblem, ...]


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
    return _GameReader(text[:MAX_LENGTH], tuple(boards), len(text) > MAX_LENGTH).read()


def read_moves(text: str, game: Game) -> GameReading:
    """Read moves that follow in a game, and add those before the first problem."""
    reader = _GameReader(text[:MAX_LENGTH], (), len(text) > MAX_LENGTH)
    return reader.read_on(game)


class _GameReader:
    def __init__(self, text: str, boards: tuple[Board, ...], too_long: bool):
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.boards = boards
        self.problems: list[tuple[int, str]] = []
        if too_long:
            self._problem(len(self.text), f"A game has at most {MAX_LENGTH:,} characters.")
        self.at = 0
        self.seat: int | None = None
        self.line_start = True  # only blanks stand before ``at`` on its line
        self.remarks: list[str] = []  # about the last event found
        self.unread: list[int] = []  # places of rounds or positions that cannot be read

    def read(self) -> GameReading:
        headers, begin = self._headers()
        game = self._game(headers)
        self.names = {name.lower(): seat for seat, name in enumerate(game.headers.names) if name}
        found: list[tuple[int, Event]] = [] if begin is None else [begin]
        comments: list[str] = [headers.comment] if headers.comment else []
        self._moves(found, comments)
        if comments:
            game = self._game(replace(game.headers, comment="\n".join(comments)), game)
        lost = False  # the state of the game; later moves mean nothing up to the next round or position
        for at, event in found:
            if len(self.problems) >= MANY_PROBLEMS:
                break
            begins = isinstance(event, (RoundBegins, Situation))
            while self.unread and self.unread[0] < at:
                self.unread.pop(0)
                lost = True
            if lost and not begins:
                continue
            try:
                game = game.add(event)
                lost = False
            except EventError as error:
                self._problem(at, error.message)
                lost = begins or not game.state.round
        return GameReading(game, self._problems())

    def read_on(self, game: Game) -> GameReading:
        self.names = {name.lower(): seat for seat, name in enumerate(game.headers.names) if name}
        found: list[tuple[int, Event]] = []
        self._moves(found, [])
        first = min((at for at, _ in self.problems), default=len(self.text))
        for at, event in found:
            if at > first:
                break
            try:
                game = game.add(event)
            except EventError as error:
                self._problem(at, error.message)
                break
        return GameReading(game, self._problems())

    def _problems(self) -> tuple[GameProblem, ...]:
        problems: dict[tuple[int, str], GameProblem] = {}
        for at, message in sorted(self.problems):
            line, column = self._place(at)
            # A mistake in a contestant's first move usually affects the rest of the turn.
            problems.setdefault((line, message), GameProblem(line, column, message))
        return tuple(problems.values())[:MAX_PROBLEMS]

    def _problem(self, at: int, message: str) -> None:
        self.problems.append((at, message))

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
            match = _TAG.match(self.text, self.at)
            if match is None:
                self._problem(self.at, 'A header is written [Name "text"].')
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
                continue
            name, value = match[1], re.sub(r"\\(.)", r"\1", match[2]).strip()
            try:
                if name.lower() == "position":
                    self.unread.append(match.start())
                    begin = (match.start(), _situation(value))
                    self.unread.pop()
                else:
                    changed = self._header(headers, name, value)
                    changed.check()
                    changed.check_boards(self.boards)
                    headers = changed
            except (InputError, Unreadable) as error:
                self._problem(match.start(2), str(error))
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
                break
            match = _COMMENT.match(self.text, self.at) or _LINE_COMMENT.match(self.text, self.at)
            if match is not None:
                self._comment(re.sub(r"\\(.)", r"\1", match[1]).strip(), found, comments)
                self.at = match.end()
            elif self.text.startswith("{", self.at):
                self._problem(self.at, "This comment has no end: a brace } is missing.")
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
            return
        self.remarks.append(text)

    def _add_remarks(self, found: list[tuple[int, Event]]) -> None:
        """Give the last event the comments that stand after it."""
        if self.remarks:
            at, event = found[-1]
            found[-1] = at, replace(event, comment=" ".join(self.remarks))
            self.remarks.clear()

    def _note(self, found: list[tuple[int, Event]]) -> None:
        match = _NOTE.match(self.text, self.at)
        if match is None or not found:
            self._problem(self.at, "A note after a move is written <id …> or <time …>.")
            self.at = max(self.at + 1, self.text.find(">", self.at) + 1)
            return
        at, event = found[-1]
        changed: dict[str, Any] = {match[1].lower(): match[2]}
        found[-1] = at, replace(event, **changed)
        self.at = match.end()

    def _move(self, found: list[tuple[int, Event]]) -> None:
        start = self.at
        reader = Reader(self.text, start, self.names)
        seat = reader.label(self.line_start)
        if seat is not None:
            self.seat, self.at = seat, reader.at
            return
        try:
            event = reader.move(self.seat)
        except Unreadable as error:
            self._problem(error.at, error.message)
            if _BEGINNING.match(self.text, start):
                self.unread.append(start)
            if _WHOLE_LINE.match(self.text, start):
                self.at = _past(_LINE, self.text, start)
            else:
                self.at = _past(_REST, self.text, max(start + 1, error.at))
            return
        self.at = reader.at
        if event is not None:
            self._add_remarks(found)
            found.append((start, event))
            if reader.then is not None:
                found.append((start, reader.then))


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


def _situation(text: str) -> Situation:
    """Return the position of a header. Raises Unreadable."""
    reader = Reader(f"= {text}", 0, {})
    event = reader.situation()
    if reader.at < len(reader.text):
        raise Unreadable("Nothing may follow the position.", reader.at)
    return event


def _past(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return at if match is None else match.end()
