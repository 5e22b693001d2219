"""What can go wrong, in words for the person who asked."""

from __future__ import annotations

QUOTED_LENGTH = 24


class InputError(ValueError):
    """Bad input from a person.

    Attributes:
        message: one plain sentence.
        field: the part that is wrong (``"seat2.score"``, ``"up"``, an option's name) or None.
        position: index of the offending character in a text, or None.
    """

    def __init__(self, message: str, *, field: str | None = None, position: int | None = None):
        super().__init__(message)
        self.message = message
        self.field = field
        self.position = position


class NotationError(InputError):
    """A position's one-line text cannot be read."""


class PositionError(InputError):
    """A position that cannot arise in the game."""


class BoardError(InputError):
    """A board that cannot be played on."""


class RulesError(InputError):
    """An unknown rule option, or a value it does not take."""


class Unaffordable(Exception):
    """The position is too big for the limits; said before the work starts."""


class Unsettled(Exception):
    """Best choices in an endless cycle chase one another, so no exact answer exists."""


class Exhausted(Exception):
    """A budget of time or nodes was spent before the answer was there; the message says what was reached."""


class Cancelled(Exception):
    """The caller set the cancel flag."""


def quoted(text: str) -> str:
    """What was typed, in quotation marks, cut if it is long."""
    text = "".join(c if c.isprintable() else "�" for c in text)
    return f"“{text[:QUOTED_LENGTH]}…”" if len(text) > QUOTED_LENGTH else f"“{text}”"
