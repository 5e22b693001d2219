"""What a page asks whose numbers are being changed: answers, progress, what is wrong, and what is dropped."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from engine import Board, Limits, build_table
from engine.tables import Store
from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.answers.models import Analysis
from pressorpass_site.work.models import Status
from tests.site.conftest import HEAVY, LONG, QUICK, Ask
from tests.site.work.by_hand import run_next

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

SEED = {"rules": "seed"}


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pressorpass_site.answers.analyses.live_views.HOLD_SECONDS", 0)


def ask(client: Client, line: str, left: str = "", **more: str) -> str:
    """Send a form, with the key of what was asked before it if the page has left that."""
    if left:
        more["left"] = row(left).key
    response = client.post("/live/", {"line": line, **SEED, **more})
    assert "no-store" in response["Cache-Control"]
    return response.content.decode()


def where_to_look(parts: str) -> str:
    match = re.search(r'id="live-status"[^>]* data-part-get="([^"]*)"', parts)
    assert match, parts
    return unescape(match[1])


def row(notation: str) -> Analysis:
    return Analysis.objects.get(position=notation)


def solve(analysis: Analysis) -> None:
    run_next(jobs)


def test_an_answer_comes_with_everything_that_changes_on_the_page(client: Client, question: Ask) -> None:
    solve(services.get_or_start_analysis(question()))
    parts = ask(client, QUICK)
    assert f'data-address="/p/{QUICK}?rules=seed"' in parts
    assert f"<title>Pass. {QUICK} · Press or Pass</title>" in parts
    assert f'<span id="asked">{QUICK}</span>' in parts
    assert 'id="verdict"' in parts
    assert parts.count('class="bar bar--') == 8, "two of each contestant, and the mover's on the screen"
    assert 'id="settings-now">February 1985 board <span>· simplified rules (C++ solver)<' in parts
    assert "/live/" not in parts
    assert "Moment:" in ask(client, "0,8000e3,3000@2", rules="")


def test_without_an_answer_it_says_how_far_that_is_and_where_to_look(
    client: Client, question: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRESSORPASS_TABLES", str(tmp_path))
    parts = ask(client, QUICK, kept="")
    assert "<b>Waiting for the solver.</b>" in parts
    assert f'data-address="/p/{QUICK}?rules=seed"' in parts
    assert 'id="answer"' not in parts, "the page keeps the one it has"
    assert "<b>Waiting for the solver.</b>" in client.get(where_to_look(parts)).content.decode()
    solve(row(QUICK))
    shown = client.get(where_to_look(parts)).content.decode()
    assert 'id="verdict"' in shown
    assert f'<span id="asked">{QUICK}</span>' in shown


def test_what_is_wrong_is_told_by_field_and_nothing_is_asked(client: Client) -> None:
    response = client.post("/live/", {"seat1_score": "lots", "seat2_score": "1", "seat3_score": "0", "up": "1"})
    parts = response.content.decode()
    assert response.status_code == 422
    assert 'data-target="id_seat1_score" data-where="Left, Score"' in parts
    assert "isn’t an amount" in parts
    assert not Analysis.objects.exists()


def test_one_address_asks_only_so_much(client: Client, settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {"live": (2, 60)}
    part = {"Part-Request": "true"}
    answers = [client.post("/live/", {"line": QUICK, **SEED}, headers=part) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[-1].content.decode().startswith("Too many requests from your address: try again in")
    assert answers[-1]["Retry-After"]


class TestLeaving:
    def test_the_next_numbers_stop_what_only_this_page_looks_at(self, client: Client) -> None:
        ask(client, LONG)
        ask(client, HEAVY, left=LONG)
        assert row(LONG).status == Status.CANCELLED
        assert row(HEAVY).status == Status.QUEUED

    def test_the_same_numbers_stop_nothing(self, client: Client) -> None:
        ask(client, LONG)
        ask(client, LONG, left=LONG)
        assert row(LONG).status == Status.QUEUED

    @pytest.mark.parametrize("by", ["the page", "the address", "a look"])
    def test_whoever_wants_it_later_has_it_begun_again(self, client: Client, by: str) -> None:
        parts = ask(client, LONG, kept="")
        ask(client, HEAVY, left=LONG)
        if by == "the page":
            ask(client, LONG, left=HEAVY)
        elif by == "the address":
            client.get(f"/p/{LONG}?rules=seed")
        else:
            client.get(where_to_look(parts))
        assert row(LONG).status == Status.QUEUED
        assert row(HEAVY).status == (Status.CANCELLED if by == "the page" else Status.QUEUED)


def test_numbers_that_a_table_knows_are_answered_at_once_and_asked_when_they_rest(
    client: Client, question: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PRESSORPASS_TABLES", str(tmp_path))
    this_question = question()
    build_table(
        Store(),
        this_question.position,
        Board.from_json(this_question.revision.content),
        this_question.rules,
        Limits(60, 2**30),
    )
    parts = ask(client, "7900e1,3050,0@1")
    assert 'id="verdict"' in parts
    assert 'data-rest="' in parts
    assert not Analysis.objects.exists()
    ask(client, "7900e1,3050,0@1", rest="")
    assert row("7900e1,3050,0@1").status == Status.QUEUED
