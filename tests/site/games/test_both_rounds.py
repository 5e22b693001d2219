"""Odds from the first spin on: in both rounds, and between the rounds while questions are entered."""

from typing import Any

import pytest
from django.test import Client

from engine import AVERAGE_QUESTIONS, Odds, parse_game
from pressorpass_site.answers.models import Analysis
from pressorpass_site.games import odds, record
from pressorpass_site.games.models import BetweenRoundsAnalysis, StoredGame
from pressorpass_site.games.reviews.between import BetweenRounds, jobs
from pressorpass_site.work.models import Status
from tests.site.markup import words
from tests.site.work.by_hand import run_next

from .conftest import ROUND_1, Send
from .test_calls import answer
from .test_entering import text_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

ONE_SPIN = {"type": "round", "round": 1, "spins": [1, 0, 0]}
MONEY = {"type": "spin", "came": {"kind": "money", "amount": 750}}
MARK = "Estimated, assuming average questions"
ODDS = Odds((0.5, 0.3, 0.2), (0.01, 0.01, 0.01), "estimated")


def fresh(game: StoredGame) -> StoredGame:
    return StoredGame.objects.get(pk=game.pk)


def known_between() -> None:
    """Store odds for all requested moments."""
    BetweenRoundsAnalysis.objects.update(result=ODDS.to_json(), status=Status.DONE)


def question(number: int, *spins: int) -> dict[str, Any]:
    return {"type": "question", "number": number, "spins": list(spins)}


class TestRound1:
    def test_a_decision_is_asked_called_and_shown_as_in_round_2(
        self, client: Client, game: StoredGame, send: Send
    ) -> None:
        client.post(f"/games/{game.code}/hints/", {"odds": "show"})
        send(ROUND_1)
        stored_game = fresh(game)
        (decision,) = odds.list_decisions(stored_game, record.load(stored_game))
        assert (decision.number, decision.seat, decision.open) == (1, 1, True)
        assert decision.question.revision == stored_game.board_1
        assert decision.question.next_round
        assert (decision.question.next_round.revision, decision.question.next_round.questions) == (
            stored_game.board_2,
            4,
        )
        follower = Client()
        follower.get(f"/games/{game.code}/")
        assert Analysis.objects.get().question == decision.question
        called = {"number": 1, "action": "press", "name": "Mo"}
        assert Client().post(f"/games/{game.code}/call/", called).status_code == 200
        assert game.votes.get().action == "press"
        answer(game, 1, press=0.4, passing=0.5, method="estimated", off=0.001)
        for who, page, shown in (
            (follower, "", ("Call it first", MARK, AVERAGE_QUESTIONS, "a spin")),
            (follower, "overlay/", (MARK,)),
            (client, "enter/", ("Pass.", "assuming average questions")),
        ):
            seen = words(who.get(f"/games/{game.code}/{page}"))
            assert not [part for part in shown if part not in seen], page

    def test_a_game_for_dollars_has_odds_in_round_2_alone(self, client: Client, game: StoredGame, send: Send) -> None:
        StoredGame.objects.update(
            headers=fresh(game).headers | {"rules": {"preset": "show", "options": {"goal": "money"}}}
        )
        send(ROUND_1)
        stored_game = fresh(game)
        assert odds.get_or_start_odds(stored_game, record.load(stored_game)) is None
        page = Client().get(f"/games/{game.code}/").content.decode()
        assert "No odds here." in page
        assert MARK not in page


class TestBetweenTheRounds:
    @pytest.fixture(autouse=True)
    def round_1_over(self, send: Send) -> None:
        assert send(ONE_SPIN, MONEY).json()["stored"] == 2

    def test_the_odds_move_with_each_question(self, client: Client, game: StoredGame, send: Send) -> None:
        client.post(f"/games/{game.code}/hints/", {"odds": "show"})
        odds_shown = []
        for number, event in enumerate((None, question(1, 3, 1, 0), question(2, 3, 4, 0))):
            if event:
                assert send(event).json()["stored"] == 1
            stored_game = fresh(game)
            moment = odds.find_between_rounds(stored_game, record.load(stored_game))
            assert moment
            assert moment.questions == 4 - number
            assert "Solving…" in client.get(f"/games/{game.code}/enter/").content.decode()
            odds_shown.append(moment)
            known_between()
            for page in (f"/games/{game.code}/enter/", f"/games/{game.code}/", f"/games/{game.code}/overlay/"):
                seen = words(client.get(page))
                assert "50%" in seen or "50 ± 2%" in seen, page
                assert MARK in seen, page
        assert [moment.podiums[1].earned for moment in odds_shown] == [0, 1, 4]
        assert BetweenRoundsAnalysis.objects.count() == 3

    def test_questions_are_counted_and_the_last_begins_round_2(
        self, client: Client, game: StoredGame, send: Send
    ) -> None:
        address = f"/games/{game.code}/enter/"
        refused = send(question(1, 3, 3, 0)).json()["refused"]["message"]
        assert "A question adds 3 spins for one contestant at most" in refused
        for number, spins in enumerate(([3, 1, 0], [3, 1, 3], [3, 1, 3]), 1):
            assert f"Question {number} of 4." in words(client.get(address))
            assert "refused" not in send(question(number, *spins)).json()
        assert "Question 4 of 4." in words(client.get(address))
        send({"type": "round", "round": 2, "spins": [4, 4, 3]})
        text = text_of(client, game)
        assert not [line for line in ("question 1: 3 1 0", "question 3: 3 1 3", "round 2: 4 4 3") if line not in text]
        assert parse_game(text).state.round == 2

    def test_a_moment_is_worked_out_by_its_job(self, game: StoredGame) -> None:
        stored_game = fresh(game)
        odds.get_or_start_odds(stored_game, record.load(stored_game))
        run_next(jobs)
        stored_odds = odds.get_stored_odds(stored_game, record.load(stored_game))
        assert isinstance(stored_odds, BetweenRoundsAnalysis)
        assert stored_odds.odds, stored_odds.message
        assert sum(stored_odds.odds.win) == pytest.approx(1)


def test_the_identity_of_a_moment_is_everything_it_depends_on(game: StoredGame) -> None:
    stored_game = fresh(game)
    podiums, other = (parse_game(f"round 1: 1 0 0 1. {amount}").state.podiums for amount in (500, 600))
    rules = record.load(stored_game).setup.rules
    keys = {
        BetweenRounds(podiums, stored_game.board_2, rules, 4).key,
        BetweenRounds(other, stored_game.board_2, rules, 4).key,
        BetweenRounds(podiums, stored_game.board_1, rules, 4).key,
        BetweenRounds(podiums, stored_game.board_2, rules.with_options({"ties": "joint"}), 4).key,
        BetweenRounds(podiums, stored_game.board_2, rules, 3).key,
    }
    assert len(keys) == 5
