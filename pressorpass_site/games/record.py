"""A stored game as the engine's, and back."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from engine import BoardName, Game, Headers, event_from_json, game_from_json, game_to_json
from pressorpass_site.boards.models import BoardRevision

from . import hiding
from .models import StoredGame

KEPT = 64  # games in memory


def load(row: StoredGame, version: int | None = None) -> Game:
    """Return the engine's game, as it is or was at a version. Raises GameError if its rules no longer allow it."""
    return _load(row.code, row.version if version is None else version, _Setting(row))


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
def _load(code: str, version: int, setting: _Setting) -> Game:
    row = setting.row
    game = Game.begin(headers_of(row), [row.board_1.engine_board, row.board_2.engine_board])
    for data in row.events.filter(number__lte=version).order_by("number").values_list("data", flat=True):
        game = game.add(event_from_json(hiding.event_without_names(data, row.hidden)), stored=True)
    return game


def _document(headers: dict[str, Any], events: list[Any]) -> dict[str, Any]:
    return {"format": "pressorpass-game", "version": 1, "headers": headers, "events": events}
