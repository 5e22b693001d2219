"""A game with hidden names: the owner sees them, others find them nowhere."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern

from pressorpass_site.games import urls
from pressorpass_site.games.models import StoredGame
from pressorpass_site.sharing.files import OF_REVIEWS

NAMES = ("Josephine Baker", "Bo", "Cy Long")
TEXT = """[Left "Josephine Baker"]
[Center "Bo"]
[Right "Cy Long"]
[Episode "Baker's second"]
[Result "Bo by a nose"]
[Note "Long was ill."]

{Josephine had a cold.}

round 2: 3 2 4
2. 750 {Baker cheers}
"""


@pytest.fixture
def secret(client: Client, loaded_boards: None) -> StoredGame:
    response = client.post("/games/import/", {"text": TEXT, "visibility": "public", "hides_names": "on"})
    assert response.status_code == 302
    return StoredGame.objects.get()


def addresses(row: StoredGame) -> Iterator[str]:
    """Every page of the game, and the lists."""
    yield from ("/games/", "/games/public/", "/games/season/?of=public", f"/embed/games/{row.code}/")
    yield from (f"/games/{row.code}/{name}" for name in OF_REVIEWS.by_name)
    yield from (f"/api/v1/games/{row.code}", f"/api/v1/games/{row.code}/review")
    for pattern in urls.urlpatterns:
        assert isinstance(pattern, URLPattern)
        route = str(pattern.pattern)
        if route.startswith("games/<game:code>/") and route.count("<") == 1:
            yield "/" + route.replace("<game:code>", row.code)


def test_nobody_else_finds_them_anywhere(client: Client, secret: StoredGame) -> None:
    stranger = Client()
    read = 0
    for address in addresses(secret):
        response = stranger.get(address)
        if response.status_code != 200:
            continue
        read += 1
        body = b"".join(response.streaming_content) if response.streaming else response.content
        text = body.decode(errors="ignore") + str(response.headers)
        found = [part for name in ("Josephine", "Baker", "Bo ", "Bo.", "Cy Long") for part in [name] if part in text]
        assert not found, address
    assert read >= 15
    assert "Josephine Baker" in client.get(f"/games/{secret.code}/").content.decode()


def test_what_is_written_about_them_is_kept(client: Client, secret: StoredGame) -> None:
    text = Client().get(f"/games/{secret.code}/game.txt").content.decode()
    assert '[Episode "Left\'s second"]' in text
    assert '[Result "Center by a nose"]' in text
    assert "{Left cheers}" in text
    assert client.get(f"/games/{secret.code}/game.txt").content.decode().startswith('[Left "Josephine Baker"]')


def test_no_search_tells_them(client: Client, secret: StoredGame) -> None:
    assert "No matches" in Client().get("/games/public/?q=Josephine").content.decode()
    assert secret.code in client.get("/games/mine/?q=Josephine").content.decode()


def test_a_name_that_is_a_word_of_the_rules_harms_nothing(client: Client, loaded_boards: None) -> None:
    text = '[Left "Show"]\n[Center "Cash"]\n[Right "Left"]\nround 2: 3 2 4\n2. 750 {show cash}\n'
    client.post("/games/import/", {"text": text, "visibility": "public", "hides_names": "on"})
    shown = Client().get(f"/games/{StoredGame.objects.get().code}/game.txt").content.decode()
    assert "2. 750 {Left Center}" in shown
