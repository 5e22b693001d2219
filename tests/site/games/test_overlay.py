"""The overlay of a game: it shows what others see, with their delay, and its key opens nothing else."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from pressorpass_site.games import services
from pressorpass_site.games.models import StoredEvent, StoredGame

from .conftest import Send
from .test_calls import MONEY, ROUND_2
from .test_following import follow  # noqa: F401 – a fixture

pytestmark = pytest.mark.django_db(transaction=True)


def keyed(stored_game: StoredGame) -> str:
    """Return the URL of the overlay with a new key."""
    services.change_overlay_key(stored_game, revoke=False)
    return f"/games/{stored_game.code}/overlay/?key={stored_game.overlay_key}"


def test_it_shows_podiums_and_chances_and_nothing_of_the_decision(game: StoredGame, send: Send) -> None:
    send(ROUND_2, MONEY)
    response = Client().get(f"/games/{game.code}/overlay/")
    page = response.content.decode()
    assert "Cy" in page
    assert "$" in page
    assert not [part for part in ('id="odds"', 'id="room"', "<a ", "<ol") if part in page.partition("<body")[2]]
    assert response["X-Robots-Tag"] == "noindex"
    assert "no-store" in response["Cache-Control"]


def test_it_is_as_late_as_the_game(client: Client, game: StoredGame, send: Send) -> None:
    StoredGame.objects.update(delay=60)
    send(ROUND_2)
    StoredEvent.objects.update(entered_at=timezone.now() - timedelta(seconds=90))
    send(MONEY)
    address = f"/games/{game.code}/overlay/"
    for who in (Client(), client):  # the owner's own browser, too: the stream shows it to everybody
        assert b'data-version="1"' in who.get(address).content
        assert b'data-version="1"' in who.get(f"{address}stream").getvalue()


@pytest.mark.parametrize("hidden", [{"visibility": "private"}, {"hides_names": True}], ids=["private", "without names"])
def test_what_is_hidden_needs_a_key_that_opens_nothing_else(
    client: Client, game: StoredGame, send: Send, hidden: dict[str, Any]
) -> None:
    send(ROUND_2)
    StoredGame.objects.update(**hidden)
    game.refresh_from_db()
    address = f"/games/{game.code}/overlay/"
    refused = [address, f"{address}?key=", f"{address}?key={game.host_key}", f"{address}?key=%C3%A9"]
    for visitor in refused:
        assert {who.get(visitor).status_code for who in (Client(), client)} == {404}
    opened = keyed(game)
    viewer = Client()
    page = viewer.get(opened).content.decode()
    assert ("Bob" in page) == ("hides_names" not in hidden)
    assert game.host_key not in page
    first = keyed(game)
    assert opened != first
    assert viewer.get(opened).status_code == 404
    services.change_overlay_key(game, revoke=True)
    assert viewer.get(first).status_code == 404


def test_the_owner_makes_and_revokes_the_key_in_the_details(client: Client, game: StoredGame) -> None:
    edit = f"/games/{game.code}/edit/"
    shared = f"http://testserver/games/{game.code}/overlay/"
    assert shared in client.get(edit).content.decode(), "others with the link may see it anyway"
    StoredGame.objects.update(visibility="private")
    assert shared not in client.get(edit).content.decode()
    client.post(f"{edit}overlay/", {"do": "make"})
    key = StoredGame.objects.get().overlay_key
    assert f"{shared}?key={key}" in client.get(edit).content.decode()
    client.post(f"{edit}overlay/", {"do": "revoke"})
    assert StoredGame.objects.get().overlay_key == ""
    assert "Revoke" not in client.get(edit).content.decode()


def test_what_it_shows_arrives_and_ends_with_the_key(game: StoredGame, send: Send, follow: Any) -> None:  # noqa: F811
    StoredGame.objects.update(visibility="private")
    game.refresh_from_db()
    follower = follow(address=keyed(game).replace("/overlay/?", "/overlay/stream?"))
    assert follower.game()[0]["version"] == 0
    send(ROUND_2)
    facts, html = follower.game()
    assert facts["version"] == 1
    assert html.count("<section") == html.count('class="stage"') + html.count('class="podium ')
    services.change_overlay_key(game, revoke=True)
    while not follower.ended():
        pass
