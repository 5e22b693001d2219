"""Bodies and lists have limits that are checked before anything reads them."""

import json
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver

from pressorpass_site.games.models import StoredEvent, StoredGame
from pressorpass_site.games.services import BATCH_BYTES, MAX_BATCH
from tests.fuzz.crawl import filled, patterns

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_boards")]

ROUND_1 = {"type": "round", "round": 1, "spins": [3, 2, 4]}
# Take files, or have limits of their own; those with no view of their own.
LARGE = ("admin/", "api/v1/", "games/import/", "boards/own/import/", "boards/own/<slug:token>/import/")
MOST_PARAMETERS = 12  # of any statement that writes or asks by what was sent


@pytest.fixture
def game(client: Client) -> StoredGame:
    given = {"left": "Ann", "centre": "Bob", "right": "Cy", "visibility": "unlisted", "rules": "show"}
    client.post("/games/new/", given)
    return StoredGame.objects.get()


def test_a_hundred_thousand_events_are_not_read(client: Client, game: StoredGame) -> None:
    body = json.dumps({"version": 0, "events": [{"id": f"{number:x}"} for number in range(150_000)]})
    assert len(body) < settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    with CaptureQueriesContext(connection) as seen:
        response = client.post(f"/games/{game.code}/events/", body, "application/json")
    assert response.status_code == 413
    assert not [query for query in seen if "BEGIN" in query["sql"] or "client_id" in query["sql"]]


def test_events_beyond_the_batch_wait_for_the_next(client: Client, game: StoredGame) -> None:
    events = [{"id": f"{number}", "type": "up", "seat": 1 + number % 3} for number in range(MAX_BATCH + 50)]
    body = json.dumps({"version": 0, "events": [ROUND_1 | {"id": "r"}, *events]})
    assert len(body) < BATCH_BYTES
    with CaptureQueriesContext(connection) as seen:
        response = client.post(f"/games/{game.code}/events/", body, "application/json")
    assert response.status_code == 200
    assert len(response.json()["known"]) == MAX_BATCH
    assert StoredEvent.objects.count() == MAX_BATCH
    asked = [query["sql"] for query in seen if query["sql"].startswith("SELECT")]
    assert not [sql for sql in asked if "client_id" in sql.partition(" WHERE ")[2]], "nothing is asked by what was sent"


def test_nothing_sent_is_asked_for_in_a_write_transaction(client: Client, game: StoredGame) -> None:
    """Between BEGIN and the last write there are only the row of the game and what is stored."""
    seen: list[str] = []

    def note(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        seen.append(sql)
        return execute(sql, parameters, many, context)

    body = json.dumps({"version": 0, "events": [ROUND_1 | {"id": "r"}]})
    with connection.execute_wrapper(note):
        client.post(f"/games/{game.code}/events/", body, "application/json")
    first = next(number for number, sql in enumerate(seen) if "SAVEPOINT" in sql)
    last = next(number for number, sql in enumerate(seen) if "RELEASE" in sql)
    inside = seen[first + 1 : last]
    assert [sql.split()[0] for sql in inside] == ["SELECT", "INSERT", "UPDATE"]


@pytest.mark.parametrize("length", [settings.BODY_BYTES + 1, settings.DATA_UPLOAD_MAX_MEMORY_SIZE])
def test_every_other_address_takes_small_bodies(client: Client, game: StoredGame, length: int) -> None:
    routes = [route for route in patterns(get_resolver()) if not route.startswith(LARGE)]
    places = {"code": game.code}
    assert len(routes) > 50
    for route in routes:
        address = filled(route, lambda name: places.get(name, "x"))
        response = client.generic("POST", address, b"x" * length, "text/plain")
        assert response.status_code == 413, route


def test_files_may_be_larger(client: Client) -> None:
    for address in ("/games/import/", "/boards/own/import/"):
        response = client.post(address, {"text": "x" * (settings.BODY_BYTES + 1), "visibility": "unlisted"})
        assert response.status_code == 422
