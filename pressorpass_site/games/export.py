"""Games as files that `importing` reads back: the notation and JSON."""

from __future__ import annotations

import json
from dataclasses import replace

from django.utils.text import slugify

from engine import BoardName, Game, game_to_json, write_game
from pressorpass_site.boards.models import BoardRevision

from . import record, services
from .models import StoredGame

TITLE = "Title"


def text_of(row: StoredGame) -> str:
    """The game in its notation."""
    return write_game(_portable(row))


def json_of(row: StoredGame) -> str:
    """The game as JSON."""
    return json.dumps(game_to_json(_portable(row)), indent=1, ensure_ascii=False) + "\n"


def file_name(row: StoredGame, kind: str) -> str:
    """What a file of the game is called: its title in ASCII, or its code."""
    return f"{slugify(row.title)[:60].strip('-') or row.code}.{kind}"


def _portable(row: StoredGame) -> Game:
    """The game as it means the same elsewhere.

    A title of its own is a header, and a fan's own board is brought along. Ids of events are left out: they only say
    how an event reached this site.
    """
    game = record.load(row)
    headers = replace(game.headers, boards=(_board(row.board_1), _board(row.board_2)))
    if row.title != services.default_title(headers.names, headers.episode, headers.date):
        headers = replace(headers, extra=((TITLE, row.title), *headers.extra))
    return replace(game, headers=headers, events=tuple(replace(event, id=None) for event in game.events))


def _board(revision: BoardRevision) -> BoardName:
    if revision.board.own:
        return BoardName(revision.board.slug, None, revision.engine_board)
    return record.board_name(revision)
