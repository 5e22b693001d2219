"""Owners of games: games move to an account, are exported and deleted with it; and the admin."""

import json

from django.contrib.auth.models import User
from django.test import Client

from pressorpass_site.games.models import StoredGame
from tests.site.markup import words

from .conftest import ROUND_1, Send

PASSWORD = "a-quiet-river-7"


def sign_up(client: Client, **more: str) -> None:
    typed = {"username": "fan", "password1": PASSWORD, "password2": PASSWORD}
    response = client.post("/account/sign-up/", typed | more)
    assert response.status_code == 302, words(response)


def test_games_move_to_an_account_and_go_with_it(client: Client, game: StoredGame, send: Send) -> None:
    send(ROUND_1)
    assert "1 game" in client.get("/account/sign-up/").content.decode()
    sign_up(client, claim="on")
    assert "1 game</a>" in client.get("/account/").content.decode()
    elsewhere = Client()
    elsewhere.post("/account/log-in/", {"username": "fan", "password": PASSWORD})
    assert game.code in elsewhere.get("/games/").content.decode()
    (exported_game,) = json.loads(elsewhere.get("/account/export/").content)["games"]
    assert exported_game["address"] == game.get_absolute_url()
    assert exported_game["game"]["headers"]["names"] == ["Ann", "Bob", "Cy"]
    assert len(exported_game["game"]["events"]) == 1
    assert "your 1 game with everything" in elsewhere.get("/account/delete/").content.decode()
    elsewhere.post("/account/delete/", {"password": PASSWORD})
    assert not User.objects.exists()
    assert not StoredGame.objects.exists()


def test_the_admin_reads_games_and_hides_them_but_changes_no_event(
    admin_client: Client, game: StoredGame, send: Send
) -> None:
    send(ROUND_1)
    assert game.title in admin_client.get("/admin/games/storedgame/", {"q": "Ann"}).content.decode()
    address = f"/admin/games/storedgame/{game.pk}/change/"
    page = admin_client.get(address).content.decode()
    assert "&#x27;spins&#x27;: [3, 2, 4]" in page or "&quot;spins&quot;: [3, 2, 4]" in page
    assert 'name="events-0-data"' not in page
    form_data = {f"events-{name}": "0" for name in ("TOTAL_FORMS", "INITIAL_FORMS")}
    assert admin_client.post(address, {"title": "Hidden", "visibility": "private"} | form_data).status_code == 302
    game.refresh_from_db()
    assert (game.title, game.visibility) == ("Hidden", "private")
    assert admin_client.get("/admin/games/storedgame/add/").status_code == 403
