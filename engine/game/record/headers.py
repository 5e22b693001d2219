"""The headers of a game: facts besides its events."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from ...errors import BoardError, InputError, quoted
from ..board import DEFAULT_BOARDS, ROUNDS, Board, preset_board, preset_ids
from ..episode import era_of_show, find_era_of_day, find_nearest_board, is_of_pilot, read_day
from ..eras import ERAS, PILOT, Era
from ..options import OPTIONS, Rules

SHOW = "Show"  # the header with the version of the show: CBS, GSN or ABC
MAX_NAME = 60
MAX_TEXT = 2000
MAX_EXTRA = 30
RESERVED = {"left", "center", "centre", "right", "date", "episode", "result", "rules", "position"}
RESERVED |= {"board", "board1", "board2"}
JOINERS = str.maketrans("", "", "\u200c\u200d")  # letters of Persian and Hindi names, and of emoji
TAG = re.compile(r"[A-Z][A-Za-z0-9_]{0,39}")


@dataclass(frozen=True, slots=True)
class BoardName:
    """The name of a board in a game.

    Attributes:
        id: of a board; its preset if ``digest`` is None.
        digest: ``Board.digest`` of the revision that was used, or None.
        content: the board itself if the game includes it, or None.
    """

    id: str
    digest: str | None = None
    content: Board | None = None

    def find(self, boards: Iterable[Board] = ()) -> Board:
        """Return the board, from ``boards`` or the presets. Raises BoardError."""
        if self.content is not None:
            return self.content
        for board in boards:
            if self.digest == board.digest or (self.digest is None and self.id == board.id):
                return board
        presets = preset_ids()
        if self.digest is None:
            if self.id in presets:
                return preset_board(self.id)
            raise BoardError(f"There is no board {self.id}; the boards are {', '.join(presets)}.", field="board")
        for board_id in sorted(presets, key=lambda name: name != self.id):
            if (board := preset_board(board_id)).digest == self.digest:
                return board
        raise BoardError(f"The revision {self.digest} of the board {self.id} is not known here.", field="board")


@dataclass(frozen=True, slots=True)
class Headers:
    """A game's headers.

    Attributes:
        names: of the contestants, from left to right; "" if unknown.
        date, episode, result: texts.
        boards: of round 1 and round 2; None for the known board nearest to the day and the show.
        preset, options: the rules: a preset, and its changed options as (name, value) texts.
        comment: on the whole game.
        extra: other headers as (name, text).
    """

    names: tuple[str, str, str] = ("", "", "")
    date: str = ""
    episode: str = ""
    result: str = ""
    boards: tuple[BoardName | None, BoardName | None] = (None, None)
    preset: str = "show"
    options: tuple[tuple[str, str], ...] = ()
    comment: str = ""
    extra: tuple[tuple[str, str], ...] = ()

    @property
    def rules(self) -> Rules:
        """The rules by which the game was played and is judged. Raises RulesError."""
        return Rules.preset(self.preset).with_options(dict(self.options))

    @property
    def day(self) -> datetime.date | None:
        """The day; None if it is missing or unreadable."""
        return read_day(self.date)

    @property
    def era(self) -> Era | None:
        """The version of the show, by the header ``Show``, else by the day; None if neither gives one, or before the first."""
        day = self.day
        if day is not None and day < ERAS[0].since:
            return None
        era = era_of_show(self.show) or (find_era_of_day(day) if day else None)
        return PILOT if era is ERAS[0] and (is_of_pilot(self.show) or day == PILOT.until) else era

    @property
    def show(self) -> str:
        """The header ``Show``; "" without it."""
        return dict(self.extra).get(SHOW, "")

    def board(self, number: int, known_boards: Iterable[Board] = ()) -> Board:
        """Return the board of a round. Raises BoardError."""
        known_boards = tuple(known_boards)
        if (board_name := self.boards[number - 1]) is not None:
            return board_name.find(known_boards)
        return self.nearest_board(number, known_boards) or BoardName(DEFAULT_BOARDS[number]).find(known_boards)

    def nearest_board(self, number: int, known_boards: Iterable[Board] = ()) -> Board | None:
        """Return the known board of a round nearest to the day and the show.

        Without a show, the other round's board decides the show. None if the show is unknown or has no known board, or
        if the default board is of the show and no day of the show is given.
        """
        era, other_board = self.era, self.boards[2 - number]
        if era is None and other_board is not None:
            era = era_of_show(other_board.find(known_boards).show)
        if era is None:
            return None
        day = PILOT.since if era is PILOT else self.day
        if day is not None and era.was_on(day):
            return find_nearest_board(number, era, day, known_boards)
        default_era = era_of_show(preset_board(DEFAULT_BOARDS[number]).show)
        return None if default_era and default_era.id == era.id else find_nearest_board(number, era, None, known_boards)

    def no_choice_words(self, known_boards: Iterable[Board] = ()) -> str:
        """Return a sentence on why the show and the day choose no board; "" if they choose one, or are not given."""
        era, day, known_boards = self.era, self.day, tuple(known_boards)
        has_other_show = self.show.strip().lower() not in ("", "press your luck")
        if (
            (day or has_other_show)
            if era is None
            else not any(find_nearest_board(number, era, None, known_boards) for number in ROUNDS)
        ):
            return "No board of that show is known."
        if era is not None and day is not None and not era.was_on(day):
            return f"The show was not on {era.network} on {day}, so the date chooses no board."
        return ""

    def check_boards(self, known_boards: Iterable[Board] = ()) -> None:
        """Raise BoardError if a board is not known, or is of the bonus game, which has no such rounds."""
        known_boards = tuple(known_boards)
        for number in ROUNDS:
            if (board := self.board(number, known_boards)).bonus:
                board.check(f"board{number}")

    def with_rules(self, preset: str, options: Iterable[tuple[str, str]]) -> Headers:
        """Return these headers with other rules, each option in its canonical words. Raises RulesError."""
        rules = Rules.preset(preset).with_options(dict(options))
        preset_rules = Rules.preset(preset)
        own_options = tuple(
            (name, write_option_word(OPTIONS[name].write(getattr(rules, name))))
            for name in OPTIONS
            if getattr(rules, name) != getattr(preset_rules, name)
        )
        return replace(self, preset=preset, options=own_options)

    def check(self) -> None:
        """Raise InputError if a text is too long or a header has no proper name."""
        for name in self.names:
            check_text("A name", name, MAX_NAME)
        for label, text in (("The date", self.date), ("The episode", self.episode), ("The result", self.result)):
            check_text(label, text, MAX_NAME)
        check_text("A comment", self.comment, MAX_TEXT, allow_lines=True)
        if len(self.extra) > MAX_EXTRA:
            raise InputError(f"A game has at most {MAX_EXTRA} other headers.", field="extra")
        if len({name for name, _ in self.extra}) < len(self.extra):
            raise InputError("Two headers have the same name.", field="extra")
        for name, text in self.extra:
            if not TAG.fullmatch(name) or name.lower() in RESERVED:
                raise InputError(
                    f"{quoted(name)} cannot be another header's name: a capital, then letters and digits.",
                    field="extra",
                )
            check_text(f"The header {name}", text, MAX_TEXT)


def check_text(subject: str, text: str, max_length: int, *, allow_lines: bool = False) -> None:
    """Raise InputError if a text is too long or has characters that cannot be printed."""
    if len(text) > max_length:
        raise InputError(f"{subject} has at most {max_length:,} characters.")
    if not (text.replace("\n", " ") if allow_lines else text).translate(JOINERS).isprintable():
        raise InputError(f"{subject} has characters that cannot be printed.")
    if text != text.strip():
        raise InputError(f"{subject} begins or ends with a space.")


def write_option_word(value: object) -> str:
    """Return the value of a rule option as typed: yes or no for a flag."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
