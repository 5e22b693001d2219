"""The address of an answer is the position: /p/8000e3,3000,0@1, and back.

Board and rules stand in the query only where they are not the default ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from django.urls import reverse

from engine import RULE_PRESETS, InputError, Position, Rules
from pressorpass_site.boards import services as boards

from .identity import Question
from .rule_words import DEFAULT_PRESET, changed_options


class AddressError(ValueError):
    """An address that names no question: `field` is the form field that says the same thing."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message


def address(question: Question) -> str:
    """Where the answer lives."""
    return address_of(question.position.notation, boards.reference(question.revision), question.rules)


def address_of(notation: str, board: str, rules: Rules) -> str:
    """Where the answer lives to a position on the board of that reference."""
    query: dict[str, str] = {}
    if board != boards.DEFAULT_BOARD:
        query["board"] = board
    preset, changed = changed_options(rules)
    if preset != DEFAULT_PRESET:
        query["rules"] = preset
    query.update(changed)
    path = reverse("analyses:position", args=[notation])
    return f"{path}?{urlencode(query)}" if query else path


def read_address(text: str, query: Mapping[str, str]) -> Question:
    """The question that an address asks.

    Raises:
        AddressError: naming the field that is wrong.
    """
    try:
        revision = boards.find_revision(query.get("board") or boards.DEFAULT_BOARD)
    except boards.BoardNotFound as error:
        raise AddressError("board", str(error)) from None
    if not revision.complete:
        raise AddressError("board", incomplete_words(revision.board.label))
    preset = query.get("rules") or DEFAULT_PRESET
    if preset not in RULE_PRESETS:
        raise AddressError("rules", f"There are no rules called “{preset[:40]}”.")
    options = {name: query[name] for name in Rules.preset(preset).options() if query.get(name)}
    try:
        rules = Rules.preset(preset).with_options(options)
    except InputError as error:
        raise AddressError(f"option_{error.field}", error.message) from None
    try:
        position = Position.parse(text)
    except InputError as error:
        raise AddressError("line", pointed(text, error)) from None
    return Question(position, revision, rules)


def pointed(text: str, error: InputError) -> str:
    """The engine's sentence, with the place in the text where the trouble is."""
    if error.position is None:
        return error.message
    at = min(error.position, len(text))
    before, after = text[max(0, at - 12) : at], text[at : at + 12]
    place = f"{'…' if at > 12 else ''}{before}▸{after}{'…' if len(text) > at + 12 else ''}"
    return f"{error.message} (Character {at + 1}: {place})"


def incomplete_words(label: str) -> str:
    """Why a board can't be asked about."""
    return f"The {label} is only partly documented, so no answer can be computed on it."
