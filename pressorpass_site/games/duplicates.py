from dataclasses import replace
from typing import Any

from django.db.models import QuerySet

from engine import Game, event_to_json, read_day

from .models import StoredGame

MOVES = ("spin", "pass")


class DuplicateGame(Exception):
    def __init__(self, stored_game: StoredGame) -> None:
        super().__init__(stored_game.code)
        self.stored_game = stored_game


def find_duplicate(existing_games: QuerySet[StoredGame], new: StoredGame, game: Game) -> StoredGame | None:
    """Return the first of these games with the same facts, boards and events as a new one; titles may differ.

    A game without a move has no duplicate.
    """
    entered = [event_to_json(replace(event, id=None)) for event in game.events]
    if not any(event["type"] in MOVES for event in entered):
        return None
    facts = _list_facts(new)
    similar_games = existing_games.filter(version=len(entered), board_1=new.board_1, board_2=new.board_2).order_by("pk")
    return next(
        (
            stored_game
            for stored_game in similar_games
            if _list_facts(stored_game) == facts and _list_events(stored_game) == entered
        ),
        None,
    )


def _list_facts(stored_game: StoredGame) -> dict[str, Any]:
    date = stored_game.headers.get("date", "")
    return stored_game.headers | {"date": str(read_day(date) or date)}


def _list_events(stored_game: StoredGame) -> list[dict[str, Any]]:
    stored_events = stored_game.events.order_by("number").values_list("data", flat=True)
    return [{key: value for key, value in event.items() if key != "id"} for event in stored_events]
