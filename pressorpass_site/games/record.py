"""A stored game as the engine's, and back; the copy that others see: late, or without names."""

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

KEPT = 120  # games in memory: those of a season (season.py) and a few more
# Headers in which people write what they like.
TEXTS = ("comment", "episode", "result")
BRANCHED = "Branched"  # the header of a variation: the code of its game, and the event from which on

Three = tuple[str, str, str]


def load(stored_game: StoredGame, version: int | None = None, names: Three | None = None) -> Game:
    """Return the engine's game, as it is or was at a version. Raises GameError if its rules no longer allow it.

    With `names` sentences about its events call the contestants by these.
    """
    return _load(
        stored_game.code, stored_game.version if version is None else version, _GameSetting(stored_game), names
    )


def read_together(rows: Iterable[StoredGame]) -> None:
    """Prepare many games so that the first one that needs its events reads the events of all in one query."""
    rows = list(rows)
    together = _Together([stored_game.pk for stored_game in rows])
    for stored_game in rows:
        stored_game.read_with = together


def build_empty_game(stored_game: StoredGame) -> Game:
    """Return the engine's game without its events."""
    return Game.begin(read_headers(stored_game), [stored_game.board_1.engine_board, stored_game.board_2.engine_board])


def read_headers(stored_game: StoredGame) -> Headers:
    fields = {name: text for name, text in stored_game.headers.items() if name != "boards"}
    document = {"format": "pressorpass-game", "version": 1, "headers": fields, "events": []}
    headers = game_from_json(document).headers
    return replace(headers, boards=(build_board_name(stored_game.board_1), build_board_name(stored_game.board_2)))


def serialize_headers(headers: Headers) -> dict[str, Any]:
    """Return the value of the column of the headers; boards have columns of their own."""
    data: dict[str, Any] = game_to_json(Game.begin(replace(headers, boards=(None, None))))["headers"]
    return data


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


@lru_cache(KEPT)
def _load(code: str, version: int, setting: _GameSetting, names: Three | None) -> Game:
    stored_game, setting.stored_game = (
        setting.stored_game,
        None,
    )  # the cache keeps the key, and is not to keep the events of others with it
    assert stored_game is not None
    game = build_empty_game(stored_game)
    if names:
        game = replace(game, setup=replace(game.setup, names=names))
    for number, data, _ in _read_stored_events(stored_game):
        if number > version:
            break
        data = {name: value for name, value in data.items() if name != "comment" or not stored_game.hides_texts}
        game = game.add(event_from_json(data), stored=True)
    return game


class _Together:
    def __init__(self, pks: Sequence[int]) -> None:
        self.pks = pks

    @cached_property
    def events(self) -> dict[int, list[_EventRow]]:
        by_game: dict[int, list[_EventRow]] = defaultdict(list)
        rows = StoredEvent.objects.filter(game__in=self.pks).order_by("game", "number")
        for pk, *event in rows.values_list("game", "number", "data", "entered_at"):
            by_game[pk].append(_EventRow(*event))
        return by_game


class _EventRow(NamedTuple):
    number: int
    data: dict[str, Any]
    entered_at: datetime


def _read_stored_events(stored_game: StoredGame) -> Iterable[_EventRow]:
    if stored_game.read_with is not None:
        return stored_game.read_with.events[stored_game.pk]
    return [
        _EventRow(*event) for event in stored_game.events.order_by("number").values_list("number", "data", "entered_at")
    ]


def find_branch_source(stored_game: StoredGame) -> tuple[str, int]:
    """Return the code of the game that this one is a variation of, and the event from which on; "" if it is none."""
    code, _, number = str(stored_game.headers.get("extra", {}).get(BRANCHED, "")).partition(" ")
    return code, parse_digits(number) or 0


def copy_without_names(stored_game: StoredGame) -> StoredGame:
    """Return the game for others: a copy, never to be saved, without names and without any text in which one may be."""
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
    """Return whether this form of the game, a host's, may have events that its own delay still keeps from others."""
    return not stored_game.for_others and stored_game.updated_at > timezone.now() - timedelta(seconds=stored_game.delay)


def build_public_game(stored_game: StoredGame) -> Game:
    """Return the engine's game as far as its own delay lets others see it, with places for missing names."""
    return load(
        stored_game,
        find_version_before(stored_game, stored_game.delay) if is_ahead(stored_game) else None,
        stored_game.names,
    )


def find_version_before(stored_game: StoredGame, seconds: int) -> int:
    """Return the version that the game had this many seconds ago."""
    then = timezone.now() - timedelta(seconds=seconds)
    if stored_game.read_with is not None:
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
    """Return words for an event that no longer counts, or only changed others, whose words these are."""
    if event["type"] == "replacement" and event["of"] in words:
        return f"Fixed: {words[event['of']]}"
    phrases = {"undo": "An entry was undone.", "redo": "An entry was redone."}
    return phrases.get(event["type"], "An entry that was undone again.")
