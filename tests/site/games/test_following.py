"""Following a game: new events arrive by themselves, in order."""

import re
import time
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from pressorpass_site.core.http import shutdown
from pressorpass_site.games.following import streams
from pressorpass_site.games.models import StoredEvent, StoredGame
from tests.processes import PATIENCE, wait_for

from .conftest import Send
from .test_calls import MONEY, ROUND_2

# The streams are fed by a thread of their own.
pytestmark = pytest.mark.django_db(transaction=True)

PRIZE = {"type": "spin", "came": {"kind": "money", "amount": 500}}


class Following:
    """A client that reads a stream."""

    def __init__(self, address: str, last: str = "", client: Client | None = None) -> None:
        headers = {"Accept": "text/event-stream", "Accept-Encoding": "gzip"} | ({"Last-Event-ID": last} if last else {})
        self.response = (client or Client()).get(address, headers=headers)
        self.last = last
        self._chunks: Iterator[bytes] = iter(self.response)  # type: ignore[arg-type]

    def messages(self) -> list[tuple[str, dict[str, Any], str]]:
        """Return the kind, facts and HTML of the next messages."""
        received = []
        for block in next(self._chunks).decode().split("\n\n"):
            fields = [line.partition(": ")[::2] for line in block.splitlines()]
            data = [text for name, text in fields if name == "data"]
            if data:
                self.last = next(text for name, text in fields if name == "id")
                html = "\n".join(data)
                received.append((dict(fields)["event"], facts_in(html), html))
        return received

    def game(self) -> tuple[dict[str, Any], str]:
        """Return the next message about the game itself."""
        while True:
            for kind, facts, html in self.messages():
                if kind == "game":
                    return facts, html

    def ended(self) -> bool:
        """Return whether no more messages come."""
        return next(self._chunks, None) is None

    def close(self) -> None:
        self.response.close()


def facts_in(html: str) -> dict[str, Any]:
    """Return the data for scripts in the attributes of the first part."""
    tag = re.search(r'<section class="stage[^>]*>', html)
    facts = dict(re.findall(r'data-(\w+)="([^"]*)"', tag[0])) if tag else {}
    return {name: int(text) if text.isdecimal() else unescape(text) for name, text in facts.items()}


@pytest.fixture
def follow(game: StoredGame, settings: Any) -> Iterator[Any]:
    """Open streams; they are closed after the test."""
    settings.GAME_STREAMS = 10
    opened: list[Following] = []

    def open_(query: str = "", last: str = "", client: Client | None = None, address: str = "") -> Following:
        opened.append(Following(address or f"/games/{game.code}/stream?{query}", last, client))
        return opened[-1]

    yield open_
    for connection in opened:
        connection.close()
    wait_for("the watching ended", lambda: streams.hub.idle)


def entered_ago(number: int, seconds: float) -> None:
    StoredEvent.objects.filter(number=number).update(entered_at=timezone.now() - timedelta(seconds=seconds))


def test_what_is_entered_arrives_in_order(follow: Any, send: Send, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", PATIENCE)
    follower = follow()
    facts, html = follower.game()
    assert (facts["version"], facts.get("decision")) == (0, None)
    assert "Not started yet" in html
    for version, event in enumerate([ROUND_2, MONEY, PRIZE], 1):
        sent = time.monotonic()
        send(event)
        facts, html = follower.game()
        assert facts["version"] == version
        assert time.monotonic() - sent < PATIENCE, "by itself, not with the next heartbeat"
    assert facts["news"] == "Cy presses: $500. Cy is up."
    assert facts["decision"] == 3
    assert html.index("Cy presses: $500.") < html.index("Bob presses: $750.")


def test_who_comes_back_gets_what_was_missed_and_nothing_twice(
    follow: Any, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 1.0)
    first = follow()
    send(ROUND_2)
    while first.messages() or not first.last.startswith("1."):
        pass
    first.close()
    send(MONEY)
    again = follow(last=first.last)
    assert again.messages() == []
    assert again.game()[0]["version"] == 2


def test_a_game_with_a_delay_is_sent_late_to_all_but_its_hosts(client: Client, follow: Any, send: Send) -> None:
    StoredGame.objects.update(delay=600)
    send(ROUND_2)
    entered_ago(1, 900)
    send(MONEY)
    follower, host = follow(), follow(client=client)
    assert follower.game()[0]["version"] == 1
    assert host.game()[0]["version"] == 2
    entered_ago(2, 601)
    assert follower.game()[0]["version"] == 2, "by itself"


def test_a_game_made_private_is_taken_from_those_who_may_not_see_it(
    client: Client, game: StoredGame, follow: Any, send: Send
) -> None:
    stranger = follow()
    stranger.game()
    StoredGame.objects.update(visibility="private", updated_at=timezone.now())
    while not stranger.ended():
        pass
    assert Client().get(f"/games/{game.code}/stream").status_code == 404
    wait_for("the watching ended", lambda: stranger.close() or streams.hub.idle)
    assert follow(client=client).game()[0]["version"] == 0


def test_without_room_for_a_stream_the_browser_asks_again(follow: Any, send: Send, settings: Any) -> None:
    settings.GAME_STREAMS = 0
    send(ROUND_2)
    follower = follow()
    assert b"retry: 2000\n" in follower.response.content
    assert [(kind, facts.get("version")) for kind, facts, _ in follower.messages()] == [("game", 1), ("room", None)]
    assert follower.ended()
    assert follow(last=follower.last).messages() == []


def test_streams_are_neither_compressed_nor_held_back(follow: Any) -> None:
    response = follow().response
    assert response.headers["Content-Type"] == "text/event-stream"
    assert not response.has_header("Content-Encoding")
    assert response.headers["X-Accel-Buffering"] == "no"
    assert "no-store" in response.headers["Cache-Control"]


def test_streams_end_when_the_process_is_to_stop(follow: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    follower = follow()
    follower.game()
    monkeypatch.setattr(shutdown, "_is_stopping", lambda: True)
    while not follower.ended():
        pass
