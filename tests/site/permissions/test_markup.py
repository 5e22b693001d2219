"""Markup that somebody has typed is text wherever it is shown: on every page and picture of the table."""

from typing import Any

import pytest

from pressorpass_site.api.models import ApiKey
from pressorpass_site.boards.models import Board
from pressorpass_site.core.owned import Visibility
from pressorpass_site.games.models import StoredGame
from pressorpass_site.sharing.models import SavedAnalysis

from .requests import sample
from .test_permissions import ROWS, sent, undone
from .world import build

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

TYPED = "<img src=x onerror=alert(1)>"
KINDS = ("text/html", "image/svg+xml")


@pytest.fixture(autouse=True)
def at_once(settings: Any) -> None:
    settings.GAME_STREAMS = 0


def test_markup_is_text_wherever_it_is_shown() -> None:
    world = build(Visibility.PUBLIC, by_account=True)
    SavedAnalysis.objects.update(title=TYPED, note=TYPED)
    names = {"names": [TYPED] * 3, "episode": TYPED, "result": TYPED}
    StoredGame.objects.update(title=TYPED, headers=world.game.headers | names)
    Board.objects.update(label=TYPED)
    ApiKey.objects.update(name=TYPED)
    type(world.fan).objects.filter(pk=world.fan.pk).update(username=TYPED)
    obeyed, shown = [], set()
    for row in ROWS:
        if row.method != "GET":
            continue
        with undone():
            response = sent(world, row, "owner", sample(row, world))
        if response.streaming or not response.headers.get("Content-Type", "").startswith(KINDS):
            continue
        page = response.content.decode()
        if "<img src=x" in page:
            obeyed.append(str(row))
        if "&lt;img src=x" in page:
            shown.add(row.thing)
    assert not obeyed
    assert shown >= {"page", "answer", "saved", "game", "own board", "account", "key"}
