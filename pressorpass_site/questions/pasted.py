"""What the notation box makes of a text: a position, and of an address of this site its board and rules, too."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote

from engine import InputError, Reading, read_position

from .address import AddressError, pointed, read_address
from .question import Question

_ADDRESS = re.compile(r"(?:https?://[^\s/]+)?/(?:embed/)?p/(?P<text>[^\s?#]+)/?(?:\?(?P<query>[^\s#]*))?(?:#\S*)?")


@dataclass(frozen=True)
class Pasted:
    """What was read; `question` is there where the text was a whole address."""

    reading: Reading
    question: Question | None = None


class Unread(ValueError):
    """A text that holds no position; the message is for people."""


def read(text: str) -> Pasted:
    """Read a text that was typed or pasted into the notation box.

    Raises:
        Unread: nothing was understood.
    """
    found = _ADDRESS.search(text)
    if found:
        query = dict(parse_qsl(found.group("query") or ""))
        try:
            question = read_address(unquote(found.group("text")), query)
        except AddressError as error:
            raise Unread(f"In this address: {error.message}") from None
        return Pasted(Reading(question.position, notation=True), question)
    try:
        return Pasted(read_position(text))
    except InputError as error:
        raise Unread(pointed(text, error)) from None
