"""Pages cost the same number of queries with any number of games, calls or answers."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from pressorpass_site.games import record
from pressorpass_site.games.models import StoredGame, Vote
from tests.tier import few

from .conftest import Send
from .test_calls import MONEY, ROUND_2
from .test_season import ANOTHER, FINISHED, GOING_ON

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]


def queries(look: Callable[[], Any]) -> list[str]:
    record._load.cache_clear()
    with CaptureQueriesContext(connection) as captured:
        look()
    return [query["sql"] for query in captured]


@pytest.mark.parametrize(
    ("path", "who", "delay", "hides_names"),
    few(
        2,
        [
            ("/games/public/", "others", 90, True),
            ("/games/season/?of=public", "owner", 0, False),
            ("/games/public/", "owner", 0, False),
            ("/games/season/?of=public", "others", 90, True),
        ],
    ),
)
def test_a_list_asks_as_often_for_ten_games_as_for_two(
    client: Client, path: str, who: str, delay: int, hides_names: bool
) -> None:
    viewer = client if who == "owner" else Client()
    counts = []
    for copies in (1, 3):
        for _ in range(copies):
            for text in (FINISHED, ANOTHER, GOING_ON):
                assert (
                    client.post("/games/import/", {"text": text, "visibility": "public", "do": "both"}).status_code
                    == 302
                )
        StoredGame.objects.filter(visibility="public").update(delay=delay, hides_names=hides_names)
        viewer.get(path)  # what is read once for all is read
        counts.append(len(queries(lambda: viewer.get(path))))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("hints", ["show", "call", "hide"])
def test_a_page_that_has_seen_the_game_costs_a_few_queries(
    client: Client, game: StoredGame, send: Send, hints: str
) -> None:
    send(ROUND_2, MONEY)
    StoredGame.objects.update(hints=hints)
    Vote.objects.bulk_create(
        Vote(game=game, question=f"{game.code} 1", voter=f"v{number}", name="Mo", action="press")
        for number in range(50)
    )
    address = f"/games/{game.code}/events/"
    seen = client.get(address).json()["seen"]
    looks = queries(lambda: client.get(address, {"seen": seen}))
    assert client.get(address, {"seen": seen}).status_code == 204
    assert not [sql for sql in looks if 'WHERE "games_vote"."game_id"' in sql], "no call is scored"
    assert client.get(address, {"seen": "0"}).json()["seen"] == seen
