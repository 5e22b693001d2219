"""A game that the test's client has started, and helpers that enter events."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from pressorpass_site.games.models import StoredGame

ROUND_1 = {"type": "round", "round": 1, "spins": [3, 2, 4]}

Send = Callable[..., Any]


@pytest.fixture
def send(client: Client, game: StoredGame) -> Send:
    """Post events as the script does; events without an ID get one."""
    sent = 0

    def post(*events: dict[str, Any], version: int | None = None, by: Client = client) -> Any:
        nonlocal sent
        named = []
        for event in events:
            sent += 1
            named.append({"id": f"e{sent}", **event})
        if version is None:
            version = StoredGame.objects.get(pk=game.pk).version
        body = json.dumps({"version": version, "events": named})
        return by.post(f"/games/{game.code}/events/", body, content_type="application/json")

    return post
