"""The JSON of results: what is written is read again, by keys that pages, scripts and stored rows know."""

import json

from engine.answers.result import ActionResult, Odds, OutcomeEffect
from engine.review.position_values import PositionValues
from engine.solvers.ply import TossUp

THIRD = (0.5, 0.25, 0.25)
ACTION = ActionResult(THIRD, (0.4, 0.2, 0.2), (0.6, 0.3, 0.3))


def read_again(value):
    return type(value).from_json(json.loads(json.dumps(value.to_json())))


def test_what_an_action_lacks_is_left_out_or_null():
    assert ACTION.to_json() == {
        "win": [0.5, 0.25, 0.25],
        "low": [0.4, 0.2, 0.2],
        "high": [0.6, 0.3, 0.3],
        "standard_error": None,
    }
    dollars = ActionResult(THIRD, THIRD, THIRD, money=(1.0, 2.0, 3.0), utility=(4.0, 5.0, 6.0))
    assert list(dollars.to_json()) == ["win", "low", "high", "standard_error", "money", "worth", "worth_error"]
    assert dollars.to_json()["worth_error"] is None
    split = ActionResult(THIRD, THIRD, THIRD, THIRD, toss_up=TossUp(1, THIRD, THIRD))
    assert split.to_json()["toss_up"]["contestant"] == 2
    for action in (ACTION, dollars, split):
        assert read_again(action) == action


def test_outcomes_and_odds_are_read_again_without_keys_of_others():
    outcome = OutcomeEffect("$500", "cash", 500, 0.25, THIRD, utility=THIRD)
    assert list(outcome.to_json()) == ["label", "kind", "amount", "chance", "win", "worth", "worth_error"]
    assert read_again(outcome) == outcome
    odds = Odds(THIRD, (0.0, 0.0, 0.0), "exact")
    assert Odds.from_json({**odds.to_json(), "take": "$500 on square 8"}) == odds
    for values in (PositionValues(odds, None), PositionValues(None, odds)):
        assert list(values.to_json()) == ["press", "pass"]
        assert read_again(values) == values
