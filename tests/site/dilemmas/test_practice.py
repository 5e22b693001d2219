"""Practice: calls are not stored, dilemmas get harder after three right calls; the mistakes of a game."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.games.dilemmas import days, deck, practice
from pressorpass_site.games.models import Vote
from tests.site.markup import page
from tests.site.reviews.test_pages import stored
from tests.site.reviews.test_services import MISTAKE
from tests.site.work.by_hand import run_next
from tests.tier import few

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]


def answer(address: str, *, right: bool = True) -> str:
    """Return the URL of a call on the dilemma at this URL."""
    entry = (*deck.load_deck().first, *deck.load_deck().practice)[int(address.split("/")[3])]
    best = list(entry.choices).index(entry.best)
    action = (("press", "pass") if entry.is_a_call else ("one", "two"))[best if right else 1 - best]
    return f"{address}&action={action}&guess=50"


def following(client: Client, address: str) -> str:
    """Return the URL of the next dilemma after a call."""
    link = re.search(r'button--main" href="([^"]+)"', page(client, address))
    assert link
    return str(client.get(unescape(link[1]))["Location"])


@pytest.mark.parametrize("kind", few(1, practice.KINDS))
def test_three_right_calls_make_it_harder_and_a_wrong_one_begins_anew(client: Client, kind: str) -> None:
    address = client.get(f"/practice/{kind}/")["Location"]
    steps = []
    for right in (True, True, False, True, True, True):
        assert "level=" in address
        before = page(client, address)
        assert "screen__word" not in before, "the odds come after the call"
        address = following(client, answer(address, right=right))
        steps.append(address.partition("?")[2])
    assert steps == [
        f"level={level}&rights={rights}" for level, rights in ((1, 1), (1, 2), (1, 0), (1, 1), (1, 2), (2, 0))
    ]
    assert not Vote.objects.exists()
    assert not client.cookies


def test_wins_lost_are_told_to_the_browser_alone(client: Client) -> None:
    address = client.get("/practice/danger/")["Location"]
    assert 'data-lost="0.0"' in page(client, answer(address))
    lost = re.search(r'data-lost="([\d.]+)"', page(client, answer(address, right=False)))
    assert lost
    assert float(lost[1]) > 0
    assert "data-dilemma" not in page(client, answer(address)), "it is no dilemma of a day"


def test_a_day_s_dilemma_is_practiced_once_the_day_is_over(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    place = next(place for place, entry in enumerate(deck.load_deck().first) if entry.kind == "one-spin")
    date = timezone.now().astimezone(days.ZONE).date()
    for today, status in ((place + 1, 404), (place + 2, 200)):
        monkeypatch.setattr(days, "FIRST_DATE", date - timedelta(days=today - 1))
        assert client.get(f"/practice/one-spin/{place}/").status_code == status
    for path in ("/practice/nothing/", "/practice/nothing/40/", "/practice/house/100000/"):
        assert client.get(path).status_code == 404


def test_a_mistake_of_a_game_is_asked_before_its_odds(client: Client) -> None:
    stored_game = stored(MISTAKE)
    url = f"/games/{stored_game.code}/mistakes/1/"
    assert f'href="{url}"' in page(client, f"/games/{stored_game.code}/review/")
    before = page(client, url)
    assert "screen__word" not in before
    assert "In the game" not in before
    assert "Solving…" in page(client, f"{url}?action=press")
    run_next(jobs)
    after = page(client, f"{url}?action=press")
    assert re.search(r"In the game: \w+ should have [^.]+\. That cost [\d.]+", after)
    assert "Back to the review" in after
    assert client.get(f"/games/{stored_game.code}/mistakes/9/")["Location"] == f"/games/{stored_game.code}/review/"
