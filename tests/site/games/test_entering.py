"""Entering a game: events are stored once and in order; impossible events are refused with the reason."""

from typing import Any

import pytest
from django.http import HttpRequest
from django.test import Client

from engine import parse_game
from pressorpass_site.core import owners
from pressorpass_site.games.models import StoredGame
from tests.site.markup import Fields, words

from .conftest import ROUND_1, Send

MONEY = {"type": "spin", "came": {"kind": "money", "amount": 750}}


def text_of(client: Client, game: StoredGame) -> str:
    return client.get(f"/games/{game.code}/game.txt").content.decode()


def test_events_are_folded_in_order(client: Client, game: StoredGame, send: Send) -> None:
    answer = send(ROUND_1, MONEY, {"type": "pass", "to": 1}).json()
    assert answer["version"] == 3
    assert "refused" not in answer
    stored = parse_game(text_of(client, game))
    # Bob, with the fewest spins, was up. Ann and Cy were level, so he said who was to receive his other spin.
    assert [podium.score for podium in stored.state.podiums] == [0, 750, 0]
    assert [podium.spins for podium in stored.state.podiums] == [4, 0, 4]


def test_nothing_is_entered_twice(client: Client, game: StoredGame, send: Send) -> None:
    send(ROUND_1)
    send(MONEY | {"id": "same"})
    again = send(MONEY | {"id": "same"}, {"type": "spin", "came": {"kind": "whammy"}, "id": "next"}, version=1)
    assert again.status_code == 200
    assert again.json()["version"] == 3
    assert [event.client_id for event in game.events.all()] == ["e1", "same", "next"]


def test_a_second_device_is_told_what_changed(client: Client, game: StoredGame, send: Send) -> None:
    send(ROUND_1)
    send(MONEY)
    late = send({"type": "spin", "came": {"kind": "whammy"}}, version=1)
    assert late.status_code == 409
    assert late.json()["news"] == ["Bob presses: $750."]
    assert late.json()["version"] == 2
    assert game.events.count() == 2


def test_what_cannot_be_is_refused_and_the_rest_stays(client: Client, game: StoredGame, send: Send) -> None:
    send(ROUND_1, MONEY)
    answer = send(MONEY, {"type": "spin", "seat": 2, "came": {"kind": "whammy"}}, MONEY).json()
    assert answer["stored"] == 1
    assert "holds no spins" in answer["refused"]["message"]
    assert answer["refused"]["id"] == "e4"
    assert "Ann" in answer["refused"]["message"], "it says who is up"
    assert game.events.count() == 3


def test_the_line_reads_the_notation(client: Client, game: StoredGame) -> None:
    address = f"/games/{game.code}/enter/"
    assert client.post(address, {"text": "round 1: 3 2 4", "version": "0", "id": "a"}).status_code == 302
    assert client.post(address, {"text": "750 w", "version": "1", "id": "b"}).status_code == 302
    assert client.post(address, {"text": "750 w", "version": "1", "id": "b"}).status_code == 302, "sent twice"
    refused = client.post(address, {"text": "2: 500", "version": "3", "id": "c"})
    assert refused.status_code == 422
    assert "Bob holds no spins" in refused.content.decode()
    assert 'value="2: 500"' in refused.content.decode()
    assert game.events.count() == 3


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[]",
        "{}",
        '{"version": "x", "events": []}',
        '{"version": 0, "events": [3]}',
        '{"version": 1e400, "events": [{}]}',
        "[" * 100_000,
    ],
    ids=range(7),
)
def test_a_body_that_is_no_list_of_events(client: Client, game: StoredGame, body: str) -> None:
    response = client.post(f"/games/{game.code}/events/", body, content_type="application/json")
    assert response.status_code == 400
    assert "list of events" in response.json()["message"]


def test_the_page_offers_what_can_come_next(client: Client, game: StoredGame, send: Send) -> None:
    address = f"/games/{game.code}/enter/"
    assert "Begin round 1" in words(client.get(address))
    send(ROUND_1)
    page = words(client.get(address))
    assert "Bob is up 2 spins: press or pass?" in page
    assert "Bob is up here. On the show it was:" in page
    assert page.index("Pass to Cy") < page.index("Pass to Ann"), "they are level, so either may receive Bob’s spins"
    send(MONEY, {"type": "pass", "to": 3})
    page = words(client.get(address))
    assert "must play" not in page
    assert "Pass to Bob" in page, "Ann, with the fewest spins, is up; Bob has the higher score"


