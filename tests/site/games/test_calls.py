"""Calls on decisions: only while a decision is open, once, and scored with the stored odds."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from engine import ENGINE_VERSION, ActionResult, SolveResult
from engine.answers.result import Method
from pressorpass_site.answers.models import Analysis
from pressorpass_site.games import record
from pressorpass_site.games.dilemmas.account_data import Votes
from pressorpass_site.games.dilemmas.votes import Tally, build_decision_key
from pressorpass_site.games.following import room as calls
from pressorpass_site.games.models import StoredEvent, StoredGame
from pressorpass_site.games.odds import list_decisions
from pressorpass_site.work.models import Status

from .conftest import Send

ROUND_2 = {"type": "round", "round": 2, "spins": [2, 1, 3], "scores": [8000, 2000, 5000], "whammies": [0, 0, 0]}
MONEY = {"type": "spin", "came": {"kind": "money", "amount": 750}}
UNDO = {"type": "undo"}

Called = Callable[..., Any]


@pytest.fixture
def call(game: StoredGame) -> Called:
    """Call a decision as the script does."""

    def post(who: Client, number: int, action: str, name: str = "Mo", **fields: Any) -> Any:
        sent = {"number": number, "action": action, "name": name, **fields}
        return who.post(f"/games/{game.code}/call/", sent)

    return post


def fresh(game: StoredGame) -> StoredGame:
    return StoredGame.objects.get(pk=game.pk)


def room(game: StoredGame) -> calls.Room:
    stored_game = fresh(game)
    return calls.build_room(stored_game, record.load(stored_game))


def answer(
    game: StoredGame, number: int, press: float, passing: float, method: Method = "exact", off: float = 0.0
) -> None:
    """Store odds of a decision: the mover's chance by each action."""
    stored_game = fresh(game)
    open_decision = next(
        decision for decision in list_decisions(stored_game, record.load(stored_game)) if decision.number == number
    )
    actions = []
    for chance in (press, passing):
        win = [(1 - chance) / 2] * 3
        win[open_decision.seat] = chance
        low, high = ([min(max(c + by, 0), 1) for c in win] for by in (-off, off))
        actions.append(ActionResult((win[0], win[1], win[2]), (low[0], low[1], low[2]), (high[0], high[1], high[2])))
    question, margin = open_decision.question, abs(press - passing)
    result = SolveResult(
        position=question.position.notation,
        board=question.board.id,
        rules=question.rules.options(),
        unit=1,
        cap=100_000,
        method=method,
        press=actions[0],
        passing=actions[1],
        best="press" if press >= passing else "pass",
        margin=margin,
        too_close=margin < 2 * off,
        states=1,
        seconds=0.0,
        engine=ENGINE_VERSION,
        then=(question.next_round.revision.board.slug, question.next_round.questions) if question.next_round else None,
    ).to_json()
    Analysis.objects.filter(key=open_decision.question.key).update(result=result, status=Status.DONE)


def test_a_game_knows_where_there_was_a_choice(game: StoredGame, send: Send) -> None:
    assert send(ROUND_2, MONEY, MONEY | {"came": {"kind": "money", "amount": 500}}).json()["stored"] == 3
    stored_game = fresh(game)
    decisions = list(list_decisions(stored_game, record.load(stored_game)))
    # Bob, who has least, spins once; then Cy is up with less than Ann.
    assert [(decision.number, decision.seat, decision.done) for decision in decisions] == [
        (1, 1, "press"),
        (2, 2, "press"),
        (3, 2, ""),
    ]
    send({"type": "correction", "seat": 3, "score": 5250})
    stored_game = fresh(game)
    corrected = list(list_decisions(stored_game, record.load(stored_game)))
    assert [decision.number for decision in corrected] == [1, 2, 3], "a score put right opens no other decision"
    assert corrected[-1].question.position.mover.score == 5250


def test_a_call_is_counted_and_costs_what_the_odds_say(game: StoredGame, send: Send, call: Called) -> None:
    mo, jo = Client(), Client()
    send(ROUND_2)
    assert call(mo, 1, "pass").status_code == 200
    assert call(jo, 1, "press", "Jo").json()["name"] == "Jo"
    now = room(game).now
    assert now
    assert now.tally == Tally(1, 1)
    assert [(score.name, score.calls, score.cost) for score in room(game).scores] == [("Mo", 1, ""), ("Jo", 1, "")]
    send(MONEY)
    answer(game, 1, press=0.5, passing=0.4)
    call(mo, 2, "press", "Mo the second")
    answer(game, 2, press=0.6, passing=0.47, method="estimated", off=0.02)
    assert [score.calls - score.judged for score in room(game).scores] == [0, 1], "scores give no odds away"
    send(MONEY)
    room_context = room(game)
    assert room_context.last
    assert (room_context.last.tally, room_context.last.decision.done) == (Tally(1, 0), "press")
    assert [(score.name, score.right, score.wrong, score.cost, score.badge) for score in room_context.scores] == [
        ("Jo", 1, 0, "0", "Exact"),
        ("Mo the second", 1, 1, "10.0", "Estimated"),
    ]


