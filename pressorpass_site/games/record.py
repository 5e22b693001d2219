"""Stored games as games of the engine, and back; the copies that others see: late, or without names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from django.utils import timezone

from engine import (
    SHOW,
    BoardName,
    Game,
    Headers,
    era_of_show,
    event_from_json,
    event_to_json,
    event_words,
    game_from_json,
    game_to_json,
    read_day,
)
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core.money import parse_digits
from pressorpass_site.questions.question import SEATS

from .models import StoredEvent, StoredGame

MAX_CACHED_GAMES = 120  # in memory: a season (season.py) and a few more
# Headers with free text.
TEXTS = ("comment", "episode", "result")
BRANCHED = "Branched"  # the header of a variation: the code of its source, and the last event that they share

Three = tuple[str, str, str]


def load(stored_game: StoredGame, version: int | None = None, names: Three | None = None) -> Game:
    """Return the engine's game, at its current version or another. Raises GameError if the rules no longer allow it.

    Sentences about its events use `names` for the contestants, if given.
    """
    return _load(
        stored_game.code, stored_game.version if version is None else version, _GameSetting(stored_game), names
    )


def prefetch_events(stored_games: Iterable[StoredGame]) -> None:
    """Let the first game that needs its events read the events of all these games in one query."""
    stored_games = list(stored_games)
    event_batch = _EventBatch([stored_game.pk for stored_game in stored_games])
    for stored_game in stored_games:
        stored_game.event_batch = event_batch


def build_empty_game(stored_game: StoredGame) -> Game:
    return Game.begin(read_headers(stored_game), [stored_game.board_1.engine_board, stored_game.board_2.engine_board])


def read_headers(stored_game: StoredGame) -> Headers:
    fields = {name: text for name, text in stored_game.headers.items() if name != "boards"}
    document = {"format": "pressorpass-game", "version": 1, "headers": fields, "events": []}
    headers = game_from_json(document).headers
    return replace(headers, boards=(build_board_name(stored_game.board_1), build_board_name(stored_game.board_2)))


def serialize_headers(headers: Headers) -> dict[str, Any]:
    """Return the value of the field `headers`, without the boards, which have fields of their own."""
    headers_json: dict[str, Any] = game_to_json(Game.begin(replace(headers, boards=(None, None))))["headers"]
    return headers_json


def build_board_name(revision: BoardRevision) -> BoardName:
    return BoardName(revision.board.slug, revision.digest)


class _GameSetting:
    """The data of a game besides its events, as a key for the cache."""

    def __init__(self, stored_game: StoredGame) -> None:
        self.stored_game: StoredGame | None = stored_game
        self.key = (
            stored_game.board_1_id,
            stored_game.board_2_id,
            repr(sorted(stored_game.headers.items())),
            stored_game.hides_texts,
        )

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _GameSetting) and other.key == self.key


@lru_cache(MAX_CACHED_GAMES)
def _load(code: str, version: int, setting: _GameSetting, names: Three | None) -> Game:
    stored_game = setting.stored_game
    assert stored_game is not None
    setting.stored_game = None  # the cache keeps the key, and must not keep prefetched events of other games
    game = build_empty_game(stored_game)
    if names:
        game = replace(game, setup=replace(game.setup, names=names))
    for number, event, _ in _read_stored_events(stored_game):
        if number > version:
            break
        event = {key: value for key, value in event.items() if key != "comment" or not stored_game.hides_texts}
        game = game.add(event_from_json(event), stored=True)
    return game


class _EventBatch:
    def __init__(self, pks: Sequence[int]) -> None:
        self.pks = pks

    @cached_property
    def events(self) -> dict[int, list[_EventRow]]:
        by_game: dict[int, list[_EventRow]] = defaultdict(list)
        stored_events = StoredEvent.objects.filter(game__in=self.pks).order_by("game", "number")
        for pk, *event in stored_events.values_list("game", "number", "data", "entered_at"):
            by_game[pk].append(_EventRow(*event))
        return by_game


class _EventRow(NamedTuple):
    number: int
    data: dict[str, Any]
    entered_at: datetime


def _read_stored_events(stored_game: StoredGame) -> Iterable[_EventRow]:
    if stored_game.event_batch is not None:
        return stored_game.event_batch.events[stored_game.pk]
    return [
        _EventRow(*event) for event in stored_game.events.order_by("number").values_list("number", "data", "entered_at")
    ]


def find_branch_source(stored_game: StoredGame) -> tuple[str, int]:
    """Return the code of the source of this variation, and the last event that they share; "" if it is no variation."""
    code, _, number = str(stored_game.headers.get("extra", {}).get(BRANCHED, "")).partition(" ")
    return code, parse_digits(number) or 0


def copy_without_names(stored_game: StoredGame) -> StoredGame:
    """Return an unsaved copy of the game without names and without texts that may contain one."""
    visible = _copy_for_others(stored_game)
    visible.hides_texts = True
    date, extra = stored_game.headers.get("date", ""), stored_game.headers.get("extra", {})
    date = date if read_day(date) else ""
    era = era_of_show(extra.get(SHOW, ""))
    visible.title = date or " · ".join(SEATS)
    visible.headers = {name: value for name, value in stored_game.headers.items() if name not in TEXTS} | {
        "names": ["", "", ""],
        "date": date,
        "extra": {SHOW: era.network} if era else {},
    }
    return visible


def copy_delayed_game(stored_game: StoredGame, seconds: int) -> StoredGame:
    """Return an unsaved copy of the game as it was `seconds` ago; the row itself if `seconds` is 0."""
    if not seconds:
        return stored_game
    visible = _copy_for_others(stored_game)
    if stored_game.updated_at > timezone.now() - timedelta(seconds=seconds):
        visible.version = find_version_before(stored_game, seconds)
    return visible


def is_ahead(stored_game: StoredGame) -> bool:
    """Return whether this is a host's view with events that the game's delay may still hide from others."""
    return not stored_game.for_others and stored_game.updated_at > timezone.now() - timedelta(seconds=stored_game.delay)


def build_public_game(stored_game: StoredGame) -> Game:
    """Return the engine's game as others see it now with its own delay, with seats for missing names."""
    return load(
        stored_game,
        find_version_before(stored_game, stored_game.delay) if is_ahead(stored_game) else None,
        stored_game.names,
    )


def find_version_before(stored_game: StoredGame, seconds: int) -> int:
    then = timezone.now() - timedelta(seconds=seconds)
    if stored_game.event_batch is not None:
        return sum(event.entered_at <= then for event in _read_stored_events(stored_game))
    return stored_game.events.filter(entered_at__lte=then).count()


def _copy_for_others(stored_game: StoredGame) -> StoredGame:
    visible = copy(stored_game)
    visible.for_others = True
    return visible


def describe_since(game: Game, version: int) -> list[str]:
    words = {entry.number: event_words(entry, game.setup) for entry in game.recorded}
    since = enumerate(map(event_to_json, game.events[version:]), version + 1)
    return [words.get(number) or _describe_void_event(event, words) for number, event in since]


def _describe_void_event(event: dict[str, Any], words: dict[int, str]) -> str:
    """Return words for an event without a sentence of its own; `words` has the sentences of the other events."""
    if event["type"] == "replacement" and event["of"] in words:
        return f"Fixed: {words[event['of']]}"
    phrases = {"undo": "An entry was undone.", "redo": "An entry was redone."}
    return phrases.get(event["type"], "An entry that was undone again.")
