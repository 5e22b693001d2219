"""Fixing an event: it is replaced, and later events are replayed."""

from typing import Any

from django.test import Client

from pressorpass_site.games import services
from pressorpass_site.games.models import StoredEvent, StoredGame
from pressorpass_site.games.reviews.services import find_review

from .conftest import Send

ROUND_2 = {"type": "round", "round": 2, "spins": [1, 2, 1], "scores": [3000, 1000, 2000], "whammies": [0, 0, 0]}


def money(amount: int, *, spin: bool = False) -> dict[str, Any]:
    return {"type": "spin", "came": {"kind": "money", "amount": amount} | ({"spin": True} if spin else {})}


def replacement(of: int, event: dict[str, Any]) -> dict[str, Any]:
    return {"type": "replacement", "of": of, "event": event}


def test_a_replaced_spin_changes_what_follows_and_nothing_is_lost(client: Client, game: StoredGame, send: Send) -> None:
    send(ROUND_2, money(750, spin=True), money(500), money(600), money(400))
    assert "Bob presses: $750 + one spin." in client.get(f"/games/{game.code}/").content.decode()
    answer = send(replacement(2, money(750))).json()
    assert "refused" not in answer
    assert "No longer fits:" in answer["state"], "Bob had one spin fewer"
    assert ">fixed</small>" in answer["state"]
    assert StoredEvent.objects.count() == 6, "events are only ever added"
    followed = client.get(f"/games/{game.code}/").content.decode()
    assert "Bob presses: $750." in followed
    assert "No longer fits." in followed
    answer = send({"type": "undo"}).json()
    assert "No longer fits" not in answer["state"]


def test_the_review_counts_a_fixed_game_as_it_was_played(client: Client, game: StoredGame, send: Send) -> None:
    send(ROUND_2, money(750), money(500), money(600), {"type": "spin", "came": {"kind": "whammy"}})
    wrong = services.get_named_game(StoredGame.objects.get())
    send(replacement(5, money(400)))
    fixed = services.get_named_game(StoredGame.objects.get())
    send({"type": "undo"}, {"type": "undo"}, money(400))
    right = services.get_named_game(StoredGame.objects.get())
    assert find_review(fixed).key == find_review(right).key
    assert find_review(fixed).key != find_review(wrong).key


def test_what_cannot_be_there_is_refused_with_the_reason(client: Client, game: StoredGame, send: Send) -> None:
    send(ROUND_2, money(750))
    answer = send(replacement(1, money(500))).json()
    assert answer["refused"]["message"].startswith("A spin or a pass can replace a spin or a pass")
    assert send(replacement(7, money(500))).json()["refused"]["message"] == "Event 7 is not one that counts here."


def test_it_may_be_typed(client: Client, game: StoredGame, send: Send) -> None:
    send(ROUND_2, money(750), money(500))
    address = f"/games/{game.code}/enter/?fix=2"
    page = client.get(address).content.decode()
    assert "Fix event 2" in page
    assert 'value="750"' in page
    assert "Set scores by hand" in page
    refused = client.post(address, {"of": "2", "text": "3:123", "id": "a", "version": "3"})
    assert refused.status_code == 422
    assert "Square 3 has no slide with $123" in refused.content.decode()
    sent = client.post(address, {"of": "2", "text": "4:5000+", "id": "b", "version": "3"})
    assert sent.status_code == 302
    assert "Bob presses: $5,000 + one spin, on square 4." in client.get(f"/games/{game.code}/").content.decode()


def test_an_unfit_event_keeps_its_words_and_the_reason_names_places(client: Client, loaded_boards: None) -> None:
    assert client.post("/games/new/", {"visibility": "unlisted", "rules": "show"}).status_code == 302
    game = StoredGame.objects.get()
    events = [ROUND_2 | {"spins": [0, 1, 1]}, money(750, spin=True), {"type": "pass"}, replacement(2, money(750))]
    stored_game = services.add_events(
        game, 0, [event | {"id": f"e{at}"} for at, event in enumerate(events)]
    ).stored_game
    page = client.get(f"/games/{stored_game.code}/enter/").content.decode()
    assert "passes 1 spin to" in page
    assert "Center has no spins to pass. Right is up." in page
    assert "Contestant 2" not in page
