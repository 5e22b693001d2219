"""Exceptions of the engine; their messages are for the user."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

QUOTED_LENGTH = 24

Refusal = TypeVar("Refusal", bound=Exception)


class InputError(ValueError):
    """Input that cannot be used.

    Attributes:
        message: one plain sentence; a lone surrogate in the input becomes �.
        field: the field at fault (``"seat2.score"``, ``"up"``, an option's name), or None.
        position: index of the wrong character in a text, or None.
    """

    def __init__(self, message: str, *, field: str | None = None, position: int | None = None):
        message = message.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        super().__init__(message)
        self.message = message
        self.field = field
        self.position = position


class NotationError(InputError):
    """A text that cannot be read as a position."""


class PositionError(InputError):
    """A position that cannot arise in the game."""


class BoardError(InputError):
    """A board that cannot be played on."""


class BoardFileError(BoardError):
    """A file from which no board can be read.

    Attributes:
        faults: sentences, each with its line or cell.
        boards: the names to choose from, if the file has several boards.
    """

    def __init__(self, faults: Sequence[str], boards: Sequence[str] = ()):
        super().__init__(" ".join(faults), field="board")
        self.faults = tuple(faults)
        self.boards = tuple(boards)


class RulesError(InputError):
    """An unknown rule option, or a value it does not take."""


class EventError(InputError):
    """An event that is not legal here; ``meant`` suggests what could be meant, or is ""."""

    def __init__(self, message: str, meant: str = "", *, field: str | None = None):
        super().__init__(f"{message} {meant}".rstrip(), field=field)
        self.meant = meant


@dataclass(frozen=True, slots=True)
class GameProblem:
    """A problem in a game, with its line and column in a text, from 1 (in JSON 0)."""

    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"Line {self.line}, column {self.column}: {self.message}" if self.line else self.message


class GameError(InputError):
    """A text or JSON that cannot be read as a game; ``problems`` lists all its problems."""

    def __init__(self, problems: Sequence[GameProblem]):
        super().__init__(" ".join(map(str, problems)))
        self.problems = tuple(problems)


class Unaffordable(Exception):
    """The position is too big for the limits; raised before the work starts."""


class ShortOfMemory(Unaffordable):
    """The machine has less memory left than the limits allow."""


def strip_traceback(error: Refusal | MemoryError) -> Refusal | ShortOfMemory:
    """Return an error without its traceback, which would keep arrays alive; a ``ShortOfMemory`` for a MemoryError."""
    if isinstance(error, MemoryError):
        return ShortOfMemory("The machine has too little memory left for it at the moment.")
    error.__context__ = None
    return error.with_traceback(None)


class Unsettled(Exception):
    """The best choices in an endless cycle of spins depend on one another, so there is no exact answer."""

    def __init__(self) -> None:
        super().__init__("The best choices in an endless cycle of spins chase one another; there is no exact answer.")


class Exhausted(Exception):
    """A budget of time or nodes was spent before there was an answer."""


class Cancelled(Exception):
    """The caller set the cancel flag."""


def quoted(text: str) -> str:
    """Quote the input, shortened if it is long. Joiners are kept, as names contain them (game/plain_text.py)."""
    text = "".join(c if c.isprintable() or c in "\u200c\u200d" else "�" for c in text[: QUOTED_LENGTH + 1])
    return f"“{text[:QUOTED_LENGTH]}…”" if len(text) > QUOTED_LENGTH else f"“{text}”"
