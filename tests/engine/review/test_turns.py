"""What the order of play is worth, where it is in dispute who is up after a pass."""

from dataclasses import replace

import pytest

from engine import Limits, parse_game, plan_review, review, review_from, solve_positions
from engine.answers.odds import Odds
from engine.game.record.game import Game
from engine.game.record.headers import BoardName, Headers
from engine.review.wording import turn_words

from ..tiny import tiny

# Every spin is a Whammy. After the pass contestant 2, whose next Whammy is the fourth, goes out first, and 3 loses what 1
# then passes; or 1 goes first, passes to 2 and has lost against 3 (tests/engine/test_rule_options.py).
TEXT = "= 500p2,1000w3,700e1@3\npass"
WHAMMY = tiny("W", id="whammies")


def played(text, order):
    headers = Headers(names=("Ann", "Bob", "Cy"), boards=(None, BoardName("whammies", None, WHAMMY))).with_rules(
        "show", [("turn_order", order)]
    )
    game = Game.begin(headers)
    for event in parse_game(text).events:
        game = game.add(event)
    return game


@pytest.mark.parametrize(
    ("order", "up", "other", "odds", "instead", "words"),
    [
        (
            "receiver",
            1,
            0,
            (0.5, 0, 0.5),
            (0, 0, 1),
            "Order of play: after Cy’s pass to Bob, Bob is up, having received spins last; if the lower score went first, "
            "Ann would be. That is worth 50.00 points to Ann: 50.00%, not 0.00%.",
        ),
        (
            "score",
            0,
            1,
            (0, 0, 1),
            (0.5, 0, 0.5),
            "Order of play: after Cy’s pass to Bob, Ann is up, having the lower score; if the last to receive spins went "
            "first, Bob would be. That is worth 50.00 points to Cy: 100.00%, not 50.00%.",
        ),
    ],
)
def test_by_hand(order, up, other, odds, instead, words):
    found = review(played(TEXT, order))
    (turn,) = found.turns
    assert (turn.up, turn.other) == (up, other)
    assert turn.odds.win == pytest.approx(odds)
    assert turn.other_odds.win == pytest.approx(instead)
    shown = found.to_json()
    assert words in shown["notes"]
    assert [(each["event"], each["up"], each["worth"]) for each in shown["turns"]] == [(2, up + 1, pytest.approx(0.5))]


@pytest.mark.parametrize(
    ("order", "text"),
    [
        ("seat", TEXT),  # no reading of the show's rules
        ("receiver", "= 500e2,1000w3,700e1@3\npass"),  # a first turn comes first in both
        ("receiver", "= 500,1000w3,700e1@3\npass"),
        ("receiver", "= 500p2,0w3,700p1@3\nw"),  # no pass
    ],
)
def test_where_the_orders_agree_nothing_is_said(order, text):
    found = review(played(text, order))
    assert found.turns == ()
    assert not any("Order of play" in note for note in found.to_json()["notes"])


def test_what_is_not_known_is_not_told():
    found = review(played(TEXT, "receiver"))
    (turn,) = found.turns
    rough = replace(turn, odds=Odds((0.1, 0.1, 0.8), (0.1, 0.1, 0.1), "estimated"))
    assert turn_words(rough, found.plan.game.setup).endswith(
        "would be. The odds are too rough to tell what that is worth."
    )


def test_a_review_is_complete_without_it():
    plan = plan_review(played(TEXT, "receiver"))
    assert {position.notation for position in plan.asides} == {"500p2,1000p1w3,700@1"}
    needed = [position for position in plan.positions if position not in plan.asides]
    solved = dict(solve_positions(plan, needed, Limits(seconds=5)))
    found = review_from(plan, solved)
    assert found.complete
    assert found.accounts
    assert found.turns == ()
