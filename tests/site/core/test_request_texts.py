"""Characters that no database can store, wherever a request has texts: address, form, JSON; such cookies are none."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from pressorpass_site.games.models import StoredGame
from pressorpass_site.questions.page import _COOKIE as MOVER_STYLE
from tests.fuzz.requests import Request, check
from tests.fuzz.runner import connection_kept

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_boards")]

BAD = ["a\0b", "x\udc00"]


@pytest.mark.parametrize("address", ["/p/%00", "/saved/?q=a%00b", "/api/v1/lab/pig/duel?a=%00", "/api/v1/boards/%00"])
def test_addresses(client: Client, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 400
    message = response.json()["detail"] if address.startswith("/api/") else response.content.decode()
    assert "null character" in message or address.startswith("/api/")
    assert client.get("/saved/?q=%2500").status_code == 200  # a per cent sign and two digits


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("place", ["id", "comment", "name", "version"])
def test_events(client: Client, game: StoredGame, bad: str, place: str) -> None:
    event: dict[str, Any] = {"id": "a", "type": "round", "round": 1, "spins": [3, 2, 4]}
    event |= {bad: 1} if place == "name" else {place: bad}
    body = {"version": bad if place == "version" else 0, "events": [event]}
    response = client.post(f"/games/{game.code}/events/", json.dumps(body), "application/json")
    assert response.status_code == 400
    assert StoredGame.objects.get().version == 0


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("body", [{"position": "?"}, {"?": 1, "position": "8000e1,3000,0@1"}, {"options": {"?": "?"}}])
def test_the_api(client: Client, body: dict[str, Any], bad: str) -> None:
    text = json.dumps(body).replace("?", json.dumps(bad)[1:-1])
    response = client.post("/api/v1/solve", text, "application/json")
    assert response.status_code == 400
    assert response.json() == {"detail": "Cannot parse request body"}


@pytest.mark.parametrize(("address", "field"), [("/save/", "key"), ("/boards/own/copy/", "board"), ("/ask/", "line")])
def test_forms(client: Client, address: str, field: str) -> None:
    assert client.post(address, {field: "a\0"}).status_code == 400


@pytest.mark.parametrize("charset", ["utf-7", "idna"])
def test_another_encoding_than_the_pages_have(charset: str) -> None:
    kind = f"application/x-www-form-urlencoded; charset={charset}"
    for method in ("GET", "POST"):
        request = Request(method, "/save/", (("key", "+2AA-"),), body=b"key=%2B2AA-", content_type=kind)
        with connection_kept():
            assert check(request).status == 404


@pytest.mark.parametrize("name", ["sessionid", "own_boards", "known_device", "messages", "csrftoken", MOVER_STYLE])
def test_a_cookie_with_a_null_character_is_none(client: Client, name: str) -> None:
    for address in ("/", "/saved/", "/admin/login/", reverse("accounts:account")):
        response = client.get(address, headers={"cookie": f'{name}="a\\000b"'})
        assert response.status_code in (200, 302)
