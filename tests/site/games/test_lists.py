"""The lists of games: the requester's, public ones, samples."""

from django.core.management import call_command
from django.test import Client

from engine import sample_games
from pressorpass_site.games.models import StoredEvent, StoredGame

from .conftest import ROUND_1, Send


def test_ones_own_games_say_how_they_stand(client: Client, game: StoredGame, send: Send) -> None:
    assert "Not started yet" in client.get("/games/").content.decode()
    send(ROUND_1)
    page = client.get("/games/").content.decode()
    assert "Round 1 · Ann $0 · Bob $0 · Cy $0 · Bob is up" in page
    assert game.code not in Client().get("/games/").content.decode(), "an unlisted game is nobody else's to see"


def test_search_order_and_pages(client: Client, game: StoredGame) -> None:
    StoredGame.objects.bulk_create(
        StoredGame(owner=game.owner, title=f"Day {number}", board_1=game.board_1, board_2=game.board_2, headers={})
        for number in range(21)
    )
    first = client.get("/games/mine/")
    assert "22 games" in first.content.decode()
    assert "Day 20" in first.content.decode()
    assert "Page 1 of 2" in first.content.decode()
    assert game.code in client.get("/games/mine/?page=2").content.decode()
    assert game.code in client.get("/games/mine/?sort=oldest").content.decode()
    page_text = client.get("/games/mine/?q=day+13").content.decode()
    assert "1 matching game<" in page_text
    assert "No matches" in client.get("/games/mine/?visibility=private").content.decode()


def test_samples_are_loaded_once_and_belong_to_nobody(client: Client, loaded_boards: None) -> None:
    call_command("load_samples", verbosity=0)
    stored = {stored_game.code: stored_game.pk for stored_game in StoredGame.objects.all()}
    assert set(stored) == set(sample_games())
    call_command("load_samples", verbosity=0)
    assert {stored_game.code: stored_game.pk for stored_game in StoredGame.objects.all()} == stored
    StoredEvent.objects.filter(game__code="simulated-2").delete()
    call_command("load_samples", verbosity=0)
    changed = {
        stored_game.code for stored_game in StoredGame.objects.all() if stored[stored_game.code] != stored_game.pk
    }
    assert changed == {"simulated-2"}, "what no longer agrees is stored anew"
    page = client.get("/games/").content.decode()
    assert page.count("Simulated</span>") == 3
    assert page.index("Michael Larson, 1984") < page.index("Simulated games"), "what was simulated stands last"
    for code in stored:
        assert client.get(f"/games/{code}/").status_code == 200
        assert client.get(f"/games/{code}/enter/").status_code == 302
    assert "no public games" in client.get("/games/public/").content.decode(), "samples have a place of their own"
    larson = client.get("/games/larson-1984/").content.decode()
    assert "$36,851" in larson
    assert "1 source" in larson
    assert 'class="seat' not in larson, "what is not documented is not shown as a game"
    assert "$0" not in larson
    assert "Whammies: 0" not in larson
    assert "His very first spin is a Whammy" in larson
