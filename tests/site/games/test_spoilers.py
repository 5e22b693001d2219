"""Previews of links do not reveal the course of a game, and nobody sees a game before its delay is over."""

import re
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.utils import timezone

from pressorpass_site.games.models import StoredEvent, StoredGame
from tests.site.markup import markup, value_of

from .conftest import Send
from .test_calls import MONEY, ROUND_2
from .test_hiding import fetch_as_stranger

BEGUN = {"type": "round", "round": 2, "spins": [1, 0, 0], "scores": [8000, 3000, 0], "whammies": [0, 0, 0]}
TELLS = re.compile(r"wins|won\b|lead|is up|is out|is over|\$|\d\s?%|in 100|Costliest|Luckiest|Whamm")


def told(client: Client, stored_game: StoredGame) -> dict[str, str]:
    """Return everything that a crawler reads for the preview of a link."""
    texts = {}
    for page in (stored_game.get_absolute_url(), f"{stored_game.get_absolute_url()}review/"):
        head = client.get(page).content.decode().partition("</head>")[0]
        for name, text in re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', head):
            texts[f"{page} {name}"] = text
        texts[f"{page} title"] = re.findall("<title>(.*?)</title>", head)[0]
    oembed_data = client.get(f"/oembed?url={quote(f'http://testserver{page}')}").json()
    texts |= {f"oembed {name}": str(oembed_data[name]) for name in ("title", "thumbnail_url")}
    texts["oembed frame"] = re.findall('title="([^"]*)"', oembed_data["html"])[0]
    frame = client.get(f"/embed/games/{stored_game.code}/").content.decode()
    texts["frame"] = re.findall("<title>(.*?)</title>", frame)[0]
    images = {text for name, text in texts.items() if name.endswith(("og:image", "thumbnail_url"))}
    assert len(images) == 1
    for image in images:
        texts[image] = str(hash(client.get(image.removeprefix("http://testserver")).content))
    return texts


@pytest.mark.parametrize("events", [[ROUND_2, MONEY], [BEGUN, MONEY], [BEGUN]], ids=["running", "over", "begun"])
def test_the_card_of_a_game_says_who_plays_and_never_how_it_goes(
    client: Client, game: StoredGame, send: Send, events: list[dict[str, Any]]
) -> None:
    told(Client(), game)
    before = told(Client(), game)
    assert send(*events).json()["stored"] == len(events)
    told(Client(), game)  # asks for the review
    after = told(Client(), game)
    assert after == before
    assert not {name: text for name, text in after.items() if TELLS.search(text)}
    assert "Ann, Bob and Cy" in after[f"{game.get_absolute_url()} og:description"]
    assert "Ann, Bob and Cy" in after[f"{game.get_absolute_url()} og:image:alt"]
    assert "Ann, Bob and Cy" in after[f"{game.get_absolute_url()}review/ og:description"]


class TestTheOwnersDelay:
    """For a minute, only hosts see the new events."""

    @pytest.fixture
    def running(self, client: Client, game: StoredGame, send: Send) -> StoredGame:
        """Return two events that are five minutes old."""
        StoredGame.objects.update(delay=60, visibility="public")
        send(ROUND_2, MONEY)
        StoredEvent.objects.update(entered_at=timezone.now() - timedelta(minutes=5))
        return StoredGame.objects.get()

    def test_nothing_that_others_can_open_is_earlier(self, client: Client, running: StoredGame, send: Send) -> None:
        fetch_as_stranger(running)
        before = fetch_as_stranger(running)
        send(MONEY | {"came": {"kind": "money", "amount": 500}}, {"type": "pass"})
        after = fetch_as_stranger(running)
        assert not [address for address in before if before[address] != after[address]]
        StoredEvent.objects.update(entered_at=timezone.now() - timedelta(minutes=5))
        now = fetch_as_stranger(running)
        changed = [address for address in before if before[address] != now[address]]
        for shown in (f"/games/{running.code}/", f"/games/{running.code}/game.txt", f"/api/v1/games/{running.code}"):
            assert shown in changed
        assert f"/games/{running.code}/card.png" not in changed

    def test_what_is_not_shown_yet_can_still_be_called(self, running: StoredGame, send: Send) -> None:
        viewer = Client()
        page = markup(viewer.get(f"/games/{running.code}/"))
        number = re.findall(r'name="number" value="(\d+)"', page)[0]
        send(MONEY)
        sent = {"number": number, "action": "press"}
        StoredEvent.objects.filter(number=3).update(entered_at=timezone.now() - timedelta(seconds=30))
        answer = viewer.post(f"/games/{running.code}/call/", sent)
        assert answer.json()["action"] == "press"

    def test_it_is_set_in_the_form_and_goes_along(self, client: Client, running: StoredGame) -> None:
        edit = f"/games/{running.code}/edit/"
        assert value_of(client.get(edit), "delay") == "60"
        form = {"left": "Ann", "visibility": "unlisted", "rules": "show"}
        for typed, stored in (("90", 90), ("", 0), ("0", 0), ("600", 600)):
            assert client.post(edit, form | {"delay": typed}).status_code == 302
            assert StoredGame.objects.get(pk=running.pk).delay == stored
        for wrong in ("601", "-1", "soon"):
            assert client.post(edit, form | {"delay": wrong}).status_code == 422
        client.post(f"/games/{running.code}/copy/")
        assert StoredGame.objects.latest("pk").delay == 600
        client.post("/games/new/", form | {"delay": "45"})
        assert StoredGame.objects.latest("pk").delay == 45