def test_numbers_are_put_right_after_an_earlier_event(client: Client, game: StoredGame, send: Send) -> None:
    send(ROUND_1, MONEY, {"type": "spin", "came": {"kind": "whammy"}})
    send({"type": "spin", "came": {"kind": "money", "amount": 500}})
    address = f"/games/{game.code}/enter/?fix=2"
    form = client.get(address).content.decode().partition('id="by-hand"')[2].partition("</form>")[0]
    fields = dict(Fields(form).sent) | {"form": "fix", "number": "2", "version": "4", "id": "f"}
    unchanged = client.post(address, fields)
    assert "Nothing is changed" in unchanged.content.decode()
    assert client.post(address, fields | {"score_1": "$1,000", "earned_2": "2"}).status_code == 302
    podiums = parse_game(text_of(client, game)).state.podiums
    assert [podium.score for podium in podiums] == [1500, 0, 0], "Ann’s $500 came on top; Bob’s Whammy still came after"
    assert [podium.earned for podium in podiums] == [2, 1, 4]
    assert 'name="score_1"' not in client.get(f"/games/{game.code}/enter/?fix=99").content.decode()


def test_the_odds_are_shown_when_asked_for(client: Client, game: StoredGame, send: Send) -> None:
    send({"type": "round", "round": 2, "spins": [1, 0, 0], "scores": [8000, 3000, 0], "whammies": [0, 0, 0]})
    address = f"/games/{game.code}/enter/"
    assert "Solving…" not in words(client.get(address))
    client.post(f"/games/{game.code}/hints/", {"odds": "show"})
    assert "Solving…" in words(client.get(address))
    seen = client.get(f"/games/{game.code}/events/").json()["seen"]
    assert client.get(f"/games/{game.code}/events/", {"seen": seen}).status_code == 204
    client.post(f"/games/{game.code}/hints/", {"odds": "hide"})
    assert client.get(f"/games/{game.code}/events/", {"seen": seen}).status_code == 200


def test_an_undo_on_another_device_is_told(client: Client, game: StoredGame, send: Send) -> None:
    send(ROUND_1, MONEY | {"id": "mine"})
    send(MONEY | {"id": "theirs"}, {"type": "undo"})
    late = send({"type": "undo", "id": "mine too"}, MONEY | {"id": "theirs"}, version=2)
    assert late.status_code == 409
    assert late.json()["news"] == ["An entry that was undone again.", "An entry was undone."]
    assert late.json()["known"] == ["theirs"]


def test_the_service_worker_lies_where_it_may_serve_games(client: Client, loaded_boards: None) -> None:
    response = client.get("/games/worker.js")
    assert response.status_code == 200
    assert response["Service-Worker-Allowed"] == "/"  # for the home page and answers
    assert response["Content-Type"].startswith("text/javascript")


@pytest.mark.parametrize("name", ["", "<a>", "x" * 65])
def test_a_form_with_a_name_that_no_event_may_have(client: Client, game: StoredGame, name: str) -> None:
    """If it were stored, the game could no longer be read."""
    address = f"/games/{game.code}/enter/"
    assert client.post(address, {"text": "round 1: 3 2 4", "version": "0", "id": name}).status_code == 302
    assert client.post(address, {"text": "750 <id a> w <id a>", "version": "1", "id": name}).status_code in (302, 422)
    assert client.get(address).status_code == 200
    assert "round 1: 3 2 4" in text_of(client, game)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("address", "body"),
    [
        ("events/", '{"version": 1, "events": [{"id": "z", "type": "pass"}]}'),
        ("enter/", {"text": "750", "version": "1", "id": "b"}),
        ("call/", {"number": "1", "action": "press", "name": "A"}),
        ("edit/host/", {}),
        ("edit/", {"left": "Al", "visibility": "public", "rules": "show", "board_1": "", "board_2": ""}),
        ("edit/overlay/", {"do": "make"}),
        ("delete/", {}),
        ("review/", {"do": "stop"}),
        *((page, None) for page in ("", "edit/", "review/", "stream")),
    ],
)
def test_a_game_deleted_in_mid_request(
    client: Client, game: StoredGame, send: Send, address: str, body: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another device deletes the game between the two queries."""
    send({"type": "round", "round": 2, "spins": [1, 0, 0], "scores": [8000, 3000, 0], "whammies": [0, 0, 0]})
    is_owner = owners.is_owner

    def deleted(request: HttpRequest, owner: str) -> bool:
        StoredGame.objects.filter(pk=game.pk).delete()
        return is_owner(request, owner)

    monkeypatch.setattr(owners, "is_owner", deleted)
    path = f"/games/{game.code}/{address}"
    if body is None:
        answer = client.get(path)
    else:
        answer = client.post(path, body, **({"content_type": "application/json"} if isinstance(body, str) else {}))
    assert answer.status_code in (200, 204, 302, 404, 422)
    answer.close()  # a stream is watched until then
    assert not StoredGame.objects.filter(pk=game.pk).exists()