def test_under_one_point_a_call_is_close_and_costs_what_it_costs(game: StoredGame, send: Send, call: Called) -> None:
    mo, jo = Client(), Client()
    send(ROUND_2)
    call(mo, 1, "pass")
    call(jo, 1, "press", "Jo")
    send(MONEY)
    answer(game, 1, press=0.506, passing=0.5)
    scores_by_name = {score.name: (score.right, score.close, score.wrong, score.cost) for score in room(game).scores}
    assert scores_by_name == {"Jo": (0, 1, 0, "0"), "Mo": (0, 1, 0, "0.6")}
    assert "1 close" in mo.get(game.get_absolute_url()).content.decode()
    answer(game, 1, press=0.512, passing=0.5)
    scores_by_name = {score.name: (score.right, score.close, score.wrong, score.cost) for score in room(game).scores}
    assert scores_by_name == {"Jo": (1, 0, 0, "0"), "Mo": (0, 0, 1, "1.2")}


def test_the_error_of_the_odds_is_carried_and_close_calls_cost_nothing_known(
    game: StoredGame, send: Send, call: Called
) -> None:
    mo = Client()
    send(ROUND_2)
    call(mo, 1, "pass")
    send(MONEY)
    call(mo, 2, "pass")
    send(MONEY)
    answer(game, 1, press=0.6, passing=0.47, method="estimated", off=0.02)
    answer(game, 2, press=0.51, passing=0.5, method="estimated", off=0.02)
    (score,) = room(game).scores
    assert (score.cost.replace("\u00a0", " "), score.badge, score.close) == ("13 ± 4", "Estimated", 1)


def test_a_call_stands_and_cannot_be_made_twice(game: StoredGame, send: Send, call: Called) -> None:
    mo = Client()
    send(ROUND_2)
    call(mo, 1, "pass")
    assert call(mo, 1, "pass").status_code == 200, "sent twice"
    other = call(mo, 1, "press")
    assert other.status_code == 409
    assert other.json()["message"] == "You have already called this one: pass."
    assert game.votes.count() == 1


def test_what_has_passed_cannot_be_called(game: StoredGame, send: Send, call: Called) -> None:
    send(ROUND_2, MONEY)
    StoredEvent.objects.filter(number=2).update(entered_at=timezone.now() - timedelta(seconds=20))
    late = call(Client(), 1, "press")
    assert late.status_code == 409
    assert late.json()["message"] == "Too late: Bob has pressed."
    assert call(Client(), 7, "press").json()["message"] == "There is nothing to call right now."


def test_a_call_on_what_was_undone_does_not_count(game: StoredGame, send: Send, call: Called) -> None:
    mo = Client()
    send(ROUND_2, MONEY)
    call(mo, 2, "press")
    send(MONEY)
    answer(game, 2, press=0.4, passing=0.6)
    assert [score.cost for score in room(game).scores] == ["20.0"]
    send(UNDO)
    assert [score.judged for score in room(game).scores] == [0], "the decision is open again"
    send(UNDO)
    assert room(game).scores == []
    send({"type": "redo"}, {"type": "redo"})
    assert [score.cost for score in room(game).scores] == ["20.0"]


def test_an_addresss_callers_of_a_day_are_limited_and_who_called_goes_on(
    game: StoredGame, send: Send, call: Called, settings: Any
) -> None:
    settings.LIMITS = settings.LIMITS | {"new-voter": (2, 86400)}
    send(ROUND_2)
    first, second, third = Client(), Client(), Client()
    for visitor in (first, second):
        assert call(visitor, 1, "pass").json()["action"] == "pass"
    refused = call(third, 1, "pass")
    assert refused.status_code == 409
    assert refused.json()["message"] == "Too many people have voted from your address: try again in 24 hours."
    assert "You called it" not in third.get(f"/games/{game.code}/").content.decode()
    send(MONEY)
    for visitor in (first, second, third):
        call(visitor, 2, "press")
    now = room(game).now
    assert now
    assert now.tally == Tally(2, 0)
    assert call(Client(REMOTE_ADDR="203.0.113.9"), 2, "pass").status_code == 200
    assert game.votes.count() == 5


def test_calls_go_along_when_a_browser_gets_an_account(game: StoredGame, send: Send, call: Called) -> None:
    send(ROUND_2)
    mo, jo = Client(), Client()
    call(mo, 1, "pass")
    call(jo, 1, "press")
    send(MONEY)
    call(mo, 2, "press")
    first, second = (
        game.votes.filter(action=action, question=build_decision_key(game.code, 1)).get().voter
        for action in ("pass", "press")
    )
    votes = Votes()
    assert (votes.count(first), votes.transfer(first, second)) == (2, 1), (
        "of two calls of one decision the account’s stays"
    )
    assert [(made.number, made.action) for made in game.votes.filter(voter=second)] == [(1, "press"), (2, "press")]
    votes.delete(second)
    assert votes.count(second) == 0


def test_a_call_with_a_guess_scores_as_a_dilemma_does(game: StoredGame, send: Send, call: Called) -> None:
    send(ROUND_2)
    call(Client(), 1, "press", guess="45")
    call(Client(), 1, "pass", "Jo", guess="no")
    assert list(game.votes.order_by("pk").values_list("guess", flat=True)) == [45, None]
    assert call(Client(), 1, "one").status_code == 409, "there are two choices, press and pass"
    send(MONEY)
    answer(game, 1, press=0.5, passing=0.4)
    assert [(score.name, score.points) for score in room(game).scores] == [("Mo", 90), ("Jo", 0)]
