"""Bodies and lists have limits that are checked before anything reads them; half a body is none."""

import json
from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver

from pressorpass_site.games.models import StoredEvent, StoredGame
from pressorpass_site.games.services import BATCH_BYTES, MAX_BATCH
from tests.fuzz.crawl import filled, patterns
from tests.tier import few

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_boards")]

ROUND_1 = {"type": "round", "round": 1, "spins": [3, 2, 4]}
# Take files, or have limits of their own; those with no view of their own.
LARGE = ("admin/", "api/v1/", "games/import/", "boards/own/import/", "boards/own/<slug:token>/import/")
ADDRESSES = ["/", "/ask/", "/games/import/", "/boards/own/import/", "/admin/login/", "/nothing/here/"]


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
    selects = [query["sql"] for query in seen if query["sql"].startswith("SELECT")]
    assert not [sql for sql in selects if "client_id" in sql.partition(" WHERE ")[2]], (
        "nothing is asked by what was sent"
    )


@pytest.mark.parametrize("length", few(1, [settings.BODY_BYTES + 1, settings.DATA_UPLOAD_MAX_MEMORY_SIZE]))
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


class Unread:
    def read(self, size: int = -1) -> bytes:
        raise AssertionError("the body is read")

    readline = read


@pytest.mark.parametrize("address", [*ADDRESSES, "/api/v1/solve"])
@pytest.mark.parametrize("content_type", ["multipart/form-data; boundary=x", "application/x-www-form-urlencoded"])
def test_a_body_that_is_too_big_is_refused_unread(client: Client, address: str, content_type: str) -> None:
    sent: dict[str, Any] = {"CONTENT_LENGTH": "700000000", "wsgi.input": Unread()}
    response = client.generic("POST", address, content_type=content_type, **sent)
    assert response.status_code == 413
    if address.startswith("/api/"):
        assert response.json()["detail"]
    else:
        assert "more than 2.5 MB, so it was not read. Nothing was changed." in response.content.decode()


@pytest.mark.parametrize("length", ["", "-1", "1e9", "٣", "9" * 5000])
def test_a_length_that_is_none_is_no_error(client: Client, length: str) -> None:
    response = client.generic("POST", "/ask/", content_type="text/plain", CONTENT_LENGTH=length)
    assert response.status_code in (400, 413, 422)


@pytest.mark.parametrize("address", [*ADDRESSES, "/api/v1/solve"])
def test_chunks_are_refused_unread(client: Client, address: str) -> None:
    sent: dict[str, Any] = {"HTTP_TRANSFER_ENCODING": "chunked", "CONTENT_LENGTH": "", "wsgi.input": Unread()}
    response = client.generic("POST", address, content_type="multipart/form-data; boundary=x", **sent)
    assert response.status_code == 411


def test_nothing_of_an_allowed_upload_is_written_to_disk(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.NamedTemporaryFile", Unread().read)
    file = SimpleUploadedFile("game.txt", b"x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE - 1000))
    response = client.post("/games/import/", {"file": file})
    assert response.status_code == 422
    assert "at most 200 kB are read" in response.content.decode()


def test_a_form_with_too_many_fields_is_refused(client: Client) -> None:
    response = client.post("/ask/", {f"a{number}": "1" for number in range(2000)})
    assert response.status_code == 413
    assert "too many fields" in response.content.decode()


@pytest.mark.parametrize("address", ["/ask/", "/api/v1/solve"])
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"])
def test_a_body_that_ends_early_is_refused(client: Client, address: str, kind: str) -> None:
    sent: dict[str, Any] = {"CONTENT_LENGTH": "100", "wsgi.input": BytesIO(b"line=8000e1,3000,0")}
    assert client.generic("POST", address, content_type=kind, **sent).status_code == 408
