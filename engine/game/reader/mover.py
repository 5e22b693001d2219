"""The contestant who is up, if a text names the seat: “@center”, “who's up: 2”, “Center to play”."""

from __future__ import annotations

import re

from ...errors import NotationError, quoted
from .cleaning import collapse_blanks
from .vocabulary import PLAYER, seat_of

_AT = re.compile(r"@\s*([a-z]+|[0-9])")
_WHO = re.compile(
    r"(?:who(?:\s+is|’s|'s)?\s+up|up(?:\s+now|\s+is)?|turn|to\s+(?:play|spin|decide|go|act))\s*[:=\-]\s*([a-z]+|[123]|"
    + PLAYER
    + ")"
)
_IS_UP = re.compile(
    r"\b(left|centre|center|middle|right|"
    + PLAYER
    + r")(?:\s+(?:is\s+)?(?:up(?!\s*:)|to\s+(?:play|spin|decide|go|act))|(?:’s|'s)\s+turn)(?:\s+now)?\b"
)

# After “Left is up”: the seat's name also begins its numbers, as in “Left is up 8000, 3 spins”.
_LABELS = re.compile(r"(?:[^\S\n]|[:,(\-])*+(?:(?:with|at)[^\S\n]|\$|[0-9])")


def take_mover(text: str) -> tuple[str, int | None]:
    """Return the text without the words that say which seat is up, and that seat; None where no seat is named.

    Raises:
        NotationError: two seats are named, or the word after @ is no seat.
    """
    up: int | None = None
    for pattern in (_AT, _WHO, _IS_UP):
        kept, end = [], 0
        for found in pattern.finditer(text):
            seat = seat_of(found.group(1))
            if seat is None:
                if pattern is _AT:
                    raise NotationError("After @ comes the seat of the one up: 1, 2 or 3, or Left, Center, Right.")
                continue
            if up not in (None, seat):
                raise NotationError(f"Only one contestant can be up, but {quoted(found.group())} names another one.")
            up = seat
            kept += [
                text[end : found.start()],
                found.group(1) if pattern is _IS_UP and _LABELS.match(text, found.end()) else "",
                "  ",
            ]
            end = found.end()
        text = "".join([*kept, text[end:]])
    return re.sub(r"\n\s*\n", "\n", collapse_blanks(text)).strip(" \n;."), up
