"""Answers of a delayed game stay secret until its delay is over, even if somebody tries all landings."""

import re
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.utils import timezone

from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.answers.models import Analysis, StoredAnswer
from pressorpass_site.games import odds, record, services
from pressorpass_site.games.following import streams
from pressorpass_site.games.models import StoredEvent, StoredGame
from pressorpass_site.questions.address import build_address
from pressorpass_site.questions.question import Question
from tests.site.markup import markup, words
from tests.site.work.by_hand import run_next

from .conftest import ROUND_1, Send
from .test_calls import MONEY, ROUND_2

pytestmark = pytest.mark.django_db(transaction=True)

BETWEEN = [
    {"type": "round", "round": 1, "spins": [0, 0, 1]},
    {"type": "spin", "came": {"kind": "money", "amount": 500}},
]
DELAY = 90


@pytest.fixture
def delayed(game: StoredGame, send: Send) -> StoredGame:
    StoredGame.objects.update(delay=DELAY, visibility="public", hints="show")
    return StoredGame.objects.get()


def later(seconds: float) -> None:
    past = timezone.now() - timedelta(seconds=seconds)
    StoredEvent.objects.update(entered_at=past)
    StoredGame.objects.update(updated_at=past)


def now_asked() -> Question:
    stored_game = services.query_games_with_boards().get()
    question = odds.build_question(stored_game, record.load(stored_game))
    assert question
    return question


def open_host_pages(client: Client, stored_game: StoredGame) -> dict[str, int]:
    """Open every page of the host."""
    paths = ("enter/", "events/", "", "review/", "overlay/", "advice/?square=9&shows=8:500", "game.txt", "card.png")
    statuses = {path: client.get(f"/games/{stored_game.code}/{path}").status_code for path in paths}
    client.post(f"/games/{stored_game.code}/review/")
    return statuses


def solve_all() -> None:
    """Run jobs until every analysis has an answer: on a slow machine a brief run may end without one."""
    while Analysis.objects.filter(status="queued", result__isnull=True).exists():
        run_next(jobs)


def read_as_stranger(question: Question) -> str:
    """Return everything that a stranger can learn about a position without starting its analysis."""
    stranger = Client()
    url = quote(f"http://testserver{build_address(question)}", safe="")
    oembed = stranger.get(f"/oembed?url={url}").content.decode()
    return oembed + stranger.get(f"/card{build_address(question)}").content.hex()


@pytest.mark.parametrize(
    "events", [[ROUND_2], [ROUND_2, MONEY], [ROUND_1], BETWEEN], ids=["first", "second", "round 1", "between"]
)
def test_the_hosts_pages_ask_nothing_that_others_find(
    client: Client, delayed: StoredGame, send: Send, events: list[dict[str, Any]]
) -> None:
    assert send(*events).json()["stored"] == len(events)
    for path, status in open_host_pages(client, delayed).items():
        assert status in (200, 204), path
    stored_game = services.query_games_with_boards().get()
    game = record.load(stored_game)
    public = [
        question.key
        for question in (odds.build_question(stored_game, game), odds.find_between_rounds(stored_game, game))
        if question
    ]
    assert StoredAnswer.objects.exists(), "the host has odds"
    assert not StoredAnswer.objects.filter(key__in=public)
    later(DELAY + 5)
    streams.get_or_start_odds(services.redact_for_others(services.query_games_with_boards().get()))
    assert StoredAnswer.objects.filter(key__in=public).exists() == bool(public), (
        "once the delay is over, it is asked for everybody"
    )


def test_a_stranger_who_tries_all_landings_learns_nothing(client: Client, delayed: StoredGame, send: Send) -> None:
    send(ROUND_2)
    before = read_as_stranger(now_asked())
    open_host_pages(client, delayed)
    solve_all()
    secret = Analysis.objects.get()
    assert secret.answer, "the host has the answer"
    assert read_as_stranger(now_asked()) == before
    html = markup(Client().get(build_address(now_asked())))
    assert (secret.key in html, 'data-state="done"' in html) == (False, False)


def test_the_host_has_no_link_that_asks_for_everybody(client: Client, delayed: StoredGame, send: Send) -> None:
    send(ROUND_2)
    pages = [f"/games/{delayed.code}/", f"/games/{delayed.code}/enter/"]
    assert [build_address(now_asked()) in markup(client.get(page)) for page in pages] == [False, False]
    later(DELAY + 5)
    client.get(pages[1])
    solve_all()
    assert f'href="{build_address(now_asked())}"' in markup(client.get(pages[1]))


def test_the_order_by_the_last_change_goes_by_what_others_see(client: Client, delayed: StoredGame, send: Send) -> None:
    send(ROUND_2)
    later(400)
    other = StoredGame(owner="x", title="Other", visibility="public", board_1=delayed.board_1, board_2=delayed.board_2)
    other.save()
    StoredGame.objects.filter(pk=other.pk).update(updated_at=timezone.now() - timedelta(seconds=200))

    def order(who: Client) -> list[str]:
        page = markup(who.get("/games/public/?sort=changed"))
        return [words(heading) for heading in re.findall("<h3>(.*?)</h3>", page)]

    before = order(Client())
    assert before[0] == "Other"
    send(MONEY)
    assert order(Client()) == before
    StoredEvent.objects.filter(number=2).update(entered_at=timezone.now() - timedelta(seconds=DELAY + 5))
    assert order(Client()) == before[::-1]
