"""Odds from the first spin on: in round 1 as in round 2, and between the rounds as the questions are typed."""

from typing import Any

import pytest
from django.test import Client

from engine import AVERAGE_QUESTIONS, Odds, parse_game
from engine.formatting import NBSP
from pressorpass_site.answers.analyses.models import Analysis, Status
from pressorpass_site.games import odds, record
from pressorpass_site.games.models import StoredGame
from pressorpass_site.games.reviews.between import BetweenRounds, jobs
from pressorpass_site.games.reviews.models import Between

from .conftest import ROUND_1, Send
from .test_calls import answer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

ONE_SPIN = {"type": "round", "round": 1, "spins": [1, 0, 0]}
MONEY = {"type": "spin", "came": {"kind": "money", "amount": 750}}
MARK = "Estimated, assuming average questions"
ODDS = Odds((0.5, 0.3, 0.2), (0.01, 0.01, 0.01), "estimated")


def fresh(game: StoredGame) -> StoredGame:
    return StoredGame.objects.get(pk=game.pk)


def known_between() -> None:
    """Let the moments that have been asked be worked out."""
    Between.objects.update(result=ODDS.to_json(), status=Status.DONE)


def question(number: int, *spins: int) -> dict[str, Any]:
    return {"type": "question", "number": number, "spins": list(spins)}


class TestRound1:
    def test_a_decision_is_asked_called_and_shown_as_in_round_2(self, game: StoredGame, send: Send) -> None:
        send(ROUND_1)
        row = fresh(game)
        (found,) = odds.decisions(row, record.load(row))
        assert (found.number, found.seat, found.open) == (1, 1, True)
        assert found.question.revision == row.board_1
        assert found.question.then
        assert (found.question.then.revision, found.question.then.questions) == (row.board_2, 4)
        follower = Client()
        follower.get(f"/games/{game.code}/")
        assert Analysis.objects.get().question == found.question
        answer(game, 1, press=0.4, passing=0.5, method="estimated", off=0.001)
        page = follower.get(f"/games/{game.code}/").content.decode()
        assert '<svg class="chances__bar"' in page
        assert "Call it first" in page
        assert MARK in page
        assert AVERAGE_QUESTIONS in page
        assert "a spin" in page, "what a spin risks stays"

    def test_a_call_counts(self, game: StoredGame, send: Send) -> None:
        send(ROUND_1)
        called = {"number": 1, "action": "press", "name": "Mo"}
        assert (
            Client().post(f"/games/{game.code}/call/", called, headers={"Accept": "application/json"}).status_code
            == 200
        )
        assert game.votes.get().action == "press"

    def test_the_keeper_sees_the_verdict_with_what_it_assumes(
        self, client: Client, game: StoredGame, send: Send
    ) -> None:
        client.post(f"/games/{game.code}/hints/", {"odds": "show"})
        send(ROUND_1)
        client.get(f"/games/{game.code}/enter/")
        answer(game, 1, press=0.4, passing=0.5, method="estimated", off=0.001)
        page = client.get(f"/games/{game.code}/enter/").content.decode()
        assert "Pass." in page
        assert "assuming average questions" in page
        assert page.count('class="odd"') == 6, "two choices on each podium"

    def test_the_overlay_says_what_it_assumes(self, game: StoredGame, send: Send) -> None:
        send(ROUND_1)
        Client().get(f"/games/{game.code}/overlay/")
        answer(game, 1, press=0.4, passing=0.5, method="estimated", off=0.001)
        assert MARK in Client().get(f"/games/{game.code}/overlay/").content.decode()

    def test_a_game_for_dollars_has_odds_in_round_2_alone(self, client: Client, game: StoredGame, send: Send) -> None:
        StoredGame.objects.update(
            headers=fresh(game).headers | {"rules": {"preset": "show", "options": {"goal": "money"}}}
        )
        send(ROUND_1)
        row = fresh(game)
        assert odds.ask(row, record.load(row)) is None
        page = Client().get(f"/games/{game.code}/").content.decode()
        assert "No odds here." in page
        assert MARK not in page


class TestBetweenTheRounds:
    @pytest.fixture(autouse=True)
    def round_1_over(self, send: Send) -> None:
        assert send(ONE_SPIN, MONEY).json()["stored"] == 2

    def test_the_odds_move_with_each_question(self, client: Client, game: StoredGame, send: Send) -> None:
        client.post(f"/games/{game.code}/hints/", {"odds": "show"})
        asked = []
        for number, event in enumerate((None, question(1, 3, 1, 0), question(2, 3, 4, 0))):
            if event:
                assert send(event).json()["stored"] == 1
            row = fresh(game)
            moment = odds.between_of(row, record.load(row))
            assert moment
            assert moment.questions == 4 - number
            assert "Solving…" in client.get(f"/games/{game.code}/enter/").content.decode()
            asked.append(moment)
            known_between()
            for page in (f"/games/{game.code}/enter/", f"/games/{game.code}/", f"/games/{game.code}/overlay/"):
                seen = client.get(page).content.decode()
                assert "50%" in seen or f"50{NBSP}±{NBSP}2%" in seen, page
                assert MARK in seen, page
        assert [moment.podiums[1].earned for moment in asked] == [0, 1, 4]
        assert Between.objects.count() == 3

    def test_while_figures_that_are_shown_get_better_it_says_so(self, game: StoredGame) -> None:
        at = f"/games/{game.code}/"
        assert "Solving…" in Client().get(at).content.decode()
        known_between()
        Between.objects.update(status=Status.RUNNING)
        seen = Client().get(at).content.decode()
        assert "Improving…" in seen
        assert "Solving…" not in seen

    def test_followers_who_ask_again_begin_nothing_and_cost_little(
        self, game: StoredGame, django_assert_max_num_queries: Any
    ) -> None:
        follower = Client()
        follower.get(f"/games/{game.code}/")
        known_between()
        stream = f"/games/{game.code}/stream"
        follower.get(stream).getvalue()
        with django_assert_max_num_queries(24):
            follower.get(stream).getvalue()
        assert Between.objects.count() == 1

    def test_a_moment_is_worked_out_by_its_job(self, game: StoredGame) -> None:
        row = fresh(game)
        odds.ask(row, record.load(row))
        jobs.execute()
        found = odds.stored(row, record.load(row))
        assert isinstance(found, Between)
        assert found.odds, found.message
        assert sum(found.odds.win) == pytest.approx(1)


def test_the_identity_of_a_moment_is_everything_it_depends_on(game: StoredGame) -> None:
    row = fresh(game)
    podiums, other = (parse_game(f"round 1: 1 0 0 1. {amount}").state.podiums for amount in (500, 600))
    rules = record.load(row).setup.rules
    keys = {
        BetweenRounds(podiums, row.board_2, rules, 4).key,
        BetweenRounds(other, row.board_2, rules, 4).key,
        BetweenRounds(podiums, row.board_1, rules, 4).key,
        BetweenRounds(podiums, row.board_2, rules.with_options({"ties": "joint"}), 4).key,
        BetweenRounds(podiums, row.board_2, rules, 3).key,
    }
    assert len(keys) == 5
