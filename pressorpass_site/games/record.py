"""A stored game as the engine's, and back; the copy that others see: late, or without names."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from copy import copy
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils import timezone

from engine import (
    SHOW,
    BoardName,
    Game,
    Headers,
    era_of_show,
    event_from_json,
    game_from_json,
    game_to_json,
    read_day,
)
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core.money import parse_digits
from pressorpass_site.questions.question import SEATS

from .models import MAX_DELAY, StoredEvent, StoredGame

KEPT = 120  # games in memory: those of a season (season.py) and a few more
# Headers in which people write what they like.
TEXTS = ("comment", "episode", "result")
BRANCHED = "Branched"  # the header of a variation: the code of its game, and the event from which on

Three = tuple[str, str, str]

_games: OrderedDict[Hashable, Game] = OrderedDict()  # the one not used for longest first
_lock = threading.Lock()


def load(row: StoredGame, version: int | None = None, names: Three | None = None) -> Game:
    """Return the engine's game, as it is or was at a version. Raises GameError if its rules no longer allow it.

    With `names` sentences about its events call the contestants by these.
    """
    version = row.version if version is None else version
    key = _key(row, version, names)
    with _lock:
        if key in _games:
            _games.move_to_end(key)
            return _games[key]
    game = _load(row, version, names)
    with _lock:
        _games[key] = game
        while len(_games) > KEPT:
            _games.popitem(last=False)
    return game


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


def read_events(rows: Sequence[StoredGame], *, named: bool = False) -> None:
    """Read the events of many games in one query, before they are loaded one by one, with their names or without, or set back."""
    recent = timezone.now() - timedelta(seconds=MAX_DELAY)
    with _lock:
        known = [_key(row, row.version, row.names if named else None) in _games for row in rows]
    unread = [row for row, is_known in zip(rows, known, strict=True) if not is_known or row.updated_at > recent]
    prefetch_related_objects(unread, "events")


def _key(row: StoredGame, version: int, names: Three | None) -> Hashable:
    """Return what the engine's game depends on, as a key for the cache."""
    headers = repr(sorted(row.headers.items()))
    return row.code, version, row.board_1_id, row.board_2_id, headers, row.hides_texts, names


def _load(row: StoredGame, version: int, names: Three | None) -> Game:
    game = begun(row)
    if names:
        game = replace(game, setup=replace(game.setup, names=names))
    for event in _events(row):
        if event.number > version:
            break
        data = {name: value for name, value in event.data.items() if name != "comment" or not row.hides_texts}
        game = game.add(event_from_json(data), stored=True)
    return game


def _events(row: StoredGame) -> Sequence[StoredEvent]:
    """Return the events in their order, in a query if they have not been read with those of others."""
    events = row.events.all()
    return sorted(events, key=lambda event: event.number)


def _document(headers: dict[str, Any], events: list[Any]) -> dict[str, Any]:
    return {"format": "pressorpass-game", "version": 1, "headers": headers, "events": events}


def branched_from(row: StoredGame) -> tuple[str, int]:
    """Return the code of the game that this one is a variation of, and the event from which on; "" if it is none."""
    code, _, number = str(row.headers.get("extra", {}).get(BRANCHED, "")).partition(" ")
    return code, parse_digits(number) or 0


def without_names(row: StoredGame) -> StoredGame:
    """Return the game for others: a copy, never to be saved, without names and without any text in which one may be."""
    shown = _for_others(row)
    shown.hides_texts = True
    date, extra = row.headers.get("date", ""), row.headers.get("extra", {})
    date = date if read_day(date) else ""
    era = era_of_show(extra.get(SHOW, ""))
    shown.title = date or " · ".join(SEATS)
    shown.headers = {name: value for name, value in row.headers.items() if name not in TEXTS} | {
        "names": ["", "", ""],
        "date": date,
        "extra": {SHOW: era.network} if era else {},
    }
    return shown


def behind(row: StoredGame, seconds: int) -> StoredGame:
    """Return the game as it was this many seconds ago: for any, a copy, never to be saved."""
    if not seconds:
        return row
    shown = _for_others(row)
    if row.updated_at > timezone.now() - timedelta(seconds=seconds):
        shown.version = version_before(row, seconds)
    return shown


def is_ahead(row: StoredGame) -> bool:
    """Return whether this form of the game, a host's, may have events that its own delay still keeps from others."""
    return not row.for_others and row.updated_at > timezone.now() - timedelta(seconds=row.delay)


def public_game(row: StoredGame) -> Game:
    """Return the engine's game as far as its own delay lets others see it, with places for missing names."""
    return load(row, version_before(row, row.delay) if is_ahead(row) else None, row.names)


def version_before(row: StoredGame, seconds: int) -> int:
    """Return the version that the game had this many seconds ago."""
    then = timezone.now() - timedelta(seconds=seconds)
    if "events" in getattr(row, "_prefetched_objects_cache", {}):
        return sum(event.entered_at <= then for event in row.events.all())
    return row.events.filter(entered_at__lte=then).count()


def _for_others(row: StoredGame) -> StoredGame:
    shown = copy(row)
    shown.for_others = True
    return shown
