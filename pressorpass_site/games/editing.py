"""Changing a game besides its events: its details, its host's link, copying, deleting."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.db import transaction

from engine import EventError, Headers, InputError, event_to_json
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core.owned import TITLE_LENGTH, Visibility, new_code
from pressorpass_site.core.refused import Refused

from . import record, services
from .models import StoredGame


def change(
    row: StoredGame, title: str, headers: Headers, boards: tuple[BoardRevision, BoardRevision], shown_to: dict[str, Any]
) -> None:
    """Change what is known of a game.

    Raises:
        Refused: an event cannot be on one of the boards, or by these rules; `field` is the one in the way.
    """
    with transaction.atomic():
        row = services.with_boards().select_for_update(of=("self",)).get(pk=row.pk)
        _check(row, headers, boards)
        row.title, row.headers = title, record.headers_to_store(headers)
        row.board_1, row.board_2 = boards
        row.visibility, row.hides_names = shown_to["visibility"], shown_to["hides_names"]
        row.save(update_fields=["title", "headers", "board_1", "board_2", "visibility", "hides_names", "updated_at"])


def new_host_key(row: StoredGame) -> None:
    """Make another host's link. Whoever came by the one before can enter no more."""
    row.host_key = new_code()
    row.save(update_fields=["host_key"])


def copy(owner: str, row: StoredGame) -> StoredGame:
    """A game of the owner's with the same events, as the row shows them.

    Raises:
        Refused: the limit of the owner, or of the site, is reached.
    """
    game = record.load(row)
    return services.begin(
        owner,
        f"Copy of {row.title}"[:TITLE_LENGTH],
        game.headers,
        (row.board_1, row.board_2),
        visibility=Visibility.UNLISTED,
        events=[event_to_json(event) for event in game.events],
    )


def delete(row: StoredGame) -> None:
    """Remove it with its events."""
    row.delete()


def _check(row: StoredGame, headers: Headers, boards: tuple[BoardRevision, BoardRevision]) -> None:
    """Try the events on one new board after the other, then by the new rules, so that the one in the way is named."""
    game, old = record.load(row), record.headers_of(row)
    first = (boards[0], row.board_2)
    steps = (
        ("board_1", old, first),
        ("board_2", old, boards),
        ("rules", headers, boards),
    )
    for field, known, (one, two) in steps:
        named = replace(known, boards=(record.board_name(one), record.board_name(two)))
        try:
            game.with_headers(named, [one.engine_board, two.engine_board])
        except EventError as error:
            raise Refused(f"What has been entered does not fit: {error.message}", field) from None
        except InputError as error:
            raise Refused(error.message, field) from None
