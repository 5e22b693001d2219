"""Editing a game: details, boards, the host link, copying, deleting."""

from typing import Any

import pytest
from django.test import Client

from pressorpass_site.games import record
from pressorpass_site.games.models import StoredGame
from tests.site.markup import error_at, value_of

from .conftest import ROUND_1, Send

DETAILS = {"title": "New", "left": "Amy", "centre": "Bob", "right": "Cy", "rules": "show", "visibility": "public"}


def edit(client: Client, game: StoredGame, **given: str) -> Any:
    boards = {"board_1": "pyl-1984-09-r1.1", "board_2": "pyl-1985-02-r2.1"}
    return client.post(f"/games/{game.code}/edit/", DETAILS | boards | given)


def test_details_change_and_events_stay(client: Client, game: StoredGame, send: Send) -> None:
    send(ROUND_1)
    shown = client.get(f"/games/{game.code}/edit/")
    assert (value_of(shown, "left"), value_of(shown, "board_2")) == ("Ann", "pyl-1985-02-r2.1")
    assert edit(client, game, episode="7", option_ties="joint", hides_names="on").status_code == 302
    game.refresh_from_db()
    played = record.load(game)
    assert (game.title, game.visibility, game.hides_names) == ("New", "public", True)
    assert (played.headers.names[0], played.headers.episode, played.setup.rules.ties) == ("Amy", "7", "joint")
    assert len(played.events) == 1


@pytest.mark.parametrize(("board", "field"), [("pyl-1983-09-r1.1", "board_1"), ("abc-2019-r1.1", "board_1")])
def test_a_board_that_the_events_do_not_fit_is_refused(
    client: Client, game: StoredGame, send: Send, board: str, field: str
) -> None:
    assert (
        "refused" not in send(ROUND_1, {"type": "spin", "square": 2, "came": {"kind": "money", "amount": 750}}).json()
    )
    response = edit(client, game, board_1=board)
    assert response.status_code == 422
    assert "Square 2 has no slide with $750" in error_at(response, field)
    assert 'value="New"' in response.content.decode(), "what was typed stays"
    game.refresh_from_db()
    assert game.board_1.board.slug == "pyl-1984-09-r1"
    assert edit(client, game, board_2="pyl-classic-r2.1").status_code == 302


def test_a_new_host_link_ends_the_one_before(client: Client, game: StoredGame, send: Send) -> None:
    guest = Client()
    guest.get(f"/games/{game.code}/host/{game.host_key}/")
    assert send(ROUND_1, by=guest).status_code == 200
    client.post(f"/games/{game.code}/edit/host/")
    assert send({"type": "spin", "came": {"kind": "whammy"}}, by=guest).status_code == 403
    old = game.host_key
    game.refresh_from_db()
    assert game.host_key != old
    guest.get(f"/games/{game.code}/host/{game.host_key}/")
    assert send({"type": "spin", "came": {"kind": "whammy"}}, by=guest).status_code == 200


def test_a_copy_goes_on_otherwise(client: Client, game: StoredGame, send: Send) -> None:
    send(ROUND_1, {"type": "spin", "came": {"kind": "whammy"}})
    StoredGame.objects.update(hides_names=True)
    fan = Client()
    assert fan.post(f"/games/{game.code}/copy/").status_code == 302
    copied = StoredGame.objects.latest("pk")
    assert copied.title == "Variation of Left · Center · Right"
    assert copied.headers["names"] == ["", "", ""], "a copy has no names that its maker may not see"
    game.refresh_from_db()
    assert record.load(copied).state == record.load(game).state
    assert send({"type": "undo"}, by=fan).status_code == 403
    answer = fan.post(
        f"/games/{copied.code}/events/",
        '{"version": 2, "events": [{"id": "u", "type": "undo"}]}',
        content_type="application/json",
    )
    assert answer.json()["version"] == 3
    assert game.events.count() == 2


def test_the_boards_follow_the_date_until_something_is_entered(client: Client, game: StoredGame, send: Send) -> None:
    assert edit(client, game, date="6/12/2019").status_code == 302
    game.refresh_from_db()
    assert (game.headers["date"], game.board_2.board.slug) == ("2019-06-12", "abc-2019-r2")
    chosen = {"board_1": "abc-2019-r1.1", "board_2": "pyl-classic-r2.1"}
    assert edit(client, game, show="cbs", date="1985-03-04", **chosen).status_code == 302
    game.refresh_from_db()
    assert (game.board_1.board.slug, game.board_2.board.slug) == ("pyl-1984-09-r1", "pyl-classic-r2"), "one was chosen"
    assert game.headers["extra"] == {"Show": "CBS"}
    send(ROUND_1)
    assert edit(client, game, date="2019-06-12", board_2="pyl-classic-r2.1").status_code == 302
    game.refresh_from_db()
    assert (game.headers["extra"], game.board_1.board.slug) == ({}, "pyl-1984-09-r1")
    assert edit(client, game, date="2019-06-12", board_1="", board_2="").status_code == 302
    game.refresh_from_db()
    assert game.board_1.board.slug == "abc-2019-r1", "asked for by show and date"
