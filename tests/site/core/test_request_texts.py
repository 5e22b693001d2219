"""Characters that no database can store, wherever a request has texts: address, form, JSON, cookies."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from pressorpass_site.core.http.request_texts import UnusableText, read_json
from pressorpass_site.games.models import StoredGame
from pressorpass_site.questions.visitors import _COOKIE as MOVER_STYLE
from tests.fuzz.requests import Request, check
from tests.fuzz.runner import connection_kept

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_boards")]

BAD = ["\0", "a\0b", "\ud800", "\udfff\ud800", "x\udc00"]


@pytest.fixture
def game(client: Client) -> StoredGame:
    given = {"left": "Ann", "centre": "Bob", "right": "Cy", "visibility": "unlisted", "rules": "show"}
    client.post("/games/new/", given)
    return StoredGame.objects.get()


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("place", ["id", "type", "comment", "name", "version"])
def test_events(client: Client, game: StoredGame, bad: str, place: str) -> None:
    event: dict[str, Any] = {"id": "a", "type": "round", "round": 1, "spins": [3, 2, 4]}
    event |= {bad: 1} if place == "name" else {place: bad}
    body = {"version": bad if place == "version" else 0, "events": [event]}
    response = client.post(f"/games/{game.code}/events/", json.dumps(body), "application/json")
    assert response.status_code == 400
    assert StoredGame.objects.get().version == 0


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize(
    "body",
    [
        {"position": "?"},
        {"?": 1, "position": "8000e1,3000,0@1"},
        {"position": "8000e1,3000,0@1", "board": "?"},
        {"position": "8000e1,3000,0@1", "options": {"?": "?"}},
    ],
)
def test_the_api(client: Client, body: dict[str, Any], bad: str) -> None:
    text = json.dumps(body).replace("?", json.dumps(bad)[1:-1])
    response = client.post("/api/v1/solve", text, "application/json")
    assert response.status_code == 400
    (item,) = response.json()["detail"]
    assert item["field"] == "body"
    assert "null character" in item["message"] or "lone surrogate" in item["message"]


@pytest.mark.parametrize("field", ["id", "text", "version", "of", "form", "\0"])
def test_a_form_read_as_it_is(client: Client, game: StoredGame, field: str) -> None:
    sent = {"id": "a", "version": "0", "text": "round 1: 3 2 4"} | {field: "a\0"}
    response = client.post(f"/games/{game.code}/enter/", sent)
    assert response.status_code in (302, 422)
    assert client.get(f"/games/{game.code}/enter/").status_code == 200


@pytest.mark.parametrize(
    ("address", "field"), [("/save/", "key"), ("/boards/own/copy/", "board"), ("/ask/", "line"), ("/save/", "do")]
)
def test_other_forms(client: Client, address: str, field: str) -> None:
    assert client.post(address, {field: "a\0"}).status_code in (404, 422)


@pytest.mark.parametrize("charset", ["utf-7", "utf-16", "rot13", "zlib", "idna"])
@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (
            "multipart/form-data; boundary=x",
            b'--x\r\nContent-Disposition: form-data; name="key"\r\n\r\n+2AA-\r\n--x--\r\n',
        ),
        ("application/x-www-form-urlencoded", b"key=%2B2AA-"),
    ],
    ids=["multipart", "urlencoded"],
)
def test_another_encoding_than_the_pages_have(charset: str, kind: str, body: bytes) -> None:
    for method in ("GET", "POST"):
        request = Request(method, "/save/", (("key", "+2AA-"),), body=body, content_type=f"{kind}; charset={charset}")
        with connection_kept():
            assert check(request).status == 404


@pytest.mark.parametrize("name", ["sessionid", "own_boards", "known_device", "messages", "csrftoken", MOVER_STYLE])
def test_a_cookie_with_a_null_character_is_none(client: Client, name: str) -> None:
    for address in ("/", "/saved/", "/admin/login/", reverse("accounts:account")):
        response = client.get(address, headers={"cookie": f'{name}="a\\000b"'})
        assert response.status_code in (200, 302)


def test_what_is_refused_in_json() -> None:
    for bad in BAD:
        for value in (bad, [bad], {"a": [{bad: 1}]}, {"a": {"b": bad}}):
            with pytest.raises(UnusableText):
                read_json(json.dumps(value).encode())
    assert read_json(rb'["\ud83d\ude42", "\\u0000", "\\ud800"]') == ["\U0001f642", "\\u0000", "\\ud800"]
