"""The address of an answer is the position: /p/8000e3,3000,0@1, and back.

Board and rules stand in the query only where they are not the default ones. An address without a
revision's number follows the board to its newest revision; a pinned one names the revisions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import urlencode

from django.urls import reverse

from engine import RULE_PRESETS, InputError, Rules, read_position
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core.money import parse_count

from .question import MOST_NEXT_SPINS, NextSpins, Question
from .rule_words import DEFAULT_PRESET, changed_options

NEXT_BOARD_MISSING = "Choose the board of the next spins, or clear their number."
NEXT_BOARD_SAME = "This is the board of the game already: choose another, or “the one above”."
NEXT_SPINS_MISSING = f"Type for how many spins, from 1 to {MOST_NEXT_SPINS}; 0 if the board does not change."


class AddressError(ValueError):
    """An address that names no question: `field` is the form field that says the same thing.

    `character` is where in the position's text the trouble is, counted from 0; None where that cannot be said.
    """

    def __init__(self, field: str, message: str, character: int | None = None) -> None:
        super().__init__(message)
        self.field = field
        self.message = message
        self.character = character


def address(question: Question, *, pinned: bool = False) -> str:
    """Where the answer lives; `pinned` is where it lives for ever, whatever becomes of the boards."""
    name = boards.pinned if pinned else boards.reference
    now = (name(question.now.revision), question.now.spins) if question.now else None
    return address_of(question.position.notation, name(question.revision), question.rules, now)


def address_of(notation: str, board: str, rules: Rules, now: tuple[str, int] | None = None) -> str:
    """Where the answer lives to a position on the board of that reference.

    `now` is the reference of another board for the next spins, and their number.
    """
    query: dict[str, str] = {}
    if board != boards.DEFAULT_BOARD:
        query["board"] = board
    if now:
        query |= {"now": now[0], "spins": str(now[1])}
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
    revision = _revision("board", query.get("board") or boards.DEFAULT_BOARD)
    now = _next_spins(query)
    if now and now.revision == revision:
        now = None  # then nothing changes
    preset = query.get("rules") or DEFAULT_PRESET
    if preset not in RULE_PRESETS:
        raise AddressError("rules", f"There are no rules called “{preset[:40]}”.")
    options = {name: query[name] for name in Rules.preset(preset).options() if query.get(name)}
    try:
        rules = Rules.preset(preset).with_options(options)
    except InputError as error:
        raise AddressError(f"option_{error.field}", error.message) from None
    if rules.goal != "blend":  # then it counts for nothing
        rules = replace(rules, win_worth=Rules.preset(preset).win_worth)
    try:
        position = read_position(text).position
    except InputError as error:
        raise AddressError("line", pointed(text, error), error.position) from None
    return Question(position, revision, rules, now)


def _revision(field: str, reference: str) -> BoardRevision:
    try:
        revision = boards.find_revision(reference)
    except boards.BoardNotFound as error:
        raise AddressError(field, str(error)) from None
    if not revision.complete:
        raise AddressError(field, incomplete_words(revision.board.label))
    return revision


def _next_spins(query: Mapping[str, str]) -> NextSpins | None:
    reference, typed = query.get("now", ""), query.get("spins", "")
    try:
        spins = parse_count(typed, highest=MOST_NEXT_SPINS, what="Spins") if typed else None
    except ValueError as error:
        raise AddressError("spins", str(error)) from None
    if not reference:
        if spins:
            raise AddressError("now", NEXT_BOARD_MISSING)
        return None
    revision = _revision("now", reference)
    if spins is None:
        raise AddressError("spins", NEXT_SPINS_MISSING)
    return NextSpins(revision, spins) if spins else None


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
