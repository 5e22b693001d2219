"""A stored game as the engine's, and back; the copy that others see: late, or without names."""

from __future__ import annotations

import re
from copy import copy
from dataclasses import replace
from datetime import timedelta
from functools import lru_cache
from typing import Any

from django.utils import timezone

from engine import BoardName, Game, Headers, event_from_json, game_from_json, game_to_json
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.questions.question import SEATS

from .models import StoredGame

KEPT = 120  # games in memory: those of a season (season.py) and a few more
SHORTEST = 3  # letters of a part of a name that is removed by itself: “Larson”, not “Jo” or “de”
# Texts that people wrote, and the engine's limits of their lengths.
SHORT_TEXTS = {"date": 60, "episode": 60, "result": 60, "comment": 2000}
LONGEST = 2000

Names = tuple[str, ...]
Three = tuple[str, str, str]


def load(row: StoredGame, version: int | None = None, names: Three | None = None) -> Game:
    """Return the engine's game, as it is or was at a version. Raises GameError if its rules no longer allow it.

    With `names` sentences about its events call the contestants by these.
    """
    return _load(row.code, row.version if version is None else version, _Setting(row), names)


def begun(row: StoredGame) -> Game:
    """Return the engine's game without its events."""
    return Game.begin(headers_of(row), [row.board_1.engine_board, row.board_2.engine_board])


def headers_of(row: StoredGame) -> Headers:
    """Return the engine's headers, with the boards of the round."""
    stored = {name: text for name, text in row.headers.items() if name != "boards"}
    headers = game_from_json(_document(stored, [])).headers
    return replace(headers, boards=(board_name(row.board_1), board_name(row.board_2)))


def headers_to_store(headers: Headers) -> dict[str, Any]:
    """Return the value of the column of the headers; boards have columns of their own."""
    stored: dict[str, Any] = game_to_json(Game.begin(replace(headers, boards=(None, None))))["headers"]
    return stored


def board_name(revision: BoardRevision) -> BoardName:
    """Return the revision's name in a game."""
    return BoardName(revision.board.slug, revision.digest)


class _Setting:
    """The data of a game besides its events, as a key for the cache."""

    def __init__(self, row: StoredGame) -> None:
        self.row = row
        self.key = (row.board_1_id, row.board_2_id, repr(sorted(row.headers.items())), row.hidden)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Setting) and other.key == self.key


@lru_cache(KEPT)
def _load(code: str, version: int, setting: _Setting, names: Three | None) -> Game:
    row = setting.row
    game = begun(row)
    if names:
        game = replace(game, setup=replace(game.setup, names=names))
    for data in row.events.filter(number__lte=version).order_by("number").values_list("data", flat=True):
        game = game.add(event_from_json(_event_without_names(data, row.hidden)), stored=True)
    return game


def _document(headers: dict[str, Any], events: list[Any]) -> dict[str, Any]:
    return {"format": "pressorpass-game", "version": 1, "headers": headers, "events": events}


def without_names(row: StoredGame) -> StoredGame:
    """Return the game for others: a copy, never to be saved, that has the names nowhere."""
    shown = _for_others(row)
    shown.hidden = names = tuple(row.headers.get("names") or ())
    shown.title = _masked(row.title, names)
    shown.headers = row.headers | {"names": ["", "", ""]}
    for key, longest in SHORT_TEXTS.items():
        if text := row.headers.get(key):
            shown.headers[key] = _masked(text, names)[:longest].strip()
    extra = row.headers.get("extra", {})
    shown.headers["extra"] = {key: _masked(text, names)[:LONGEST].strip() for key, text in extra.items()}
    return shown


def behind(row: StoredGame, seconds: int) -> StoredGame:
    """Return the game as it was this many seconds ago: for any, a copy, never to be saved."""
    if not seconds:
        return row
    shown = _for_others(row)
    if row.updated_at > timezone.now() - timedelta(seconds=seconds):
        shown.version = version_before(row, seconds)
    return shown


def version_before(row: StoredGame, seconds: int) -> int:
    """Return the version that the game had this many seconds ago."""
    return row.events.filter(entered_at__lte=timezone.now() - timedelta(seconds=seconds)).count()


def _for_others(row: StoredGame) -> StoredGame:
    shown = copy(row)
    shown.for_others = True
    return shown


def _event_without_names(data: dict[str, Any], names: Names) -> dict[str, Any]:
    """Return an event for others: only its comment can hold a name."""
    comment = data.get("comment")
    return data | {"comment": _masked(comment, names)[:LONGEST].strip()} if comment else data


def _masked(text: str, names: Names) -> str:
    """Return the text with the contestants' places instead of their names, or of parts of them."""
    seats: dict[str, str] = {}
    for name, seat in zip(names, SEATS, strict=False):
        for part in [name, *re.findall(rf"\w{{{SHORTEST},}}", name)]:
            if part:
                seats.setdefault(part.lower(), seat)
    if not seats:
        return text
    longest_first = "|".join(re.escape(part) for part in sorted(seats, key=len, reverse=True))
    pattern = re.compile(rf"(?<!\w)(?:{longest_first})(?!\w)", re.IGNORECASE)
    return pattern.sub(lambda found: seats.get(found[0].lower(), "…"), text)
